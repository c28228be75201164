//! The critical spring, the simple spring and the decay spring: as fast as possible without overshoot, by one parameter.

use crate::coefficients::{GoalVelocityStep, SpringStep};
use crate::params::CRITICAL_HALF_PHASE;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// Moves a state towards a goal that is never overshot from rest: the critical spring with its goal velocity 0.
///
/// `halflife` is the true one: half of the offset is left after it, from rest. A half-life of 0 is at the goal at once,
/// an infinite one pulls nothing, a negative or NaN one makes the state NaN. A `dt` that is 0, negative or NaN changes
/// nothing. One exponential per call; for many states share [`SpringStep::critical`].
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (simple spring damper).
///
/// ```
/// use sprung::{State, motion::simple_spring};
///
/// let half = simple_spring(State::at_rest(0.0f64), 10.0, 0.2, 0.2);
/// assert!((half.position - 5.0).abs() < 1e-14);
/// ```
#[doc(alias("SmoothDamp", "critically damped", "simple_spring_damper"))]
#[doc(alias = "simple_spring_damper_exact")]
#[inline]
pub fn simple_spring<V: Vector>(
    state: State<V>,
    goal: V,
    halflife: V::Scalar,
    dt: V::Scalar,
) -> State<V> {
    SpringStep::critical(critical_frequency(halflife), dt).apply(state, goal)
}

/// Fades an offset and its velocity to zero by a critical spring, for inertialization: the simple spring with its goal at the origin.
///
/// `halflife` is the true one; half-life and `dt` as in [`simple_spring`].
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.
///
/// ```
/// use sprung::{State, motion::decay_spring};
///
/// let offset = State::new([1.0f64, -2.0], [0.0, 3.0]);
/// let gone = decay_spring(offset, 0.1, 3.0);
/// assert!(gone.position[0].abs() < 1e-15 && gone.velocity[1].abs() < 1e-15);
/// ```
#[doc(alias = "decay_spring_damper_exact")]
#[inline]
#[doc(alias = "CriticalDecay")]
pub fn decay_spring<V: Vector>(offset: State<V>, halflife: V::Scalar, dt: V::Scalar) -> State<V> {
    simple_spring(offset, V::ZERO, halflife, dt)
}

/// The critical spring with Holden's goal velocity: damping pulls the velocity towards `goal_velocity`.
///
/// Comes to rest at `goal + (2/ω)·goal_velocity`, where `ω = 1.678347/halflife`: see
/// [`GoalVelocityStep`](crate::GoalVelocityStep) for what that means, and for other damping ratios. Half-life and `dt` as
/// in [`simple_spring`].
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (critical spring damper).
#[doc(alias("SmoothDamp", "critically damped", "critical_spring_damper"))]
#[doc(alias("CriticallyDampedSmoothing", "critical_spring_damper_exact"))]
#[inline]
#[doc(alias = "CriticalSpringDamper")]
pub fn critical_spring<V: Vector>(
    state: State<V>,
    goal: V,
    goal_velocity: V,
    halflife: V::Scalar,
    dt: V::Scalar,
) -> State<V> {
    GoalVelocityStep::critical(critical_frequency(halflife), dt).apply(state, goal, goal_velocity)
}

/// The angular frequency of the critical spring with a true half-life; NaN for a negative or NaN one.
pub(super) fn critical_frequency<R: Real>(halflife: R) -> R {
    if !(halflife >= R::ZERO) {
        return R::from_f64(f64::NAN);
    }
    // −0 is a zero, but 1/−0 would be negative.
    R::from_f64(CRITICAL_HALF_PHASE) / (halflife + R::ZERO)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_half_life_gives_nan() {
        let state = State::new(1.0, 2.0);
        for halflife in [f64::NAN, -1.0, f64::NEG_INFINITY] {
            assert!(simple_spring(state, 5.0, halflife, 0.1).position.is_nan());
            assert!(critical_spring(state, 5.0, 1.0, halflife, 0.1).position.is_nan());
            assert_eq!(simple_spring(state, 5.0, halflife, 0.0), state);
        }
        for halflife in [0.0, -0.0] {
            assert_eq!(simple_spring(state, 5.0, halflife, 0.1), State::at_rest(5.0));
            assert_eq!(critical_spring(state, 5.0, 1.0, halflife, 0.1), State::at_rest(5.0));
        }
    }

    #[test]
    fn an_endless_half_life_drifts_and_an_endless_step_of_it_changes_nothing() {
        let state = State::new(1.0f32, 2.0);
        for halflife in [1e38, f32::MAX, f32::INFINITY] {
            let drifted = critical_spring(state, 5.0, 1.0, halflife, 0.5);
            assert_eq!(drifted, State::new(2.0, 2.0), "{halflife}");
        }
        assert_eq!(simple_spring(state, 5.0, f32::INFINITY, f32::INFINITY), state);
        assert_eq!(simple_spring(state, 5.0, 1e38, f32::INFINITY), State::at_rest(5.0));
    }
}
