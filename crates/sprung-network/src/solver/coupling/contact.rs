//! One contact of a particle with a collider of a body.

use crate::geometry::vector::{add, dot, scale, sub};
use crate::solver::state::Solver;

use super::body_copy::BodyCopy;

type V3 = [f64; 3];

const LARGEST: f64 = crate::error::MAX_COORDINATE as f64;

/// A particle that approaches slower than this does not bounce, m/s.
const MIN_BOUNCE_SPEED: f64 = 0.25;

/// A particle and a collider that touch in this sub-step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    pub(super) slot: usize,
    pub(super) body: usize,
    pub(super) friction: f64,
    pub(super) restitution: f64,
    /// Outward from the body.
    pub(super) normal: V3,
    /// From the center of mass of the body to the particle.
    pub(super) arm: V3,
    /// Before anything is pushed, m.
    pub(super) depth: f64,
    /// Inverse masses of the particle, and of the body along the normal, 1/kg.
    pub(super) particle_mobility: f64,
    pub(super) body_mobility: f64,
    /// The displacement of the particle, and of the point of the body, when the contact was found.
    pub(super) displacement: V3,
    pub(super) body_moved: V3,
    /// The path of the particle relative to the body in this sub-step.
    pub(super) path: V3,
    /// The velocity of the particle relative to the body along the normal, before the sub-step, m/s.
    pub(super) approach: f64,
    /// Pushed so far along the normal, and in all directions, kg·m.
    pub(super) pushed: f64,
    pub(super) total: V3,
}

impl Contact {
    /// The displacement of the particle since the contact was found, relative to the body.
    fn parted(&self, solver: &Solver, copy: &BodyCopy) -> V3 {
        let [x, y, z, _] = solver.partition.particles.displacement[self.slot].map(f64::from);
        let body = sub(copy.moved_at(self.arm), self.body_moved);
        sub(sub([x, y, z], self.displacement), body)
    }

    /// Pushes the two apart by what is left of the depth, or takes back of what was pushed.
    pub(super) fn project(&mut self, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        let left = self.depth - dot(self.normal, self.parted(solver, &copies[self.body]));
        let all = self.particle_mobility + self.body_mobility;
        let pushed = (self.pushed + left / all).max(0.0);
        let push = scale(self.normal, pushed - self.pushed);
        self.pushed = pushed;
        self.exchange(solver, &mut copies[self.body], push, h);
    }

    /// Friction: against the path along the surface, by at most the coefficient times the push along the normal.
    pub(super) fn rub(&mut self, solver: &mut Solver, copies: &mut [BodyCopy], h: f64) {
        let copy = &mut copies[self.body];
        let path = add(self.path, self.parted(solver, copy));
        let slide = sub(path, scale(self.normal, dot(path, self.normal)));
        let length = sprung::Real::sqrt(dot(slide, slide));
        if self.friction == 0.0 || self.pushed == 0.0 || length.is_nan() || length <= 0.0 {
            return;
        }
        let along = scale(slide, 1.0 / length);
        let all = self.particle_mobility + copy.mobility(self.arm, along);
        let push = (length / all).min(self.friction * self.pushed);
        self.exchange(solver, copy, scale(along, -push), h);
    }

    /// Moves the particle by a push, kg·m, and the body by the opposite one, at the same point.
    fn exchange(&mut self, solver: &mut Solver, copy: &mut BodyCopy, push: V3, h: f64) {
        if push == [0.0; 3] || !push.iter().all(|c| c.is_finite()) {
            return;
        }
        let particles = &mut solver.partition.particles;
        let displacement = &mut particles.displacement[self.slot];
        let mut moved = [0.0; 3];
        for c in 0..3 {
            let before = displacement[c];
            let after = f64::from(before) + push[c] * self.particle_mobility;
            let after = after.clamp(-LARGEST, LARGEST) as f32;
            displacement[c] = after;
            moved[c] = f64::from(after) - f64::from(before);
        }
        // What rounding has left of it, so that both get the same.
        let push = scale(moved, 1.0 / self.particle_mobility);
        let impulse = scale(push, 1.0 / h);
        self.total = add(self.total, push);
        copy.push_position(self.arm, scale(push, -1.0));
        copy.push(self.arm, scale(impulse, -1.0));
    }

    /// Adds the work on the particle along its path to the account of its component, if it is not negative.
    pub(super) fn credit(&self, solver: &mut Solver, h: f64) {
        let particles = &solver.partition.particles;
        let [now, predicted, velocity] =
            [&particles.displacement, &particles.predicted, &particles.velocity]
                .map(|records| records[self.slot]);
        let path: V3 = core::array::from_fn(|c| {
            f64::from(now[c]) - f64::from(predicted[c]) + h * f64::from(velocity[c])
        });
        let work = dot(self.total, path) / (h * h);
        solver.energy.add(solver.components.of_slot[self.slot], work.max(0.0));
    }

    /// Restitution, after the velocities have been relaxed; those of the particles are yet to take what was moved if the
    /// update `is_pending`.
    pub(super) fn bounce(
        &self,
        solver: &mut Solver,
        copies: &mut [BodyCopy],
        h: f64,
        is_pending: bool,
    ) {
        if self.pushed == 0.0 || self.restitution == 0.0 || self.approach > -MIN_BOUNCE_SPEED {
            return;
        }
        let leaves = -self.restitution * self.approach;
        let copy = &mut copies[self.body];
        let particles = &mut solver.partition.particles;
        let predicted = particles.predicted[self.slot];
        let displacement = particles.displacement[self.slot];
        let velocity = &mut particles.velocity[self.slot];
        let pending = |c: usize| (f64::from(displacement[c]) - f64::from(predicted[c])) / h;
        let now: V3 = core::array::from_fn(|c| {
            f64::from(velocity[c]) + if is_pending { pending(c) } else { 0.0 }
        });
        let rate = dot(self.normal, sub(now, copy.velocity_at(self.arm)));
        let impulse = (leaves - rate) / (self.particle_mobility + self.body_mobility);
        if impulse.is_nan() || impulse <= 0.0 {
            return;
        }
        let mut changed = [0.0; 3];
        for c in 0..3 {
            let before = velocity[c];
            let change = impulse * self.particle_mobility * self.normal[c];
            velocity[c] = (f64::from(before) + change).clamp(-LARGEST, LARGEST) as f32;
            changed[c] = f64::from(velocity[c]) - f64::from(before);
        }
        let impulse = scale(changed, 1.0 / self.particle_mobility);
        let mean = add(now, scale(changed, 0.5));
        solver.energy.add(solver.components.of_slot[self.slot], dot(impulse, mean).max(0.0));
        copy.push(self.arm, scale(impulse, -1.0));
    }
}
