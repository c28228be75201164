//! A series made ready for the search: times in mean steps about the middle, values of at most 1, a Hann window.

use std::f64::consts::PI;

use sprung::Real;

/// Times this close to the even grid, in steps, are even: a tone is then off by less than 1e-8 of its amplitude.
const EVEN: f64 = 1e-9;
/// Samples between two exact angles of a rotating phase.
const BLOCK: usize = 32;

/// Samples at even or uneven times.
#[derive(Clone, Debug)]
pub(super) struct Series {
    /// Sampling times in mean steps; the middle of the series is 0.
    pub(super) at: Vec<f64>,
    /// The samples divided by `scale`.
    pub(super) values: Vec<f64>,
    /// The Hann window at each sample.
    pub(super) window: Vec<f64>,
    /// The mean step, seconds.
    pub(super) step: f64,
    /// The greatest magnitude of the samples, or 1 if all are 0.
    pub(super) scale: f64,
    /// True if `at` rises by 1 from sample to sample.
    pub(super) is_even: bool,
}

impl Series {
    /// Returns finite samples at even steps of `dt` seconds.
    pub(super) fn even(values: &[f64], dt: f64) -> Self {
        let middle = 0.5 * (values.len() as f64 - 1.0);
        let at = (0..values.len()).map(|index| index as f64 - middle).collect();
        Series::new(at, values, dt, true)
    }

    /// Returns finite samples at ascending times, at least two; `None` if their mean step is 0 or infinite.
    pub(super) fn at_times(times: &[f64], values: &[f64]) -> Option<Self> {
        let (first, last) = (*times.first()?, *times.last()?);
        let steps = times.len() as f64 - 1.0;
        let step = (last - first) / steps;
        if !(step > 0.0 && step.is_finite() && (1.0 / step).is_finite()) {
            return None;
        }
        let at: Vec<f64> = times.iter().map(|time| (time - first) / step - 0.5 * steps).collect();
        let is_even = at
            .iter()
            .enumerate()
            .all(|(index, at)| (at - (index as f64 - 0.5 * steps)).abs() <= EVEN);
        if is_even {
            return Some(Series::even(values, step));
        }
        Some(Series::new(at, values, step, false))
    }

    fn new(at: Vec<f64>, values: &[f64], step: f64, is_even: bool) -> Self {
        let greatest = values.iter().fold(0.0, |greatest: f64, value| greatest.max(value.abs()));
        let scale = if greatest > 0.0 { greatest } else { 1.0 };
        let count = values.len() as f64;
        let window = at.iter().map(|at| {
            let (_, cos) = Real::sin_cos(PI * at / count);
            cos * cos
        });
        let window = window.collect();
        let values = values.iter().map(|value| value / scale).collect();
        Series { at, values, window, step, scale, is_even }
    }

    /// The number of samples.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Calls `f` with the index of each sample and the cosine and sine of `omega · at`, `omega` in radians per step.
    pub(super) fn phases(&self, omega: f64, mut f: impl FnMut(usize, f64, f64)) {
        if !self.is_even {
            for (index, at) in self.at.iter().enumerate() {
                let (sin, cos) = Real::sin_cos(omega * at);
                f(index, cos, sin);
            }
            return;
        }
        let (turn_sin, turn_cos) = Real::sin_cos(omega);
        for start in (0..self.len()).step_by(BLOCK) {
            let (mut sin, mut cos) = Real::sin_cos(omega * self.at[start]);
            for index in start..self.len().min(start + BLOCK) {
                f(index, cos, sin);
                (cos, sin) = (cos * turn_cos - sin * turn_sin, sin * turn_cos + cos * turn_sin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_those_of_the_times() {
        let values = [1.0; 1001];
        let even = Series::even(&values, 0.5);
        let times: Vec<f64> =
            (0..1001).map(|i| f64::from(i) * 0.5 + f64::from(i % 3) * 0.1).collect();
        let uneven = Series::at_times(&times, &values).unwrap();
        assert!(even.is_even && !uneven.is_even);
        for series in [even, uneven] {
            series.phases(2.7, |index, cos, sin| {
                let angle = 2.7 * series.at[index];
                assert!((cos - angle.cos()).abs() < 1e-14 && (sin - angle.sin()).abs() < 1e-14);
            });
        }
    }

    #[test]
    fn times_that_are_even_to_rounding_are_even() {
        let times: Vec<f64> = (0..500).map(|i| f64::from(i) * 0.001).collect();
        let series = Series::at_times(&times, &[2.0; 500]).unwrap();
        assert!(series.is_even && (series.step - 0.001).abs() < 1e-15);
        assert_eq!((series.scale, series.values[3]), (2.0, 1.0));
    }

    #[test]
    fn a_span_that_is_no_number_is_refused() {
        assert!(Series::at_times(&[-1.7e308, 1.7e308], &[1.0; 2]).is_none());
        assert!(Series::at_times(&[0.0, 5e-324], &[1.0; 2]).is_none());
    }
}
