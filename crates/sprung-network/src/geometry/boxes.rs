//! Axis-aligned boxes, and many of them in an array to find those that overlap.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use fearless_simd::{Level, Simd, dispatch, prelude::*};

use super::vector::Vector;
use crate::lanes::record::{LANES, Turn, numbers};

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
        self.and(&Self { low: center.map(|c| c - radius), high: center.map(|c| c + radius) })
    }

    /// The smallest box around this one and another.
    pub(crate) fn and(self, other: &Self) -> Self {
        let low = core::array::from_fn(|c| self.low[c].min(other.low[c]));
        let high = core::array::from_fn(|c| self.high[c].max(other.high[c]));
        Self { low, high }
    }

    pub(crate) fn is_empty(&self) -> bool {
        (0..3).any(|c| self.low[c] > self.high[c])
    }

    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|c| self.low[c] <= other.high[c] && other.low[c] <= self.high[c])
    }

    pub(crate) fn contains(&self, other: &Self) -> bool {
        (0..3).all(|c| self.low[c] <= other.low[c] && other.high[c] <= self.high[c])
    }

    /// This box with sides that are longer by a part of the shortest.
    pub(crate) fn enlarged(self, part: f32) -> Self {
        let shortest = (0..3).map(|c| self.high[c] - self.low[c]).fold(f32::INFINITY, f32::min);
        let by = 0.5 * part * shortest;
        Self { low: self.low.map(|c| c - by), high: self.high.map(|c| c + by) }
    }

    /// The longest side.
    pub(crate) fn extent(&self) -> f32 {
        (0..3).fold(0.0, |most: f32, c| most.max(self.high[c] - self.low[c]))
    }
}

/// Boxes, each with an index, compared as many at a time as vectors have lanes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boxes {
    len: usize,
    /// By axis.
    low: [Vec<f32>; 3],
    high: [Vec<f32>; 3],
    indices: Vec<u32>,
}

impl Boxes {
    /// No boxes, with memory for `n`.
    pub(crate) fn with_capacity(n: usize) -> Self {
        // What is read behind the last box is in memory.
        let zeros = || [0; 3].map(|_| vec![0.0; n + LANES]);
        Self { len: 0, low: zeros(), high: zeros(), indices: vec![0; n] }
    }

    /// Sets the number of boxes; those at new places are not specified.
    pub(crate) fn set_len(&mut self, len: usize) {
        self.len = len;
    }

    /// Adds a box behind the last.
    pub(crate) fn push(&mut self, bounds: &Bounds, index: u32) {
        self.set(self.len, bounds, index);
        self.len += 1;
    }

    /// Sets the box at a place.
    pub(crate) fn set(&mut self, at: usize, bounds: &Bounds, index: u32) {
        for c in 0..3 {
            (self.low[c][at], self.high[c][at]) = (bounds.low[c], bounds.high[c]);
        }
        self.indices[at] = index;
    }

    /// Calls `found` with the index of each box that overlaps `query`, in their order.
    pub(crate) fn each_overlap(&self, level: Level, query: &Bounds, mut found: impl FnMut(usize)) {
        dispatch!(level, s => self.scan(s, 0..self.len, query, &mut found));
    }

    /// [`each_overlap`](Self::each_overlap) of the boxes at some places, inlined.
    #[inline(always)]
    pub(crate) fn scan<S: Simd>(
        &self,
        s: S,
        places: Range<usize>,
        query: &Bounds,
        found: &mut dyn FnMut(usize),
    ) {
        let Range { start, end } = places;
        for at in (start..end).step_by(Turn::<S>::LEN) {
            let mut bits = self.overlapping(s, at, query);
            if end - at < Turn::<S>::LEN {
                bits &= (1 << (end - at)) - 1;
            }
            while bits != 0 {
                found(self.indices[at + bits.trailing_zeros() as usize] as usize);
                bits &= bits - 1;
            }
        }
    }

    /// A bit for each of the boxes from `at` on that overlaps `query`.
    #[inline(always)]
    fn overlapping<S: Simd>(&self, s: S, at: usize, query: &Bounds) -> u64 {
        let mut bits = u64::MAX;
        for c in 0..3 {
            let low: Turn<S> = numbers(s, &self.low[c][at..], 0);
            let high: Turn<S> = numbers(s, &self.high[c][at..], 0);
            let ends_after = high.simd_ge(Turn::splat(s, query.low[c]));
            let begins_before = low.simd_le(Turn::splat(s, query.high[c]));
            bits &= (ends_after & begins_before).to_bitmask();
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_without_a_volume_is_not_empty() {
        assert!(Bounds::EMPTY.is_empty());
        assert!(!Bounds::EMPTY.with([1.0, 2.0, 3.0], 0.0).is_empty());
    }
}
