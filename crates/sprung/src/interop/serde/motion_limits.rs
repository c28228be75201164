//! The limits of a motion as saved, checked together when read.

use serde::Deserialize;

use crate::error::{ParameterError, Result};
use crate::params::MotionLimits;
use crate::real::Real;

/// The limits, unchecked.
#[derive(Deserialize)]
#[serde(rename = "MotionLimits", deny_unknown_fields, bound = "R: Real")]
pub(crate) struct Fields<R> {
    #[serde(with = "super::float")]
    velocity: R,
    #[serde(with = "super::float")]
    acceleration: R,
    #[serde(with = "super::float")]
    jerk: R,
}

impl<R: Real> TryFrom<Fields<R>> for MotionLimits<R> {
    type Error = ParameterError;

    fn try_from(fields: Fields<R>) -> Result<Self> {
        MotionLimits::new(fields.velocity, fields.acceleration, fields.jerk)
    }
}
