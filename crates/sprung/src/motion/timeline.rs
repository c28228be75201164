//! A motion as data: goals, springs and impulses at given times, and the state at any time in closed form.

use core::fmt;

use crate::error::{Result, require};
use crate::motion::{animatable::Animatable, motion_trait::Motion};
use crate::params::{Spring, require_order};
use crate::real::{Real, polynomials::Polynomials};
use crate::state::State;
use crate::vector::Vector;

/// A time at which a motion starts or changes: the state from which it goes on, its goal and its spring.
///
/// Holds a number, any [`Vector`](crate::Vector) or a [`Rotation`](crate::Rotation). A key is the whole motion after its
/// time: a list of keys is a [`Timeline`]. Build the next key by [`key_at`](Self::key_at) and change what changes: the goal,
/// the spring, the state.
///
/// ```
/// use sprung::{Spring, State, motion::TimelineKey};
///
/// let start = TimelineKey::new(0.0, State::at_rest(0.0), 1.0, Spring::from_halflife(0.2, 1.0)?);
/// let turned_back = start.key_at(0.2).with_goal(0.0);
/// assert!((turned_back.state().position - 0.5f64).abs() < 1e-15);
/// assert_eq!(turned_back.state_at(0.2), start.state_at(0.2));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TimelineKey<V: Animatable> {
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    time: V::Scalar,
    state: V::State,
    goal: V,
    spring: Spring<V::Scalar>,
}

impl<V: Animatable> TimelineKey<V> {
    /// A motion that starts at a time (seconds) in this state.
    pub fn new(time: V::Scalar, state: V::State, goal: V, spring: Spring<V::Scalar>) -> Self {
        TimelineKey { time, state, goal, spring }
    }

    /// Returns the time, s.
    pub fn time(&self) -> V::Scalar {
        self.time
    }

    /// Returns the state at its time.
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

    /// Returns the state at a later time (seconds), in closed form; the state of the key at its own time and before, and for a
    /// NaN time.
    ///
    /// Accuracy and limits are those of one [`SpringStep`](crate::SpringStep), however late the time.
    pub fn state_at(&self, time: V::Scalar) -> V::State {
        let mut state = self.state;
        state.update(self.goal, &self.spring.step(time - self.time));
        state
    }

    /// Returns a key at a later time (seconds) of the same motion, for changes there.
    pub fn key_at(&self, time: V::Scalar) -> Self {
        TimelineKey { time, state: self.state_at(time), ..*self }
    }

    /// Returns the key with another goal; position and velocity go on.
    pub fn with_goal(self, goal: V) -> Self {
        TimelineKey { goal, ..self }
    }

    /// Returns the key with another spring; position and velocity go on.
    pub fn with_spring(self, spring: Spring<V::Scalar>) -> Self {
        TimelineKey { spring, ..self }
    }

    /// Returns the key in another state: a jump, or a velocity that is given, as by the end of a drag.
    pub fn with_state(self, state: V::State) -> Self {
        TimelineKey { state, ..self }
    }
}

impl<V: Vector + PartialEq> TimelineKey<V> {
    /// Returns the key with a velocity added, per second.
    #[doc(alias("kick", "impulse"))]
    pub fn with_added_velocity(self, velocity: V) -> Self {
        let State { position, velocity: before } = self.state;
        self.with_state(State::new(position, before.plus(velocity)))
    }

    /// The first time (seconds) at which the fraction `progress` of the distance from the key's position to its goal is
    /// covered, along the straight line between them. Infinite if it never is.
    ///
    /// For sequences and staggers: another motion starts when this one looks 90 % done, whatever its spring. The key's own time
    /// for a progress of 0 or less and where there is no distance. Accuracy as
    /// [`crossing_time`](crate::analysis::FreeResponse::crossing_time).
    ///
    /// ```
    /// use sprung::{Spring, State, motion::TimelineKey};
    ///
    /// let spring = Spring::from_halflife(0.2, 1.0)?;
    /// let first = TimelineKey::new(3.0, State::at_rest(10.0), 20.0, spring);
    /// let next: f64 = first.time_of_progress(0.5);
    /// assert!((next - 3.2).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn time_of_progress(&self, progress: V::Scalar) -> V::Scalar {
        let offset = self.state.position.minus(self.goal);
        let distance = offset.length();
        if progress <= V::Scalar::ZERO || distance == V::Scalar::ZERO {
            return self.time;
        }
        let direction = offset.times(V::Scalar::ONE / distance);
        let motion = self.spring.free_motion_along(self.state, self.goal, direction);
        self.time + motion.crossing_time(motion.offset * (V::Scalar::ONE - progress))
    }
}

/// A motion given by keys in the order of time, of which the state at any time can be asked, forwards and backwards.
///
/// The state depends on the time alone, not on the times asked before: bit for bit the same in any order and at any frame
/// rate. A search among `n` keys takes `log₂ n` comparisons, the state one step. Borrows the keys, so that they may be an array
/// on the stack, a `Vec` or part of one; with the feature `serde` they are saved.
///
/// Before the first key, and for a NaN time, the motion is at rest at its position. A time that is equal to several keys' is in the last of them.
/// In `f32` a time has 24 bits: 8 µs at 100 s. Use `f64` for long timelines.
///
/// ```
/// use sprung::{Spring, State, motion::{Timeline, TimelineKey}};
///
/// let mut keys =
///     vec![TimelineKey::new(0.0, State::at_rest(0.0), 100.0, Spring::from_duration_and_bounce(0.5, 0.2)?)];
/// for (time, goal) in [(0.3, 0.0), (0.4, 50.0)] {
///     let last = keys[keys.len() - 1];
///     keys.push(last.key_at(time).with_goal(goal));
/// }
/// let timeline = Timeline::new(&keys)?;
/// assert_eq!(timeline.key_before(0.35).goal(), 0.0);
/// assert!((timeline.state_at(9.0).position - 50.0f64).abs() < 1e-9);
/// assert_eq!(timeline.state_at(-1.0), State::at_rest(0.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("keyframes", "sequence", "scrub", "seek"))]
#[derive(Clone, Copy)]
pub struct Timeline<'a, V: Animatable> {
    keys: &'a [TimelineKey<V>],
}

impl<'a, V: Animatable> Timeline<'a, V> {
    /// A motion that goes on from each key to the next.
    ///
    /// # Errors
    /// No key, a time that is not finite or before the one before it.
    pub fn new(keys: &'a [TimelineKey<V>]) -> Result<Self> {
        require(!keys.is_empty(), "keys", V::Scalar::from_index(0), "at least 1")?;
        let rule = "finite and not before the key before it";
        require_order(keys.iter().map(|key| key.time), "time", rule)?;
        Ok(Timeline { keys })
    }

    /// Returns the keys.
    pub fn keys(&self) -> &'a [TimelineKey<V>] {
        self.keys
    }

    /// Returns the last key at or before a time (seconds); the first for an earlier or NaN time.
    pub fn key_before(&self, time: V::Scalar) -> &'a TimelineKey<V> {
        let after = self.keys.partition_point(|key| key.time <= time);
        &self.keys[after.saturating_sub(1)]
    }

    /// Returns the state at a time (seconds).
    pub fn state_at(&self, time: V::Scalar) -> V::State {
        let key = self.key_before(time);
        if time >= key.time { key.state_at(time) } else { V::split(&key.state).0.at_rest() }
    }
}

impl<V: Animatable> fmt::Debug for Timeline<'_, V>
where
    TimelineKey<V>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timeline").field("keys", &self.keys).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeline_shows_its_keys() {
        let spring = crate::Spring::from_halflife(0.2, 0.7).unwrap();
        let keys = [TimelineKey::new(0.25, crate::State::at_rest(0.0), 100.0, spring)];
        let text = std::format!("{:?}", Timeline::new(&keys).unwrap());
        assert_eq!(text, std::format!("Timeline {{ keys: {keys:?} }}"));
        assert!(text.contains("0.25"), "{text}");
    }
}
