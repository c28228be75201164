//! Vectors, rigid motions and the shapes of colliders.

pub(crate) mod rigid_motion;
pub(crate) mod shape;
pub(crate) mod vector;
