//! One contact of a particle with a collider of a body.

use crate::geometry::vector::{add, add_scaled, cross, dot, scale, sub};
use crate::solver::state::Solver;

use super::body_copy::BodyCopy;

type V3 = [f64; 3];

const LARGEST: f64 = crate::error::MAX_COORDINATE as f64;

/// A particle that approaches slower than this does not bounce, m/s.
const MIN_BOUNCE_SPEED: f64 = 0.25;

/// A particle in contact, in f64 while its contacts are solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touching {
    pub(super) slot: usize,
    /// 1/kg.
    pub(super) mobility: f64,
    /// Its displacement when its first contact was found, and how far it has been moved since.
    pub(super) from: V3,
    pub(super) moved: V3,
}

/// A particle and a collider that touch in this sub-step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// The index of the [`Touching`] particle.
    pub(super) particle: usize,
    pub(super) body: usize,
    pub(super) friction: f64,
    pub(super) restitution: f64,
    /// Outward from the body.
    pub(super) normal: V3,
    /// From the center of mass of the body to the particle.
    pub(super) arm: V3,
    /// The angular impulse of a push of 1 N·s along the normal, and the turn of the body by it.
    pub(super) lever: V3,
    pub(super) turn: V3,
    /// Before anything is pushed, where the particle has not been moved, m.
    pub(super) depth: f64,
    /// Inverse masses of the particle and the body along the normal together, 1/kg.
    pub(super) mobility: f64,
    /// The path of the particle relative to the body in this sub-step, as it would be if it had not been moved.
    pub(super) path: V3,
    /// The velocity of the particle relative to the body along the normal, before the sub-step, m/s.
    pub(super) approach: f64,
    /// Pushed so far along the normal, and in all directions, kg·m.
    pub(super) pushed: f64,
    pub(super) total: V3,
}

impl Contact {
    /// Pushes the two apart by what is left of the depth, or takes back of what was pushed.
    #[inline]
    pub(super) fn project(&mut self, particle: &mut Touching, copy: &mut BodyCopy) {
        let Self { normal, lever, turn, .. } = *self;
        let body_moved = dot(normal, copy.moved) + dot(lever, copy.turned);
        let left = self.depth - dot(normal, particle.moved) + body_moved;
        let pushed = (self.pushed + left / self.mobility).max(0.0);
        let push = pushed - self.pushed;
        if push == 0.0 || !push.is_finite() {
            return;
        }
        self.pushed = pushed;
        particle.moved = add_scaled(particle.moved, push * particle.mobility, normal);
        copy.moved = add_scaled(copy.moved, -push * copy.inverse_mass, normal);
        copy.turned = add_scaled(copy.turned, -push, turn);
    }

    /// Friction: against the path along the surface, by at most the coefficient times the push along the normal.
    pub(super) fn rub(&mut self, particle: &mut Touching, copy: &mut BodyCopy) {
        self.total = scale(self.normal, self.pushed);
        if self.friction == 0.0 || self.pushed == 0.0 {
            return;
        }
        let path = sub(add(self.path, particle.moved), copy.moved_at(self.arm));
        let slide = add_scaled(path, -dot(path, self.normal), self.normal);
        let squared = dot(slide, slide);
        if squared.is_nan() || squared <= 0.0 {
            return;
        }
        let lever = cross(self.arm, slide);
        let turn = copy.turn_by(lever);
        let mobility = particle.mobility + copy.inverse_mass + dot(lever, turn) / squared;
        let most = self.friction * self.pushed / sprung::Real::sqrt(squared);
        let push = (1.0 / mobility).min(most);
        if push.is_finite() {
            self.total = add_scaled(self.total, -push, slide);
            particle.moved = add_scaled(particle.moved, -push * particle.mobility, slide);
            copy.moved = add_scaled(copy.moved, push * copy.inverse_mass, slide);
            copy.turned = add_scaled(copy.turned, push, turn);
        }
    }

    /// Ends the sub-step of a contact: the body gets the impulse of what was pushed, and the account of the component of the
    /// particle the work along its path, if it is not negative.
    ///
    /// The particle is then where rounding has left it, and the body gets the same.
    pub(super) fn settle(
        &mut self,
        particle: &mut Touching,
        copy: &mut BodyCopy,
        solver: &mut Solver,
        h: f64,
    ) {
        let slot = particle.slot;
        let particles = &mut solver.partition.particles;
        let displacement = &mut particles.displacement[slot];
        let mut rounded = [0.0; 3];
        for c in 0..3 {
            let after = (particle.from[c] + particle.moved[c]).clamp(-LARGEST, LARGEST) as f32;
            displacement[c] = after;
            rounded[c] = (f64::from(after) - particle.from[c]) - particle.moved[c];
        }
        if rounded != [0.0; 3] {
            let push = scale(rounded, 1.0 / particle.mobility);
            self.total = add(self.total, push);
            particle.moved = add(particle.moved, rounded);
            copy.push_position(self.arm, scale(push, -1.0));
        }
        if self.total == [0.0; 3] {
            return;
        }
        copy.push(self.arm, scale(self.total, -1.0 / h));
        let [now, predicted, velocity] =
            [&particles.displacement, &particles.predicted, &particles.velocity]
                .map(|records| records[slot]);
        let path: V3 = core::array::from_fn(|c| {
            f64::from(now[c]) - f64::from(predicted[c]) + h * f64::from(velocity[c])
        });
        let work = dot(self.total, path) / (h * h);
        solver.energy.add(solver.components.of_slot[slot], work.max(0.0));
    }

    /// Restitution, after the velocities have been relaxed; those of the particles are yet to take what was moved if the
    /// update `is_pending`.
    pub(super) fn bounce(
        &self,
        particle: &Touching,
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
        let Touching { slot, mobility, .. } = *particle;
        let particles = &mut solver.partition.particles;
        let predicted = particles.predicted[slot];
        let displacement = particles.displacement[slot];
        let velocity = &mut particles.velocity[slot];
        let pending = |c: usize| (f64::from(displacement[c]) - f64::from(predicted[c])) / h;
        let now: V3 = core::array::from_fn(|c| {
            f64::from(velocity[c]) + if is_pending { pending(c) } else { 0.0 }
        });
        let rate = dot(self.normal, sub(now, copy.velocity_at(self.arm)));
        let impulse = (leaves - rate) / self.mobility;
        if impulse.is_nan() || impulse <= 0.0 {
            return;
        }
        let mut changed = [0.0; 3];
        for c in 0..3 {
            let before = velocity[c];
            let change = impulse * mobility * self.normal[c];
            velocity[c] = (f64::from(before) + change).clamp(-LARGEST, LARGEST) as f32;
            changed[c] = f64::from(velocity[c]) - f64::from(before);
        }
        let impulse = scale(changed, 1.0 / mobility);
        let mean = add(now, scale(changed, 0.5));
        solver.energy.add(solver.components.of_slot[slot], dot(impulse, mean).max(0.0));
        copy.push(self.arm, scale(impulse, -1.0));
    }
}
