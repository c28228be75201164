//! Contacts of vertices with colliders: which there are, what holds the vertex, how hard.
//!
//! A vertex that a force `n` moves by `a n` until the middle of the step, and that would be at `w` without a contact, is held to
//! a goal `g` by springs of the stiffness `(1/ε − 1)/a` along the normal `N`, and `(1/ρ − 1)/a` along the surface where it sticks:
//!
//! ```text
//! a f = H (g − w) + q        H = (1 − ε) N Nᵀ + (1 − ρ) (I − N Nᵀ), q = 0        sticks
//! u   = w + a f              H = (1 − ε) N Nᵀ, |q| = a μ f_N                     slides
//! ∂u/∂n = a (I − H)
//! ```
//!
//! The goal is the place on the surface above the contact, moved with the collider, less what the spring has given way to: what a
//! vertex at rest is inside the surface and has crept along it does not grow. A vertex slides where `|g − w|` along the surface is
//! more than `a μ f_N`, against the friction `q` along it. This and `f_N` in `q` are from the solve before.

#![allow(clippy::needless_range_loop, reason = "a vertex, its segment and its contact")]

use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::collider::{Moving, Nearest, Placed, between, nearest};
use crate::group::Group;
use crate::lanes::{
    Condition, Stored, Vector, Wide, ZERO, add, add_scaled, choose, dot, load, number, scale,
    store, store_where, sub, third_axis,
};
use crate::touch::Touch;

/// The parts of its own compliance that a vertex keeps along the normal and, where it sticks, along the surface: less than that,
/// neighbors that stick are pulled apart by forces that are not there.
const SOFTNESS: f32 = 1e-3;

const ROUGHNESS: f32 = 0.1;

/// The depth, and the distance that a vertex is pulled to a surface, that need no other solve, over the length of a segment.
pub(crate) const TOLERANCE: f32 = 0.01;

/// The maximum distance that a vertex is pushed out in a sub-step, over the length of a segment.
const MAX_CLOSED: f32 = 0.25;

/// The friction that is kept of a vertex that slides, over its limit.
const SLID: f32 = 1.0005;

/// The colliders of all rods, and room for the contacts of the longest rod.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    pub(crate) placed: Vec<Placed>,
    /// The colliders in a sub-step.
    pub(crate) moving: Vec<Moving>,
    pub(crate) touches: Vec<Touch>,
    /// Room for the state of a group.
    pub(crate) saved: Vec<Stored>,
}

impl Contacts {
    /// Places the colliders for one of equal sub-steps.
    pub(crate) fn place(&mut self, substep: u32, count: u32) {
        let part = |at: u32| f64::from(at) / f64::from(count);
        for (placed, moving) in self.placed.iter().zip(&mut self.moving) {
            let [before, after] =
                [part(substep), part(substep + 1)].map(|part| between(placed, part));
            *moving = Moving::new(&placed.collider, before, after);
        }
    }

    /// Leaves the colliders where they have been set.
    pub(crate) fn arrive(&mut self) {
        for placed in &mut self.placed {
            placed.pose = placed.target;
        }
    }
}

/// A contact in the solve or the step before: `g − w` along the surface, the pressing force by `a`, and the force along the
/// surface of the step before, by `a`.
#[derive(Clone, Copy)]
struct Known<S: Simd> {
    is_some: Condition<S>,
    lack: Vector<S>,
    pressing: Wide<S>,
    along: Vector<S>,
}

impl Group {
    /// The rods that cannot get to a collider in the step.
    #[inline(always)]
    pub(crate) fn is_out_of_reach<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        colliders: &[Moving],
    ) -> Condition<S> {
        // Within its length of a held end, before and after the step; of a free rod two lengths from where that end would be.
        let one = Wide::splat(s, 1.0);
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        let end = choose(is_start, load(s, &self.ends[0]), load(s, &self.ends[1]));
        let after = add(end, base.base[0]);
        let lengths = (is_start | is_end).select(one, one + one);
        let gap = load(s, &self.gap);
        let spread = dot(gap, gap).sqrt() + dot(base.base[1], base.base[1]).sqrt();
        let reach = number(s, &self.reach) * lengths + spread;
        let before = nearest(s, colliders, end, reach).gap;
        let after = nearest(s, colliders, after, reach).gap;
        before.simd_gt(0.0) & after.simd_gt(0.0)
    }

    /// Finds the contacts at the start of a step: of vertices that are inside a collider after it at their velocity.
    #[inline(always)]
    pub(crate) fn find<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        colliders: &[Moving],
        touches: &mut [Touch],
    ) {
        let mut place = load(s, &self.ends[0]);
        let gap = load(s, &self.gap);
        let radius = number(s, &self.contact_radius);
        let mut sum = place;
        for at in 0..=self.segments.len() {
            if at > 0 {
                let tangent = third_axis(load(s, &self.segments[at - 1].frame));
                sum = add_scaled(sum, tangent, number(s, &self.constants(at - 1).length));
                place = match self.part(s, at) {
                    Some(part) => add_scaled(sum, gap, part),
                    None => sum,
                };
            }
            let touch = &mut touches[at];
            store(place, &mut touch.place);
            let moved = scale(load(s, self.velocity(at)), base.dt);
            let near = nearest(s, colliders, add(place, moved), radius);
            let mass = number(s, self.mass(at));
            let is_held = near.gap.simd_lt(0.0) & mass.simd_gt(0.0);
            if !is_held.any_true() {
                touch.let_go();
                continue;
            }
            let [x, y, z, along @ ..] = load(s, &self.pressed[at]);
            let pressing = dot([x, y, z], [x, y, z]).sqrt();
            let a = base.part * base.damped_part / mass;
            let along = scale(along, a);
            let known = Known {
                is_some: pressing.simd_gt(0.0),
                lack: scale(along, Wide::splat(s, 1.0 / (1.0 - ROUGHNESS))),
                pressing: pressing * a,
                along,
            };
            let (free, _, _) = self.free(s, base, at);
            let is_held = [radius.simd_eq(radius), is_held];
            self.touch(s, base, touch, at, is_held, [moved, free], near, known);
        }
    }

    /// After a solve, lets go of vertices that are pulled and holds those that are inside, of rods that are open. Returns the rods
    /// that have such vertices.
    #[inline(always)]
    pub(crate) fn review<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        colliders: &[Moving],
        touches: &mut [Touch],
        is_open: Condition<S>,
    ) -> Condition<S> {
        let tolerance = number(s, &self.constants(0).length) * TOLERANCE;
        let mut is_changed = is_open & !is_open;
        for at in 0..=self.segments.len() {
            let touch = &touches[at];
            let is_held = number(s, &touch.held[0]).simd_gt(0.0);
            let pull = dot(load(s, &touch.normal), load(s, &touch.lack));
            let is_pulled = is_held & (pull + tolerance).simd_lt(0.0);
            let (_, near) = self.tried(s, base, colliders, touch, at);
            let is_free = number(s, self.mass(at)).simd_gt(0.0);
            let is_inside = is_free & !is_held & (near.gap + tolerance).simd_lt(0.0);
            is_changed |= is_open & (is_pulled | is_inside);
            if (is_changed | !is_open).all_true() {
                break;
            }
        }
        if !is_changed.any_true() {
            return is_changed;
        }
        for at in 0..=self.segments.len() {
            let touch = &mut touches[at];
            let along = number(s, &touch.held[0]);
            let was_held = along.simd_gt(0.0);
            let (moved, near) = self.tried(s, base, colliders, touch, at);
            let lack = load(s, &touch.lack);
            let pressing = dot(load(s, &touch.normal), lack) * along;
            let is_kept = was_held & pressing.simd_ge(0.0);
            let mass = number(s, self.mass(at));
            let is_held = mass.simd_gt(0.0) & (is_kept | (!was_held & near.gap.simd_lt(0.0)));
            if !(was_held | is_held).any_true() {
                continue;
            }
            let [_, _, _, along @ ..] = load(s, &self.pressed[at]);
            let a = base.part * base.damped_part / mass;
            let known = Known { is_some: is_kept, lack, pressing, along: scale(along, a) };
            let free = scale(load(s, &touch.moved), base.theta);
            let is_held = [is_changed, is_held];
            self.touch(s, base, touch, at, is_held, [moved, free], near, known);
        }
        is_changed
    }

    /// The displacement of a vertex in a trial, and the nearest collider after it.
    #[inline(always)]
    fn tried<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        colliders: &[Moving],
        touch: &Touch,
        at: usize,
    ) -> (Vector<S>, Nearest<S>) {
        let moved = add(load(s, &touch.moved), self.at(s, base.base[0], base.base[1], at));
        let radius = number(s, &self.contact_radius);
        (moved, nearest(s, colliders, add(load(s, &touch.place), moved), radius))
    }

    /// Writes the contact of a vertex for the rods of the first mask, held for those of the second. The vertex is expected to have
    /// `moved`, and to be at `free` in the middle of the step, relative to the base, if it is not held.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "numbers of one vertex")]
    fn touch<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        touch: &mut Touch,
        at: usize,
        [is_written, is_held]: [Condition<S>; 2],
        [moved, free]: [Vector<S>; 2],
        near: Nearest<S>,
        known: Known<S>,
    ) {
        let zero = Wide::splat(s, 0.0);
        let stiff = Wide::splat(s, 1.0 - SOFTNESS);
        let rough = Wide::splat(s, 1.0 - ROUGHNESS);
        let length = number(s, &self.constants(at.saturating_sub(1)).length);
        // The gap before the step, and what is closed of it in the step.
        let before = near.gap - dot(near.normal, sub(moved, near.surface));
        let inside = before.simd_lt(0.0).select(zero - before, zero);
        let most = length * MAX_CLOSED;
        let closing = inside.simd_lt(most).select(inside, most);
        let rise = closing - inside - near.gap + dot(near.normal, moved);
        let even = self.at(s, base.base[0], base.base[1], at);
        let surface = sub(near.surface, even);
        let across = sub(surface, scale(near.normal, dot(near.normal, surface)));
        let goal = add_scaled(across, near.normal, rise - dot(near.normal, even));
        let goal = scale(goal, base.theta);
        // Of a new contact, an estimate without the inner forces.
        let new = sub(goal, free);
        let depth = dot(near.normal, new);
        let new = sub(new, scale(near.normal, depth));
        let known_lack = sub(known.lack, scale(near.normal, dot(near.normal, known.lack)));
        let lack = choose(known.is_some, known_lack, new);
        let most = known.is_some.select(known.pressing, depth) * near.friction;
        let size = dot(lack, lack).sqrt();
        let is_held = is_held & dot(goal, goal).simd_lt(1e30);
        let is_rough = is_held & most.simd_gt(0.0) & most.simd_lt(1e15);
        let is_stuck = is_rough & most.simd_ge(size * rough);
        let is_slid = is_rough & most.simd_lt(size * rough);
        let push = choose(is_slid, scale(lack, most / size), [zero; 3]);
        let crept = sub(known.along, scale(near.normal, dot(near.normal, known.along)));
        let crept = scale(crept, Wide::splat(s, ROUGHNESS / (1.0 - ROUGHNESS)));
        let goal = add(goal, choose(is_stuck, crept, [zero; 3]));
        let none = [zero; 3];
        for (vector, kept) in [
            (near.normal, &mut touch.normal),
            (near.surface, &mut touch.surface),
            (goal, &mut touch.goal),
            (push, &mut touch.push),
        ] {
            store_where(s, is_written, choose(is_held, vector, none), kept);
        }
        let [along, across] = &mut touch.held;
        for (new, kept) in [
            (closing, &mut touch.closing),
            (near.friction, &mut touch.friction),
            (is_held.select(stiff, zero), along),
            (is_stuck.select(rough, zero), across),
        ] {
            is_written.select(new, number(s, kept)).store_array(kept);
        }
    }

    /// Keeps the forces of the contacts that press, with friction within its cone, or slightly outside where a vertex slides.
    #[inline(always)]
    pub(crate) fn keep_pressed<S: Simd>(&mut self, s: S, touches: &[Touch]) {
        let zero = Wide::splat(s, 0.0);
        for (touch, pressed) in touches.iter().zip(&mut self.pressed) {
            let normal = load(s, &touch.normal);
            let force = dot(load(s, &touch.force), normal);
            let is_pressing = force.simd_gt(0.0);
            if !is_pressing.any_true() {
                *pressed = [ZERO; 6];
                continue;
            }
            let lack = load(s, &touch.lack);
            let lack = sub(lack, scale(normal, dot(normal, lack)));
            let a = number(s, &touch.compliance);
            let along = scale(lack, Wide::splat(s, 1.0 - ROUGHNESS) / a);
            let most = force * number(s, &touch.friction);
            let size = dot(along, along).sqrt();
            let is_slid = size.simd_gt(most);
            let along = choose(is_slid, scale(along, most * SLID / size), along);
            let [x, y, z] = choose(is_pressing, scale(normal, force), [zero; 3]);
            let [u, v, w] = choose(is_pressing, along, [zero; 3]);
            store([x, y, z, u, v, w], pressed);
        }
    }
}
