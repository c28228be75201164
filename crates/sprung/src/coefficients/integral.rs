//! The exact integral of a spring's position: the distance covered when a spring moves the velocity.

use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The exact distance covered during one step when a spring moves the velocity.
///
/// With the sprung value `u`, its rate of change `w` and the held goal `g`,
/// `∫u dt = g·dt + A·(u − g) + B·w`, where `A = ∫xx dt` and `B = ∫xv dt` over the step. Both come from the
/// differential equation without the cancellation of the textbook form, which divides a difference by `ω²`.
///
/// Accuracy: `A` within 1e-14 (`f64`) and 6e-7 (`f32`) of `dt`, `B` of `dt²`.
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (controllers), there for critical damping.
///
/// ```
/// use sprung::{Spring, State};
///
/// let spring = Spring::new(8.0, 1.0)?;
/// let start = State::at_rest(0.0f64);
/// let far = spring.integral_step(10.0).apply(start, 3.0);
/// assert!((far - 3.0 * (10.0 - spring.lag())).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IntegralStep<R> {
    from_goal: R,
    from_offset: R,
    from_velocity: R,
}

impl<R: Real> Spring<R> {
    /// The exact integral over `dt` seconds towards a held goal. A `dt` that is 0, negative or NaN gives 0.
    pub fn integral_step(&self, dt: R) -> IntegralStep<R> {
        let transition = self.transition(dt);
        let (area, lag) = transition.area_and_lag();
        let dt = transition.seconds;
        let rested = transition.xx() == R::ZERO && transition.reach == R::ZERO;
        IntegralStep {
            from_goal: dt,
            from_offset: if rested { self.lag() } else { dt * (transition.reach + lag) },
            from_velocity: if rested { R::ONE / self.stiffness() } else { dt * (dt * area) },
        }
    }
}

impl<R: Real> IntegralStep<R> {
    /// The integral of the position of `state` over the step.
    #[inline]
    #[must_use]
    pub fn apply<V: Vector<Scalar = R>>(&self, state: State<V>, goal: V) -> V {
        let offset = state.position.minus(goal);
        let transient =
            offset.times(self.from_offset).plus(state.velocity.times(self.from_velocity));
        goal.times(self.from_goal).plus(transient)
    }
}
