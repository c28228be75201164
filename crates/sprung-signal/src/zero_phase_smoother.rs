//! Smoothing without lag in blocks: as much of a series is kept as the filter remembers.

use crate::channel::Channel;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;
use crate::zero_phase::smooth_zero_phase;
use crate::zero_phase_window::{OVERLAP_LEFT, Window};

/// Smooths any number of channels forwards and backwards, sample by sample, in bounded memory.
///
/// The result is that of [`smooth_zero_phase`] on each whole channel. The forward pass runs on through the series; the
/// backward pass of each block starts as late as the filter remembers, `32/rate` seconds by
/// [`Filter::slowest_decay_rate`], behind the block.
///
/// Accuracy: a series of at most `min_rows` rows, and one within `32/rate` seconds, has the bits of
/// [`smooth_zero_phase`]. In a longer one the result differs from it by at most 1e-12 of the range of the values (the
/// largest distance from their line of least squares), and by at most 1e-7 within `32/rate` seconds of both ends, where
/// the reflection is longer and the line is that of the first block. What is smoothed is the distance from that line: for
/// the last digits it should be long enough to show where the series runs, a thousand rows or more.
///
/// Memory: at most 9/4 of `min_rows` or of the rows within `32/rate` seconds, whichever are more, 16 bytes for each
/// value, if what is smoothed is taken at once. With [`Gaps::Skip`] and [`Gaps::Line`] the rows after the last value of a channel are kept until the next.
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::{Filter, Gaps, ZeroPhaseSmoother};
///
/// let filter = Filter::Follow(Spring::from_halflife(0.05, 1.0)?);
/// let mut smoother = ZeroPhaseSmoother::new(filter, Gaps::Hold, 2, 1000);
/// let (mut rows, mut row) = (0, [0.0; 2]);
/// for i in 0..100_000 {
///     let time = f64::from(i) * 0.01;
///     smoother.advance(time, &[time, -2.0 * time])?;
///     while smoother.next_row(&mut row) {
///         assert!((row[0] - f64::from(rows) * 0.01).abs() < 1e-9);
///         rows += 1;
///     }
/// }
/// assert!(rows > 95_000);
/// smoother.finish();
/// while smoother.next_row(&mut row) {
///     rows += 1;
/// }
/// assert_eq!(rows, 100_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("filtfilt", "offline smoothing"))]
#[derive(Clone, Debug)]
pub struct ZeroPhaseSmoother {
    filter: Filter,
    gaps: Gaps,
    min_rows: usize,
    steps: StepCache,
    // The rows that are kept: first those that are smoothed, of which some were returned.
    times: Vec<f64>,
    channels: Vec<Window>,
    smoothed: usize,
    returned: usize,
    // Rows to have come before the next block is tried.
    next_try: usize,
    last_time: Option<f64>,
    is_whole: bool,
}

impl ZeroPhaseSmoother {
    /// A smoother with this number of channels, which smooths at least `min_rows` rows at a time.
    pub fn new(filter: Filter, gaps: Gaps, channels: usize, min_rows: usize) -> Self {
        ZeroPhaseSmoother {
            filter,
            gaps,
            min_rows,
            steps: StepCache::new(filter),
            times: Vec::new(),
            channels: vec![Window::default(); channels],
            smoothed: 0,
            returned: 0,
            next_try: min_rows,
            last_time: None,
            is_whole: true,
        }
    }

    /// Takes the next sample, one value for each channel.
    ///
    /// A value that is NaN, infinite or beyond ±1e300 is missing, see [`Gaps`].
    ///
    /// # Errors
    /// A time that is not finite or not after the last one. The smoother is then as before.
    ///
    /// # Panics
    /// If the row has not one value per channel.
    pub fn advance(&mut self, time: f64, row: &[f64]) -> Result<(), TimeError> {
        let channels = self.channels.len();
        assert!(row.len() == channels, "{} values for {channels} channels", row.len());
        TimeError::check(time, self.last_time)?;
        self.last_time = Some(time);
        // The last row does not count: it belongs to the next block.
        if self.times.len() - self.smoothed > self.next_try {
            self.smooth_block();
        }
        self.times.push(time);
        for (window, value) in self.channels.iter_mut().zip(row) {
            window.push(self.gaps, &self.times, *value);
        }
        Ok(())
    }

    /// Returns the next smoothed row, in the order they came; `false` if more samples are needed first.
    ///
    /// A missing value is NaN.
    ///
    /// # Panics
    /// If the row has not one value per channel.
    pub fn next_row(&mut self, row: &mut [f64]) -> bool {
        let channels = self.channels.len();
        assert!(row.len() == channels, "{} values for {channels} channels", row.len());
        let is_row = self.returned < self.smoothed;
        if is_row {
            for (window, value) in self.channels.iter().zip(row) {
                *value = window.values[self.returned];
            }
            self.returned += 1;
            if self.returned == self.smoothed {
                self.drop_returned();
            }
        }
        is_row
    }

    /// Ends the series: all its rows can be returned. The next sample begins another one.
    pub fn finish(&mut self) {
        let (filter, gaps) = (self.filter, self.gaps);
        for window in &mut self.channels {
            let values = &mut window.values[self.smoothed..];
            if self.is_whole {
                let times = &self.times[self.smoothed..];
                // The times have been checked.
                let _ = smooth_zero_phase(&filter, gaps, times, values);
            } else {
                window.run_forward(&filter, &mut self.steps, &self.times, self.smoothed);
                let end = window.pad(&filter, &mut self.steps, &self.times, self.smoothed);
                let rows = self.smoothed..self.times.len();
                window.run_backward(end, &mut self.steps, &self.times, rows);
            }
            window.end();
        }
        self.smoothed = self.times.len();
        (self.last_time, self.is_whole, self.next_try) = (None, true, self.min_rows);
    }

    /// Smooths the rows that the signal after the last one no longer reaches, if they are half of those that wait.
    fn smooth_block(&mut self) {
        let waiting = self.times.len() - self.smoothed;
        self.next_try = waiting + waiting / 8;
        let horizon = self.horizon();
        let ready = self.times[self.smoothed..].partition_point(|time| *time <= horizon);
        if 2 * ready < waiting {
            return;
        }
        self.drop_returned();
        let end = self.smoothed + ready;
        for window in &mut self.channels {
            window.run_forward(&self.filter, &mut self.steps, &self.times, self.smoothed);
            window.run_backward(Channel::NEW, &mut self.steps, &self.times, self.smoothed..end);
        }
        (self.smoothed, self.is_whole) = (end, false);
        self.next_try = self.min_rows.max(2 * (waiting - ready));
    }

    /// The time of the last row that no later sample reaches.
    fn horizon(&self) -> f64 {
        let overlap = self.filter.memory(OVERLAP_LEFT);
        let last = self.channels.iter().filter_map(|window| window.last);
        last.map(|(time, _)| time - overlap).fold(f64::INFINITY, f64::min)
    }

    /// Forgets the rows that were returned.
    fn drop_returned(&mut self) {
        let returned = std::mem::take(&mut self.returned);
        self.smoothed -= returned;
        self.times.drain(..returned);
        for window in &mut self.channels {
            window.drop_first(returned);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;
    use sprung::{Damper, Spring};
    use testkit::random::Random;

    /// The rows of a smoother, and the most that it kept.
    fn by_blocks(
        smoother: &mut ZeroPhaseSmoother,
        times: &[f64],
        rows: &[[f64; 2]],
    ) -> (Vec<[f64; 2]>, usize) {
        let (mut result, mut row, mut kept) = (Vec::new(), [0.0; 2], 0);
        for (time, values) in times.iter().zip(rows) {
            smoother.advance(*time, values).unwrap();
            kept = kept.max(smoother.times.len());
            while smoother.next_row(&mut row) {
                result.push(row);
            }
        }
        smoother.finish();
        while smoother.next_row(&mut row) {
            result.push(row);
        }
        (result, kept)
    }

    fn whole(filter: &Filter, gaps: Gaps, times: &[f64], rows: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let columns = [0, 1].map(|channel| {
            let mut column: Vec<f64> = rows.iter().map(|row| row[channel]).collect();
            smooth_zero_phase(filter, gaps, times, &mut column).unwrap();
            column
        });
        (0..rows.len()).map(|i| [columns[0][i], columns[1][i]]).collect()
    }

    fn filters() -> Vec<Filter> {
        let spring = |frequency, ratio| Spring::new(frequency, ratio).unwrap();
        vec![
            Filter::Damper(Damper::from_rate(6.0).unwrap()),
            Filter::Follow(spring(9.0, 1.0)),
            Filter::Follow(spring(30.0, 0.2)),
            Filter::Track(spring(9.0, 0.7)),
            Filter::Track(spring(40.0, 3.0)),
        ]
    }

    const ROWS: usize = 12_000;

    /// A noisy ramp and a wave, at even or uneven times, with gaps of any length or without.
    fn series(seed: u64, is_even: bool, has_gaps: bool) -> (Vec<f64>, Vec<[f64; 2]>) {
        let mut random = Random::new(seed);
        let (mut time, mut times, mut rows) = (-2.0, Vec::new(), Vec::new());
        let mut missing = [30, 0];
        for _ in 0..ROWS {
            time += if is_even { 0.01 } else { random.log_uniform(1e-4, 0.05) };
            let mut row = [1e3 + 3.0 * time + random.uniform(-5.0, 5.0), 40.0 * (time * 0.7).sin()];
            for (value, missing) in row.iter_mut().zip(&mut missing) {
                if has_gaps && *missing == 0 && random.unit() < 0.01 {
                    *missing = random.index(80);
                }
                if has_gaps && *missing > 0 {
                    (*value, *missing) = (f64::NAN, *missing - 1);
                }
            }
            times.push(time);
            rows.push(row);
        }
        (times, rows)
    }

    /// Half the range of a channel about its line.
    fn range(times: &[f64], rows: &[[f64; 2]], channel: usize) -> f64 {
        let samples = times.iter().zip(rows).map(|(time, row)| (*time, row[channel]));
        let samples: Vec<(f64, f64)> = samples.filter(|sample| !sample.1.is_nan()).collect();
        let line = Line::through(&samples);
        samples
            .iter()
            .fold(0.0, |most: f64, (time, value)| most.max((value - line.at(*time)).abs()))
    }

    #[test]
    fn blocks_are_the_whole_series_within_the_stated_error() {
        for (seed, filter) in filters().into_iter().enumerate() {
            for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
                for (is_even, has_gaps) in [(true, false), (true, true), (false, true)] {
                    let (times, rows) = series(seed as u64, is_even, has_gaps);
                    let mut smoother = ZeroPhaseSmoother::new(filter, gaps, 2, 1000);
                    let (ours, _) = by_blocks(&mut smoother, &times, &rows);
                    let expected = whole(&filter, gaps, &times, &rows);
                    assert_eq!(ours.len(), ROWS);
                    let end = 33.0 / filter.slowest_decay_rate();
                    let (start, end) = (times[0] + end, times[ROWS - 1] - end);
                    assert!(start < times[ROWS / 2] && end > start, "the series has no middle");
                    for channel in 0..2 {
                        let range = range(&times, &rows, channel);
                        for i in 0..ROWS {
                            let (is, was) = (ours[i][channel], expected[i][channel]);
                            assert_eq!(is.is_nan(), was.is_nan(), "{filter:?} {gaps:?} row {i}");
                            let is_inside = (start..end).contains(&times[i]);
                            let limit = if is_inside { 1e-12 } else { 1e-7 };
                            // Numbers near 1000 are rounded to 1e-13 in both.
                            let limit = limit * range + 1e-12;
                            let apart = (is - was).abs();
                            assert!(!(apart > limit), "{filter:?} {gaps:?} row {i}: {is} {was}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_series_within_the_rows_or_the_memory_has_the_same_bits() {
        for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
            let (times, rows) = series(7, false, true);
            for (filter, min_rows) in [
                (filters()[1], ROWS),
                (filters()[1], usize::MAX),
                (Filter::Follow(Spring::new(0.05, 1.0).unwrap()), 0),
                (Filter::Follow(Spring::new(0.0, 1.0).unwrap()), 0),
            ] {
                let mut smoother = ZeroPhaseSmoother::new(filter, gaps, 2, min_rows);
                let expected = whole(&filter, gaps, &times, &rows);
                // The same smoother begins another series after each.
                for _ in 0..2 {
                    let (ours, _) = by_blocks(&mut smoother, &times, &rows);
                    let bits = |rows: &[[f64; 2]]| {
                        rows.concat().iter().map(|x| x.to_bits()).collect::<Vec<_>>()
                    };
                    assert_eq!(bits(&ours), bits(&expected), "{filter:?} {gaps:?} {min_rows}");
                }
            }
        }
    }

    #[test]
    fn a_second_series_owes_nothing_to_the_first() {
        let (filter, (times, rows)) = (filters()[2], series(9, true, true));
        let new = || ZeroPhaseSmoother::new(filter, Gaps::Line, 2, 50);
        let mut smoother = new();
        by_blocks(&mut smoother, &times, &rows[..]);
        let (again, _) = by_blocks(&mut smoother, &times, &rows);
        let (first, _) = by_blocks(&mut new(), &times, &rows);
        let apart =
            |(a, b): (&[f64; 2], &[f64; 2])| a.iter().zip(b).any(|(a, b)| (a - b).abs() > 1e-10);
        assert!(!again.iter().zip(&first).any(apart));
    }

    #[test]
    fn memory_is_that_of_the_filter_however_long_the_series() {
        let filter = filters()[1];
        let (times, rows) = series(3, true, false);
        let within = 32.3 / filter.slowest_decay_rate() / 0.01;
        for min_rows in [0, 100, 2000] {
            let mut smoother = ZeroPhaseSmoother::new(filter, Gaps::Hold, 2, min_rows);
            let (_, kept) = by_blocks(&mut smoother, &times, &rows);
            let stated = 2.25 * within.max(min_rows as f64) + 2.0;
            assert!((kept as f64) < stated, "{min_rows}: {kept}");
        }
        // A channel without any value holds nothing back; one that ends holds back the rows after its last value.
        let few = 0..=(2.25 * within + 2.0) as usize;
        for (end, expected) in [(ROWS, few), (500, ROWS - 500..=ROWS)] {
            let value = |row: usize| if row < end { 1.0 } else { f64::NAN };
            let rows: Vec<[f64; 2]> = (0..ROWS).map(|row| [f64::NAN, value(row)]).collect();
            let mut smoother = ZeroPhaseSmoother::new(filter, Gaps::Skip, 2, 0);
            let (result, kept) = by_blocks(&mut smoother, &times, &rows);
            assert!(expected.contains(&kept), "{end}: {kept}");
            assert!(result.iter().enumerate().all(|(i, row)| row[1].is_nan() == (i >= end)));
        }
    }

    #[test]
    fn a_bad_time_changes_nothing() {
        let mut smoother = ZeroPhaseSmoother::new(filters()[0], Gaps::Hold, 1, 10);
        smoother.advance(1.0, &[3.0]).unwrap();
        for time in [1.0, 0.0, f64::NAN, f64::INFINITY] {
            assert!(smoother.advance(time, &[9.0]).is_err());
        }
        smoother.finish();
        let mut row = [0.0];
        assert!(smoother.next_row(&mut row) && row == [3.0] && !smoother.next_row(&mut row));
    }
}
