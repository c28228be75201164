//! Proof that nothing has passed through anything in a step, or else a step that has not.
//!
//! Particles move on straight lines from the start to the end of a step. A pair is safe if a plane is between its two
//! primitives at both times: then one is at all times between, because distances to a plane of fixed direction are linear
//! in time. If the plane of the start is not enough, conservative advancement looks for a sequence of them (Mirtich,
//! 1996).
//!
//! What is not safe is moved, by positions alone: velocities and with them the momentum stay. First the two are pushed
//! apart, then their particles move together, and at last go where the frame has taken them, which is safe where all
//! do it.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Level, dispatch};

use crate::geometry::vector::{Vector, add, add_scaled, dot, scale, sub};
use crate::kernel::planes::Planes;
use crate::lanes::record::{LANES, Record};

use super::pair::Pair;
use super::pairs::Pairs;
use super::primitives::{Kind, Primitives};
use super::tubes::Tubes;

/// Rounds in which unsafe pairs are pushed apart, and those in which they move together.
const PUSHES: usize = 8;
const TOGETHER: usize = 8;
/// Rounds in which they are put back, before all are.
const BACK: usize = 16;

/// Rounding of the distance that two primitives keep.
const ROUNDING: f32 = 0.999;

/// Pairs are proven as if particles moved this many times as far, and this part of their radius farther.
const MARGIN_OF_WAY: f64 = 1.25;
const MARGIN: f32 = 0.015;

/// Steps of conservative advancement.
const ADVANCES: usize = 32;

/// Memory for proofs.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// By particle: the path up to which the pairs to be proven have been found, m.
    reach: Vec<f64>,
    /// The round in which a pair of it was last unsafe.
    round: Vec<u32>,
    /// The pairs that could be unsafe within this reach, and their planes.
    candidates: Vec<u32>,
    planes: Planes,
    /// By particle: where it ends.
    ends: Vec<Record>,
    /// The last step has moved ends: others will have to be.
    is_tight: bool,
}

impl Memory {
    pub(super) fn new(particles: usize, pairs: usize) -> Self {
        Self {
            reach: vec![0.0_f64; particles],
            round: vec![0; particles],
            candidates: Vec::with_capacity(pairs),
            planes: Planes::with_capacity(pairs),
            ends: vec![[0.0; 4]; particles],
            is_tight: false,
        }
    }
}

/// The particles of a step.
pub(super) struct Step<'a> {
    pub(super) level: Level,
    pub(super) start: &'a [Vector],
    pub(super) end: &'a mut [Vector],
    pub(super) inverse_mass: &'a [f32],
    pub(super) net: &'a Primitives,
    /// The motion of the frame in the step, m.
    pub(super) frame: Vector,
    pub(super) memory: &'a mut Memory,
}

impl Step<'_> {
    /// Makes the step safe, within the tubes of the particles. Returns true if it has moved an end.
    pub(super) fn separate(&mut self, pairs: &mut Pairs) -> bool {
        for &p in &self.net.particles {
            let [x, y, z] = self.end[p as usize];
            self.memory.ends[p as usize] = [x, y, z, 0.0];
        }
        let mut outgrown = true;
        for round in 1..=PUSHES + TOGETHER + BACK {
            if outgrown {
                self.find_candidates(pairs, round);
            }
            let mut safe = true;
            outgrown = false;
            let mut next = (0, 0);
            while let Some(candidate) = self.next_crossed(&mut next) {
                let of = self.memory.planes.of(candidate).map(|p| p as usize);
                if round > 1 && of.iter().all(|&p| self.memory.round[p] + 1 < round as u32) {
                    continue;
                }
                let pair = &pairs.all[self.memory.candidates[candidate] as usize];
                if self.is_safe(pair) {
                    continue;
                }
                safe = false;
                match round {
                    0..=PUSHES => self.push(pair, &pairs.tubes),
                    _ if round <= PUSHES + TOGETHER => self.move_together(pair, &pairs.tubes),
                    _ => pair.of.iter().for_each(|&p| self.put_back(p)),
                }
                for p in of {
                    self.memory.round[p] = round as u32;
                    let way = pairs.odometer.distance(p, self.end[p], self.frame);
                    outgrown |= pairs.odometer.path(p) + way > self.memory.reach[p];
                }
            }
            if safe {
                self.memory.is_tight = round > 1;
                return round > 1;
            }
        }
        self.net.particles.iter().for_each(|&p| self.put_back(p));
        true
    }

    /// Finds the pairs that could be unsafe, and where ends will be moved those that could be if particles moved somewhat
    /// more than they do; finds their planes at the start of the step.
    fn find_candidates(&mut self, pairs: &mut Pairs, round: usize) {
        let is_tight = round > 1 || self.memory.is_tight;
        let (more, margin) = if is_tight { (MARGIN_OF_WAY, MARGIN) } else { (1.0, 0.0) };
        for p in self.net.particles.iter().map(|&p| p as usize) {
            let way = pairs.odometer.distance(p, self.end[p], self.frame);
            let margin = f64::from(margin * self.net.radius[p]);
            self.memory.reach[p] = pairs.odometer.path(p) + (more * way + margin);
            if round == 1 {
                self.memory.round[p] = 0;
            }
        }
        let Memory { reach, candidates, planes, .. } = &mut *self.memory;
        pairs.within(reach, candidates);
        pairs.find_planes(self.level, candidates, self.net, self.start);
        planes.clear();
        for &candidate in &*candidates {
            let pair = &pairs.all[candidate as usize];
            // There is nothing to prove of what is crossed.
            let least = if pair.is_crossed { f32::NEG_INFINITY } else { ROUNDING * pair.floor() };
            planes.add(pair.kind == Kind::Segments, pair.of, pair.normal, least);
        }
    }

    /// The next candidate with something on the other side of its plane; `next` keeps the first of a group of sixteen, and
    /// a bit for each of it that is to come.
    fn next_crossed(&mut self, next: &mut (usize, u32)) -> Option<usize> {
        let Memory { planes, ends, .. } = &*self.memory;
        while next.1 == 0 {
            let first = next.0;
            if first >= planes.len() {
                return None;
            }
            next.1 = dispatch!(self.level, s => planes.crossed(s, first, ends));
            next.0 += LANES;
        }
        let lane = next.1.trailing_zeros() as usize;
        next.1 &= next.1 - 1;
        Some(next.0 - LANES + lane)
    }

    fn is_safe(&self, pair: &Pair) -> bool {
        let end = pair.of.map(|p| self.end[p as usize]);
        pair.apart(pair.heights(end)) >= ROUNDING * pair.floor() || self.advance(pair, end)
    }

    /// True if conservative advancement finds planes between the two from the start to the end.
    fn advance(&self, pair: &Pair, end: [Vector; 4]) -> bool {
        let start = pair.of.map(|p| self.start[p as usize]);
        // Relative to the first particle.
        let from = start.map(|at| sub(at, start[0]));
        let to = end.map(|at| sub(at, end[0]));
        let way: [Vector; 4] = core::array::from_fn(|i| sub(to[i], from[i]));
        let least = ROUNDING * pair.floor();
        let mut t = 0.0;
        for _ in 0..ADVANCES {
            let at: [Vector; 4] = core::array::from_fn(|i| add_scaled(from[i], t, way[i]));
            let (distance, normal) = pair.kind.closest(at);
            if !(distance > least) || t > 1.0 {
                return false;
            }
            let [a, b, c, d] = way.map(|way| dot(normal, way));
            let closing = match pair.kind.first() {
                1 => b.max(c).max(d),
                _ => c.max(d) - a.min(b),
            };
            if distance - closing * (1.0 - t) >= least {
                return true;
            }
            t += (0.9 * (distance - least)).max(0.1 * least) / closing;
        }
        false
    }

    /// Pushes the two apart along their normal, where their ends are closest along it; equal and opposite.
    fn push(&mut self, pair: &Pair, tubes: &Tubes) {
        let (a, b) = pair.of.split_at(pair.kind.first());
        let least = pair.floor();
        let origin = self.end[a[0] as usize];
        for _ in 0..3 {
            let height = |p: u32, end: &[Vector]| dot(pair.normal, sub(end[p as usize], origin));
            let lower = |x: u32, y: u32| height(y, self.end) < height(x, self.end);
            let low = a.iter().copied().reduce(|x, y| if lower(x, y) { y } else { x });
            let high = b.iter().copied().reduce(|x, y| if lower(y, x) { y } else { x });
            let (Some(low), Some(high)) = (low, high) else { return };
            let missing = least - (height(low, self.end) - height(high, self.end));
            let [u, v] = [low, high].map(|p| self.inverse_mass[p as usize]);
            if !(missing > 0.0 && u + v > 0.0) {
                return;
            }
            for (p, by) in [(low, missing * u / (u + v)), (high, -missing * v / (u + v))] {
                let end = add_scaled(self.end[p as usize], by, pair.normal);
                self.move_to(p as usize, end, tubes);
            }
        }
    }

    /// Gives the particles their mean motion, or that of the fixed one among them.
    fn move_together(&mut self, pair: &Pair, tubes: &Tubes) {
        let way = |p: u32| sub(self.end[p as usize], self.start[p as usize]);
        let fixed = pair.of.iter().find(|&&p| self.inverse_mass[p as usize] == 0.0);
        let mean = match fixed {
            Some(&p) => way(p),
            None => {
                // Relative to the lightest, so that the weights stay within 0 and 1.
                let inverse = pair.of.map(|p| self.inverse_mass[p as usize]);
                let lightest = inverse.into_iter().fold(f32::INFINITY, f32::min);
                let weights = inverse.map(|w| lightest / w);
                let sum: f32 = weights.iter().sum();
                let ways = pair.of.iter().zip(weights).map(|(&p, w)| scale(way(p), w / sum));
                ways.fold([0.0; 3], add)
            }
        };
        for p in pair.of.map(|p| p as usize) {
            if self.inverse_mass[p] > 0.0 {
                self.move_to(p, add(self.start[p], mean), tubes);
            }
        }
    }

    /// Moves the end of a particle, within its tube.
    fn move_to(&mut self, particle: usize, end: Vector, tubes: &Tubes) {
        self.set_end(particle, tubes.back_into_tube(particle, end).unwrap_or(end));
    }

    fn set_end(&mut self, particle: usize, end: Vector) {
        let [x, y, z] = end;
        self.end[particle] = end;
        self.memory.ends[particle] = [x, y, z, 0.0];
    }

    /// Puts a particle back to where the frame has taken it.
    fn put_back(&mut self, particle: u32) {
        let p = particle as usize;
        if self.inverse_mass[p] > 0.0 {
            self.set_end(p, add(self.start[p], self.frame));
        }
    }
}
