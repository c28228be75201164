//! Pairs of overlapping boxes by a hash grid (Teschner et al., *Optimized Spatial Hashing*, 2003).
//!
//! Every box is in the cell of its center, so that the memory for `n` boxes is known in advance. Boxes larger than a cell
//! are compared with all. Pairs come in an order that depends on nothing but the boxes.

use alloc::vec;
use alloc::vec::Vec;

use super::vector::Vector;

/// An axis-aligned box: its least and its greatest corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: Vector,
    pub(crate) high: Vector,
}

impl Bounds {
    pub(crate) const EMPTY: Self = Self { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    /// The smallest box around this one and a ball.
    pub(crate) fn with(self, center: Vector, radius: f32) -> Self {
        let low = core::array::from_fn(|c| self.low[c].min(center[c] - radius));
        let high = core::array::from_fn(|c| self.high[c].max(center[c] + radius));
        Self { low, high }
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|c| self.low[c] <= other.high[c] && other.low[c] <= self.high[c])
    }

    /// The longest side.
    pub(crate) fn extent(&self) -> f32 {
        (0..3).fold(0.0, |most: f32, c| most.max(self.high[c] - self.low[c]))
    }
}

/// Cells that are searched around a box; for one that is larger, all boxes are.
const MAX_CELLS: i64 = 64;

/// Boxes in a grid of cells, found by the hash of the cell of their center.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpatialHash {
    /// The length of a cell, and its reciprocal; 0 if all boxes are large.
    cell: f64,
    per_cell: f64,
    /// The entries of bucket `b` are `entries[starts[b]..starts[b + 1]]`, in the order of their indices.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// Those larger than a cell.
    large: Vec<Entry>,
}

type Cell = [i64; 3];

/// A box, the cell of its center, and its index.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: Bounds,
    cell: Cell,
    index: u32,
}

impl Entry {
    fn new(bounds: Bounds, per_cell: f64, index: u32) -> Self {
        let middle = |c: usize| 0.5 * (f64::from(bounds.low[c]) + f64::from(bounds.high[c]));
        Self { bounds, cell: [0, 1, 2].map(|c| cell(middle(c), per_cell)), index }
    }
}

impl SpatialHash {
    /// A grid with capacity for `n` boxes, so that [`fill`](Self::fill) allocates nothing.
    pub(crate) fn with_capacity(n: usize) -> Self {
        let buckets = (2 * n).next_power_of_two();
        Self {
            cell: 0.0,
            per_cell: 0.0,
            starts: vec![0; buckets + 2],
            entries: Vec::with_capacity(n),
            large: Vec::with_capacity(n),
        }
    }

    /// Replaces the boxes by `boxes[i]` where `is_in(i)`. Cells are as long as the longest extent, but no more than twice
    /// the mean one, in which a single box counts no more than `longest`.
    pub(crate) fn fill(&mut self, boxes: &[Bounds], is_in: impl Fn(usize) -> bool, longest: f32) {
        let all = || boxes.iter().zip(0..).filter(|&(_, i)| is_in(i as usize));
        let (mut sum, mut count, mut most) = (0.0_f64, 0.0_f64, 0.0_f64);
        for (bounds, _) in all() {
            let extent = bounds.extent();
            sum += f64::from(extent.min(longest));
            most = most.max(f64::from(extent));
            count += 1.0;
        }
        self.cell = most.min(2.0 * sum / count.max(1.0));
        let per_cell = 1.0 / self.cell;
        let per_cell = if per_cell > 0.0 && per_cell.is_finite() { per_cell } else { 0.0 };
        self.per_cell = per_cell;
        self.entries.clear();
        self.large.clear();
        self.starts.fill(0);
        let entries = || all().map(|(&bounds, index)| Entry::new(bounds, per_cell, index));
        if per_cell == 0.0 {
            self.large.extend(entries());
            return;
        }
        // Counting sort: counts two places on, so that the second pass leaves the starts where they belong.
        for entry in entries() {
            if f64::from(entry.bounds.extent()) <= self.cell {
                let bucket = bucket_of(entry.cell, self.buckets());
                self.starts[bucket + 2] += 1;
                self.entries.push(entry);
            } else {
                self.large.push(entry);
            }
        }
        for b in 2..self.starts.len() {
            self.starts[b] += self.starts[b - 1];
        }
        for entry in entries().filter(|entry| f64::from(entry.bounds.extent()) <= self.cell) {
            let bucket = bucket_of(entry.cell, self.buckets());
            let next = &mut self.starts[bucket + 1];
            self.entries[*next as usize] = entry;
            *next += 1;
        }
    }

    /// Calls `found` with every box that overlaps `query`, once each.
    pub(crate) fn each_overlap(&self, query: &Bounds, mut found: impl FnMut(usize)) {
        let mut scan = |entries: &[Entry]| {
            let overlapping = entries.iter().filter(|entry| entry.bounds.overlaps(query));
            overlapping.for_each(|entry| found(entry.index as usize));
        };
        scan(&self.large);
        // The centers of boxes that overlap are half an extent away at most.
        let reach = 0.51 * self.cell;
        let low = query.low.map(|c| cell(f64::from(c) - reach, self.per_cell));
        let high = query.high.map(|c| cell(f64::from(c) + reach, self.per_cell));
        let counts = [0, 1, 2].map(|c| high[c].saturating_sub(low[c]).saturating_add(1));
        let few = counts.iter().all(|&count| count <= MAX_CELLS)
            && counts.iter().product::<i64>() <= MAX_CELLS;
        if !few || self.per_cell == 0.0 {
            scan(&self.entries);
            return;
        }
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    let bucket = bucket_of([x, y, z], self.buckets());
                    let range = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
                    for entry in &self.entries[range] {
                        // Other cells may be in the same bucket.
                        if entry.bounds.overlaps(query) && entry.cell == [x, y, z] {
                            found(entry.index as usize);
                        }
                    }
                }
            }
        }
    }

    fn buckets(&self) -> usize {
        self.starts.len() - 2
    }
}

/// The bucket of a cell, of a power of two.
fn bucket_of([x, y, z]: Cell, buckets: usize) -> usize {
    let mixed = (x.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as i64))
        ^ (y.wrapping_mul(0xC2B2_AE3D_27D4_EB4F_u64 as i64))
        ^ (z.wrapping_mul(0x1656_67B1_9E37_79F9));
    ((mixed as u64) >> 32) as usize & (buckets - 1)
}

/// The number of the cell of a coordinate, rounded down.
fn cell(at: f64, per_cell: f64) -> i64 {
    let cell = at * per_cell;
    let whole = cell as i64;
    whole.saturating_sub(i64::from((whole as f64) > cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::noise::noise;

    #[test]
    fn every_overlap_is_found_once_and_nothing_else() {
        let mut seed = 3;
        for round in 0..60 {
            let size = [0.05, 0.3, 1e-4][round % 3];
            let boxes: Vec<Bounds> = (0..200)
                .map(|i| {
                    let center = [0, 1, 2].map(|_| noise(&mut seed) * 3.0);
                    // Some are much larger than the others, some far away.
                    let size = if i % 17 == 0 { size * 30.0 } else { size };
                    let far = if i % 31 == 0 { 1e9 } else { 0.0 };
                    let other = center.map(|c| c + size * noise(&mut seed));
                    Bounds::EMPTY.with(center, 0.0).with(other.map(|c| c + far), 0.01)
                })
                .collect();
            let is_in = |i: usize| !i.is_multiple_of(5);
            let mut grid = SpatialHash::with_capacity(boxes.len());
            grid.fill(&boxes, is_in, 100.0);
            for query in &boxes {
                let mut found = Vec::new();
                grid.each_overlap(query, |i| found.push(i));
                found.sort_unstable();
                let all = 0..boxes.len();
                let brute: Vec<usize> =
                    all.filter(|&i| is_in(i) && boxes[i].overlaps(query)).collect();
                assert_eq!(found, brute);
            }
        }
    }
}
