//! Springs by physical parameters: frequency in hertz, stiffness, damping, mass.

use crate::error::{Result, require};
use crate::params::{Spring, finite_positive, finite_zero_or_more};
use crate::real::Real;

impl<R: Real> Spring<R> {
    /// A spring from its undamped frequency in hertz, `f = ω/2π`, and its damping ratio.
    ///
    /// ```
    /// let spring = sprung::Spring::from_frequency(2.0, 0.5)?;
    /// assert_eq!(spring.frequency(), 2.0);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A negative or NaN value.
    #[doc(alias = "frequency_to_stiffness")]
    pub fn from_frequency(frequency: R, damping_ratio: R) -> Result<Self> {
        require(frequency >= R::ZERO, "frequency", frequency, ">= 0")?;
        Spring::new(R::TWO * R::PI * frequency, damping_ratio)
    }

    /// A spring from stiffness `s = ω²` (1/s²) and damping `d = 2ζω` (1/s), both per unit of mass.
    ///
    /// Stiffness 0 with damping above 0 is drag: nothing pulls, velocity falls as `e^(−dt)`.
    ///
    /// # Errors
    /// A negative, infinite or NaN value.
    #[doc(alias = "damping_ratio_to_stiffness")]
    pub fn from_stiffness_and_damping(stiffness: R, damping: R) -> Result<Self> {
        let stiffness = finite_zero_or_more(stiffness, "stiffness")?;
        let damping = finite_zero_or_more(damping, "damping")?;
        if stiffness == R::ZERO {
            return Ok(Spring::drag(damping * R::HALF));
        }
        let angular_frequency = stiffness.sqrt();
        let damping_ratio = damping * R::HALF / angular_frequency;
        if damping_ratio == R::INFINITY {
            // So weak a pull is none; an infinite damping ratio would freeze.
            return Ok(Spring::drag(damping * R::HALF));
        }
        Spring::new(angular_frequency, damping_ratio)
    }

    /// A spring from stiffness `k`, damping `c` and mass `m`: `ω = √(k/m)`, `ζ = c/(2√(km))`.
    ///
    /// ```
    /// let spring = sprung::Spring::from_mass_stiffness_and_damping(1.0, 100.0, 10.0)?;
    /// assert_eq!((spring.angular_frequency(), spring.damping_ratio()), (10.0, 0.5));
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A mass that is not above 0 and finite; stiffness or damping negative, infinite or NaN, also after division by the
    /// mass.
    #[doc(alias("F = -kx - bv", "Hooke law"))]
    pub fn from_mass_stiffness_and_damping(mass: R, stiffness: R, damping: R) -> Result<Self> {
        let mass = finite_positive(mass, "mass")?;
        let stiffness = finite_zero_or_more(stiffness, "stiffness")?;
        let damping = finite_zero_or_more(damping, "damping")?;
        let (stiffness, damping) = (stiffness / mass, damping / mass);
        let countable = stiffness.is_finite() && damping.is_finite();
        require(countable, "mass", mass, "large enough to divide stiffness and damping by")?;
        Spring::from_stiffness_and_damping(stiffness, damping)
    }

    /// The undamped frequency in hertz, `ω/2π`.
    #[doc(alias = "stiffness_to_frequency")]
    pub fn frequency(&self) -> R {
        self.angular_frequency() / (R::TWO * R::PI)
    }

    /// Returns the damped angular frequency `ω√(1 − ζ²)`, rad/s; 0 at and beyond critical damping.
    pub fn damped_angular_frequency(&self) -> R {
        let ratio = self.damping_ratio();
        if ratio >= R::ONE {
            return R::ZERO;
        }
        self.angular_frequency() * ((R::ONE - ratio) * (R::ONE + ratio)).sqrt()
    }

    /// The stiffness per unit of mass, `ω²` in 1/s².
    #[doc(alias = "k_p")]
    pub fn stiffness(&self) -> R {
        self.angular_frequency() * self.angular_frequency()
    }

    /// The damping per unit of mass, `2ζω` in 1/s.
    #[doc(alias("k_d", "damping_ratio_to_damping"))]
    pub fn damping(&self) -> R {
        R::TWO * self.decay_rate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stiffness_damping_and_mass_read_back() {
        let spring = Spring::from_mass_stiffness_and_damping(2.0f64, 340.0, 52.0).unwrap();
        assert!((spring.stiffness() - 170.0).abs() < 1e-13 * 170.0);
        assert!((spring.damping() - 26.0).abs() < 1e-13 * 26.0);
        assert!((spring.damping_ratio() - 52.0 / (2.0 * 680f64.sqrt())).abs() < 1e-15);
    }

    #[test]
    fn drag_keeps_its_damping() {
        let drag = Spring::from_stiffness_and_damping(0.0, 5.0).unwrap();
        assert_eq!((drag.stiffness(), drag.damping()), (0.0, 5.0));
        let free = Spring::from_stiffness_and_damping(0.0, 0.0).unwrap();
        assert_eq!((free.damping_ratio(), free.damping()), (0.0, 0.0));
        let zeros = Spring::from_stiffness_and_damping(-0.0f64, -0.0).unwrap();
        assert!(zeros.stiffness().is_sign_positive() && zeros.damping().is_sign_positive());
    }

    #[test]
    fn a_pull_too_weak_for_a_damping_ratio_is_drag() {
        let drag = Spring::from_stiffness_and_damping(1e-42f32, 1e20).unwrap();
        assert_eq!((drag.angular_frequency(), drag.damping()), (0.0, 1e20));
    }

    #[test]
    fn an_error_names_what_was_given() {
        let light = Spring::from_mass_stiffness_and_damping(1e-300, 1e10f64, 1.0).unwrap_err();
        assert_eq!(light.field, "mass");
    }
}
