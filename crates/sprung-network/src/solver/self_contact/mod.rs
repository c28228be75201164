//! Contacts of particles, segments and triangles of a network with each other, within one component and between them.
//!
//! ```text
//! step        find the pairs anew of particles that leave the tube around their path       pairs, tubes, grid, finder
//!             a plane between the two of each that its particles may have reached        odometer, batch, pair
//!             what is near becomes a constraint, in groups without a common particle     constraints
//! sub-step    each constraint pushes its particles apart, with friction                  kernel/contacts
//! step        distances that were missing are given back in part, to positions alone     kernel/contacts
//!             proof that nothing has passed through anything, or a step that has not     separation
//! ```
//!
//! A constraint lets the two come as near as their thickness, or as they were at the start of the step where that is
//! less. The start is therefore a point that all constraints allow, and projecting to them is an inelastic impact: it
//! takes energy. What is missing to the thickness is given back without velocity.

mod batch;
mod constraints;
mod finder;
mod grid;
mod odometer;
mod pair;
mod pairs;
mod primitives;
mod separation;
mod tubes;

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Level, dispatch};
use sprung::Real;

use crate::geometry::vector::{Vector, add, add_scaled, dot, scale, sub};
use crate::network::Network;

use constraints::Constraints;
use pairs::{Motion, Pairs};
use primitives::Primitives;
use separation::{Memory, Step};

use super::layout::particles::{Particles, Range};

/// The contacts of a network with itself.
#[derive(Clone, Debug)]
pub(crate) struct SelfContact {
    net: Primitives,
    pairs: Pairs,
    constraints: Constraints,
    proofs: Memory,
    friction: f32,
    /// A particle of the surface is fixed: the frame rests.
    is_held: bool,
    /// By particle: where it starts and ends, its way in the step by its velocity relative to the frame, and how much that
    /// has changed.
    start: Vec<Vector>,
    end: Vec<Vector>,
    way: Vec<Vector>,
    turn: Vec<f32>,
    /// By particle: its velocity has changed as in free fall.
    falls: Vec<bool>,
}

impl SelfContact {
    /// The contacts of a network; `None` if nothing of it has a radius.
    pub(super) fn new(network: &Network) -> Option<Self> {
        network.surface.first_radius()?;
        let net = Primitives::new(network);
        let pairs = Pairs::new(&net);
        let n = network.particles.len();
        Some(Self {
            constraints: Constraints::new(n, pairs.capacity()),
            proofs: Memory::new(n, pairs.capacity()),
            friction: network.surface.friction,
            is_held: net.is_held(),
            start: vec![[0.0; 3]; n],
            end: vec![[0.0; 3]; n],
            way: vec![[0.0; 3]; n],
            turn: vec![0.0; n],
            falls: vec![false; n],
            net,
            pairs,
        })
    }

    /// Drops what has torn.
    pub(super) fn tear(&mut self, torn: &[bool]) {
        self.net.tear(torn);
        self.pairs.are_stale = true;
    }

    /// Takes over which particles are fixed, and drops what has torn. Particles that have been added have no radius.
    pub(super) fn follow(&mut self, inverse_mass: &[f32], torn: &[bool]) {
        for (is_fixed, &mass) in self.net.is_fixed.iter_mut().zip(inverse_mass) {
            *is_fixed = mass == 0.0;
        }
        self.is_held = self.net.is_held();
        self.tear(torn);
    }

    /// Finds the constraints of a step of `dt` seconds.
    pub(super) fn begin(
        &mut self,
        level: Level,
        particles: &Particles,
        slot: &[usize],
        inverse_mass: &[f32],
        gravity: Vector,
        dt: f32,
    ) {
        let count = self.net.particles.len() as f32;
        let mut mean = [0.0; 3];
        for p in self.net.particles.iter().map(|&p| p as usize) {
            self.start[p] = particles.position(slot[p]);
            let [x, y, z, _] = particles.velocity[slot[p]];
            mean = add(mean, scale([x, y, z], 1.0 / count));
        }
        if self.is_held {
            mean = [0.0; 3];
        }
        let fall = scale(gravity, dt * dt);
        for p in self.net.particles.iter().map(|&p| p as usize) {
            let [x, y, z, _] = particles.velocity[slot[p]];
            let way = scale(sub([x, y, z], mean), dt);
            let change = sub(way, self.way[p]);
            (self.way[p], self.turn[p]) = (way, Real::sqrt(dot(change, change)));
            let off = sub(change, fall);
            self.falls[p] = dot(off, off) < 0.25 * dot(fall, fall);
        }
        let Self { net, pairs, constraints, start, way, turn, falls, .. } = self;
        constraints.clear();
        let motion = Motion { at: start, way, turn, falls, fall };
        pairs.update(level, net, &motion, |pair| {
            let (a, b) = pair.of.split_at(pair.kind.first());
            let most = |of: &[u32], toward: f32| {
                let ways = of.iter().map(|&p| toward * dot(pair.normal, way[p as usize]));
                ways.fold(0.0, f32::max)
            };
            let apart = pair.gap - pair.thickness;
            if pair.pushes && apart < most(a, -1.0) + most(b, 1.0) {
                let slots = pair.of.map(|p| slot[p as usize] as u32);
                let inverse_masses = pair.of.map(|p| inverse_mass[p as usize]);
                constraints.add(pair, slots, inverse_masses);
            }
        });
        constraints.close();
    }

    /// Sweeps over the constraints in a sub-step of `h` seconds.
    pub(super) fn project(&mut self, level: Level, particles: Range<'_>, h: f32) {
        let (contacts, friction) = (&mut self.constraints.contacts, self.friction);
        let Range { displacement, velocity, .. } = particles;
        dispatch!(level, s => contacts.project(s, displacement, velocity, [friction, h]));
    }

    /// Gives back missing distances. Returns true if it has moved something.
    pub(super) fn recover(&self, level: Level, particles: &mut Range<'_>) -> bool {
        let contacts = &self.constraints.contacts;
        dispatch!(level, s => contacts.recover(s, particles.displacement))
    }

    /// Makes a step safe that has ended where the particles are now. One whose numbers have overflowed counts as one that
    /// has not moved: nothing else is to follow it.
    pub(super) fn separate(
        &mut self,
        level: Level,
        particles: &mut Range<'_>,
        slot: &[usize],
        inverse_mass: &[f32],
    ) {
        let count = self.net.particles.len() as f32;
        let mut frame = [0.0; 3];
        for p in self.net.particles.iter().map(|&p| p as usize) {
            let [x, y, z, _] = particles.displacement[slot[p]];
            let [a, b, c, _] = particles.reference[slot[p]];
            let end = [a + x, b + y, c + z];
            self.end[p] = if end.iter().all(|c| c.is_finite()) { end } else { self.start[p] };
            frame = add_scaled(frame, 1.0 / count, sub(self.end[p], self.start[p]));
        }
        if self.is_held {
            frame = [0.0; 3];
        }
        self.pairs.tubes.move_frame(frame);
        let mut moved = false;
        for p in self.net.particles.iter().map(|&p| p as usize) {
            if inverse_mass[p] > 0.0
                && let Some(back) = self.pairs.tubes.back_into_tube(p, self.end[p])
            {
                self.end[p] = back;
                moved = true;
            }
        }
        let Self { net, pairs, start, end, proofs: memory, .. } = self;
        let mut step = Step { level, start, end, inverse_mass, net, frame, memory };
        moved |= step.separate(pairs);
        for p in net.particles.iter().map(|&p| p as usize) {
            pairs.odometer.advance(p, end[p], frame);
        }
        if moved {
            for p in net.particles.iter().map(|&p| p as usize) {
                let [x, y, z, w] = particles.reference[slot[p]];
                let [a, b, c] = sub(self.end[p], [x, y, z]);
                let displacement = &mut particles.displacement[slot[p]];
                if inverse_mass[p] > 0.0 && displacement.iter().all(|c| c.is_finite()) {
                    *displacement = [a, b, c, w];
                }
            }
        }
    }

    /// The particles with a radius.
    pub(super) fn particles(&self) -> &[u32] {
        &self.net.particles
    }

    /// The slots of each four particles that have been pushed in this step.
    pub(super) fn pushed(&self) -> impl Iterator<Item = [u32; 4]> + '_ {
        self.constraints.contacts.pushed()
    }

    /// The slots of the four particles of each contact in this step, and the weights and the normal with which
    /// `normal · Σ weights x` is the distance of the two that touch.
    pub(super) fn touching(&self) -> impl Iterator<Item = ([u32; 4], [f32; 4], Vector)> + '_ {
        self.constraints.contacts.touching()
    }
}
