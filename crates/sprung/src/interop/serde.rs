//! What a spring and a damper look like when saved: their canonical parameters, checked again when read.

use serde::{Deserialize, Serialize};

use crate::error::ParameterError;
use crate::params::{Damper, Spring};
use crate::real::Real;

/// `Spring` as it is saved; `decay_rate` matters only without stiffness, where the damping ratio is infinite.
#[derive(Serialize, Deserialize)]
pub(crate) struct SpringFields<R> {
    angular_frequency: R,
    damping_ratio: Option<R>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drag: Option<R>,
}

/// `Damper` as it is saved.
#[derive(Serialize, Deserialize)]
pub(crate) struct DamperFields<R> {
    rate: R,
}

impl<R: Real> From<Spring<R>> for SpringFields<R> {
    fn from(spring: Spring<R>) -> Self {
        let drags = spring.angular_frequency() == R::ZERO && spring.decay_rate() > R::ZERO;
        SpringFields {
            angular_frequency: spring.angular_frequency(),
            damping_ratio: (!drags).then(|| spring.damping_ratio()),
            drag: drags.then(|| spring.damping()),
        }
    }
}

impl<R: Real> TryFrom<SpringFields<R>> for Spring<R> {
    type Error = ParameterError;
    fn try_from(fields: SpringFields<R>) -> Result<Self, ParameterError> {
        match (fields.damping_ratio, fields.drag) {
            (Some(damping_ratio), _) => Spring::new(fields.angular_frequency, damping_ratio),
            (None, drag) => Spring::from_stiffness_and_damping(
                fields.angular_frequency * fields.angular_frequency,
                drag.unwrap_or(R::ZERO),
            ),
        }
    }
}

impl<R: Real> From<Damper<R>> for DamperFields<R> {
    fn from(damper: Damper<R>) -> Self {
        DamperFields { rate: damper.rate() }
    }
}

impl<R: Real> TryFrom<DamperFields<R>> for Damper<R> {
    type Error = ParameterError;
    fn try_from(fields: DamperFields<R>) -> Result<Self, ParameterError> {
        Damper::from_rate(fields.rate)
    }
}
