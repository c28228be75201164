//! Explicit integrators: Euler's method, its semi-implicit form and the Runge–Kutta method of fourth order.

use crate::real::Real;
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
pub fn explicit_euler<V: Vector>(
    state: State<V>,
    dt: V::Scalar,
    acceleration: impl Fn(State<V>) -> V,
) -> State<V> {
    state.plus(State::new(state.velocity, acceleration(state)).times(dt))
}

/// One step of semi-implicit Euler: `v ← v + h·a(x, v)`, then `x ← x + h·v` with the new velocity.
///
/// First order; keeps the energy of an undamped spring on average. On a spring it explodes beyond
/// `ω²h² + 4ζωh = 4`: heavy damping is what breaks it. `dt` is taken as it is: a negative one runs backward.
/// Source: D. Holden, *Spring-It-On* (spring damper); M. Schmidt Nissen, *How to make your damped springs stiffer, more stable and easier to tune*.
#[doc(alias("symplectic Euler", "spring_damper_bad"))]
pub fn semi_implicit_euler<V: Vector>(
    state: State<V>,
    dt: V::Scalar,
    acceleration: impl Fn(State<V>) -> V,
) -> State<V> {
    let velocity = state.velocity.plus(acceleration(state).times(dt));
    State::new(state.position.plus(velocity.times(dt)), velocity)
}

/// One step of the classical fourth-order Runge–Kutta method, four evaluations of the acceleration.
///
/// The error per step is of order `(ωh)⁵`; on a spring it still explodes, undamped beyond `ωh = 2√2`, critical beyond
/// 2.785. `dt` is taken as it is: a negative one runs backward. Source: G. Fiedler, *Spring Physics*, which warns of that limit.
#[doc(alias = "RK4")]
pub fn runge_kutta_4<V: Vector>(
    state: State<V>,
    dt: V::Scalar,
    acceleration: impl Fn(State<V>) -> V,
) -> State<V> {
    let slope = |s: State<V>| State::new(s.velocity, acceleration(s));
    let half = dt * V::Scalar::HALF;
    let k1 = slope(state);
    let k2 = slope(state.plus(k1.times(half)));
    let k3 = slope(state.plus(k2.times(half)));
    let k4 = slope(state.plus(k3.times(dt)));
    let sum = k1.plus(k4).plus(k2.plus(k3).times(V::Scalar::TWO));
    state.plus(sum.times(V::Scalar::ONE / V::Scalar::from_f64(6.0)).times(dt))
}
