//! The critical spring and the simple spring: as fast as possible without overshoot, by one parameter.

use crate::coefficients::SpringStep;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// Moves a state towards a goal that is never overshot from rest: the critical spring with its goal velocity 0.
///
/// `halflife` is the true one: half of the way is left after it, starting at rest. A half-life of 0 or below is at the
/// goal at once. One exponential per call; for many states share [`SpringStep::critical`].
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (simple spring damper).
///
/// ```
/// use sprung::{State, motion::simple_spring};
///
/// let half = simple_spring(State::at_rest(0.0f64), 10.0, 0.2, 0.2);
/// assert!((half.position - 5.0).abs() < 1e-14);
/// ```
#[inline]
#[must_use]
pub fn simple_spring<V: Vector>(
    state: State<V>,
    goal: V,
    halflife: V::Scalar,
    dt: V::Scalar,
) -> State<V> {
    SpringStep::critical(critical_frequency(halflife), dt).apply(state, goal)
}

/// The critical spring with Holden's goal velocity: damping pulls the velocity towards `goal_velocity`.
///
/// Comes to rest at `goal + (2/ω)·goal_velocity`, where `ω = 1.678347/halflife`: see
/// [`GoalVelocityStep`](crate::GoalVelocityStep) for what that means, and for other damping ratios.
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (critical spring damper).
#[inline]
#[must_use]
pub fn critical_spring<V: Vector>(
    state: State<V>,
    goal: V,
    goal_velocity: V,
    halflife: V::Scalar,
    dt: V::Scalar,
) -> State<V> {
    let angular_frequency = critical_frequency(halflife);
    let pulls = angular_frequency > V::Scalar::ZERO;
    let lag = if pulls { V::Scalar::TWO / angular_frequency } else { V::Scalar::ZERO };
    let displaced = goal.plus(goal_velocity.times(lag));
    SpringStep::critical(angular_frequency, dt).apply(state, displaced)
}

/// The angular frequency of the critical spring with a true half-life.
pub(super) fn critical_frequency<R: Real>(halflife: R) -> R {
    R::from_f64(CRITICAL_HALF_PHASE) / halflife.max(R::ZERO)
}

/// The phase at which a critical spring has half of its offset left: `(1 + τ)·e^(−τ) = 1/2`.
const CRITICAL_HALF_PHASE: f64 = 1.678_346_990_016_660_6;
