//! Reduced motion: the same timing without swings, over a short way.

use crate::motion::spring_value::SpringValue;
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A policy for people who ask for less motion: no swings, the same settling time, and a limit of what travels.
///
/// | | full | reduced |
/// |---|---|---|
/// | spring | `ζ < 1` | critical, with the same settling time (2 %) from rest |
/// | | `ζ ≥ 1` | the same |
/// | start | farther from the goal than `max_travel` | that far from the goal, in the same direction |
/// | | with a velocity | the part towards the goal, at most `ω·distance`, which does not pass the goal |
///
/// So the motion is straight, never turns back, is no longer than `max_travel`, and what waits for its end waits as
/// long. Fade what jumps at the start.
///
/// ```
/// use sprung::{Spring, State, motion::ReducedMotion};
///
/// let policy = ReducedMotion { max_travel: 20.0f64 };
/// let bouncy = Spring::from_duration_and_bounce(0.5, 0.4)?;
/// let calm = policy.spring(&bouncy);
/// assert!((calm.settling_time(0.02) - bouncy.settling_time(0.02)).abs() < 1e-12);
/// assert_eq!(calm.overshoot(), 0.0);
///
/// // A panel that slides in by 600 pixels: by 20.
/// assert_eq!(policy.start(State::at_rest([600.0, 0.0]), [0.0, 0.0], &calm).position, [20.0, 0.0]);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("prefers-reduced-motion", "useReducedMotion", "accessibility"))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: crate::Real"))]
pub struct ReducedMotion<R> {
    /// The maximum way of a motion, as a length in the unit of the position. 0, negative and NaN: nothing moves, and all is at its
    /// goal at once; infinite: every way is kept.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub max_travel: R,
}

impl<R: Real> ReducedMotion<R> {
    /// Returns the spring without swings that settles in the same time from rest, to 2 % of the way.
    ///
    /// A spring without damping, which never settles, becomes critical at its angular frequency. Accuracy: the settling time
    /// within 1e-12 (`f64`) and 1e-5 (`f32`), relative.
    pub fn spring(&self, spring: &Spring<R>) -> Spring<R> {
        if spring.damping_ratio() >= R::ONE {
            return *spring;
        }
        let tolerance = Spring::default_settling_tolerance();
        let settles = spring.settling_time(tolerance);
        let frequency = spring.angular_frequency();
        let timed = Spring::from_settling_time(settles, R::ONE, tolerance);
        timed.ok().filter(|_| settles < R::INFINITY).unwrap_or(Spring::clamped(frequency, R::ONE))
    }

    /// Returns the state from which to move to a new goal by a spring without swings.
    ///
    /// A state on the goal, and a NaN, are at rest on the goal.
    pub fn start<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        goal: V,
        spring: &Spring<R>,
    ) -> State<V> {
        let offset = state.position.minus(goal);
        let length = offset.length();
        let distance = length.min(self.max_travel.max(R::ZERO));
        if !(length > R::ZERO && length < R::INFINITY && distance > R::ZERO) {
            return State::at_rest(goal);
        }
        let direction = offset.times(R::ONE / length);
        // The offset of a spring with ζ ≥ 1 keeps its sign for speeds to ω·distance.
        let towards = -state.velocity.dot(direction);
        let speed = towards.max(R::ZERO).min(spring.angular_frequency() * distance);
        let kept = distance == length;
        State::new(
            if kept { state.position } else { goal.plus(direction.times(distance)) },
            direction.times(-speed),
        )
    }

    /// Sets the goal of a value under the policy: its spring, its state and its goal, in one call.
    ///
    /// ```
    /// use sprung::{Spring, motion::{ReducedMotion, SpringValue}};
    ///
    /// let policy = ReducedMotion { max_travel: 20.0f64 };
    /// let mut panel = SpringValue::new(600.0).with_spring(Spring::clamped_halflife(0.1, 0.4));
    /// policy.set_goal(&mut panel, 0.0);
    /// assert_eq!((panel.value(), panel.goal()), (20.0, 0.0));
    /// ```
    pub fn set_goal<V: Vector<Scalar = R> + PartialEq>(&self, value: &mut SpringValue<V>, goal: V) {
        let spring = self.spring(&value.spring());
        value.set_spring(spring);
        value.set_state(self.start(value.state(), goal, &spring));
        value.set_goal(goal);
    }
}
