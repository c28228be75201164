//! Pairs of overlapping boxes by a hash grid (Teschner et al., *Optimized Spatial Hashing*, 2003).
//!
//! Every box is in the cell of its center, so that the memory for `n` boxes is known in advance. Boxes larger than a cell
//! are compared with all. Pairs come in an order that depends on nothing but the boxes.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Level, Simd, dispatch};

use super::boxes::{Bounds, Boxes};
use super::vector::Vector;

/// Cells that are searched around a box; for one that is larger, all boxes are.
const MAX_CELLS: usize = 64;

/// Boxes in a grid of cells, found by the hash of the cell of their center.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpatialHash {
    /// The reciprocal of the length of a cell; 0 if all boxes are large.
    per_cell: f64,
    /// The longest side along each axis of boxes that are not large.
    longest: Vector,
    /// The boxes of bucket `b` are those from `starts[b]` to `starts[b + 1]`, in the order of their indices. The last bucket
    /// has those larger than a cell.
    starts: Vec<u32>,
    boxes: Boxes,
}

type Cell = [i64; 3];

impl SpatialHash {
    /// A grid with capacity for `n` boxes, so that [`fill`](Self::fill) allocates nothing.
    pub(crate) fn with_capacity(n: usize) -> Self {
        let buckets = (2 * n).next_power_of_two();
        Self {
            per_cell: 0.0,
            longest: [0.0; 3],
            starts: vec![0; buckets + 3],
            boxes: Boxes::with_capacity(n),
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
        let length = most.min(2.0 * sum / count.max(1.0));
        let per_cell = 1.0 / length;
        let per_cell = if per_cell > 0.0 && per_cell.is_finite() { per_cell } else { 0.0 };
        (self.per_cell, self.longest) = (per_cell, [0.0; 3]);
        let buckets = self.buckets();
        let bucket = |bounds: &Bounds| {
            if per_cell == 0.0 || f64::from(bounds.extent()) > length {
                return buckets;
            }
            let middle = |c: usize| 0.5 * (f64::from(bounds.low[c]) + f64::from(bounds.high[c]));
            bucket_of([0, 1, 2].map(|c| cell(middle(c), per_cell)), buckets)
        };
        // Counting sort: counts two places on, so that the second pass leaves the starts where they belong.
        self.starts.fill(0);
        for (bounds, _) in all() {
            let bucket = bucket(bounds);
            self.starts[bucket + 2] += 1;
            if bucket < buckets {
                for c in 0..3 {
                    self.longest[c] = self.longest[c].max(bounds.high[c] - bounds.low[c]);
                }
            }
        }
        for b in 2..self.starts.len() {
            self.starts[b] += self.starts[b - 1];
        }
        self.boxes.set_len(self.starts[buckets + 2] as usize);
        for (bounds, index) in all() {
            let next = &mut self.starts[bucket(bounds) + 1];
            self.boxes.set(*next as usize, bounds, index);
            *next += 1;
        }
    }

    /// Calls `found` with every box that overlaps `query`, once each.
    pub(crate) fn each_overlap(&self, level: Level, query: &Bounds, mut found: impl FnMut(usize)) {
        dispatch!(level, s => self.scan(s, query, &mut found));
    }

    #[inline(always)]
    fn scan<S: Simd>(&self, s: S, query: &Bounds, found: &mut dyn FnMut(usize)) {
        let buckets = self.buckets();
        self.scan_buckets(s, [buckets, buckets + 1], query, found);
        // The centers of boxes that overlap are half a side away at most.
        let reach = self.longest.map(|side| 0.51 * f64::from(side));
        let low = [0, 1, 2].map(|c| cell(f64::from(query.low[c]) - reach[c], self.per_cell));
        let high = [0, 1, 2].map(|c| cell(f64::from(query.high[c]) + reach[c], self.per_cell));
        let counts = [0, 1, 2].map(|c| high[c].saturating_sub(low[c]).saturating_add(1));
        let few = counts.iter().all(|&count| count <= MAX_CELLS as i64)
            && counts.iter().product::<i64>() <= MAX_CELLS as i64;
        if !few || self.per_cell == 0.0 {
            self.scan_buckets(s, [0, buckets], query, found);
            return;
        }
        // Cells may have the same bucket.
        let (mut scanned, mut count) = ([0; MAX_CELLS], 0);
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    let bucket = bucket_of([x, y, z], buckets);
                    if !scanned[..count].contains(&bucket) {
                        scanned[count] = bucket;
                        count += 1;
                        self.scan_buckets(s, [bucket, bucket + 1], query, found);
                    }
                }
            }
        }
    }

    /// Calls `found` with every box of some buckets that overlaps `query`.
    #[inline(always)]
    fn scan_buckets<S: Simd>(
        &self,
        s: S,
        [first, end]: [usize; 2],
        query: &Bounds,
        found: &mut dyn FnMut(usize),
    ) {
        let places = self.starts[first] as usize..self.starts[end] as usize;
        self.boxes.scan(s, places, query, found);
    }

    fn buckets(&self) -> usize {
        self.starts.len() - 3
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
    use crate::solver::tests::levels::levels;
    use crate::solver::tests::noise::noise;

    #[test]
    fn every_overlap_is_found_once_and_nothing_else() {
        let mut seed = 3;
        for (round, level) in (0..60).zip(levels().into_iter().cycle()) {
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
                grid.each_overlap(level, query, |i| found.push(i));
                found.sort_unstable();
                let all = 0..boxes.len();
                let brute: Vec<usize> =
                    all.filter(|&i| is_in(i) && boxes[i].overlaps(query)).collect();
                assert_eq!(found, brute);
            }
        }
    }

    #[test]
    fn boxes_without_a_size_are_found() {
        let boxes: Vec<Bounds> =
            (-3..4).map(|x| Bounds::EMPTY.with([x as f32, 0.0, 0.0], 0.0)).collect();
        let mut grid = SpatialHash::with_capacity(boxes.len());
        grid.fill(&boxes, |_| true, 100.0);
        let found = |query: &Bounds| {
            let mut found = Vec::new();
            grid.each_overlap(levels()[0], query, |i| found.push(i));
            found.sort_unstable();
            found
        };
        for (index, query) in boxes.iter().enumerate() {
            assert_eq!(found(query), [index]);
        }
        assert_eq!(found(&boxes[1].and(&boxes[3])), [1, 2, 3]);
    }
}
