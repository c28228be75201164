//! A spring as saved: its canonical pair, or its damping where it has no stiffness.
//!
//! Human-readable formats get `{"angular_frequency": 7, "damping_ratio": 0.5}` or `{"drag": 3}`; positional ones get an
//! enum of the same two, so that a reader knows how much to take.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::float::{self, Float};
use crate::error::require;
use crate::params::Spring;
use crate::real::Real;

#[derive(Serialize, Deserialize)]
#[serde(
    rename = "Spring",
    deny_unknown_fields,
    bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>")
)]
enum Positional<R> {
    Pull {
        #[serde(with = "float")]
        angular_frequency: R,
        #[serde(with = "float")]
        damping_ratio: R,
    },
    Drag {
        #[serde(with = "float")]
        drag: R,
    },
}

#[derive(Serialize)]
#[serde(rename = "Spring", bound(serialize = "R: Real + Serialize"))]
struct Pull<R> {
    #[serde(with = "float")]
    angular_frequency: R,
    #[serde(with = "float")]
    damping_ratio: R,
}

#[derive(Serialize)]
#[serde(rename = "Spring", bound(serialize = "R: Real + Serialize"))]
struct Drag<R> {
    #[serde(with = "float")]
    drag: R,
}

#[derive(Deserialize)]
#[serde(rename = "Spring", deny_unknown_fields, bound(deserialize = "R: Real + Deserialize<'de>"))]
struct Readable<R> {
    #[serde(default = "absent", deserialize_with = "present")]
    angular_frequency: Option<Float<R>>,
    #[serde(default = "absent", deserialize_with = "present")]
    damping_ratio: Option<Float<R>>,
    #[serde(default = "absent", deserialize_with = "present")]
    drag: Option<Float<R>>,
}

fn absent<R>() -> Option<Float<R>> {
    None
}

/// `null` is no number: what is there must be one.
fn present<'de, R: Real + Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Float<R>>, D::Error> {
    Float::deserialize(deserializer).map(Some)
}

impl<R: Real + Serialize> Serialize for Spring<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (angular_frequency, damping_ratio) = (self.angular_frequency(), self.damping_ratio());
        let drags = angular_frequency == R::ZERO && self.decay_rate() > R::ZERO;
        match (serializer.is_human_readable(), drags) {
            (true, false) => Pull { angular_frequency, damping_ratio }.serialize(serializer),
            (true, true) => Drag { drag: self.damping() }.serialize(serializer),
            (false, false) => {
                Positional::Pull { angular_frequency, damping_ratio }.serialize(serializer)
            }
            (false, true) => Positional::Drag { drag: self.damping() }.serialize(serializer),
        }
    }
}

impl<'de, R: Real + Deserialize<'de>> Deserialize<'de> for Spring<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let positional = if deserializer.is_human_readable() {
            Readable::deserialize(deserializer)?.positional()?
        } else {
            Positional::deserialize(deserializer)?
        };
        match positional {
            Positional::Pull { angular_frequency, damping_ratio } => {
                Spring::new(angular_frequency, damping_ratio)
            }
            Positional::Drag { drag } => require(drag >= R::ZERO, "drag", drag, ">= 0")
                .map(|()| Spring::drag(drag * R::HALF)),
        }
        .map_err(D::Error::custom)
    }
}

impl<R: Real> Readable<R> {
    fn positional<E: Error>(self) -> Result<Positional<R>, E> {
        match (self.angular_frequency, self.damping_ratio, self.drag) {
            (Some(Float(angular_frequency)), Some(Float(damping_ratio)), None) => {
                Ok(Positional::Pull { angular_frequency, damping_ratio })
            }
            (None, None, Some(Float(drag))) => Ok(Positional::Drag { drag }),
            (_, _, Some(_)) => Err(E::custom(
                "drag is the damping of a spring without angular_frequency and damping_ratio",
            )),
            (None, _, None) => Err(E::missing_field("angular_frequency")),
            (Some(_), None, None) => Err(E::missing_field("damping_ratio")),
        }
    }
}
