//! The classical Runge–Kutta method of fourth order.

use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// One step of the classical fourth-order Runge–Kutta method, four evaluations of the acceleration.
///
/// The error per step is of order `(ωh)⁵`; on a spring it still explodes, undamped beyond `ωh = 2√2`, critical beyond
/// 2.785. `dt` is taken as it is: a negative one runs backward. Source: G. Fiedler, *Spring Physics*, which warns of that limit.
#[doc(alias = "RK4")]
#[must_use]
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
