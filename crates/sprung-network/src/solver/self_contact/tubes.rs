//! Where particles may be until the pairs that may touch are found anew.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::geometry::vector::{Vector, add, add_scaled, dot, scale, sub};

/// The distance that a particle of a pair without memory may move, of what the pair may lose of its distance.
const UNLISTED: f32 = 0.45;

/// The tubes of all particles.
#[derive(Clone, Debug, Default)]
pub(super) struct Tubes {
    pub(super) all: Vec<Tube>,
    /// The motion of the frame since pairs were found, m.
    pub(super) frame: Vector,
}

/// Where a particle may be, in the frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tube {
    pub(super) start: Vector,
    pub(super) way: Vector,
    pub(super) skin: f32,
}

impl Tube {
    /// The vector to a position from the closest point of the path.
    fn offset(&self, at: Vector) -> Vector {
        let from = sub(at, self.start);
        let t = (dot(from, self.way) / dot(self.way, self.way)).clamp(0.0, 1.0);
        if t > 0.0 { add_scaled(from, -t, self.way) } else { from }
    }

    /// Bounds the motion to a part of what may be lost of the distance to what there is no memory for.
    pub(super) fn shorten(&mut self, room: f32) {
        let length = Real::sqrt(dot(self.way, self.way));
        let way = 0.5 * UNLISTED * room;
        if length > way {
            self.way = scale(self.way, way / length);
        }
        self.skin = self.skin.min(way);
    }

    /// The path and the skin are longer than this, m.
    pub(super) fn is_longer(&self, length: f32) -> bool {
        let way = length - self.skin;
        way < 0.0 || dot(self.way, self.way) > way * way
    }

    /// The distance from a position to what is farthest from it in the tube, m, or more.
    pub(super) fn reach(&self, from: Vector) -> f32 {
        let start = sub(self.start, from);
        let end = add(start, self.way);
        Real::sqrt(dot(start, start).max(dot(end, end))) + self.skin
    }

    pub(super) fn holds(&self, at: Vector, part: f32) -> bool {
        let offset = self.offset(at);
        let room = part * self.skin;
        dot(offset, offset) <= room * room
    }
}

impl Tubes {
    pub(super) fn new(particles: usize) -> Self {
        Self { all: vec![Tube::default(); particles], frame: [0.0; 3] }
    }

    /// Moves the frame on.
    pub(super) fn move_frame(&mut self, by: Vector) {
        self.frame = add(self.frame, by);
    }

    /// The nearest position to `at` in the tube of a particle, unless it is there.
    pub(super) fn back_into_tube(&self, particle: usize, at: Vector) -> Option<Vector> {
        let tube = &self.all[particle];
        let seen = sub(at, self.frame);
        if tube.holds(seen, 1.0) {
            return None;
        }
        let offset = tube.offset(seen);
        let length = Real::sqrt(dot(offset, offset));
        let back = add_scaled(at, -1.0, scale(offset, 1.0 - 0.999 * tube.skin / length));
        Some(back).filter(|back| back.iter().all(|c| c.is_finite()))
    }
}
