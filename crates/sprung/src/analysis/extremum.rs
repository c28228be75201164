//! Maximum offset, speed and acceleration of a motion.
//!
//! Velocity and acceleration obey the equation of the offset, so the maximum speed is the maximum offset of the
//! motion that starts at `(v₀, x″₀)`, and the maximum acceleration that of the motion after it.

use crate::analysis::{Extremum, FreeResponse};
use crate::real::Real;

impl<R: Real> FreeResponse<R> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Spring;

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
