//! Errors of chunks and of the rows in them.

use std::error::Error;
use std::fmt;

use crate::error::TimeError;

/// A chunk that does not follow the one before it.
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{ChunkSummary, Filter, Gaps};
///
/// let filter = Filter::Damper(Damper::from_halflife(0.1)?);
/// let mut first = ChunkSummary::new(filter, Gaps::Hold, 0);
/// let error = first.merge(&ChunkSummary::new(filter, Gaps::Hold, 5)).unwrap_err();
/// assert_eq!(error.to_string(), "the next chunk must begin with row 0, got row 5");
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ChunkError {
    /// The times of the rows.
    Time(TimeError),
    /// The row that a chunk must begin with, and the one that it begins with.
    Row(u64, u64),
    /// The filters or the treatments of gaps differ.
    Filter,
}

impl fmt::Display for ChunkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChunkError::Time(error) => error.fmt(f),
            ChunkError::Row(wanted, row) => {
                write!(f, "the next chunk must begin with row {wanted}, got row {row}")
            }
            ChunkError::Filter => f.write_str("chunks must have the same filter and gaps"),
        }
    }
}

impl Error for ChunkError {}

impl From<TimeError> for ChunkError {
    fn from(error: TimeError) -> Self {
        ChunkError::Time(error)
    }
}
