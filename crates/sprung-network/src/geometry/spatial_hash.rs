//! Pairs of overlapping boxes by a hash grid (Teschner et al., *Optimized Spatial Hashing*, 2003).
//!
//! A box no larger than a cell touches at most eight cells, so that the memory for `n` boxes is known in advance. Larger
//! ones are compared with all. Pairs come in an order that depends on nothing but the boxes.

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

/// The greatest number of cells that a box in the grid touches.
const MAX_CELLS: usize = 8;

/// Boxes in a grid of cells, found by their hash.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpatialHash {
    /// The length of a cell and its reciprocal.
    cell: f32,
    per_cell: f32,
    /// The boxes in bucket `b` are `entries[starts[b]..starts[b + 1]]`, ascending.
    starts: Vec<u32>,
    entries: Vec<u32>,
    /// Boxes larger than a cell, ascending.
    large: Vec<u32>,
}

type Cell = [i64; 3];

impl SpatialHash {
    /// A grid with capacity for `n` boxes, so that [`fill`](Self::fill) allocates nothing.
    pub(crate) fn with_capacity(n: usize) -> Self {
        let buckets = (2 * n).next_power_of_two();
        Self {
            cell: 1.0,
            per_cell: 1.0,
            starts: vec![0; buckets + 2],
            entries: vec![0; MAX_CELLS * n],
            large: Vec::with_capacity(n),
        }
    }

    /// Replaces the boxes: `boxes[i]` where `is_in(i)`. Cells are as long as twice the mean extent; `longest` is what a
    /// single box counts at most in the mean.
    pub(crate) fn fill(&mut self, boxes: &[Bounds], is_in: impl Fn(usize) -> bool, longest: f32) {
        let (mut sum, mut count) = (0.0_f64, 0.0_f64);
        for bounds in (0..boxes.len()).filter(|&i| is_in(i)).map(|i| &boxes[i]) {
            sum += f64::from(bounds.extent().min(longest));
            count += 1.0;
        }
        self.cell = (2.0 * sum / count.max(1.0)) as f32;
        self.per_cell = 1.0 / self.cell;
        self.large.clear();
        self.starts.fill(0);
        if !(self.per_cell > 0.0 && self.per_cell.is_finite()) {
            self.large.extend((0..boxes.len()).filter(|&i| is_in(i)).map(|i| i as u32));
            return;
        }
        // Counting sort: counts two places on, so that the second pass leaves the starts where they belong.
        for i in (0..boxes.len()).filter(|&i| is_in(i)) {
            if self.fits(&boxes[i]) {
                self.each_cell(&boxes[i], |grid, cell| {
                    let bucket = grid.bucket(cell);
                    grid.starts[bucket + 2] += 1;
                });
            } else {
                self.large.push(i as u32);
            }
        }
        for b in 2..self.starts.len() {
            self.starts[b] += self.starts[b - 1];
        }
        for i in (0..boxes.len()).filter(|&i| is_in(i)) {
            if self.fits(&boxes[i]) {
                self.each_cell(&boxes[i], |grid, cell| {
                    let bucket = grid.bucket(cell);
                    let next = &mut grid.starts[bucket + 1];
                    grid.entries[*next as usize] = i as u32;
                    *next += 1;
                });
            }
        }
    }

    /// Calls `found` with every box that overlaps `query`, once each.
    pub(crate) fn each_overlap(
        &mut self,
        boxes: &[Bounds],
        is_in: impl Fn(usize) -> bool,
        query: &Bounds,
        mut found: impl FnMut(usize),
    ) {
        if !self.fits(query) {
            let all = (0..boxes.len()).filter(|&i| is_in(i) && boxes[i].overlaps(query));
            all.for_each(found);
            return;
        }
        for &i in &self.large {
            if boxes[i as usize].overlaps(query) {
                found(i as usize);
            }
        }
        let per_cell = self.per_cell;
        self.each_cell(query, |grid, at| {
            let bucket = bucket_of(at, grid.buckets());
            for &i in &grid.entries[grid.starts[bucket] as usize..grid.starts[bucket + 1] as usize]
            {
                let other = &boxes[i as usize];
                // The cell of the lower corner of the intersection: it is one only.
                let owns = |c: usize| cell(query.low[c].max(other.low[c]), per_cell) == at[c];
                if other.overlaps(query) && (0..3).all(owns) {
                    found(i as usize);
                }
            }
        });
    }

    /// True if the box touches no more than eight cells. Cell numbers grow with coordinates however they round, so that the
    /// corner of an intersection is in a cell of both boxes.
    fn fits(&self, bounds: &Bounds) -> bool {
        let [low, high] = [bounds.low, bounds.high].map(|at| at.map(|c| cell(c, self.per_cell)));
        (0..3).all(|c| high[c].saturating_sub(low[c]) <= 1)
    }

    fn each_cell(&mut self, bounds: &Bounds, mut visit: impl FnMut(&mut Self, Cell)) {
        let [low, high] = [bounds.low, bounds.high].map(|at| at.map(|c| cell(c, self.per_cell)));
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    visit(self, [x, y, z]);
                }
            }
        }
    }

    fn bucket(&self, cell: Cell) -> usize {
        bucket_of(cell, self.buckets())
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
fn cell(at: f32, per_cell: f32) -> i64 {
    let cell = at * per_cell;
    let whole = cell as i64;
    whole - i64::from((whole as f32) > cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(state: &mut u64) -> f32 {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((*state >> 40) as f32) / (1 << 24) as f32 - 0.5
    }

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
            let is_in = |i: usize| i % 5 != 0;
            let mut grid = SpatialHash::with_capacity(boxes.len());
            grid.fill(&boxes, is_in, 100.0);
            for query in &boxes {
                let mut found = Vec::new();
                grid.each_overlap(&boxes, is_in, query, |i| found.push(i));
                found.sort_unstable();
                let all = 0..boxes.len();
                let brute: Vec<usize> =
                    all.filter(|&i| is_in(i) && boxes[i].overlaps(query)).collect();
                assert_eq!(found, brute);
            }
        }
    }
}
