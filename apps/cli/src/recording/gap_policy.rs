//! The policies for missing values.

use clap::ValueEnum;
use sprung_signal::Gaps;

/// A policy for missing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GapPolicy {
    /// Stay at the last value
    Hold,
    /// Run straight to the next value
    Skip,
    /// Run straight to the next value, and fill the gap with that line (smoothing: with --zero-phase)
    Line,
}

impl From<GapPolicy> for Gaps {
    fn from(policy: GapPolicy) -> Self {
        match policy {
            GapPolicy::Hold => Gaps::Hold,
            GapPolicy::Skip => Gaps::Skip,
            GapPolicy::Line => Gaps::Line,
        }
    }
}
