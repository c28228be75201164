//! A damper as saved: its rate.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::float;
use crate::params::Damper;
use crate::real::Real;

#[derive(Serialize, Deserialize)]
#[serde(
    rename = "Damper",
    deny_unknown_fields,
    bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>")
)]
struct Fields<R> {
    #[serde(with = "float")]
    rate: R,
}

impl<R: Real + Serialize> Serialize for Damper<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields { rate: self.rate() }.serialize(serializer)
    }
}

impl<'de, R: Real + Deserialize<'de>> Deserialize<'de> for Damper<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = Fields::deserialize(deserializer)?;
        Damper::from_rate(fields.rate).map_err(serde::de::Error::custom)
    }
}
