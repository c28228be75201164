//! Turning points of a motion, and its maximum offset, speed and acceleration.
//!
//! Velocity and acceleration obey the equation of the offset, so the maximum speed is the maximum offset of the
//! motion that starts at `(v₀, x″₀)`, and the maximum acceleration that of the motion after it.

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
        time.is_finite().then(|| Extremum { time, value: swings.offset(index) })
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

    /// The acceleration `−ω²x − 2ζω v`, `time` seconds after the release.
    pub fn acceleration(&self, time: R) -> R {
        let state = self.at(time);
        FreeResponse::new(self.spring, state.position, state.velocity).derivative().velocity
    }

    /// Returns the maximum distance from the goal and its time: at the release or at the first turning point.
    ///
    /// For drag it is the final position, at an infinite time. Accuracy: 1e-13 relative (`f64`), 1e-5 (`f32`).
    pub fn max_offset(&self) -> Extremum<R> {
        let swings = self.swings();
        let (start, far) = (self.offset.abs(), swings.first_offset.abs());
        if far > start || far.is_nan() {
            Extremum { time: swings.first_time, value: far }
        } else {
            Extremum { time: R::ZERO, value: start }
        }
    }

    /// Returns the maximum speed (≥ 0) and its time.
    ///
    /// Infinite for an infinite angular frequency away from the goal.
    ///
    /// ```
    /// use sprung::{Spring, analysis::FreeResponse};
    ///
    /// // A critical spring from rest is fastest at 1/ω, with ω/e.
    /// let fastest = FreeResponse::new(Spring::critical(4.0)?, 1.0, 0.0).max_speed();
    /// assert!((fastest.time - 0.25f64).abs() < 1e-15);
    /// assert!((fastest.value - 4.0 * (-1f64).exp()).abs() < 1e-15);
    /// # Ok::<(), sprung::ParameterError>(())
    /// ```
    pub fn max_speed(&self) -> Extremum<R> {
        let jumps = self.spring.angular_frequency() == R::INFINITY && self.offset != R::ZERO;
        if jumps {
            return Extremum { time: R::ZERO, value: R::INFINITY };
        }
        self.derivative().max_offset()
    }

    /// Returns the maximum absolute acceleration and its time.
    ///
    /// From rest it is at the release: `ω²` per unit of offset, for any damping. Infinite where position or
    /// velocity jumps.
    pub fn max_acceleration(&self) -> Extremum<R> {
        let jumps = self.spring.decay_rate() == R::INFINITY && self.velocity != R::ZERO;
        if jumps || self.max_speed().value == R::INFINITY {
            return Extremum { time: R::ZERO, value: R::INFINITY };
        }
        self.derivative().derivative().max_offset()
    }

    /// The motion of the velocity.
    fn derivative(&self) -> Self {
        // Nothing to pull or to damp stays nothing under infinite parameters.
        let force = |rate: R, of: R| if of == R::ZERO { R::ZERO } else { rate * of };
        let pull = force(self.spring.stiffness(), self.offset);
        let drag = force(self.spring.damping(), self.velocity);
        FreeResponse::new(self.spring, self.velocity, -(pull + drag))
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

    #[test]
    fn from_rest_the_greatest_acceleration_is_at_the_release() {
        for ratio in [0.0, 0.1, 0.5, 0.9, 1.0, 1.5, 100.0] {
            let motion = FreeResponse::new(Spring::new(3.0f64, ratio).unwrap(), -2.0, 0.0);
            assert_eq!(motion.max_acceleration(), Extremum { time: 0.0, value: 18.0 });
        }
    }

    #[test]
    fn the_acceleration_is_the_slope_of_the_velocity() {
        let motion = FreeResponse::new(Spring::new(3.0f64, 0.4).unwrap(), 1.0, -2.0);
        for time in [0.1, 0.5, 2.0] {
            let rise = motion.at(time + 1e-5).velocity - motion.at(time - 1e-5).velocity;
            assert!((motion.acceleration(time) - rise / 2e-5).abs() < 1e-8);
        }
    }

    #[test]
    fn the_limits_are_defined() {
        let (none, infinite) = (0.0, f64::INFINITY);
        let greatest = |spring: Spring<f64>, x, v| {
            let motion = FreeResponse::new(spring, x, v);
            [motion.max_offset(), motion.max_speed(), motion.max_acceleration()]
                .map(|extreme| extreme.value)
        };
        let drag = Spring::from_stiffness_and_damping(0.0, 2.0).unwrap();
        assert_eq!(greatest(drag, 1.0, 3.0), [2.5, 3.0, 6.0]);
        assert_eq!(greatest(Spring::new(0.0, 0.0).unwrap(), 1.0, 3.0), [infinite, 3.0, 0.0]);
        let snap = Spring::critical(infinite).unwrap();
        assert_eq!(greatest(snap, 1.0, 3.0), [1.0, infinite, infinite]);
        assert_eq!(greatest(snap, 0.0, 0.0), [none; 3]);
        let frozen = Spring::new(2.0, infinite).unwrap();
        assert_eq!(greatest(frozen, 1.0, 0.0), [1.0, 0.0, 4.0]);
        assert_eq!(greatest(frozen, 1.0, 3.0), [1.0, 3.0, infinite]);
        assert!(greatest(drag, 1.0, f64::NAN)[1].is_nan());
    }
}
