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

use crate::geometry::vector::{Vector, add, add_scaled, dot, scale, sub};

use super::pairs::{FLOOR, Pair};
use super::primitives::Closest;
use super::tubes::Tubes;

/// Rounds in which unsafe pairs are pushed apart, and those in which they move together.
const PUSHES: usize = 8;
const TOGETHER: usize = 8;
/// Rounds in which they are put back, before all are.
const BACK: usize = 16;

/// Rounding of the distance that two primitives keep.
const ROUNDING: f32 = 0.999;

/// Steps of conservative advancement.
const ADVANCES: usize = 32;

/// The particles of a step.
pub(super) struct Step<'a> {
    pub(super) start: &'a [Vector],
    pub(super) end: &'a mut [Vector],
    pub(super) inverse_mass: &'a [f32],
    /// What the ends may not leave.
    pub(super) tubes: &'a Tubes,
    /// The motion of the frame in the step, m.
    pub(super) frame: Vector,
    /// No particle moves further in the frame, m.
    pub(super) largest: f32,
}

impl Step<'_> {
    /// Makes the step safe. Returns true if it has moved an end.
    pub(super) fn separate(&mut self, pairs: &mut [Pair], particles: &[u32]) -> bool {
        for round in 0..PUSHES + TOGETHER + BACK {
            let mut safe = true;
            for pair in pairs.iter_mut().filter(|pair| !pair.is_crossed) {
                if pair.gap - floor(pair) > 2.0 * self.largest || self.is_safe(pair) {
                    continue;
                }
                safe = false;
                pair.is_stale = true;
                match round {
                    0..PUSHES => self.push(pair),
                    _ if round < PUSHES + TOGETHER => self.move_together(pair),
                    _ => pair.of.iter().for_each(|&p| self.put_back(p)),
                }
            }
            if safe {
                return round > 0;
            }
            self.largest = self.largest_way(particles);
        }
        particles.iter().for_each(|&p| self.put_back(p));
        true
    }

    /// The longest way of a particle in the frame.
    pub(super) fn largest_way(&self, particles: &[u32]) -> f32 {
        let way = |&p: &u32| {
            let way = sub(sub(self.end[p as usize], self.start[p as usize]), self.frame);
            dot(way, way)
        };
        let most = particles.iter().map(way).fold(0.0, f32::max);
        // Rounded up.
        1.0001 * sprung::Real::sqrt(most)
    }

    fn is_safe(&self, pair: &mut Pair) -> bool {
        let end = pair.of.map(|p| self.end[p as usize]);
        let [_, b, c, d] = end.map(|at| dot(pair.normal, sub(at, end[0])));
        let apart = match pair.kind.first() {
            1 => -b.max(c).max(d),
            _ => b.min(0.0) - c.max(d),
        };
        apart >= ROUNDING * floor(pair) || {
            pair.is_stale = true;
            self.advance(pair, end)
        }
    }

    /// True if conservative advancement finds planes between the two from the start to the end.
    fn advance(&self, pair: &Pair, end: [Vector; 4]) -> bool {
        let start = pair.of.map(|p| self.start[p as usize]);
        // Relative to the first particle.
        let from = start.map(|at| sub(at, start[0]));
        let to = end.map(|at| sub(at, end[0]));
        let way: [Vector; 4] = core::array::from_fn(|i| sub(to[i], from[i]));
        let least = ROUNDING * floor(pair);
        let mut t = 0.0;
        for _ in 0..ADVANCES {
            let at: [Vector; 4] = core::array::from_fn(|i| add_scaled(from[i], t, way[i]));
            let Closest { distance, normal, .. } = pair.kind.closest(at);
            if !(distance > least) || t > 1.0 {
                return false;
            }
            let [a, b, c, d] = way.map(|way| dot(normal, way));
            let closing = match pair.kind.first() {
                1 => b.max(c).max(d) - a,
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
    fn push(&mut self, pair: &Pair) {
        let (a, b) = pair.of.split_at(pair.kind.first());
        let least = floor(pair);
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
                self.move_to(p as usize, end);
            }
        }
    }

    /// Gives the particles their mean motion, or that of the fixed one among them.
    fn move_together(&mut self, pair: &Pair) {
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
                self.move_to(p, add(self.start[p], mean));
            }
        }
    }

    /// Moves the end of a particle, within its tube.
    fn move_to(&mut self, particle: usize, end: Vector) {
        self.end[particle] = self.tubes.back_into_tube(particle, end).unwrap_or(end);
    }

    /// Puts a particle back to where the frame has taken it.
    fn put_back(&mut self, particle: u32) {
        let p = particle as usize;
        if self.inverse_mass[p] > 0.0 {
            self.end[p] = add(self.start[p], self.frame);
        }
    }
}

/// The distance that a pair keeps in the step.
fn floor(pair: &Pair) -> f32 {
    pair.gap.min(FLOOR * pair.thickness)
}
