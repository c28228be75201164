//! Unreal's smoothing time: `ω = 2/smoothing_time` at every damping ratio.
//!
//! `FMath::SpringDamperSmoothing` and `FMath::CriticallyDampedSmoothing` use an undamped frequency of
//! `1/(π·SmoothingTime)` hertz, as does `SpringMath` for critical springs. The smoothing time is the lag behind
//! a goal that moves steadily at damping ratio 1; at others the lag is `ζ` times as long, if the goal's velocity is not
//! passed in. `FMath::SpringDamper` takes the undamped frequency itself.
//! What differs from the spring: `exp`, `sin` and `cos` are approximated.
//!
//! Source: the published headers of Unreal Engine.

use crate::convert::convention::{Convention, DAMPING_RATIO, Key, ParameterSet};
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
pub fn smoothing_time<R: Real>(spring: &Spring<R>) -> R {
    R::TWO / spring.angular_frequency()
}

/// Unreal's convention.
pub(super) const CONVENTION: Convention = Convention {
    name: "unreal",
    title: "Unreal Engine, FMath::SpringDamper",
    difference: "approximates exp, sin and cos",
    forms: &[
        ParameterSet::spring(
            &[Key::needed("smoothing_time", "lag of a critical spring, s"), DAMPING_RATIO],
            "every spring but drag without a pull",
            |v| from_smoothing_time(v[0], v[1]),
            |s| [smoothing_time(s), s.damping_ratio(), 0.0, 0.0],
        ),
        ParameterSet::spring(
            &[Key::needed("undamped_frequency", "Hz"), DAMPING_RATIO],
            "every spring but drag without a pull",
            |v| {
                require(v[0] >= 0.0, "undamped_frequency", v[0], ">= 0")?;
                Spring::from_frequency(v[0], v[1])
            },
            |s| [s.frequency(), s.damping_ratio(), 0.0, 0.0],
        ),
    ],
    presets: &[],
};

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
