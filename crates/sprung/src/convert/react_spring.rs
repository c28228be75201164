//! react-spring: tension, friction and mass, or a period with a damping ratio, and its presets.
//!
//! Tension and friction are stiffness and damping. Its `frequency` is not one: it is the period `2π/ω` in seconds.
//! What differs from the spring: it is integrated by Euler's method in steps of 1 ms, rounded up per frame, which runs
//! 1.2 times too fast at 240 frames per second.
//!
//! Source: the public documentation and source of react-spring 10.

use crate::error::{Result, require};
use crate::params::{Spring, finite_zero_or_more};
use crate::real::Real;

/// The spring of tension (≥ 0), friction (≥ 0) and mass (> 0).
///
/// ```
/// let wobbly = sprung::convert::react_spring::from_tension(180.0, 12.0, 1.0)?;
/// assert!((wobbly.damping_ratio() - 0.447f64).abs() < 5e-4);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A tension or friction that is negative, infinite or NaN, a mass that is not above 0 and finite.
pub fn from_tension<R: Real>(tension: R, friction: R, mass: R) -> Result<Spring<R>> {
    let tension = finite_zero_or_more(tension, "tension")?;
    let friction = finite_zero_or_more(friction, "friction")?;
    Spring::from_mass_stiffness_and_damping(mass, tension, friction)
}

/// The spring of react-spring's `frequency`, which is the period in seconds (≥ 0.01), and `damping`, the damping ratio.
///
/// # Errors
/// A period below 0.01 or NaN (react-spring raises it), a damping that is negative or NaN.
pub fn from_frequency<R: Real>(frequency: R, damping: R) -> Result<Spring<R>> {
    require(frequency >= R::from_f64(0.01), "frequency", frequency, ">= 0.01 (a period, s)")?;
    require(damping >= R::ZERO, "damping", damping, ">= 0")?;
    Spring::new(R::TWO * R::PI / frequency, damping)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequency_is_a_period() {
        let spring = from_frequency(0.5f64, 0.8).unwrap();
        assert!((spring.frequency() - 2.0).abs() < 1e-15);
        assert_eq!(from_frequency(0.001f64, 1.0).unwrap_err().field, "frequency");
    }

    #[test]
    fn molasses_is_far_over_damped_and_the_default_nearly_critical() {
        let ratio = |k, c| from_tension(k, c, 1.0f64).unwrap().damping_ratio();
        assert!((ratio(280.0, 120.0) - 3.586).abs() < 5e-4);
        assert!((ratio(170.0, 26.0) - 0.997).abs() < 5e-4);
    }
}
