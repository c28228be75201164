//! Boxes in a spatial hash, of which some are moved.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::Level;

use crate::geometry::boxes::{Bounds, Boxes};
use crate::geometry::spatial_hash::SpatialHash;

/// The hash has boxes that are longer by this part of their shortest side, so that they stay where they are for longer.
const MARGIN: f32 = 0.25;

/// All boxes are sorted anew when more than one in this many has left that of the hash.
const MOVED: usize = 128;

/// The boxes of a list of primitives.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    boxes: Vec<Bounds>,
    /// Those of the hash.
    enlarged: Vec<Bounds>,
    hash: SpatialHash,
    /// The hash has to be filled anew.
    is_stale: bool,
    /// The boxes that are not in the hash.
    moved: Vec<u32>,
    is_moved: Vec<bool>,
    /// The boxes that overlap that of the search.
    near: Boxes,
}

impl Grid {
    pub(super) fn new(boxes: usize) -> Self {
        Self {
            boxes: vec![Bounds::EMPTY; boxes],
            enlarged: vec![Bounds::EMPTY; boxes],
            hash: SpatialHash::with_capacity(boxes),
            is_stale: true,
            moved: Vec::with_capacity(boxes),
            is_moved: vec![false; boxes],
            near: Boxes::with_capacity(boxes),
        }
    }

    /// Forgets the boxes of all primitives: each is new in the next update, unless it has torn.
    pub(super) fn clear(&mut self) {
        self.enlarged.fill(Bounds::EMPTY);
        self.is_stale = true;
    }

    /// Sets the boxes of those primitives that are new, and sorts them all when many have been moved. One box counts no
    /// more than `longest` in the mean length.
    pub(super) fn update(
        &mut self,
        new: impl Iterator<Item = (usize, Bounds)>,
        is_whole: impl Fn(usize) -> bool,
        longest: f32,
    ) {
        for (i, bounds) in new {
            self.boxes[i] = bounds;
            if !self.enlarged[i].contains(&bounds) {
                self.enlarged[i] = bounds.enlarged(MARGIN);
                if !core::mem::replace(&mut self.is_moved[i], true) {
                    self.moved.push(i as u32);
                }
            }
        }
        if self.is_stale || self.moved.len() > self.boxes.len() / MOVED {
            self.is_stale = false;
            self.hash.fill(&self.enlarged, is_whole, longest);
            self.moved.drain(..).for_each(|i| self.is_moved[i as usize] = false);
        }
    }

    /// The smallest box around those of some primitives.
    pub(super) fn around(&self, primitives: impl Iterator<Item = usize>) -> Bounds {
        primitives.fold(Bounds::EMPTY, |bounds, i| bounds.and(&self.boxes[i]))
    }

    pub(super) fn of(&self, primitive: usize) -> &Bounds {
        &self.boxes[primitive]
    }

    /// Starts a search within a box.
    pub(super) fn search_in(&mut self, level: Level, bounds: &Bounds) {
        let Self { boxes, hash, moved, is_moved, near, .. } = self;
        near.set_len(0);
        if bounds.is_empty() {
            return;
        }
        let mut add = |i: usize| {
            if boxes[i].overlaps(bounds) {
                near.push(&boxes[i], i as u32);
            }
        };
        hash.each_overlap(level, bounds, |i| {
            if !is_moved[i] {
                add(i);
            }
        });
        moved.iter().for_each(|&i| add(i as usize));
    }

    /// Calls `found` with each primitive whose box overlaps a box that is within that of the search.
    pub(super) fn each_overlap(&self, level: Level, bounds: &Bounds, found: impl FnMut(usize)) {
        self.near.each_overlap(level, bounds, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::levels::levels;
    use crate::solver::tests::noise::noise;

    /// Boxes of which a few move in each round, some far; at times some are torn and all are new.
    #[test]
    fn a_search_finds_every_overlap_once_and_nothing_that_is_torn() {
        for level in levels() {
            let mut seed = 5;
            let count = 300;
            let mut around = |far: f32| {
                let center = [0; 3].map(|_| far * noise(&mut seed));
                let other = center.map(|c| c + 0.2 * noise(&mut seed));
                Bounds::EMPTY.with(center, 0.05).with(other, 0.05)
            };
            let mut boxes: Vec<Bounds> = (0..count).map(|_| around(1.0)).collect();
            let mut grid = Grid::new(count);
            let (mut seen, mut torn) = (0, vec![false; count]);
            for round in 0..60 {
                let mut new: Vec<usize> = (0..count).filter(|i| i % 50 == round % 50).collect();
                if round % 20 == 0 {
                    torn = (0..count).map(|i| i % 7 == round / 20).collect();
                    new = (0..count).filter(|&i| !torn[i]).collect();
                    grid.clear();
                }
                new.retain(|&i| !torn[i]);
                for &i in &new {
                    let by = if round % 3 == 0 { 1.0 } else { 1e-3 };
                    boxes[i] = if by < 1.0 { boxes[i].with(boxes[i].high, by) } else { around(by) };
                }
                grid.update(new.iter().map(|&i| (i, boxes[i])), |i| !torn[i], 10.0);
                let whole = || (0..count).filter(|&i| !torn[i]);
                for first in whole().step_by(17) {
                    let own = || whole().filter(|i| i % 17 == first % 17).take(4);
                    grid.search_in(level, &grid.around(own()));
                    for i in own() {
                        let mut found = Vec::new();
                        grid.each_overlap(level, grid.of(i), |j| found.push(j));
                        found.sort_unstable();
                        let brute = whole().filter(|&j| boxes[i].overlaps(&boxes[j]));
                        assert_eq!(found, brute.collect::<Vec<_>>(), "round {round}, box {i}");
                        seen += found.len();
                    }
                }
            }
            assert!(seen > 10_000, "{seen}");
            grid.search_in(level, &grid.around(core::iter::empty()));
            grid.each_overlap(level, grid.of(0), |i| panic!("found {i} in nothing"));
        }
    }
}
