//! Rotation springs towards a goal that turns: with a goal angular velocity, between two goals, behind an animation.
//!
//! Each is its scalar motion on the rotation vector `r` from a frame that turns with the goal, and its rate: what is seen
//! is `exp(r)` after the frame's rotation, and turns with `J(r)·r′ + exp(r)·w` where the frame turns with `w` (`J` is the
//! left Jacobian of SO(3)). The frame and `r` go on through a step that is split, so the parts give the whole.

use crate::coefficients::{GoalVelocityStep, MovingGoalStep, SpringStep};
use crate::motion::rotation_spring::held_rate;
use crate::motion::rotation_state::RotationState;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

impl<R: Real> GoalVelocityStep<R> {
    /// Turns towards a held goal, damped towards a goal angular velocity `w` (rad/s): `r″ + 2ζω(r′ − w) + ω²r = 0` for the
    /// rotation vector `r` from the goal.
    ///
    /// On the shortest path; about one axis it is [`GoalVelocityStep::apply`] of the angle. It rests at the rotation vector
    /// `2ζ/ω·w` from the goal, which must be less than half a turn. Split invariant to 4e-13 (`f64`).
    ///
    /// ```
    /// use sprung::motion::RotationState;
    /// use sprung::{Rotation, Spring};
    ///
    /// let spring = Spring::new(4.0f64, 0.5)?;
    /// let start = RotationState::at_rest(Rotation::IDENTITY);
    /// let step = spring.goal_velocity_step(100.0);
    /// let end = step.apply_rotation(start, Rotation::IDENTITY, [0.0, 0.8, 0.0]);
    /// assert!((end.rotation.to_rotation_vector()[1] - spring.lag() * 0.8).abs() < 1e-12);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[doc(alias = "v_goal")]
    pub fn apply_rotation(
        &self,
        state: RotationState<R>,
        goal: Rotation<R>,
        goal_angular_velocity: [R; 3],
    ) -> RotationState<R> {
        let frame = RotationState::at_rest(goal);
        in_frame(state, &self.step, frame, frame, |offset| {
            self.apply(offset, [R::ZERO; 3], goal_angular_velocity)
        })
    }
}

impl<R: Real> MovingGoalStep<R> {
    /// Turns after a goal that turns steadily `from` → `to` in the step, on the shortest path.
    ///
    /// With [`follow_step`](crate::Spring::follow_step) damping is relative to the world and a steady goal is lagged behind
    /// by `2ζ/ω` times its angular velocity, which must be less than half a turn; with
    /// [`track_step`](crate::Spring::track_step) it is relative to the goal. About one axis it is
    /// [`MovingGoalStep::apply`] of the angle. Split invariant to 4e-13 (`f64`) about any axes.
    ///
    /// The offset is carried in the goal's frame, so a goal that turns far in one step takes along an offset across its axis:
    /// one that jumps is to be handed over as held, `from` = `to`.
    ///
    /// ```
    /// use sprung::motion::RotationState;
    /// use sprung::{Rotation, Spring};
    ///
    /// let about_y = |angle: f64| Rotation::from_rotation_vector([0.0, angle, 0.0]);
    /// let step = Spring::new(10.0, 1.0)?.track_step(1.0 / 60.0);
    /// let mut state = RotationState::new(about_y(0.0), [0.0, 1.0, 0.0]);
    /// for frame in 0..60 {
    ///     let (from, to) = (frame as f64 / 60.0, (frame + 1) as f64 / 60.0);
    ///     state = step.apply_rotation(state, about_y(from), about_y(to));
    /// }
    /// assert!((state.rotation.to_rotation_vector()[1] - 1.0).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn apply_rotation(
        &self,
        state: RotationState<R>,
        from: Rotation<R>,
        to: Rotation<R>,
    ) -> RotationState<R> {
        let turn = to.relative_to(&from).to_rotation_vector();
        let spin = turn.times(R::ONE / self.step.dt());
        let [before, after] = [from, to].map(|goal| RotationState::new(goal, spin));
        in_frame(state, &self.step, before, after, |offset| {
            // As seen from where the goal ends: there it comes from `−turn`.
            let start = State::new(offset.position.minus(turn), offset.velocity.plus(spin));
            let end = self.apply(start, turn.times(-R::ONE), [R::ZERO; 3]);
            State::new(end.position, end.velocity.minus(spin))
        })
    }
}

impl<R: Real> SpringStep<R> {
    /// Turns with an animation: the offset from it decays, and its angular velocity and angular acceleration (rad/s²) at
    /// the end of the step are fed forward.
    ///
    /// The animation is the one at the end of the step; before, it was turned back by `w·dt − a·dt²/2`, which is exact
    /// where `a` is along `w`. About one axis it is [`SpringStep::apply_tracking`] of the angle. Split invariant to 4e-13
    /// (`f64`) where the animation is. An infinite angular frequency is on the animation at once.
    ///
    /// ```
    /// use sprung::motion::RotationState;
    /// use sprung::{Rotation, Spring};
    ///
    /// // On an animation that turns by 3 rad/s, it stays.
    /// let animation = |time: f64| {
    ///     RotationState::new(Rotation::from_rotation_vector([0.0, 3.0 * time, 0.0]), [0.0, 3.0, 0.0])
    /// };
    /// let step = Spring::new(10.0, 0.7)?.step(0.1);
    /// let tracked = step.apply_rotation_tracking(animation(0.0), animation(0.1), [0.0; 3]);
    /// assert!((tracked.rotation.to_rotation_vector()[1] - 0.3).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[doc(alias = "tracking_spring_update")]
    pub fn apply_rotation_tracking(
        &self,
        state: RotationState<R>,
        animation: RotationState<R>,
        angular_acceleration: [R; 3],
    ) -> RotationState<R> {
        let dt = self.dt();
        if self.ends_at_rest() {
            return animation;
        }
        let gained = angular_acceleration.times(dt);
        let back = gained.times(R::HALF).minus(animation.angular_velocity).times(dt);
        let before = RotationState::new(
            animation.rotation.then(&Rotation::from_rotation_vector(back)).normalized(),
            animation.angular_velocity.minus(gained),
        );
        in_frame(state, self, before, animation, |offset| self.apply(offset, [R::ZERO; 3]))
    }
}

/// The state after a step of its offset from a frame, which turns in the meantime; no step of no seconds changes it.
fn in_frame<R: Real>(
    state: RotationState<R>,
    step: &SpringStep<R>,
    before: RotationState<R>,
    after: RotationState<R>,
    advance: impl FnOnce(State<[R; 3]>) -> State<[R; 3]>,
) -> RotationState<R> {
    if step.dt() == R::ZERO {
        return state;
    }
    let (offset, spin) = state.offset_from(&before);
    let rate = held_rate(offset.velocity, spin, step);
    after.with_offset(advance(State::new(offset.position, rate)))
}
