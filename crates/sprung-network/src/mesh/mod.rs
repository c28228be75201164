//! Triangle meshes: the inside of a closed one, and surfaces that follow a network.

pub(crate) mod closed_mesh;
pub(crate) mod skin;
