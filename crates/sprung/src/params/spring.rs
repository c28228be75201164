//! The damped spring: `x″ + 2ζω x′ + ω² x = 0`.

use crate::error::{Result, require};
use crate::params::zero_or_more;
use crate::real::Real;

/// A damped spring, by its undamped angular frequency `ω` (rad/s) and its damping ratio `ζ`.
///
/// This is the canonical pair: every other parameter set has a constructor, and a method that returns it.
/// The offset `x` from the goal obeys `x″ + 2ζω x′ + ω² x = 0`. Mass never enters: it only scales stiffness and damping.
///
/// | damping ratio | motion |
/// |---|---|
/// | 0 | oscillates without end |
/// | below 1 | overshoots, then settles |
/// | 1 | the fastest that never overshoots from rest |
/// | above 1 | slower and slower |
///
/// Limits: `ω = 0` leaves a free body (no pull, no damping); `ω = ∞` reaches its goal at once; `ζ = ∞` freezes.
/// Drag without a pull is [`Spring::from_stiffness_and_damping`] with stiffness 0.
///
/// | constructor | parameters |
/// |---|---|
/// | [`new`](Spring::new) | angular frequency (rad/s), damping ratio |
/// | [`critical`](Spring::critical) | angular frequency (rad/s); damping ratio 1 |
/// | [`from_frequency`](Spring::from_frequency) | undamped frequency (Hz), damping ratio |
/// | [`from_halflife`](Spring::from_halflife) | true half-life (s), damping ratio |
/// | [`from_lag`](Spring::from_lag) | lag behind a steady goal (s), damping ratio; Unity's smooth time |
/// | [`from_duration_and_bounce`](Spring::from_duration_and_bounce) | SwiftUI's duration (s) and bounce (−1 … 1) |
/// | [`from_stiffness_and_damping`](Spring::from_stiffness_and_damping) | stiffness (1/s²), damping (1/s) per unit of mass |
/// | [`from_mass_stiffness_and_damping`](Spring::from_mass_stiffness_and_damping) | mass, stiffness, damping |
/// | [`from_settling_time`](Spring::from_settling_time) | settling time (s), damping ratio, tolerance |
/// | [`from_settling_time_and_overshoot`](Spring::from_settling_time_and_overshoot) | settling time (s), overshoot, tolerance |
/// | [`from_peak_time_and_overshoot`](Spring::from_peak_time_and_overshoot) | peak time (s), overshoot |
/// | [`from_rise_time`](Spring::from_rise_time) | rise time (s), damping ratio |
/// | [`from_bandwidth`](Spring::from_bandwidth) | bandwidth (Hz), damping ratio |
/// | [`from_max_acceleration`](Spring::from_max_acceleration), [`from_max_speed`](Spring::from_max_speed) | a limit during a step response |
/// | [`fit_step_response`](Spring::fit_step_response) | two points of a measured step response |
/// | [`Default`](Spring::default) | SwiftUI's default: duration 0.5 s, no bounce |
/// | `str::parse` | text such as `halflife=0.2`; see [`text`](crate::text) |
/// | [`convert`](crate::convert) | the parameters of other systems |
///
/// Bad parameters are an error. Constructors that clamp instead, for literals and sliders:
///
/// | clamps | clamps, in a `const`, for `f32` and `f64` |
/// |---|---|
/// | [`clamped`](Spring::clamped) | [`const_new`](Spring::const_new) |
/// | [`clamped_frequency`](Spring::clamped_frequency) | [`const_from_frequency`](Spring::const_from_frequency) |
/// | [`clamped_duration_and_bounce`](Spring::clamped_duration_and_bounce) | [`const_from_duration_and_bounce`](Spring::const_from_duration_and_bounce) |
/// | [`clamped_halflife`](Spring::clamped_halflife) | [`const_critical_from_halflife`](Spring::const_critical_from_halflife) |
///
/// Source: R. Juckett, *Damped Springs*; D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.
///
/// ```
/// use sprung::{Spring, State};
///
/// let spring = Spring::new(12.0, 0.5)?;
/// let mut state = State::at_rest(0.0f64);
/// for _ in 0..60 {
///     state = spring.step(1.0 / 60.0).apply(state, 1.0);
/// }
/// assert!((state.position - 1.0).abs() < 0.01);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("damped harmonic oscillator", "spring_damper_exact_ratio", "PD controller"))]
#[doc(alias("FloatSpringInterp", "UpdateSpring"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring<R> {
    angular_frequency: R,
    damping_ratio: R,
    decay_rate: R,
}

/// The kind of motion of a spring, by its damping ratio.
///
/// ```
/// use sprung::{Regime, Spring};
///
/// assert_eq!(Spring::new(6.0, 0.5)?.regime(), Regime::UnderDamped);
/// assert_eq!(Spring::critical(6.0)?.regime(), Regime::Critical);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Regime {
    /// No damping: oscillates without end.
    Undamped,
    /// Damping ratio between 0 and 1: overshoots, then settles.
    UnderDamped,
    /// Damping ratio 1: the fastest that does not overshoot from rest.
    Critical,
    /// Damping ratio above 1: approaches slowly, without overshoot from rest.
    OverDamped,
    /// No stiffness: slows down, but nothing pulls it to a goal.
    NoStiffness,
}

impl<R: Real> Default for Spring<R> {
    /// Returns SwiftUI's default spring: duration 0.5 s without bounce (`ω = 4π rad/s`, critically damped).
    fn default() -> Self {
        Spring::clamped(R::TWO * R::TWO * R::PI, R::ONE)
    }
}

impl<R: Real> Spring<R> {
    /// A spring from its undamped angular frequency (rad/s, ≥ 0) and damping ratio (≥ 0). Both may be infinite.
    ///
    /// # Errors
    /// A negative or NaN value; 0 · ∞, where the damping would be undetermined; ∞ twice, where the pace would be.
    #[doc(alias = "spring_damper_exact_ratio")]
    pub fn new(angular_frequency: R, damping_ratio: R) -> Result<Self> {
        let angular_frequency = zero_or_more(angular_frequency, "angular_frequency")?;
        let damping_ratio = zero_or_more(damping_ratio, "damping_ratio")?;
        let decay_rate = damping_ratio * angular_frequency;
        let undetermined = angular_frequency == R::INFINITY && damping_ratio == R::INFINITY;
        let rule = "positive and finite where angular_frequency is 0 or infinite";
        require(!decay_rate.is_nan() && !undetermined, "damping_ratio", damping_ratio, rule)?;
        Ok(Spring { angular_frequency, damping_ratio, decay_rate })
    }

    /// A spring of valid parameters, and their product.
    pub(super) const fn from_parts(angular_frequency: R, damping_ratio: R, decay_rate: R) -> Self {
        Spring { angular_frequency, damping_ratio, decay_rate }
    }

    /// A critically damped spring (damping ratio 1).
    ///
    /// # Errors
    /// A negative or NaN angular frequency.
    #[doc(alias = "critically damped")]
    pub fn critical(angular_frequency: R) -> Result<Self> {
        Spring::new(angular_frequency, R::ONE)
    }

    /// No stiffness, only damping: velocity decays as `e^(−2at)`.
    pub(crate) fn drag(decay_rate: R) -> Self {
        let damping_ratio = if decay_rate > R::ZERO { R::INFINITY } else { R::ZERO };
        // −0 is a zero, too.
        Spring { angular_frequency: R::ZERO, damping_ratio, decay_rate: decay_rate + R::ZERO }
    }

    /// The undamped angular frequency `ω`, rad/s.
    #[inline]
    pub const fn angular_frequency(&self) -> R {
        self.angular_frequency
    }

    /// The damping ratio `ζ`; infinite for drag without stiffness.
    #[inline]
    pub const fn damping_ratio(&self) -> R {
        self.damping_ratio
    }

    /// The decay rate `a = ζω` of the envelope `e^(−at)`, 1/s.
    #[inline]
    pub const fn decay_rate(&self) -> R {
        self.decay_rate
    }

    /// The kind of motion, by the damping ratio.
    pub fn regime(&self) -> Regime {
        if self.damping_ratio == R::ZERO {
            Regime::Undamped
        } else if self.angular_frequency == R::ZERO {
            Regime::NoStiffness
        } else if self.damping_ratio < R::ONE {
            Regime::UnderDamped
        } else if self.damping_ratio == R::ONE {
            Regime::Critical
        } else {
            Regime::OverDamped
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn bad_parameters_are_named_with_value_and_rule() {
        let message = |r: Result<Spring<f64>>| r.unwrap_err().to_string();
        assert_eq!(message(Spring::new(-1.0, 1.0)), "angular_frequency must be >= 0, got -1");
        assert_eq!(message(Spring::new(1.0, f64::NAN)), "damping_ratio must be >= 0, got NaN");
        for angular_frequency in [0.0, f64::INFINITY] {
            assert!(
                message(Spring::new(angular_frequency, f64::INFINITY))
                    .starts_with("damping_ratio must be positive and finite")
            );
        }
        assert_eq!(
            Spring::new(1.0f32, -0.2).unwrap_err().to_string(),
            "damping_ratio must be >= 0, got -0.2"
        );
    }

    #[test]
    fn the_damping_ratio_tells_the_regime() {
        let regime = |z: f64| Spring::new(2.0, z).unwrap().regime();
        assert_eq!(regime(0.0), Regime::Undamped);
        assert_eq!(regime(0.5), Regime::UnderDamped);
        assert_eq!(regime(1.0), Regime::Critical);
        assert_eq!(regime(1.0 + 1e-15), Regime::OverDamped);
        assert_eq!(
            Spring::from_stiffness_and_damping(0.0, 3.0).unwrap().regime(),
            Regime::NoStiffness
        );
    }
}
