//! Errors in the times of a series.

use std::error::Error;
use std::fmt;

/// A sample whose time is not a finite number after that of the sample before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeError {
    /// The sample's time.
    pub time: f64,
    /// The time of the sample before it, if there was one.
    pub previous: Option<f64>,
}

impl TimeError {
    /// Returns an error unless the time may follow `previous`.
    pub(crate) fn check(time: f64, previous: Option<f64>) -> Result<(), TimeError> {
        let forward = previous.is_none_or(|previous| time > previous);
        if forward && time.is_finite() { Ok(()) } else { Err(TimeError { time, previous }) }
    }
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.previous {
            Some(previous) if self.time.is_finite() => {
                write!(f, "time must go forward, got {} after {previous}", self.time)
            }
            _ => write!(f, "time must be finite, got {}", self.time),
        }
    }
}

impl Error for TimeError {}
