//! The second pass over a chunk, from the summary of those before it.

use super::block::{BLOCK, Block};
use super::error::ChunkError;
use super::summary::ChunkSummary;
use super::tree::Tree;
use crate::channel::Channel;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;

/// Smooths a chunk of a series: the second of two passes, see [`ChunkSummary`].
///
/// At the start of every block of 4096 rows the motion is that of the summaries of all blocks before it. It smooths a
/// whole series too, in parts of any size, with the bits of [`smooth_in_chunks`](crate::smooth_in_chunks).
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{ChunkSmoother, Filter, Gaps};
///
/// let mut smoother = ChunkSmoother::new(Filter::Damper(Damper::from_halflife(1.0)?), Gaps::Hold);
/// let mut values = [8.0, 0.0];
/// smoother.smooth(&[0.0, 1.0], &mut values)?;
/// assert!(values[0] == 8.0 && values[1] > 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChunkSmoother {
    gaps: Gaps,
    filter: Filter,
    steps: StepCache,
    last_time: Option<f64>,
    tree: Tree,
    /// The rows of the block that is not complete, and its summary.
    rows: usize,
    block: Block,
    motion: Channel,
}

impl ChunkSmoother {
    /// A smoother for the start of a series.
    pub fn new(filter: Filter, gaps: Gaps) -> Self {
        ChunkSmoother {
            gaps,
            filter,
            steps: StepCache::new(filter),
            last_time: None,
            tree: Tree::new(0),
            rows: 0,
            block: Block::default(),
            motion: Channel::NEW,
        }
    }

    /// A smoother for the rows after those of a summary.
    ///
    /// # Errors
    /// A summary that does not begin with row 0.
    pub fn after(before: &ChunkSummary) -> Result<Self, ChunkError> {
        if before.first_row != 0 {
            return Err(ChunkError::Row(0, before.first_row));
        }
        let mut smoother = ChunkSmoother::new(before.filter, before.gaps);
        smoother.tree = before.tree.clone();
        smoother.motion = smoother.tree.motion(&smoother.filter);
        for (time, value) in before.tail.times.iter().zip(&before.tail.values) {
            smoother.advance(*time, *value);
        }
        smoother.last_time = before.span.map(|span| span.1);
        Ok(smoother)
    }

    /// Smooths the rows that follow, in place; a value that is NaN, infinite or beyond ±1e300 is missing, see [`Gaps`].
    ///
    /// # Errors
    /// A time that is not finite or not after the one before. The smoother and the rows are then as before.
    ///
    /// # Panics
    /// If there are not as many times as values.
    pub fn smooth(&mut self, times: &[f64], values: &mut [f64]) -> Result<(), TimeError> {
        assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
        let Some((first, last)) = times.first().zip(times.last()) else { return Ok(()) };
        TimeError::check(*first, self.last_time)?;
        TimeError::check_all(times)?;
        self.last_time = Some(*last);
        for (time, value) in times.iter().zip(values) {
            *value = self.advance(*time, *value);
        }
        Ok(())
    }

    fn advance(&mut self, time: f64, value: f64) -> f64 {
        let smooth = self.motion.take(&mut self.steps, self.gaps, time, value);
        self.block.push(&mut self.steps, self.gaps, time, value);
        self.rows += 1;
        if self.rows == BLOCK {
            self.rows = 0;
            self.tree.push_block(&self.filter, std::mem::take(&mut self.block));
            self.motion = self.tree.motion(&self.filter);
        }
        smooth
    }
}
