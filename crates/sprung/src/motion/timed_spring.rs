//! The timed spring: reaches its goal at a given time, and smooths changes of the goal.

use crate::coefficients::{MovingGoalStep, SpringStep};
use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A spring that follows a point on the straight line to its goal, to arrive at a given time.
///
/// The intermediate point moves steadily and reaches the goal at the goal's time; the spring follows where that point will
/// be `lookahead` seconds later, and so has time to settle. The target is piecewise linear, and the step is split where it
/// arrives: exact at every frame rate.
///
/// | step | left of the way at the goal's time |
/// |---|---|
/// | [`Spring::arrival_step`], [`TimedStep::landing`] | nothing: at rest on the goal, bit for bit |
/// | [`Spring::timed_step`] with the look-ahead of [`Spring::lookahead_leaving`] | a chosen fraction, for a motion from rest |
/// | [`Spring::timed_step`] | the look-ahead decides, as published |
///
/// As published, a spring in steady pursuit at the speed `u` (distance over time) is off by
/// `u·(xv(l) − 2ζ/ω·xx(l))` with the look-ahead `l`. Critical that is `−(2 + ωl)·e^(−ωl)·u/ω`, and with the
/// [default look-ahead](Spring::default_lookahead) `−0.298·u/ω`:
/// 3.7 % of the distance for `8/ω` seconds, 0.9 % for `32/ω`.
///
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (timed spring), whose apprehension of 2 is a
/// look-ahead of two of his half-lives, `4 ln 2/ω = 2.77/ω`.
///
/// ```
/// use sprung::{Spring, motion::{TimedGoal, TimedSpring}};
///
/// let (spring, dt) = (Spring::critical(20.0)?, 1.0 / 60.0);
/// let (mut lift, mut published) = (TimedSpring::at_rest(0.0f64), TimedSpring::at_rest(0.0));
/// let lookahead = spring.default_lookahead();
/// for frame in 0..60 {
///     let goal = TimedGoal { position: 10.0, time_left: 1.0 - f64::from(frame) * dt };
///     lift.update(goal, &spring.arrival_step(dt));
///     published.update(goal, &spring.timed_step(lookahead, dt));
/// }
/// assert!((lift.state.position - 10.0).abs() < 1e-12);
/// assert!((published.state.position - 9.85).abs() < 0.005);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "timed_spring_damper_exact")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TimedSpring<V> {
    /// The position and velocity of the spring.
    pub state: State<V>,
    /// The point that moves steadily to the goal.
    pub intermediate: V,
}

impl<V: Vector> TimedSpring<V> {
    /// At rest at a position.
    pub const fn at_rest(position: V) -> Self {
        TimedSpring { state: State::at_rest(position), intermediate: position }
    }

    /// Moves the spring and its intermediate point by one step towards a goal that is to be reached at a given time.
    ///
    /// A `time_left` that is 0, negative or NaN is now. A step of no time changes nothing; an infinite one ends at rest on
    /// the goal, or on the intermediate point where the time left is infinite, too.
    pub fn update(&mut self, goal: TimedGoal<V>, step: &TimedStep<V::Scalar>) {
        let zero = V::Scalar::ZERO;
        let TimedStep { spring, lookahead, dt, held, moving: whole, lands } = *step;
        if !(dt > zero) {
            return;
        }
        let TimedGoal { position: goal, time_left } = goal;
        let time_left = time_left.max(zero);
        if time_left == V::Scalar::INFINITY && lookahead < V::Scalar::INFINITY {
            // In an infinite time left the point does not move.
            self.state = held.apply(self.state, self.intermediate);
            return;
        }
        // The target is on the line until it arrives, `lookahead` before the goal's time.
        let moving = (time_left - lookahead).max(zero).min(dt);
        if moving > zero {
            let rest = goal.minus(self.intermediate);
            let target = |time: V::Scalar| self.intermediate.plus(rest.times(time / time_left));
            let (from, to) = (target(lookahead), target(lookahead + moving));
            let follow = if moving < dt { spring.follow_step(moving) } else { whole };
            self.state = follow.apply(self.state, from, to);
        }
        if lands && time_left > moving && dt > moving {
            let landing = spring.landing_step(time_left - moving, dt - moving);
            self.state = landing.apply(self.state, goal);
        } else if dt > moving {
            let held = if moving > zero { spring.step(dt - moving) } else { held };
            self.state = held.apply(self.state, goal);
        }
        self.intermediate = if dt < time_left {
            self.intermediate.plus(goal.minus(self.intermediate).times(dt / time_left))
        } else {
            goal
        };
    }
}

/// A goal and the time at which a [`TimedSpring`] is to reach it.
///
/// ```
/// use sprung::{Spring, motion::{TimedGoal, TimedSpring}};
///
/// let mut lift = TimedSpring::at_rest([0.0f64, 0.0]);
/// let goal = TimedGoal { position: [3.0, 4.0], time_left: 0.0 };
/// lift.update(goal, &Spring::critical(20.0)?.timed_step(0.0, f64::INFINITY));
/// assert_eq!(lift.state.position, goal.position);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedGoal<V: Vector> {
    /// The position of the goal.
    pub position: V,
    /// The time from the start of the step until the goal is to be reached, seconds.
    pub time_left: V::Scalar,
}

/// The exact step of a [`TimedSpring`], for any number of them with one spring, look-ahead and time step.
///
/// Computes new coefficients only if the intermediate point arrives during the step, and while it lands.
///
/// ```
/// let step = sprung::Spring::critical(20.0f64)?.timed_step(0.1, 1.0 / 60.0);
/// assert_eq!(step.dt(), 1.0 / 60.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedStep<R> {
    spring: Spring<R>,
    lookahead: R,
    dt: R,
    held: SpringStep<R>,
    moving: MovingGoalStep<R>,
    lands: bool,
}

impl<R: Real> Spring<R> {
    /// Returns the step over `dt` seconds of a [`TimedSpring`] that looks `lookahead` seconds ahead.
    ///
    /// A `lookahead` that is negative or NaN is 0. A `dt` that is 0, negative or NaN changes nothing.
    pub fn timed_step(&self, lookahead: R, dt: R) -> TimedStep<R> {
        TimedStep {
            spring: *self,
            lookahead: lookahead.max(R::ZERO),
            dt: dt.max(R::ZERO),
            held: self.step(dt),
            moving: self.follow_step(dt),
            lands: false,
        }
    }

    /// Returns the step over `dt` seconds of a [`TimedSpring`] that is at rest on its goal at the goal's time: with the
    /// [default look-ahead](Self::default_lookahead), and [landing](TimedStep::landing).
    ///
    /// A `dt` that is 0, negative or NaN changes nothing.
    pub fn arrival_step(&self, dt: R) -> TimedStep<R> {
        self.timed_step(self.default_lookahead(), dt).landing()
    }

    /// Returns Holden's look-ahead for an apprehension of 2, `4 ln 2·ζ/ω` seconds; infinite without a pull.
    #[doc(alias = "apprehension")]
    pub fn default_lookahead(&self) -> R {
        self.lag() * R::TWO * R::LN_2
    }
}

impl<R: Real> TimedStep<R> {
    /// Returns the step with which nothing of the way is left at the goal's time.
    ///
    /// In the last `lookahead` seconds before that time the spring takes the [landing step](Spring::landing_step): it comes to
    /// rest on the goal without passing it, in steady pursuit. A goal that changes during the landing is still
    /// reached in time, however fast the spring must be. A look-ahead of 0 leaves no time to land: then nothing changes.
    ///
    /// ```
    /// use sprung::{Spring, State, motion::{TimedGoal, TimedSpring}};
    ///
    /// let step = Spring::critical(20.0f64)?.timed_step(0.2, 0.5).landing();
    /// let mut lift = TimedSpring::at_rest(0.0);
    /// lift.update(TimedGoal { position: 10.0, time_left: 0.5 }, &step);
    /// assert_eq!(lift.state, State::at_rest(10.0));
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[must_use]
    pub const fn landing(self) -> Self {
        TimedStep { lands: true, ..self }
    }

    /// The time of the step in seconds: 0 for one that changes nothing.
    pub const fn dt(&self) -> R {
        self.dt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_one_second(frames: &[f64]) -> State<f64> {
        let spring = Spring::new(12.0, 0.8).unwrap();
        let mut timed = TimedSpring { state: State::new(1.0, 4.0), intermediate: 1.0 };
        let mut time = 0.0;
        for &dt in frames {
            timed.update(
                TimedGoal { position: -3.0, time_left: 0.7 - time },
                &spring.timed_step(0.2, dt),
            );
            time += dt;
        }
        timed.state
    }

    #[test]
    fn every_frame_rate_and_a_hitch_give_the_same_motion() {
        let reference = after_one_second(&[1.0 / 1024.0; 1024]);
        for frames in [&[1.0 / 16.0; 16][..], &[0.4, 0.2, 0.3, 0.1], &[1.0]] {
            let state = after_one_second(frames);
            assert!((state.position - reference.position).abs() < 1e-12, "{frames:?}");
            assert!((state.velocity - reference.velocity).abs() < 1e-11);
        }
    }

    #[test]
    fn the_intermediate_arrives_on_time() {
        let spring = Spring::critical(10.0).unwrap();
        let mut timed = TimedSpring::at_rest([0.0f64, 1.0]);
        timed.update(
            TimedGoal { position: [4.0, 1.0], time_left: 0.5 },
            &spring.timed_step(0.1, 0.25),
        );
        assert_eq!(timed.intermediate, [2.0, 1.0]);
        timed.update(
            TimedGoal { position: [4.0, 1.0], time_left: 0.25 },
            &spring.timed_step(0.1, 0.3),
        );
        assert_eq!(timed.intermediate, [4.0, 1.0]);
    }
}
