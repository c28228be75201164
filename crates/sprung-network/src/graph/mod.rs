//! Graph algorithms on networks: indices in, indices out; no SIMD and no physics.
//!
//! | file | algorithm |
//! |---|---|
//! | [`compressed_lists`] | counting sort into lists in compressed form |
//! | [`adjacency`] | compressed adjacency lists, breadth-first search |
//! | [`incidence`] | compressed lists of the triangles or segments at each particle |
//! | [`union_find`] | disjoint sets with path halving |
//! | [`components`] | connected components of the dynamic particles |
//! | [`coloring`] | greedy edge coloring |
//! | [`ordering`] | Cuthill–McKee ordering by breadth-first search, bandwidth |
//! | [`paths`] | decomposition into chains, trees and the rest |
//! | [`lines`] | straight lines of edges, families of disjoint lines |
//! | [`hubs`] | particles at which one Gauss–Seidel sweep is not enough |
//! | [`sorting`] | sorts by one key |
//! | [`surface`] | the triangles that edges span |
//! | [`mass_scaling`] | heavier particles where few edges carry the load of many |
//! | [`geodesic`] | shortest paths over triangles and along edges |

pub(crate) mod adjacency;
pub(crate) mod coloring;
pub(crate) mod components;
pub(crate) mod compressed_lists;
pub(crate) mod geodesic;
pub(crate) mod hubs;
#[cfg(feature = "self-contact")]
pub(crate) mod incidence;
pub(crate) mod lines;
pub(crate) mod mass_scaling;
pub(crate) mod ordering;
pub(crate) mod paths;
pub(crate) mod sorting;
pub(crate) mod surface;
pub(crate) mod union_find;
