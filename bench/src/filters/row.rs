//! What is measured of one filter.

use serde::Serialize;

use super::measure::Measures;

/// One filter with one setting on one recording.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) recording: &'static str,
    pub(crate) engine: String,
    /// The library or the paper that it is from.
    pub(crate) from: String,
    /// True if an output needs no later sample.
    pub(crate) is_causal: bool,
    /// The time constant, seconds.
    pub(crate) time: f64,
    #[serde(flatten)]
    pub(crate) measures: Measures,
}
