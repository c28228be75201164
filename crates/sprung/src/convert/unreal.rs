//! Unreal's smoothing time: `ω = 2/smoothing_time` at every damping ratio.
//!
//! `FMath::SpringDamperSmoothing` and `FMath::CriticallyDampedSmoothing` use an undamped frequency of
//! `1/(π·SmoothingTime)` hertz, as does `SpringMath` for critical springs. The smoothing time is the lag behind
//! a goal that moves steadily at damping ratio 1; at others the lag is `ζ` times as long, if the goal's velocity is not
//! passed in. `FMath::SpringDamper` takes the undamped frequency itself.
//! What differs from the spring: `exp`, `sin` and `cos` are approximated.
//!
//! Source: the published headers of Unreal Engine.

use crate::error::{Result, require};
use crate::params::{Spring, zero_or_more};
use crate::real::Real;

/// The spring of a smoothing time in seconds (≥ 0; 0 is at the goal at once) and a damping ratio.
///
/// ```
/// let spring = sprung::convert::unreal::from_smoothing_time(0.3, 1.0)?;
/// assert_eq!(spring.lag(), 0.3f64);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A value that is negative or NaN; a damping ratio of 0 or infinity at smoothing time 0.
#[doc(alias("SpringDamperSmoothing", "CriticallyDampedSmoothing"))]
pub fn from_smoothing_time<R: Real>(smoothing_time: R, damping_ratio: R) -> Result<Spring<R>> {
    let smoothing_time = zero_or_more(smoothing_time, "smoothing_time")?;
    Spring::new(R::TWO / smoothing_time, damping_ratio)
}

/// The smoothing time of a spring: `2/ω` seconds.
#[doc(alias("SmoothingTimeToHalfLife", "SmoothingTimeToStrength"))]
pub fn smoothing_time<R: Real>(spring: &Spring<R>) -> R {
    R::TWO / spring.angular_frequency()
}

/// The spring of an undamped frequency in hertz (≥ 0) and a damping ratio (≥ 0).
pub(super) fn from_undamped_frequency(frequency: f64, damping_ratio: f64) -> Result<Spring<f64>> {
    require(frequency >= 0.0, "undamped_frequency", frequency, ">= 0")?;
    Spring::from_frequency(frequency, damping_ratio)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_undamped_frequency_is_one_over_pi_smoothing_times() {
        for ratio in [0.3, 1.0, 2.0] {
            let spring = from_smoothing_time(0.25f64, ratio).unwrap();
            assert!((spring.frequency() - 1.0 / (core::f64::consts::PI * 0.25)).abs() < 1e-15);
            assert!((spring.lag() - 0.25 * ratio).abs() < 1e-15);
            assert_eq!(smoothing_time(&spring), 0.25);
        }
    }
}
