//! One step of sixteen rods side by side.
//!
//! ```text
//! forward    predict each segment, its joint's torque and stiffness, eliminate its block
//! back       forces and rotations by back substitution
//! trial      the configuration and its energy; a quarter of the rotations where there would be more energy than before
//! commit     frames, velocities no faster than the energy allows
//! ```

#![allow(clippy::needless_range_loop, reason = "a segment and the one after it")]

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::factor::Block;
use crate::group::{Group, Segment, Step, Work};
use crate::lanes::{
    Quaternion, Vector, Wide, ZERO, add, add_scaled, apply, cayley, choose, cross, dot, dyad,
    limit, load, number, product, scale, splat, store, sub, sum, third_axis, turned_by,
};
use crate::trial::Trial;

/// Radians that a segment is predicted to turn at most in a step, and that the solve may add to it.
const MAX_PREDICTED: f32 = 1.0;

const MAX_SOLVED: f32 = 2.0;

/// What of the energies at the ends of a step may be rounding.
const ROUNDING: f32 = 2e-6;

/// The part of a change of the inner force that a rod between two fixed ends gives way to: where it is taut, its forces are not
/// determined.
const SLACK: f32 = 1e-5;

/// The part of the energy that a step may give back of what steps before it have taken: a step that keeps energy on average goes
/// up and down by less.
const MAX_CREDIT: f32 = 0.01;

/// The part of the energy of the rigid motion of a free rod that a trial must leave to it: but for rounding, all.
const NEEDED: f32 = 0.9999;

/// Trials of a configuration, each with a quarter of the rotations of the one before, and the last one with none.
const TRIALS: usize = 5;

/// A segment where it is predicted to be, in the middle of the step.
#[derive(Clone, Copy)]
struct Predicted<S: Simd> {
    before: Quaternion<S>,
    tangent_before: Vector<S>,
    frame: Quaternion<S>,
    tangent: Vector<S>,
    edge: Vector<S>,
    turn: Vector<S>,
    /// What its edge has changed.
    change: Vector<S>,
    length: Wide<S>,
}

impl Group {
    /// Advances by a step.
    #[inline(always)]
    pub(crate) fn advance<S: Simd>(&mut self, s: S, step: Step, work: &mut [Work]) {
        self.prefetch();
        let base = self.base(s, step);
        self.move_ends(s, &base);
        let moments = if self.has_free() { Some(self.moments(s, None)) } else { None };
        let energy = self.forward(s, &base, work);
        let has = energy[0] + energy[1] + number(s, &self.credit);
        self.back(s, &base, work);
        let zero = Wide::splat(s, 0.0);
        let mut part = Wide::splat(s, 1.0);
        let one = Wide::splat(s, 1.0);
        let mut tried = Trial {
            kinetic: zero,
            potential: zero,
            size: zero,
            bent: zero,
            start: splat(s, [0.0; 3]),
        };
        let mut left = zero;
        for trial in 0..TRIALS {
            tried = self.trial(s, &base, part, work);
            let rest = has - tried.potential;
            let tolerance = (energy[1] + tried.size) * ROUNDING;
            // Where a number is NaN, too, it is not.
            let needed = match &moments {
                Some(before) => self.rigid_energy(s, &base, before, work) * NEEDED,
                None => zero,
            };
            let is_less = (rest + tolerance).simd_ge(needed);
            left = (is_less & rest.simd_gt(0.0)).select(rest, zero);
            if is_less.all_true() {
                break;
            }
            let less = if trial + 2 < TRIALS { part * 0.25 } else { zero };
            part = is_less.select(part, less);
        }
        if let Some(moments) = moments {
            tried.kinetic = self.keep_momentum(s, &base, &moments, tried.kinetic, left, work);
        }
        tried.bent.store_array(self.bent.get_or_insert(ZERO));
        let is_slower = tried.kinetic.simd_le(left);
        let speed = is_slower.select(one, (left / tried.kinetic).sqrt());
        let rest = left - tried.kinetic * speed * speed;
        let most = (energy[0] + energy[1]) * MAX_CREDIT;
        let rest = rest.simd_gt(0.0).select(rest, zero);
        let rest = rest.simd_lt(most).select(rest, most);
        // Energy is measured relative to the ends: where they move, another one in the next step.
        let mut moved = zero;
        for vector in [base.moves[0], base.moves[1], base.turns[0], base.turns[1]] {
            moved += dot(vector, vector);
        }
        let is_kept = rest.simd_lt(1e30) & moved.simd_le(zero);
        is_kept.select(rest, zero).store_array(&mut self.credit);
        self.commit(s, &base, speed, tried.start, work);
    }

    #[inline(always)]
    fn predict<S: Simd>(s: S, base: &Base<S>, segment: &Segment, start: Vector<S>) -> Predicted<S> {
        let before = load(s, &segment.frame);
        let tangent_before = third_axis(before);
        let length = number(s, &segment.length);
        let rate = sub(load(s, &segment.vertex.velocity), start);
        let across =
            scale(cross(tangent_before, rate), length * number(s, &segment.inverse_square));
        let turn = add_scaled(across, tangent_before, number(s, &segment.spin));
        let turn = limit(s, scale(turn, base.part), MAX_PREDICTED);
        let frame = product(cayley(s, turn), before);
        let tangent = third_axis(frame);
        // The vertices move on straight lines: the edge in the middle of the step is between those at its ends.
        let whole = cayley(s, scale(turn, Wide::splat(s, 1.0) / base.theta));
        let change = scale(turned_by(whole, tangent_before), length * base.theta);
        let edge = add_scaled(change, tangent_before, length);
        Predicted { before, tangent_before, frame, tangent, edge, turn, change, length }
    }

    /// Predicts, assembles and eliminates. Returns the kinetic energy relative to the base, and that of bending and twist.
    #[inline(always)]
    fn forward<S: Simd>(&mut self, s: S, base: &Base<S>, work: &mut [Work]) -> [Wide<S>; 2] {
        let zero = Wide::splat(s, 0.0);
        let none = splat(s, [0.0; 3]);
        let one = Wide::splat(s, 1.0);
        let stiffer = number(s, &self.damping) / base.part;
        let factor = stiffer + 1.0;
        let inverse_part = one / base.part;
        let inverse_square = inverse_part * inverse_part;
        let is_between = (number(s, &self.is_fixed[0]) * number(s, &self.is_fixed[1])).simd_gt(0.0);
        let slack = is_between.select(Wide::splat(s, SLACK), zero);
        // The end's motion is spread over the rod, and what was missing to it is closed.
        let drift = add(base.gap, scale(base.base[1], base.theta));
        // That between the segments is known from the step before.
        let (is_new, mut potential) = match &self.bent {
            Some(bent) => (false, number(s, bent)),
            None => (true, zero),
        };
        let mut kinetic = zero;
        let count = self.segments.len();
        // The joint at the start.
        let start_frame = load(s, &self.end_frames[0]);
        let start_axis = third_axis(start_frame);
        let start_velocity = load(s, &self.start.velocity);
        let (mut moved, mut a) = self.free(s, base, &self.start, 0);
        let mut part = zero;
        kinetic += self.kinetic(s, base, &self.start, start_velocity, 0);
        let mut here = Self::predict(s, base, &self.segments[0], start_velocity);
        let joint = &self.segments[0].joint;
        potential += joint.strain(s, start_frame, start_axis, here.before).energy;
        let strain = joint.strain(s, start_frame, start_axis, here.frame);
        let mut stiffness = joint.stiffness(s, add(start_axis, here.tangent), factor);
        let relative = sub(here.turn, base.turns[0]);
        let mut torque = add(strain.torque(), scale(apply(stiffness, relative), stiffer / factor));
        let mut carried =
            Block { forces: [zero; 6], mixed: [none; 3], rotations: [zero; 6], rhs: [none; 2] };
        for at in 0..count {
            let segment = &self.segments[at];
            let vertex = &segment.vertex;
            // The joint after the segment.
            let (next, next_frame, next_before, next_axis, next_turn, next_joint) =
                if at + 1 < count {
                    let following = &self.segments[at + 1];
                    let velocity = load(s, &vertex.velocity);
                    let next = Self::predict(s, base, following, velocity);
                    (next, next.frame, next.before, next.tangent, next.turn, &following.joint)
                } else {
                    let frame = load(s, &self.end_frames[1]);
                    let next = here;
                    (next, frame, frame, third_axis(frame), base.turns[1], &self.end_joint)
                };
            if is_new || at + 1 == count {
                let (before, axis) = (here.before, here.tangent_before);
                potential += next_joint.strain(s, before, axis, next_before).energy;
            }
            let strain = next_joint.strain(s, here.frame, here.tangent, next_frame);
            let next_stiffness = next_joint.stiffness(s, add(here.tangent, next_axis), factor);
            let relative = sub(next_turn, here.turn);
            let next_torque =
                add(strain.torque(), scale(apply(next_stiffness, relative), stiffer / factor));
            // The block.
            let (next_moved, next_a) = self.free(s, base, vertex, at + 1);
            let next_part = number(s, &vertex.part);
            let compliance = -(a + next_a);
            let slack = compliance * slack;
            let compliance = compliance + slack;
            let spin = number(s, &segment.inertia) * inverse_square;
            let tension = number(s, &segment.tension) * here.length;
            let inertia = dyad(tension, spin - tension, here.tangent);
            let mut rotations = sum(sum(stiffness, next_stiffness), inertia);
            rotations = sum(rotations, carried.rotations);
            let mut forces = carried.forces;
            forces[0] += compliance;
            forces[2] += compliance;
            forces[5] += compliance;
            let [x, y, z] = here.edge;
            let mut mixed = carried.mixed;
            mixed[0][1] += z;
            mixed[0][2] -= y;
            mixed[1][0] -= z;
            mixed[1][2] += x;
            mixed[2][0] += y;
            mixed[2][1] -= x;
            let spun = dot(here.tangent, here.turn) - base.part * number(s, &segment.spin);
            let balance = sub(sub(next_torque, torque), scale(here.tangent, spin * spun));
            let closing = add_scaled(here.change, drift, part - next_part);
            let closing = match self.forces.get(at) {
                Some(before) => add_scaled(closing, load(s, before), slack),
                None => closing,
            };
            let rhs = [
                add(carried.rhs[0], sub(closing, sub(next_moved, moved))),
                add(carried.rhs[1], balance),
            ];
            let block = Block { forces, mixed, rotations, rhs };
            let coupled = if at + 1 < count { next_stiffness } else { [zero; 6] };
            let coupling = if at + 1 < count { next_a } else { zero };
            carried = work[at].factor.eliminate(s, block, coupling, coupled);
            store(here.turn, &mut work[at].predicted);
            store(here.tangent, &mut work[at].tangent);
            // Energies.
            let velocity = load(s, &vertex.velocity);
            kinetic += self.kinetic(s, base, vertex, velocity, 0);
            let spin = number(s, &segment.spin);
            kinetic += spin * spin * number(s, &segment.inertia) * 0.5;
            (moved, a, part) = (next_moved, next_a, next_part);
            (here, stiffness, torque) = (next, next_stiffness, next_torque);
        }
        [kinetic, potential]
    }

    /// Solves for the rotations of the whole step, and keeps the tensions.
    #[inline(always)]
    fn back<S: Simd>(&mut self, s: S, base: &Base<S>, work: &mut [Work]) {
        let none = splat(s, [0.0; 3]);
        let zero = Wide::splat(s, 0.0);
        let one = Wide::splat(s, 1.0);
        let mut next = [none; 2];
        let backward = one / base.theta;
        for at in (0..self.segments.len()).rev() {
            let (segment, work) = (&mut self.segments[at], &mut work[at]);
            next = work.factor.back_substitute(s, next);
            let [force, turn] = next;
            if let Some(kept) = self.forces.get_mut(at) {
                let is_number = dot(force, force).simd_lt(1e30);
                store(choose(is_number, force, none), kept);
            }
            let tension = dot(force, load(s, &work.tangent));
            let is_pull = tension.simd_gt(0.0) & tension.simd_lt(1e30);
            is_pull.select(tension, zero).store_array(&mut segment.tension);
            let turn = limit(s, turn, MAX_SOLVED);
            // The product of two Cayley transforms.
            let first = load(s, &work.predicted);
            let both = add_scaled(add(turn, first), cross(turn, first), Wide::splat(s, 0.5));
            let both = scale(both, backward / (one - dot(turn, first) * 0.25));
            let is_number = dot(both, both).simd_lt(1e6);
            store(choose(is_number, both, none), &mut work.turn);
        }
    }
}
