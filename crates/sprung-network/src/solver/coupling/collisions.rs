//! Contacts of particles with the colliders of bodies.

use alloc::vec;
use alloc::vec::Vec;

use sprung::{Real, Rotation};

use crate::environment::Environment;
use crate::error::MAX_COORDINATE;
use crate::geometry::contact_shape::{ContactShape, contact};
use crate::geometry::vector::{add, dot, scale, sub};
use crate::solver::state::Solver;

use super::attachments::Attachments;
use super::body_collider::BodyCollider;
use super::body_copy::{BodyCopy, Frame, Pose};
use super::contact::{Contact, Contacts};

type V3 = [f64; 3];

/// The colliders of a coupling, and what may touch them in a step.
#[derive(Clone, Debug)]
pub(super) struct Collisions<S> {
    pub(super) colliders: Vec<BodyCollider<S>>,
    /// Of every particle, m.
    pub(super) radius: f32,
    /// By slot: it does not touch bodies.
    is_attached: Vec<bool>,
    /// (slot, collider) that may touch in this step.
    near: Vec<(u32, u32)>,
    /// Of this sub-step.
    contacts: Contacts,
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
        let contacts = Contacts::with_capacity(solver.len(), colliders.len());
        Self { colliders, radius: 0.0, is_attached, near, contacts }
    }

    /// Finds the particles that may touch a collider in a step of `dt` seconds: those within its bounding ball and what
    /// the fastest of them and the body move.
    pub(super) fn begin(&mut self, solver: &mut Solver, copies: &[BodyCopy], dt: f32) {
        self.near.clear();
        if self.colliders.is_empty() {
            return;
        }
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
                    self.near.push((slot as u32, i as u32));
                }
            }
        }
    }

    /// The body and the slot of every particle that may touch it in this step.
    pub(super) fn near(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let body = |collider: u32| self.colliders[collider as usize].body;
        self.near.iter().map(move |&(slot, collider)| (body(collider), slot as usize))
    }

    /// True if particles may touch a body in this step.
    pub(super) fn are_near(&self) -> bool {
        !self.near.is_empty()
    }

    /// Keeps the particles out of the bodies and the bodies out of the particles, at the end of the free motion and the
    /// sweeps of a sub-step.
    pub(super) fn solve(&mut self, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        self.contacts.clear();
        let (mut last, mut frames) = (u32::MAX, [Frame::default(); 2]);
        for i in 0..self.near.len() {
            let (slot, index) = self.near[i];
            let collider = &self.colliders[index as usize];
            if index != last {
                let copy = &copies[collider.body];
                let place = Pose {
                    position: collider.position.map(f64::from),
                    rotation: Rotation::from_xyzw(collider.rotation.xyzw().map(f64::from)),
                };
                frames = [&copy.pose, &copy.predicted].map(|pose| Frame::new(pose, &place));
                last = index;
            }
            let found = find(collider, self.radius, solver, copies, &frames, slot as usize, h);
            let Some(found) = found else { continue };
            if self.contacts.is_full() {
                self.contacts.solve(solver, copies, h);
                self.contacts.clear();
            }
            self.contacts.add(self.colliders[index as usize].body, &found);
        }
        self.contacts.solve(solver, copies, h);
    }

    /// Restitution at the end of a sub-step.
    pub(super) fn bounce(
        &self,
        solver: &mut Solver,
        copies: &mut [BodyCopy],
        h: f64,
        is_pending: bool,
    ) {
        self.contacts.bounce(solver, copies, h, is_pending);
    }
}

/// The contact of a particle with a collider. A particle that was inside at the start of the sub-step is put outside,
/// without a speed.
fn find<S: ContactShape>(
    collider: &BodyCollider<S>,
    radius: f32,
    solver: &mut Solver,
    copies: &[BodyCopy],
    [start_frame, frame]: &[Frame; 2],
    slot: usize,
    h: f64,
) -> Option<Contact> {
    let copy = &copies[collider.body];
    let particles = &mut solver.partition.particles;
    let (x, u) = (particles.reference[slot], particles.displacement[slot]);
    let (v, p) = (particles.velocity[slot], particles.predicted[slot]);
    let wide = |c: usize| f64::from(x[c]);
    let before: V3 = core::array::from_fn(|c| wide(c) + (f64::from(p[c]) - h * f64::from(v[c])));
    let at: V3 = core::array::from_fn(|c| wide(c) + f64::from(u[c]));
    let start = start_frame.undo(before).map(|c| c as f32);
    let end = frame.undo(at).map(|c| c as f32);
    let (depth, normal) = contact(&collider.shape, radius, start, end)?;
    let normal = frame.turn(normal.map(f64::from));
    let inside = f64::from(radius) - f64::from(collider.shape.project(start).0);
    let depth = f64::from(depth);
    if !(depth.is_finite() && normal.iter().all(|c| c.is_finite())) {
        return None;
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
    let displacement = solver.partition.particles.displacement[slot];
    let place = add(at, scale(normal, depth));
    let arm = sub(place, copy.predicted.position);
    let body_path = sub(place, start_frame.apply(frame.undo(place)));
    let body_moved = copy.moved_at(arm);
    let speed = sub([v[0], v[1], v[2]].map(f64::from), scale(body_path, 1.0 / h));
    let path = sub(sub(at, before), add(body_path, body_moved));
    if !path.into_iter().chain(speed).all(f64::is_finite) {
        return None;
    }
    Some(Contact {
        slot,
        friction: f64::from(collider.friction),
        restitution: f64::from(collider.restitution),
        normal,
        arm,
        depth: depth - cleared + dot(normal, body_moved),
        particle_mobility,
        displacement: [displacement[0], displacement[1], displacement[2]].map(f64::from),
        body_moved,
        path,
        approach: dot(normal, speed),
    })
}
