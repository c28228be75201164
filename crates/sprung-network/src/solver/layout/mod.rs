//! The layout of a solver: which particle goes to which slot, which edge is solved by which kernel. Made once.

pub(crate) mod asleep;
pub(crate) mod block;
pub(crate) mod build;
pub(crate) mod bundles;
mod direct;
pub(crate) mod forest;
mod general;
mod held;
mod lines;
pub(crate) mod motion;
pub(crate) mod particles;
pub(crate) mod partition;
pub(crate) mod places;
mod push_out;
mod recorded;
#[cfg(feature = "serde")]
mod restore;
#[cfg(test)]
mod tests;
