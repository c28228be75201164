//! Contacts of particles with the colliders of bodies.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use crate::environment::Environment;
use crate::error::MAX_COORDINATE;
use crate::geometry::contact_shape::{ContactShape, contact};
use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::solver::state::Solver;

use super::attachments::Attachments;
use super::body_collider::BodyCollider;
use super::body_copy::{BodyCopy, Frame};
use super::contact::{Contact, Touching};

type V3 = [f64; 3];

/// The part of a distance that may be used up before a particle is looked at again.
const PART: f32 = 0.9;
/// A smaller part of the place of a particle in the frame of the shape is rounding, not distance.
const ROUNDING: f32 = 1e-4;
/// No touching particle.
const NONE: u32 = u32::MAX;

/// The colliders of a coupling, and what may touch them in a step.
#[derive(Clone, Debug)]
pub(super) struct Collisions<S> {
    pub(super) colliders: Vec<BodyCollider<S>>,
    /// Of every particle, m.
    pub(super) radius: f32,
    /// By slot: it does not touch bodies.
    is_attached: Vec<bool>,
    /// What may touch in this step, by collider.
    near: Vec<Near>,
    /// Of this sub-step.
    contacts: Vec<Contact>,
    touching: Vec<Touching>,
    /// By slot: the index in `touching`.
    touching_of: Vec<u32>,
    /// Of each collider in this step.
    paths: Vec<Path>,
}

/// How far a collider has moved in a step.
#[derive(Clone, Copy, Debug, Default)]
struct Path {
    /// Where its frame was at the end of the last sub-step.
    end: Option<Frame>,
    /// No point of it has moved farther, m.
    way: f64,
}

/// A particle that may touch a collider in a step.
#[derive(Clone, Copy, Debug)]
struct Near {
    slot: u32,
    collider: u32,
    /// How far apart the two were in the sub-step in which they were looked at last, m; 0 if they have not been.
    distance: f32,
    /// Where the particle was then, from its reference, and how far the collider had moved in the step.
    at: [f32; 3],
    way: f32,
}

impl Near {
    /// True if the two cannot touch on the path of the particle in this sub-step, from `before` to `now`.
    fn is_apart(&self, before: [f32; 3], now: [f32; 3], way: f32) -> bool {
        let moved = |to: [f32; 3]| {
            let d = sub(to, self.at);
            Real::sqrt(dot(d, d))
        };
        moved(before).max(moved(now)) + (way - self.way) < PART * self.distance
    }
}

impl<S: ContactShape> Collisions<S> {
    pub(super) fn new(
        solver: &Solver,
        colliders: Vec<BodyCollider<S>>,
        attachments: &Attachments,
    ) -> Self {
        let slots = solver.partition.particles.len();
        let mut is_attached = vec![false; slots];
        attachments.all.iter().for_each(|a| is_attached[a.slot] = true);
        let near = Vec::with_capacity(solver.len() * colliders.len());
        let contacts = Vec::with_capacity(if colliders.is_empty() { 0 } else { solver.len() });
        let touching = Vec::with_capacity(contacts.capacity());
        let touching_of = vec![NONE; slots];
        let paths = vec![Path::default(); colliders.len()];
        Self { colliders, radius: 0.0, is_attached, near, contacts, touching, touching_of, paths }
    }

    /// Finds the particles that may touch a collider in a step of `dt` seconds: those within its bounding ball and what
    /// the fastest of them and the body move.
    pub(super) fn begin(&mut self, solver: &mut Solver, copies: &[BodyCopy], dt: f32) {
        self.near.clear();
        if self.colliders.is_empty() {
            return;
        }
        self.paths.fill(Path::default());
        // Particles were added.
        let slots = solver.partition.particles.len().max(self.touching_of.len());
        self.touching_of.resize(slots, NONE);
        let Environment { gravity, wind, drag } = solver.settings.environment;
        let particles = solver.partition.particles.all();
        let dt = f64::from(dt);
        let fastest = particles.velocity.iter().fold(0.0_f32, |most, &[x, y, z, w]| {
            let squared = x * x + y * y + z * z;
            if w > 0.0 && squared > most { squared } else { most }
        });
        let length = |v: V3| Real::sqrt(dot(v, v));
        let wide = |v: [f32; 3]| v.map(f64::from);
        // Air takes a particle at most to its own velocity.
        let blown = if drag > 0.0 { length(wide(wind)) } else { 0.0 };
        let falls = length(wide(gravity)) * dt;
        for (i, collider) in self.colliders.iter().enumerate() {
            let copy = &copies[collider.body];
            let bounding = f64::from(collider.shape.bounding_radius());
            let at = wide(collider.position);
            let around = bounding + length(at);
            let body_speed = length(copy.velocity) + around * length(copy.angular_velocity);
            let speed = Real::sqrt(f64::from(fastest)) + blown + falls;
            let gained =
                length(copy.acceleration) * dt + around * length(copy.angular_acceleration) * dt;
            let reach = bounding + f64::from(self.radius) + dt * (speed + body_speed + gained);
            let squared = (reach * reach) as f32;
            let center = copy.pose.apply(at).map(|c| c as f32);
            let records = particles.reference.iter().zip(&*particles.displacement).enumerate();
            for (slot, (x, u)) in records {
                let from: [f32; 3] = core::array::from_fn(|c| (x[c] - center[c]) + u[c]);
                let beyond = dot(from, from) > squared;
                if !beyond
                    && x[3] > 0.0
                    && !self.is_attached.get(slot).is_some_and(|attached| *attached)
                {
                    let (slot, collider) = (slot as u32, i as u32);
                    let (distance, at, way) = (0.0, [0.0; 3], 0.0);
                    self.near.push(Near { slot, collider, distance, at, way });
                }
            }
        }
    }

    /// The body and the slot of every particle that may touch it in this step.
    pub(super) fn near(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let body = |collider: u32| self.colliders[collider as usize].body;
        self.near.iter().map(move |near| (body(near.collider), near.slot as usize))
    }

    /// True if particles may touch a body in this step.
    pub(super) fn are_near(&self) -> bool {
        !self.near.is_empty()
    }

    /// Keeps the particles out of the bodies and the bodies out of the particles, at the end of the free motion and the
    /// sweeps of a sub-step.
    pub(super) fn solve(&mut self, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        for touching in self.touching.drain(..) {
            self.touching_of[touching.slot] = NONE;
        }
        self.contacts.clear();
        let (mut last, mut frames, mut way) = (u32::MAX, [Frame::default(); 2], 0.0);
        for i in 0..self.near.len() {
            let near = self.near[i];
            let collider = &self.colliders[near.collider as usize];
            let copy = &copies[collider.body];
            if near.collider != last {
                last = near.collider;
                frames = [&copy.pose, &copy.predicted].map(|pose| collider.frame(pose));
                way = self.paths[last as usize].extend(&frames, collider.shape.bounding_radius());
            }
            let particles = &solver.partition.particles;
            let slot = near.slot as usize;
            let [u, v, p] = [&particles.displacement, &particles.velocity, &particles.predicted]
                .map(|records| records[slot]);
            let before = core::array::from_fn(|c| p[c] - h as f32 * v[c]);
            if near.is_apart(before, [u[0], u[1], u[2]], way) {
                continue;
            }
            let mut found = match find(collider, self.radius, solver, copy, &frames, slot, h) {
                Ok(found) => found,
                Err(distance) => {
                    let at = [u[0], u[1], u[2]];
                    self.near[i] = Near { distance, at, way, ..near };
                    continue;
                }
            };
            self.near[i].distance = 0.0;
            found.particle = self.touch(solver, slot);
            let moved = self.touching[found.particle].moved;
            found.depth += dot(found.normal, moved);
            found.path = sub(found.path, moved);
            if self.contacts.len() < self.contacts.capacity() {
                self.contacts.push(found);
            } else {
                let touching = &mut self.touching[found.particle];
                let copy = &mut copies[found.body];
                found.project(touching, copy);
                found.rub(touching, copy);
                found.settle(touching, copy, solver, h);
            }
        }
        let Self { contacts, touching, .. } = self;
        for contact in contacts.iter_mut() {
            contact.project(&mut touching[contact.particle], &mut copies[contact.body]);
        }
        for contact in contacts.iter_mut().rev() {
            contact.project(&mut touching[contact.particle], &mut copies[contact.body]);
        }
        for contact in contacts.iter_mut() {
            contact.rub(&mut touching[contact.particle], &mut copies[contact.body]);
        }
        for contact in contacts.iter_mut() {
            let (particle, copy) = (&mut touching[contact.particle], &mut copies[contact.body]);
            contact.settle(particle, copy, solver, h);
        }
    }

    /// The index of the particle in a slot among those that touch, which is where the solver has it.
    fn touch(&mut self, solver: &Solver, slot: usize) -> usize {
        let [x, y, z, mobility] = solver.partition.particles.displacement[slot].map(f64::from);
        let index = self.touching_of[slot] as usize;
        if let Some(touching) = self.touching.get_mut(index) {
            touching.moved = sub([x, y, z], touching.from);
            return index;
        }
        self.touching_of[slot] = self.touching.len() as u32;
        self.touching.push(Touching { slot, mobility, from: [x, y, z], moved: [0.0; 3] });
        self.touching.len() - 1
    }

    /// Restitution at the end of a sub-step.
    pub(super) fn bounce(
        &self,
        solver: &mut Solver,
        copies: &mut [BodyCopy],
        h: f64,
        is_pending: bool,
    ) {
        for contact in &self.contacts {
            contact.bounce(&self.touching[contact.particle], solver, copies, h, is_pending);
        }
    }
}

impl Path {
    /// Adds the motion from the end of the sub-step before to this one, and in this one; returns the way in the step so far,
    /// m.
    fn extend(&mut self, [start, end]: &[Frame; 2], radius: f32) -> f32 {
        let radius = f64::from(radius);
        let before = self.end.unwrap_or(*start);
        self.way += start.way_since(&before, radius) + end.way_since(start, radius);
        self.end = Some(*end);
        self.way as f32
    }
}

/// The contact of a particle with a collider, or the distance between the two. A particle that was inside at the start of the
/// sub-step is put outside, without a speed.
fn find<S: ContactShape>(
    collider: &BodyCollider<S>,
    radius: f32,
    solver: &mut Solver,
    copy: &BodyCopy,
    [start_frame, frame]: &[Frame; 2],
    slot: usize,
    h: f64,
) -> Result<Contact, f32> {
    let particles = &mut solver.partition.particles;
    let (x, u) = (particles.reference[slot], particles.displacement[slot]);
    let (v, p) = (particles.velocity[slot], particles.predicted[slot]);
    let wide = |c: usize| f64::from(x[c]);
    let before: V3 = core::array::from_fn(|c| wide(c) + (f64::from(p[c]) - h * f64::from(v[c])));
    let at: V3 = core::array::from_fn(|c| wide(c) + f64::from(u[c]));
    let start = start_frame.undo(before).map(|c| c as f32);
    let end = frame.undo(at).map(|c| c as f32);
    let Some((depth, normal)) = contact(&collider.shape, radius, start, end) else {
        let distance = collider.shape.project(end).0 - radius;
        let largest = end.into_iter().chain([u[0], u[1], u[2]]).map(f32::abs).fold(0.0, f32::max);
        return Err(if distance > ROUNDING * largest { distance } else { 0.0 });
    };
    let normal = frame.turn(normal.map(f64::from));
    let inside = f64::from(radius) - f64::from(collider.shape.project(start).0);
    let depth = f64::from(depth);
    if !(depth.is_finite() && normal.iter().all(|c| c.is_finite())) {
        return Err(0.0);
    }
    let cleared = inside.max(0.0).min(depth);
    particles.touched[slot] = true;
    for (c, along) in normal.iter().enumerate() {
        let by = (cleared * along) as f32;
        let largest = MAX_COORDINATE;
        for records in [&mut particles.displacement, &mut particles.predicted] {
            records[slot][c] = (records[slot][c] + by).clamp(-largest, largest);
        }
    }
    let particle_mobility = f64::from(x[3]);
    let gravity = solver.settings.environment.gravity.map(f64::from);
    let lifted = -cleared * dot(gravity, normal) / particle_mobility;
    solver.energy.add(solver.components.of_slot[slot], lifted.max(0.0));
    let place = add(at, scale(normal, depth));
    let arm = sub(place, copy.predicted.position);
    let body_path = sub(place, start_frame.apply(frame.undo(place)));
    let speed = sub([v[0], v[1], v[2]].map(f64::from), scale(body_path, 1.0 / h));
    let lever = cross(arm, normal);
    let turn = copy.turn_by(lever);
    Ok(Contact {
        particle: 0,
        body: collider.body,
        friction: f64::from(collider.friction),
        restitution: f64::from(collider.restitution),
        normal,
        arm,
        lever,
        turn,
        depth: depth - cleared,
        mobility: particle_mobility + copy.inverse_mass + dot(lever, turn),
        path: sub(sub(at, before), body_path),
        approach: dot(normal, speed),
        pushed: 0.0,
        total: [0.0; 3],
    })
}
