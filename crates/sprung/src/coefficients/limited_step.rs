//! The time step of a motion within limits.

use crate::params::MotionLimits;
use crate::real::Real;

/// The limits of a motion, in units in which acceleration and jerk are 1, and a time step.
///
/// ```
/// let step = sprung::MotionLimits::new(2.0, 5.0, 40.0)?.step(1.0 / 60.0);
/// assert_eq!(step.dt(), 1.0 / 60.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitedStep<R> {
    pub(crate) limits: MotionLimits<R>,
    pub(crate) units: Units<R>,
    dt: R,
}

/// The units of time, velocity and length in which acceleration and jerk of some limits are 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Units<R> {
    pub(crate) time: R,
    pub(crate) velocity: R,
    pub(crate) length: R,
    pub(crate) per_time: R,
    pub(crate) per_velocity: R,
    pub(crate) per_length: R,
    pub(crate) per_acceleration: R,
}

impl<R: Real> MotionLimits<R> {
    /// The step over `dt` seconds of any number of motions. A `dt` that is 0, negative or NaN changes nothing.
    pub fn step(&self, dt: R) -> LimitedStep<R> {
        LimitedStep { limits: *self, units: self.units(), dt: dt.max(R::ZERO) }
    }

    pub(crate) fn units(&self) -> Units<R> {
        let time = self.acceleration() / self.jerk();
        let (velocity, length) = (self.acceleration() * time, self.length());
        Units {
            time,
            velocity,
            length,
            per_time: R::ONE / time,
            per_velocity: R::ONE / velocity,
            per_length: R::ONE / length,
            per_acceleration: R::ONE / self.acceleration(),
        }
    }
}

impl<R: Real> LimitedStep<R> {
    /// The time step in seconds; 0 where it was negative or NaN.
    pub const fn dt(&self) -> R {
        self.dt
    }
}
