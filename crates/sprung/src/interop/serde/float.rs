//! One number as saved: itself, or in human-readable formats the text of a value that is not finite.
//!
//! Public for the crates of this workspace, whose types are saved in the same form; not part of the API.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::ParameterValue;
use crate::math::short_text::ShortText;
use crate::real::Real;

/// A number of any precision that survives every format.
#[derive(Clone, Copy, Debug)]
pub struct Float<R>(pub R);

/// Writes a number.
#[doc(hidden)]
pub fn serialize<R: Real, S: Serializer>(value: &R, serializer: S) -> Result<S::Ok, S::Error> {
    Float(*value).serialize(serializer)
}

/// Reads a number.
#[doc(hidden)]
pub fn deserialize<'de, R: Real, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    Float::deserialize(deserializer).map(|float| float.0)
}

impl<R: Real> Serialize for Float<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() || self.0.is_finite() {
            return match self.0.into() {
                ParameterValue::F32(value) => value.serialize(serializer),
                ParameterValue::F64(value) => value.serialize(serializer),
            };
        }
        serializer.serialize_str(match self.0 {
            value if value.is_nan() => "nan",
            value if value > R::ZERO => "inf",
            _ => "-inf",
        })
    }
}

impl<'de, R: Real> Deserialize<'de> for Float<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(Readable(PhantomData));
        }
        let value = match R::ZERO.into() {
            ParameterValue::F32(_) => f32::deserialize(deserializer)?.into(),
            ParameterValue::F64(_) => f64::deserialize(deserializer)?,
        };
        Ok(Float(R::from_f64(value)))
    }
}

struct Readable<R>(PhantomData<R>);

impl<R: Real> Visitor<'_> for Readable<R> {
    type Value = Float<R>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, \"inf\", \"-inf\" or \"nan\"")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Float<R>, E> {
        let number: R = nearest(value);
        if value.is_finite() && !number.is_finite() {
            return Err(E::invalid_value(Unexpected::Float(value), &"a number in range"));
        }
        Ok(Float(number))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Float<R>, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Float<R>, E> {
        self.visit_f64(value as f64)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Float<R>, E> {
        match text {
            "inf" => Ok(Float(R::INFINITY)),
            "-inf" => Ok(Float(-R::INFINITY)),
            "nan" => Ok(Float(R::from_f64(f64::NAN))),
            _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

/// The number whose shortest decimal was read as `value`.
///
/// Single precision is rounded twice, from the decimal to double and from there. Where the first lands halfway between
/// two numbers, the second may pick the wrong one, so the shortest decimals of both are compared with what was read.
fn nearest<R: Real>(value: f64) -> R {
    let rounded = R::from_f64(value);
    let apart = value - rounded.to_f64();
    let other = R::from_f64(value + apart);
    let halfway = other != rounded && other.to_f64() - value == apart;
    if halfway && shortest(other) == Some(value) && shortest(rounded) != Some(value) {
        return other;
    }
    rounded
}

/// The shortest decimal of a number, read in double precision.
fn shortest<R: Real>(number: R) -> Option<f64> {
    ShortText::of(format_args!("{number:e}"))?.as_str().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_decimal_that_double_precision_puts_halfway_is_read_in_single() {
        let text = "7.038531e-26";
        let twice: f64 = text.parse().unwrap();
        let once: f32 = text.parse().unwrap();
        assert_ne!(twice as f32, once);
        assert_eq!(nearest::<f32>(twice), once);
        assert_eq!(nearest::<f64>(twice), twice);
        for value in [0.0, 1.0, -1.0, 0.1, 3.4e38, 1e300, 1e-45, -7e-46, f64::MIN_POSITIVE] {
            assert_eq!(nearest::<f32>(value), value as f32, "{value}");
        }
    }
}
