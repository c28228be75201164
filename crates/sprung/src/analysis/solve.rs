//! The inverse questions: which spring settles, peaks or passes like this?
//!
//! In units of its own frequency a spring is its damping ratio alone, so each question is answered for `ω = 1` and the
//! time that is wanted gives `ω`.

use crate::error::{ParameterError, require};
use crate::params::{Spring, require_damped};
use crate::real::Real;

impl<R: Real> Spring<R> {
    /// A spring from its settling time in seconds, its damping ratio, and the tolerance as a fraction of the way.
    ///
    /// After `settling_time`, released at rest, less than `tolerance` of the way is missing for good. The usual tolerance
    /// is [2 %](Spring::usual_tolerance). A settling time of 0 is at the goal at once.
    /// Accuracy: reads back within 1e-13 (`f64`), 1e-6 (`f32`).
    ///
    /// ```
    /// use sprung::Spring;
    ///
    /// let spring = Spring::from_settling_time(0.4, 1.0, 0.02)?;
    /// assert!((spring.angular_frequency() * 0.4 - 5.8339f64).abs() < 1e-4);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A settling time that is negative or NaN, a damping ratio that is not above 0 and finite, a tolerance that is not
    /// between 0 and 1.
    pub fn from_settling_time(
        settling_time: R,
        damping_ratio: R,
        tolerance: R,
    ) -> Result<Self, ParameterError> {
        require(settling_time >= R::ZERO, "settling_time", settling_time, ">= 0")?;
        require_damped(damping_ratio)?;
        require_fraction(tolerance, "tolerance")?;
        let phase = Spring::new(R::ONE, damping_ratio)?.settling_time(tolerance);
        Spring::new(phase / settling_time, damping_ratio)
    }

    /// A spring from its settling time in seconds, its overshoot and the tolerance, both as fractions of the way.
    ///
    /// As [`from_settling_time`](Self::from_settling_time), with the damping ratio of
    /// [`damping_ratio_from_overshoot`](Self::damping_ratio_from_overshoot): 1 for an overshoot of 0.
    ///
    /// ```
    /// use sprung::Spring;
    ///
    /// let spring = Spring::from_settling_time_and_overshoot(0.4, 0.05, 0.02)?;
    /// assert!((spring.overshoot() - 0.05f64).abs() < 1e-15);
    /// assert!((spring.settling_time(0.02) - 0.4).abs() < 1e-14);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// As `from_settling_time`; an overshoot that is not in 0 … 1, or 1, which never settles.
    pub fn from_settling_time_and_overshoot(
        settling_time: R,
        overshoot: R,
        tolerance: R,
    ) -> Result<Self, ParameterError> {
        let settles = overshoot >= R::ZERO && overshoot < R::ONE;
        require(settles, "overshoot", overshoot, ">= 0 and < 1")?;
        let damping_ratio = Spring::damping_ratio_from_overshoot(overshoot)?;
        Spring::from_settling_time(settling_time, damping_ratio, tolerance)
    }

    /// A spring from the time of its peak in seconds and its overshoot as a fraction of the way: `ω = π/(T√(1 − ζ²))`.
    ///
    /// Both can be read off a recorded step. A peak time of 0 is at the goal at once.
    ///
    /// ```
    /// let spring = sprung::Spring::from_peak_time_and_overshoot(0.3, 0.1)?;
    /// assert!((spring.peak_time() - 0.3f64).abs() < 1e-15 && (spring.overshoot() - 0.1).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A peak time that is negative or NaN, an overshoot that is not above 0 and at most 1.
    pub fn from_peak_time_and_overshoot(
        peak_time: R,
        overshoot: R,
    ) -> Result<Self, ParameterError> {
        require(peak_time >= R::ZERO, "peak_time", peak_time, ">= 0")?;
        let peaks = overshoot > R::ZERO && overshoot <= R::ONE;
        require(peaks, "overshoot", overshoot, "> 0 and <= 1")?;
        let damping_ratio = Spring::damping_ratio_from_overshoot(overshoot)?;
        Spring::new(Spring::new(R::ONE, damping_ratio)?.peak_time() / peak_time, damping_ratio)
    }
}

fn require_fraction<R: Real>(value: R, field: &'static str) -> Result<(), ParameterError> {
    require(value > R::ZERO && value < R::ONE, field, value, "> 0 and < 1")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn settling_time_and_overshoot_come_back() {
        for tolerance in [0.05, 0.02, 1e-3, 1e-6] {
            for overshoot in [0.0, 1e-8, 1e-3, 0.0199, 0.0201, 0.3, 0.9] {
                let spring =
                    Spring::from_settling_time_and_overshoot(0.4f64, overshoot, tolerance).unwrap();
                let (time, back) = (spring.settling_time(tolerance), spring.overshoot());
                assert!((time - 0.4).abs() < 1e-14 && (back - overshoot).abs() < 1e-14);
            }
            for ratio in [1.5, 10.0, 1e4] {
                let spring = Spring::from_settling_time(0.4f64, ratio, tolerance).unwrap();
                assert!((spring.settling_time(tolerance) - 0.4).abs() < 1e-14);
            }
        }
    }

    #[test]
    fn zero_time_is_at_the_goal_at_once() {
        let snap = Spring::from_settling_time_and_overshoot(0.0f64, 0.1, 0.02).unwrap();
        assert_eq!(snap.settling_time(0.02), 0.0);
        assert_eq!(snap.angular_frequency(), f64::INFINITY);
    }

    #[test]
    fn bad_parameters_are_named_with_value_and_rule() {
        let message = |r: Result<Spring<f64>, ParameterError>| r.unwrap_err().to_string();
        assert_eq!(
            message(Spring::from_settling_time(0.4, 0.0, 0.02)),
            "damping_ratio must be finite and > 0, got 0"
        );
        assert_eq!(
            message(Spring::from_settling_time(-0.4, 1.0, 0.02)),
            "settling_time must be >= 0, got -0.4"
        );
        assert_eq!(
            message(Spring::from_settling_time(0.4, 1.0, 2.0)),
            "tolerance must be > 0 and < 1, got 2"
        );
        assert_eq!(
            message(Spring::from_settling_time_and_overshoot(0.4, 1.0, 0.02)),
            "overshoot must be >= 0 and < 1, got 1"
        );
    }
}
