//! A series made ready for the search: times in mean steps about the middle, values of at most 1, a Hann window.

use std::f64::consts::PI;

use sprung::Real;

/// Times this close to the even grid, in steps, are even: a tone is then off by less than 1e-8 of its amplitude.
const EVEN: f64 = 1e-9;
/// Samples between two angles that are computed anew.
const BLOCK: usize = 64;

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

    /// Calls `f` for block after block of samples: with the index of the first, and the cosines and sines of
    /// `omega · at`, `omega` in radians per step.
    #[inline]
    pub(super) fn phases(&self, omega: f64, mut f: impl FnMut(usize, &[f64], &[f64])) {
        let (mut cosines, mut sines) = ([0.0; BLOCK], [0.0; BLOCK]);
        // Every block of even times is one block turned by an angle.
        let turns = [(); BLOCK].map({
            let mut index = 0;
            move |()| {
                let (sin, cos) = Real::sin_cos(omega * f64::from(index));
                index += 1;
                (cos, sin)
            }
        });
        for (block, at) in self.at.chunks(BLOCK).enumerate() {
            if self.is_even {
                let (sin, cos) = Real::sin_cos(omega * at[0]);
                for ((c, s), turn) in cosines.iter_mut().zip(&mut sines).zip(&turns) {
                    *c = cos * turn.0 - sin * turn.1;
                    *s = sin * turn.0 + cos * turn.1;
                }
            } else {
                for ((c, s), at) in cosines.iter_mut().zip(&mut sines).zip(at) {
                    (*s, *c) = Real::sin_cos(omega * at);
                }
            }
            f(block * BLOCK, &cosines[..at.len()], &sines[..at.len()]);
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
            let mut count = 0;
            series.phases(2.7, |start, cosines, sines| {
                for (index, (cos, sin)) in cosines.iter().zip(sines).enumerate() {
                    let angle = 2.7 * series.at[start + index];
                    assert!((cos - angle.cos()).abs() < 1e-12 && (sin - angle.sin()).abs() < 1e-12);
                    count += 1;
                }
            });
            assert_eq!(count, 1001);
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
