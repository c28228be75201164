//! Vectors, rigid motions, the shapes of colliders, closest points, boxes and their hash grid.

#[cfg(feature = "self-contact")]
pub(crate) mod boxes;
#[cfg(feature = "self-contact")]
pub(crate) mod closest;
pub(crate) mod contact_shape;
pub(crate) mod dihedral;
pub(crate) mod membrane;
pub(crate) mod rigid_motion;
pub(crate) mod shape;
#[cfg(feature = "self-contact")]
pub(crate) mod spatial_hash;
pub(crate) mod vector;
