//! Skin constraints, sixteen at a time: particles are kept within a distance of a moving target and out of a ball behind it.
//!
//! With the offset `d` of a particle from its target, the unit normal `n` and the ball of radius `r` whose center is
//! `L = distance + r` behind the target:
//!
//! ```text
//! d ← d · max_distance/|d|                                 if it is further away
//! e = d + L n     q = |e|² − r² = |d|² + 2 L n·d + distance (distance + 2 r)
//! d ← d + e/|e| · −q/(r + |e|)                             if q < 0: out of the ball, straight
//! ```
//!
//! Where that leads out of the maximal distance or to the back of the ball, the particle moves along `n` instead, to the
//! front of the ball, and by that nearer to its target: both limits then hold. No difference of two large numbers is
//! taken, so that balls of any radius are exact to rounding of `d`.
//!
//! The first is the projection onto a convex set, and a particle that was within moves no further by it than it would
//! have: at rest it gains no energy. The second is, but for the part `(path/r)²`.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{LANES, Record, Stored, Turn, Wide, numbers, of, turns};
use crate::lanes::slots::Slots;

/// Squares of the lengths of normals that have no direction.
const LEAST: f32 = 1e-12;

/// The greatest square of a distance after the ball, as a part of that of the maximal one: rounding exceeds it by a few ulp.
const LOOSE: f32 = 1.000_001;

/// The path of a target in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Path {
    /// Positions at the start and at the end, m.
    pub(crate) position: [[f32; 3]; 2],
    /// Unit normals, or 0.
    pub(crate) normal: [[f32; 3]; 2],
}

/// The limits of one particle: the maximal distance, the distance and the radius of the backstop.
pub(crate) type Limits = (f32, Option<(f32, f32)>);

/// Up to sixteen particles of one block. Lanes that are not needed repeat the last.
#[derive(Clone, Debug)]
pub(crate) struct Skin {
    count: usize,
    /// From the start of the block.
    slots: Slots,
    /// The index of each constraint.
    index: [u32; LANES],
    /// The maximal distance.
    max: Stored,
    /// `L`, `r` and `distance (distance + 2 r)`; the last is infinite where there is no backstop.
    lever: Stored,
    radius: Stored,
    clear: Stored,
    has_backstop: bool,
    /// The target from the reference of its particle at the start of a step, and its way in it.
    from: [Stored; 3],
    way: [Stored; 3],
    normal: [Stored; 3],
    turn: [Stored; 3],
}

impl Skin {
    pub(crate) fn new() -> Self {
        Self {
            count: 0,
            slots: Slots::new([0; LANES]),
            index: [0; LANES],
            max: [0.0; LANES],
            lever: [0.0; LANES],
            radius: [0.0; LANES],
            clear: [f32::INFINITY; LANES],
            has_backstop: false,
            from: [[0.0; LANES]; 3],
            way: [[0.0; LANES]; 3],
            normal: [[0.0; LANES]; 3],
            turn: [[0.0; LANES]; 3],
        }
    }

    /// Adds one of fewer than sixteen, with its index.
    pub(crate) fn push(&mut self, slot: usize, index: u32, (max, backstop): Limits) {
        let rest = self.count..LANES;
        let mut slots = *self.slots.all();
        slots[rest.clone()].fill(slot as u32);
        self.slots = Slots::new(slots);
        self.index[rest.clone()].fill(index);
        self.max[rest.clone()].fill(max);
        let (lever, radius, clear) = match backstop {
            Some((distance, radius)) => {
                (distance + radius, radius, distance * (distance + 2.0 * radius))
            }
            None => (0.0, 0.0, f32::INFINITY),
        };
        self.lever[rest.clone()].fill(lever);
        self.radius[rest.clone()].fill(radius);
        self.clear[rest].fill(clear);
        self.has_backstop |= backstop.is_some();
        self.count += 1;
    }

    /// The number of particles.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Takes the paths of the targets at the start of a step.
    pub(crate) fn begin(&mut self, paths: &[Path], reference: &[Record]) {
        for lane in 0..LANES {
            let Path { position: [from, to], normal } = paths[self.index[lane] as usize];
            let [x, y, z, _] = reference[self.slots.all()[lane] as usize];
            let [from, to] = [from, to].map(|target| sub(target, [x, y, z]));
            let (way, turn) = (sub(to, from), sub(normal[1], normal[0]));
            for c in 0..3 {
                (self.from[c][lane], self.way[c][lane]) = (from[c], way[c]);
                (self.normal[c][lane], self.turn[c][lane]) = (normal[0][c], turn[c]);
            }
        }
    }

    /// Moves particles within their limits, when the part `passed` of the step is over.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn project<S: Simd>(&self, s: S, passed: f32, displacement: &mut [Record]) {
        let passed = Turn::splat(s, passed);
        let zero = Turn::splat(s, 0.0);
        // Later turns would move the last particle again.
        for lane in turns::<S, Turn<S>, LANES>().filter(|&lane| lane < self.count) {
            let at: Wide<Turn<S>> = self.slots.load(s, displacement, lane);
            let target = add(of(s, &self.from, lane), scale(of(s, &self.way, lane), passed));
            let d = sub(at.xyz, target);
            let max: Turn<S> = numbers(s, &self.max, lane);
            let square = dot(d, d);
            let is_far = square.simd_gt(max * max);
            let far = is_far.any_true();
            // Corrections, not places: what is small next to the offset keeps its digits.
            let mut push = [zero; 3];
            if far {
                let back = is_far.select(max / square.sqrt() - Turn::splat(s, 1.0), zero);
                push = scale(d, back);
            }
            if (self.has_backstop && self.push_out(s, lane, passed, d, &mut push)) || far {
                // Particles that are not dynamic stay.
                let moves = at.w.simd_gt(zero).select(Turn::splat(s, 1.0), zero);
                let xyz = add(at.xyz, scale(push, moves));
                self.slots.store(s, displacement, lane, Wide { xyz, w: at.w });
            }
        }
    }

    /// Adds to the pushes of offsets `d` from targets what leads them out of the balls behind; false if none is inside.
    #[inline(always)]
    fn push_out<S: Simd>(
        &self,
        s: S,
        lane: usize,
        passed: Turn<S>,
        d: [Turn<S>; 3],
        push: &mut [Turn<S>; 3],
    ) -> bool {
        let (zero, one) = (Turn::splat(s, 0.0), Turn::splat(s, 1.0));
        let n = add(of(s, &self.normal, lane), scale(of(s, &self.turn, lane), passed));
        let square = dot(n, n);
        let seen = square.simd_gt(Turn::splat(s, LEAST));
        let n = scale(n, seen.select(one / square.sqrt(), zero));
        let lever: Turn<S> = numbers(s, &self.lever, lane);
        let d = add(d, *push);
        let along = dot(n, d);
        let q = dot(d, d) + (along + along) * lever + numbers::<S, Turn<S>>(s, &self.clear, lane);
        let is_behind = q.simd_lt(zero);
        if !is_behind.any_true() {
            return false;
        }
        let radius: Turn<S> = numbers(s, &self.radius, lane);
        let max: Turn<S> = numbers(s, &self.max, lane);
        let from_center = add(d, scale(n, lever));
        let inner = dot(from_center, from_center).sqrt();
        let depth = (zero - q) / (radius + inner);
        let straight = scale(from_center, depth / inner);
        // Along the normal: t² + 2 g t + q = 0.
        let g = along + lever;
        let root = (g * g - q).sqrt();
        let front = g.simd_gt(zero);
        let t = front.select((zero - q) / (g + root), root - g);
        let forward = scale(n, t);
        // Not a number is not within.
        let out = add(d, straight);
        let within = dot(out, out).simd_le(max * max * Turn::splat(s, LOOSE));
        let within = front.select(within.select(one, zero), zero).simd_gt(zero);
        for c in 0..3 {
            push[c] += is_behind.select(within.select(straight[c], forward[c]), zero);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::levels::levels;
    use fearless_simd::dispatch;
    use testkit::random::Random;

    fn vector(random: &mut Random, size: f64) -> [f32; 3] {
        [0; 3].map(|_| random.uniform(-size, size) as f32)
    }

    fn length(v: [f64; 3]) -> f64 {
        dot(v, v).sqrt()
    }

    /// Against f64: within the limits; the closest place of the ball of the maximal distance, or of the surface of the backstop;
    /// not moved where both limits hold; with the same bits at every level.
    #[test]
    fn particles_go_to_the_closest_place_that_is_allowed() {
        let mut random = Random::new(3);
        let mut counts = [0; 4];
        for _ in 0..8000 {
            let count = 1 + random.index(LANES);
            let mut skin = Skin::new();
            let size = random.log_uniform(1e-3, 1e3);
            let (mut paths, mut limits) = (Vec::new(), Vec::new());
            for i in 0..count {
                let max = match random.index(4) {
                    0 => f32::INFINITY,
                    _ => (size * random.log_uniform(1e-2, 3.0)) as f32,
                };
                let radius = (size * random.log_uniform(1e-2, 1e4)) as f32;
                let distance = if random.index(2) == 0 { 0.0 } else { (0.1 * size) as f32 };
                let backstop = (random.index(4) > 0).then_some((distance, radius));
                limits.push((max, backstop));
                skin.push(3 * i, i as u32, (max, backstop));
                let n = vector(&mut random, 1.0).map(f64::from);
                let normal = n.map(|c| (c / length(n)) as f32);
                let position = vector(&mut random, size);
                paths.push(Path { position: [position; 2], normal: [normal; 2] });
            }
            let reference: Vec<Record> =
                (0..3 * count).map(|_| [0.1 * size as f32, 0.0, 0.0, 1.0]).collect();
            let mut before: Vec<Record> = Vec::new();
            for slot in 0..3 * count {
                let u = vector(&mut random, 2.0 * size);
                before.push([u[0], u[1], u[2], if slot % 21 == 0 { 0.0 } else { 1.0 }]);
            }
            skin.begin(&paths, &reference);
            let moved = levels().into_iter().map(|level| {
                let mut moved = before.clone();
                dispatch!(level, s => skin.project(s, 1.0, &mut moved));
                moved
            });
            let moved: Vec<Vec<Record>> = moved.collect();
            assert!(moved.iter().all(|other| *other == moved[0]), "the same at every level");
            for (slot, (from, to)) in before.iter().zip(&moved[0]).enumerate() {
                if slot % 3 != 0 || from[3] == 0.0 {
                    assert_eq!(from, to);
                    continue;
                }
                let (Path { position, normal }, (max, backstop)) =
                    (paths[slot / 3], limits[slot / 3]);
                let offset = |at: &Record| {
                    [0, 1, 2].map(|c| {
                        f64::from(at[c]) + f64::from(reference[slot][c]) - f64::from(position[0][c])
                    })
                };
                let (from, to) = (offset(from), offset(to));
                // Rounded components have a length that is off by 1e-7, which a ball of 10 km would show.
                let n = normal[0].map(f64::from);
                let n = scale(n, 1.0 / length(n));
                let (lever, radius) = backstop
                    .map_or((0.0, 0.0), |(d, r)| (f64::from(d) + f64::from(r), f64::from(r)));
                let from_center = |d: [f64; 3]| add(d, scale(n, lever));
                let far = length(from) > f64::from(max);
                let depth = |d: [f64; 3]| radius - length(from_center(d));
                let out = depth(to).max(length(to) - f64::from(max)) / size;
                assert!(out < 4e-6 || radius == 0.0, "{out} {limits:?}");
                let pulled = if far { scale(from, f64::from(max) / length(from)) } else { from };
                let closest = if depth(pulled) <= 0.0 {
                    counts[usize::from(far)] += 1;
                    pulled
                } else {
                    let out = from_center(pulled);
                    let straight = sub(scale(out, radius / length(out)), scale(n, lever));
                    let (side, part) =
                        (dot(out, n) / length(out), length(straight) / f64::from(max));
                    if side.abs() < 1e-4 || (part - 1.0).abs() < 1e-4 {
                        continue;
                    }
                    if side < 0.0 || part > 1.0 {
                        counts[3] += 1;
                        continue;
                    }
                    counts[2] += 1;
                    straight
                };
                let error = length(sub(to, closest)) / size;
                assert!(error < 1e-4, "{error}: {from:?} {to:?} {closest:?} {n:?} {limits:?}");
            }
        }
        assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
    }
}
