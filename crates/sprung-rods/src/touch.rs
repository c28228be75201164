//! The contact of a vertex in a solve. The formulas are those of [`contact`](crate::contact).

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::lanes::{
    Condition, Stored, Symmetric, Vector, Wide, ZERO, add, add_scaled, choose, dot, dyad, load,
    number, scale, store, store_where, sub,
};

/// The contact of a vertex within a sub-step.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Touch {
    /// The vertex before the step, and what it has moved in a trial, relative to the base.
    pub(crate) place: [Stored; 3],
    pub(crate) moved: [Stored; 3],
    /// Out of the collider.
    pub(crate) normal: [Stored; 3],
    /// The displacement of the surface at the contact in the step.
    pub(crate) surface: [Stored; 3],
    /// `g`, `h_n` and `h_t`; the last two 0 without a contact.
    pub(crate) goal: [Stored; 3],
    pub(crate) held: [Stored; 2],
    /// The distance that it is to be pushed out in the whole step.
    pub(crate) closing: Stored,
    pub(crate) friction: Stored,
    /// `q`.
    pub(crate) push: [Stored; 3],
    /// `a` and, without forces, where the vertex would be; then `g − w` and the force of the contact, N.
    pub(crate) compliance: Stored,
    pub(crate) free: [Stored; 3],
    pub(crate) lack: [Stored; 3],
    pub(crate) force: [Stored; 3],
}

impl Touch {
    pub(crate) const NONE: Self = Touch {
        place: [ZERO; 3],
        moved: [ZERO; 3],
        normal: [ZERO; 3],
        surface: [ZERO; 3],
        goal: [ZERO; 3],
        held: [ZERO; 2],
        closing: ZERO,
        friction: ZERO,
        push: [ZERO; 3],
        compliance: ZERO,
        free: [ZERO; 3],
        lack: [ZERO; 3],
        force: [ZERO; 3],
    };

    /// Leaves the vertex without a contact: with nothing of one before, which may be of another rod.
    pub(crate) fn let_go(&mut self) {
        *self = Touch { place: self.place, moved: self.moved, ..Touch::NONE };
    }

    /// Returns the place of the vertex without inner forces, held to its goal, and its compliance `a (I − H)`.
    #[inline(always)]
    pub(crate) fn hold<S: Simd>(
        &mut self,
        s: S,
        free: Vector<S>,
        a: Wide<S>,
    ) -> (Vector<S>, Symmetric<S>) {
        store(free, &mut self.free);
        a.store_array(&mut self.compliance);
        let lack = sub(load(s, &self.goal), free);
        let normal = load(s, &self.normal);
        let [along, across] = load(s, &self.held);
        let held = add(self.apply(s, lack), load(s, &self.push));
        let one = Wide::splat(s, 1.0);
        (add(free, held), dyad(a * (one - across), a * (across - along), normal))
    }

    /// `a (I − H)` by a vector.
    #[inline(always)]
    pub(crate) fn give<S: Simd>(&self, s: S, vector: Vector<S>) -> Vector<S> {
        let a = number(s, &self.compliance);
        scale(sub(vector, self.apply(s, vector)), a)
    }

    /// The velocity after a step relative to that of the base: along the normal that of the surface, and as far as it is held
    /// along the surface the mean one of the step.
    #[inline(always)]
    pub(crate) fn stop<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        even: Vector<S>,
        velocity: Vector<S>,
    ) -> Vector<S> {
        let normal = load(s, &self.normal);
        let [_, across] = load(s, &self.held);
        let zero = Wide::splat(s, 0.0);
        let rate = Wide::splat(s, 1.0) / base.dt;
        let is_pressing = dot(load(s, &self.force), normal).simd_gt(0.0);
        let surface = sub(scale(load(s, &self.surface), rate), even);
        let mean = scale(load(s, &self.moved), rate);
        let mean = sub(add(mean, base.mean), base.base_velocity[1]);
        let slower = scale(sub(mean, velocity), across);
        let along = dot(normal, sub(surface, velocity)) - dot(normal, slower);
        let change = add_scaled(slower, normal, along);
        add(velocity, choose(is_pressing, change, [zero; 3]))
    }

    /// `H` by a vector.
    #[inline(always)]
    fn apply<S: Simd>(&self, s: S, vector: Vector<S>) -> Vector<S> {
        let normal = load(s, &self.normal);
        let [along, across] = load(s, &self.held);
        add_scaled(scale(vector, across), normal, (along - across) * dot(normal, vector))
    }

    /// Solves for the force, by the difference of the inner forces after and before the vertex, of rods that are open.
    #[inline(always)]
    pub(crate) fn press<S: Simd>(
        &mut self,
        s: S,
        base: &Base<S>,
        [pull, even]: [Vector<S>; 2],
        sum: &mut Pressed<S>,
        is_open: Condition<S>,
    ) {
        let zero = Wide::splat(s, 0.0);
        let a = number(s, &self.compliance);
        let is_held = number(s, &self.held[0]).simd_gt(0.0);
        let lack = sub(load(s, &self.goal), add_scaled(load(s, &self.free), pull, a));
        let moved = add(self.apply(s, lack), load(s, &self.push));
        let inverse = Wide::splat(s, 1.0) / a;
        let force = scale(moved, inverse);
        let normal = load(s, &self.normal);
        let pressing = dot(force, normal);
        let is_number = dot(force, force).simd_lt(1e30);
        let is_real = is_held & is_number;
        store_where(s, is_open, choose(is_real, lack, [zero; 3]), &mut self.lack);
        let force = choose(is_real, force, [zero; 3]);
        store_where(s, is_open, force, &mut self.force);
        // The work of the moving surface, and of pushing out what was inside.
        let surface = sub(load(s, &self.surface), even);
        let given = sub(load(s, &self.goal), sub(lack, moved));
        let closed = dot(normal, given) / base.theta - dot(normal, surface);
        let most = number(s, &self.closing);
        let closed = closed.simd_lt(most).select(closed, most);
        let is_closed = closed.simd_gt(0.0) & pressing.simd_gt(0.0) & is_real;
        sum.closed += is_closed.select(closed * pressing, zero);
        sum.work += dot(force, surface);
        let of_surface = load(s, &self.surface);
        sum.moved += dot(of_surface, of_surface);
        sum.force = add(sum.force, force);
    }
}

/// Sums over the contacts of a rod.
#[derive(Clone, Copy)]
pub(crate) struct Pressed<S: Simd> {
    /// J, by the motion of the colliders.
    pub(crate) work: Wide<S>,
    /// J, by pushing out vertices that were inside.
    pub(crate) closed: Wide<S>,
    /// Above 0 where colliders move, m².
    pub(crate) moved: Wide<S>,
    /// N.
    pub(crate) force: Vector<S>,
}

impl<S: Simd> Pressed<S> {
    #[inline(always)]
    pub(crate) fn none(s: S) -> Self {
        let zero = Wide::splat(s, 0.0);
        Pressed { work: zero, closed: zero, moved: zero, force: [zero; 3] }
    }

    /// These with those of other lanes.
    #[inline(always)]
    pub(crate) fn replaced(self, is_lane: Condition<S>, by: Self) -> Self {
        Pressed {
            work: is_lane.select(by.work, self.work),
            closed: is_lane.select(by.closed, self.closed),
            moved: is_lane.select(by.moved, self.moved),
            force: choose(is_lane, by.force, self.force),
        }
    }
}
