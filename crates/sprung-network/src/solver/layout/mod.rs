//! The layout of a solver: which particle goes to which slot, which edge is solved by which kernel. Made once.

pub(crate) mod block;
pub(crate) mod build;
pub(crate) mod direct;
mod fill;
mod general;
mod lines;
mod links;
pub(crate) mod particles;
pub(crate) mod partition;
