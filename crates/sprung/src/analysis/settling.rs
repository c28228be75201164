//! Settling time: the last time at which a motion is farther from its goal than a tolerance.
//!
//! The extremes of a damped motion shrink by a constant factor, so a logarithm finds the last one that is outside the
//! tolerance; one root in the swing after it is the answer. No simulation, no envelope: the envelope is up to half a
//! swing late.

use crate::analysis::{FreeResponse, phase_from_rest};
use crate::params::Spring;
use crate::real::Real;

impl<R: Real> FreeResponse<R> {
    /// The last time, in seconds, that the offset is larger than `tolerance` (> 0, in the unit of the offset).
    ///
    /// From then on it stays within. 0 if it is never outside; infinite if it never settles: without damping, without
    /// a pull (unless drag stops it inside), and for tolerance 0.
    ///
    /// Accuracy in `f64`: never early, and late by at most 4e-12 of the time, by brute force on ten thousand motions: it is
    /// rounded up by more than the rounding error of [`at`](Self::at). In `f32`: within 2e-5 of the times for a tolerance
    /// larger and one smaller by 1e-4 and the rounding of the offset. Where the last extreme outside exceeds the tolerance
    /// by a fraction `δ` only, the question itself is that sensitive: to about `√(ε/δ)` swings.
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// let motion = FreeResponse::new(Spring::new(10.0, 0.2)?, 3.0, 40.0);
    /// let time: f64 = motion.settling_time(0.1);
    /// let offset = motion.at(time).position.abs();
    /// assert!(offset <= 0.1 && offset > 0.1 - 1e-10);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    #[doc(alias = "SpringCharacterStoppingTime")]
    pub fn settling_time(&self, tolerance: R) -> R {
        if self.is_nan() || tolerance.is_nan() {
            return R::from_f64(f64::NAN);
        }
        let swings = self.swings();
        let far = swings.first_offset.abs();
        let time = if far <= tolerance || self.spring.angular_frequency() == R::INFINITY {
            if self.offset.abs() <= tolerance {
                return R::ZERO;
            }
            self.first_passage(tolerance.copysign(self.offset), &swings)
        } else if swings.first_time == R::INFINITY || tolerance <= R::ZERO {
            R::INFINITY
        } else {
            let last = last_outside(far, tolerance, swings.decrement);
            if !last.is_finite() {
                return R::INFINITY;
            }
            let left = tolerance / swings.reach(last);
            let phase = phase_from_rest(self.spring.damping_ratio(), left);
            swings.time(last) + phase / self.spring.angular_frequency()
        };
        // Rounded up by far more than rounding, and far less than anyone can see: ε^(3/4).
        time + time * R::EPSILON.sqrt() * R::EPSILON.sqrt().sqrt()
    }
}

/// The index of the last of the extremes `far·e^(−k·decrement)` that is above the tolerance.
fn last_outside<R: Real>(far: R, tolerance: R, decrement: R) -> R {
    let reach = |k: R| if k == R::ZERO { far } else { far * (-k * decrement).exp() };
    let k = ((far / tolerance).ln() / decrement).floor();
    // The logarithm may round across a whole number.
    if k > R::ZERO && reach(k) <= tolerance {
        k - R::ONE
    } else if reach(k + R::ONE) > tolerance {
        k + R::ONE
    } else {
        k
    }
}

impl<R: Real> Spring<R> {
    /// Returns the usual tolerance of control engineering, 2 %: the default of a settling time.
    pub fn default_settling_tolerance() -> R {
        R::from_f64(0.02)
    }

    /// Returns the settling time from rest, in seconds: from then on the offset is within the fraction `tolerance`.
    ///
    /// [`FreeResponse::settling_time`] of the unit step, with its accuracy. The usual tolerance is
    /// [2 %](Spring::default_settling_tolerance). 0 for a tolerance of 1 or more.
    ///
    /// ```
    /// let spring = sprung::Spring::critical(1.0)?;
    /// assert!((spring.settling_time(0.02) - 5.8339f64).abs() < 1e-4);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn settling_time(&self, tolerance: R) -> R {
        self.unit_step().settling_time(tolerance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_that_never_leaves_the_band_is_settled_at_once() {
        let spring = Spring::new(7.0, 0.3f64).unwrap();
        assert_eq!(FreeResponse::new(spring, 0.01, 0.01).settling_time(0.02), 0.0);
        assert_eq!(FreeResponse::new(spring, 0.0, 0.0).settling_time(0.0), 0.0);
    }

    #[test]
    fn a_motion_that_leaves_the_band_later_has_not_settled() {
        let spring = Spring::new(7.0, 0.3f64).unwrap();
        let motion = FreeResponse::new(spring, 0.01, -1.0);
        let time = motion.settling_time(0.02);
        assert!(time > 0.1 && (motion.at(time).position.abs() - 0.02).abs() < 1e-12, "{time}");
    }

    #[test]
    fn without_damping_it_never_settles_unless_it_is_inside() {
        let spring = Spring::new(2.0, 0.0f64).unwrap();
        assert_eq!(spring.settling_time(0.02), f64::INFINITY);
        assert_eq!(FreeResponse::new(spring, 0.01, 0.02).settling_time(0.0142), 0.0);
        assert_eq!(FreeResponse::new(spring, 0.01, 0.02).settling_time(0.0141), f64::INFINITY);
    }

    #[test]
    fn the_limits_are_defined() {
        let settle = |spring: Spring<f64>, v| FreeResponse::new(spring, 1.0, v).settling_time(0.1);
        let snap = Spring::critical(f64::INFINITY).unwrap();
        let frozen = Spring::new(3.0, f64::INFINITY).unwrap();
        let drag = Spring::from_stiffness_and_damping(0.0, 2.0).unwrap();
        let free = Spring::new(0.0, 0.0).unwrap();
        assert_eq!(settle(snap, 5.0), 0.0);
        assert_eq!(settle(frozen, 5.0), f64::INFINITY);
        assert_eq!(settle(drag, 5.0), f64::INFINITY);
        assert_eq!(settle(free, 0.0), f64::INFINITY);
        // Drag from 1 at velocity −2 stops on the goal: 1 − (1 − e^(−2t)) = 0.1.
        assert!((settle(drag, -2.0) - 10f64.ln() / 2.0).abs() < 1e-11);
        assert!(settle(drag, f64::NAN).is_nan());
    }

    #[test]
    fn settling_time_is_continuous_at_critical_damping() {
        let critical = Spring::critical(1.0f64).unwrap().settling_time(1e-3);
        for exponent in 3..=15 {
            for side in [-1.0, 1.0] {
                let offset = side * 10f64.powi(-exponent);
                let near = Spring::new(1.0, 1.0 + offset).unwrap().settling_time(1e-3);
                // The settling phase changes by about 20 per unit of damping ratio here.
                assert!((near - critical).abs() < 40.0 * offset.abs() + 1e-12, "{offset}: {near}");
            }
        }
    }
}
