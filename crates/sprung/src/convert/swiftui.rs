//! SwiftUI: duration and bounce, response and damping fraction, settling duration, mass-stiffness-damping, presets.
//!
//! `ω = 2π/duration`; `ζ = 1 − bounce` for `bounce ≥ 0` and `1/(1 + bounce)` below; response is the duration and the
//! damping fraction the damping ratio. The duration is a pace, not an end. The motion is the spring's.
//!
//! What differs: a spring of mass, stiffness and damping that would be over-damped is made critical unless over-damping
//! is allowed; a settling duration is solved by an envelope that misses the true settling time
//! ([`from_settling_duration`]), for damping ratios up to 1 and 0.01 to 10 s.
//!
//! Source: Apple's public documentation of SwiftUI's `Spring`; the settling rule as OpenSwiftUI reconstructs it.

use crate::convert::envelope;
use crate::error::{Result, require};
use crate::params::{Spring, zero_or_more};
use crate::real::Real;

/// The spring of a response in seconds (≥ 0, the duration `2π/ω`) and a damping fraction (≥ 0, the damping ratio).
///
/// ```
/// let spring = sprung::convert::swiftui::from_response(0.5, 0.825)?;
/// assert!((spring.duration() - 0.5f64).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A value that is negative or NaN.
pub fn from_response<R: Real>(response: R, damping_fraction: R) -> Result<Spring<R>> {
    let response = zero_or_more(response, "response")?;
    require(damping_fraction >= R::ZERO, "damping_fraction", damping_fraction, ">= 0")?;
    Spring::new(R::TWO * R::PI / response, damping_fraction)
}

/// The spring of `Spring(mass:stiffness:damping:)`: critical where it would be over-damped.
///
/// [`Spring::from_mass_stiffness_and_damping`] is the one that allows over-damping.
///
/// # Errors
/// A mass that is not above 0 and finite; stiffness or damping negative, infinite or NaN.
pub fn from_stiffness<R: Real>(mass: R, stiffness: R, damping: R) -> Result<Spring<R>> {
    let spring = Spring::from_mass_stiffness_and_damping(mass, stiffness, damping)?;
    if spring.damping_ratio() > R::ONE && stiffness > R::ZERO {
        return Spring::critical(spring.angular_frequency());
    }
    Ok(spring)
}

/// The spring of `Spring(settlingDuration:dampingRatio:)`, with its epsilon of 0.001.
///
/// `ζ/√(1−ζ²)·e^(−ζωT) = ε`, at `ζ = 1` `(1 + ωT)·e^(−ωT) = ε`. The true envelope is `e^(−ζωt)/√(1−ζ²)`, so for low
/// damping this settles early; [`Spring::from_settling_time`] is exact.
///
/// # Errors
/// A duration outside 0.01 … 10 s, a damping ratio that is not above 0 and at most 1 (SwiftUI clamps both), or so small
/// that the rule has no solution (below 0.001).
pub fn from_settling_duration<R: Real>(
    settling_duration: R,
    damping_ratio: R,
) -> Result<Spring<R>> {
    let (least, most) = (R::from_f64(0.01), R::from_f64(10.0));
    let in_range = settling_duration >= least && settling_duration <= most;
    require(in_range, "settling_duration", settling_duration, "in 0.01 to 10")?;
    let solvable = damping_ratio > envelope::least_ratio() && damping_ratio <= R::ONE;
    require(solvable, "damping_ratio", damping_ratio, "above 0.001 and at most 1")?;
    Spring::new(envelope::decay_phase(damping_ratio) / settling_duration, damping_ratio)
}

/// The settling duration of a spring, at most critical, in seconds.
pub(super) fn settling_duration(spring: &Spring<f64>) -> f64 {
    envelope::decay_phase(spring.damping_ratio()) / spring.angular_frequency()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    fn position(spring: Spring<f64>, t: f64) -> f64 {
        spring.step(t).apply(State::at_rest(0.0), 1.0).position
    }

    #[test]
    fn duration_and_bounce_match_the_documented_mass_stiffness_and_damping() {
        let spring = Spring::from_duration_and_bounce(0.5f64, 0.3).unwrap();
        assert!((spring.stiffness() - 157.9).abs() < 0.05);
        assert!((spring.damping() - 17.6).abs() < 0.05);
        let spring = from_stiffness(1.0f64, 100.0, 10.0).unwrap();
        assert!((spring.duration() - 0.63).abs() < 0.005);
        assert!((spring.bounce() - 0.5).abs() < 1e-15);
    }

    #[test]
    fn the_presets_pass_through_the_known_positions() {
        let swiftui = crate::convert::convention("swiftui").unwrap();
        let preset = |name: &str| {
            let preset = swiftui.preset(name).unwrap();
            Spring::from_duration_and_bounce(preset.values[0].1, preset.values[1].1).unwrap()
        };
        assert!((position(preset("snappy"), 0.2) - 0.7864).abs() < 5e-5);
        assert!((position(preset("bouncy"), 0.3) - 1.0339).abs() < 5e-5);
    }

    #[test]
    fn an_over_damped_spring_of_mass_stiffness_and_damping_is_made_critical() {
        let spring = from_stiffness(1.0f64, 100.0, 40.0).unwrap();
        assert_eq!((spring.angular_frequency(), spring.damping_ratio()), (10.0, 1.0));
    }

    #[test]
    fn after_the_settling_duration_about_a_thousandth_is_left() {
        for ratio in [0.3, 0.7, 1.0] {
            let spring = from_settling_duration(0.8, ratio).unwrap();
            let worst = (0..400).fold(0.0f64, |worst, i| {
                worst.max((1.0 - position(spring, 0.8 + f64::from(i) * 0.005)).abs())
            });
            assert!(worst < 4e-3 && worst > 2e-4, "{ratio}: {worst}");
        }
        assert!(from_settling_duration(20.0f64, 0.5).is_err());
        assert!(from_settling_duration(1.0f64, 1e-4).is_err());
    }
}
