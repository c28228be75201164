//! Holden's goal velocity: a held goal, and damping relative to a goal velocity.

use crate::coefficients::SpringStep;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The exact step of `x″ = ω²(g − x) + 2ζω(q − x′)`: goal `g` held, goal velocity `q`.
///
/// The goal position does not move, yet damping pulls the velocity towards `q`. The two disagree, and the spring comes
/// to rest off its goal, at `g + (2ζ/ω)·q`. Right for a goal that is given anew each frame with its current velocity;
/// for a goal that moves *during* the step, [`MovingGoalStep`](crate::MovingGoalStep) has no error that depends on the
/// frame rate.
///
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (the exact spring damper);
/// H. Bowles, *Spring dynamics for production* (target velocity). Accuracy: as [`SpringStep`].
///
/// ```
/// use sprung::{Spring, State};
///
/// let spring = Spring::new(4.0, 0.5)?;
/// let end = spring.goal_velocity_step(100.0).apply(State::at_rest(0.0f64), 1.0, 2.0);
/// assert!((end.position - (1.0 + spring.lag() * 2.0)).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GoalVelocityStep<R> {
    pub(crate) step: SpringStep<R>,
    position_from_goal_velocity: R,
    velocity_from_goal_velocity: R,
}

impl<R: Real> Spring<R> {
    /// The exact step towards a held goal, damped towards a goal velocity (Holden).
    #[doc(alias = "v_goal")]
    pub fn goal_velocity_step(&self, dt: R) -> GoalVelocityStep<R> {
        let transition = self.transition(dt);
        let (_, lag) = transition.area_and_lag();
        // At rest the whole displacement 2ζ/ω is reached, regardless of the time.
        let displaced =
            if transition.xx() == R::ZERO { self.lag() } else { transition.seconds * lag };
        GoalVelocityStep {
            step: SpringStep::of(&transition),
            position_from_goal_velocity: displaced,
            // 1 − vv = (1 − xx) + 2dX.
            velocity_from_goal_velocity: transition.xx_change() - transition.vv_change(),
        }
    }
}

impl<R: Real> GoalVelocityStep<R> {
    /// The step of a critically damped spring by one exponential: see [`SpringStep::critical`].
    pub(crate) fn critical(angular_frequency: R, dt: R) -> Self {
        let step = SpringStep::critical(angular_frequency, dt);
        // A lag too long to be a number belongs to a spring that does not move yet.
        let lag = R::TWO / angular_frequency;
        let left = step.position_from_offset;
        let lost = if step.short { -left } else { R::ONE - left };
        let displaced = if lag < R::INFINITY || lost.is_nan() { lag * lost } else { R::ZERO };
        GoalVelocityStep {
            step,
            position_from_goal_velocity: displaced,
            velocity_from_goal_velocity: left - step.velocity_from_velocity,
        }
    }

    /// The state one step later.
    #[inline]
    pub fn apply<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        goal: V,
        goal_velocity: V,
    ) -> State<V> {
        let free = self.step.apply(state, goal);
        State::new(
            free.position.plus(goal_velocity.times(self.position_from_goal_velocity)),
            free.velocity.plus(goal_velocity.times(self.velocity_from_goal_velocity)),
        )
    }
}
