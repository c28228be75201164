//! Particles tied to bodies: they follow the copies, and hand over the impulses of their edges.

use alloc::vec::Vec;

use crate::error::MAX_COORDINATE;
use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::particle::{MAX_INVERSE_MASS, MIN_INVERSE_MASS};
use crate::solver::layout::particles::Drift;
use crate::solver::state::Solver;

use super::attachment::Attachment;
use super::body_copy::BodyCopy;

type V3 = [f64; 3];

/// Masses are set anew where they have changed by more than this part: the bound of the inertia rounds as a body turns.
const CHANGED: f64 = 0.01;

/// All attachments of a coupling.
#[derive(Clone, Debug)]
pub(super) struct Attachments {
    pub(super) all: Vec<Attached>,
    /// The number of attachments of each body.
    counts: Vec<u32>,
    /// The sub-step for which the edges have their gains with the masses as they are.
    gains_for: f32,
    /// The edges of attached particles, and the number of all edges when they were found.
    edges: Vec<u32>,
    edge_count: usize,
}

/// One attachment during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attached {
    pub(super) particle: usize,
    pub(super) slot: usize,
    pub(super) body: usize,
    /// In the frame of the body, m.
    point: V3,
    pub(super) inverse_mass: f32,
    /// From the point of the body to the particle when the step begins; it is closed within the step.
    offset: V3,
    /// From the center of mass at the end of the free motion.
    arm: V3,
    /// Displacement and velocity that free motion gives the particle in this sub-step.
    displacement: [f32; 3],
    velocity: [f32; 3],
    /// Displacement at the end of the sub-step before.
    last: [f32; 3],
    /// Its velocity before the relaxation.
    between: [f32; 3],
    /// Of the edges on the body by positions in this sub-step, and of all on the body in this step, N·s.
    pushed: V3,
    pub(super) impulse: V3,
}

impl Attachments {
    pub(super) fn new(solver: &mut Solver, given: &[Attachment], copies: &[BodyCopy]) -> Self {
        let mut counts = alloc::vec![0; copies.len()];
        given.iter().for_each(|attachment| counts[attachment.body] += 1);
        let zero = [0.0; 3];
        let attached = |a: &Attachment| Attached {
            particle: a.particle,
            slot: solver.partition.slot[a.particle],
            body: a.body,
            point: a.point.map(f64::from),
            inverse_mass: -1.0,
            offset: zero,
            arm: zero,
            displacement: [0.0; 3],
            velocity: [0.0; 3],
            last: [0.0; 3],
            between: [0.0; 3],
            pushed: zero,
            impulse: zero,
        };
        let mut all = Self {
            all: given.iter().map(attached).collect(),
            counts,
            gains_for: 0.0,
            edges: Vec::new(),
            edge_count: 0,
        };
        all.all.iter().for_each(|a| solver.inverse_mass[a.particle] = 0.0);
        all.set_masses(solver, copies);
        solver.find_components();
        all
    }

    /// Gives the particles the masses of their bodies, where these have changed.
    pub(super) fn set_masses(&mut self, solver: &mut Solver, copies: &[BodyCopy]) {
        for a in &mut self.all {
            let copy = &copies[a.body];
            let w = f64::from(self.counts[a.body]) * copy.largest_mobility(a.point);
            if (w - f64::from(a.inverse_mass)).abs() <= CHANGED * w {
                continue;
            }
            let least = if copy.is_fixed() { 0.0 } else { MIN_INVERSE_MASS };
            a.inverse_mass = (w as f32).max(least).min(MAX_INVERSE_MASS);
            self.gains_for = 0.0;
            let particles = &mut solver.partition.particles;
            let (reference, displacement) = (&mut particles.reference, &mut particles.displacement);
            for records in
                [reference, displacement, &mut particles.velocity, &mut particles.predicted]
            {
                records[a.slot][3] = a.inverse_mass;
            }
        }
    }

    /// Computes the gains of the edges with the masses of the bodies at their ends.
    pub(super) fn set_gains(&mut self, solver: &mut Solver, h: f32, dt: f32) {
        if self.gains_for != h {
            solver.gains_for = 0.0;
            self.gains_for = h;
        }
        let is_changed = solver.changes.is_some();
        if solver.gains_for == h && !is_changed {
            return;
        }
        if is_changed && self.edge_count != solver.edges.len() {
            let is_attached = |p: usize| self.all.iter().any(|a| a.particle == p);
            let of_attached = solver.edges.iter().enumerate();
            let of_attached = of_attached.filter(|(_, e)| is_attached(e.a) || is_attached(e.b));
            self.edges.clear();
            self.edges.extend(of_attached.map(|(i, _)| i as u32));
            self.edge_count = solver.edges.len();
        }
        self.all.iter().for_each(|a| solver.inverse_mass[a.particle] = a.inverse_mass);
        solver.set_gains(h, dt);
        // A change takes attached particles for fixed ones.
        if is_changed {
            self.edges.iter().for_each(|&edge| solver.update_gains(edge as usize));
        }
        self.all.iter().for_each(|a| solver.inverse_mass[a.particle] = 0.0);
    }

    /// Starts a step.
    pub(super) fn begin(&mut self, solver: &mut Solver, copies: &[BodyCopy]) {
        for a in &mut self.all {
            let copy = &copies[a.body];
            let place = solver.partition.particles.all().place(a.slot as u32);
            a.offset = sub(place, copy.pose.apply(a.point));
            if !a.offset.iter().all(|c| c.is_finite()) {
                a.offset = [0.0; 3];
            }
            (a.impulse, a.pushed) = ([0.0; 3], [0.0; 3]);
            let [x, y, z, _] = solver.partition.particles.displacement[a.slot];
            a.last = [x, y, z];
            let moves = copy.velocity != [0.0; 3] || copy.angular_velocity != [0.0; 3];
            if a.inverse_mass == 0.0 && (moves || a.offset != [0.0; 3]) {
                for component in solver.components.adjacent_to(a.particle) {
                    solver.energy.drive(component);
                }
            }
        }
    }

    /// Puts the particles where free motion, which follows, takes them to the points of the copies, at their velocities.
    pub(super) fn predict(&mut self, solver: &mut Solver, copies: &[BodyCopy], drift: Drift) {
        let Drift { h, keep, add: fall, passed, .. } = drift;
        let particles = &mut solver.partition.particles;
        for a in &mut self.all {
            let copy = &copies[a.body];
            let left = if passed < 1.0 { 1.0 - f64::from(passed) } else { 0.0 };
            let point = copy.predicted.apply(a.point);
            a.arm = sub(point, copy.predicted.position);
            let reference = particles.reference[a.slot];
            let goal = add(point, scale(a.offset, left));
            let target: [f32; 3] =
                core::array::from_fn(|c| within(goal[c] - f64::from(reference[c])));
            let speed = copy.velocity_at(a.arm);
            for c in 0..3 {
                let before = (within(speed[c]) - fall[c]) / keep;
                let before = if before.is_finite() { before } else { 0.0 };
                // The same operations as those of the prediction.
                a.velocity[c] = before * keep + fall[c];
                let start = target[c] - a.velocity[c] * h;
                a.displacement[c] = start + a.velocity[c] * h;
                particles.velocity[a.slot][c] = before;
                particles.displacement[a.slot][c] = start;
                particles.predicted[a.slot][c] = start;
            }
        }
    }

    /// Hands over what the edges have moved, as impulses on the copies.
    pub(super) fn take_positions(
        &mut self,
        solver: &mut Solver,
        copies: &mut [BodyCopy],
        drift: Drift,
    ) {
        let h = f64::from(drift.h);
        for a in self.all.iter_mut().filter(|a| a.inverse_mass > 0.0) {
            a.pushed = [0.0; 3];
            let now = solver.partition.particles.displacement[a.slot];
            let moved: V3 =
                core::array::from_fn(|c| f64::from(now[c]) - f64::from(a.displacement[c]));
            if moved == [0.0; 3] || !moved.iter().all(|c| c.is_finite()) {
                continue;
            }
            let push = scale(moved, 1.0 / f64::from(a.inverse_mass));
            let impulse = scale(push, 1.0 / h);
            a.pushed = impulse;
            let copy = &mut copies[a.body];
            copy.push_position(a.arm, push);
            copy.push(a.arm, impulse);
            a.impulse = add(a.impulse, impulse);
        }
    }

    /// Puts the particles back on the copies, as these have moved in this sub-step. The work on the network is that of the
    /// impulses along the paths.
    pub(super) fn follow(&mut self, solver: &mut Solver, copies: &[BodyCopy], drift: Drift) {
        let rate = 1.0 / drift.h;
        for a in &mut self.all {
            let moved = copies[a.body].moved_at(a.arm);
            let displacement = &mut solver.partition.particles.displacement[a.slot];
            for c in 0..3 {
                displacement[c] = within(f64::from(a.displacement[c]) + moved[c]);
                // The same operations as those of the update.
                a.between[c] = a.velocity[c] + (displacement[c] - a.displacement[c]) * rate;
            }
            let now = [displacement[0], displacement[1], displacement[2]];
            let path: V3 = core::array::from_fn(|c| f64::from(now[c]) - f64::from(a.last[c]));
            a.last = now;
            credit(solver, a.particle, -dot(a.pushed, path) * f64::from(rate));
        }
    }

    /// Hands over what the relaxation has changed.
    pub(super) fn take_velocities(&mut self, solver: &mut Solver, copies: &mut [BodyCopy]) {
        for a in self.all.iter_mut().filter(|a| a.inverse_mass > 0.0) {
            let now = solver.partition.particles.velocity[a.slot];
            let change: V3 = core::array::from_fn(|c| f64::from(now[c]) - f64::from(a.between[c]));
            if change == [0.0; 3] || !change.iter().all(|c| c.is_finite()) {
                continue;
            }
            let impulse = scale(change, 1.0 / f64::from(a.inverse_mass));
            let mean = add(a.between.map(f64::from), scale(change, 0.5));
            credit(solver, a.particle, -dot(impulse, mean));
            copies[a.body].push(a.arm, impulse);
            a.impulse = add(a.impulse, impulse);
        }
    }

    /// Leaves the particles on their bodies at the end of a step.
    pub(super) fn end(&mut self, solver: &mut Solver, copies: &[BodyCopy]) {
        let particles = &mut solver.partition.particles;
        for a in &self.all {
            let copy = &copies[a.body];
            let arm = copy.pose.rotation.rotate(a.point);
            let place = add(copy.pose.position, arm);
            let speed = add(copy.velocity, cross(copy.angular_velocity, arm));
            for c in 0..3 {
                let reference = f64::from(particles.reference[a.slot][c]);
                particles.displacement[a.slot][c] = within(place[c] - reference);
                particles.velocity[a.slot][c] = within(speed[c]);
            }
        }
    }
}

/// Adds the work of a body on the components at an attached particle to their accounts, if it is not negative.
fn credit(solver: &mut Solver, particle: usize, work: f64) {
    if work > 0.0 {
        for component in solver.components.adjacent_to(particle) {
            solver.energy.add(component as u32, work);
        }
    }
}

/// The nearest number that a coordinate or velocity may be; 0 for NaN.
fn within(number: f64) -> f32 {
    let largest = f64::from(MAX_COORDINATE);
    if number.is_nan() { 0.0 } else { number.clamp(-largest, largest) as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Environment, Network, Particle, Settings};
    use sprung_body::Body;

    const DT: f32 = 0.01;

    /// A rod with one end tied to a body, 0.5 m from its center and that much off, in a step that has begun.
    fn begun(body: Body<f32>, off: f32) -> (Solver, Attachments, [BodyCopy; 1]) {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.5 + off, 0.0, 0.0], 1.0));
        net.add_particle(Particle::new([1.5, 0.0, 0.0], 1.0).with_velocity([0.0, 1.0, 0.0]));
        net.connect(0, 1);
        let environment = Environment::ZERO_G;
        let settings = Settings { environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let copies = [BodyCopy::new(&body).unwrap()];
        let tie = Attachment { particle: 0, body: 0, point: [0.5, 0.0, 0.0] };
        let mut attachments = Attachments::new(&mut solver, &[tie], &copies);
        let h = DT / solver.substeps as f32;
        attachments.set_gains(&mut solver, h, DT);
        solver.begin_step(h, DT);
        attachments.begin(&mut solver, &copies);
        (solver, attachments, copies)
    }

    /// True if the bound on the energy does not hold in a step.
    fn is_driven(body: Body<f32>, off: f32) -> bool {
        let (mut solver, ..) = begun(body, off);
        let slot = solver.partition.slot[1];
        solver.partition.particles.velocity[slot][1] = 1e5;
        solver.limit_energy(1.0);
        solver.partition.particles.velocity[slot][1] == 1e5
    }

    #[test]
    fn a_body_of_no_mobility_that_moves_does_work_that_is_not_known() {
        let fixed = Body::fixed();
        let moving = Body { velocity: [0.0, 0.0, 1.0], ..fixed };
        let turning = Body { angular_velocity: [0.0, 1.0, 0.0], ..fixed };
        assert!(!is_driven(fixed, 0.0));
        assert!(is_driven(fixed, 0.25));
        for body in [moving, turning] {
            assert!(is_driven(body, 0.0));
        }
        // The work of one with a mass is counted.
        let heavy = Body::new(10.0, [1.0; 3]);
        for body in [Body { velocity: [0.0, 0.0, 1.0], ..heavy }, heavy] {
            assert!(!is_driven(body, 0.25));
        }
    }

    #[test]
    fn what_is_not_finite_or_cannot_move_pushes_no_body() {
        let heavy = Body::new(2.0, [1.0; 3]);
        for (body, moved) in
            [(heavy, 0.0), (heavy, f32::NAN), (heavy, f32::INFINITY), (Body::fixed(), 0.25)]
        {
            let (mut solver, mut attachments, mut copies) = begun(body, 0.0);
            let h = DT / solver.substeps as f32;
            let per_step = 1.0 / DT;
            let add = [0.0; 3];
            let drift =
                Drift { h, keep: 1.0, add, passed: 1.0, per_step, update_is_pending: false };
            attachments.predict(&mut solver, &copies, drift);
            let slot = solver.partition.slot[0];
            solver.partition.particles.displacement[slot][1] += moved;
            attachments.take_positions(&mut solver, &mut copies, drift);
            attachments.follow(&mut solver, &copies, drift);
            solver.partition.particles.velocity[slot][1] = attachments.all[0].between[1] + moved;
            attachments.take_velocities(&mut solver, &mut copies);
            let [copy] = copies;
            for vector in [copy.impulse, copy.angular_impulse, copy.velocity, copy.moved] {
                assert_eq!(vector, [0.0; 3], "{body:?} {moved}");
            }
        }
    }
}
