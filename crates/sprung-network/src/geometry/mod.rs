//! Vectors, rigid motions, the shapes of colliders, closest points and the hash grid of boxes.

pub(crate) mod closest;
pub(crate) mod rigid_motion;
pub(crate) mod shape;
pub(crate) mod spatial_hash;
pub(crate) mod vector;
