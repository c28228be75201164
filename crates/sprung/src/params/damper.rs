//! The first-order damper: exponential decay towards a goal.

use crate::error::{Result, require};
use crate::params::{finite_positive, zero_or_more};
use crate::real::Real;

/// A first-order damper: the offset from the goal decays as `e^(−λt)`; the velocity is not part of the state.
///
/// The rate `λ` (1/s, ≥ 0) is the canonical parameter; half-life `ln 2/λ` and time constant `1/λ` read back.
/// The same at every frame rate, unlike blending by a fixed fraction each frame.
/// Limits: rate 0 never moves; an infinite rate (half-life 0) is at the goal at once.
///
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.
///
/// ```
/// use sprung::Damper;
///
/// let damper = Damper::from_halflife(0.1)?;
/// let x = damper.step(0.2).apply(8.0, 0.0);
/// assert!((x - 2.0f64).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("exponential decay", "low-pass filter", "exp_decay", "decay_rate"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, bound = "R: Real"))]
pub struct Damper<R> {
    #[cfg_attr(feature = "serde", serde(with = "crate::interop::serde::rate"))]
    rate: R,
}

impl<R: Real> Damper<R> {
    /// A damper from its rate `λ` in 1/s.
    ///
    /// # Errors
    /// A negative or NaN rate.
    #[doc(alias("FInterpTo", "smooth_nudge", "exp_decay"))]
    pub fn from_rate(rate: R) -> Result<Self> {
        Ok(Damper { rate: zero_or_more(rate, "rate")? })
    }

    /// The damper of a rate that is 0 or more.
    pub(super) const fn from_valid_rate(rate: R) -> Self {
        Damper { rate }
    }

    /// A damper from its half-life: after each such time, half of the offset is left.
    ///
    /// # Errors
    /// A negative or NaN half-life.
    #[doc(alias = "damper_exact")]
    pub fn from_halflife(halflife: R) -> Result<Self> {
        Ok(Damper { rate: R::LN_2 / zero_or_more(halflife, "halflife")? })
    }

    /// A damper from its time constant `1/λ`: after each such time, 36.8 % of the offset is left.
    ///
    /// # Errors
    /// A negative or NaN time constant.
    pub fn from_time_constant(time_constant: R) -> Result<Self> {
        Ok(Damper { rate: R::ONE / zero_or_more(time_constant, "time_constant")? })
    }

    /// The exact damper that equals blending by `factor` (0 … 1) in every step of `reference_step` seconds.
    ///
    /// `λ = −ln(1 − factor)/reference_step`: what was tuned at one frame rate then holds at every other.
    ///
    /// # Errors
    /// A factor outside 0 … 1, a reference step that is not above 0 and finite.
    #[doc(alias("damper_exponential", "lerp"))]
    pub fn from_smoothing_factor(factor: R, reference_step: R) -> Result<Self> {
        require(factor >= R::ZERO && factor <= R::ONE, "factor", factor, "in 0 to 1")?;
        finite_positive(reference_step, "reference_step")?;
        Ok(Damper { rate: (R::ZERO - (-factor).ln_1p()) / reference_step })
    }

    /// Holden's damper of a damping in 1/s that is right at steps of `reference_step` seconds: there it blends by
    /// `damping·reference_step`, which may be 0 … 1, and at every other step it does the same.
    ///
    /// ```
    /// use sprung::{Damper, integrate::euler_damper};
    ///
    /// let damper = Damper::from_damping(9.0, 1.0 / 60.0)?;
    /// let blended = euler_damper(0.0f64, 1.0, 9.0, 1.0 / 60.0);
    /// assert!((damper.step(1.0 / 60.0).apply(0.0, 1.0) - blended).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A reference step that is not above 0 and finite, a damping outside 0 … `1/reference_step`.
    #[doc(alias = "damper_exponential")]
    pub fn from_damping(damping: R, reference_step: R) -> Result<Self> {
        finite_positive(reference_step, "reference_step")?;
        let factor = damping * reference_step;
        let blends = factor >= R::ZERO && factor <= R::ONE;
        require(blends, "damping", damping, "in 0 to 1/reference_step")?;
        Damper::from_smoothing_factor(factor, reference_step)
    }

    /// The rate `λ`, 1/s.
    #[inline]
    pub const fn rate(&self) -> R {
        self.rate
    }

    /// The half-life `ln 2/λ`, seconds.
    pub fn halflife(&self) -> R {
        R::LN_2 / self.rate
    }

    /// Returns the time constant `1/λ`, seconds, which is also the lag behind a goal of constant velocity.
    pub fn time_constant(&self) -> R {
        R::ONE / self.rate
    }

    /// The smoothing factor of a step of `reference_step` seconds: the fraction `1 − e^(−λ·reference_step)` of the offset
    /// that it removes.
    ///
    /// 0 for a step that is 0, negative or NaN; 1 for an infinite one, unless the rate is 0.
    pub fn smoothing_factor(&self, reference_step: R) -> R {
        -(-self.decay(reference_step)).exp_m1()
    }

    /// The decay `λ·dt` of a step: 0 where the rate or the time is 0, negative or NaN.
    pub(crate) fn decay(&self, dt: R) -> R {
        if dt > R::ZERO && self.rate > R::ZERO { self.rate * dt } else { R::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_comes_back() {
        let damper = Damper::from_halflife(0.2f64).unwrap();
        assert!((damper.halflife() - 0.2).abs() < 1e-16);
        assert!((damper.time_constant() - 0.2 / core::f64::consts::LN_2).abs() < 1e-15);
        let blend = Damper::from_smoothing_factor(0.1f64, 1.0 / 60.0).unwrap();
        assert!((blend.smoothing_factor(1.0 / 60.0) - 0.1).abs() < 1e-16);
        assert!((blend.smoothing_factor(1.0 / 30.0) - 0.19).abs() < 1e-15);
    }

    #[test]
    fn minus_zero_is_zero() {
        for damper in [
            Damper::from_halflife(-0.0),
            Damper::from_time_constant(-0.0),
            Damper::from_smoothing_factor(1.0, 0.1),
        ] {
            assert_eq!(damper.unwrap().step(1e-3).apply(5.0f64, 2.0), 2.0);
        }
        for damper in [Damper::from_rate(-0.0), Damper::from_smoothing_factor(-0.0, 0.1)] {
            assert_eq!(damper.unwrap().halflife(), f64::INFINITY);
            assert_eq!(damper.unwrap().time_constant(), f64::INFINITY);
        }
    }

    #[test]
    fn the_smoothing_factor_of_zero_time_is_zero() {
        for rate in [0.0, 3.0, f64::INFINITY] {
            let damper = Damper::from_rate(rate).unwrap();
            assert_eq!([0.0, -0.0, -1.0, f64::NAN].map(|dt| damper.smoothing_factor(dt)), [0.0; 4]);
            assert_eq!(damper.smoothing_factor(f64::INFINITY), if rate > 0.0 { 1.0 } else { 0.0 });
        }
    }

    #[test]
    fn half_life_zero_is_at_the_goal_at_once() {
        assert_eq!(Damper::from_halflife(0.0f32).unwrap().step(1e-3).apply(5.0f32, 2.0), 2.0);
        assert_eq!(Damper::from_smoothing_factor(1.0f64, 0.1).unwrap().rate(), f64::INFINITY);
    }
}
