//! One step of sixteen rods side by side.
//!
//! ```text
//! forward    predict each segment, its joint's torque and stiffness, eliminate its block
//! back       forces and rotations by back substitution
//! trial      the configuration and its energy; a quarter of the motion where there would be more energy than before
//! commit     frames, velocities no faster than the energy allows
//! ```

#![allow(clippy::needless_range_loop, reason = "a segment and the one after it")]

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::collider::Moving;
use crate::contact::Contacts;
use crate::factor::Block;
use crate::group::{Group, Step, Work};
use crate::joint::Joint;
use crate::lanes::{
    Condition, Quaternion, Symmetric, Vector, Wide, ZERO, add, add_scaled, apply_dyad, cayley,
    choose, cross, dot, dyad, is_known, limit, load, number, product, scale, splat, store, sub,
    sum, third_axis, turned_by_gibbs,
};
use crate::touch::{Pressed, Touch};

/// Radians that a segment is predicted to turn at most in a step, and that the solve may add to it.
const MAX_PREDICTED: f32 = 1.0;

const MAX_SOLVED: f32 = 2.0;

/// The part of a change of the inner force that a rod between two fixed ends gives way to: where it is taut, its forces are not
/// determined.
const SLACK: f32 = 1e-5;

/// Solves of a step at most, with the contacts that the one before has found.
const SOLVES: usize = 4;

/// A segment where it is predicted to be, in the middle of the step.
#[derive(Clone, Copy)]
struct Predicted<S: Simd> {
    before: Quaternion<S>,
    frame: Quaternion<S>,
    tangent: Vector<S>,
    edge: Vector<S>,
    turn: Vector<S>,
    /// What its edge has changed.
    change: Vector<S>,
    length: Wide<S>,
}

/// What damping makes of the stiffness of joints: a factor, and the part of the product that acts on the predicted rotation.
#[derive(Clone, Copy)]
struct Damped<S: Simd> {
    factor: Wide<S>,
    part: Wide<S>,
}

impl Group {
    /// Advances by a step.
    #[inline(always)]
    pub(crate) fn advance<S: Simd>(
        &mut self,
        s: S,
        step: Step,
        work: &mut [Work],
        contacts: &mut Contacts,
    ) {
        self.prefetch();
        let base = self.base(s, step, false);
        let Contacts { moving, touches, saved, .. } = contacts;
        // What happens to a rod must not depend on those beside it: where only some are out of reach, both are computed.
        let is_out = self.is_out_of_reach(s, &base, moving);
        let is_mixed = is_out.any_true() && !is_out.all_true();
        if is_mixed {
            self.state().zip(&mut *saved).for_each(|(now, before)| *before = *now);
        }
        if is_out.any_true() {
            self.pressed.fill([ZERO; 6]);
            self.advance_free(s, &base, work);
        }
        if is_out.all_true() {
            return;
        }
        if is_mixed {
            self.state().zip(&mut *saved).for_each(|(now, before)| core::mem::swap(now, before));
        }
        s.vectorize(
            #[inline(always)]
            || self.advance_touching(s, step, base, work, moving, touches),
        );
        if is_mixed {
            for (now, free) in self.state().zip(saved) {
                is_out.select(number(s, free), number(s, now)).store_array(now);
            }
        }
    }

    /// Advances without contacts.
    #[inline(always)]
    fn advance_free<S: Simd>(&mut self, s: S, base: &Base<S>, work: &mut [Work]) {
        self.move_ends(s, base);
        let moments = if self.has_free() { Some(self.moments(s, None)) } else { None };
        let energy = self.forward::<S, false>(s, base, work, &mut []);
        let none = Pressed::none(s);
        let all = none.work.simd_eq(none.work);
        self.back::<S, false>(s, base, work, &mut [], all);
        let tried = self.trial::<S, false>(s, base, Wide::splat(s, 1.0), work, &mut []);
        self.settle::<S, false>(s, base, energy, none, moments, tried, work, &mut []);
    }

    /// Advances with contacts: solves again those rods of which vertices are found inside or pulled.
    ///
    /// Its parts are functions of their own (`vectorize`): inlined into one, they take five times as long to compile.
    #[inline(always)]
    fn advance_touching<S: Simd>(
        &mut self,
        s: S,
        step: Step,
        base: Base<S>,
        work: &mut [Work],
        colliders: &[Moving],
        touches: &mut [Touch],
    ) {
        let mut base = base;
        if self.has_free() {
            base = self.base(s, step, true);
        }
        self.move_ends(s, &base);
        let one = Wide::splat(s, 1.0);
        s.vectorize(
            #[inline(always)]
            || self.find(s, &base, colliders, touches),
        );
        for touch in &mut touches[..=self.segments.len()] {
            touch.force = [ZERO; 3];
        }
        let mut is_open = one.simd_eq(one);
        let mut pressed = Pressed::none(s);
        for solve in 1..=SOLVES {
            let energy = s.vectorize(
                #[inline(always)]
                || self.forward::<S, true>(s, &base, work, touches),
            );
            let solved = s.vectorize(
                #[inline(always)]
                || self.back::<S, true>(s, &base, work, touches, is_open),
            );
            pressed = pressed.replaced(is_open, solved);
            if self.has_free() {
                let is_held = number(s, &self.is_fixed[0]) + number(s, &self.is_fixed[1]);
                let (moved, _) = self.center_moves(s, &base, step.wind, pressed.force);
                base.center = choose(is_held.simd_gt(0.0), splat(s, [0.0; 3]), moved);
            }
            let tried = self.trial_touching(s, &base, one, work, touches);
            if solve < SOLVES {
                is_open = s.vectorize(
                    #[inline(always)]
                    || self.review(s, &base, colliders, touches, is_open),
                );
                if is_open.any_true() {
                    continue;
                }
            }
            s.vectorize(
                #[inline(always)]
                || self.settle::<S, true>(s, &base, energy, pressed, None, tried, work, touches),
            );
            self.keep_pressed(s, touches);
            break;
        }
    }

    #[inline(always)]
    fn predict<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        at: usize,
        half_whole: Wide<S>,
    ) -> Predicted<S> {
        let segment = &self.segments[at];
        let before = load(s, &segment.frame);
        let tangent_before = third_axis(before);
        let length = number(s, &self.constants(at).length);
        let rate = sub(load(s, &segment.velocity), load(s, self.velocity(at)));
        let across = scale(cross(tangent_before, rate), Wide::splat(s, 1.0) / length);
        let turn = add_scaled(across, tangent_before, number(s, &segment.spin));
        let turn = limit(s, scale(turn, base.part), MAX_PREDICTED);
        let frame = product(cayley(s, turn), before);
        let tangent = third_axis(frame);
        // The vertices move on straight lines: the edge in the middle of the step is between those at its ends.
        let change = turned_by_gibbs(s, scale(turn, half_whole), tangent_before);
        let change = scale(change, length * base.theta);
        let edge = add_scaled(change, tangent_before, length);
        Predicted { before, frame, tangent, edge, turn, change, length }
    }

    /// The stiffness and the torque of a joint between two frames, where `axis` is twice the third axis between them and `turn`
    /// the predicted relative rotation.
    #[inline(always)]
    fn moment<S: Simd>(
        s: S,
        joint: &Joint,
        [a, b]: [Quaternion<S>; 2],
        axis: Vector<S>,
        turn: Vector<S>,
        damped: Damped<S>,
    ) -> (Symmetric<S>, Vector<S>) {
        let [bending, twisting] = joint.stiffness(s, damped.factor);
        let torque = joint.strain(s, a, b).torque(a);
        let slowing = apply_dyad([bending * damped.part, twisting * damped.part], axis, turn);
        (dyad(bending, twisting, axis), add(torque, slowing))
    }

    /// Where a vertex would be in the middle of the step without inner forces, relative to the base, what a force moves it, and
    /// twice its kinetic energy relative to the base.
    #[inline(always)]
    pub(crate) fn free<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        at: usize,
    ) -> (Vector<S>, Wide<S>, Wide<S>) {
        let zero = Wide::splat(s, 0.0);
        let mass = number(s, self.mass(at));
        let is_free = mass.simd_gt(zero);
        let inverse = is_free.select(Wide::splat(s, 1.0) / mass, zero);
        let even = self.at(s, base.base_velocity[0], base.base_rate, at);
        let relative = sub(load(s, self.velocity(at)), even);
        let mut velocity = add(relative, base.push);
        if let Some(force) = self.load(s, at) {
            velocity = add_scaled(velocity, force, inverse * base.part);
        }
        let moved = choose(is_free, scale(velocity, base.damped_part), [zero; 3]);
        (moved, base.part * base.damped_part * inverse, dot(relative, relative) * mass)
    }

    /// Predicts, assembles and eliminates. Returns the kinetic energy relative to the base, and that of bending and twist.
    #[inline(always)]
    fn forward<S: Simd, const CONTACT: bool>(
        &mut self,
        s: S,
        base: &Base<S>,
        work: &mut [Work],
        touches: &mut [Touch],
    ) -> [Wide<S>; 2] {
        let zero = Wide::splat(s, 0.0);
        let none = splat(s, [0.0; 3]);
        let one = Wide::splat(s, 1.0);
        let damped = self.damped(s, base);
        let half_whole = Wide::splat(s, 0.5) / base.theta;
        let inverse_part = one / base.part;
        let inverse_square = inverse_part * inverse_part;
        let is_between = (number(s, &self.is_fixed[0]) * number(s, &self.is_fixed[1])).simd_gt(0.0);
        let slack = is_between.select(Wide::splat(s, SLACK), zero);
        // The end's motion is spread over the rod, and what was missing to it is closed.
        let drift = add(base.gap, scale(base.base[1], base.theta));
        let count = self.segments.len();
        // The joint at the start.
        let start_frame = load(s, &self.end_frames[0]);
        let start_axis = third_axis(start_frame);
        let (mut moved, mut a, mut kinetic) = self.free(s, base, 0);
        let mut held = [a, zero, a, zero, zero, a];
        if CONTACT {
            (moved, held) = touches[0].hold(s, moved, a);
        }
        let mut here = self.predict(s, base, 0, half_whole);
        let joint = &self.constants(0).joint;
        let known = number(s, &self.bent);
        let is_new = !is_known(known);
        let mut bent = joint.strain(s, start_frame, here.before).twice_energy;
        let (mut stiffness, mut torque) = Self::moment(
            s,
            joint,
            [start_frame, here.frame],
            add(start_axis, here.tangent),
            sub(here.turn, base.turns[0]),
            damped,
        );
        let mut carried =
            Block { forces: [zero; 6], mixed: [none; 3], rotations: [zero; 6], rhs: [none; 2] };
        for at in 0..count {
            let segment = &self.segments[at];
            // The joint after the segment.
            let is_last = at + 1 == count;
            let (next, next_frame, next_axis, next_turn, next_joint) = if is_last {
                let frame = load(s, &self.end_frames[1]);
                bent += self.end_joint.strain(s, here.before, frame).twice_energy;
                (here, frame, third_axis(frame), base.turns[1], &self.end_joint)
            } else {
                let next = self.predict(s, base, at + 1, half_whole);
                let joint = &self.constants(at + 1).joint;
                // That between the segments is known from the step before, but of new rods.
                if is_new.any_true() {
                    let stored = joint.strain(s, here.before, next.before).twice_energy;
                    bent += is_new.select(stored, zero);
                }
                (next, next.frame, next.tangent, next.turn, joint)
            };
            let (next_stiffness, next_torque) = Self::moment(
                s,
                next_joint,
                [here.frame, next_frame],
                add(here.tangent, next_axis),
                sub(next_turn, here.turn),
                damped,
            );
            // The block.
            let (mut next_moved, next_a, next_kinetic) = self.free(s, base, at + 1);
            let mut next_held = [next_a, zero, next_a, zero, zero, next_a];
            if CONTACT {
                (next_moved, next_held) = touches[at + 1].hold(s, next_moved, next_a);
            }
            let compliance = a + next_a;
            let mut closing = here.change;
            let mut forces = carried.forces;
            let mut diagonal = if CONTACT { zero } else { compliance };
            if let (Some(part), Some(next_part)) = (self.part(s, at), self.part(s, at + 1)) {
                closing = add_scaled(closing, drift, part - next_part);
                let slack = compliance * slack;
                diagonal += slack;
                closing = sub(closing, scale(load(s, &self.forces[at]), slack));
            }
            forces[0] += diagonal;
            forces[2] += diagonal;
            forces[5] += diagonal;
            if CONTACT {
                forces = sum(forces, sum(held, next_held));
            }
            let [x, y, z] = here.edge;
            let mut mixed = carried.mixed;
            mixed[0][1] += z;
            mixed[0][2] -= y;
            mixed[1][0] -= z;
            mixed[1][2] += x;
            mixed[2][0] += y;
            mixed[2][1] -= x;
            let inertia = number(s, &self.constants(at).inertia);
            let resting = inertia * inverse_square;
            let tension = number(s, &segment.tension) * here.length;
            let tight = dyad(tension, resting - tension, here.tangent);
            let mut rotations = sum(sum(stiffness, next_stiffness), tight);
            for (sum, less) in rotations.iter_mut().zip(carried.rotations) {
                *sum -= less;
            }
            let spin = number(s, &segment.spin);
            let spun = dot(here.tangent, here.turn) - base.part * spin;
            let balance = sub(sub(next_torque, torque), scale(here.tangent, resting * spun));
            let rhs = [
                add(carried.rhs[0], sub(closing, sub(next_moved, moved))),
                add(carried.rhs[1], balance),
            ];
            let block = Block { forces, mixed, rotations, rhs };
            let work = &mut work[at];
            carried = work.factor.eliminate::<S, CONTACT>(s, block, next_held, next_stiffness);
            next_a.store_array(&mut work.coupling);
            store(here.turn, &mut work.predicted);
            store(here.tangent, &mut work.tangent);
            kinetic += next_kinetic + spin * spin * inertia;
            (moved, a, held) = (next_moved, next_a, next_held);
            (here, stiffness, torque) = (next, next_stiffness, next_torque);
        }
        [kinetic * 0.5, bent * 0.5 + is_new.select(zero, known)]
    }

    #[inline(always)]
    fn damped<S: Simd>(&self, s: S, base: &Base<S>) -> Damped<S> {
        let stiffer = number(s, &self.damping) / base.part;
        let factor = stiffer + 1.0;
        Damped { factor, part: stiffer / factor }
    }

    /// Solves for the rotations of the whole step and for the contacts, and keeps the tensions. With contacts, of rods that are
    /// open; those that are not keep what they have.
    #[inline(always)]
    fn back<S: Simd, const CONTACT: bool>(
        &mut self,
        s: S,
        base: &Base<S>,
        work: &mut [Work],
        touches: &mut [Touch],
        is_open: Condition<S>,
    ) -> Pressed<S> {
        let mut pressed = Pressed::none(s);
        let none = splat(s, [0.0; 3]);
        let zero = Wide::splat(s, 0.0);
        let one = Wide::splat(s, 1.0);
        let backward = one / base.theta;
        let factor = self.damped(s, base).factor;
        // What acts on a block from the next one, and this one's tangent.
        let (mut next, mut next_tangent) = ([none; 2], none);
        for at in (0..self.segments.len()).rev() {
            let work = &mut work[at];
            let tangent = load(s, &work.tangent);
            let [force, turn] = next;
            let coupled = if at + 1 < self.segments.len() {
                let stiffness = self.constants(at + 1).joint.stiffness(s, factor);
                apply_dyad(stiffness, add(tangent, next_tangent), turn)
            } else {
                none
            };
            let pulled = if CONTACT {
                touches[at + 1].give(s, force)
            } else {
                scale(force, number(s, &work.coupling))
            };
            let after = force;
            next = work.factor.back_substitute(s, [pulled, coupled]);
            next_tangent = tangent;
            let [force, turn] = next;
            if CONTACT {
                let even = self.at(s, base.base[0], base.base[1], at + 1);
                touches[at + 1].press(s, base, [sub(after, force), even], &mut pressed, is_open);
            }
            if let Some(kept) = self.forces.get_mut(at) {
                let is_number = dot(force, force).simd_lt(1e30);
                let force = choose(is_number, force, none);
                store(if CONTACT { choose(is_open, force, load(s, kept)) } else { force }, kept);
            }
            let tension = dot(force, tangent);
            let is_pull = tension.simd_gt(0.0) & tension.simd_lt(1e30);
            let kept = &mut self.segments[at].tension;
            let tension = is_pull.select(tension, zero);
            let tension = if CONTACT { is_open.select(tension, number(s, kept)) } else { tension };
            tension.store_array(kept);
            let turn = limit(s, turn, MAX_SOLVED);
            // The product of two Cayley transforms.
            let first = load(s, &work.predicted);
            let both = add_scaled(add(turn, first), cross(turn, first), Wide::splat(s, 0.5));
            let both = scale(both, backward / (one - dot(turn, first) * 0.25));
            let is_number = dot(both, both).simd_lt(1e6);
            let both = choose(is_number, both, none);
            let kept = &mut work.turn;
            store(if CONTACT { choose(is_open, both, load(s, kept)) } else { both }, kept);
        }
        if CONTACT {
            touches[0].press(s, base, [next[0], base.base[0]], &mut pressed, is_open);
        }
        pressed
    }
}
