//! Boxes in a spatial hash, of which some are moved.

use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::spatial_hash::{Bounds, SpatialHash};

/// Up to this part of the boxes are moved before all are sorted anew.
const MOVED: usize = 32;

/// The boxes of a list of primitives.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    boxes: Vec<Bounds>,
    hash: SpatialHash,
    /// The boxes that are not in the hash as they are.
    moved: Vec<u32>,
    is_moved: Vec<bool>,
}

impl Grid {
    pub(super) fn new(boxes: usize) -> Self {
        Self {
            boxes: vec![Bounds::EMPTY; boxes],
            hash: SpatialHash::with_capacity(boxes),
            moved: Vec::with_capacity(boxes),
            is_moved: vec![false; boxes],
        }
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
            if !core::mem::replace(&mut self.is_moved[i], true) {
                self.moved.push(i as u32);
            }
        }
        if self.moved.len() > self.boxes.len() / MOVED {
            self.hash.fill(&self.boxes, is_whole, longest);
            self.moved.drain(..).for_each(|i| self.is_moved[i as usize] = false);
        } else {
            self.moved.retain(|&i| is_whole(i as usize));
        }
    }

    pub(super) fn of(&self, primitive: usize) -> &Bounds {
        &self.boxes[primitive]
    }

    /// Calls `found` with each primitive of which the box overlaps.
    pub(super) fn each_overlap(&self, bounds: &Bounds, mut found: impl FnMut(usize)) {
        self.hash.each_overlap(bounds, |i| {
            if !self.is_moved[i] {
                found(i);
            }
        });
        let moved = self.moved.iter().map(|&i| i as usize);
        moved.filter(|&i| self.boxes[i].overlaps(bounds)).for_each(found);
    }
}
