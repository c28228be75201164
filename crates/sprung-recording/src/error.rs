//! The error of a recorder and of a replay.

use std::error::Error;
use std::fmt;
use std::io;

/// An error of a [`Recorder`](crate::Recorder) or a [`Replay`](crate::Replay).
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordingError {
    /// The file could not be written or read.
    Io(io::Error),
    /// The simulation cannot be saved; the text of serde's error.
    NotSaved(String),
    /// A call was refused and not recorded; the text of its error.
    Refused(String),
    /// A call has a number that is not finite, which a file cannot hold; it was neither made nor recorded.
    NotFinite,
    /// A line is not of the format, or the simulation refuses it.
    Line {
        /// Its number, from 1.
        line: usize,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotSaved(reason) => write!(f, "the simulation cannot be saved: {reason}"),
            Self::Refused(reason) => write!(f, "{reason}"),
            Self::NotFinite => write!(f, "the numbers of a recorded call must be finite"),
            Self::Line { line, reason } => write!(f, "line {line}: {reason}"),
        }
    }
}

impl Error for RecordingError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for RecordingError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
