//! One long series on all processors.

use std::num::NonZero;

use super::block::{BLOCK, Block};
use super::tree::Tree;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;
use crate::threads;

/// Smooths one long series in two passes on several threads, in place.
///
/// Has the bits of [`ChunkSmoother`](crate::ChunkSmoother) on any number of threads, by default one per processor. Both
/// passes cost as much as that of [`smooth`](crate::smooth), so it is faster than that on three threads and more. Accuracy: see
/// [`ChunkSummary`](crate::ChunkSummary).
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, smooth_in_chunks};
///
/// let filter = Filter::Damper(Damper::from_halflife(1.0)?);
/// let mut values = [8.0, 0.0];
/// smooth_in_chunks(&filter, Gaps::Hold, &[0.0, 1.0], &mut values, None)?;
/// assert!(values[0] == 8.0 && values[1] > 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A time that is not finite or not after the one before; the series is then as before.
///
/// # Panics
/// If there are not as many times as values.
#[doc(alias("parallel scan", "prefix sum"))]
pub fn smooth_in_chunks(
    filter: &Filter,
    gaps: Gaps,
    times: &[f64],
    values: &mut [f64],
    threads: Option<NonZero<usize>>,
) -> Result<(), TimeError> {
    assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
    TimeError::check_all(times)?;
    let threads = threads::count(threads);
    let share = times.len().div_ceil(threads).next_multiple_of(BLOCK).max(BLOCK);
    let shares = times.chunks(share).zip(values.chunks(share));
    let blocks = threads::run(shares, |(times, values)| {
        let mut steps = StepCache::new(*filter);
        let blocks = times.chunks(BLOCK).zip(values.chunks(BLOCK));
        let blocks = blocks.map(|(times, values)| Block::of(&mut steps, gaps, times, values));
        blocks.collect::<Vec<Block>>()
    });
    let mut tree = Tree::new(0);
    let motions: Vec<_> = blocks
        .iter()
        .flatten()
        .map(|block| {
            let motion = tree.motion(filter);
            tree.push_block(filter, *block);
            motion
        })
        .collect();
    let shares = times.chunks(share).zip(values.chunks_mut(share));
    let shares = shares.zip(motions.chunks(share / BLOCK));
    threads::run(shares, |((times, values), motions)| {
        let mut steps = StepCache::new(*filter);
        let blocks = times.chunks(BLOCK).zip(values.chunks_mut(BLOCK));
        for ((times, values), motion) in blocks.zip(motions) {
            let mut motion = *motion;
            for (time, value) in times.iter().zip(values) {
                *value = motion.take(&mut steps, gaps, *time, *value);
            }
        }
    });
    Ok(())
}
