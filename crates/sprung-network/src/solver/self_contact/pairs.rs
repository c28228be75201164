//! The pairs of primitives that may touch before one of their particles leaves the tube around its path.
//!
//! Every particle has a tube: the way that its velocity, and gravity if it falls, will take it in one step, and a skin
//! around it. Two primitives are a pair unless the plane across their shortest distance keeps them apart wherever in their
//! tubes they are. A pair serves until one of its particles is about to leave its tube: at rest for ever, in free flight
//! of the whole network too, because tubes move with its mean motion. Particles that leave get new tubes, and only their
//! pairs are found anew. So do particles that have become slow, since long tubes have many pairs.
//!
//! There is memory for a fixed number of pairs. When it is full, the particles of each further pair may move by 0.45 of
//! their distance, less a floor, until pairs are found anew in the next step: less motion, but nothing passes.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::Level;
use sprung::Real;

use crate::geometry::vector::{Vector, add, dot, sub};
use crate::lanes::record::Record;

use super::batch::{Batch, Found};
use super::finder::Finder;
use super::grid::Grid;
use super::odometer::{Odometer, sum};
use super::pair::{Pair, Rest};
use super::primitives::{Kind, NONE, Primitives};
use super::tubes::{Tube, Tubes};

/// Pairs for which there is memory, per particle of triangles, side of triangles, and other segment.
const PER_PARTICLE: usize = 8;
const PER_SIDE: usize = 12;
const PER_SEGMENT: usize = 32;
/// Other segments have memory for this many pairs in all, no more than 128 for each: the few of a rope may all be in one heap.
const OF_FEW_SEGMENTS: usize = 65_536;

/// The skin at rest, of the radius of the particle.
const SKIN: f32 = 0.2;
/// The skin in motion, of the way of a step.
const SKIN_OF_WAY: f32 = 0.05;
/// The skin of what does not move evenly, of the change of its way in a step.
const SKIN_OF_TURN: f32 = 1.0;
/// Pairs are found anew before a particle leaves this part of the skin; the rest is for what a step adds.
const PART: f32 = 0.8;
/// They are too where a tube is this many times longer than a new one.
const LONG: f32 = 8.0;

/// The pairs of a network, and the tubes for which they are all.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    pub(super) all: Vec<Pair>,
    rests: Vec<Rest>,
    capacity: usize,
    /// Counts the steps.
    step: u32,
    /// The pairs have to be found before the next step.
    pub(super) are_stale: bool,
    pub(super) tubes: Tubes,
    pub(super) odometer: Odometer,
    /// By particle: its path at the end of the step, if it goes on as it moves.
    soon: Vec<f64>,
    /// By particle: where it is at the start of the step, and its radius.
    places: Vec<Record>,
    /// By particle: how far its tube, and its surface in it, goes from where it is, m.
    reach: Vec<f32>,
    /// By particle: it is about to leave its tube.
    leaves: Vec<bool>,
    /// Of the particles, the triangles and the segments.
    grids: [Grid; 3],
}

/// The motion of the particles at the start of a step.
pub(super) struct Motion<'a> {
    /// By particle of the network.
    pub(super) at: &'a [Vector],
    /// The way in the step at constant velocity, from the frame, m.
    pub(super) way: &'a [Vector],
    /// The change of that since the last step, m.
    pub(super) turn: &'a [f32],
    pub(super) falls: &'a [bool],
    /// What gravity adds to the way, m.
    pub(super) fall: Vector,
}

/// The skin of a new tube, m, for a way of this length whose change is `turn`.
fn skin(radius: f32, turn: f32, length: f32) -> f32 {
    SKIN * radius + SKIN_OF_TURN * turn + SKIN_OF_WAY * length
}

impl Pairs {
    pub(super) fn new(net: &Primitives) -> Self {
        let particles = net.radius.len();
        let sides = net.segments.of.len() - net.free_segments;
        let of_triangles =
            if net.triangles.of.is_empty() { 0 } else { PER_PARTICLE * net.particles.len() };
        let of_segments = (128 * net.free_segments).min(OF_FEW_SEGMENTS);
        let of_segments = of_segments.max(PER_SEGMENT * net.free_segments);
        let capacity = of_triangles + PER_SIDE * sides + of_segments;
        Self {
            all: Vec::with_capacity(capacity),
            rests: Vec::with_capacity(capacity),
            capacity,
            step: 0,
            are_stale: true,
            tubes: Tubes::new(particles),
            odometer: Odometer::new(&net.radius),
            soon: vec![0.0; particles],
            places: net.radius.iter().map(|&radius| [0.0, 0.0, 0.0, radius]).collect(),
            reach: vec![0.0; particles],
            leaves: vec![false; particles],
            grids: [net.particles.len(), net.triangles.of.len(), net.segments.of.len()]
                .map(Grid::new),
        }
    }

    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Finds the pairs, if a particle is about to leave its tube, and the planes of those that may push in this step. Calls
    /// `due` with each of those.
    pub(super) fn update(
        &mut self,
        level: Level,
        net: &Primitives,
        motion: &Motion<'_>,
        mut due: impl FnMut(&Pair),
    ) {
        self.step = self.step.wrapping_add(1);
        self.are_stale |= self.odometer.restart();
        let mut leaving = 0;
        for p in net.particles.iter().map(|&p| p as usize) {
            let tube = &self.tubes.all[p];
            let seen = sub(motion.at[p], self.tubes.frame);
            let length = Real::sqrt(dot(motion.way[p], motion.way[p]));
            let needed = length + skin(net.radius[p], motion.turn[p], length);
            let stays = tube.holds(seen, PART)
                && tube.holds(add(seen, motion.way[p]), PART)
                && !tube.is_longer(LONG * needed);
            self.leaves[p] = !stays;
            leaving += usize::from(!stays);
            let ([x, y, z], radius) = (motion.at[p], net.radius[p]);
            self.places[p] = [x, y, z, radius];
            self.odometer.advance(p, motion.at[p], [0.0; 3]);
            let soon = add(motion.at[p], motion.way[p]);
            self.soon[p] = self.odometer.path(p) + self.odometer.distance(p, soon, [0.0; 3]);
        }
        if self.are_stale || leaving > 0 {
            self.find(level, net, motion, leaving);
        }
        let mut batches = Batch::of_each_kind();
        for i in 0..self.rests.len() {
            let rest = &self.rests[i];
            if sum(&self.soon, rest.of) > rest.until {
                self.find_plane(level, i, &mut batches, net, motion.at, &mut due);
            }
        }
        batches
            .iter_mut()
            .for_each(|batch| self.set_planes(level, batch, net, motion.at, &mut due));
    }

    /// Finds the planes of some pairs at the start of the step, of those of which they have not been found.
    pub(super) fn find_planes(
        &mut self,
        level: Level,
        some: &[u32],
        net: &Primitives,
        at: &[Vector],
    ) {
        let mut batches = Batch::of_each_kind();
        for &i in some {
            self.find_plane(level, i as usize, &mut batches, net, at, &mut |_| ());
        }
        batches.iter_mut().for_each(|batch| self.set_planes(level, batch, net, at, &mut |_| ()));
    }

    /// Finds the plane of a pair, when others of its kind fill a batch. Calls `each` with each that has one.
    fn find_plane(
        &mut self,
        level: Level,
        i: usize,
        batches: &mut [Batch<u32>; 2],
        net: &Primitives,
        at: &[Vector],
        each: &mut impl FnMut(&Pair),
    ) {
        let pair = &self.all[i];
        let batch = &mut batches[usize::from(pair.kind == Kind::Segments)];
        if pair.found == self.step {
            each(pair);
        } else if batch.add(i as u32, pair.of) {
            self.set_planes(level, batch, net, at, each);
        }
    }

    fn set_planes(
        &mut self,
        level: Level,
        batch: &mut Batch<u32>,
        net: &Primitives,
        at: &[Vector],
        each: &mut impl FnMut(&Pair),
    ) {
        for Found { item, closest, thickness, .. } in batch.find(level, &self.places) {
            let (pair, rest) = (&mut self.all[item as usize], &mut self.rests[item as usize]);
            pair.set_plane(net, at, &closest, thickness, self.odometer.least(rest.of));
            pair.found = self.step;
            *rest = pair.rest(net);
            each(pair);
        }
    }

    /// Finds the pairs that may come too close if their particles end paths of these lengths.
    pub(super) fn within(&self, paths: &[f64], found: &mut Vec<u32>) {
        found.clear();
        for (i, rest) in self.rests.iter().enumerate() {
            if sum(paths, rest.of) > rest.is_safe_until {
                found.push(i as u32);
            }
        }
    }

    /// Gives new tubes to the particles that leave theirs, and finds the pairs of these. When there are many, or some pairs
    /// had no memory, all particles get new tubes.
    fn find(&mut self, level: Level, net: &Primitives, motion: &Motion<'_>, leaving: usize) {
        let all = self.are_stale || self.all.len() == self.capacity;
        if all || leaving > net.particles.len() / 4 {
            self.find_all(level, net, motion);
            return;
        }
        for i in (0..self.rests.len()).rev() {
            if self.rests[i].of.iter().any(|&p| self.leaves[p as usize]) {
                self.rests.swap_remove(i);
                self.all.swap_remove(i);
            }
        }
        self.find_new(level, net, motion);
        if self.all.len() == self.capacity {
            self.find_all(level, net, motion);
        }
    }

    fn find_all(&mut self, level: Level, net: &Primitives, motion: &Motion<'_>) {
        self.tubes.frame = [0.0; 3];
        self.all.clear();
        self.rests.clear();
        self.grids.iter_mut().for_each(Grid::clear);
        net.particles.iter().for_each(|&p| self.leaves[p as usize] = true);
        self.find_new(level, net, motion);
        self.are_stale = false;
    }

    /// Gives new tubes to the particles that leave theirs, and adds the pairs of these.
    fn find_new(&mut self, level: Level, net: &Primitives, motion: &Motion<'_>) {
        for p in net.particles.iter().map(|&p| p as usize).filter(|&p| self.leaves[p]) {
            let way = if self.are_stale || motion.falls[p] {
                add(motion.way[p], motion.fall)
            } else {
                motion.way[p]
            };
            let skin = skin(net.radius[p], motion.turn[p], Real::sqrt(dot(way, way)));
            self.tubes.all[p] = Tube { start: sub(motion.at[p], self.tubes.frame), way, skin };
        }
        for p in net.particles.iter().map(|&p| p as usize) {
            let seen = sub(motion.at[p], self.tubes.frame);
            self.reach[p] = self.tubes.all[p].reach(seen) + net.radius[p];
        }
        let Self {
            all, rests, tubes, grids, capacity, odometer, leaves, step, places, reach, ..
        } = self;
        let [points, triangles, segments] = grids;
        let thickest = net.radius.iter().fold(0.0, |a: f32, &b| a.max(b));
        let longest = 16.0 * net.longest + 4.0 * thickest;
        let (at, capacity, step) = (motion.at, *capacity, *step);
        let mut finder =
            Finder { level, all, rests, tubes, capacity, net, at, places, reach, odometer, step };

        let new = net.particles.iter().enumerate().filter(|&(_, &p)| leaves[p as usize]);
        let of_new = new.clone().flat_map(|(_, &p)| net.triangles.owned_by(p, leaves));
        triangles.update(
            of_new.map(|t| (t, finder.around(&net.triangles.of[t]))),
            |t| net.triangles.is_whole[t],
            longest,
        );
        points.update(new.clone().map(|(i, &p)| (i, finder.around(&[p]))), |_| true, longest);
        let of_new = new.clone().flat_map(|(_, &p)| net.segments.owned_by(p, leaves));
        segments.update(
            of_new.map(|i| (i, finder.around(&net.segments.of[i]))),
            |i| net.segments.is_whole[i],
            longest,
        );

        let [mut of_points, mut of_segments] = Batch::of_each_kind();
        for (i, &p) in new.clone() {
            triangles.search_in(level, points.of(i));
            triangles.each_overlap(level, points.of(i), |t| {
                let [a, b, c] = net.triangles.of[t];
                finder.add(&mut of_points, ([NONE; 2], true), [p, a, b, c]);
            });
            let own = net.triangles.owned_by(p, leaves);
            points.search_in(level, &triangles.around(own.clone()));
            for t in own {
                let [a, b, c] = net.triangles.of[t];
                points.each_overlap(level, triangles.of(t), |i| {
                    let p = net.particles[i];
                    if !leaves[p as usize] {
                        finder.add(&mut of_points, ([NONE; 2], true), [p, a, b, c]);
                    }
                });
            }
        }
        finder.flush(&mut of_points);
        for (_, &p) in new {
            let own = net.segments.owned_by(p, leaves);
            segments.search_in(level, &segments.around(own.clone()));
            for i in own {
                let [a, b] = net.segments.of[i];
                segments.each_overlap(level, segments.of(i), |j| {
                    let [c, d] = net.segments.of[j];
                    let is_new = leaves[c as usize] || leaves[d as usize];
                    if j > i || !is_new {
                        let of_surfaces = net.is_side[i] && net.is_side[j];
                        let sides = ([i as u32, j as u32], of_surfaces);
                        finder.add(&mut of_segments, sides, [a, b, c, d]);
                    }
                });
            }
        }
        finder.flush(&mut of_segments);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use crate::shapes::rope;

    fn update(pairs: &mut Pairs, net: &Network, way: Vector, turn: f32) {
        let at: Vec<Vector> = net.particles.iter().map(|particle| particle.position).collect();
        let n = at.len();
        let (way, turn, falls) = (vec![way; n], vec![turn; n], vec![false; n]);
        let motion = Motion { at: &at, way: &way, turn: &turn, falls: &falls, fall: [0.0; 3] };
        pairs.update(Level::baseline(), &Primitives::new(net), &motion, |_| ());
    }

    /// A rope in a zigzag that flies along it and stops.
    #[test]
    fn what_has_stopped_has_the_pairs_of_what_rests() -> Result<(), crate::NetworkError> {
        let mut net = rope([0.0; 3], [4.0, 0.0, 0.0], 200, 1.0)?;
        for (i, particle) in net.particles.iter_mut().enumerate() {
            let along = 0.02 * (i % 20) as f32;
            let back = i / 20 % 2 == 1;
            particle.position =
                [if back { 0.38 - along } else { along }, 0.0, 0.05 * (i / 20) as f32];
        }
        net.set_thickness(0.01)?;
        let mut resting = Pairs::new(&Primitives::new(&net));
        update(&mut resting, &net, [0.0; 3], 0.0);
        let mut pairs = Pairs::new(&Primitives::new(&net));
        update(&mut pairs, &net, [0.2, 0.0, 0.1], 0.0);
        assert!(pairs.all.len() > 4 * resting.all.len());
        update(&mut pairs, &net, [0.0; 3], 0.2);
        update(&mut pairs, &net, [0.0; 3], 0.0);
        assert_eq!(pairs.all.len(), resting.all.len());
        Ok(())
    }
}
