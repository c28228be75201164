//! Jetpack Compose's and Android's springs: stiffness per unit of mass and damping ratio.
//!
//! The motion is the spring's. What differs: an animation ends by an estimate of its settling time that is wrong near
//! damping ratio 1 (negative, NaN or 57 times too short), and numbers are single precision.
//!
//! Source: the public documentation of `androidx.compose.animation.core.Spring` and of `SpringForce`.

use crate::error::{Result, require};
use crate::params::Spring;
use crate::real::Real;

/// `Spring.StiffnessHigh`.
pub const STIFFNESS_HIGH: f64 = 10_000.0;
/// `Spring.StiffnessMedium`, the default.
pub const STIFFNESS_MEDIUM: f64 = 1_500.0;
/// `Spring.StiffnessMediumLow`.
pub const STIFFNESS_MEDIUM_LOW: f64 = 400.0;
/// `Spring.StiffnessLow`.
pub const STIFFNESS_LOW: f64 = 200.0;
/// `Spring.StiffnessVeryLow`.
pub const STIFFNESS_VERY_LOW: f64 = 50.0;
/// `Spring.DampingRatioHighBouncy`.
pub const DAMPING_RATIO_HIGH_BOUNCY: f64 = 0.2;
/// `Spring.DampingRatioMediumBouncy`.
pub const DAMPING_RATIO_MEDIUM_BOUNCY: f64 = 0.5;
/// `Spring.DampingRatioLowBouncy`.
pub const DAMPING_RATIO_LOW_BOUNCY: f64 = 0.75;
/// `Spring.DampingRatioNoBouncy`, the default.
pub const DAMPING_RATIO_NO_BOUNCY: f64 = 1.0;

/// The spring of a stiffness (1/s², ≥ 0) and a damping ratio (≥ 0): `ω = √stiffness`.
///
/// ```
/// use sprung::convert::compose::{self, DAMPING_RATIO_LOW_BOUNCY, STIFFNESS_MEDIUM_LOW};
///
/// let spring = compose::from_stiffness(STIFFNESS_MEDIUM_LOW, DAMPING_RATIO_LOW_BOUNCY)?;
/// assert_eq!((spring.angular_frequency(), spring.damping_ratio()), (20.0, 0.75));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A value that is negative or NaN.
pub fn from_stiffness<R: Real>(stiffness: R, damping_ratio: R) -> Result<Spring<R>> {
    require(stiffness >= R::ZERO, "stiffness", stiffness, ">= 0")?;
    Spring::new(stiffness.sqrt(), damping_ratio)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stiffness_is_the_square_of_the_angular_frequency() {
        let spring = from_stiffness(400.0f64, 0.2).unwrap();
        assert_eq!((spring.angular_frequency(), spring.stiffness()), (20.0, 400.0));
        assert_eq!(from_stiffness(-1.0f64, 1.0).unwrap_err().field, "stiffness");
    }
}
