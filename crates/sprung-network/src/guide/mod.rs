//! Worked examples, one chapter each.

/// A rope in a game.
pub mod rope {
    #![doc = include_str!("rope.md")]
    #![allow(unused_imports, reason = "the links of the text above")]
    use crate::{Collider, Edge, Environment, Network, Settings, Solver, shapes};
}
