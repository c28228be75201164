//! Where a damped spring resonates, and which spring resonates at a given frequency.
//!
//! A goal that swings steadily with `w` rad/s keeps energy in a spring: kinetic and potential together
//! `E ∝ (1 + y)/((1 − y)² + 4ζ²y)` with `y = (w/ω)²`, greatest at
//!
//! ```text
//! y = 2√(1 − ζ²) − 1
//! ```
//!
//! Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (resonance). His correction takes `d²/4`
//! from the stiffness: `y = 1 − ζ²`, the frequency at which the spring swings freely. That is the same up to `ζ⁴/4`.

use sprung::{ParameterError, Spring};

/// The part of the natural angular frequency, squared, at which a driven spring holds the most energy.
pub(crate) fn squared_ratio(damping_ratio: f64) -> f64 {
    2.0 * ((1.0 - damping_ratio) * (1.0 + damping_ratio)).sqrt() - 1.0
}

/// The frequency in hertz of the steady goal that keeps the most energy in a spring.
///
/// `f√(2√(1 − ζ²) − 1)`, `f` being the natural frequency. `None` from `ζ = √3/2` on, where the spring holds the less
/// the faster its goal swings. Not where it moves farthest: that is [`sprung::analysis::FrequencyResponse::resonance`].
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::resonant_frequency;
///
/// let spring = Spring::from_frequency(10.0, 0.1)?;
/// assert!((resonant_frequency(&spring).unwrap() - 9.9497).abs() < 1e-4);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
pub fn resonant_frequency(spring: &Spring<f64>) -> Option<f64> {
    let ratio = squared_ratio(spring.damping_ratio());
    (ratio > 0.0).then(|| spring.frequency() * ratio.sqrt())
}

/// The spring of a damping ratio that resonates at a frequency in hertz: the inverse of [`resonant_frequency`].
///
/// # Errors
/// A frequency that is negative, infinite or NaN; a damping ratio that is not in 0 … √3/2, the latter excluded.
pub fn resonating_spring(
    frequency: f64,
    damping_ratio: f64,
) -> Result<Spring<f64>, ParameterError> {
    let ratio = squared_ratio(damping_ratio);
    if !(damping_ratio >= 0.0 && ratio > 0.0) {
        let rule = "in 0 to 0.866 for a spring that resonates";
        return Err(ParameterError { field: "damping_ratio", value: damping_ratio.into(), rule });
    }
    if !frequency.is_finite() {
        return Err(ParameterError { field: "frequency", value: frequency.into(), rule: "finite" });
    }
    Spring::from_frequency(frequency / ratio.sqrt(), damping_ratio)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    /// The energy of the steady swing, from the gain and nothing of this file.
    fn energy(spring: &Spring<f64>, frequency: f64) -> f64 {
        let amplitude = spring.follow_response().gain(frequency);
        let speed = amplitude * TAU * frequency;
        speed.powi(2) + (spring.angular_frequency() * amplitude).powi(2)
    }

    #[test]
    fn nowhere_does_a_driven_spring_hold_more_energy() {
        for ratio in [0.01, 0.1, 0.3, 0.6, 0.85] {
            let spring = Spring::from_frequency(3.0, ratio).unwrap();
            let best = resonant_frequency(&spring).unwrap();
            let most = energy(&spring, best);
            for step in 1..1000 {
                let frequency = f64::from(step) * 0.006;
                assert!(energy(&spring, frequency) <= most * (1.0 + 1e-12), "{ratio} {frequency}");
            }
            assert!(energy(&spring, best * 1.01) < most && energy(&spring, best * 0.99) < most);
        }
        assert_eq!(resonant_frequency(&Spring::from_frequency(3.0, 0.9).unwrap()), None);
    }

    #[test]
    fn the_correction_of_the_article_is_the_same_for_small_damping() {
        for ratio in [0.01f64, 0.05, 0.2] {
            let damped = (1.0 - ratio * ratio).sqrt();
            let spring = Spring::from_frequency(1.0, ratio).unwrap();
            let difference = damped - resonant_frequency(&spring).unwrap();
            assert!(difference >= 0.0 && difference < 0.2 * ratio.powi(4), "{ratio}: {difference}");
        }
    }

    #[test]
    fn the_resonating_spring_reads_back() {
        for ratio in [0.0, 0.1, 0.8] {
            let spring = resonating_spring(7.0, ratio).unwrap();
            assert!((resonant_frequency(&spring).unwrap() - 7.0).abs() < 1e-13);
        }
        let error = |f, z| resonating_spring(f, z).unwrap_err().to_string();
        assert!(error(1.0, 0.87).starts_with("damping_ratio must be in 0 to 0.866"));
        assert!(error(1.0, f64::NAN).starts_with("damping_ratio"));
        assert!(error(-1.0, 0.1).starts_with("frequency"));
        assert!(error(f64::INFINITY, 0.1).starts_with("frequency"));
    }
}
