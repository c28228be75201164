//! The path length of a motion until it rests.

use crate::analysis::FreeResponse;
use crate::real::Real;

impl<R: Real> FreeResponse<R> {
    /// Returns the path length, back and forth, in the unit of the offset: `∫|v| dt` over all time.
    ///
    /// The swings form a geometric series: `|x₀ − x₁| + |x₁| (1 + r)/(1 − r)`, with the first turning point `x₁` and
    /// `r = e^(−πζ/√(1 − ζ²))`; `|x₀|` if it never turns. Infinite without damping, unless it is at rest.
    /// Accuracy: 1e-13 relative (`f64`), 1e-5 (`f32`).
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// let spring = Spring::new(10.0, Spring::damping_ratio_from_overshoot(0.5)?)?;
    /// let way = FreeResponse::new(spring, 1.0f64, 0.0).path_length();
    /// // 1 to the goal, 1/2 beyond, 1/2 back, 1/4 beyond, ...
    /// assert!((way - 3.0).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn path_length(&self) -> R {
        let swings = self.swings();
        let first = (self.offset - swings.first_offset).abs();
        if swings.first_time == R::INFINITY {
            return if self.is_nan() { self.offset + self.velocity } else { first };
        }
        first + swings.first_offset.abs() * swings.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Spring;

    #[test]
    fn the_limits_are_defined() {
        let travel = |spring: Spring<f64>, v| FreeResponse::new(spring, 1.0, v).path_length();
        assert_eq!(travel(Spring::critical(f64::INFINITY).unwrap(), 3.0), 1.0);
        assert_eq!(travel(Spring::new(3.0, f64::INFINITY).unwrap(), 3.0), 0.0);
        let drag = Spring::from_stiffness_and_damping(0.0, 2.0).unwrap();
        assert_eq!(travel(drag, -3.0), 1.5);
        assert_eq!(travel(Spring::new(0.0, 0.0).unwrap(), 0.0), 0.0);
        assert_eq!(travel(Spring::new(0.0, 0.0).unwrap(), 1.0), f64::INFINITY);
        let undamped = Spring::new(2.0, 0.0).unwrap();
        assert_eq!(travel(undamped, 0.0), f64::INFINITY);
        assert_eq!(FreeResponse::new(undamped, 0.0, 0.0).path_length(), 0.0);
        assert!(travel(undamped, f64::NAN).is_nan());
        assert!(travel(Spring::critical(1.0).unwrap(), f64::NAN).is_nan());
    }

    #[test]
    fn without_visible_overshoot_the_path_is_the_distance() {
        for ratio in [1.0 - 1e-3, 1.0 - 1e-15, 1.0, 1.0 + 1e-15, 7.0] {
            let motion = FreeResponse::new(Spring::new(3.0f64, ratio).unwrap(), -2.0, 0.0);
            assert!((motion.path_length() - 2.0).abs() < 1e-14);
        }
    }
}
