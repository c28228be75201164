//! Semi-implicit (symplectic) Euler.

use crate::state::State;
use crate::vector::Vector;

/// One step of semi-implicit Euler: `v ← v + h·a(x, v)`, then `x ← x + h·v` with the new velocity.
///
/// First order; keeps the energy of an undamped spring on average. On a spring it explodes beyond
/// `ω²h² + 4ζωh = 4`: heavy damping is what breaks it. `dt` is taken as it is: a negative one runs backward.
/// Source: D. Holden, *Spring-It-On* (spring damper); M. Schmidt Nissen, *How to make your damped springs stiffer, more stable and easier to tune*.
#[doc(alias("symplectic Euler", "spring_damper_bad"))]
#[must_use]
pub fn semi_implicit_euler<V: Vector>(
    state: State<V>,
    dt: V::Scalar,
    acceleration: impl Fn(State<V>) -> V,
) -> State<V> {
    let velocity = state.velocity.plus(acceleration(state).times(dt));
    State::new(state.position.plus(velocity.times(dt)), velocity)
}
