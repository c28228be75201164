//! The state of a spring: a position and its velocity.

use crate::real::Real;
use crate::vector::Vector;

/// Position and velocity, plain data: copy it to save, send or roll back a simulation.
///
/// ```
/// let state = sprung::State::at_rest([1.0, 2.0, 3.0]);
/// assert_eq!(state.velocity, [0.0; 3]);
/// ```
#[doc(alias = "position and velocity")]
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
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

    #[inline]
    pub(crate) fn plus(self, other: Self) -> Self {
        State::new(self.position.plus(other.position), self.velocity.plus(other.velocity))
    }

    #[inline]
    pub(crate) fn minus(self, other: Self) -> Self {
        State::new(self.position.minus(other.position), self.velocity.minus(other.velocity))
    }

    #[inline]
    pub(crate) fn times(self, factor: V::Scalar) -> Self {
        State::new(self.position.times(factor), self.velocity.times(factor))
    }
}

impl<R: Real, const N: usize> State<[R; N]> {
    /// The motion along one axis.
    #[inline]
    pub(crate) fn along(&self, axis: usize) -> State<R> {
        State::new(self.position[axis], self.velocity[axis])
    }

    #[inline]
    pub(crate) fn set_along(&mut self, axis: usize, state: State<R>) {
        (self.position[axis], self.velocity[axis]) = (state.position, state.velocity);
    }
}
