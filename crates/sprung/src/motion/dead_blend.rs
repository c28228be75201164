//! Dead blending: the old animation coasts to a stop while the new one fades in.

use crate::error::{Result, require};
use crate::params::Spring;
use crate::real::{Real, polynomials::Polynomials};
use crate::state::State;
use crate::vector::Vector;

/// A cross-fade from a stopped animation: its last position and velocity are extrapolated, and the new one fades in.
///
/// The old motion is extrapolated with a velocity that falls by half every `halflife`; the weight of the new animation
/// rises as `s²(3 − 2s)`, `s = t/duration`. Unlike inertialization it never adds an offset to a pose, so it cannot swing
/// beyond what the two animations hold, and needs no knowledge of the new one's velocity to begin.
/// Evaluated from the moment of the switch: exact at every frame rate. Source: D. Holden, *Dead Blending*.
///
/// ```
/// use sprung::{State, motion::DeadBlend};
///
/// let blend = DeadBlend::new(State::new(1.0f64, 2.0), 0.1, 0.4)?;
/// assert_eq!(blend.apply(State::new(5.0, 0.0), 0.0), State::new(1.0, 2.0));
/// assert_eq!(blend.apply(State::new(5.0, 0.0), 0.4), State::new(5.0, 0.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("dead blending", "extrapolation"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[doc(alias("DeadBlendApply", "DeadBlendTransition"))]
pub struct DeadBlend<V, R> {
    last: State<V>,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::decay_rate"))]
    #[cfg_attr(feature = "serde", serde(bound = "R: crate::Real"))]
    decay_rate: R,
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::duration"))]
    duration: R,
}

impl<V: Vector> DeadBlend<V, V::Scalar> {
    /// Starts from the last state of an animation, whose velocity halves every `halflife`, and fades it in `duration`
    /// (both seconds).
    ///
    /// # Errors
    /// A half-life that is not above 0, a duration that is negative, or NaN.
    pub fn new(last: State<V>, halflife: V::Scalar, duration: V::Scalar) -> Result<Self> {
        require(halflife > V::Scalar::ZERO, "halflife", halflife, "> 0")?;
        require(duration >= V::Scalar::ZERO, "duration", duration, ">= 0")?;
        Ok(DeadBlend { last, decay_rate: V::Scalar::LN_2 / halflife * V::Scalar::HALF, duration })
    }

    /// The old animation `time` seconds after it was left; a time that is negative or NaN counts as 0.
    ///
    /// After an infinite time it is at rest, at `velocity·halflife/ln 2` from where it was left.
    pub fn extrapolated(&self, time: V::Scalar) -> State<V> {
        Spring::drag(self.decay_rate).step(time).apply(self.last, V::ZERO)
    }

    /// Returns the blend of the old and the new animation `time` seconds after the transition began.
    ///
    /// A time that is negative counts as 0; from `duration` on, and for a NaN time, it is the new animation.
    pub fn apply(&self, animation: State<V>, time: V::Scalar) -> State<V> {
        if !(time < self.duration) {
            return animation;
        }
        let [zero, one, two, three, six] = [0, 1, 2, 3, 6].map(V::Scalar::from_count);
        let time = time.max(zero);
        let old = self.extrapolated(time);
        let s = time / self.duration;
        let weight = s * s * (three - two * s);
        let slope = six * s * (one - s) / self.duration;
        let apart = animation.minus(old);
        let State { position, velocity } = old.plus(apart.times(weight));
        State::new(position, velocity.plus(apart.position.times(slope)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn velocity_is_the_slope_of_position_throughout() {
        let blend = DeadBlend::new(State::new(1.0f64, 6.0), 0.08, 0.5).unwrap();
        let wave = |t: f64| State::new((4.0 * t).sin(), 4.0 * (4.0 * t).cos());
        for time in [0.01, 0.1, 0.25, 0.4, 0.49] {
            let h = 1e-6;
            let at = |t: f64| blend.apply(wave(t), t).position;
            let slope = (at(time + h) - at(time - h)) / (2.0 * h);
            assert!((slope - blend.apply(wave(time), time).velocity).abs() < 1e-8, "{time}");
        }
    }

    #[test]
    fn after_endless_time_the_old_animation_stands_still() {
        let blend = DeadBlend::new(State::new(0.0f64, 1.0), 0.1, 0.5).unwrap();
        let single = DeadBlend::new(State::new(0.0f32, 1.0), 0.1, 0.5).unwrap();
        for time in [1e30, 1e300, f64::MAX, f64::INFINITY] {
            let far = blend.extrapolated(time);
            assert!(
                (far.position - 0.1 / core::f64::consts::LN_2).abs() < 1e-14,
                "{time}: {far:?}"
            );
            assert_eq!(far.velocity, 0.0);
        }
        for time in [1e20, 1e37, f32::MAX, f32::INFINITY] {
            let far = single.extrapolated(time);
            assert!((far.position - 0.144_269_5).abs() < 1e-6, "{time}: {far:?}");
        }
        for time in [0.0, -0.0, -1.0, f64::NAN] {
            assert_eq!(blend.extrapolated(time), State::new(0.0, 1.0));
        }
    }

    #[test]
    fn the_old_animation_coasts_to_a_stop() {
        let blend = DeadBlend::new(State::new(0.0f64, 1.0), 0.1, 0.5).unwrap();
        assert!((blend.extrapolated(0.1).velocity - 0.5).abs() < 1e-15);
        let far = blend.extrapolated(100.0);
        assert!(
            (far.position - 0.1 / core::f64::consts::LN_2).abs() < 1e-15 && far.velocity == 0.0
        );
    }
}
