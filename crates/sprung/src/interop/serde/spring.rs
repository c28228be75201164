//! A spring as saved: its canonical pair, or its damping where it has no stiffness.
//!
//! Human-readable formats get `{"angular_frequency": 7, "damping_ratio": 0.5}` or `{"drag": 3}`; positional ones get an
//! enum of the same two, so that a reader knows how much to take.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::float::Float;
use crate::params::{Spring, zero_or_more};
use crate::real::Real;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Spring", deny_unknown_fields, bound = "R: Real")]
enum Positional<R> {
    Pull { angular_frequency: Float<R>, damping_ratio: Float<R> },
    Drag { drag: Float<R> },
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename = "Spring", default, deny_unknown_fields, bound = "R: Real")]
struct Readable<R> {
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    angular_frequency: Option<Float<R>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    damping_ratio: Option<Float<R>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    drag: Option<Float<R>>,
}

/// `null` is no number: what is there must be one.
fn present<'de, R: Real, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Float<R>>, D::Error> {
    Float::deserialize(deserializer).map(Some)
}

impl<R: Real> Serialize for Spring<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let positional = if self.angular_frequency() == R::ZERO && self.decay_rate() > R::ZERO {
            Positional::Drag { drag: Float(self.damping()) }
        } else {
            let angular_frequency = Float(self.angular_frequency());
            Positional::Pull { angular_frequency, damping_ratio: Float(self.damping_ratio()) }
        };
        if !serializer.is_human_readable() {
            return positional.serialize(serializer);
        }
        let none = Readable::default();
        match positional {
            Positional::Drag { drag } => Readable { drag: Some(drag), ..none },
            Positional::Pull { angular_frequency: frequency, damping_ratio: ratio } => {
                Readable { angular_frequency: Some(frequency), damping_ratio: Some(ratio), ..none }
            }
        }
        .serialize(serializer)
    }
}

impl<'de, R: Real> Deserialize<'de> for Spring<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let positional = if deserializer.is_human_readable() {
            Readable::deserialize(deserializer)?.positional()?
        } else {
            Positional::deserialize(deserializer)?
        };
        match positional {
            Positional::Pull { angular_frequency, damping_ratio } => {
                Spring::new(angular_frequency.0, damping_ratio.0)
            }
            Positional::Drag { drag } => {
                zero_or_more(drag.0, "drag").map(|drag| Spring::drag(drag * R::HALF))
            }
        }
        .map_err(D::Error::custom)
    }
}

impl<R: Real> Readable<R> {
    fn positional<E: Error>(self) -> Result<Positional<R>, E> {
        match (self.angular_frequency, self.damping_ratio, self.drag) {
            (Some(angular_frequency), Some(damping_ratio), None) => {
                Ok(Positional::Pull { angular_frequency, damping_ratio })
            }
            (None, None, Some(drag)) => Ok(Positional::Drag { drag }),
            (_, _, Some(_)) => Err(E::custom(
                "drag is the damping of a spring without angular_frequency and damping_ratio",
            )),
            (None, _, None) => Err(E::missing_field("angular_frequency")),
            (Some(_), None, None) => Err(E::missing_field("damping_ratio")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spring_in_text_has_its_numbers_by_name_and_null_is_none_of_them() {
        let read = serde_json::from_str::<Spring<f64>>;
        let spring = Spring::new(3.0, 0.5).unwrap();
        assert_eq!(read(r#"{"angular_frequency":3.0,"damping_ratio":0.5}"#).unwrap(), spring);
        let text = serde_json::to_string(&spring).unwrap();
        assert_eq!(text, r#"{"angular_frequency":3.0,"damping_ratio":0.5}"#);
        let drag = Spring::from_stiffness_and_damping(0.0, 4.0).unwrap();
        assert_eq!(read(r#"{"drag":4.0}"#).unwrap(), drag);
        for wrong in [r#"{"angular_frequency":3.0,"damping_ratio":null}"#, r#"{"drag":null}"#, "{}"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
