//! Errors in the times of a series and in parameters.

use std::error::Error;
use std::fmt;

use sprung::ParameterError;

/// A sample whose time is not a finite number after that of the sample before it.
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, smooth_zero_phase};
///
/// let filter = Filter::Damper(Damper::from_halflife(0.1)?);
/// let error = smooth_zero_phase(&filter, Gaps::Hold, &[0.0, 0.2, 0.1], &mut [1.0; 3]).unwrap_err();
/// assert_eq!((error.time, error.previous), (0.1, Some(0.2)));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
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

    /// Returns an error unless the times of samples that are `dt` apart are finite and ascending.
    pub(crate) fn check_even(dt: f64, samples: usize) -> Result<(), TimeError> {
        if samples < 2 {
            return Ok(());
        }
        TimeError::check(dt, Some(0.0))?;
        TimeError::check((samples - 1) as f64 * dt, None)
    }

    /// Returns an error unless the times are finite and ascending.
    pub(crate) fn check_all(times: &[f64]) -> Result<(), TimeError> {
        let mut previous = None;
        times.iter().try_for_each(|&time| TimeError::check(time, previous.replace(time)))
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

/// The result of a function that checks parameters.
pub(crate) type Result<T, E = ParameterError> = std::result::Result<T, E>;

pub(crate) use sprung::shared::require;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_times_ascend_to_a_finite_one() {
        let half = 0.5 * f64::MAX;
        for (dt, samples) in [(0.0, 0), (f64::NAN, 1), (0.1, 2), (half, 3)] {
            assert_eq!(TimeError::check_even(dt, samples), Ok(()), "{dt} {samples}");
        }
        for (dt, samples) in [(0.0, 2), (f64::NAN, 2), (-0.1, 3), (f64::INFINITY, 2), (half, 4)] {
            assert!(TimeError::check_even(dt, samples).is_err(), "{dt} {samples}");
        }
    }
}
