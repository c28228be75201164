//! How far particles have moved, so that a pair rests until its particles could have used up the distance between them.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::geometry::vector::Vector;

/// Rounding of a length.
const ROUNDING: f64 = 1.000_000_000_001;

/// A particle moves this part of its radius from a point before that counts as a part of its path: what trembles stays.
const ROOM: f32 = 0.03;

/// The longest path, of the room around a point.
const LONG: f64 = 1e9;

/// Bounds of the length of the path of each particle, relative to frames that are common to all.
#[derive(Clone, Debug)]
pub(super) struct Odometer {
    /// By particle of the network: the last point of its path, and the length of the path to there, m.
    anchor: Vec<[f64; 3]>,
    path: Vec<f64>,
    /// The length of the path less the distance to its last point, m.
    least: Vec<f64>,
    room: Vec<f64>,
    /// A path is so long that its rounding could hide a motion.
    is_long: bool,
}

impl Odometer {
    pub(super) fn new(radius: &[f32]) -> Self {
        let n = radius.len();
        Self {
            anchor: vec![[0.0; 3]; n],
            path: vec![0.0; n],
            least: vec![0.0; n],
            room: radius.iter().map(|&radius| f64::from(ROOM * radius)).collect(),
            is_long: false,
        }
    }

    /// Moves a particle on, in a frame that has moved too.
    pub(super) fn advance(&mut self, particle: usize, to: Vector, frame: Vector) {
        for (anchor, by) in self.anchor[particle].iter_mut().zip(frame) {
            *anchor += f64::from(by);
        }
        let away = self.distance(particle, to, [0.0; 3]);
        if away > self.room[particle] {
            self.path[particle] += away;
            self.is_long |= self.path[particle] > LONG * self.room[particle];
            self.anchor[particle] = to.map(f64::from);
            self.least[particle] = self.path[particle];
        } else {
            self.least[particle] = self.path[particle] - away;
        }
    }

    /// Lets all paths start anew if one has become too long. Returns true if it does: then no pair may have been seen before.
    pub(super) fn restart(&mut self) -> bool {
        let was_long = core::mem::take(&mut self.is_long);
        if was_long {
            for (path, least) in self.path.iter_mut().zip(&mut self.least) {
                *least -= *path;
                *path = 0.0;
            }
        }
        was_long
    }

    /// The distance of a position to the last point of a path, m.
    pub(super) fn distance(&self, particle: usize, to: Vector, frame: Vector) -> f64 {
        let anchor = self.anchor[particle];
        let [x, y, z] = [0, 1, 2].map(|c| f64::from(to[c]) - anchor[c] - f64::from(frame[c]));
        ROUNDING * Real::sqrt(x * x + y * y + z * z)
    }

    /// The length of the path of a particle to its last point, m.
    pub(super) fn path(&self, particle: usize) -> f64 {
        self.path[particle]
    }

    /// What the paths of four particles are at least, m. Until the sum of their paths and distances at another time is
    /// longer than this by `d`, they have not moved by more than `d` in all.
    pub(super) fn least(&self, of: [u32; 4]) -> f64 {
        sum(&self.least, of)
    }
}

/// The sum of four numbers.
#[inline(always)]
pub(super) fn sum(numbers: &[f64], [a, b, c, d]: [u32; 4]) -> f64 {
    let number = |p: u32| numbers[p as usize];
    (number(a) + number(b)) + (number(c) + number(d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::noise::noise;

    /// Four particles that tremble, walk, or jump far away and back, in a frame that moves.
    #[test]
    fn paths_are_no_shorter_than_what_particles_have_moved() {
        let of = [0, 1, 2, 3];
        let mut seed = 1;
        for jump in [0.0, 1.0, 1e8, 1e30_f32] {
            let mut odometer = Odometer::new(&[0.01; 4]);
            let mut at = [[0.0_f32; 3]; 4];
            let (mut seen, mut least) = (at, 0.0);
            let mut starts = 0;
            for step in 0..3000 {
                let restarts = odometer.restart();
                starts += usize::from(restarts);
                if restarts || step % 50 == 0 {
                    (seen, least) = (at, odometer.least(of));
                }
                let frame = [0.25 * (step % 3) as f32, 0.0, 0.0];
                seen.iter_mut().for_each(|seen| seen[0] += frame[0]);
                for (p, at) in at.iter_mut().enumerate() {
                    at[0] += frame[0];
                    let far = if step % 500 == 400 { jump } else { 0.0 };
                    let size = if step % 100 < 50 { 1e-4 } else { 0.05 };
                    *at = at.map(|c| (c % 8.0) + far + size * noise(&mut seed));
                    odometer.advance(p, *at, frame);
                }
                let path = |p: usize| odometer.path(p) + odometer.distance(p, at[p], [0.0; 3]);
                let moved = |p: usize| {
                    let by = [0, 1, 2].map(|c| f64::from(at[p][c]) - f64::from(seen[p][c]));
                    Real::sqrt(by[0] * by[0] + by[1] * by[1] + by[2] * by[2])
                };
                let bound = (0..4).map(path).sum::<f64>() - least;
                let sum: f64 = (0..4).map(moved).sum();
                assert!(sum <= bound + 1e-6 * (1.0 + sum), "{jump} m, step {step}: {sum} {bound}");
            }
            assert_eq!(starts > 0, jump > 1e7, "{jump}: {starts}");
        }
    }
}
