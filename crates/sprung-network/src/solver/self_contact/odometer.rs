//! How far particles have moved, so that a pair rests until its particles could have used up the distance between them.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::geometry::vector::Vector;

/// Rounding of a length.
const ROUNDING: f64 = 1.0 + 1e-12;

/// The length of the path of each particle, relative to frames that are common to all.
#[derive(Clone, Debug)]
pub(super) struct Odometer {
    /// By particle of the network, m.
    path: Vec<f64>,
    last: Vec<Vector>,
}

impl Odometer {
    pub(super) fn new(particles: usize) -> Self {
        Self { path: vec![0.0; particles], last: vec![[0.0; 3]; particles] }
    }

    /// Moves a particle on, in a frame that has moved too.
    pub(super) fn advance(&mut self, particle: usize, to: Vector, frame: Vector) {
        self.path[particle] += self.way(particle, to, frame);
        self.last[particle] = to;
    }

    /// The length of the way to a position, m.
    pub(super) fn way(&self, particle: usize, to: Vector, frame: Vector) -> f64 {
        let last = self.last[particle];
        let way = [0, 1, 2].map(|c| f64::from(to[c]) - f64::from(last[c]) - f64::from(frame[c]));
        ROUNDING * Real::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2])
    }

    /// The length of the path of a particle, m.
    pub(super) fn path(&self, particle: usize) -> f64 {
        self.path[particle]
    }

    /// The sum of the paths of four particles, m.
    pub(super) fn sum(&self, of: [u32; 4]) -> f64 {
        sum(&self.path, of)
    }
}

/// The sum of four numbers.
#[inline(always)]
pub(super) fn sum(numbers: &[f64], of: [u32; 4]) -> f64 {
    let [a, b, c, d] = of.map(|p| numbers[p as usize]);
    (a + b) + (c + d)
}
