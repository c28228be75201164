//! Inverse analysis: springs from settling time, peak time, overshoot, rise time and points of the step response.
//!
//! In units of its frequency a spring is its damping ratio alone, so each problem is solved for `ω = 1` and the
//! given time determines `ω`.

use crate::analysis::phase_from_rest;
use crate::error::{Result, require};
use crate::math::find_root::find_root;
use crate::params::{Spring, finite_positive, finite_zero_or_more, zero_or_more};
use crate::real::Real;

impl<R: Real> Spring<R> {
    /// A spring from its settling time in seconds, its damping ratio, and the tolerance as a fraction of the distance.
    ///
    /// From `settling_time` on, the offset is within `tolerance` of the distance, from rest. The usual tolerance
    /// is [2 %](Spring::default_settling_tolerance). A settling time of 0 is at the goal at once.
    /// Accuracy: reads back within 1e-13 (`f64`), 2e-6 (`f32`).
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
    pub fn from_settling_time(settling_time: R, damping_ratio: R, tolerance: R) -> Result<Self> {
        let settling_time = zero_or_more(settling_time, "settling_time")?;
        let damping_ratio = finite_positive(damping_ratio, "damping_ratio")?;
        require_fraction(tolerance, "tolerance")?;
        let phase = Spring::new(R::ONE, damping_ratio)?.settling_time(tolerance);
        Spring::new(phase / settling_time, damping_ratio)
    }

    /// A spring from its settling time in seconds, its overshoot and the tolerance, both as fractions of the distance.
    ///
    /// As [`from_settling_time`](Self::from_settling_time), with the damping ratio of
    /// [`damping_ratio_from_overshoot`](Self::damping_ratio_from_overshoot): 1 for an overshoot of 0.
    /// Accuracy: the time reads back within 1e-13 (`f64`), 2e-6 (`f32`), the overshoot within 1e-14 and 6e-7, absolute.
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
    ) -> Result<Self> {
        let settles = overshoot >= R::ZERO && overshoot < R::ONE;
        require(settles, "overshoot", overshoot, ">= 0 and < 1")?;
        let damping_ratio = Spring::damping_ratio_from_overshoot(overshoot)?;
        Spring::from_settling_time(settling_time, damping_ratio, tolerance)
    }

    /// A spring from its peak time in seconds and its overshoot as a fraction of the distance: `ω = π/(T√(1 − ζ²))`.
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
    pub fn from_peak_time_and_overshoot(peak_time: R, overshoot: R) -> Result<Self> {
        let peak_time = zero_or_more(peak_time, "peak_time")?;
        let peaks = overshoot > R::ZERO && overshoot <= R::ONE;
        require(peaks, "overshoot", overshoot, "> 0 and <= 1")?;
        let damping_ratio = Spring::damping_ratio_from_overshoot(overshoot)?;
        Spring::new(Spring::new(R::ONE, damping_ratio)?.peak_time() / peak_time, damping_ratio)
    }

    /// A spring from its rise time in seconds, 10 % to 90 % of the distance from rest, and its damping ratio.
    ///
    /// # Errors
    /// A rise time that is negative or NaN, a damping ratio that is negative, infinite or NaN.
    pub fn from_rise_time(rise_time: R, damping_ratio: R) -> Result<Self> {
        let rise_time = zero_or_more(rise_time, "rise_time")?;
        let damping_ratio = finite_zero_or_more(damping_ratio, "damping_ratio")?;
        Spring::new(Spring::new(R::ONE, damping_ratio)?.rise_time() / rise_time, damping_ratio)
    }

    /// A spring from its [bandwidth](Spring::bandwidth) in hertz and its damping ratio: a low-pass filter.
    ///
    /// ```
    /// let filter = sprung::Spring::from_bandwidth(5.0, 1.0)?;
    /// assert!((filter.follow_response().gain(5.0) - 0.5f64.sqrt()).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A bandwidth that is negative or NaN, a damping ratio that is negative, infinite or NaN.
    pub fn from_bandwidth(bandwidth: R, damping_ratio: R) -> Result<Self> {
        require(bandwidth >= R::ZERO, "bandwidth", bandwidth, ">= 0")?;
        let damping_ratio = finite_zero_or_more(damping_ratio, "damping_ratio")?;
        let unit = Spring::new(R::ONE, damping_ratio)?.bandwidth();
        Spring::new(bandwidth / unit, damping_ratio)
    }

    /// The spring that covers `distance` from rest without ever accelerating by more than `acceleration`.
    ///
    /// `ω = √(acceleration/distance)`: the maximum is at the release, for any damping.
    ///
    /// # Errors
    /// An acceleration that is negative or NaN, a distance that is not above 0 and finite, a bad damping ratio.
    pub fn from_max_acceleration(acceleration: R, distance: R, damping_ratio: R) -> Result<Self> {
        require(acceleration >= R::ZERO, "acceleration", acceleration, ">= 0")?;
        let distance = finite_positive(distance, "distance")?;
        let damping_ratio = finite_zero_or_more(damping_ratio, "damping_ratio")?;
        Spring::new((acceleration / distance).sqrt(), damping_ratio)
    }

    /// The spring that covers `distance` from rest without ever being faster than `speed`.
    ///
    /// # Errors
    /// A speed that is negative or NaN, a distance that is not above 0 and finite, a bad damping ratio.
    pub fn from_max_speed(speed: R, distance: R, damping_ratio: R) -> Result<Self> {
        require(speed >= R::ZERO, "speed", speed, ">= 0")?;
        let distance = finite_positive(distance, "distance")?;
        let damping_ratio = finite_zero_or_more(damping_ratio, "damping_ratio")?;
        let unit = Spring::new(R::ONE, damping_ratio)?.unit_step().max_speed().value;
        Spring::new(speed / distance / unit, damping_ratio)
    }

    /// The spring whose step response passes through two points `(time, fraction of the distance)` of its rise.
    ///
    /// Two points decide: the later one comes the later, relative to the earlier, the heavier the damping.
    /// Accuracy: reads back within 1e-9 relative (`f64`) for damping ratios in 0.01 … 20; beyond, a rising step hardly
    /// tells how heavy its damping is.
    ///
    /// ```
    /// use sprung::{Spring, State};
    ///
    /// let spring = Spring::fit_step_response((0.1, 0.2), (0.3, 0.8))?;
    /// let at = |time| spring.step(time).apply(State::at_rest(0.0f64), 1.0).position;
    /// assert!((at(0.1) - 0.2).abs() < 1e-12 && (at(0.3) - 0.8).abs() < 1e-12);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// Times that do not follow `0 < first < second`, fractions that do not follow `0 < first < second < 1`, and points
    /// that no spring passes: a second time too early even without damping, or too late even for an exponential.
    pub fn fit_step_response(first: (R, R), second: (R, R)) -> Result<Self> {
        let ((early, low), (late, high)) = (first, second);
        require_fraction(low, "first_fraction")?;
        require(high > low && high < R::ONE, "second_fraction", high, "above the first and < 1")?;
        let early = finite_positive(early, "first_time")?;
        require(late > early && late.is_finite(), "second_time", late, "after the first")?;
        let ratio = |damping: R| damping / (R::ONE - damping);
        let spread = |damping: R| {
            let phase = |way: R| phase_from_rest(ratio(damping), R::ONE - way);
            phase(high) / phase(low) - late / early
        };
        // Damping ratios 0 to a million, as ζ/(1 + ζ).
        let heaviest = R::ONE - R::from_f64(1e-6);
        require(spread(R::ZERO) <= R::ZERO, "second_time", late, LATER)?;
        require(spread(heaviest) >= R::ZERO, "second_time", late, EARLIER)?;
        let damping_ratio = ratio(find_root(R::ZERO, heaviest, spread));
        let phase = phase_from_rest(damping_ratio, R::ONE - low);
        Spring::new(phase / early, damping_ratio)
    }
}

const LATER: &str = "later: no spring gets from the first point to the second so fast";
const EARLIER: &str = "earlier: no spring takes so long from the first point to the second";

fn require_fraction<R: Real>(value: R, field: &'static str) -> Result<()> {
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
    fn two_points_of_a_rise_give_the_spring_back() {
        for ratio in [0.01, 0.3, 0.9, 1.0, 1.1, 3.0, 20.0] {
            let spring = Spring::new(7.0f64, ratio).unwrap();
            for (low, high) in [(0.5, 0.9), (0.1, 0.95), (0.02, 0.04), (0.3, 0.999)] {
                let point = |way: f64| (spring.crossing_time(1.0 - way), way);
                let back = Spring::fit_step_response(point(low), point(high)).unwrap();
                let error = (back.damping_ratio() / ratio - 1.0).abs()
                    + (back.angular_frequency() / 7.0 - 1.0).abs();
                assert!(error < 1e-9, "{ratio} {low} {high}: {error:e}");
            }
        }
    }

    #[test]
    fn points_that_no_spring_passes_are_refused() {
        let message =
            |late: f64| Spring::fit_step_response((1.0, 0.5), (late, 0.9)).unwrap_err().to_string();
        // Without damping acos 0.1/acos 0.5 = 1.404, and an exponential ln 10/ln 2 = 3.322.
        assert!(message(1.40).starts_with("second_time must be later"), "{}", message(1.40));
        assert!(message(3.33).starts_with("second_time must be earlier"));
        assert!(Spring::fit_step_response((1.0, 0.5), (1.41, 0.9)).is_ok());
        assert!(Spring::fit_step_response((1.0, 0.5), (3.32, 0.9)).is_ok());
        assert!(message(f64::NAN).starts_with("second_time must be after the first"));
        let whole = Spring::fit_step_response((1.0, 0.5), (2.0, 1.0)).unwrap_err().to_string();
        assert!(whole.starts_with("second_fraction must be above the first and < 1"), "{whole}");
    }

    #[test]
    fn the_one_number_inverses_read_back() {
        for ratio in [0.0, 0.2, 0.999999, 1.0, 3.0, 1e3] {
            let rise = Spring::from_rise_time(0.3f64, ratio).unwrap().rise_time();
            let bandwidth = Spring::from_bandwidth(0.3f64, ratio).unwrap().bandwidth();
            let greatest =
                |spring: Spring<f64>| crate::analysis::FreeResponse::new(spring, 5.0, 0.0);
            let gentle = greatest(Spring::from_max_acceleration(0.3, 5.0, ratio).unwrap());
            let slow = greatest(Spring::from_max_speed(0.3, 5.0, ratio).unwrap());
            let hardest = gentle.max_acceleration().value;
            for back in [rise, bandwidth, hardest, slow.max_speed().value] {
                assert!((back - 0.3).abs() < 1e-13, "{ratio}: {back}");
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
        let message = |r: Result<Spring<f64>>| r.unwrap_err().to_string();
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
