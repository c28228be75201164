//! The velocity spring: travels to its goal at a given speed, with a smooth start and arrival.

use crate::motion::timed_spring::{TimedGoal, TimedSpring, TimedStep};
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A spring that follows a point moving towards the goal at a given speed.
///
/// The timed spring whose time is distance over speed: the intermediate point is at the goal after
/// `|goal − intermediate|/speed` seconds. Exact at every frame rate, in any number of dimensions.
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (velocity spring), there for one dimension.
///
/// ```
/// use sprung::{Spring, motion::VelocitySpring};
///
/// let spring = Spring::critical(30.0)?;
/// let step = spring.velocity_step(10.0, 0.1, 1.0 / 60.0);
/// let mut train = VelocitySpring::at_rest([0.0f64, 0.0]);
/// for _ in 0..120 {
///     train.update([30.0, 40.0], &step);
/// }
/// let speed = train.state.velocity[0].hypot(train.state.velocity[1]);
/// assert!((speed - 10.0).abs() < 1e-9);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("move_toward", "MoveTowards", "FInterpConstantTo", "constant speed"))]
#[doc(alias = "velocity_spring_damper_exact")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("VelocitySpringDamper", "VelocitySpringDamperF"))]
pub struct VelocitySpring<V> {
    /// The position and velocity of the spring.
    pub state: State<V>,
    /// The point that moves steadily towards the goal.
    pub intermediate: V,
}

impl<V: Vector> VelocitySpring<V> {
    /// At rest at a position.
    pub const fn at_rest(position: V) -> Self {
        VelocitySpring { state: State::at_rest(position), intermediate: position }
    }

    /// Moves the spring and its intermediate point by one step towards a held goal.
    ///
    /// A step of no time changes nothing; an infinite one ends at rest on the goal, or on the intermediate point where it
    /// stays.
    pub fn update(&mut self, goal: V, step: &VelocityStep<V::Scalar>) {
        let distance = goal.minus(self.intermediate).length();
        let zero = V::Scalar::ZERO;
        let (position, time_left) = if step.speed > zero {
            (goal, distance / step.speed)
        } else {
            (self.intermediate, zero)
        };
        let mut timed = TimedSpring { state: self.state, intermediate: self.intermediate };
        timed.update(TimedGoal { position, time_left }, &step.timed);
        (self.state, self.intermediate) = (timed.state, timed.intermediate);
    }
}

/// The exact step of a [`VelocitySpring`], for any number of them with one spring, speed, look-ahead and time step.
///
/// ```
/// let step = sprung::Spring::critical(20.0f64)?.velocity_step(3.0, 0.1, 1.0 / 60.0);
/// assert_eq!(step.dt(), 1.0 / 60.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VelocityStep<R> {
    timed: TimedStep<R>,
    speed: R,
}

impl<R: Real> Spring<R> {
    /// Returns the step over `dt` seconds of a [`VelocitySpring`] that travels at `speed` (units per second).
    ///
    /// A speed that is 0, negative or NaN leaves the intermediate point where it is, and the spring settles there; an
    /// infinite one is at the goal at once. `lookahead` (seconds) and `dt` as in [`timed_step`](Self::timed_step).
    pub fn velocity_step(&self, speed: R, lookahead: R, dt: R) -> VelocityStep<R> {
        VelocityStep { timed: self.timed_step(lookahead, dt), speed }
    }
}

impl<R: Real> VelocityStep<R> {
    /// The time of the step in seconds: 0 for one that changes nothing.
    pub const fn dt(&self) -> R {
        self.timed.dt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_one_second(frames: &[f64]) -> State<f64> {
        let spring = Spring::new(15.0, 0.6).unwrap();
        let mut moving = VelocitySpring { state: State::new(0.0, -2.0), intermediate: 0.0 };
        for &dt in frames {
            moving.update(-5.0, &spring.velocity_step(8.0, 0.15, dt));
        }
        moving.state
    }

    #[test]
    fn every_frame_rate_and_a_hitch_give_the_same_motion() {
        let reference = after_one_second(&[1.0 / 1024.0; 1024]);
        for frames in [&[1.0 / 16.0; 16][..], &[0.61, 0.14, 0.25], &[1.0]] {
            let state = after_one_second(frames);
            assert!((state.position - reference.position).abs() < 1e-12, "{frames:?}");
            assert!((state.velocity - reference.velocity).abs() < 1e-11);
        }
    }

    #[test]
    fn goals_too_far_to_be_squared_are_approached_at_the_speed() {
        let spring = Spring::<f32>::critical(10.0).unwrap();
        let mut moving = VelocitySpring::at_rest([0.0f32, 0.0]);
        moving.update([3e25, -4e25], &spring.velocity_step(5e20, 0.1, 1.0));
        let [x, y] = moving.intermediate;
        assert!((x / 3e20 - 1.0).abs() < 1e-6 && (y / -4e20 - 1.0).abs() < 1e-6, "{x} {y}");
    }

    #[test]
    fn without_speed_it_settles_where_it_is() {
        let spring = Spring::critical(10.0).unwrap();
        let mut moving = VelocitySpring::at_rest(2.0f64);
        moving.update(9.0, &spring.velocity_step(0.0, 0.1, 5.0));
        assert_eq!(moving.state.position, 2.0);
    }
}
