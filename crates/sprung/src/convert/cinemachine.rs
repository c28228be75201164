//! Cinemachine's damping time: a first-order damper that leaves 1 % after it, `λ = ln 100/damping_time`.
//!
//! What differs from the damper: for goals that move it adds a heuristic where the motion is steady, and it returns at
//! once when less than 0.0001 is left or the damping time is below 0.0001.
//!
//! Source: the published source of Unity's Cinemachine package (`kNegligibleResidual = 0.01`).

use crate::error::Result;
use crate::params::{Damper, zero_or_more};
use crate::real::Real;

/// The damper of a damping time in seconds (≥ 0; 0 is at the goal at once).
///
/// ```
/// let damper = sprung::convert::cinemachine::from_damping_time(0.5)?;
/// assert!((damper.step(0.5).remaining() - 0.01f64).abs() < 1e-16);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
///
/// # Errors
/// A damping time that is negative or NaN.
pub fn from_damping_time<R: Real>(damping_time: R) -> Result<Damper<R>> {
    let damping_time = zero_or_more(damping_time, "damping_time")?;
    Damper::from_rate(decays::<R>() / damping_time)
}

/// The damping time of a damper: `ln 100/λ` seconds.
pub fn damping_time<R: Real>(damper: &Damper<R>) -> R {
    decays::<R>() / damper.rate()
}

fn decays<R: Real>() -> R {
    R::from_f64(core::f64::consts::LN_10) * R::TWO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_percent_is_left_after_the_damping_time() {
        let damper = from_damping_time(0.7f64).unwrap();
        assert!((damper.step(0.7).remaining() - 0.01).abs() < 1e-16);
        assert!((damping_time(&damper) - 0.7).abs() < 1e-15);
        assert_eq!(from_damping_time(0.0f32).unwrap().rate(), f32::INFINITY);
    }

    #[test]
    fn a_spring_has_no_cinemachine_words_but_near_ones() {
        let cinemachine = crate::convert::convention("cinemachine").unwrap();
        let words = cinemachine.convert(crate::Spring::critical(10.0).unwrap()).unwrap();
        assert!(words.residual() > 0.05 && words.residual() < 0.15, "{}", words.residual());
    }
}
