//! The trait that all motions have in common.

use crate::coefficients::{CharacterStep, DoubleStep, LimitedStep, SpringStep};
use crate::motion::camera::CameraRig;
use crate::motion::camera_step::{CameraGoal, CameraStep};
use crate::motion::character::Character;
use crate::motion::double_spring::DoubleSpring;
use crate::motion::fixed_camera::FixedCamera;
use crate::motion::limited_tracker::LimitedTracker;
use crate::motion::rotation_joint::JointSpring;
use crate::motion::rotation_state::RotationState;
use crate::motion::rotation_unwrapped::UnwrappedRotation;
use crate::motion::scale_spring::ScaleSpring;
use crate::motion::timed_spring::{TimedGoal, TimedSpring, TimedStep};
use crate::motion::velocity_spring::{VelocitySpring, VelocityStep};
use crate::real::Real;
use crate::rotation::Rotation;
use crate::state::State;
use crate::vector::Vector;

/// A state that a step moves towards a goal.
///
/// Parameters make a step for a time `dt`, once for any number of states; the step carries `dt`, and moves a state towards
/// a goal that is held during the step.
///
/// | state | goal | step, made by |
/// |---|---|---|
/// | [`State`] | the vector | [`SpringStep`], [`Spring::step`](crate::Spring::step) |
/// | [`RotationState`], [`UnwrappedRotation`] | [`Rotation`] | the same |
/// | [`ScaleSpring`] | scale per axis | the same |
/// | [`DoubleSpring`] | the vector | [`DoubleStep`], [`DoubleStep::from_halflife`] |
/// | [`TimedSpring`] | [`TimedGoal`] | [`TimedStep`], [`Spring::timed_step`](crate::Spring::timed_step) |
/// | [`VelocitySpring`] | the vector | [`VelocityStep`], [`Spring::velocity_step`](crate::Spring::velocity_step) |
/// | [`JointSpring`] | [`Rotation`] | [`SpringStep`] |
/// | [`LimitedTracker`] | a [`State`] | [`LimitedStep`], [`MotionLimits::step`](crate::MotionLimits::step) |
/// | [`Character`] | goal velocity | [`CharacterStep`], [`Spring::character_step`](crate::Spring::character_step) |
/// | [`CameraRig`] | [`CameraGoal`] | [`CameraStep`], [`CameraSprings::step`](crate::motion::CameraSprings::step) |
/// | [`FixedCamera`] | the player, a [`State`] | the same |
///
/// ```
/// use sprung::motion::{Motion, RotationState};
/// use sprung::{Rotation, Spring, State};
///
/// fn play<M: Motion>(mut motion: M, goal: M::Goal, step: &M::Step) -> M {
///     for _ in 0..600 {
///         motion.update(goal, step);
///     }
///     motion
/// }
/// let step = Spring::critical(12.0f64)?.step(1.0 / 60.0);
/// let goal = Rotation::from_rotation_vector([0.0, 1.0, 0.0]);
/// assert!((play(State::at_rest(0.0f64), 2.0, &step).position - 2.0).abs() < 1e-12);
/// let turned = play(RotationState::default(), goal, &step).rotation;
/// assert!((turned.to_rotation_vector()[1] - 1.0).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
pub trait Motion: Copy {
    /// The value that the motion moves towards.
    type Goal: Copy;
    /// The coefficients of one time step.
    type Step;
    /// Moves the state by one step towards a goal. A step of no time changes nothing.
    fn update(&mut self, goal: Self::Goal, step: &Self::Step);
}

impl<V: Vector> Motion for State<V> {
    type Goal = V;
    type Step = SpringStep<V::Scalar>;
    #[inline]
    fn update(&mut self, goal: V, step: &Self::Step) {
        *self = step.apply(*self, goal);
    }
}

impl<R: Real> Motion for RotationState<R> {
    type Goal = Rotation<R>;
    type Step = SpringStep<R>;
    fn update(&mut self, goal: Rotation<R>, step: &Self::Step) {
        *self = step.apply_rotation(*self, goal);
    }
}

/// Implements [`Motion`] by the method of the same name.
macro_rules! motions {
    ($([$($parameters:tt)*] $state:ty, $goal:ty, $step:ty;)*) => {$(
        impl<$($parameters)*> Motion for $state {
            type Goal = $goal;
            type Step = $step;
            #[inline]
            fn update(&mut self, goal: $goal, step: &$step) {
                <$state>::update(self, goal, step);
            }
        }
    )*};
}

motions! {
    [R: Real] UnwrappedRotation<R>, Rotation<R>, SpringStep<R>;
    [R: Real, const N: usize] ScaleSpring<R, N>, [R; N], SpringStep<R>;
    [V: Vector] DoubleSpring<V>, V, DoubleStep<V::Scalar>;
    [V: Vector] TimedSpring<V>, TimedGoal<V>, TimedStep<V::Scalar>;
    [V: Vector] VelocitySpring<V>, V, VelocityStep<V::Scalar>;
    [R: Real] JointSpring<R>, Rotation<R>, SpringStep<R>;
    [R: Real] LimitedTracker<R>, State<R>, LimitedStep<R>;
    [V: Vector] Character<V>, V, CharacterStep<V::Scalar>;
    [R: Real] CameraRig<R>, CameraGoal<R>, CameraStep<R>;
    [R: Real] FixedCamera<R>, State<[R; 3]>, CameraStep<R>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spring;
    use crate::motion::camera_step::CameraSprings;
    use crate::motion::camera_step::Orbit;
    use crate::motion::rotation_state::RotationPath;
    use core::fmt::Debug;

    fn moves<M: Motion + PartialEq + Debug>(start: M, goal: M::Goal, steps: [&M::Step; 2]) -> M {
        let [none, step] = steps;
        let mut motion = start;
        motion.update(goal, none);
        assert_eq!(motion, start);
        motion.update(goal, step);
        assert_ne!(motion, start);
        motion
    }

    #[test]
    fn the_trait_is_the_motion_of_each_type() {
        let spring = Spring::new(7.0f64, 0.5).unwrap();
        let steps = [0.0, 0.1].map(|dt| spring.step(dt));
        let [none, step] = [&steps[0], &steps[1]];
        let state = State::new(1.0, 2.0);
        assert_eq!(moves(state, 4.0, [none, step]), step.apply(state, 4.0));
        let goal = Rotation::from_rotation_vector([0.1, 0.2, 0.3]);
        let turning = RotationState::new(Rotation::IDENTITY, [1.0, 0.0, 0.0]);
        let turned = moves(turning, goal, [none, step]);
        assert_eq!(turned, step.apply_rotation(turning, goal));
        moves(UnwrappedRotation::new(turning, goal, RotationPath::Longest), goal, [none, step]);
        moves(ScaleSpring::new(State::at_rest([1.0])), [2.0], [none, step]);
        let steps = [0.0, 0.1].map(|dt| DoubleStep::new(7.0, dt));
        moves(DoubleSpring::at_rest(1.0), 2.0, [&steps[0], &steps[1]]);
        let steps = [0.0, 0.1].map(|dt| spring.timed_step(0.1, dt));
        let goal = TimedGoal { position: 2.0, time_left: 1.0 };
        moves(TimedSpring::at_rest(1.0), goal, [&steps[0], &steps[1]]);
        let steps = [0.0, 0.1].map(|dt| spring.velocity_step(1.0, 0.1, dt));
        moves(VelocitySpring::at_rest(1.0), 2.0, [&steps[0], &steps[1]]);
        let steps = [0.0, 0.1].map(|dt| spring.character_step(dt));
        moves(Character::at_rest(1.0), 2.0, [&steps[0], &steps[1]]);
        let springs =
            CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: 0.1 };
        let steps = [0.0, 0.1].map(|dt| springs.step(dt));
        let view = Orbit { radius: 3.0, yaw: 0.0, pitch: 0.1 };
        let goal = CameraGoal::new(State::at_rest([1.0; 3]), view);
        moves(CameraRig::new([0.0; 3], view), goal, [&steps[0], &steps[1]]);
    }
}
