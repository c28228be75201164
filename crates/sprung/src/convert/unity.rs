//! Unity's `Mathf.SmoothDamp`: a critical spring of `ω = 2/smoothTime`.
//!
//! Smooth time is the lag behind a goal of constant velocity, not the time to arrive: after one, 40.6 % of the offset
//! is left.
//! Differences from the spring: only damping ratio 1; `e^(−x)` is `1/(1 + x + 0.48x² + 0.235x³)`, off by 0.12 % of the
//! offset at frames up to a third of the smooth time and by 3.5 % at frames as long as it; a smooth time below 0.0001
//! is raised;
//! on reaching the target it stops dead, and with a time step of 0 it divides by 0.
//!
//! Source: the published C# reference source of Unity; Lowe in *Game Programming Gems 4*, 1.10.

use crate::error::Result;
use crate::params::{Spring, zero_or_more};
use crate::real::Real;

/// The critical spring of a smooth time in seconds (≥ 0; 0 is at the goal at once): `ω = 2/smooth_time`.
///
/// ```
/// let spring = sprung::convert::unity::from_smooth_time(0.3)?;
/// assert_eq!(spring.lag(), 0.3f64);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A smooth time that is negative or NaN.
#[doc(alias = "SmoothDamp")]
pub fn from_smooth_time<R: Real>(smooth_time: R) -> Result<Spring<R>> {
    let smooth_time = zero_or_more(smooth_time, "smooth_time")?;
    Spring::critical(R::TWO / smooth_time)
}

/// The smooth time of a critical spring: its lag, `2/ω` seconds.
pub fn smooth_time<R: Real>(critical: &Spring<R>) -> R {
    R::TWO / critical.angular_frequency()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    /// Returns the maximum difference of the engine's motion, over 1 s from rest to 1, from the exact critical spring.
    fn worst_of_the_engine(smooth_time: f64, frames_per_second: u32) -> f64 {
        let dt = 1.0 / f64::from(frames_per_second);
        let phase = 2.0 * dt / smooth_time;
        let decay = 1.0 / (1.0 + phase * (1.0 + phase * (0.48 + 0.235 * phase)));
        let step = from_smooth_time(smooth_time).unwrap().step(dt);
        let (mut offset, mut velocity) = (-1.0, 0.0);
        let mut exact = State::at_rest(0.0);
        let mut worst = 0.0f64;
        for _ in 0..frames_per_second {
            let push = (velocity + 2.0 / smooth_time * offset) * dt;
            velocity = (velocity - 2.0 / smooth_time * push) * decay;
            offset = (offset + push) * decay;
            exact = step.apply(exact, 1.0);
            worst = worst.max((1.0 + offset - exact.position).abs());
        }
        worst
    }

    #[test]
    fn the_approximated_exponential_is_off_as_stated() {
        for (smooth_time, frames_per_second) in [(0.3, 10), (0.3, 60), (1.0, 30), (0.1, 60)] {
            let off = worst_of_the_engine(smooth_time, frames_per_second);
            assert!(off > 1e-4 && off < 1.2e-3, "{smooth_time} {frames_per_second}: {off}");
        }
        assert!((worst_of_the_engine(0.1, 10) - 0.035).abs() < 5e-4);
    }

    #[test]
    fn after_one_smooth_time_40_6_percent_is_left() {
        let spring = from_smooth_time(0.3f64).unwrap();
        let left = spring.step(0.3).apply(State::at_rest(1.0), 0.0).position;
        assert!((left - 3.0 * (-2.0f64).exp()).abs() < 1e-15);
    }

    #[test]
    fn a_bouncy_spring_becomes_the_nearest_critical_one_and_says_how_far_off() {
        let words =
            crate::convert::convention("unity").unwrap().convert(Spring::new(10.0, 0.5).unwrap());
        let words = words.unwrap();
        assert_eq!(words.note(), Some("damping ratio 1 only"));
        assert!(words.residual() > 0.1 && words.residual() < 0.2, "{}", words.residual());
    }
}
