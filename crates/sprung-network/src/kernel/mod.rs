//! The numerical kernels: Gauss–Seidel on independent edges, direct solves of chains and trees. They know lanes, records
//! and gains, not the network.

pub(crate) mod aero;
pub(crate) mod articulated;
pub(crate) mod body_candidates;
pub(crate) mod body_contacts;
pub(crate) mod cells;
pub(crate) mod chain;
#[cfg(feature = "self-contact")]
pub(crate) mod closest;
pub(crate) mod compensation;
#[cfg(feature = "self-contact")]
pub(crate) mod contacts;
pub(crate) mod edges;
pub(crate) mod fabric;
pub(crate) mod gains;
pub(crate) mod hinges;
pub(crate) mod link;
#[cfg(feature = "self-contact")]
pub(crate) mod planes;
pub(crate) mod recorder;
pub(crate) mod skin;
pub(crate) mod tether;
pub(crate) mod tree;
