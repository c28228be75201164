//! Motion (Framer Motion): visual duration and bounce, duration and bounce, or stiffness, damping and mass.
//!
//! Bounce is SwiftUI's (`ζ = 1 − b`, below 0 `1/(1 + b)`), held to −0.95 … 0.95. A visual duration `T` means
//! `ω = 2π/(1.2·T)`; a duration ends where `ζ/√(1−ζ²)·e^(−ζωT)` (critical: `(1 + ωT)·e^(−ωT)`) is 1/1000. An over-damped spring
//! has the same offset at `T` as the critical one of the same `T`.
//!
//! What differs from the spring: time is rounded to milliseconds, so following a goal every frame runs 4 % slow, and
//! springs given by duration lose their velocity when interrupted.
//!
//! Source: the public documentation and source of Motion 14.

use crate::analysis::phase_from_rest;
use crate::convert::envelope;
use crate::convert::nearest::nearest_within;
use crate::error::{Result, require};
use crate::params::{Spring, finite_positive};
use crate::real::Real;

/// The spring of a visual duration in seconds (> 0) and a bounce (−1 … 1).
///
/// ```
/// let spring = sprung::convert::framer_motion::from_visual_duration(0.5, 0.2)?;
/// assert!((spring.duration() - 0.6f64).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A duration that is not above 0 and finite, a bounce outside −1 … 1.
pub fn from_visual_duration<R: Real>(visual_duration: R, bounce: R) -> Result<Spring<R>> {
    let visual_duration = finite_positive(visual_duration, "visual_duration")?;
    let damping_ratio = damping_ratio(bounce)?;
    Spring::new(visual_phase(damping_ratio) / visual_duration, damping_ratio)
}

/// The visual duration of a spring, seconds.
pub fn visual_duration<R: Real>(spring: &Spring<R>) -> R {
    visual_phase(spring.damping_ratio()) / spring.angular_frequency()
}

/// The spring of a duration in seconds (0.01 … 10) and a bounce (−1 … 1).
///
/// # Errors
/// A duration outside 0.01 … 10 s (Motion clamps it), a bounce outside −1 … 1.
pub fn from_duration<R: Real>(duration: R, bounce: R) -> Result<Spring<R>> {
    let in_range = duration >= R::from_f64(0.01) && duration <= R::from_f64(10.0);
    require(in_range, "duration", duration, "in 0.01 to 10")?;
    let damping_ratio = damping_ratio(bounce)?;
    Spring::new(phase(damping_ratio) / duration, damping_ratio)
}

/// The duration of a spring, seconds.
pub fn duration<R: Real>(spring: &Spring<R>) -> R {
    phase(spring.damping_ratio()) / spring.angular_frequency()
}

/// Returns the damping ratio of a bounce, clamped to the range of Motion: 0.05 … 20.
fn damping_ratio<R: Real>(bounce: R) -> Result<R> {
    require(bounce >= -R::ONE && bounce <= R::ONE, "bounce", bounce, "in -1 to 1")?;
    let least = R::from_f64(MIN_RATIO);
    Ok(if bounce < R::ZERO {
        R::ONE / (R::ONE + bounce).max(least)
    } else {
        (R::ONE - bounce).max(least)
    })
}

fn visual_phase<R: Real>(damping_ratio: R) -> R {
    let phase = R::TWO * R::PI / R::from_f64(1.2);
    as_far_left(damping_ratio, phase).unwrap_or(phase)
}

fn phase<R: Real>(damping_ratio: R) -> R {
    as_far_left(damping_ratio, envelope::decay_phase(R::ONE))
        .unwrap_or_else(|| envelope::decay_phase(damping_ratio))
}

/// Returns the phase at which an over-damped spring has the offset of the critical one at `critical_phase`.
fn as_far_left<R: Real>(damping_ratio: R, critical_phase: R) -> Option<R> {
    let left = (R::ONE + critical_phase) * (-critical_phase).exp();
    (damping_ratio > R::ONE).then(|| phase_from_rest(damping_ratio, left))
}

const MIN_RATIO: f64 = 0.05;

/// The spring itself, or the nearest whose ratio Motion allows.
pub(super) fn nearest(spring: &Spring<f64>) -> Spring<f64> {
    nearest_within(spring, MIN_RATIO, 1.0 / MIN_RATIO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    /// Positions at 50, 200 and 400 ms that `motion-dom` 14.14.0 gives from 0 to 1.
    fn passes_through(spring: Spring<f64>, positions: [f64; 3]) {
        for (t, position) in [0.05, 0.2, 0.4].into_iter().zip(positions) {
            let own = spring.step(t).apply(State::at_rest(0.0), 1.0).position;
            assert!((own - position).abs() < 1e-12, "at {t}: {own}, Motion {position}");
        }
    }

    #[test]
    fn visual_durations_pass_through_what_motion_computes() {
        passes_through(
            from_visual_duration(0.5, 0.2).unwrap(),
            [0.10338864276492243, 0.7047501156032632, 1.0008868349704654],
        );
        passes_through(
            from_visual_duration(0.5, -0.5).unwrap(),
            [0.23990320861059888, 0.7322114400231292, 0.9334378845370825],
        );
    }

    #[test]
    fn durations_pass_through_what_motion_computes() {
        passes_through(
            from_duration(0.8, 0.3).unwrap(),
            [0.14052261078626793, 0.8608777815132433, 1.0411334187995553],
        );
        passes_through(
            from_duration(0.8, 0.0).unwrap(),
            [0.11441604611076228, 0.671067519285765, 0.9444771835619267],
        );
        passes_through(
            from_duration(0.8, -0.5).unwrap(),
            [0.30381603661674106, 0.8119524440075334, 0.9671769856778871],
        );
    }

    #[test]
    fn durations_read_back_at_every_bounce() {
        for bounce in [-0.95f64, -0.5, 0.0, 0.3, 0.9, 0.95] {
            let visual = from_visual_duration(0.4, bounce).unwrap();
            assert!((visual_duration(&visual) - 0.4).abs() < 1e-13, "{bounce}");
            let spring = from_duration(0.8, bounce).unwrap();
            assert!((duration(&spring) - 0.8).abs() < 1e-13, "{bounce}");
        }
    }

    #[test]
    fn bounces_beyond_0_95_are_held_there() {
        assert_eq!(from_duration(0.8f64, 1.0).unwrap().damping_ratio(), 0.05);
        assert_eq!(from_duration(0.8f64, -1.0).unwrap().damping_ratio(), 20.0);
        assert_eq!(from_duration(0.8f64, 1.5).unwrap_err().field, "bounce");
    }
}
