//! Many series whose rows come in any order.

use crate::channel::Channel;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::grouped::RowError;
use crate::step_cache::StepCache;
use crate::threads;

/// Fewer rows than these are not shared by threads.
const PARALLEL_FROM: usize = 1 << 16;
/// The rows of one share are gathered before they are put in place: so many at a time.
const ROWS_AT_ONCE: usize = 1 << 20;

/// Smooths many series whose rows come in any order, each in one pass: as a stream of sensors does.
///
/// A key is the number of a series. Each series has the bits of [`Smoother`](crate::Smoother), whatever rows of others come between,
/// and in chunks of any size. Memory: 56 bytes for each key.
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, KeyedSmoother};
///
/// let filter = Filter::Damper(Damper::from_halflife(1.0)?);
/// let mut smoother = KeyedSmoother::new(filter, Gaps::Hold, 2);
/// let mut values = [8.0, -1.0, 0.0];
/// smoother.advance(&[0, 1, 0], &[0.0, 0.5, 1.0], &mut values)?;
/// assert!(values[1] == -1.0 && values[2] > 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("group by", "partition by"))]
pub struct KeyedSmoother {
    filter: Filter,
    gaps: Gaps,
    series: Vec<Series>,
}

impl KeyedSmoother {
    /// A smoother of this number of series, whose keys are the numbers below it.
    pub fn new(filter: Filter, gaps: Gaps, keys: usize) -> Self {
        KeyedSmoother { filter, gaps, series: vec![Series::NEW; keys] }
    }

    /// Adds series, which have not begun.
    pub fn add_keys(&mut self, keys: usize) {
        self.series.resize(self.series.len() + keys, Series::NEW);
    }

    /// Returns the number of keys.
    pub fn keys(&self) -> usize {
        self.series.len()
    }

    /// Moves on by rows: reads the key, time and value of each and leaves the smoothed value in its place.
    ///
    /// A value that is NaN, infinite or beyond ±1e300 is missing, see [`Gaps`].
    ///
    /// Many rows at once are shared by all processors.
    ///
    /// # Errors
    /// The first row with a key that is not below the number of keys, or with a time that is not finite or not after the
    /// last one of its series. The smoother and the values are then as before.
    ///
    /// # Panics
    /// If there are not as many keys and times as values.
    pub fn advance(
        &mut self,
        keys: &[u32],
        times: &[f64],
        values: &mut [f64],
    ) -> Result<(), RowError> {
        let rows = values.len();
        assert!(keys.len() == rows, "{} keys for {rows} values", keys.len());
        assert!(times.len() == rows, "{} times for {rows} values", times.len());
        let count = self.series.len();
        let threads = if rows < PARALLEL_FROM { 1 } else { threads::count(None) };
        // A thread has the series of consecutive keys.
        let share = count.div_ceil(threads).max(1);
        let known = keys.iter().position(|key| *key as usize >= count);
        let checked = &keys[..known.unwrap_or(rows)];
        let shares = (0..).step_by(share).zip(self.series.chunks(share));
        let late = threads::run(shares, |(first, series)| late_row(first, series, checked, times));
        if let Some((row, error)) = late.into_iter().flatten().min_by_key(|(row, _)| *row) {
            return Err(RowError::Time(row, error));
        }
        if let Some(row) = known {
            return Err(RowError::Key(row, keys[row], count));
        }
        let rows = keys.chunks(ROWS_AT_ONCE).zip(times.chunks(ROWS_AT_ONCE));
        for ((keys, times), values) in rows.zip(values.chunks_mut(ROWS_AT_ONCE)) {
            self.advance_rows(share, keys, times, values);
        }
        Ok(())
    }

    /// Moves on by rows that are checked, on a thread for each share of the series.
    fn advance_rows(&mut self, share: usize, keys: &[u32], times: &[f64], values: &mut [f64]) {
        let (filter, gaps) = (self.filter, self.gaps);
        let rows = || keys.iter().zip(times);
        if share >= self.series.len() {
            let mut steps = StepCache::new(filter);
            for ((key, time), value) in rows().zip(values) {
                *value = self.series[*key as usize].take(&mut steps, gaps, *time, *value);
            }
            return;
        }
        let before = &*values;
        let shares = (0..).step_by(share).zip(self.series.chunks_mut(share));
        let smoothed = threads::run(shares, |(first, series)| {
            let mut steps = StepCache::new(filter);
            let mut smoothed = Vec::new();
            for ((key, time), value) in rows().zip(before) {
                if let Some(series) = series.get_mut((*key as usize).wrapping_sub(first)) {
                    smoothed.push(series.take(&mut steps, gaps, *time, *value));
                }
            }
            smoothed
        });
        let mut smoothed: Vec<_> = smoothed.into_iter().map(Vec::into_iter).collect();
        let share = share as u32;
        for (key, value) in keys.iter().zip(values) {
            if let Some(next) = smoothed[(key / share) as usize].next() {
                *value = next;
            }
        }
    }
}

/// The first row whose time cannot be the next of its series, among those of the keys from `first` on.
fn late_row(
    first: usize,
    series: &[Series],
    keys: &[u32],
    times: &[f64],
) -> Option<(usize, TimeError)> {
    let mut last: Vec<f64> = series.iter().map(|series| series.time).collect();
    keys.iter().zip(times).enumerate().find_map(|(row, (key, time))| {
        let last = last.get_mut((*key as usize).wrapping_sub(first))?;
        let previous = Some(*last).filter(|last| last.is_finite());
        *last = *time;
        TimeError::check(*time, previous).err().map(|error| (row, error))
    })
}

/// One of the series.
#[derive(Clone, Copy, Debug)]
struct Series {
    /// The time of its last row; negative infinity before the first.
    time: f64,
    channel: Channel,
}

impl Series {
    const NEW: Series = Series { time: f64::NEG_INFINITY, channel: Channel::NEW };

    fn take(&mut self, steps: &mut StepCache, gaps: Gaps, time: f64, value: f64) -> f64 {
        self.time = time;
        self.channel.take(steps, gaps, time, value)
    }
}
