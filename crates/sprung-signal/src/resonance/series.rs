//! A series made ready for the search: times in mean steps about the middle, values of at most 1, a Hann window.

use std::f64::consts::PI;
use std::ops::Range;

use sprung::Real;

/// Times this close to the even grid, in steps, are even: a tone is then off by less than 1e-8 of its amplitude.
const EVEN: f64 = 1e-9;
/// The least and the maximum number of samples between two angles that are computed anew.
const MIN_BLOCK: usize = 16;
const MAX_BLOCK: usize = 512;

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
    /// The largest magnitude of the samples, or 1 if all are 0.
    pub(super) scale: f64,
    /// True if `at` rises by 1 from sample to sample.
    pub(super) is_even: bool,
    // The numbers from 0 on, as many as a block has samples.
    counts: Vec<f64>,
}

/// Samples at the times `reference + offsets`, in mean steps, and the phases of one frequency there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'a> {
    /// The index of the first sample.
    pub(super) start: usize,
    pub(super) reference: f64,
    pub(super) offsets: &'a [f64],
    /// Of `omega · offset`.
    pub(super) cosines: &'a [f64],
    pub(super) sines: &'a [f64],
    // Of `omega · reference`.
    cos: f64,
    sin: f64,
}

impl Block<'_> {
    /// The indices of the samples.
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.start + self.offsets.len()
    }

    /// The factors of cosine and sine of `omega · offset` in a sinusoid of factors of those of `omega · at`.
    pub(super) fn local(&self, cos: f64, sin: f64) -> (f64, f64) {
        (cos * self.cos + sin * self.sin, sin * self.cos - cos * self.sin)
    }

    /// Sums with cosine and sine of `omega · at`, from those with cosine and sine of `omega · offset`.
    pub(super) fn global(&self, cos: f64, sin: f64) -> (f64, f64) {
        (cos * self.cos - sin * self.sin, sin * self.cos + cos * self.sin)
    }
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
        let values: Vec<f64> = values.iter().map(|value| value / scale).collect();
        // As many angles within a block as there are blocks.
        let block = values.len().isqrt().next_power_of_two().clamp(MIN_BLOCK, MAX_BLOCK);
        let counts = (0..block).map(|index| index as f64).collect();
        Series { at, values, window, step, scale, is_even, counts }
    }

    /// The number of samples.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Calls `f` for block after block of samples, `omega` in radians per step.
    #[inline]
    pub(super) fn blocks(&self, omega: f64, mut f: impl FnMut(&Block)) {
        let size = self.counts.len();
        let (mut cosines, mut sines) = ([0.0; MAX_BLOCK], [0.0; MAX_BLOCK]);
        let (cosines, sines) = (&mut cosines[..size], &mut sines[..size]);
        if self.is_even {
            // Every block of even times is one block turned by an angle.
            fill(omega, &self.counts[..size.min(self.len())], cosines, sines);
        }
        for (index, at) in self.at.chunks(size).enumerate() {
            let (mut reference, mut offsets) = (at[0], &self.counts[..at.len()]);
            if !self.is_even {
                (reference, offsets) = (0.0, at);
                fill(omega, at, cosines, sines);
            }
            let (sin, cos) = Real::sin_cos(omega * reference);
            let (start, cosines, sines) = (index * size, &cosines[..at.len()], &sines[..at.len()]);
            f(&Block { start, reference, offsets, cosines, sines, cos, sin });
        }
    }
}

/// Computes the cosines and sines of `omega · offset`.
fn fill(omega: f64, offsets: &[f64], cosines: &mut [f64], sines: &mut [f64]) {
    for ((cos, sin), offset) in cosines.iter_mut().zip(sines).zip(offsets) {
        (*sin, *cos) = Real::sin_cos(omega * offset);
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
            series.blocks(2.7, |block| {
                for (index, at) in series.at[block.range()].iter().enumerate() {
                    let (cos, sin) = (block.cosines[index], block.sines[index]);
                    assert_eq!(block.reference + block.offsets[index], *at);
                    let (wanted_sin, wanted_cos) = (2.7 * at).sin_cos();
                    let (is_cos, is_sin) = block.global(cos, sin);
                    assert!((is_cos - wanted_cos).abs() < 1e-12);
                    assert!((is_sin - wanted_sin).abs() < 1e-12);
                    let (a, b) = block.local(0.3, -0.8);
                    let wanted = 0.3 * wanted_cos - 0.8 * wanted_sin;
                    assert!((a * cos + b * sin - wanted).abs() < 1e-12);
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
    fn a_time_span_that_overflows_or_underflows_is_refused() {
        assert!(Series::at_times(&[-1.7e308, 1.7e308], &[1.0; 2]).is_none());
        assert!(Series::at_times(&[0.0, 5e-324], &[1.0; 2]).is_none());
    }
}
