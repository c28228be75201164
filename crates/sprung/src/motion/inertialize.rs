//! Inertialization: play the new animation at once, and fade out the offset from the old one.
//!
//! Source: D. Bollo, *Inertialization: High-Performance Animation Transitions*; D. Holden, *Spring-It-On: The Game
//! Developer's Spring-Roll-Call* (by a spring). Three fades with one interface: the current offset.

use crate::coefficients::SpringStep;
use crate::error::{Result, require};
use crate::params::Spring;
use crate::real::{Real, polynomials::Polynomials};
use crate::state::State;
use crate::vector::Vector;

/// An offset between two animations that fades by a spring: no blend time, smooth under interruption.
///
/// ```
/// use sprung::{SpringStep, State, motion::Inertialization};
///
/// let (walk, run) = (State::new(1.0f64, 0.5), State::new(3.0, 2.0));
/// let mut fade = Inertialization::default();
/// fade.transition(walk, run);
/// assert_eq!(fade.apply(run), walk);
/// fade.update(&SpringStep::critical(10.0, 3.0));
/// assert!((fade.apply(run).position - 3.0).abs() < 1e-9);
/// ```
#[doc(alias("inertialize_transition", "inertialize_update", "inertial blending"))]
#[doc(alias = "inertialization")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("SpringInertializeApply", "SpringInertializeTransition"))]
pub struct Inertialization<V> {
    /// The offset that is added to the animation.
    pub offset: State<V>,
}

impl<V: Vector> Inertialization<V> {
    /// Starts a transition from one animation to another: their difference is added to the offset.
    #[doc(alias = "inertialize_transition")]
    pub fn transition(&mut self, from: State<V>, to: State<V>) {
        self.offset = self.offset.plus(from).minus(to);
    }

    /// Fades the offset by one step; share the step among all offsets with the same spring.
    #[inline]
    #[doc(alias = "inertialize_update")]
    pub fn update(&mut self, step: &SpringStep<V::Scalar>) {
        self.offset = step.apply(self.offset, V::ZERO);
    }

    /// Returns the animation plus the offset.
    #[inline]
    pub fn apply(&self, animation: State<V>) -> State<V> {
        animation.plus(self.offset)
    }
}

/// An offset that fades to zero within a fixed time.
///
/// | curve | starts at the offset's velocity | may overshoot | ends |
/// |---|---|---|---|
/// | [`FadeCurve::Cubic`] | yes | if the velocity carries it across | with no velocity |
/// | [`FadeCurve::SmoothStep`] | yes | only while the velocity lasts | with no velocity |
///
/// The cubic is the Hermite curve from offset and velocity to nothing. The soft fade lets the velocity die out and
/// multiplies by `1 − s²(3 − 2s)`, `s = t/duration`, so that a fast offset does not swing through. Evaluated from the
/// moment of the switch, both are exact at every frame rate.
///
/// ```
/// use sprung::{State, motion::{FadeCurve, TimedOffset}};
///
/// let fade = TimedOffset::new(State::new(2.0f64, -1.0), 0.4, FadeCurve::Cubic)?;
/// assert_eq!(fade.at(0.0), State::new(2.0, -1.0));
/// assert_eq!(fade.at(0.4), State::at_rest(0.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("CubicInertializeApply", "CubicInertializeTransition"))]
pub struct TimedOffset<V, R> {
    offset: State<V>,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::duration"))]
    #[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
    duration: R,
    curve: FadeCurve,
}

/// The curve of a [`TimedOffset`].
///
/// ```
/// use sprung::motion::FadeCurve;
///
/// assert_eq!(FadeCurve::default(), FadeCurve::Cubic);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum FadeCurve {
    /// The cubic Hermite curve.
    #[default]
    Cubic,
    /// Smooth step over a velocity that decays in an eighth of the duration.
    SmoothStep,
}

impl<V: Vector> TimedOffset<V, V::Scalar> {
    /// An offset that fades within `duration` seconds.
    ///
    /// # Errors
    /// A duration that is negative or NaN.
    pub fn new(offset: State<V>, duration: V::Scalar, curve: FadeCurve) -> Result<Self> {
        require(duration >= V::Scalar::ZERO, "duration", duration, ">= 0")?;
        Ok(TimedOffset { offset, duration, curve })
    }

    /// Returns the offset `time` seconds after the transition began; zero from the duration on.
    pub fn at(&self, time: V::Scalar) -> State<V> {
        if !(time < self.duration) {
            return State::at_rest(V::ZERO);
        }
        let time = time.max(V::Scalar::ZERO);
        match self.curve {
            FadeCurve::Cubic => self.cubic(time),
            FadeCurve::SmoothStep => self.smooth_step(time),
        }
    }

    fn cubic(&self, time: V::Scalar) -> State<V> {
        let [one, two, three, four, six] = [1, 2, 3, 4, 6].map(V::Scalar::from_count);
        let (s, State { position, velocity }) = (time / self.duration, self.offset);
        let left = one - s;
        State::new(
            position.times(left * left * (one + two * s)).plus(velocity.times(time * left * left)),
            position
                .times(-six * s * left / self.duration)
                .plus(velocity.times(one - four * s + three * s * s)),
        )
    }

    fn smooth_step(&self, time: V::Scalar) -> State<V> {
        let [one, two, three, six, eight] = [1, 2, 3, 6, 8].map(V::Scalar::from_count);
        let coasting = Spring::drag(eight / (two * self.duration)).step(time);
        let State { position, velocity } = coasting.apply(self.offset, V::ZERO);
        let s = time / self.duration;
        let weight = one - s * s * (three - two * s);
        let slope = -six * s * (one - s) / self.duration;
        State::new(position.times(weight), velocity.times(weight).plus(position.times(slope)))
    }
}

impl<R: Real> Spring<R> {
    /// Returns the cost of a transition: the integral of the squared offset until it has faded, `∫ |e|² dt`.
    ///
    /// `(a/ω² + 1/(4a))·|e|² + (e·v)/ω² + |v|²/(4aω²)`. Compare candidates of a transition by it: it counts where an
    /// offset is, where it heads and how long it stays. Infinite without damping or pull, unless there is no offset.
    /// Source: D. Holden, *Inertialization Transition Cost*, which weighs offset and velocity for this purpose.
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let spring = Spring::critical(10.0)?;
    /// let closing = spring.transition_cost(State::new(1.0f64, -5.0));
    /// let parting = spring.transition_cost(State::new(1.0, 5.0));
    /// assert!(closing < parting);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn transition_cost<V: Vector<Scalar = R>>(&self, offset: State<V>) -> R {
        let State { position, velocity } = offset;
        let (x, v) = (position.dot(position), velocity.dot(velocity));
        if (x == R::ZERO && v == R::ZERO) || self.angular_frequency() == R::INFINITY {
            return R::ZERO;
        }
        if self.angular_frequency() == R::ZERO || self.decay_rate() == R::ZERO {
            return R::INFINITY;
        }
        let (stiffness, four_a) = (self.stiffness(), R::TWO * self.damping());
        x * (self.decay_rate() / stiffness + R::ONE / four_a)
            + (position.dot(velocity) + v / four_a) / stiffness
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_transition_has_no_jump() {
        let step = SpringStep::critical(12.0, 1.0 / 60.0);
        let mut fade = Inertialization::default();
        fade.transition(State::new(1.0f64, 2.0), State::new(4.0, -1.0));
        fade.update(&step);
        let seen = fade.apply(State::new(4.0, -1.0));
        fade.transition(State::new(4.0, -1.0), State::new(-2.0, 0.0));
        let after = fade.apply(State::new(-2.0, 0.0));
        assert!((after.position - seen.position).abs() < 1e-15);
        assert!((after.velocity - seen.velocity).abs() < 1e-15);
    }

    #[test]
    fn timed_fades_start_at_the_offset_end_at_rest_and_know_their_velocity() {
        for curve in [FadeCurve::Cubic, FadeCurve::SmoothStep] {
            let fade = TimedOffset::new(State::new(2.0f64, 7.0), 0.5, curve).unwrap();
            assert_eq!(fade.at(0.0), State::new(2.0, 7.0));
            assert!(fade.at(0.5 - 1e-9).position.abs() < 1e-15);
            for time in [0.01, 0.2, 0.37, 0.49] {
                let h = 1e-6;
                let slope = (fade.at(time + h).position - fade.at(time - h).position) / (2.0 * h);
                assert!((slope - fade.at(time).velocity).abs() < 1e-8, "{curve:?} at {time}");
            }
        }
    }

    #[test]
    fn a_soft_fade_swings_less_than_a_cubic_one() {
        let greatest = |curve| {
            let fade = TimedOffset::new(State::new(0.0f64, 10.0), 1.0, curve).unwrap();
            (0..100).map(|i| fade.at(f64::from(i) * 0.01).position).fold(0.0, f64::max)
        };
        assert!(greatest(FadeCurve::SmoothStep) < greatest(FadeCurve::Cubic));
    }

    #[test]
    fn the_transition_cost_is_the_integral_of_the_squared_offset() {
        for ratio in [0.2, 1.0, 3.0] {
            let (spring, start) =
                (Spring::new(5.0, ratio).unwrap(), State::new([1.0f64, -0.5], [-3.0, 4.0]));
            let (n, end) = (40_000, 40.0);
            let h = end / f64::from(n);
            // The trapezoidal rule; the ends of the integrand are known and its curvature is small at this step.
            let step = spring.step(h);
            let (mut state, mut sum) = (start, 0.0);
            for _ in 0..n {
                let next = step.apply(state, [0.0; 2]);
                let middle = spring.step(h / 2.0).apply(state, [0.0; 2]);
                let square = |s: State<[f64; 2]>| s.position.dot(s.position);
                sum += (square(state) + 4.0 * square(middle) + square(next)) * h / 6.0;
                state = next;
            }
            assert!((sum - spring.transition_cost(start)).abs() < 1e-9 * sum, "{ratio}");
        }
    }
}
