//! Particles that may touch a collider of a rigid body, eight at a time.
//!
//! The surface around a particle is the plane through its nearest point, as it was last looked up, in the frame of the
//! shape: `n` is its normal, `room` the distance of a particle at `from`. A particle that goes from `a` to `b` in that frame
//!
//! ```text
//! touches nothing         if |a − from| and |b − from| < room
//! is  −room − n·(b − from)  deep where a and b are so close to `from` that the surface between them is flat
//! ```
//!
//! and where neither is so, the shape is to be asked.

use fearless_simd::{Simd, SimdBase, f32x16, f64x8, mask64x8, prelude::*};

use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::lanes::record::{Record, Wide};
use crate::lanes::slots::gather_eight;

use super::body_contacts::{Eight, LANES, Lane, store};

type V3 = [f64; 3];

/// A frame in the world, as a matrix: for many points.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The axes of the frame.
    pub(crate) axes: [V3; 3],
    pub(crate) origin: V3,
}

impl Frame {
    /// A point of the world in the frame.
    #[inline(always)]
    pub(crate) fn undo(&self, world: V3) -> V3 {
        let from = sub(world, self.origin);
        self.axes.map(|axis| dot(axis, from))
    }
}

/// Records of particles by slot.
#[derive(Clone, Copy)]
pub(crate) struct Places<'a> {
    pub(crate) reference: &'a [Record],
    pub(crate) displacement: &'a [Record],
    pub(crate) velocity: &'a [Record],
    pub(crate) predicted: &'a [Record],
}

/// Up to eight particles that may touch a collider in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidates {
    /// The number of lanes that are used, from the first on. The others name a slot that exists.
    pub(crate) count: usize,
    pub(crate) slots: [u32; LANES],
    /// Where each particle was when the surface was last looked up, in the frame of the shape, infinite if that is to be
    /// done again; the outward normal of the surface, and its distance from a particle there, m.
    surface: [[f32; LANES]; 8],
    /// The path of the particle in this sub-step, in the frame of the shape, if there are lanes to be looked up.
    start: [Lane; 3],
    end: [Lane; 3],
    /// At the end of the path, m, and at the start.
    pub(crate) depth: Lane,
    pub(crate) inside: Lane,
    /// A bit for each lane that touches, and for each whose surface is to be looked up.
    pub(crate) touching: u32,
    pub(crate) unknown: u32,
}

impl Candidates {
    pub(crate) const EMPTY: Self = {
        let (zero, zeros) = ([0.0; LANES], [[0.0; LANES]; 3]);
        Self {
            count: 0,
            slots: [0; LANES],
            surface: [[0.0; LANES]; 8],
            start: zeros,
            end: zeros,
            depth: zero,
            inside: zero,
            touching: 0,
            unknown: 0,
        }
    };

    /// Adds a particle, whose surface is yet to be seen, and returns its lane.
    pub(crate) fn add(&mut self, slot: u32) -> usize {
        if self.count == 0 {
            self.slots = [slot; LANES];
        }
        self.slots[self.count] = slot;
        self.count += 1;
        self.count - 1
    }

    /// Keeps the surface around the particle of a lane: where this is, the distance, and the normal.
    pub(crate) fn see(&mut self, lane: usize, from: [f32; 3], room: f32, normal: [f32; 3]) {
        for c in 0..3 {
            self.surface[c][lane] = from[c];
            self.surface[3 + c][lane] = normal[c];
        }
        self.surface[6][lane] = room;
    }

    /// The path of a lane, in the frame of the shape.
    pub(crate) fn path(&self, lane: usize) -> [[f32; 3]; 2] {
        [&self.start, &self.end].map(|point| [0, 1, 2].map(|c| point[c][lane] as f32))
    }
}

/// What is known of the surface around particles.
struct Surface<V> {
    from: [V; 3],
    normal: [V; 3],
    room: V,
}

impl Candidates {
    #[inline(always)]
    fn surface<S: Simd>(&self, s: S) -> Surface<f64x8<S>> {
        let pairs = self.surface.as_flattened().as_chunks::<16>().0;
        let pair = |i: usize| s.widen_f32x16(f32x16::load_array_ref(s, &pairs[i]));
        let ((x, y), (z, u), (v, w), (room, _)) = (pair(0), pair(1), pair(2), pair(3));
        Surface { from: [x, y, z], normal: [u, v, w], room }
    }
}

/// The numbers of the lanes of a bit mask.
pub(crate) fn lanes_of(bits: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| bits >> lane & 1 == 1)
}

/// A collider in a sub-step: its frame at the start and at the end of the free motion, and how far around a point its
/// surface is flat, along it and off it, m.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) frames: [Frame; 2],
    pub(crate) flat: f64,
    pub(crate) tall: f64,
}

/// Finds which particles touch a collider at the end of a sub-step of `h` seconds, and how deep they are.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
pub(crate) fn measure<S: Simd>(
    s: S,
    all: &mut [Candidates],
    places: Places<'_>,
    Moving { frames, flat, tall }: &Moving,
    h: f64,
) {
    let zero = f64x8::splat(s, 0.0);
    let (flat, tall) = (f64x8::splat(s, flat * flat), f64x8::splat(s, *tall));
    let frames = [Axes::new(s, &frames[0]), Axes::new(s, &frames[1])];
    for near in all {
        let Path { before, at, .. } = path(s, &near.slots, places, h);
        let Surface { from, normal, room } = near.surface(s);
        let (start, end) = (frames[0].undo(before), frames[1].undo(at));
        let (a, b) = (sub(start, from), sub(end, from));
        let (high, low) = (dot(normal, a), dot(normal, b));
        let (far, farther) = (dot(a, a), dot(b, b));
        let is_flat = (far - high * high).simd_le(flat)
            & (farther - low * low).simd_le(flat)
            & high.abs().simd_le(tall)
            & low.abs().simd_le(tall);
        let reach = room * room;
        let is_free = room.simd_gt(zero) & far.simd_lt(reach) & farther.simd_lt(reach);
        let depth = zero - (room + low);
        let inside = zero - (room + high);
        let used = (1_u32 << near.count) - 1;
        near.touching = bits(is_flat & depth.simd_gt(zero)) & used;
        near.unknown = !bits(is_flat | is_free) & used;
        if near.unknown != 0 {
            store(&mut near.start, start);
            store(&mut near.end, end);
        }
        depth.store_array(&mut near.depth);
        inside.store_array(&mut near.inside);
    }
}

/// What all contacts with a collider have in common in a sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touched {
    /// The frame of the collider at the start and at the end of the free motion.
    pub(crate) frames: [Frame; 2],
    /// The center of mass of the body after it, and how it has been moved since.
    pub(crate) center: V3,
    pub(crate) moved: V3,
    pub(crate) turned: V3,
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
    pub(crate) h: f64,
}

/// The contacts of candidates that touch. Returns by how far each was inside at the start of the sub-step: that is to be
/// taken from it along the normal, without a speed.
#[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
#[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
pub(crate) fn touch<S: Simd>(
    s: S,
    near: &Candidates,
    places: Places<'_>,
    collider: &Touched,
    to: &mut Eight,
) -> Lane {
    let zero = f64x8::splat(s, 0.0);
    let frames = [Axes::new(s, &collider.frames[0]), Axes::new(s, &collider.frames[1])];
    let Path { before, at, u, velocity, inverse_mass } = path(s, &near.slots, places, collider.h);
    let normal = frames[1].turn(near.surface(s).normal);
    let depth = f64x8::load_array_ref(s, &near.depth);
    let inside = f64x8::load_array_ref(s, &near.inside);
    let cleared = inside.simd_gt(zero).select(inside, zero);
    let cleared = cleared.simd_lt(depth).select(cleared, depth);
    let place = add(at, scale(normal, depth));
    let arm = sub(place, splat(s, collider.center));
    let body_path = sub(place, frames[0].apply(frames[1].undo(place)));
    let turned = splat(s, collider.turned);
    let body_moved = add(splat(s, collider.moved), cross(turned, arm));
    let speed = sub(velocity, scale(body_path, f64x8::splat(s, 1.0 / collider.h)));
    let path = sub(sub(at, before), add(body_path, body_moved));
    let sum = depth + total(normal) + total(path) + total(speed);
    let is_on = mask64x8::from_bitmask(s, u64::from(near.touching)) & (sum * zero).simd_eq(zero);
    let on = |lanes: f64x8<S>| is_on.select(lanes, zero);
    let put = |to: &mut Lane, lanes: f64x8<S>| on(lanes).store_array(to);
    let put_all = |to: &mut [Lane; 3], of: [f64x8<S>; 3]| {
        let [x, y, z] = of;
        store(to, [on(x), on(y), on(z)]);
    };
    to.slots = near.slots;
    to.used = bits(is_on);
    put_all(&mut to.normal, normal);
    put_all(&mut to.arm, arm);
    put_all(&mut to.displacement, u);
    put_all(&mut to.body_moved, body_moved);
    put_all(&mut to.path, path);
    put(&mut to.mass, f64x8::splat(s, 1.0) / inverse_mass);
    put(&mut to.friction, f64x8::splat(s, collider.friction));
    put(&mut to.restitution, f64x8::splat(s, collider.restitution));
    put(&mut to.depth, depth - cleared + dot(normal, body_moved));
    put(&mut to.approach, dot(normal, speed));
    let mut inside = [0.0; LANES];
    put(&mut inside, cleared);
    inside
}

/// A frame in all lanes.
struct Axes<V> {
    axes: [[V; 3]; 3],
    origin: [V; 3],
}

impl<S: Simd> Axes<f64x8<S>> {
    #[inline(always)]
    fn new(s: S, frame: &Frame) -> Self {
        let [x, y, z] = frame.axes;
        Self { axes: [splat(s, x), splat(s, y), splat(s, z)], origin: splat(s, frame.origin) }
    }

    /// A direction of the frame in the world.
    #[inline(always)]
    fn turn(&self, local: [f64x8<S>; 3]) -> [f64x8<S>; 3] {
        let [x, y, z] = self.axes;
        add(add(scale(x, local[0]), scale(y, local[1])), scale(z, local[2]))
    }

    /// A point of the frame in the world.
    #[inline(always)]
    fn apply(&self, local: [f64x8<S>; 3]) -> [f64x8<S>; 3] {
        add(self.origin, self.turn(local))
    }

    /// A point of the world in the frame.
    #[inline(always)]
    fn undo(&self, world: [f64x8<S>; 3]) -> [f64x8<S>; 3] {
        let from = sub(world, self.origin);
        let [x, y, z] = self.axes;
        [dot(x, from), dot(y, from), dot(z, from)]
    }
}

/// The path of particles in a sub-step.
struct Path<V> {
    before: [V; 3],
    at: [V; 3],
    /// Displacement at the end.
    u: [V; 3],
    velocity: [V; 3],
    inverse_mass: V,
}

#[inline(always)]
fn path<S: Simd>(s: S, slots: &[u32; LANES], places: Places<'_>, h: f64) -> Path<f64x8<S>> {
    let [u, predicted] = gather_eight(s, places.displacement, places.predicted, slots);
    let [velocity, Wide { xyz: x, w: inverse_mass }] =
        gather_eight(s, places.velocity, places.reference, slots);
    let started = sub(predicted.xyz, scale(velocity.xyz, f64x8::splat(s, h)));
    let (before, at) = (add(x, started), add(x, u.xyz));
    Path { before, at, u: u.xyz, velocity: velocity.xyz, inverse_mass }
}

#[inline(always)]
fn splat<S: Simd>(s: S, [x, y, z]: V3) -> [f64x8<S>; 3] {
    [f64x8::splat(s, x), f64x8::splat(s, y), f64x8::splat(s, z)]
}

#[inline(always)]
fn total<S: Simd>([x, y, z]: [f64x8<S>; 3]) -> f64x8<S> {
    x + y + z
}

/// A bit for each lane.
#[inline(always)]
fn bits<S: Simd>(mask: mask64x8<S>) -> u32 {
    mask.to_bitmask() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::levels::levels;
    use crate::solver::tests::noise::noise;
    use fearless_simd::dispatch;

    /// Particles on paths of up to 0.1 m near planes of known room, and one that is no number.
    fn scene() -> (Vec<Candidates>, [Vec<Record>; 4], Moving) {
        let mut seed = 5;
        let mut random = || noise(&mut seed) - 0.5;
        let mut records = [0; 4].map(|_| Vec::new());
        let mut all = vec![Candidates::EMPTY; 13];
        for (i, near) in all.iter_mut().enumerate() {
            for lane in 0..if i == 12 { 3 } else { LANES } {
                let mut vector = |size: f32| [0; 3].map(|_| size * random());
                let of = [vector(2.0), vector(0.02), vector(1.0), vector(0.02)];
                for (all, [x, y, z]) in records.iter_mut().zip(of) {
                    all.push([x, y, z, 0.5]);
                }
                let slot = records[0].len() - 1;
                if slot == 20 {
                    records[1][slot][0] = f32::NAN;
                }
                assert_eq!(near.add(slot as u32), lane);
                let from = add(of[0], vector(0.05));
                near.see(lane, from, 0.05 * random(), [0.0, 1.0, 0.0]);
            }
        }
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let frames = [[0.0; 3], [0.0, 0.005, 0.0]].map(|origin| Frame { axes, origin });
        (all, records, Moving { frames, flat: 0.02, tall: 0.05 })
    }

    fn places([reference, displacement, velocity, predicted]: &[Vec<Record>; 4]) -> Places<'_> {
        Places { reference, displacement, velocity, predicted }
    }

    #[test]
    fn particles_touch_are_free_or_are_looked_up_by_the_distances_of_their_paths() {
        let (mut all, records, moving) = scene();
        let h = 0.01;
        dispatch!(levels()[0], s => measure(s, &mut all, places(&records), &moving, h));
        let mut counts = [0; 3];
        for near in &all {
            for lane in 0..LANES {
                let is = |bits: u32| bits >> lane & 1 == 1;
                if lane >= near.count {
                    assert!(!is(near.touching) && !is(near.unknown));
                    continue;
                }
                let slot = near.slots[lane] as usize;
                let [x, u, v, p] = [0, 1, 2, 3].map(|i| records[i][slot].map(f64::from));
                let of = |q: usize| f64::from(near.surface[q][lane]);
                let from = [of(0), of(1), of(2)];
                let by = |c: usize| x[c] - from[c];
                let start = [0, 1, 2].map(|c| by(c) + (p[c] - h * v[c]));
                let mut end = [0, 1, 2].map(|c| by(c) + u[c]);
                end[1] -= 0.005;
                let room = of(6);
                let size = |v: V3| dot(v, v).sqrt();
                let is_free = room > 0.0 && size(start) < room && size(end) < room;
                let is_flat =
                    [start, end].iter().all(|v| v[0].hypot(v[2]) <= 0.02 && v[1].abs() <= 0.05);
                let depth = -(room + end[1]);
                let touches = is_flat && depth > 0.0;
                assert_eq!(is(near.touching), touches, "slot {slot}");
                assert_eq!(is(near.unknown), !is_flat && !is_free, "slot {slot}");
                if touches {
                    assert!((near.depth[lane] - depth).abs() < 1e-12);
                    assert!((near.inside[lane] + room + start[1]).abs() < 1e-12);
                }
                let kind = if touches { 0 } else { 1 + usize::from(is(near.unknown)) };
                counts[kind] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 3), "{counts:?}");
    }

    #[test]
    fn every_level_finds_the_same_contacts() {
        let of_level = |level| {
            let (mut all, records, moving) = scene();
            let collider = Touched {
                frames: moving.frames,
                center: [0.1, 0.2, 0.3],
                moved: [0.01, 0.0, 0.02],
                turned: [0.1, 0.2, 0.0],
                friction: 0.5,
                restitution: 0.3,
                h: 0.01,
            };
            dispatch!(level, s => measure(s, &mut all, places(&records), &moving, 0.01));
            let found = all.iter().map(|near| {
                let mut eight = Eight::EMPTY;
                let inside =
                    dispatch!(level, s => touch(s, near, places(&records), &collider, &mut eight));
                let bits = |lanes: &Lane| lanes.map(f64::to_bits);
                assert_eq!(eight.used & !near.touching, 0);
                let vectors = [eight.normal, eight.arm, eight.body_moved, eight.path];
                let numbers = [eight.mass, eight.depth, eight.approach, inside];
                let vectors = vectors.map(|vector| vector.map(|lanes| bits(&lanes)));
                (eight.used, near.unknown, vectors, numbers.map(|lanes| bits(&lanes)))
            });
            found.collect::<Vec<_>>()
        };
        let found: Vec<_> = levels().into_iter().map(of_level).collect();
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]));
        assert!(found[0].iter().any(|(used, ..)| *used != 0));
    }
}
