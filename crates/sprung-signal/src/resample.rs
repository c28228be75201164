//! Resampling of a series to even time steps.

use crate::error::TimeError;
use crate::line::part_between;

/// Times that are off the even grid by less than this part of a step are rounded, not uneven.
const ROUNDED: f64 = 0.01;

/// Returns the samples of a series at even steps over the same duration, and the step: as many as there are values.
///
/// Times that are even within a hundredth of a step keep their values. Otherwise the straight lines between the samples
/// are sampled at the even times. A line flattens a wave: in the middle of a step by `1 − cos(π·f·step)`, 5 % at a
/// tenth of the sampling rate and 41 % at three tenths. [`ResonanceFinder::run_at_times`](crate::ResonanceFinder)
/// needs no even steps and loses nothing. A value that is NaN or infinite is missing: the line runs past it. With fewer
/// than two values the step is 0.
///
/// ```
/// let (values, step) = sprung_signal::resample_uniform(&[0.0, 1.0, 4.0], &[0.0, 2.0, 8.0])?;
/// assert_eq!((values, step), (vec![0.0, 4.0, 8.0], 2.0));
/// # Ok::<(), sprung_signal::TimeError>(())
/// ```
///
/// # Errors
/// A time that is not finite or not after the one before.
///
/// # Panics
/// If there are not as many times as values.
pub fn resample_uniform(times: &[f64], values: &[f64]) -> Result<(Vec<f64>, f64), TimeError> {
    assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
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
    // Each end by itself: the distance of two finite times may be infinite.
    let step = last.0 / steps as f64 - first.0 / steps as f64;
    let at = |index: usize| match index {
        0 => first.0,
        _ if index == steps => last.0,
        _ => {
            let part = index as f64 / steps as f64;
            first.0 * (1.0 - part) + last.0 * part
        }
    };
    let is_even = samples
        .iter()
        .enumerate()
        .all(|(index, sample)| (sample.0 - at(index)).abs() <= ROUNDED * step);
    if is_even {
        return Ok((samples.into_iter().map(|sample| sample.1).collect(), step));
    }
    let mut after = 1;
    let line = |index: usize| {
        let time = at(index);
        while after < steps && samples[after].0 < time {
            after += 1;
        }
        let (left, right) = (samples[after - 1], samples[after]);
        let part = part_between(time, left.0, right.0);
        left.1 * (1.0 - part) + right.1 * part
    };
    Ok(((0..=steps).map(line).collect(), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_times_are_even() {
        let times: Vec<f64> = (0..100).map(|i| (f64::from(i) / 0.36).round() / 1000.0).collect();
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let rounded: Vec<f64> = (0..100).map(|i| (f64::from(i) / 0.00036).round() / 1e6).collect();
        assert_eq!(resample_uniform(&rounded, &values).unwrap().0, values);
        // Rounding to a third of a step is not rounding.
        assert_ne!(resample_uniform(&times, &values).unwrap().0, values);
    }

    #[test]
    fn uneven_times_and_gaps_are_straight_lines() {
        let (values, step) =
            resample_uniform(&[0.0, 1.0, 1.5, 4.0], &[0.0, 2.0, f64::NAN, 8.0]).unwrap();
        assert_eq!((values, step), (vec![0.0, 4.0, 8.0], 2.0));
    }

    #[test]
    #[should_panic(expected = "3 times for 2 values")]
    fn lengths_that_differ_are_refused() {
        let _ = resample_uniform(&[0.0, 1.0, 2.0], &[0.0, 1.0]);
    }

    #[test]
    fn a_wave_does_not_change_where_the_times_turn_uneven() {
        // 30 Hz at 100 samples a second: just below and just above the limit of rounding.
        for jitter in [0.0, 0.0045, 0.006, 0.02] {
            let mut random = testkit::random::Random::new(4);
            let times: Vec<f64> = (0..1000)
                .map(|i| (f64::from(i) + random.uniform(-jitter, jitter)) * 0.01)
                .collect();
            let wave = |t: &f64| (std::f64::consts::TAU * 30.0 * t).sin();
            let values: Vec<f64> = times.iter().map(wave).collect();
            let (even, step) = resample_uniform(&times, &values).unwrap();
            let energy = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
            assert_eq!(even.len(), values.len());
            assert!((energy(&even) / energy(&values) - 1.0).abs() < 0.03, "{jitter}");
            assert!((step / 0.01 - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn times_that_run_backwards_are_an_error() {
        assert!(resample_uniform(&[0.0, 0.0], &[1.0, 2.0]).is_err());
        assert_eq!(resample_uniform(&[], &[]).unwrap(), (Vec::new(), 0.0));
        assert_eq!(resample_uniform(&[1.0], &[3.0]).unwrap(), (vec![3.0], 0.0));
        assert_eq!(resample_uniform(&[1.0], &[f64::NAN]).unwrap(), (Vec::new(), 0.0));
    }
}
