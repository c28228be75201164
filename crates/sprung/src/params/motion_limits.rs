//! The limits of a motion: greatest velocity, acceleration and jerk.

use crate::error::{Result, require};
use crate::params::{above_zero, finite_positive};
use crate::real::Real;

/// The greatest velocity, acceleration and jerk of a motion, each the same in both directions.
///
/// Velocity in the user's unit per second (> 0, may be infinite), acceleration per second², jerk per second³ (> 0 and
/// finite). To leave the acceleration free take `2·√(velocity·jerk)`, which no motion within the other two limits reaches.
/// For a limit on the length of a vector of N components, give each component the limit over `√N`.
///
/// ```
/// use sprung::MotionLimits;
///
/// let limits = MotionLimits::new(2.0, 5.0, 40.0)?;
/// assert_eq!((limits.velocity(), limits.acceleration(), limits.jerk()), (2.0, 5.0, 40.0));
/// assert_eq!(MotionLimits::new(2.0, 0.0, 40.0).unwrap_err().field, "acceleration");
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("max_velocity", "max_acceleration", "max_jerk"))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::interop::serde::motion_limits::Fields<R>"))]
#[cfg_attr(feature = "serde", serde(bound = "R: Real"))]
pub struct MotionLimits<R> {
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::interop::serde::float::serialize")
    )]
    velocity: R,
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::interop::serde::float::serialize")
    )]
    acceleration: R,
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::interop::serde::float::serialize")
    )]
    jerk: R,
}

impl<R: Real> MotionLimits<R> {
    /// Limits from the greatest velocity, acceleration and jerk.
    ///
    /// # Errors
    /// A velocity that is not above 0; an acceleration or jerk that is not above 0 and finite, or so far apart that
    /// `acceleration³/jerk²`, a distance, is no normal number.
    pub fn new(velocity: R, acceleration: R, jerk: R) -> Result<Self> {
        above_zero(velocity, "velocity")?;
        finite_positive(acceleration, "acceleration")?;
        finite_positive(jerk, "jerk")?;
        let limits = MotionLimits { velocity, acceleration, jerk };
        let time = acceleration / jerk;
        let sizes = [time, acceleration * time, limits.length()];
        let normal = |size: R| size >= R::MIN_POSITIVE && R::ONE / size >= R::MIN_POSITIVE;
        let rule = "such that acceleration^3/jerk^2 is a normal number";
        require(sizes.into_iter().all(normal), "jerk", jerk, rule)?;
        Ok(limits)
    }

    /// The greatest velocity, in the user's unit per second.
    pub const fn velocity(&self) -> R {
        self.velocity
    }

    /// The greatest acceleration, in the user's unit per second².
    pub const fn acceleration(&self) -> R {
        self.acceleration
    }

    /// The greatest jerk, in the user's unit per second³.
    pub const fn jerk(&self) -> R {
        self.jerk
    }

    /// The unit of length in which acceleration and jerk are 1: `acceleration³/jerk²`.
    pub(crate) fn length(&self) -> R {
        let time = self.acceleration / self.jerk;
        self.acceleration * time * time
    }
}
