//! Shapes people start from. Each returns a [`Network`](crate::Network) at rest, of rigid springs, with nothing
//! pinned: change its particles and springs as you like before making a solver of it.

pub mod bridge;
mod closed_mesh;
pub mod cloth;
pub mod jelly;
pub mod ring;
pub mod rope;
pub mod tree;
