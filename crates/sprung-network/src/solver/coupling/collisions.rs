//! Contacts of particles with the colliders of bodies.

use alloc::vec;
use alloc::vec::Vec;

use sprung::{Real, Rotation};

use crate::contact_point::ContactPoint;
use crate::environment::Environment;
use crate::error::MAX_COORDINATE;
use crate::geometry::contact_shape::{ContactShape, contact, inside_along};
use crate::geometry::vector::{add, dot, scale, sub};
use crate::solver::state::Solver;

use super::attachments::Attachments;
use super::body_collider::BodyCollider;
use super::body_copy::{BodyCopy, Frame, Pose};
use super::contact::{Contact, Contacts};

type V3 = [f64; 3];

/// The part of the inner radius of a shape within which its surface is taken to be flat.
const FLAT: f32 = 1e-3;

/// The colliders of a coupling, and what may touch them in a step.
#[derive(Clone, Debug)]
pub(super) struct Collisions<S> {
    pub(super) colliders: Vec<BodyCollider<S>>,
    /// Of every particle, m.
    pub(super) radius: f32,
    /// By slot: it does not touch bodies.
    is_attached: Vec<bool>,
    /// Particles that may touch a collider in this step.
    near: Vec<Near>,
    /// By collider: its frame at the start of the step, and how far particles that may touch it are from there, m.
    first: Vec<(Frame, f64)>,
    /// Of this sub-step.
    contacts: Contacts,
}

/// A particle that may touch a collider in this step, and the surface around it when that was last looked up.
#[derive(Clone, Copy, Debug)]
struct Near {
    slot: u32,
    collider: u32,
    /// The displacement of the particle then.
    at: [f32; 3],
    /// It touches nothing until it and the shape have moved by this, m, since then and since the step began.
    slack: f32,
    seen: Seen,
}

/// The surface of a shape around a point, in the frame of the shape.
#[derive(Clone, Copy, Debug)]
struct Seen {
    from: V3,
    /// The distance of the surface from a particle there, m, and its outward normal.
    room: f64,
    normal: V3,
}

/// A contact of a particle with a shape.
struct Touch {
    /// At the end of its path, m.
    depth: f64,
    /// At the start, along the normal, m; not above 0 where it started outside.
    inside: f64,
    /// Outward, in the frame of the shape.
    normal: V3,
}

impl Near {
    fn new(slot: usize, collider: usize) -> Self {
        let seen = Seen { from: [0.0; 3], room: 0.0, normal: [0.0; 3] };
        let at = [0.0; 3];
        Self { slot: slot as u32, collider: collider as u32, at, slack: 0.0, seen }
    }

    /// Looks up the surface and returns it; the shape has moved by up to `shift` since the step began.
    fn look(
        &mut self,
        shape: &impl ContactShape,
        radius: f32,
        from: [f32; 3],
        (at, shift): ([f32; 3], f32),
    ) -> (f32, [f32; 3]) {
        self.at = at;
        let (distance, normal) = shape.project(from);
        self.slack = distance - radius - shift;
        self.seen = Seen {
            from: wide(from),
            room: f64::from(distance) - f64::from(radius),
            normal: wide(normal),
        };
        (distance, normal)
    }

    /// True if the particle touches nothing on a path between two displacements.
    #[inline(always)]
    fn is_free(&self, ends: [[f32; 3]; 2], shift: f32) -> bool {
        let left = self.slack - shift;
        let [a, b] = ends.map(|end| sub(end, self.at)).map(|by| dot(by, by));
        left > 0.0 && a < left * left && b < left * left
    }

    /// Returns the contact after a straight path, if any. Looks up the surface again only if it is not flat around the path.
    #[inline(always)]
    fn touch(
        &mut self,
        shape: &impl ContactShape,
        radius: f32,
        path: [V3; 2],
        now: ([f32; 3], f32),
    ) -> Option<Touch> {
        let inner = shape.inner_radius();
        if let Some(touch) = self.seen.touch(path, inner) {
            return (touch.depth > 0.0).then_some(touch);
        }
        let [start, end] = path.map(|point| point.map(|c| c as f32));
        let surface = self.look(shape, radius, end, now);
        let (depth, normal) = contact(shape, radius, start, end, surface)?;
        let (distance, outward) = shape.project(start);
        let before = radius - distance;
        let along = depth + dot(normal, sub(end, start));
        let inside =
            if before > 0.0 { inside_along((before, outward), normal, along) } else { 0.0 };
        let (depth, inside, normal) = (f64::from(depth), f64::from(inside), wide(normal));
        Some(Touch { depth, inside, normal })
    }
}

impl Seen {
    /// Returns the contact after a straight path with a depth of any sign; `None` if the surface is not flat around it.
    #[inline(always)]
    fn touch(&self, path: [V3; 2], inner: f32) -> Option<Touch> {
        let (flat, tall) = (f64::from(FLAT * inner), f64::from(0.25 * inner));
        let [start, end] = path.map(|point| sub(point, self.from));
        let [high, low] = [start, end].map(|at| dot(self.normal, at));
        let across = (dot(start, start) - high * high).max(dot(end, end) - low * low);
        let is_flat = across <= flat * flat && high.abs().max(low.abs()) <= tall;
        let [inside, depth] = [high, low].map(|along| -(self.room + along));
        is_flat.then_some(Touch { depth, inside, normal: self.normal })
    }
}

/// The frame of a collider at the start and at the end of a sub-step.
#[derive(Clone, Copy, Debug, Default)]
struct Moving {
    frames: [Frame; 2],
    /// By how much, at most, points within reach have moved since the step began, m.
    shift: f32,
}

impl Moving {
    fn new<S: ContactShape>(
        collider: &BodyCollider<S>,
        copy: &BodyCopy,
        first: &Frame,
        reach: f64,
    ) -> Self {
        let place = place(collider);
        let frames = [&copy.pose, &copy.predicted].map(|pose| Frame::new(pose, &place));
        let shifts = frames.map(|frame| {
            let turned = (0..3).map(|c| length(sub(frame.axes[c], first.axes[c]))).sum::<f64>();
            length(sub(frame.origin, first.origin)) + turned * reach
        });
        Self { frames, shift: shifts[0].max(shifts[1]) as f32 }
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
        let first = vec![(Frame::default(), 0.0); colliders.len()];
        let contacts = Contacts::with_capacity(solver.len(), colliders.len());
        Self { colliders, radius: 0.0, is_attached, near, first, contacts }
    }

    /// Finds the particles that may touch a collider in a step of `dt` seconds: those that are closer than what the
    /// fastest particle and body move and an eighth of its size.
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
        // Air takes a particle at most to its own velocity.
        let blown = if drag > 0.0 { length(wide(wind)) } else { 0.0 };
        let particle_speed = Real::sqrt(f64::from(fastest)) + blown + length(wide(gravity)) * dt;
        let body_speed = self.colliders.iter().fold(0.0_f64, |most, collider| {
            let copy = &copies[collider.body];
            let size = f64::from(collider.shape.bounding_radius());
            let arm = size + length(wide(collider.position));
            let speed = length(copy.velocity) + dt * length(copy.acceleration);
            let turns = length(copy.angular_velocity) + dt * length(copy.angular_acceleration);
            most.max(speed + if turns > 0.0 { arm * turns } else { 0.0 })
        });
        for (i, collider) in self.colliders.iter().enumerate() {
            let copy = &copies[collider.body];
            let size = f64::from(collider.shape.bounding_radius());
            let margin = if size.is_finite() { size / 8.0 } else { 0.0 };
            let path = dt * (particle_speed + body_speed) + margin;
            let reach = size + f64::from(self.radius) + path;
            let squared = (reach * reach) as f32;
            let frame = Frame::new(&copy.pose, &place(collider));
            self.first[i] = (frame, reach);
            let center = frame.origin.map(|c| c as f32);
            let records = particles.reference.iter().zip(&*particles.displacement).enumerate();
            for (slot, (x, u)) in records {
                let from: [f32; 3] = core::array::from_fn(|c| (x[c] - center[c]) + u[c]);
                let is_beyond = dot(from, from) > squared;
                let is_attached = || self.is_attached.get(slot).is_some_and(|attached| *attached);
                if is_beyond || x[3] == 0.0 || is_attached() {
                    continue;
                }
                let at: V3 = core::array::from_fn(|c| f64::from(x[c]) + f64::from(u[c]));
                let point = frame.undo(at).map(|c| c as f32);
                let mut near = Near::new(slot, i);
                near.look(&collider.shape, self.radius, point, ([u[0], u[1], u[2]], 0.0));
                let is_beyond = near.seen.room > path;
                if !is_beyond {
                    self.near.push(near);
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
        self.contacts.clear();
        let (mut last, mut moving) = (u32::MAX, Moving::default());
        for near in &mut self.near {
            let index = near.collider as usize;
            let collider = &self.colliders[index];
            if near.collider != last {
                let (first, reach) = &self.first[index];
                moving = Moving::new(collider, &copies[collider.body], first, *reach);
                last = near.collider;
            }
            let found = find(collider, self.radius, solver, copies, &moving, near, h);
            let Some(found) = found else { continue };
            if self.contacts.is_full() {
                self.contacts.solve(solver, copies, h);
                self.contacts.clear();
            }
            self.contacts.add(collider.body, &found);
        }
        self.contacts.solve(solver, copies, h);
    }

    /// The contacts of this sub-step, each with its body.
    pub(super) fn points<'a>(
        &'a self,
        copies: &'a [BodyCopy],
    ) -> impl Iterator<Item = (usize, ContactPoint)> + 'a {
        self.contacts.pushed().map(|(body, arm, normal)| {
            let position = add(copies[body].pose.position, arm);
            let [position, normal] = [position, normal].map(|v| v.map(|c| c as f32));
            (body, ContactPoint { position, normal })
        })
    }

    /// Restitution at the end of a sub-step.
    pub(super) fn bounce(&self, solver: &mut Solver, copies: &mut [BodyCopy]) {
        self.contacts.bounce(solver, copies);
    }
}

fn length(v: V3) -> f64 {
    Real::sqrt(dot(v, v))
}

fn wide(v: [f32; 3]) -> V3 {
    v.map(f64::from)
}

/// The frame of the shape in that of the body.
fn place<S>(collider: &BodyCollider<S>) -> Pose {
    let rotation = Rotation::from_xyzw(collider.rotation.xyzw().map(f64::from));
    Pose { position: wide(collider.position), rotation }
}

/// The contact of a particle with a collider. A particle that was inside at the start of the sub-step is put outside,
/// without a speed.
#[inline(always)]
fn find<S: ContactShape>(
    collider: &BodyCollider<S>,
    radius: f32,
    solver: &mut Solver,
    copies: &[BodyCopy],
    Moving { frames: [start_frame, frame], shift }: &Moving,
    near: &mut Near,
    h: f64,
) -> Option<Contact> {
    let slot = near.slot as usize;
    let copy = &copies[collider.body];
    let particles = &mut solver.partition.particles;
    let (x, u) = (particles.reference[slot], particles.displacement[slot]);
    let (v, p) = (particles.velocity[slot], particles.predicted[slot]);
    let started = |c: usize| f64::from(p[c]) - h * f64::from(v[c]);
    let ends = [[u[0], u[1], u[2]], [0, 1, 2].map(|c| started(c) as f32)];
    if near.is_free(ends, *shift) {
        return None;
    }
    let before: V3 = core::array::from_fn(|c| f64::from(x[c]) + started(c));
    let at: V3 = core::array::from_fn(|c| f64::from(x[c]) + f64::from(u[c]));
    let path = [start_frame.undo(before), frame.undo(at)];
    let touch = near.touch(&collider.shape, radius, path, (ends[0], *shift))?;
    let Touch { depth, inside, normal } = touch;
    let normal = frame.turn(normal);
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
