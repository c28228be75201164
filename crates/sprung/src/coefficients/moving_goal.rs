//! Exact steps towards a goal that moves linearly during the step (first-order hold).

use crate::coefficients::SpringStep;
use crate::math::transition::Transition;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// The exact step towards a goal that moves linearly from where it was to where it is.
///
/// Two readings of "damping", both exact for goals that are piecewise linear, at any frame rate and with any
/// subdivision of it:
///
/// - [`Spring::follow_step`]: damping relative to the world. Starts softly, lags behind a steady goal by `2ζ/ω`.
/// - [`Spring::track_step`]: damping relative to the goal. No lag, but a sudden start of the goal is felt at once.
///
/// With `ġ = (to − from)/dt`, follow is `Φ` on `(e + 2ζ/ω·ġ, v − ġ)` and track is `Φ` on `(e, v − ġ)`.
/// Accuracy: as [`SpringStep`], with the goal's motion `|to − from|` as the scale of position.
///
/// ```
/// use sprung::{Spring, State};
///
/// let spring = Spring::new(10.0, 1.0)?;
/// let (mut lagging, mut tracking) = (State::at_rest(0.0), State::new(0.0, 1.0));
/// for frame in 0..600 {
///     let (from, to) = (frame as f64 / 60.0, (frame + 1) as f64 / 60.0);
///     lagging = spring.follow_step(1.0 / 60.0).apply(lagging, from, to);
///     tracking = spring.track_step(1.0 / 60.0).apply(tracking, from, to);
/// }
/// assert!((lagging.position - (10.0 - spring.lag())).abs() < 1e-12);
/// assert!((tracking.position - 10.0).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingGoalStep<R> {
    pub(crate) step: SpringStep<R>,
    position_from_motion: R,
    velocity_from_motion: R,
}

impl<R: Real> Spring<R> {
    /// The exact step that follows a linearly moving goal, damped relative to the world: lags by `2ζ/ω`.
    #[doc(alias("first-order hold", "moving goal"))]
    pub fn follow_step(&self, dt: R) -> MovingGoalStep<R> {
        let transition = self.transition(dt);
        let (_, lag) = transition.area_and_lag();
        let (gained, missed) = (transition.follow(lag), transition.reach + lag);
        MovingGoalStep::new(&transition, gained, missed, -transition.xx_change())
    }

    /// The exact step that tracks a linearly moving goal, damped relative to the goal: no lag.
    #[doc(alias = "feedforward")]
    pub fn track_step(&self, dt: R) -> MovingGoalStep<R> {
        let transition = self.transition(dt);
        let missed = transition.reach;
        MovingGoalStep::new(&transition, R::ONE - missed, missed, -transition.vv_change())
    }
}

impl<R: Real> MovingGoalStep<R> {
    /// `gained` is the response of a spring at rest to a unit of goal motion, `missed` the rest of that unit.
    fn new(transition: &Transition<R>, gained: R, missed: R, speed: R) -> Self {
        // In an endless step a goal moves endlessly slowly.
        let moves = transition.seconds > R::ZERO && transition.seconds < R::MAX;
        MovingGoalStep {
            step: SpringStep::of(transition),
            position_from_motion: if transition.short { gained } else { -missed },
            velocity_from_motion: if moves { speed / transition.seconds } else { R::ZERO },
        }
    }

    /// The state one step later, while the goal moved steadily `from` → `to`.
    ///
    /// In a step of 0 seconds a goal cannot move: nothing changes for any `from` and `to`.
    #[inline]
    pub fn apply<V: Vector<Scalar = R>>(&self, state: State<V>, from: V, to: V) -> State<V> {
        let motion = to.minus(from);
        let free = self.step.advance(state, state.position.minus(from), to);
        State::new(
            free.position.plus(motion.times(self.position_from_motion)),
            free.velocity.plus(motion.times(self.velocity_from_motion)),
        )
    }

    /// The offset from the goal and the velocity one step later, while the goal moved steadily by `motion`.
    ///
    /// `relative.position` is the offset from where the goal was, the result's from where it is: [`apply`](Self::apply) of
    /// the same motion to rounding. A step waits for three operations of the one before instead of five, which is what a
    /// loop over a series takes.
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let step = Spring::new(10.0, 0.5)?.follow_step(0.01);
    /// let (seen, from, to) = (State::new(3.0, -1.0), 2.0, 2.25_f64);
    /// let next = step.apply(seen, from, to);
    /// let relative = step.apply_relative(State::new(seen.position - from, seen.velocity), to - from);
    /// assert!((to + relative.position - next.position).abs() < 1e-15);
    /// assert!((relative.velocity - next.velocity).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[inline]
    pub fn apply_relative<V: Vector<Scalar = R>>(&self, relative: State<V>, motion: V) -> State<V> {
        let State { position: offset, velocity } = relative;
        let (free, from_motion) = (&self.step, self.position_from_motion);
        let moved = offset
            .times(free.position_from_offset)
            .plus(velocity.times(free.position_from_velocity));
        let turned = offset
            .times(free.velocity_from_offset)
            .plus(velocity.times(free.velocity_from_velocity));
        let gained = motion.times(self.velocity_from_motion);
        if free.short {
            let missed = motion.times(from_motion - R::ONE);
            State::new(moved.plus(offset.plus(missed)), turned.plus(velocity.plus(gained)))
        } else {
            State::new(moved.plus(motion.times(from_motion)), turned.plus(gained))
        }
    }
}
