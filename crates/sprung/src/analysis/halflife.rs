//! The true half-life of a spring: the time after which half of the offset is left, from rest.

use crate::analysis::phase_from_rest;
use crate::error::Result;
use crate::params::{Spring, finite_zero_or_more, zero_or_more};
use crate::real::Real;

impl<R: Real> Spring<R> {
    /// A spring from its true half-life in seconds, when half of the offset is left after starting at rest, and its
    /// damping ratio.
    ///
    /// At damping ratio 1 this is `ωt = 1.678347`. It is *not* Holden's half-life, after which 59.7 % is left: that one is
    /// in the `convert` module. A half-life of 0 is at the goal at once.
    ///
    /// Accuracy: 1e-14 relative (`f64`), 6e-7 (`f32`).
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let spring = Spring::from_halflife(0.2, 0.7)?;
    /// let half = spring.step(0.2).apply(State::at_rest(1.0f64), 0.0);
    /// assert!((half.position - 0.5).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A half-life that is negative or NaN, a damping ratio that is negative, infinite or NaN.
    pub fn from_halflife(halflife: R, damping_ratio: R) -> Result<Self> {
        let halflife = zero_or_more(halflife, "halflife")?;
        let damping_ratio = finite_zero_or_more(damping_ratio, "damping_ratio")?;
        if halflife == R::ZERO {
            return Spring::critical(R::INFINITY);
        }
        Spring::new(phase_from_rest(damping_ratio, R::HALF) / halflife, damping_ratio)
    }

    /// Returns the spring of a true half-life in seconds and a damping ratio, both clamped to 0 … ∞; NaN counts as 0.
    ///
    /// An infinite damping ratio counts as the largest finite one. A half-life of 0 is at the goal at once.
    ///
    /// ```
    /// use sprung::Spring;
    ///
    /// assert_eq!(Spring::clamped_halflife(0.2, 0.7), Spring::from_halflife(0.2, 0.7)?);
    /// assert_eq!(Spring::clamped_halflife(-0.2, 0.7).halflife(), 0.0);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn clamped_halflife(halflife: R, damping_ratio: R) -> Self {
        let damping_ratio = damping_ratio.max(R::ZERO).min(R::MAX);
        // Only an angular frequency beyond the range of numbers is refused: it is at the goal at once.
        Spring::from_halflife(halflife.max(R::ZERO), damping_ratio)
            .unwrap_or(Spring::clamped(R::INFINITY, damping_ratio))
    }

    /// Returns the true half-life, s: the time to half of the offset, from rest; infinite without a pull.
    pub fn halflife(&self) -> R {
        if self.angular_frequency() == R::ZERO || !self.damping_ratio().is_finite() {
            return R::INFINITY;
        }
        phase_from_rest(self.damping_ratio(), R::HALF) / self.angular_frequency()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_critical_half_life_is_1_678347_over_omega() {
        let spring = Spring::critical(1.0f64).unwrap();
        assert!((spring.halflife() - 1.678346990016661).abs() < 1e-14);
    }

    #[test]
    fn an_undamped_spring_is_half_way_after_a_sixth_of_a_turn() {
        let spring = Spring::new(1.0f64, 0.0).unwrap();
        assert!((spring.halflife() - core::f64::consts::FRAC_PI_3).abs() < 1e-15);
    }

    #[test]
    fn a_clamped_half_life_is_the_exact_one_where_that_exists() {
        let values = testkit::inputs::hostile::<f64>();
        for &halflife in &values {
            for &ratio in &values {
                let clamped = Spring::clamped_halflife(halflife, ratio);
                assert!(clamped.angular_frequency() >= 0.0 && clamped.damping_ratio() >= 0.0);
                if let Ok(exact) = Spring::from_halflife(halflife, ratio) {
                    assert_eq!(clamped, exact, "{halflife} {ratio}");
                }
            }
        }
    }

    #[test]
    fn half_life_comes_back_for_every_damping_ratio() {
        for ratio in [0.0, 0.1, 0.5, 1.0, 1.5, 10.0, 1e4] {
            let back = Spring::from_halflife(0.3f64, ratio).unwrap().halflife();
            assert!((back - 0.3).abs() < 1e-14, "{ratio}: {back}");
        }
    }
}
