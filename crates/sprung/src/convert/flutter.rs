//! Flutter's `SpringDescription`: mass, stiffness, damping; or with a damping ratio; or duration and bounce.
//!
//! The motion is the spring's; `withDurationAndBounce` is SwiftUI's pair.
//!
//! Source: the public documentation of Flutter's `physics` library.

use crate::convert::convention::{Convention, DAMPING, Key, MASS, ParameterSet, STIFFNESS};
use crate::error::Result;
use crate::params::{Spring, finite_positive, zero_or_more};
use crate::real::Real;

/// The spring of `SpringDescription.withDampingRatio`: mass (> 0), stiffness (≥ 0) and damping ratio (≥ 0).
///
/// ```
/// let spring = sprung::convert::flutter::from_ratio(1.0, 100.0, 0.5)?;
/// assert_eq!(spring.damping(), 10.0f64);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A mass that is not above 0 and finite, a stiffness or ratio that is negative or NaN.
pub fn from_ratio<R: Real>(mass: R, stiffness: R, ratio: R) -> Result<Spring<R>> {
    let mass = finite_positive(mass, "mass")?;
    let stiffness = zero_or_more(stiffness, "stiffness")?;
    let ratio = zero_or_more(ratio, "ratio")?;
    Spring::new((stiffness / mass).sqrt(), ratio)
}

/// Flutter's convention.
pub(super) const CONVENTION: Convention = Convention {
    name: "flutter",
    title: "Flutter SpringDescription",
    difference: "none in motion",
    forms: &[
        ParameterSet::spring(
            &[STIFFNESS, DAMPING, MASS],
            "every spring of finite stiffness and damping",
            |v| Spring::from_mass_stiffness_and_damping(v[2], v[0], v[1]),
            |s| [s.stiffness(), s.damping(), 1.0, 0.0],
        ),
        ParameterSet::spring(
            &[STIFFNESS, Key::needed("ratio", "damping ratio"), MASS],
            "every spring but drag without a pull",
            |v| from_ratio(v[2], v[0], v[1]),
            |s| [s.stiffness(), s.damping_ratio(), 1.0, 0.0],
        ),
        ParameterSet::spring(
            &[
                Key::optional("duration", 0.5, "2π/ω, s"),
                Key::optional("bounce", 0.0, "as SwiftUI's"),
            ],
            "every spring of finite damping ratio",
            |v| Spring::from_duration_and_bounce(v[0], v[1]),
            |s| [s.duration(), s.bounce(), 0.0, 0.0],
        ),
    ],
    presets: &[],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_of_critical_damping_whatever_the_mass() {
        let spring = from_ratio(4.0f64, 100.0, 1.0).unwrap();
        let same = Spring::from_mass_stiffness_and_damping(4.0, 100.0, 40.0).unwrap();
        assert_eq!(spring, same);
    }
}
