//! The tracking spring: follows an animation without lag, and smooths only its discontinuities.
//!
//! Position, velocity and acceleration of the animation are known, so the offset from it is what is sprung. As published,
//! three gains change the velocity in each step; half-lives make the gains independent of the frame rate to first
//! order; the exact form is the spring with the same behavior. Source: D. Holden, *Tracking spring* (the later article
//! that his *Spring-Roll-Call* names).

use crate::coefficients::SpringStep;
use crate::error::Result;
use crate::params::{Damper, Spring};
use crate::real::Real;
use crate::state::State;
use crate::vector::Vector;

/// Follows an animation exactly: the offset from it fades by the spring, at any frame rate.
///
/// `animation` and `acceleration` are those at the end of the step; during the step the animation is taken to move with
/// that constant acceleration. A jump of the animation between two steps becomes an offset that fades: nothing else is
/// needed to switch clips. On an animation that is followed already it adds nothing: no lag, no ripple.
///
/// A `dt` that is 0, negative or NaN changes nothing; one that leaves nothing of the offset, as an infinite one does,
/// ends on the animation. [`SpringStep::apply_tracking`] shares coefficients.
///
/// ```
/// use sprung::{Spring, State, motion::tracking_spring};
///
/// let dt = 1.0 / 30.0;
/// let spring = Spring::from_halflife(0.1, 1.0)?;
/// let mut hand = State::new(5.0f64, 0.0);
/// for frame in 1..=120 {
///     let t = f64::from(frame) * dt;
///     let wave = State::new(t.sin(), t.cos());
///     hand = tracking_spring(hand, wave, -t.sin(), &spring, dt);
/// }
/// assert!((hand.position - 4.0f64.sin()).abs() < 1e-4);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("tracking_spring_update", "tracking_spring_update_exact"))]
pub fn tracking_spring<V: Vector>(
    state: State<V>,
    animation: State<V>,
    acceleration: V,
    spring: &Spring<V::Scalar>,
    dt: V::Scalar,
) -> State<V> {
    spring.step(dt).apply_tracking(state, animation, acceleration)
}

impl<R: Real> SpringStep<R> {
    /// Returns a state one step later that follows an animation: the offset from it fades by the spring.
    ///
    /// `animation` and `acceleration` are those at the end of the step. See [`tracking_spring`].
    pub fn apply_tracking<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        animation: State<V>,
        acceleration: V,
    ) -> State<V> {
        let dt = self.dt();
        if dt == R::ZERO {
            return state;
        }
        if self.ends_at_rest() {
            return animation;
        }
        // The displacement of the animation during the step.
        let moved = animation.velocity.minus(acceleration.times(R::HALF * dt)).times(dt);
        let before = animation.minus(State::new(moved, acceleration.times(dt)));
        let offset = state.minus(before);
        let left = self.advance(
            State::new(state.position, offset.velocity),
            offset.position,
            animation.position,
        );
        let position = if self.short { left.position.plus(moved) } else { left.position };
        State::new(position, animation.velocity.plus(left.velocity))
    }
}

/// The gains of the published tracking spring, each 0 … 1 per step, and the time of that step.
///
/// The velocity moves towards `v + a·dt` by the acceleration gain, then towards the animation's velocity by the velocity
/// gain, then towards `(x_goal − x)/dt` by the position gain; the position then moves by `v·dt`.
///
/// ```
/// use sprung::{State, motion::TrackingGains};
///
/// let gains = TrackingGains { position: 1.0, velocity: 0.0, acceleration: 0.0, dt: 0.5 };
/// let next = gains.apply(State::at_rest(0.0f64), State::at_rest(3.0), 0.0);
/// assert_eq!(next, State::new(3.0, 6.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: crate::Real"))]
pub struct TrackingGains<R> {
    /// The gain on the position of the animation.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub position: R,
    /// The gain on the velocity of the animation.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub velocity: R,
    /// The gain on the acceleration of the animation.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub acceleration: R,
    /// The time of a step in seconds.
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::float"))]
    pub dt: R,
}

impl<R: Real> TrackingGains<R> {
    /// The gains that three half-lives (seconds) mean for steps of `dt` seconds: `1 − 2^(−dt/halflife)`.
    ///
    /// 0 for a `dt` that is 0, negative or NaN.
    ///
    /// # Errors
    /// A negative or NaN half-life.
    pub fn from_halflives(position: R, velocity: R, acceleration: R, dt: R) -> Result<Self> {
        Ok(TrackingGains {
            position: Damper::from_halflife(position)?.smoothing_factor(dt),
            velocity: Damper::from_halflife(velocity)?.smoothing_factor(dt),
            acceleration: Damper::from_halflife(acceleration)?.smoothing_factor(dt),
            dt,
        })
    }

    /// One step as published; depends on the frame rate. See [`tracking_spring`] for the exact form.
    ///
    /// A `dt` that is 0, negative, NaN or too small to divide by changes nothing; an infinite one ends on the animation.
    pub fn apply<V: Vector<Scalar = R>>(
        &self,
        state: State<V>,
        animation: State<V>,
        acceleration: V,
    ) -> State<V> {
        let dt = self.dt;
        if dt == R::INFINITY {
            return animation;
        }
        if !(dt > R::ZERO && R::ONE / dt < R::INFINITY) {
            return state;
        }
        let towards = |from: V, to: V, gain: R| from.plus(to.minus(from).times(gain));
        let mut velocity = state.velocity;
        velocity = towards(velocity, velocity.plus(acceleration.times(dt)), self.acceleration);
        velocity = towards(velocity, animation.velocity, self.velocity);
        let needed = animation.position.minus(state.position).times(R::ONE / dt);
        velocity = towards(velocity, needed, self.position);
        State::new(state.position.plus(velocity.times(dt)), velocity)
    }

    /// The spring with the same behavior as these gains at their steps: use its step in [`tracking_spring`].
    ///
    /// The published update is symplectic Euler on the offset with the fractions `C_s = k_x` and
    /// `C_d = 1 − (1 − k_v)(1 − k_x)` of the velocity, so the spring is the one with those eigenvalues.
    ///
    /// # Errors
    /// A `dt` that is not above 0 and finite; gains outside 0 … 1, or that no spring has; see [`SoftCoefficients::to_spring`](crate::SoftCoefficients::to_spring).
    pub fn to_spring(&self) -> Result<Spring<R>> {
        let kept = (R::ONE - self.velocity) * (R::ONE - self.position);
        crate::SoftCoefficients { c_s: self.position, c_d: R::ONE - kept }.to_spring(self.dt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wave(t: f64) -> (State<f64>, f64) {
        (State::new((3.0 * t).sin(), 3.0 * (3.0 * t).cos()), -9.0 * (3.0 * t).sin())
    }

    #[test]
    fn a_steadily_accelerating_animation_is_followed_without_error_after_the_offset_has_faded() {
        for dt in [1.0 / 15.0, 1.0 / 60.0, 0.3f64] {
            let step = Spring::new(30.0, 1.0).unwrap().step(dt);
            let fall = |t: f64| State::new(2.0 * t - 4.9 * t * t, 2.0 - 9.8 * t);
            let mut state = State::new(7.0, -1.0);
            let frames = (4.0 / dt).ceil() as i32;
            for frame in 1..=frames {
                state = step.apply_tracking(state, fall(f64::from(frame) * dt), -9.8);
            }
            let end = fall(f64::from(frames) * dt);
            assert!((state.position - end.position).abs() < 1e-11 * end.position.abs());
        }
    }

    #[test]
    fn zero_time_changes_nothing_and_infinite_time_ends_on_the_animation() {
        let spring = Spring::new(8.0f32, 0.5).unwrap();
        let (state, animation) = (State::new(0.1f32, -2.0), State::new(1000.0, 3.0));
        for dt in [0.0, -0.0, -1.0, f32::NAN] {
            assert_eq!(spring.step(dt).apply_tracking(state, animation, 5.0f32), state);
            let gains = TrackingGains::from_halflives(-0.0, 0.1, 0.2, dt).unwrap();
            assert_eq!(gains.apply(state, animation, 5.0), state);
        }
        for dt in [1e30, f32::MAX, f32::INFINITY] {
            assert_eq!(spring.step(dt).apply_tracking(state, animation, 5.0f32), animation);
        }
        let gains = TrackingGains::from_halflives(-0.0, 0.1, 0.2, f32::INFINITY).unwrap();
        assert_eq!(gains.apply(state, animation, 5.0), animation);
    }

    #[test]
    fn a_jump_of_the_animation_leaves_no_jump_in_the_motion() {
        let dt = 1.0 / 60.0;
        let step = Spring::from_halflife(0.1, 1.0).unwrap().step(dt);
        let (mut state, _) = wave(0.0);
        let mut greatest: f64 = 0.0;
        for frame in 1..240 {
            let t = f64::from(frame) * dt;
            let (mut goal, acceleration) = wave(t);
            goal.position += if frame >= 100 { 2.0 } else { 0.0 };
            let next = step.apply_tracking(state, goal, acceleration);
            greatest = greatest.max((next.position - state.position).abs());
            state = next;
        }
        // The jump is 2; the motion never moves more than its own 0.05 per frame and the spring’s 2ω/e = 0.21.
        assert!(greatest < 0.3, "{greatest}");
        assert!((state.position - wave(239.0 * dt).0.position - 2.0).abs() < 1e-3);
    }

    #[test]
    fn the_exact_form_behaves_as_the_published_gains_at_their_step() {
        // Position and velocity read one sample apart differ; the decay from step to step is the same.
        let dt = 1.0 / 60.0;
        let gains = TrackingGains { position: 0.01, velocity: 0.2, acceleration: 1.0, dt };
        let spring = gains.to_spring().unwrap();
        let step = spring.step(dt);
        let (still, mut published, mut exact) =
            (State::at_rest(0.0), State::at_rest(1.0), State::at_rest(1.0));
        published = gains.apply(published, still, 0.0);
        exact.position = published.position;
        exact.velocity = {
            // Start the exact spring on the published motion: it passes through the next sample as well.
            let next = gains.apply(published, still, 0.0);
            let [[xx, xv], _] = step.matrix();
            (next.position - xx * published.position) / xv
        };
        for _ in 0..120 {
            published = gains.apply(published, still, 0.0);
            exact = step.apply_tracking(exact, still, 0.0);
            assert!((published.position - exact.position).abs() < 1e-12);
        }
    }
}
