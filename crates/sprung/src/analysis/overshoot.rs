//! Turning points of a motion: overshoot and peak time.

use crate::analysis::FreeResponse;
use crate::params::Spring;
use crate::real::Real;

/// An extreme value of a motion and its time.
///
/// ```
/// use sprung::{Spring, analysis::FreeResponse};
///
/// let motion = FreeResponse::new(Spring::new(10.0f64, 0.2)?, 1.0, 0.0);
/// let first = motion.extremum(1).expect("it swings");
/// assert!(first.value < 0.0 && (first.time - motion.spring.peak_time()).abs() < 1e-12);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremum<R> {
    /// Seconds after the release.
    pub time: R,
    /// The extreme value, in the unit of the quantity.
    pub value: R,
}

impl<R: Real> FreeResponse<R> {
    /// The `n`-th turning point after the release, counted from 1: where the velocity is 0 and the offset extreme.
    ///
    /// `None` if it does not turn that often. The release itself does not count, even at rest. Critically and
    /// over-damped motions turn once at most, and never if released at rest.
    ///
    /// Accuracy: the value within 1e-13 (`f64`), 1e-5 (`f32`) of the maximum offset, the time within 1e-12 and 1e-5.
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// let motion = FreeResponse::new(Spring::new(10.0f64, 0.2)?, 1.0, 0.0);
    /// let second = motion.extremum(2).expect("it swings forever");
    /// assert!((second.value - motion.spring.overshoot().powi(2)).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn extremum(&self, n: u32) -> Option<Extremum<R>> {
        let index = R::from_count(n.checked_sub(1)?);
        let swings = self.swings();
        let time = swings.time(index);
        if !time.is_finite() {
            return None;
        }
        Some(Extremum { time, value: swings.offset(index) })
    }

    /// The farthest offset on the other side of the goal, seen from where it is released.
    ///
    /// `None` if it stays on its side. Released on the goal, the other side is where its velocity points.
    /// Accuracy: as [`extremum`](Self::extremum).
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// // Thrown at its goal, a critical spring overshoots too.
    /// let motion = FreeResponse::new(Spring::critical(1.0)?, 1.0, -3.0);
    /// let overshoot = motion.overshoot().expect("it is fast enough");
    /// assert_eq!(overshoot.time, 1.5);
    /// assert!((overshoot.value + 2.0 * (-1.5f64).exp()).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn overshoot(&self) -> Option<Extremum<R>> {
        let first = self.extremum(1)?;
        if self.offset == R::ZERO || self.swings().side(R::ZERO) != (self.offset > R::ZERO) {
            return Some(first);
        }
        self.extremum(2)
    }
}

impl<R: Real> Spring<R> {
    /// Returns the time of the maximum overshoot when released at rest: `π/(ω√(1 − ζ²))` seconds.
    ///
    /// Infinite at and beyond critical damping. The overshoot itself is [`Spring::overshoot`].
    pub fn peak_time(&self) -> R {
        self.unit_step().swings().first_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thrown_outwards_the_second_turning_point_is_the_overshoot() {
        let motion = FreeResponse::new(Spring::new(3.0, 0.3f64).unwrap(), 1.0, 2.0);
        let first = motion.extremum(1).unwrap();
        assert!(first.value > 1.0 && motion.at(first.time).velocity.abs() < 1e-14);
        assert_eq!(motion.overshoot(), motion.extremum(2));
    }

    #[test]
    fn over_damped_motions_turn_once_if_thrown_and_never_from_rest() {
        let spring = Spring::new(3.0, 2.0f64).unwrap();
        assert_eq!(spring.unit_step().extremum(1), None);
        assert_eq!(FreeResponse::new(spring, 1.0, -1.0).overshoot(), None);
        let thrown = FreeResponse::new(spring, 1.0, 5.0);
        let turn = thrown.extremum(1).unwrap();
        assert!(thrown.at(turn.time).velocity.abs() < 1e-14);
        assert!((thrown.at(turn.time).position - turn.value).abs() < 1e-15);
        assert_eq!(thrown.extremum(2), None);
        assert_eq!(thrown.overshoot(), None);
    }

    #[test]
    fn turning_points_have_no_seam_at_critical_damping() {
        let turn = |ratio: f64| {
            let motion = FreeResponse::new(Spring::new(1.0, ratio).unwrap(), 1.0, 2.0);
            motion.extremum(1).unwrap()
        };
        let critical = turn(1.0);
        for exponent in 3..=15 {
            for side in [-1.0, 1.0] {
                let offset = side * 10f64.powi(-exponent);
                let near = turn(1.0 + offset);
                assert!((near.time - critical.time).abs() < 2.0 * offset.abs() + 1e-15);
                assert!((near.value - critical.value).abs() < 2.0 * offset.abs() + 1e-15);
            }
        }
    }

    #[test]
    fn limiting_springs_have_no_overshoot() {
        let snap = Spring::critical(f64::INFINITY).unwrap();
        let frozen = Spring::new(3.0, f64::INFINITY).unwrap();
        let drag = Spring::from_stiffness_and_damping(0.0, 2.0).unwrap();
        for spring in [snap, frozen, drag, Spring::new(0.0, 0.0).unwrap()] {
            assert_eq!(FreeResponse::new(spring, 1.0, -9.0).overshoot(), None);
            assert_eq!(spring.peak_time(), f64::INFINITY);
        }
        assert_eq!(FreeResponse::new(drag, 1.0, 0.0).extremum(0), None);
    }
}
