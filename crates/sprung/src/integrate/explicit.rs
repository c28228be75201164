//! Explicit Euler.

use crate::state::State;
use crate::vector::Vector;

/// One step of explicit Euler: `x ← x + h·v`, `v ← v + h·a(x, v)`, both from the old state.
///
/// First order; it adds energy in every step. On a spring it explodes beyond `ωh = 2ζ` (`ζ ≤ 1`): an undamped one at
/// every step. `dt` is taken as it is: a negative one runs backward. Source: H. Bowles, *Spring dynamics for production*.
///
/// ```
/// use sprung::{State, integrate::explicit_euler};
///
/// let fall = explicit_euler(State::at_rest(10.0f64), 0.5, |_| -9.5);
/// assert_eq!((fall.position, fall.velocity), (10.0, -4.75));
/// ```
#[doc(alias = "forward Euler")]
#[must_use]
pub fn explicit_euler<V: Vector>(
    state: State<V>,
    dt: V::Scalar,
    acceleration: impl Fn(State<V>) -> V,
) -> State<V> {
    state.plus(State::new(state.velocity, acceleration(state)).times(dt))
}
