//! Resampling of a series to even time steps.

use sprung::motion::PiecewiseLinear;

use crate::error::TimeError;

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
    TimeError::check_all(times)?;
    let known = times.iter().zip(values).filter(|(_, value)| value.is_finite());
    let (times, values): (Vec<f64>, Vec<f64>) = known.unzip();
    let Some(steps @ 1..) = values.len().checked_sub(1) else { return Ok((values, 0.0)) };
    let (first, last) = (times[0], times[steps]);
    // Each end by itself: the distance of two finite times may be infinite.
    let step = last / steps as f64 - first / steps as f64;
    let at = |index: usize| {
        let part = index as f64 / steps as f64;
        first * (1.0 - part) + last * part
    };
    let is_even =
        times.iter().enumerate().all(|(index, time)| (time - at(index)).abs() <= ROUNDED * step);
    match PiecewiseLinear::new(&times, &values) {
        Ok(lines) if !is_even => Ok(((0..=steps).map(|index| lines.at(at(index))).collect(), step)),
        _ => Ok((values, step)),
    }
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
