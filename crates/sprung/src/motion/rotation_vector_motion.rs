//! Double, timed and velocity springs for rotations: the motions of vectors, run on the rotation vector from the goal.

use crate::math::rotation::{direction, length, rotation_vector_rate};
use crate::motion::double_spring::DoubleSpring;
use crate::motion::motion_trait::Motion;
use crate::motion::rotation_state::RotationState;
use crate::motion::timed_spring::{TimedGoal, TimedSpring, TimedStep};
use crate::motion::velocity_spring::VelocitySpring;
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A motion of vectors `M` that turns a rotation: it moves the rotation vector from the goal, whose goal is 0.
///
/// So it is linear, exact at every frame rate and split invariant to 2e-13 (`f64`), and about one axis it is the motion of
/// the angle. When the goal changes, the rotations and angular velocities of its parts go on unbroken; each part then
/// turns to the new goal on its shortest path, the value by the side of its intermediate goal, and a rate is not stretched.
///
/// [`DoubleRotationSpring`], [`TimedRotationSpring`] and [`VelocityRotationSpring`] are its kinds.
/// D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*, leaves them as an exercise.
///
/// ```
/// use sprung::motion::DoubleRotationSpring;
/// use sprung::{DoubleStep, Rotation};
///
/// let goal = Rotation::from_rotation_vector([0.0, 1.0, 0.0]);
/// let mut turret = DoubleRotationSpring::at_rest(Rotation::IDENTITY);
/// turret.update(goal, &DoubleStep::from_halflife(0.2, 0.2)?);
/// assert!((turret.state().rotation.to_rotation_vector()[1] - 0.5f64).abs() < 1e-14);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RotationVectorMotion<R, M> {
    #[cfg_attr(feature = "serde", serde(bound(serialize = "R: serde::Serialize")))]
    #[cfg_attr(feature = "serde", serde(bound(deserialize = "R: Real + serde::Deserialize<'de>")))]
    goal: Rotation<R>,
    relative: M,
}

/// A rotation on two springs in series: turns with a smooth start; see [`DoubleSpring`].
#[doc(alias = "CriticalDoubleSpringDamperQuat")]
pub type DoubleRotationSpring<R> = RotationVectorMotion<R, DoubleSpring<[R; 3]>>;

/// A rotation that reaches its goal at a given time; see [`TimedSpring`].
pub type TimedRotationSpring<R> = RotationVectorMotion<R, TimedSpring<[R; 3]>>;

/// A rotation on a spring whose intermediate goal turns at a steady speed, rad/s; see [`VelocitySpring`].
pub type VelocityRotationSpring<R> = RotationVectorMotion<R, VelocitySpring<[R; 3]>>;

/// A motion of rotation vectors by its parts: the value, and the intermediate goal that it follows.
pub trait RotationVectors<R>: Motion + sealed::Sealed {
    #[doc(hidden)]
    fn parts(&self) -> [State<[R; 3]>; 2];
    #[doc(hidden)]
    fn of_parts(parts: [State<[R; 3]>; 2]) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl<V> Sealed for super::DoubleSpring<V> {}
    impl<V> Sealed for super::TimedSpring<V> {}
    impl<V> Sealed for super::VelocitySpring<V> {}
}

impl<R: Real> RotationVectors<R> for DoubleSpring<[R; 3]> {
    fn parts(&self) -> [State<[R; 3]>; 2] {
        [self.state, self.intermediate]
    }

    fn of_parts([state, intermediate]: [State<[R; 3]>; 2]) -> Self {
        DoubleSpring { state, intermediate }
    }
}

macro_rules! with_intermediate_position {
    ($($motion:ident)+) => {$(
        impl<R: Real> RotationVectors<R> for $motion<[R; 3]> {
            fn parts(&self) -> [State<[R; 3]>; 2] {
                [self.state, State::at_rest(self.intermediate)]
            }

            fn of_parts([state, intermediate]: [State<[R; 3]>; 2]) -> Self {
                $motion { state, intermediate: intermediate.position }
            }
        }
    )+};
}
with_intermediate_position! { TimedSpring VelocitySpring }

impl<R: Real, M: RotationVectors<R>> RotationVectorMotion<R, M> {
    /// At rest at a rotation, which is its goal.
    pub fn at_rest(rotation: Rotation<R>) -> Self {
        let none = State::at_rest([R::ZERO; 3]);
        RotationVectorMotion { goal: rotation, relative: M::of_parts([none, none]) }
    }

    /// Returns the rotation and the angular velocity.
    pub fn state(&self) -> RotationState<R> {
        let [value, _] = self.relative.parts();
        RotationState::from_relative(value, &self.goal)
    }

    /// Returns the goal.
    pub const fn goal(&self) -> Rotation<R> {
        self.goal
    }

    /// Turns towards another goal from now on; nothing jumps.
    pub fn set_goal(&mut self, goal: Rotation<R>) {
        if goal == self.goal || goal.xyzw().map(|component| -component) == self.goal.xyzw() {
            return;
        }
        let [value, between] = self
            .relative
            .parts()
            .map(|part| (part, RotationState::from_relative(part, &self.goal)));
        let shortest =
            |state: RotationState<R>| state.rotation.relative_to(&goal).to_rotation_vector();
        let (r, middle) = (shortest(value.1), shortest(between.1));
        let long = direction(r).map_or(r, |(axis, _)| r.minus(axis.times(R::TWO * R::PI)));
        let nearer = length(long.minus(middle)) < length(r.minus(middle));
        // The rate is not stretched: goals that jump in every frame would stretch it without end.
        let moved = |(part, state): (State<[R; 3]>, RotationState<R>), r: [R; 3]| {
            let rate = rotation_vector_rate(r, state.angular_velocity);
            let (before, after) = (length(part.velocity), length(rate));
            State::new(r, if after > before { rate.times(before / after) } else { rate })
        };
        let parts = [moved(value, if nearer { long } else { r }), moved(between, middle)];
        (self.goal, self.relative) = (goal, M::of_parts(parts));
    }
}

impl<R: Real, M: RotationVectors<R> + Motion<Goal = [R; 3]>> RotationVectorMotion<R, M> {
    /// Turns by one step towards a goal; on a step of 0 seconds only the goal changes.
    pub fn update(&mut self, goal: Rotation<R>, step: &M::Step) {
        self.set_goal(goal);
        self.relative.update([R::ZERO; 3], step);
    }
}

impl<R: Real, M: RotationVectors<R> + Motion<Goal = [R; 3]>> Motion for RotationVectorMotion<R, M> {
    type Goal = Rotation<R>;
    type Step = M::Step;

    fn update(&mut self, goal: Rotation<R>, step: &M::Step) {
        RotationVectorMotion::update(self, goal, step);
    }
}

impl<R: Real> TimedRotationSpring<R> {
    /// Turns by one step towards a goal that is to be reached in `time_left` seconds; see [`TimedSpring::update`].
    ///
    /// ```
    /// use sprung::motion::TimedRotationSpring;
    /// use sprung::{Rotation, Spring};
    ///
    /// let spring = Spring::critical(20.0f64)?;
    /// let step = spring.timed_step(spring.default_lookahead(), 0.1);
    /// let goal = Rotation::from_rotation_vector([0.0, 1.0, 0.0]);
    /// let mut door = TimedRotationSpring::at_rest(Rotation::IDENTITY);
    /// for frame in 0..20 {
    ///     door.update_timed(goal, 1.0 - 0.1 * f64::from(frame), &step);
    /// }
    /// assert!((door.state().rotation.to_rotation_vector()[1] - 1.0).abs() < 1e-6);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn update_timed(&mut self, goal: Rotation<R>, time_left: R, step: &TimedStep<R>) {
        self.set_goal(goal);
        self.relative.update(TimedGoal { position: [R::ZERO; 3], time_left }, step);
    }
}
