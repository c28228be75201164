//! Many series that lie one after another, on all processors.

use std::error::Error;
use std::fmt;
use std::num::NonZero;
use std::ops::Range;

use crate::channel::Channel;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;
use crate::threads;

/// A row that cannot be the next of its series.
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, smooth_grouped};
///
/// let filter = Filter::Damper(Damper::from_halflife(0.1)?);
/// let times = [0.0, 0.1, 0.0, 0.0];
/// let error = smooth_grouped(&filter, Gaps::Hold, &times, &mut [1.0; 4], &[0, 2, 4], None).unwrap_err();
/// assert_eq!(error.to_string(), "row 3: time must go forward, got 0 after 0");
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RowError {
    /// The time of this row.
    Time(usize, TimeError),
    /// The key of this row, which must be below the number of keys.
    Key(usize, u32, usize),
    /// This offset, counted from 0, and its value: offsets must begin with 0, not go back and end with the number of rows.
    Offset(usize, usize),
}

impl fmt::Display for RowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowError::Time(row, error) => write!(f, "row {row}: {error}"),
            RowError::Key(row, key, keys) => {
                write!(f, "row {row}: the key must be below {keys}, got {key}")
            }
            RowError::Offset(index, offset) => write!(
                f,
                "offset {index}: offsets must begin with 0, not go back and end with the number of rows, got {offset}"
            ),
        }
    }
}

impl Error for RowError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RowError::Time(_, error) => Some(error),
            RowError::Key(..) | RowError::Offset(..) => None,
        }
    }
}

/// Smooths many series that lie one after another, each in one pass and in place, on several threads.
///
/// Series `i` is the rows `offsets[i]..offsets[i + 1]`, as in a list array of Arrow: there is one offset more than
/// there are series. Each has the bits of [`smooth`](crate::smooth), on any number of threads; by default there is one thread per
/// processor. Memory beyond the data: none that grows with it.
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, smooth_grouped};
///
/// let filter = Filter::Damper(Damper::from_halflife(1.0)?);
/// let (times, mut values) = ([0.0, 1.0, 0.0, 0.5, 1.0], [8.0, 8.0, 3.0, 3.0, 3.0]);
/// smooth_grouped(&filter, Gaps::Hold, &times, &mut values, &[0, 2, 5], None)?;
/// assert_eq!(values, [8.0, 8.0, 3.0, 3.0, 3.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Offsets that do not divide the rows; a time that is not finite or not after the one before it in its series: the
/// first such row. Nothing is smoothed then.
///
/// # Panics
/// If there are not as many times as values.
#[doc(alias("group by", "partition by"))]
pub fn smooth_grouped(
    filter: &Filter,
    gaps: Gaps,
    times: &[f64],
    values: &mut [f64],
    offsets: &[usize],
    threads: Option<NonZero<usize>>,
) -> Result<(), RowError> {
    assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
    check_offsets(offsets, values.len())?;
    let shares = shares(offsets, threads::count(threads));
    let checks = threads::run(shares.clone(), |series| check_times(times, offsets, series));
    checks.into_iter().collect::<Result<(), RowError>>()?;
    let mut rest = values;
    let shares = shares.into_iter().map(|series| {
        let start = offsets[series.start];
        let rows = offsets[series.end] - start;
        let (values, others) = std::mem::take(&mut rest).split_at_mut(rows);
        rest = others;
        (&times[start..start + rows], values, &offsets[series.start..=series.end])
    });
    threads::run(shares, |(times, values, offsets)| {
        let mut steps = StepCache::new(*filter);
        for ends in offsets.windows(2) {
            let rows = ends[0] - offsets[0]..ends[1] - offsets[0];
            let mut channel = Channel::NEW;
            for (time, value) in times[rows.clone()].iter().zip(&mut values[rows]) {
                *value = channel.take(&mut steps, gaps, *time, *value);
            }
        }
    });
    Ok(())
}

fn check_offsets(offsets: &[usize], rows: usize) -> Result<(), RowError> {
    let error = |index: usize| {
        let offset = offsets.get(index).copied().unwrap_or_default();
        Err(RowError::Offset(index, offset))
    };
    if offsets.first() != Some(&0) {
        return error(0);
    }
    if let Some(back) = offsets.windows(2).position(|pair| pair[1] < pair[0]) {
        return error(back + 1);
    }
    if offsets.last() == Some(&rows) { Ok(()) } else { error(offsets.len() - 1) }
}

/// The series of each thread: about as many rows for each.
fn shares(offsets: &[usize], threads: usize) -> Vec<Range<usize>> {
    let (series, rows) = (offsets.len() - 1, offsets[offsets.len() - 1]);
    let share = rows.div_ceil(threads).max(1);
    let mut shares = Vec::new();
    let mut start = 0;
    while start < series {
        let wanted = offsets[start].saturating_add(share);
        let end = offsets.partition_point(|offset| *offset < wanted).min(series);
        shares.push(start..end);
        start = end;
    }
    shares
}

fn check_times(times: &[f64], offsets: &[usize], series: Range<usize>) -> Result<(), RowError> {
    for series in series {
        let (start, mut previous) = (offsets[series], None);
        for (index, time) in times[start..offsets[series + 1]].iter().enumerate() {
            TimeError::check(*time, previous.replace(*time))
                .map_err(|error| RowError::Time(start + index, error))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_share_the_rows_by_whole_series() {
        for (offsets, threads, ends) in [
            (&[0, 10, 20, 30, 40][..], 2, &[2, 4][..]),
            (&[0, 10, 20, 30, 40], 3, &[2, 4][..]),
            (&[0, 1, 2, 3, 100], 4, &[4]),
            (&[0, 100, 101, 101, 102], 2, &[1, 4]),
            (&[0, 0, 0], 2, &[2]),
            (&[0], 2, &[]),
        ] {
            let starts = [&[0], ends].concat();
            let expected: Vec<_> = starts.into_iter().zip(ends).map(|(a, b)| a..*b).collect();
            assert_eq!(shares(offsets, threads), expected, "{offsets:?} {threads}");
        }
    }
}
