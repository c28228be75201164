//! Which primitives are a pair.

use alloc::vec::Vec;

use fearless_simd::Level;

use crate::geometry::boxes::Bounds;
use crate::geometry::vector::{Vector, add, dot, sub};
use crate::lanes::record::Record;

use super::batch::{Batch, Found};
use super::odometer::Odometer;
use super::pair::{FLOOR, Pair, Rest};
use super::primitives::{Closest, Kind, Primitives};
use super::tubes::{Tube, Tubes};

/// What is needed to find pairs.
pub(super) struct Finder<'a> {
    pub(super) level: Level,
    pub(super) all: &'a mut Vec<Pair>,
    pub(super) rests: &'a mut Vec<Rest>,
    pub(super) odometer: &'a Odometer,
    pub(super) step: u32,
    pub(super) tubes: &'a mut Tubes,
    pub(super) capacity: usize,
    pub(super) net: &'a Primitives,
    pub(super) at: &'a [Vector],
    /// By particle: where it is, and its radius.
    pub(super) places: &'a [Record],
    /// By particle: how far its tube, and its surface in it, goes from where it is, m.
    pub(super) reach: &'a [f32],
}

/// The segments of two that may be a pair, if they are sides of triangles, and whether both are of surfaces.
type Sides = ([u32; 2], bool);

impl Finder<'_> {
    /// The box of the tubes of some particles, as thick as they are.
    pub(super) fn around(&self, of: &[u32]) -> Bounds {
        of.iter().map(|&p| p as usize).fold(Bounds::EMPTY, |bounds, p| {
            let Tube { start, way, skin } = self.tubes.all[p];
            let radius = skin + self.net.radius[p];
            bounds.with(start, radius).with(add(start, way), radius)
        })
    }

    /// Adds two primitives, unless they share a particle or are fixed.
    pub(super) fn add(&mut self, batch: &mut Batch<Sides>, sides: Sides, of: [u32; 4]) {
        let [a, b, c, d] = of;
        let shares = match batch.kind {
            Kind::PointTriangle => a == b || a == c || a == d,
            Kind::Segments => a == c || a == d || b == c || b == d,
        };
        let is_fixed = || of.iter().all(|&p| self.net.is_fixed[p as usize]);
        if !shares && !is_fixed() && batch.add(sides, of) {
            self.flush(batch);
        }
    }

    /// Makes pairs of the primitives of a batch, unless a plane keeps the two apart in their tubes or they touch in the rest
    /// shape.
    pub(super) fn flush(&mut self, batch: &mut Batch<Sides>) {
        let kind = batch.kind;
        for found in batch.find(self.level, self.places) {
            self.take(kind, &found);
        }
    }

    fn take(&mut self, kind: Kind, found: &Found<Sides>) {
        let &Found { item: (sides, of_surfaces), of, ref closest, thickness } = found;
        let &Closest { weights, distance, normal } = closest;
        let (a, b) = of.split_at(kind.first());
        let most = |by: &[f32], of: &[u32]| of.iter().fold(0.0, |m: f32, &p| m.max(by[p as usize]));
        if distance > most(self.reach, a) + most(self.reach, b) {
            return;
        }
        let most = most(&self.net.radius, a) + most(&self.net.radius, b);
        // The tubes of the two along the normal.
        let origin = self.tubes.all[of[0] as usize].start;
        let end = |of: &[u32], toward: f32| {
            of.iter().fold(f32::NEG_INFINITY, |most, &p| {
                let Tube { start, way, skin } = self.tubes.all[p as usize];
                let at = toward * dot(normal, sub(start, origin));
                most.max(at.max(at + toward * dot(normal, way)) + skin)
            })
        };
        let pushes = !of_surfaces || !weights.contains(&0.0);
        let kept = most * if pushes { 1.0 } else { FLOOR };
        if -end(a, -1.0) - end(b, 1.0) > kept {
            return;
        }
        let max_thickness = self.net.half_rest_distance(kind, of, most);
        if max_thickness <= 0.0 {
            return;
        }
        if self.all.len() == self.capacity {
            let room = (distance - FLOOR * most).max(0.0);
            of.iter().for_each(|&p| self.tubes.all[p as usize].shorten(room));
            return;
        }
        let mut pair = Pair {
            of,
            kind,
            sides,
            of_surfaces,
            max_thickness,
            weights,
            normal,
            thickness,
            gap: distance,
            pushes,
            is_crossed: true,
            seen: 0.0,
            found: self.step,
        };
        pair.set_plane(self.net, self.at, closest, thickness, self.odometer.least(of));
        self.rests.push(pair.rest(self.net));
        self.all.push(pair);
    }
}
