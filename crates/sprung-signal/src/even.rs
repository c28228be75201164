//! A series at any times as samples of even steps.

use crate::error::TimeError;

/// Times that are off the even grid by less than this part of a step are rounded, not uneven.
const ROUNDED: f64 = 0.01;

/// The samples of a series at even steps over the same duration, and the step.
///
/// Times that are even but for rounding keep their values. Else the straight lines between the samples are sampled,
/// twice as often as the series on average. A value that is NaN or infinite is missing: the line runs past it.
/// With fewer than two values the step is 0.
///
/// ```
/// let (values, step) = sprung_signal::evenly(&[0.0, 1.0, 4.0], &[0.0, 2.0, 8.0])?;
/// assert_eq!((values.len(), step), (5, 1.0));
/// # Ok::<(), sprung_signal::TimeError>(())
/// ```
///
/// # Errors
/// A time that is not finite or not after the one before.
pub fn evenly(times: &[f64], values: &[f64]) -> Result<(Vec<f64>, f64), TimeError> {
    let mut samples: Vec<(f64, f64)> = Vec::with_capacity(times.len());
    let mut previous = None;
    for (&time, &value) in times.iter().zip(values) {
        TimeError::check(time, previous)?;
        previous = Some(time);
        if value.is_finite() {
            samples.push((time, value));
        }
    }
    let (Some(first), Some(last)) = (samples.first().copied(), samples.last().copied()) else {
        return Ok((Vec::new(), 0.0));
    };
    let steps = samples.len() - 1;
    if steps == 0 {
        return Ok((vec![first.1], 0.0));
    }
    let step = (last.0 - first.0) / steps as f64;
    let is_even = samples
        .iter()
        .enumerate()
        .all(|(index, sample)| (sample.0 - first.0 - index as f64 * step).abs() <= ROUNDED * step);
    if is_even {
        return Ok((samples.into_iter().map(|sample| sample.1).collect(), step));
    }
    let (count, step) = (2 * steps, 0.5 * step);
    let mut after = 1;
    let mut line = |index: usize| {
        let time = if index == count { last.0 } else { first.0 + index as f64 * step };
        while after < steps && samples[after].0 < time {
            after += 1;
        }
        let (left, right) = (samples[after - 1], samples[after]);
        left.1 + (right.1 - left.1) * ((time - left.0) / (right.0 - left.0))
    };
    Ok(((0..=count).map(&mut line).collect(), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_times_are_even() {
        let times: Vec<f64> = (0..100).map(|i| (f64::from(i) / 0.36).round() / 1000.0).collect();
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let rounded: Vec<f64> = (0..100).map(|i| (f64::from(i) / 0.00036).round() / 1e6).collect();
        assert_eq!(evenly(&rounded, &values).unwrap().0, values);
        // Rounding to a third of a step is not rounding.
        assert_eq!(evenly(&times, &values).unwrap().0.len(), 199);
    }

    #[test]
    fn uneven_times_and_gaps_are_straight_lines() {
        let (values, step) = evenly(&[0.0, 1.0, 1.5, 4.0], &[0.0, 2.0, f64::NAN, 8.0]).unwrap();
        assert_eq!((values, step), (vec![0.0, 2.0, 4.0, 6.0, 8.0], 1.0));
    }

    #[test]
    fn times_that_run_backwards_are_an_error() {
        assert!(evenly(&[0.0, 0.0], &[1.0, 2.0]).is_err());
        assert_eq!(evenly(&[], &[]).unwrap(), (Vec::new(), 0.0));
        assert_eq!(evenly(&[1.0], &[3.0]).unwrap(), (vec![3.0], 0.0));
        assert_eq!(evenly(&[1.0], &[f64::NAN]).unwrap(), (Vec::new(), 0.0));
    }
}
