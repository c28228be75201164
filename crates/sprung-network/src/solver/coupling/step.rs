//! One step of a network and of the copies of its bodies.

use sprung_body::Body;

use crate::environment::is_step;
use crate::geometry::contact_shape::ContactShape;
use crate::solver::layout::particles::Drift;
use crate::solver::state::Solver;

use super::body_copy::BodyCopy;
use super::body_coupling::BodyCoupling;

impl<S: ContactShape> BodyCoupling<S> {
    /// Advances the network by `dt` seconds, next to the same bodies as were given to [`new`](Self::new), as they are
    /// now. Sub-steps that are not within 1e-15 and 1e6 s move nothing, nor does NaN; the impulses are then 0.
    ///
    /// A body with a number that is not finite stands still, where it last was, until it is good again. A coupled network
    /// does not fall asleep.
    ///
    /// Allocates nothing, and gives the same bits on every machine.
    ///
    /// # Panics
    /// If the number of bodies has changed, or the solver is another one with fewer particles.
    pub fn step(&mut self, solver: &mut Solver, bodies: &[Body<f32>], dt: f32) {
        let known = self.copies.len();
        assert!(bodies.len() == known, "{} bodies for a coupling of {known}", bodies.len());
        self.read(bodies, dt);
        let h = dt / solver.substeps as f32;
        if !is_step(h) {
            return;
        }
        solver.wake();
        solver.prepare_step();
        self.has_moved = true;
        self.begin(solver, h, dt);
        solver.make_substeps(h, dt, |solver, drift, substep| self.substep(solver, drift, substep));
        self.clusters.restore(solver, &mut self.copies, &self.attachments, h);
        self.attachments.end(solver, &self.copies);
        solver.end_step(h, dt);
    }

    /// Takes over the bodies.
    fn read(&mut self, bodies: &[Body<f32>], dt: f32) {
        let known = self.copies.iter_mut().zip(&mut self.given);
        for ((copy, given), body) in known.zip(bodies) {
            match BodyCopy::new(body) {
                Some(mut read) => {
                    if self.has_moved {
                        read.follow(copy, f64::from(dt));
                    }
                    (*copy, *given) = (read, *body);
                }
                None => *copy = copy.frozen(),
            }
        }
    }

    fn begin(&mut self, solver: &mut Solver, h: f32, dt: f32) {
        self.attachments.set_masses(solver, &self.copies);
        self.attachments.set_gains(solver, h, dt);
        solver.begin_step(h, dt);
        self.attachments.begin(solver, &self.copies);
        self.collisions.begin(solver, &self.copies, dt);
        let Self { clusters, collisions, copies, attachments, .. } = self;
        let of_slot = |slot: usize| solver.components.of_slot[slot];
        let near = collisions.near().map(|(body, slot)| (body, of_slot(slot)));
        clusters.begin(solver, copies, attachments, near);
    }

    fn substep(&mut self, solver: &mut Solver, drift: Drift, substep: usize) -> bool {
        let Self { attachments, collisions, copies, .. } = self;
        let h = f64::from(drift.h);
        let part = f64::from(drift.h * drift.per_step);
        for copy in copies.iter_mut() {
            copy.catch_up(part);
            copy.predict(h);
        }
        attachments.predict(solver, copies, drift);
        // What a contact pushes into the network comes back in the next sub-step, unless its velocity is relaxed.
        let relaxes_always = collisions.are_near();
        let is_pending = solver.substep_with(drift, substep, relaxes_always, |solver| {
            attachments.take_positions(solver, copies, drift);
            collisions.solve(solver, copies, h);
            attachments.follow(solver, copies, drift);
        });
        if !is_pending {
            attachments.take_velocities(solver, copies);
        }
        collisions.bounce(solver, copies);
        copies.iter_mut().for_each(BodyCopy::advance);
        is_pending
    }
}
