//! The pairs of primitives that may touch before one of their particles leaves the tube around its path.
//!
//! When pairs are found, every particle gets a tube: the way that its velocity and gravity will take it in one step,
//! and a skin around it. Two primitives are a pair unless the plane across their shortest distance keeps them apart
//! wherever in their tubes they are. The pairs serve until a particle is about to leave its tube: at rest for ever, in
//! free flight of the whole network too, because tubes move with its mean motion.
//!
//! There is memory for a fixed number of pairs. When it is full, the particles of each further pair may move by 0.45 of
//! their distance, less a floor, until pairs are found anew in the next step: less motion, but nothing passes.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::geometry::spatial_hash::{Bounds, SpatialHash};
use crate::geometry::vector::{Vector, add, dot, sub};

use super::primitives::{Closest, Kind, Primitives};
use super::tubes::{Tube, Tubes};

/// Pairs for which there is memory, per particle of triangles, side of triangles, and other segment.
const PER_PARTICLE: usize = 8;
const PER_SIDE: usize = 12;
const PER_SEGMENT: usize = 32;
/// Other segments have memory for this many pairs in all, no more than 128 for each: the few of a rope may all be in one heap.
const OF_FEW_SEGMENTS: usize = 65_536;

/// The distance that two primitives keep in any step, of their thickness, unless they start closer: then they come no closer.
pub(super) const FLOOR: f32 = 0.05;

/// The skin at rest, of the radius of the particle.
const SKIN: f32 = 0.5;
/// The skin in motion, of the way of a step.
const SKIN_OF_WAY: f32 = 0.05;
/// The skin of what does not move evenly, of the change of its way in a step.
const SKIN_OF_TURN: f32 = 1.0;
/// Pairs are found anew before a particle leaves this part of the skin; the rest is for what a step adds.
const PART: f32 = 0.8;

/// One pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) of: [u32; 4],
    pub(super) kind: Kind,
    /// No more than this thickness, m: half the distance in the rest shape.
    max_thickness: f32,
    /// Of surfaces: they push each other only where the closest points are inside of both, because others do at their borders.
    of_surfaces: bool,
    /// The plane between the two: the distance of their closest points is `normal · Σ weights x`.
    pub(super) weights: [f32; 4],
    pub(super) normal: Vector,
    /// The distance that they keep, m.
    pub(super) thickness: f32,
    /// Their distance along the normal at the start of the step, m.
    pub(super) gap: f32,
    /// The thickness of the layer across the normal in which neither is at the start of the step, m.
    pub(super) apart: f32,
    /// They touch or cross: there is no plane between them.
    pub(super) is_crossed: bool,
    /// The plane is to be found anew.
    pub(super) is_stale: bool,
}

/// The pairs of a network, and the tubes for which they are all.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    pub(super) all: Vec<Pair>,
    capacity: usize,
    /// The pairs have to be found before the next step.
    pub(super) are_stale: bool,
    pub(super) tubes: Tubes,
    /// The position of each particle, in the frame, when the planes of its pairs were found.
    fresh: Vec<Vector>,
    moved: Vec<bool>,
    boxes: Vec<Bounds>,
    grid: SpatialHash,
}

/// The motion of the particles at the start of a step.
pub(super) struct Motion<'a> {
    /// By particle of the network.
    pub(super) at: &'a [Vector],
    /// The way in the step at constant velocity, from the frame, m.
    pub(super) way: &'a [Vector],
    /// The change of that since the last step, m.
    pub(super) turn: &'a [f32],
    /// What gravity adds to the way, m.
    pub(super) fall: Vector,
}

impl Pairs {
    pub(super) fn new(net: &Primitives) -> Self {
        let particles = net.radius.len();
        let sides = net.segments.len() - net.free_segments;
        let of_triangles =
            if net.triangles.is_empty() { 0 } else { PER_PARTICLE * net.particles.len() };
        let of_segments = (128 * net.free_segments).min(OF_FEW_SEGMENTS);
        let of_segments = of_segments.max(PER_SEGMENT * net.free_segments);
        let capacity = of_triangles + PER_SIDE * sides + of_segments;
        let boxes = net.segments.len().max(net.triangles.len());
        Self {
            all: Vec::with_capacity(capacity),
            capacity,
            are_stale: true,
            tubes: Tubes::new(particles),
            fresh: vec![[0.0; 3]; particles],
            moved: vec![false; particles],
            boxes: Vec::with_capacity(boxes),
            grid: SpatialHash::with_capacity(boxes),
        }
    }

    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Finds the pairs, if a particle is about to leave its tube, and the planes of those that have moved.
    pub(super) fn update(&mut self, net: &Primitives, motion: &Motion<'_>) {
        let leaves = |p: &u32| {
            let p = *p as usize;
            let tube = &self.tubes.all[p];
            let seen = sub(motion.at[p], self.tubes.frame);
            !(tube.holds(seen, PART) && tube.holds(add(seen, motion.way[p]), PART))
        };
        if self.are_stale || net.particles.iter().any(leaves) {
            self.find(net, motion);
            return;
        }
        for p in net.particles.iter().map(|&p| p as usize) {
            let seen = sub(motion.at[p], self.tubes.frame);
            let way = sub(seen, self.fresh[p]);
            let most = 0.125 * net.radius[p];
            self.moved[p] = dot(way, way) > most * most;
            if self.moved[p] {
                self.fresh[p] = seen;
            }
        }
        for pair in &mut self.all {
            let moved = pair.of.iter().any(|&p| self.moved[p as usize]);
            if moved || pair.is_stale || pair.is_crossed {
                pair.find_plane(net, motion.at);
                continue;
            }
            pair.measure(motion.at);
            if pair.apart < 0.125 * pair.thickness {
                pair.find_plane(net, motion.at);
            }
        }
    }

    fn find(&mut self, net: &Primitives, motion: &Motion<'_>) {
        self.are_stale = false;
        self.tubes.frame = [0.0; 3];
        self.all.clear();
        for p in net.particles.iter().map(|&p| p as usize) {
            let way = add(motion.way[p], motion.fall);
            let length = Real::sqrt(dot(way, way));
            let skin = SKIN * net.radius[p] + SKIN_OF_TURN * motion.turn[p] + SKIN_OF_WAY * length;
            self.tubes.all[p] = Tube { start: motion.at[p], way, skin };
            self.fresh[p] = motion.at[p];
        }
        let Self { all, tubes, boxes, grid, capacity, .. } = self;
        let thickest = net.radius.iter().fold(0.0, |a: f32, &b| a.max(b));
        let longest = 16.0 * net.longest + 4.0 * thickest;
        let mut finder =
            Finder { all, tubes: &mut tubes.all, capacity: *capacity, net, at: motion.at };
        boxes.clear();
        boxes.extend(net.triangles.iter().map(|corners| finder.around(corners)));
        let is_in = |i: usize| net.triangle_is_whole[i];
        grid.fill(boxes, is_in, longest);
        for &p in &net.particles {
            let bounds = finder.around(&[p]);
            grid.each_overlap(&bounds, |i| {
                let [a, b, c] = net.triangles[i];
                finder.add(Kind::PointTriangle, [p, a, b, c], true);
            });
        }
        boxes.clear();
        boxes.extend(net.segments.iter().map(|ends| finder.around(ends)));
        let is_in = |i: usize| net.segment_is_whole[i];
        grid.fill(boxes, is_in, longest);
        for (i, &[a, b]) in net.segments.iter().enumerate().filter(|&(i, _)| is_in(i)) {
            grid.each_overlap(&boxes[i], |j| {
                if j > i {
                    let [c, d] = net.segments[j];
                    let of_surfaces = net.is_side[i] && net.is_side[j];
                    finder.add(Kind::Segments, [a, b, c, d], of_surfaces);
                }
            });
        }
    }
}

/// What is needed to find pairs.
struct Finder<'a> {
    all: &'a mut Vec<Pair>,
    tubes: &'a mut Vec<Tube>,
    capacity: usize,
    net: &'a Primitives,
    at: &'a [Vector],
}

impl Finder<'_> {
    /// The box of the tubes of some particles, as thick as they are.
    fn around(&self, of: &[u32]) -> Bounds {
        of.iter().map(|&p| p as usize).fold(Bounds::EMPTY, |bounds, p| {
            let Tube { start, way, skin } = self.tubes[p];
            let radius = skin + self.net.radius[p];
            bounds.with(start, radius).with(add(start, way), radius)
        })
    }

    /// Adds a pair, unless a plane keeps the two apart in their tubes, they share a particle, touch in the rest shape or
    /// are fixed.
    fn add(&mut self, kind: Kind, of: [u32; 4], of_surfaces: bool) {
        let (a, b) = of.split_at(kind.first());
        let shares = a.iter().any(|p| b.contains(p));
        if shares || of.iter().all(|&p| self.net.is_fixed[p as usize]) {
            return;
        }
        let radius =
            |of: &[u32]| of.iter().fold(0.0, |most: f32, &p| most.max(self.net.radius[p as usize]));
        let thickness = radius(a) + radius(b);
        let Closest { weights, distance, normal } = kind.closest(of.map(|p| self.at[p as usize]));
        // The way of a tube to the other side.
        let reach = |of: &[u32], toward: f32| {
            let tubes = of.iter().map(|&p| &self.tubes[p as usize]);
            let ways = tubes.map(|tube| [toward * dot(normal, tube.way), tube.skin]);
            let most = ways.fold([0.0_f32; 2], |most, way| [0, 1].map(|i| most[i].max(way[i])));
            most[0] + most[1]
        };
        let pushes = !of_surfaces || is_inside(weights);
        let kept = thickness * if pushes { 1.0 } else { FLOOR };
        if distance > kept + reach(a, -1.0) + reach(b, 1.0) {
            return;
        }
        let max_thickness = self.net.half_rest_distance(kind, of, thickness);
        if max_thickness <= 0.0 {
            return;
        }
        if self.all.len() == self.capacity {
            let room = (distance - FLOOR * thickness).max(0.0);
            of.iter().for_each(|&p| self.tubes[p as usize].shorten(room));
            return;
        }
        let mut pair = Pair {
            of,
            kind,
            of_surfaces,
            max_thickness,
            weights: [0.0; 4],
            normal,
            thickness,
            gap: distance,
            apart: distance,
            is_crossed: true,
            is_stale: true,
        };
        pair.find_plane(self.net, self.at);
        self.all.push(pair);
    }
}

/// True if the closest points are inside of both primitives, not at an end.
fn is_inside(weights: [f32; 4]) -> bool {
    weights.into_iter().all(|weight| weight != 0.0)
}

/// Less than this part of their thickness apart, two primitives cross.
const CROSSED: f32 = 1e-5;

impl Pair {
    /// Finds the plane between the two where they are closest.
    fn find_plane(&mut self, net: &Primitives, at: &[Vector]) {
        let closest = self.kind.closest(self.of.map(|p| at[p as usize]));
        (self.weights, self.normal) = (closest.weights, closest.normal);
        (self.gap, self.apart) = (closest.distance, closest.distance);
        self.thickness = net.thickness(self.of, self.weights).min(self.max_thickness);
        let room = closest.distance > CROSSED * self.thickness;
        self.is_crossed = !room || self.normal == [0.0; 3];
        self.is_stale = false;
    }

    /// True if the two push each other, not others next to them.
    pub(super) fn pushes(&self) -> bool {
        !self.is_crossed && (!self.of_surfaces || is_inside(self.weights))
    }

    /// Measures the distances along the normal.
    fn measure(&mut self, at: &[Vector]) {
        let [_, b, c, d] = self.heights(self.of.map(|p| at[p as usize]));
        let [_, u, v, w] = self.weights;
        self.gap = u * b + v * c + w * d;
        self.apart = self.apart([0.0, b, c, d]);
    }

    /// How far the particles are along the normal from the first.
    pub(super) fn heights(&self, at: [Vector; 4]) -> [f32; 4] {
        at.map(|x| dot(self.normal, sub(x, at[0])))
    }

    /// The thickness of the layer across the normal in which neither of the two is, by their heights.
    pub(super) fn apart(&self, [a, b, c, d]: [f32; 4]) -> f32 {
        match self.kind {
            Kind::PointTriangle => a - b.max(c).max(d),
            Kind::Segments => a.min(b) - c.max(d),
        }
    }
}
