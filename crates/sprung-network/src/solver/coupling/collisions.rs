//! Contacts of particles with the colliders of bodies.

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::dispatch;
use sprung::{Real, Rotation};

use crate::environment::Environment;
use crate::error::MAX_COORDINATE;
use crate::geometry::contact_shape::{ContactShape, contact};
use crate::geometry::vector::{dot, sub};
use crate::kernel::body_candidates::{
    Candidates, Frame, Moving, Touched, lanes_of, measure, touch,
};
use crate::kernel::body_contacts::{Eight, LANES, Lane};
use crate::solver::state::Solver;

use super::attachments::Attachments;
use super::body_collider::BodyCollider;
use super::body_copy::{BodyCopy, Pose};
use super::contact::Contacts;

type V3 = [f64; 3];

/// The part of the inner radius of a shape within which its surface is taken to be flat.
const FLAT: f32 = 1e-3;

/// Particles that are closer than this part of what may touch in a step are kept next to each other.
const CLOSE: f64 = 0.125;

/// The colliders of a coupling, and what may touch them in a step.
#[derive(Clone, Debug)]
pub(super) struct Collisions<S> {
    pub(super) colliders: Vec<BodyCollider<S>>,
    /// Of every particle, m.
    pub(super) radius: f32,
    /// By slot: it does not touch bodies.
    is_attached: Vec<bool>,
    /// By slot: it may touch a collider in this step. For a while.
    is_near: Vec<bool>,
    /// Particles that may touch a collider in this step, collider by collider.
    near: Vec<Candidates>,
    /// By collider: one past the last of them.
    ends: Vec<usize>,
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
        // One more that is not full, for those that are close and for those that are not.
        let most = solver.len().div_ceil(LANES) + 2;
        let near = Vec::with_capacity(most * colliders.len());
        let ends = vec![0; colliders.len()];
        let contacts = Contacts::with_capacity(solver.len(), colliders.len());
        Self {
            colliders,
            radius: 0.0,
            is_attached,
            is_near: vec![false; slots],
            near,
            ends,
            contacts,
        }
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
            // Those with room for one more: of close particles, and of others.
            let mut open: [Option<usize>; 2] = [None; 2];
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
                let (distance, normal) = collider.shape.project(point);
                let room = distance - self.radius;
                if f64::from(room) > path {
                    continue;
                }
                let open = &mut open[usize::from(f64::from(room) > CLOSE * path)];
                let at = match *open {
                    Some(at) if self.near[at].count < LANES => at,
                    _ => {
                        self.near.push(Candidates::EMPTY);
                        self.near.len() - 1
                    }
                };
                *open = Some(at);
                let near = &mut self.near[at];
                let lane = near.add(slot as u32);
                near.see(lane, point, room, normal);
            }
            self.ends[i] = self.near.len();
        }
    }

    /// The body and the slot of every particle that may touch it in this step.
    pub(super) fn near(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of_collider = |i: usize| {
            let first = if i == 0 { 0 } else { self.ends[i - 1] };
            let slots = |near: &'_ Candidates| (near.slots, near.count);
            let body = self.colliders[i].body;
            let all = self.near[first..self.ends[i]].iter().map(slots);
            all.flat_map(move |(slots, count)| (0..count).map(move |k| (body, slots[k] as usize)))
        };
        (0..if self.near.is_empty() { 0 } else { self.colliders.len() }).flat_map(of_collider)
    }

    /// Finds the lines of the network that are near bodies.
    pub(super) fn mark_near(&mut self, solver: &mut Solver) {
        if self.near.is_empty() || solver.partition.lines.is_empty() {
            return;
        }
        let mut set = |near: bool| {
            for candidates in &self.near {
                for &slot in &candidates.slots[..candidates.count] {
                    if let Some(is_near) = self.is_near.get_mut(slot as usize) {
                        *is_near = near;
                    }
                }
            }
        };
        set(true);
        let is_near = &self.is_near;
        solver.partition.lines.find_near(|slot| is_near.get(slot).is_some_and(|near| *near));
        self.is_near.fill(false);
    }

    /// True if particles may touch a body in this step.
    pub(super) fn are_near(&self) -> bool {
        !self.near.is_empty()
    }

    /// Keeps the particles out of the bodies and the bodies out of the particles, at the end of the free motion and the
    /// sweeps of a sub-step.
    pub(super) fn solve(&mut self, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        self.contacts.clear();
        if self.near.is_empty() {
            return;
        }
        let mut first = 0;
        for (collider, &end) in self.colliders.iter().zip(&self.ends) {
            while first < end {
                let near = &mut self.near[first..end];
                first += add(&mut self.contacts, collider, self.radius, solver, copies, near, h);
                if first < end {
                    // There is no memory for more.
                    self.contacts.solve(solver, copies, h);
                    self.contacts.clear();
                }
            }
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

/// Looks up the surface where it is not known around the path of a particle.
fn look_up(near: &mut Candidates, shape: &impl ContactShape, radius: f32) {
    for lane in lanes_of(near.unknown) {
        let [start, end] = near.path(lane);
        let (distance, outward) = shape.project(end);
        near.see(lane, end, distance - radius, outward);
        let Some((depth, normal)) = contact(shape, radius, start, end, (distance, outward)) else {
            continue;
        };
        let is_traced = depth != radius - distance || normal != outward;
        if is_traced {
            // The path was traced to where it enters.
            near.see(lane, [f32::INFINITY; 3], 0.0, normal);
        }
        let path = sub(end, start);
        let along = dot(path, outward);
        let across = dot(path, path) - along * along;
        let flat = FLAT * shape.inner_radius();
        let inside = if !is_traced && across <= flat * flat {
            depth + along
        } else {
            radius - shape.project(start).0
        };
        near.depth[lane] = f64::from(depth);
        near.inside[lane] = f64::from(inside);
        near.touching |= 1 << lane;
    }
}

/// Adds the contacts of particles with a collider, as far as there is memory, and returns how many of `all` were looked at.
/// A particle that was inside at the start of the sub-step is put outside, without a speed.
fn add<S: ContactShape>(
    contacts: &mut Contacts,
    collider: &BodyCollider<S>,
    radius: f32,
    solver: &mut Solver,
    copies: &[BodyCopy],
    all: &mut [Candidates],
    h: f64,
) -> usize {
    let (copy, level) = (&copies[collider.body], solver.level);
    let place = place(collider);
    let frames = [&copy.pose, &copy.predicted].map(|pose| Frame::new(pose, &place));
    let inner = collider.shape.inner_radius();
    let (flat, tall) = (f64::from(FLAT * inner), f64::from(0.25 * inner));
    let moving = Moving { frames, flat, tall };
    let places = solver.partition.particles.places();
    dispatch!(level, s => measure(s, all, places, &moving, h));
    let touched = Touched {
        frames,
        center: copy.predicted.position,
        moved: copy.moved,
        turned: copy.turned,
        friction: f64::from(collider.friction),
        restitution: f64::from(collider.restitution),
        h,
    };
    for (i, near) in all.iter_mut().enumerate() {
        look_up(near, &collider.shape, radius);
        if near.touching == 0 {
            continue;
        }
        if contacts.is_full() {
            return i;
        }
        let eight = contacts.add(collider.body);
        let places = solver.partition.particles.places();
        let inside = dispatch!(level, s => touch(s, near, places, &touched, eight));
        put_outside(eight, &inside, solver);
    }
    all.len()
}

/// Puts particles outside that were inside at the start of a sub-step.
fn put_outside(eight: &mut Eight, inside: &Lane, solver: &mut Solver) {
    let gravity = wide(solver.settings.environment.gravity);
    for lane in lanes_of(eight.used) {
        let slot = eight.slots[lane] as usize;
        let particles = &mut solver.partition.particles;
        particles.touched[slot] = true;
        let cleared = inside[lane];
        if cleared == 0.0 {
            continue;
        }
        let normal: V3 = [0, 1, 2].map(|c| eight.normal[c][lane]);
        for records in [&mut particles.displacement, &mut particles.predicted] {
            let mut record = records[slot];
            for (coordinate, along) in record.iter_mut().zip(normal) {
                let there = *coordinate + (cleared * along) as f32;
                *coordinate = there.clamp(-MAX_COORDINATE, MAX_COORDINATE);
            }
            records[slot] = record;
        }
        for (c, displacement) in eight.displacement.iter_mut().enumerate() {
            displacement[lane] = f64::from(particles.displacement[slot][c]);
        }
        let lifted = -cleared * dot(gravity, normal) * eight.mass[lane];
        solver.energy.add(solver.components.of_slot[slot], lifted.max(0.0));
    }
}
