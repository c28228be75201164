//! A trial of a configuration, and taking it over.

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::group::{Group, Work};
use crate::lanes::{
    Vector, Wide, add, add_scaled, cayley, choose, dot, load, number, product, scale, splat, store,
    sub, third_axis, turned_by,
};
use crate::touch::Touch;

/// A trial of a configuration, relative to the base.
#[derive(Clone, Copy)]
pub(crate) struct Trial<S: Simd> {
    pub(crate) kinetic: Wide<S>,
    /// Of bending and twist, and of loads from where they were.
    pub(crate) potential: Wide<S>,
    /// The size of the potential energies.
    pub(crate) size: Wide<S>,
    /// Of bending and twist between the segments.
    pub(crate) bent: Wide<S>,
    /// What the start has moved.
    pub(crate) start: Vector<S>,
}

impl Group {
    /// [`trial`](Self::trial) with contacts. It is called twice: a function of its own is compiled once.
    #[inline(always)]
    pub(crate) fn trial_touching<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        part: Wide<S>,
        work: &mut [Work],
        touches: &mut [Touch],
    ) -> Trial<S> {
        s.vectorize(
            #[inline(always)]
            || self.trial::<S, true>(s, base, part, work, touches),
        )
    }

    /// Tries a part of the rotations, and of what contacts and forces move the center of mass of free rods.
    #[inline(always)]
    pub(crate) fn trial<S: Simd, const CONTACT: bool>(
        &self,
        s: S,
        base: &Base<S>,
        part: Wide<S>,
        work: &mut [Work],
        touches: &mut [Touch],
    ) -> Trial<S> {
        let zero = Wide::splat(s, 0.0);
        let one = Wide::splat(s, 1.0);
        let none = splat(s, [0.0; 3]);
        let is_whole = part.simd_ge(1.0);
        // Where only a part of the rotations is made, backward Euler's velocity.
        let theta = is_whole.select(base.theta, one);
        let (rate, kept) = (one / (base.dt * theta), (one - theta) / theta);
        let [mut moved, mut slope] = [none; 2];
        if !self.is_simple() {
            [moved, slope] = self.shift(s, base, part, work);
        }
        let [mut kinetic, mut bent, mut ends, mut worked, mut size] = [zero; 5];
        // A velocity relative to the base is this, and by `rate` what has moved, less by `kept` the velocity before.
        let anchor = choose(is_whole, base.mean, base.base_velocity[1]);
        let relative = sub(add_scaled(anchor, base.mean, kept), base.base_velocity[1]);
        let relative_slope = scale(base.base_rate, kept);
        let force = add_scaled(base.gravity, base.wind, base.drag);
        let start = moved;
        let mut before = load(s, &self.end_frames[0]);
        for at in 0..=self.segments.len() {
            if at > 0 {
                let (segment, constants) = (&self.segments[at - 1], self.constants(at - 1));
                let work = &mut work[at - 1];
                let frame = load(s, &segment.frame);
                let turn = scale(load(s, &work.turn), part);
                let rotation = cayley(s, turn);
                let tangent = third_axis(frame);
                let change = turned_by(rotation, tangent);
                let after = product(rotation, frame);
                let stored = constants.joint.strain(s, before, after).twice_energy;
                if at == 1 {
                    ends = stored;
                } else {
                    bent += stored;
                }
                before = after;
                moved = add_scaled(moved, change, number(s, &constants.length));
                if let (Some(from), Some(to)) = (self.part(s, at - 1), self.part(s, at)) {
                    moved = add_scaled(moved, slope, to - from);
                }
                let spun = dot(add(tangent, change), turn) * rate - number(s, &segment.spin) * kept;
                let square = spun * spun;
                let is_small = square.simd_lt(1e30);
                kinetic += is_small.select(square * number(s, &constants.inertia), zero);
                store(after, &mut work.frame);
                is_small.select(spun, zero).store_array(&mut work.spin);
            }
            let mass = number(s, self.mass(at));
            let is_free = mass.simd_gt(0.0);
            let mut gain = dot(scale(force, mass), moved);
            if let Some(load) = self.load(s, at) {
                gain += is_free.select(dot(load, moved), zero);
            }
            worked += gain;
            size += gain.abs();
            let was = scale(load(s, self.velocity(at)), kept);
            let velocity = self.at(s, relative, relative_slope, at);
            let mut velocity = add(velocity, sub(scale(moved, rate), was));
            if CONTACT {
                let touch = &mut touches[at];
                store(moved, &mut touch.moved);
                velocity = touch.stop(
                    s,
                    base,
                    self.at(s, base.base_velocity[1], base.base_rate, at),
                    velocity,
                );
            }
            let velocity = choose(is_free, velocity, none);
            kinetic += dot(velocity, velocity) * mass;
            store(velocity, &mut work[at].velocity);
        }
        let frame = load(s, &self.end_frames[1]);
        ends += self.end_joint.strain(s, before, frame).twice_energy;
        let half = Wide::splat(s, 0.5);
        let (kinetic, bent) = (kinetic * half, bent * half);
        let stored = bent + ends * half;
        Trial { kinetic, potential: stored - worked, size: stored + size, bent, start }
    }

    /// How far the start moves relative to the base, and what the segments do not reach of the end's motion.
    #[inline(always)]
    pub(crate) fn shift<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        part: Wide<S>,
        work: &[Work],
    ) -> [Vector<S>; 2] {
        let zero = splat(s, [0.0; 3]);
        let [mut moved, mut weighted] = [zero; 2];
        for (at, segment) in self.segments.iter().enumerate() {
            let rotation = cayley(s, scale(load(s, &work[at].turn), part));
            let change = turned_by(rotation, third_axis(load(s, &segment.frame)));
            let constants = self.constants(at);
            moved = add_scaled(moved, change, number(s, &constants.length));
            weighted = add_scaled(weighted, moved, number(s, &constants.mass));
        }
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        let center = scale(weighted, Wide::splat(s, 1.0) / number(s, &self.mass));
        let shift = choose(is_end, moved, center);
        let back = sub(scale(base.center, part), choose(is_start, zero, shift));
        [back, sub(zero, choose(is_start & is_end, moved, zero))]
    }

    /// Takes over the trial.
    #[inline(always)]
    pub(crate) fn commit<S: Simd, const CONTACT: bool>(
        &mut self,
        s: S,
        base: &Base<S>,
        speed: Wide<S>,
        shift: Vector<S>,
        work: &[Work],
    ) {
        let zero = splat(s, [0.0; 3]);
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        let mut edges = zero;
        let mut momentum = zero;
        for at in 0..=self.segments.len() {
            let even = self.at(s, base.base_velocity[1], base.base_rate, at);
            let relative = load(s, &work[at].velocity);
            let is_number = dot(relative, relative).simd_lt(1e30);
            let velocity = choose(is_number, add_scaled(even, relative, speed), even);
            if CONTACT {
                momentum = add_scaled(momentum, velocity, number(s, self.mass(at)));
            }
            if at == 0 {
                store(velocity, &mut self.start_velocity);
                continue;
            }
            let length = number(s, &self.constants(at - 1).length);
            let segment = &mut self.segments[at - 1];
            store(velocity, &mut segment.velocity);
            let frame = load(s, &work[at - 1].frame);
            let [x, y, z, w] = frame;
            let by = (x * x + y * y + z * z + w * w) * -0.5 + 1.5;
            let frame = [x * by, y * by, z * by, w * by];
            store(frame, &mut segment.frame);
            (number(s, &work[at - 1].spin) * speed).store_array(&mut segment.spin);
            edges = add_scaled(edges, third_axis(frame), length);
        }
        let center = if CONTACT {
            scale(momentum, Wide::splat(s, 1.0) / number(s, &self.mass))
        } else {
            base.base_velocity[1]
        };
        store(center, &mut self.center);
        let (start, end) = (load(s, &self.ends[0]), load(s, &self.ends[1]));
        let end_after = add(end, base.moves[1]);
        let free = add(start, add(base.base[0], shift));
        let start_after = choose(is_end, sub(end_after, edges), free);
        let start_after = choose(is_start, add(start, base.moves[0]), start_after);
        let end_after = choose(is_end, end_after, add(start_after, edges));
        store(start_after, &mut self.ends[0]);
        store(end_after, &mut self.ends[1]);
        let gap = sub(sub(end_after, start_after), edges);
        store(choose(is_start & is_end, gap, zero), &mut self.gap);
    }
}
