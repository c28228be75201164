//! Up to sixteen pairs of which the closest points are found at the same time.

use fearless_simd::{Level, dispatch};

use crate::kernel::closest as kernel;
use crate::lanes::record::{LANES, Record};

use super::primitives::{Closest, Kind};

/// Pairs of one kind, each with something to know of it.
pub(super) struct Batch<T> {
    pub(super) kind: Kind,
    items: [T; LANES],
    /// The particles of each.
    slots: [[u32; LANES]; 4],
    count: usize,
    closest: kernel::Closest,
}

/// What has been found of one.
pub(super) struct Found<T> {
    pub(super) item: T,
    pub(super) of: [u32; 4],
    pub(super) closest: Closest,
    /// The sum of the radii at the closest points, m.
    pub(super) thickness: f32,
}

impl<T: Copy + Default> Batch<T> {
    fn new(kind: Kind) -> Self {
        let (items, slots) = ([T::default(); LANES], [[0; LANES]; 4]);
        Self { kind, items, slots, count: 0, closest: kernel::Closest::NONE }
    }

    /// One of particles and triangles, and one of segments.
    pub(super) fn of_each_kind() -> [Self; 2] {
        [Kind::PointTriangle, Kind::Segments].map(Self::new)
    }

    /// Adds a pair. Returns true if the batch is full.
    pub(super) fn add(&mut self, item: T, of: [u32; 4]) -> bool {
        self.items[self.count] = item;
        for (slots, p) in self.slots.iter_mut().zip(of) {
            slots[self.count] = p;
        }
        self.count += 1;
        self.count == LANES
    }

    /// Finds the closest points of the pairs that have been added. By particle: its position, and its radius.
    pub(super) fn find(
        &mut self,
        level: Level,
        places: &[Record],
    ) -> impl Iterator<Item = Found<T>> + use<'_, T> {
        let count = core::mem::take(&mut self.count);
        let Self { kind, closest, slots, .. } = &mut *self;
        let segments = *kind == Kind::Segments;
        if count > 0 {
            dispatch!(level, s => closest.find(s, segments, places, slots, count));
        }
        (0..count).map(|i| self.found(i))
    }

    fn found(&self, i: usize) -> Found<T> {
        let Self { items, slots: [a, b, c, d], closest, .. } = self;
        let ([p, q, r, s], [x, y, z]) = (&closest.weights, &closest.normal);
        Found {
            item: items[i],
            of: [a[i], b[i], c[i], d[i]],
            closest: Closest {
                weights: [p[i], q[i], r[i], s[i]],
                normal: [x[i], y[i], z[i]],
                distance: closest.distance[i],
            },
            thickness: closest.thickness[i],
        }
    }
}
