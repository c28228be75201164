//! Implicit steps of a spring: forces taken at the end of the step.

use crate::coefficients::SoftCoefficients;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// One step of the stable PD controller, as published: forces from the predicted position `x + h·v` and velocity.
///
/// `v ← v + h·(ω²(g − x − hv) + 2ζω(q − v))/(1 + 2ζωh)`, while `x ← x + h·v` takes the old velocity.
/// Far sturdier than explicit Euler when damping is heavy, but not without limit: it explodes beyond
/// `ω²h² = 4 + 4ζωh`. `dt` is taken as it is. Source: H. Bowles, *Spring dynamics for production*, after Tan, Liu and Turk.
#[doc(alias("PD controller", "SPD", "stable proportional-derivative"))]
pub fn stable_pd<V: Vector>(
    state: State<V>,
    goal: V,
    goal_velocity: V,
    spring: &Spring<V::Scalar>,
    dt: V::Scalar,
) -> State<V> {
    let position = state.position.plus(state.velocity.times(dt));
    let force = spring.acceleration(State::new(position, state.velocity), goal, goal_velocity);
    let whole = V::Scalar::ONE + spring.damping() * dt;
    State::new(position, state.velocity.plus(force.times(dt / whole)))
}

/// One step of backward Euler: both forces at the end of the step. Stable for every spring and every step.
///
/// `v ← (v + h·ω²(g − x) + h·2ζω·q)/(1 + 2ζωh + ω²h²)`, then `x ← x + h·v`. First order; it damps more than the spring
/// itself. A `dt` that is 0, negative or NaN changes nothing; an infinite one ends on the goal, unless nothing pulls.
#[doc(alias = "implicit Euler")]
pub fn backward_euler<V: Vector>(
    state: State<V>,
    goal: V,
    goal_velocity: V,
    spring: &Spring<V::Scalar>,
    dt: V::Scalar,
) -> State<V> {
    if !(dt > V::Scalar::ZERO) {
        return state;
    }
    let dt = dt.min(V::Scalar::MAX);
    let SoftCoefficients { c_s, c_d } = SoftCoefficients::backward_euler(spring, dt);
    let velocity = state
        .velocity
        .minus(state.velocity.times(c_d))
        .plus(goal_velocity.times(c_d - c_s))
        .times(dt);
    let way = velocity.plus(goal.minus(state.position).times(c_s));
    State::new(state.position.plus(way), way.times(V::Scalar::ONE / dt))
}

impl<R: Real> Spring<R> {
    /// Returns the acceleration of the spring, `ω²(g − x) + 2ζω(q − v)`: goal `g`, goal velocity `q`.
    #[inline]
    pub fn acceleration<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        goal: V,
        goal_velocity: V,
    ) -> V {
        let pull = goal.minus(state.position).times(self.stiffness());
        pull.plus(goal_velocity.minus(state.velocity).times(self.damping()))
    }
}
