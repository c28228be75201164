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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_search_comes_back_with_its_settings_or_names_the_one_that_is_wrong() {
        let threads = NonZero::new(3);
        let fields = |from, to, resolution| Fields { from, to, resolution, threads };
        let search = ResonanceFinder::try_from(fields(Some(0.5), Some(20.0), 1e-4)).unwrap();
        let expected =
            ResonanceFinder { from: Some(0.5), to: Some(20.0), resolution: 1e-4, threads };
        assert_eq!(format!("{search:?}"), format!("{expected:?}"));
        for (from, to, resolution, field) in [
            (Some(0.0), None, 1e-3, "from"),
            (Some(f64::NAN), None, 1e-3, "from"),
            (None, Some(f64::INFINITY), 1e-3, "to"),
            (None, Some(-1.0), 1e-3, "to"),
            (Some(2.0), Some(2.0), 1e-3, "from"),
            (None, None, 0.0, "resolution"),
        ] {
            let error = ResonanceFinder::try_from(fields(from, to, resolution)).unwrap_err();
            assert_eq!(error.field, field, "{from:?} {to:?} {resolution}");
        }
    }
}
