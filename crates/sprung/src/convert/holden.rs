//! Holden's half-life: `y = ζω = 2 ln 2/h`, the decay of the envelope rather than of the offset.
//!
//! His damping coefficient is `d = 4 ln 2/h`, so the envelope falls by 4 in each `h`. A critical spring from rest has
//! 59.7 % of its way left after one such half-life, not 50 %: [`Spring::from_halflife`] is the true one, and at
//! damping ratio 1 his is 1.2106 times shorter.
//!
//! His code also adds 1e-5 to the half-life, replaces `e^(−x)` by a rational function (0.019 off at worst) and, for a
//! goal that moves, balances at `goal + d·goal_velocity/s`: see [`Spring::goal_velocity_step`].
//!
//! Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.

use crate::convert::system::{Conversion, Form, Key, System};
use crate::error::{ParameterError, require};
use crate::params::Spring;
use crate::real::Real;

/// The spring of Holden's half-life in seconds and a damping ratio (> 0): `ω = 2 ln 2/(h·ζ)`.
///
/// ```
/// use sprung::{State, convert::holden};
///
/// let spring = holden::from_halflife(0.2, 1.0)?;
/// let left = spring.step(0.2).apply(State::at_rest(1.0f64), 0.0).position;
/// assert!((left - 0.5966).abs() < 1e-4);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A half-life that is negative or NaN, a damping ratio that is not above 0 and finite.
pub fn from_halflife<R: Real>(halflife: R, damping_ratio: R) -> Result<Spring<R>, ParameterError> {
    require(halflife >= R::ZERO, "halflife", halflife, ">= 0")?;
    let damped = damping_ratio > R::ZERO && damping_ratio.is_finite();
    require(damped, "damping_ratio", damping_ratio, "finite and > 0")?;
    Spring::new(R::TWO * R::LN_2 / halflife / damping_ratio, damping_ratio)
}

/// The spring of a frequency in hertz (undamped, > 0) and Holden's half-life: `ζ = 2 ln 2/(h·2πf)`.
///
/// # Errors
/// A frequency that is not above 0 and finite, a half-life that is not above 0 (it may be infinite: no damping).
pub fn from_frequency_and_halflife<R: Real>(
    frequency: R,
    halflife: R,
) -> Result<Spring<R>, ParameterError> {
    let turns = frequency > R::ZERO && frequency.is_finite();
    require(turns, "frequency", frequency, "finite and > 0")?;
    require(halflife > R::ZERO, "halflife", halflife, "> 0")?;
    Spring::from_frequency(frequency, R::LN_2 / (R::PI * frequency) / halflife)
}

/// Holden's half-life of a spring: `2 ln 2/(ζω)` seconds; infinite without damping.
pub fn halflife<R: Real>(spring: &Spring<R>) -> R {
    R::TWO * R::LN_2 / spring.decay_rate()
}

/// Holden's words.
pub(super) const SYSTEM: System = System {
    name: "holden",
    title: "Holden, Spring-Roll-Call",
    difference: "59.7 % is left after one half-life (critical), and his code approximates exp to 0.019",
    forms: &[
        Form {
            keys: &[
                Key::needed("halflife", "2 ln 2/(ζω), s"),
                Key::optional("damping_ratio", 1.0, "above 0"),
            ],
            limit: "damping ratio above 0",
            conversion: Conversion::Spring {
                build: |v| from_halflife(v[0], v[1]),
                read: |s| [halflife(s), s.damping_ratio(), 0.0, 0.0],
            },
        },
        Form {
            keys: &[
                Key::needed("frequency", "undamped, Hz"),
                Key::needed("halflife", "2 ln 2/(ζω), s"),
            ],
            limit: "frequency above 0",
            conversion: Conversion::Spring {
                build: |v| from_frequency_and_halflife(v[0], v[1]),
                read: |s| [s.frequency(), halflife(s), 0.0, 0.0],
            },
        },
    ],
    presets: &[],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn the_critical_half_life_leaves_59_7_percent() {
        let spring = from_halflife(0.3f64, 1.0).unwrap();
        let left = spring.step(0.3).apply(State::at_rest(1.0), 0.0).position;
        // (1 + y)·e^(−y) at y = 2 ln 2.
        let y = 2.0 * core::f64::consts::LN_2;
        assert!((left - (1.0 + y) / 4.0).abs() < 1e-15);
        assert!((left - 0.597).abs() < 5e-4);
        assert!((spring.halflife() / 0.3 - 1.2106).abs() < 1e-4);
    }

    #[test]
    fn the_envelope_falls_by_four_whatever_the_ratio() {
        for ratio in [0.1, 0.5, 1.0] {
            let spring = from_halflife(0.3f64, ratio).unwrap();
            assert!(((-spring.decay_rate() * 0.3).exp() - 0.25).abs() < 1e-15);
            assert!((halflife(&spring) - 0.3).abs() < 1e-15);
        }
    }

    #[test]
    fn frequency_and_half_life_read_back_even_without_damping() {
        let spring = from_frequency_and_halflife(2.0f64, 0.4).unwrap();
        assert!((spring.frequency() - 2.0).abs() < 1e-15);
        assert!((halflife(&spring) - 0.4).abs() < 1e-15);
        let undamped = Spring::new(3.0, 0.0).unwrap();
        let words = crate::convert::system("holden").unwrap().express(undamped).unwrap();
        assert!(words.is_exact());
        assert_eq!(words.values().nth(1), Some(("halflife", f64::INFINITY)));
    }

    #[test]
    fn limits_are_named() {
        assert!(from_halflife(-1.0f32, 1.0).unwrap_err().field == "halflife");
        assert!(from_halflife(1.0f32, 0.0).unwrap_err().field == "damping_ratio");
        assert_eq!(from_halflife(0.0f64, 1.0).unwrap().angular_frequency(), f64::INFINITY);
    }
}
