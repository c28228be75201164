//! A search as saved: refused where no series could be searched with it.

use std::num::NonZero;

use serde::Deserialize;
use sprung::ParameterError;

use super::search::{BELOW_THE_HIGHEST, ResonanceFinder};
use crate::error::{Result, require};

/// The settings, unchecked. A setting that is absent is written as none: no field is optional.
#[derive(Deserialize)]
#[serde(rename = "ResonanceFinder", deny_unknown_fields)]
pub(super) struct Fields {
    #[serde(deserialize_with = "Deserialize::deserialize")]
    from: Option<f64>,
    #[serde(deserialize_with = "Deserialize::deserialize")]
    to: Option<f64>,
    resolution: f64,
    #[serde(deserialize_with = "Deserialize::deserialize")]
    threads: Option<NonZero<usize>>,
}

impl TryFrom<Fields> for ResonanceFinder {
    type Error = ParameterError;

    fn try_from(fields: Fields) -> Result<Self> {
        let Fields { from, to, resolution, threads } = fields;
        for (field, frequency) in [("from", from), ("to", to)] {
            let value = frequency.unwrap_or(1.0);
            require(value > 0.0 && value.is_finite(), field, value, "finite and > 0")?;
        }
        let is_range = from.zip(to).is_none_or(|(from, to)| from < to);
        require(is_range, "from", from.unwrap_or_default(), BELOW_THE_HIGHEST)?;
        let search = ResonanceFinder { from, to, resolution, threads };
        search.check_resolution()?;
        Ok(search)
    }
}
