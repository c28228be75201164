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
    let along = |k: State<V>, h: V::Scalar| {
        State::new(
            state.position.plus(k.position.times(h)),
            state.velocity.plus(k.velocity.times(h)),
        )
    };
    let half = dt * V::Scalar::HALF;
    let k1 = slope(state);
    let k2 = slope(along(k1, half));
    let k3 = slope(along(k2, half));
    let k4 = slope(along(k3, dt));
    let mean = |a: V, b: V, c: V, d: V| {
        a.plus(d)
            .plus(b.plus(c).times(V::Scalar::TWO))
            .times(V::Scalar::ONE / V::Scalar::from_f64(6.0))
    };
    let mean_slope = State::new(
        mean(k1.position, k2.position, k3.position, k4.position),
        mean(k1.velocity, k2.velocity, k3.velocity, k4.velocity),
    );
    along(mean_slope, dt)
}
