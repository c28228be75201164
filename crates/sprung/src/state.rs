//! The state of a spring: a position and its velocity.

use crate::vector::Vector;

/// Position and velocity, plain data: copy it to save, send or roll back a simulation.
///
/// ```
/// let state = sprung::State::at_rest([1.0, 2.0, 3.0]);
/// assert_eq!(state.velocity, [0.0; 3]);
/// ```
#[doc(alias = "position and velocity")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct State<V> {
    /// The position, in the user's unit.
    pub position: V,
    /// The velocity, in the user's unit per second.
    pub velocity: V,
}

impl<V: Vector> State<V> {
    /// A state from its position and velocity.
    #[inline]
    pub const fn new(position: V, velocity: V) -> Self {
        State { position, velocity }
    }

    /// Returns a state at rest.
    #[inline]
    pub const fn at_rest(position: V) -> Self {
        State { position, velocity: V::ZERO }
    }
}
