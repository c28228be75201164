//! The summary of a chunk, of which a few numbers cross between machines.

use super::block::{BLOCK, Block};
use super::error::ChunkError;
use super::tree::Tree;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;

/// The effect of consecutive rows of a series on the spring that smooths it: the first of two passes over a series that
/// lies on many machines.
///
/// Each machine summarizes its chunk. The summaries of the chunks before a chunk, merged in their order, are all that a
/// [`ChunkSmoother`](crate::ChunkSmoother) needs to smooth it, in the second pass. Rows are summarized in blocks of 4096
/// that begin at row numbers divisible by it, and blocks in a fixed binary tree: the result has the same bits, into
/// whatever chunks the series is divided.
///
/// Size: of rows in blocks that are not complete, all are kept; the rest is 64 bytes for each node of the tree, two
/// for each doubling of the length. [`save`](Self::save) gives at most 140 KB for 10¹² rows.
///
/// Accuracy: as [`Smoother`](crate::Smoother), whose result differs by at most 3e-14 of the largest value for dampers and springs
/// with `ζ` of 0.1 and more. What a motion that overflows starts anew from differs from there on until it is forgotten.
///
/// Forwards and backwards: a series backwards, its times negated, is another series. A pass over the result of the first,
/// from its last row on, leaves no lag, see [`smooth_zero_phase`](crate::smooth_zero_phase); each starts at rest on its first value.
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::{ChunkSmoother, ChunkSummary, Filter, Gaps, smooth};
///
/// let filter = Filter::Follow(Spring::from_halflife(0.05, 1.0)?);
/// let times: Vec<f64> = (0..20_000).map(|i| f64::from(i) * 0.01).collect();
/// let mut values: Vec<f64> = times.iter().map(|t| t.floor()).collect();
/// let mut expected = values.clone();
/// smooth(&filter, Gaps::Hold, &times, &mut expected)?;
///
/// // The first pass, on two machines.
/// let mut first = ChunkSummary::new(filter, Gaps::Hold, 0);
/// first.extend(&times[..9000], &values[..9000])?;
/// let mut second = ChunkSummary::new(filter, Gaps::Hold, 9000);
/// second.extend(&times[9000..], &values[9000..])?;
///
/// // The second pass; a chunk needs those before it.
/// ChunkSmoother::new(filter, Gaps::Hold).smooth(&times[..9000], &mut values[..9000])?;
/// ChunkSmoother::after(&first)?.smooth(&times[9000..], &mut values[9000..])?;
/// assert!(values.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-11));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias("parallel scan", "prefix sum", "map reduce"))]
pub struct ChunkSummary {
    pub(super) filter: Filter,
    pub(super) gaps: Gaps,
    pub(super) first_row: u64,
    /// The times of the first row and of the last one.
    pub(super) span: Option<(f64, f64)>,
    /// The rows before the first block that begins in the chunk.
    pub(super) head: Rows,
    pub(super) tree: Tree,
    /// The rows of the last block, which is not complete.
    pub(super) tail: Rows,
}

/// The largest number of a first row.
pub(super) const MAX_ROW: u64 = 1 << 62;

/// The times and values of rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) times: Vec<f64>,
    pub(super) values: Vec<f64>,
}

impl Rows {
    fn extend(&mut self, times: &[f64], values: &[f64]) {
        self.times.extend_from_slice(times);
        self.values.extend_from_slice(values);
    }
}

impl ChunkSummary {
    /// The summary of no rows; the first will be the row with this number, counted from 0 at the start of the series.
    ///
    /// # Panics
    /// If the number is above 2⁶².
    pub fn new(filter: Filter, gaps: Gaps, first_row: u64) -> Self {
        assert!(first_row <= MAX_ROW, "the first row must be at most 2^62, got {first_row}");
        let tree = Tree::new(first_row.div_ceil(BLOCK as u64));
        let (head, tail) = (Rows::default(), Rows::default());
        ChunkSummary { filter, gaps, first_row, span: None, head, tree, tail }
    }

    /// Returns the number of the first row.
    pub fn first_row(&self) -> u64 {
        self.first_row
    }

    /// Returns the number of the row after the last one.
    pub fn end_row(&self) -> u64 {
        match self.head.times.len() as u64 {
            head if head < self.rows_before_blocks() => self.first_row + head,
            _ => self.tree.end * BLOCK as u64 + self.tail.times.len() as u64,
        }
    }

    /// The rows from the first to the next block.
    pub(super) fn rows_before_blocks(&self) -> u64 {
        self.first_row.next_multiple_of(BLOCK as u64) - self.first_row
    }

    /// Takes in the rows that follow; a value that is NaN, infinite or beyond ±1e300 is missing, see [`Gaps`].
    ///
    /// # Errors
    /// A time that is not finite or not after the one before. The summary is then as before.
    ///
    /// # Panics
    /// If there are not as many times as values.
    pub fn extend(&mut self, times: &[f64], values: &[f64]) -> Result<(), TimeError> {
        assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
        let Some((first, last)) = times.first().zip(times.last()) else { return Ok(()) };
        TimeError::check(*first, self.span.map(|span| span.1))?;
        TimeError::check_all(times)?;
        self.span = Some((self.span.map_or(*first, |span| span.0), *last));
        let head = self.rows_before_blocks() as usize - self.head.times.len();
        let (head, blocks) = times.split_at(head.min(times.len()));
        self.head.extend(head, &values[..head.len()]);
        self.extend_blocks(blocks, &values[head.len()..]);
        Ok(())
    }

    fn extend_blocks(&mut self, mut times: &[f64], mut values: &[f64]) {
        let mut steps = StepCache::new(self.filter);
        while !times.is_empty() {
            let rows = (BLOCK - self.tail.times.len()).min(times.len());
            let (next, rest) = (times.split_at(rows), values.split_at(rows));
            let mut block = None;
            if rows == BLOCK {
                block = Some(Block::of(&mut steps, self.gaps, next.0, rest.0));
            } else {
                self.tail.extend(next.0, rest.0);
                if self.tail.times.len() == BLOCK {
                    let Rows { times, values } = std::mem::take(&mut self.tail);
                    block = Some(Block::of(&mut steps, self.gaps, &times, &values));
                }
            }
            if let Some(block) = block {
                self.tree.push_block(&self.filter, block);
            }
            (times, values) = (next.1, rest.1);
        }
    }

    /// Takes in the chunk that follows.
    ///
    /// # Errors
    /// A chunk that does not begin with the row after the last one or with a later time, or that was summarized for
    /// another filter or treatment of gaps. The summary is then as before.
    pub fn merge(&mut self, next: &ChunkSummary) -> Result<(), ChunkError> {
        if (self.filter, self.gaps) != (next.filter, next.gaps) {
            return Err(ChunkError::Filter);
        }
        if next.first_row != self.end_row() {
            return Err(ChunkError::Row(self.end_row(), next.first_row));
        }
        let Some((first, last)) = next.span else { return Ok(()) };
        TimeError::check(first, self.span.map(|span| span.1))?;
        self.extend(&next.head.times, &next.head.values)?;
        for node in &next.tree.nodes {
            self.tree.push(&self.filter, *node);
        }
        self.extend(&next.tail.times, &next.tail.values)?;
        self.span = Some((self.span.map_or(first, |span| span.0), last));
        Ok(())
    }
}
