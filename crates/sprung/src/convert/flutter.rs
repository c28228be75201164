//! Flutter's `SpringDescription`: mass, stiffness, damping; or with a damping ratio; or duration and bounce.
//!
//! The motion is the spring's; `withDurationAndBounce` is SwiftUI's pair.
//!
//! Source: the public documentation of Flutter's `physics` library.

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
