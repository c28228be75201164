//! The integral of the offset of a motion over all time, and its path length.
//!
//! Integrating `x″ + 2ζω x′ + ω² x = 0` once gives it without integrating the motion: `∫x dt = 2ζ/ω·x₀ + v₀/ω²`. From one
//! passage of the goal to the next the velocity changes its sign and shrinks by `r = e^(−πζ/√(1 − ζ²))`, so the area
//! without regard to sign is a geometric series.

use crate::analysis::FreeResponse;
use crate::real::Real;

impl<R: Real> FreeResponse<R> {
    /// The signed area `∫x dt` between offset and goal over all time, in the unit of the offset times seconds.
    ///
    /// `2ζ/ω·x₀ + v₀/ω²`. From rest it is the [lag](crate::Spring::lag) per unit of offset. Infinite where the motion
    /// stops off its goal (drag, `ζ = ∞`); NaN without damping, where the integral has no limit.
    /// Accuracy: 1e-15 (`f64`), 6e-7 (`f32`) of the larger term.
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// let spring = Spring::new(10.0, 0.5)?;
    /// assert!((FreeResponse::new(spring, 3.0, 20.0).integral() - (0.3 + 0.2f64)).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn integral(&self) -> R {
        if self.is_at_rest() {
            return R::ZERO;
        }
        if self.spring.decay_rate() == R::ZERO {
            return R::from_f64(f64::NAN);
        }
        let frequency = self.spring.angular_frequency();
        let end = self.swings().first_offset;
        if frequency == R::ZERO {
            // Drag that stops on the goal: x = x₀ e^(−2at).
            let stops_off = end != R::ZERO;
            return if stops_off {
                R::INFINITY.copysign(end)
            } else {
                self.offset / self.spring.damping()
            };
        }
        let from_offset =
            if self.offset == R::ZERO { R::ZERO } else { self.spring.lag() * self.offset };
        from_offset + self.velocity / frequency / frequency
    }

    /// Returns the area `∫|x| dt` between motion and goal over all time, positive on both sides.
    ///
    /// Control engineering calls it the integral of absolute error. Infinite where the motion does not come to rest on
    /// its goal. Accuracy: 1e-13 (`f64`), 1e-5 (`f32`) of the sum of its parts.
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// // Without overshoot both areas are one.
    /// let motion = FreeResponse::new(Spring::new(10.0, 1.5)?, -2.0f64, 0.0);
    /// assert_eq!(motion.integral_abs(), -motion.integral());
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn integral_abs(&self) -> R {
        let area = self.integral();
        let passage = self.crossing_time(R::ZERO);
        if area.is_nan() && !self.is_nan() {
            return R::INFINITY;
        }
        if !passage.is_finite() || !area.is_finite() {
            return area.abs();
        }
        let frequency = self.spring.angular_frequency();
        let after = self.at(passage).velocity / frequency / frequency;
        (area - after).abs() + after.abs() * self.swings().sum()
    }

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
        let areas = |spring: Spring<f64>, x, v| {
            let motion = FreeResponse::new(spring, x, v);
            (motion.integral(), motion.integral_abs())
        };
        let infinite = f64::INFINITY;
        let drag = Spring::from_stiffness_and_damping(0.0, 2.0).unwrap();
        assert_eq!(areas(drag, 1.0, -2.0), (0.5, 0.5));
        assert_eq!(areas(drag, 1.0, -3.0), (-infinite, infinite));
        assert_eq!(areas(drag, 0.0, 0.0), (0.0, 0.0));
        assert_eq!(areas(Spring::critical(infinite).unwrap(), 1.0, 1.0), (0.0, 0.0));
        assert_eq!(areas(Spring::new(2.0, infinite).unwrap(), -1.0, 1.0), (-infinite, infinite));
        let (signed, absolute) = areas(Spring::new(2.0, 0.0).unwrap(), -1.0, 1.0);
        assert!(signed.is_nan() && absolute == infinite);
        let (signed, absolute) = areas(Spring::new(2.0, 1.0).unwrap(), 1.0, f64::NAN);
        assert!(signed.is_nan() && absolute.is_nan());
    }

    #[test]
    fn the_limits_of_the_path_are_defined() {
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
