//! The resonant frequency of a damped spring, and the spring that resonates at a given frequency.
//!
//! A goal that swings steadily with `w` rad/s keeps energy in a spring: kinetic and potential together
//! `E ∝ (1 + y)/((1 − y)² + 4ζ²y)` with `y = (w/ω)²`, with its maximum at
//!
//! ```text
//! y = 2√(1 − ζ²) − 1
//! ```
//!
//! Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (resonance). The article's correction takes
//! `d²/4` from the stiffness: `y = 1 − ζ²`, the frequency at which the spring swings freely. That is the same up to
//! `ζ⁴/4`. It leads from the spring to its resonance; from the wanted resonance to the spring it must be added.

use std::f64::consts::{LN_2, TAU};

use sprung::{Real, Spring};

use crate::error::{Result, require};

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
pub fn spring_resonant_at(frequency: f64, damping_ratio: f64) -> Result<Spring<f64>> {
    let ratio = squared_ratio(damping_ratio);
    let resonates = damping_ratio >= 0.0 && ratio > 0.0;
    let rule = "in 0 to 0.866 for a spring that resonates";
    require(resonates, "damping_ratio", damping_ratio, rule)?;
    require(frequency.is_finite(), "frequency", frequency, "finite")?;
    Spring::from_frequency(frequency / ratio.sqrt(), damping_ratio)
}

/// Returns the spring of a half-life, in seconds, that resonates at a frequency in hertz, both above 0.
///
/// The half-life is the article's: its damping is `4 ln 2/h`, so that `a = ζω = 2 ln 2/h`. The frequency at which the
/// spring holds the most energy is `w/2π` for
///
/// ```text
/// ω² = [(4a² + 2w²) + √((4a² + 2w²)² + 12w⁴)]/6
/// ```
///
/// The article's `resonant_frequency(goal_frequency, halflife)` takes `d²/4` off where it has to be added: of a half-life
/// of 0.05 s and 10 Hz it makes a spring that resonates at 7.73 Hz. An infinite half-life is a spring without damping.
///
/// ```
/// use sprung_signal::{resonant_frequency, spring_resonant_at_by_halflife};
///
/// let spring = spring_resonant_at_by_halflife(10.0, 0.05)?;
/// assert!((resonant_frequency(&spring).unwrap() - 10.0).abs() < 1e-12);
/// assert!((spring.decay_rate() - 2.0 * std::f64::consts::LN_2 / 0.05).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// Accuracy: 1e-15 relative.
///
/// Source: the formula above solves `w² = ω²(2√(1 − ζ²) − 1)` for `ω`; the half-life is that of D. Holden,
/// *Spring-It-On: The Game Developer's Spring-Roll-Call*.
///
/// # Errors
/// A frequency that is not above 0 and finite, a half-life that is not above 0, and parameters whose spring is too
/// stiff to be a number.
#[doc(alias = "resonant_frequency")]
pub fn spring_resonant_at_by_halflife(frequency: f64, halflife: f64) -> Result<Spring<f64>> {
    require(frequency > 0.0 && frequency.is_finite(), "frequency", frequency, "finite and > 0")?;
    require(halflife > 0.0, "halflife", halflife, "> 0")?;
    let (wanted, decay) = (TAU * frequency, 2.0 * LN_2 / halflife);
    // Divided by the greater one, nothing overflows before its time.
    let scale = Real::max(wanted, decay);
    let [w, a] = [wanted / scale, decay / scale].map(|x| x * x);
    let b = 4.0 * a + 2.0 * w;
    let angular_frequency = scale * ((b + (b * b + 12.0 * w * w).sqrt()) / 6.0).sqrt();
    let is_finite = angular_frequency.is_finite();
    require(is_finite, "halflife", halflife, "long enough for a finite stiffness")?;
    Spring::new(angular_frequency, decay / angular_frequency)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_spring_of_a_half_life_holds_the_most_energy_at_the_wanted_frequency() {
        for (wanted, halflife) in
            [(10.0, 0.05), (2.0, 0.05), (2.0, 10.0), (0.1, 0.01), (300.0, 0.3)]
        {
            let spring = spring_resonant_at_by_halflife(wanted, halflife).unwrap();
            assert!((spring.decay_rate() * halflife / (2.0 * LN_2) - 1.0).abs() < 1e-14);
            // The top of the energy, searched for by the golden section.
            let (mut low, mut high) = (0.0, 3.0 * wanted);
            for _ in 0..200 {
                let (a, b) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
                if energy(&spring, a) < energy(&spring, b) { low = a } else { high = b }
            }
            // A top is flat: rounding leaves half of the digits, and fewer of the flat top at heavy damping.
            assert!((low / wanted - 1.0).abs() < 1e-3, "{wanted} {halflife}: {low}");
            assert!((resonant_frequency(&spring).unwrap() / wanted - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_sign_of_the_article_misses_the_frequency() {
        let damping = 4.0 * LN_2 / 0.05;
        let squared = (TAU * 10.0f64).powi(2) - damping * damping / 4.0;
        let spring = Spring::from_stiffness_and_damping(squared, damping).unwrap();
        assert!((resonant_frequency(&spring).unwrap() - 7.73).abs() < 0.01);
    }

    #[test]
    fn hostile_half_lives_are_errors_or_springs() {
        let hostile = [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        for value in hostile {
            assert!(spring_resonant_at_by_halflife(value, 1.0).is_err());
            assert_eq!(spring_resonant_at_by_halflife(1.0, value).is_ok(), value == f64::INFINITY);
        }
        for value in [5e-324, 1e-300, 1e300, f64::MAX] {
            for result in [
                spring_resonant_at_by_halflife(value, 1.0),
                spring_resonant_at_by_halflife(1.0, value),
            ] {
                assert!(result.is_err() || result.unwrap().angular_frequency() > 0.0);
            }
        }
        let free = spring_resonant_at_by_halflife(3.0, f64::INFINITY).unwrap();
        assert_eq!((free.damping_ratio(), resonant_frequency(&free)), (0.0, Some(3.0)));
    }

    #[test]
    fn the_resonating_spring_reads_back() {
        for ratio in [0.0, 0.1, 0.8] {
            let spring = spring_resonant_at(7.0, ratio).unwrap();
            assert!((resonant_frequency(&spring).unwrap() - 7.0).abs() < 1e-13);
        }
        let error = |f, z| spring_resonant_at(f, z).unwrap_err().to_string();
        assert!(error(1.0, 0.87).starts_with("damping_ratio must be in 0 to 0.866"));
        assert!(error(1.0, f64::NAN).starts_with("damping_ratio"));
        assert!(error(-1.0, 0.1).starts_with("frequency"));
        assert!(error(f64::INFINITY, 0.1).starts_with("frequency"));
    }
}
