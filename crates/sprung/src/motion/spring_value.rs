//! The spring value: a value that owns its goal and its spring, and sleeps when it has arrived.

use crate::coefficients::{RestThreshold, SpringStep};
use crate::motion::{animatable::Animatable, motion_trait::Motion};
use crate::params::Spring;
use crate::real::Real;
use crate::vector::Vector;

/// A value that moves to its goal by a spring and stops there: state, goal, spring and rest threshold as plain data.
///
/// Holds a number, any [`Vector`](crate::Vector) or a [`Rotation`](crate::Rotation) (shortest path). A new goal keeps
/// value and velocity, so that a motion that is interrupted goes on smoothly. Coefficients are computed again only when
/// the time step or the spring changes; a value at rest costs one comparison.
///
/// At rest means on the goal with velocity 0. The value is put there as soon as its distance and speed are within its
/// [`RestThreshold`], or within the resolution of its numbers, `ε` times the size of the motion, whichever is the greater:
/// so every damped spring arrives. A threshold that is negative or NaN never puts it there.
///
/// For a goal that moves in every frame take [`Spring::follow_step`] or [`Spring::track_step`]: a goal set in each frame
/// is held in between, and the lag depends on the frame rate.
///
/// Accuracy: as [`SpringStep`]; the same at every frame rate until it is put at rest.
///
/// ```
/// use sprung::{Spring, motion::SpringValue};
///
/// let mut width = SpringValue::new(0.0f64).with_spring(Spring::clamped_halflife(0.1, 0.7));
/// width.set_goal(320.0);
/// let mut frames = 0;
/// while width.advance(1.0 / 60.0) {
///     frames += 1;
///     if frames == 6 {
///         // Interrupted in mid-flight: value and velocity go on.
///         width.set_goal(80.0);
///     }
/// }
/// assert_eq!((width.value(), width.velocity()), (80.0, 0.0));
/// ```
#[doc(alias("Animated", "MotionValue", "useSpring", "SpringAnimation"))]
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SpringValue<V: Animatable> {
    state: V::State,
    goal: V,
    spring: Spring<V::Scalar>,
    rest: RestThreshold<V::Scalar>,
    // The largest magnitude of the motion, in the unit of the value: its resolution is ε times this.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    size: V::Scalar,
    // Of the last time step, and what it makes of the threshold: made anew by the first advance.
    #[cfg_attr(feature = "serde", serde(skip, default = "no_step"))]
    step: SpringStep<V::Scalar>,
    #[cfg_attr(feature = "serde", serde(skip))]
    arrival: RestThreshold<V::Scalar>,
}

impl<V: Animatable> Default for SpringValue<V> {
    /// Returns the value zero (no rotation), at rest, on the default [`Spring`].
    fn default() -> Self {
        SpringValue::new(V::NEUTRAL)
    }
}

impl<V: Animatable> PartialEq for SpringValue<V> {
    fn eq(&self, other: &Self) -> bool {
        let same = self.state == other.state && self.goal == other.goal && self.size == other.size;
        same && self.spring == other.spring && self.rest == other.rest
    }
}

impl<V: Animatable> SpringValue<V> {
    /// A value at rest, on the default [`Spring`] and with the default [`RestThreshold`].
    pub fn new(value: V) -> Self {
        let (spring, rest) = (Spring::default(), RestThreshold::default());
        let (state, size) = (value.at_rest(), V::Scalar::ZERO);
        SpringValue { state, goal: value, spring, rest, size, step: no_step(), arrival: rest }
    }

    /// Returns the same value on another spring.
    #[must_use]
    pub fn with_spring(mut self, spring: Spring<V::Scalar>) -> Self {
        self.set_spring(spring);
        self
    }

    /// Returns the same value with another rest threshold: distance in the unit of the value (radians for a rotation),
    /// speed in that unit per second.
    #[must_use]
    pub fn with_rest_threshold(mut self, rest: RestThreshold<V::Scalar>) -> Self {
        self.rest = rest;
        self.measure();
        self
    }

    /// Returns the current value.
    pub fn value(&self) -> V {
        V::split(&self.state).0
    }

    /// Returns the current velocity, per second; for a rotation rad/s in the world frame.
    pub fn velocity(&self) -> V::Velocity {
        V::split(&self.state).1
    }

    /// Returns the current value and its velocity.
    pub fn state(&self) -> V::State {
        self.state
    }

    /// Returns the goal.
    pub fn goal(&self) -> V {
        self.goal
    }

    /// Returns the spring.
    pub fn spring(&self) -> Spring<V::Scalar> {
        self.spring
    }

    /// The distance and speed at which it is put at rest on its goal.
    pub fn rest_threshold(&self) -> RestThreshold<V::Scalar> {
        self.rest
    }

    /// Sets the goal; value and velocity go on from where they are.
    pub fn set_goal(&mut self, goal: V) {
        self.goal = goal;
        self.measure();
    }

    /// Sets the spring; value and velocity go on from where they are.
    pub fn set_spring(&mut self, spring: Spring<V::Scalar>) {
        if spring != self.spring {
            self.spring = spring;
            self.step = no_step();
            self.measure();
        }
    }

    /// Sets value and velocity, for example at the end of a drag; the goal stays.
    pub fn set_state(&mut self, state: V::State) {
        self.state = state;
        self.measure();
    }

    /// Puts value and goal at a place, at rest.
    #[doc(alias = "jump")]
    pub fn snap_to(&mut self, value: V) {
        self.state = value.at_rest();
        self.set_goal(value);
    }

    /// Moves on by `dt` seconds and returns whether it still moves: `false` once it rests on its goal.
    ///
    /// A `dt` that is 0, negative or NaN changes nothing; an infinite one ends at rest on the goal (without damping it
    /// changes nothing). A NaN in value or goal stays until [`snap_to`](Self::snap_to).
    pub fn advance(&mut self, dt: V::Scalar) -> bool {
        let moving = self.is_moving();
        if !(moving && dt > V::Scalar::ZERO) {
            return moving;
        }
        if self.step.dt() != dt {
            self.step = self.spring.step(dt);
            self.arrival = self.threshold();
        }
        self.state.update(self.goal, &self.step);
        let (distance, speed) = V::distance_and_speed(&self.state, self.goal);
        if distance <= self.arrival.distance && speed <= self.arrival.speed {
            self.state = self.goal.at_rest();
        }
        self.is_moving()
    }

    /// Returns true unless the value is at rest on its goal.
    pub fn is_moving(&self) -> bool {
        self.state != self.goal.at_rest()
    }

    /// Records the size of the motion to the goal: the largest of value, goal and `velocity/ω`.
    fn measure(&mut self) {
        let (_, speed) = V::distance_and_speed(&self.state, self.goal);
        let zero = V::Scalar::ZERO;
        let swing = if speed > zero { speed / self.spring.angular_frequency() } else { zero };
        let size = self.value().magnitude().max(self.goal.magnitude());
        let size = if swing.is_finite() { size.max(swing) } else { size };
        self.size = if size.is_finite() { size } else { zero };
        self.arrival = self.threshold();
    }

    /// The threshold that applies: never below the distance at which the step stalls.
    fn threshold(&self) -> RestThreshold<V::Scalar> {
        let least = self.step.rest_threshold(self.size);
        let raised = |own: V::Scalar, least| {
            if own >= V::Scalar::ZERO { own.max(least) } else { own }
        };
        RestThreshold {
            distance: raised(self.rest.distance, least.distance),
            speed: raised(self.rest.speed, least.speed),
        }
    }
}

/// Returns a step with a `dt` of 0, which is the same for every spring.
fn no_step<R: Real>() -> SpringStep<R> {
    Spring::default().step(R::ZERO)
}
