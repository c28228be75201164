//! Springs by perceptual parameters: lag, overshoot, duration and bounce.
//!
//! Half-life and settling time need the motion itself; they are in `analysis`.

use crate::error::{Result, require};
use crate::params::{Spring, finite_positive, zero_or_more};
use crate::real::Real;

impl<R: Real> Spring<R> {
    /// A spring from its lag behind a goal of constant velocity, `2ζ/ω` seconds, and its damping ratio (> 0).
    ///
    /// At damping ratio 1 this is Unity's smooth time and Unreal's smoothing time. A lag of 0 reaches the goal at once.
    ///
    /// # Errors
    /// A lag that is negative or NaN, a damping ratio that is not above 0 and finite.
    #[doc(alias("SmoothDamp", "smoothTime"))]
    pub fn from_lag(lag: R, damping_ratio: R) -> Result<Self> {
        let lag = zero_or_more(lag, "lag")?;
        let damping_ratio = finite_positive(damping_ratio, "damping_ratio")?;
        Spring::new(R::TWO * damping_ratio / lag, damping_ratio)
    }

    /// A spring from SwiftUI's pair: perceptual duration `T` in seconds and bounce `b` in −1 … 1.
    ///
    /// `ω = 2π/T`; `ζ = 1 − b` for `b ≥ 0` and `1/(1 + b)` for `b < 0`. The duration is a pace, not an end: the spring
    /// settles to 1/1000 after 1.47 durations at bounce 0 and after 2.0 at bounce 0.5.
    ///
    /// ```
    /// let spring = sprung::Spring::from_duration_and_bounce(0.5, 0.3)?;
    /// assert!((spring.stiffness() - 157.9f64).abs() < 0.05 && (spring.damping() - 17.6).abs() < 0.05);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// A duration that is negative or NaN, a bounce that is not above −1 and at most 1, a bounce of 1 in a duration of 0.
    pub fn from_duration_and_bounce(duration: R, bounce: R) -> Result<Self> {
        let duration = zero_or_more(duration, "duration")?;
        require(bounce > -R::ONE && bounce <= R::ONE, "bounce", bounce, "> -1 and <= 1")?;
        let goes_on = duration == R::ZERO && bounce == R::ONE;
        require(!goes_on, "bounce", bounce, "< 1 where duration is 0")?;
        let damping_ratio =
            if bounce < R::ZERO { R::ONE / (R::ONE + bounce) } else { R::ONE - bounce };
        Spring::new(R::TWO * R::PI / duration, damping_ratio)
    }

    /// The damping ratio whose step response overshoots by a fraction `o` in 0 … 1: `ζ = −ln o / √(π² + ln² o)`.
    ///
    /// 1 for an overshoot of 0, and 0 for an overshoot of 1.
    ///
    /// # Errors
    /// An overshoot outside 0 … 1.
    pub fn damping_ratio_from_overshoot(overshoot: R) -> Result<R> {
        require(overshoot >= R::ZERO && overshoot <= R::ONE, "overshoot", overshoot, "in 0 to 1")?;
        if overshoot == R::ZERO {
            return Ok(R::ONE);
        }
        let log = -overshoot.ln();
        Ok(log / (R::PI * R::PI + log * log).sqrt())
    }

    /// The lag behind a goal that moves steadily, `2ζ/ω` seconds; infinite without a pull.
    pub fn lag(&self) -> R {
        if self.angular_frequency() == R::ZERO {
            return R::INFINITY;
        }
        // In this order nothing overflows: an infinite frequency has no lag.
        self.damping_ratio() / self.angular_frequency() * R::TWO
    }

    /// The overshoot past the goal when released at rest, as a fraction of the distance: `e^(−πζ/√(1−ζ²))`.
    ///
    /// 0 at and beyond critical damping, 1 without damping.
    pub fn overshoot(&self) -> R {
        let ratio = self.damping_ratio();
        if ratio >= R::ONE {
            return R::ZERO;
        }
        (-R::PI * ratio / ((R::ONE - ratio) * (R::ONE + ratio)).sqrt()).exp()
    }

    /// SwiftUI's perceptual duration, `2π/ω` seconds; infinite without a pull.
    pub fn duration(&self) -> R {
        R::TWO * R::PI / self.angular_frequency()
    }

    /// SwiftUI's bounce: `1 − ζ`, or `1/ζ − 1` beyond critical damping; 1 without damping, towards −1 for heavy damping.
    pub fn bounce(&self) -> R {
        let ratio = self.damping_ratio();
        if ratio > R::ONE { R::ONE / ratio - R::ONE } else { R::ONE - ratio }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duration_and_bounce_match_the_published_anchors() {
        let spring = Spring::from_mass_stiffness_and_damping(1.0, 100.0, 10.0f64).unwrap();
        assert!((spring.duration() - 0.63).abs() < 0.005 && (spring.bounce() - 0.5).abs() < 1e-15);
        let flat = Spring::from_duration_and_bounce(0.5f64, -0.2).unwrap();
        assert_eq!(flat.damping_ratio(), 1.25);
        assert!((flat.bounce() + 0.2).abs() < 1e-15);
    }

    #[test]
    fn overshoot_and_damping_ratio_are_inverse() {
        for overshoot in [1e-6f64, 0.01, 0.05, 0.3, 0.9, 1.0] {
            let ratio = Spring::damping_ratio_from_overshoot(overshoot).unwrap();
            let back = Spring::new(3.0, ratio).unwrap().overshoot();
            assert!((back - overshoot).abs() < 1e-14, "{overshoot} came back as {back}");
        }
        assert_eq!(Spring::damping_ratio_from_overshoot(0.0f64).unwrap(), 1.0);
    }

    #[test]
    fn minus_zero_is_zero_and_errors_name_what_was_given() {
        for spring in [Spring::from_lag(-0.0, 1.0), Spring::from_duration_and_bounce(-0.0, 0.5)] {
            assert_eq!(spring.unwrap().angular_frequency(), f64::INFINITY);
        }
        assert_eq!(Spring::from_duration_and_bounce(-0.0, 1.0).unwrap_err().field, "bounce");
        assert_eq!(Spring::damping_ratio_from_overshoot(-0.0f64).unwrap(), 1.0);
    }

    #[test]
    fn lag_zero_snaps_and_lag_reads_back() {
        assert_eq!(Spring::from_lag(0.0f64, 1.0).unwrap().angular_frequency(), f64::INFINITY);
        assert_eq!(Spring::from_lag(0.25f64, 0.5).unwrap().lag(), 0.25);
    }
}
