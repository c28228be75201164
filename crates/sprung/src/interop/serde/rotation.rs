//! A rotation as saved: the quaternion, whose length must be 1.

use serde::Deserialize;

use crate::error::{ParameterError, Result, require};
use crate::real::Real;
use crate::rotation::Rotation;
use crate::vector::Vector;

/// The components of a quaternion, of any length.
#[derive(Deserialize)]
#[serde(rename = "Rotation", deny_unknown_fields)]
pub(crate) struct Fields<R> {
    vector: [R; 3],
    scalar: R,
}

/// The maximum difference of a length from 1: numbers written with four digits still are a rotation.
const TOLERANCE: f64 = 1e-3;

impl<R: Real> TryFrom<Fields<R>> for Rotation<R> {
    type Error = ParameterError;

    fn try_from(fields: Fields<R>) -> Result<Self> {
        let Fields { vector, scalar } = fields;
        let length = (vector.dot(vector) + scalar * scalar).sqrt();
        let off = (length - R::ONE).abs();
        require(off <= R::from_f64(TOLERANCE), "length of the rotation", length, "1 within 1e-3")?;
        let rotation = Rotation::from_unit(vector, scalar);
        // What this crate wrote comes back bit for bit; less precise numbers are scaled to length 1.
        let exact = off <= R::EPSILON * R::from_f64(16.0);
        Ok(if exact { rotation } else { rotation.normalized() })
    }
}
