//! Triangle meshes: the inside of a closed one, surfaces that follow a network, meshes split along torn edges.

pub(crate) mod closed_mesh;
pub(crate) mod skin;
pub(crate) mod split;
