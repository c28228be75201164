//! Flutter's `SpringDescription`: mass, stiffness, damping; or with a damping ratio; or duration and bounce.
//!
//! The motion is the spring's; `withDurationAndBounce` is SwiftUI's pair.
//!
//! Source: the public documentation of Flutter's `physics` library.

use crate::convert::convention::{Convention, Key, Mapping, ParameterSet};
use crate::error::{ParameterError, require};
use crate::params::Spring;
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
pub fn from_ratio<R: Real>(mass: R, stiffness: R, ratio: R) -> Result<Spring<R>, ParameterError> {
    require(mass > R::ZERO && mass.is_finite(), "mass", mass, "finite and > 0")?;
    require(stiffness >= R::ZERO, "stiffness", stiffness, ">= 0")?;
    require(ratio >= R::ZERO, "ratio", ratio, ">= 0")?;
    Spring::new((stiffness / mass).sqrt(), ratio)
}

/// Flutter's convention.
pub(super) const CONVENTION: Convention = Convention {
    name: "flutter",
    title: "Flutter SpringDescription",
    difference: "none in motion",
    forms: &[
        ParameterSet {
            keys: &[
                Key::needed("stiffness", "k"),
                Key::needed("damping", "c"),
                Key::optional("mass", 1.0, "m"),
            ],
            limit: "every spring of finite stiffness and damping",
            mapping: Mapping::Spring {
                build: |v| Spring::from_mass_stiffness_and_damping(v[2], v[0], v[1]),
                read: |s| [s.stiffness(), s.damping(), 1.0, 0.0],
            },
        },
        ParameterSet {
            keys: &[
                Key::needed("stiffness", "k"),
                Key::needed("ratio", "damping ratio"),
                Key::optional("mass", 1.0, "m"),
            ],
            limit: "every spring but drag without a pull",
            mapping: Mapping::Spring {
                build: |v| from_ratio(v[2], v[0], v[1]),
                read: |s| [s.stiffness(), s.damping_ratio(), 1.0, 0.0],
            },
        },
        ParameterSet {
            keys: &[
                Key::optional("duration", 0.5, "2π/ω, s"),
                Key::optional("bounce", 0.0, "as SwiftUI's"),
            ],
            limit: "every spring of finite damping ratio",
            mapping: Mapping::Spring {
                build: |v| Spring::from_duration_and_bounce(v[0], v[1]),
                read: |s| [s.duration(), s.bounce(), 0.0, 0.0],
            },
        },
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
