//! The timed spring: reaches its goal at a given time, and still smooths every change of it.

use crate::params::Spring;
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// A spring that chases a point on the straight line to its goal, so as to be there at a given time.
///
/// The intermediate point moves steadily and reaches the goal at the goal's time; the spring follows where that point will
/// be `lookahead` seconds later, and so has time to settle. The target is piecewise linear, and the step is split where it
/// arrives: exact at every frame rate.
///
/// What is left at the goal's time: a spring in steady chase at the speed `u` (the way over its time) is off by
/// `u·(xv(l) − 2ζ/ω·xx(l))` with the look-ahead `l`. Critical that is `−(2 + ωl)·e^(−ωl)·u/ω`, and with the
/// [usual look-ahead](Self::usual_lookahead) `−0.298·u/ω`: 3.7 % of a way of `8/ω` seconds, 0.9 % of one of `32/ω`.
///
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (timed spring), whose apprehension of 2 is a
/// look-ahead of two of his half-lives, `4 ln 2/ω = 2.77/ω`.
///
/// ```
/// use sprung::{Spring, motion::TimedSpring};
///
/// let spring = Spring::critical(20.0)?;
/// let lookahead = TimedSpring::<f64>::usual_lookahead(&spring);
/// let mut lift = TimedSpring::at_rest(0.0f64);
/// let dt = 1.0 / 60.0;
/// for frame in 0..60 {
///     lift.update(&spring, 10.0, 1.0 - f64::from(frame) * dt, lookahead, dt);
/// }
/// assert!((lift.state.position - 10.0).abs() < 0.2);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias = "timed_spring_damper_exact")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(deny_unknown_fields)
)]
pub struct TimedSpring<V> {
    /// What moves.
    pub state: State<V>,
    /// The point on its steady way to the goal.
    pub intermediate: V,
}

impl<V: Vector> TimedSpring<V> {
    /// At rest at a position.
    pub const fn at_rest(position: V) -> Self {
        TimedSpring { state: State::at_rest(position), intermediate: position }
    }

    /// Holden's look-ahead, `4 ln 2·ζ/ω` seconds, for an apprehension of 2; infinite without a pull.
    #[doc(alias = "apprehension")]
    pub fn usual_lookahead(spring: &Spring<V::Scalar>) -> V::Scalar {
        spring.lag() * V::Scalar::TWO * V::Scalar::LN_2
    }

    /// Moves on by `dt` seconds towards a goal that is to be reached in `time_left` seconds from the start of the step.
    ///
    /// A `time_left` that is 0, negative or NaN is now, a `lookahead` that is negative or NaN is none. A `dt` that is 0,
    /// negative or NaN changes nothing; an infinite one ends at rest on the goal, or on the intermediate point where the
    /// time left is infinite, too.
    pub fn update(
        &mut self,
        spring: &Spring<V::Scalar>,
        goal: V,
        time_left: V::Scalar,
        lookahead: V::Scalar,
        dt: V::Scalar,
    ) {
        let zero = V::Scalar::ZERO;
        if !(dt > zero) {
            return;
        }
        let (time_left, lookahead) = (time_left.max(zero), lookahead.max(zero));
        if time_left == V::Scalar::INFINITY && lookahead < V::Scalar::INFINITY {
            // In an infinite time left the point does not move.
            self.state = spring.step(dt).apply(self.state, self.intermediate);
            return;
        }
        // The target is on the line until it arrives, `lookahead` before the goal's time.
        let moving = (time_left - lookahead).max(zero).min(dt);
        if moving > zero {
            let rest = goal.minus(self.intermediate);
            let target = |time: V::Scalar| self.intermediate.plus(rest.times(time / time_left));
            let (from, to) = (target(lookahead), target(lookahead + moving));
            self.state = spring.follow_step(moving).apply(self.state, from, to);
        }
        if dt > moving {
            self.state = spring.step(dt - moving).apply(self.state, goal);
        }
        self.intermediate = if dt < time_left {
            self.intermediate.plus(goal.minus(self.intermediate).times(dt / time_left))
        } else {
            goal
        };
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
            timed.update(&spring, -3.0, 0.7 - time, 0.2, dt);
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
        timed.update(&spring, [4.0, 1.0], 0.5, 0.1, 0.25);
        assert_eq!(timed.intermediate, [2.0, 1.0]);
        timed.update(&spring, [4.0, 1.0], 0.25, 0.1, 0.3);
        assert_eq!(timed.intermediate, [4.0, 1.0]);
    }
}
