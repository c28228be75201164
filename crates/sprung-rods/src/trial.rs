//! A trial of a configuration, and taking it over.

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::group::{Group, Work};
use crate::lanes::{
    Vector, Wide, ZERO, add, add_scaled, cayley, choose, dot, load, number, product, scale, splat,
    store, sub, third_axis, turned_by,
};

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
    /// Tries a part of the rotations.
    #[inline(always)]
    pub(crate) fn trial<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        part: Wide<S>,
        work: &mut [Work],
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
            [moved, slope] = self.shift(s, part, work);
        }
        let [mut kinetic, mut bent, mut ends, mut worked, mut size] = [zero; 5];
        let mean = scale(base.base[0], one / base.dt);
        let anchor = choose(is_whole, mean, base.base_velocity[1]);
        let start = moved;
        let mut before = load(s, &self.end_frames[0]);
        let mut axis = third_axis(before);
        let count = self.segments.len();
        let mut along = zero;
        for at in 0..=count {
            let vertex = if at == 0 { &self.start } else { &self.segments[at - 1].vertex };
            if at > 0 {
                let segment = &self.segments[at - 1];
                let frame = load(s, &segment.frame);
                let turn = scale(load(s, &work[at - 1].turn), part);
                let rotation = cayley(s, turn);
                let tangent = third_axis(frame);
                let change = turned_by(rotation, tangent);
                let after = product(rotation, frame);
                let strain = segment.joint.strain(s, before, axis, after);
                if at == 1 {
                    ends = strain.energy;
                } else {
                    bent += strain.energy;
                }
                (before, axis) = (after, add(tangent, change));
                let next_part = number(s, &vertex.part);
                let step =
                    add_scaled(scale(change, number(s, &segment.length)), slope, next_part - along);
                moved = add(moved, step);
                along = next_part;
                let spin = number(s, &segment.spin);
                let spun = dot(axis, turn) * rate - spin * kept;
                let is_small = (spun * spun).simd_lt(1e30);
                let spun = is_small.select(spun, zero);
                kinetic += spun * spun * number(s, &segment.inertia) * 0.5;
                store(after, &mut work[at - 1].frame);
                spun.store_array(&mut work[at - 1].spin);
            }
            let mass = number(s, &vertex.mass);
            let force = add_scaled(base.gravity, base.wind, base.drag);
            let force = add_scaled(self.load(s, at), force, mass);
            let gain = dot(force, moved);
            let is_free = number(s, &vertex.inverse_mass).simd_gt(0.0);
            let gain = is_free.select(gain, zero);
            worked += gain;
            size += gain.abs();
            // The velocity, relative to the base's mean: the base moves evenly but for the fall of free rods.
            let even = scale(base.base_rate, along);
            let was = sub(load(s, &vertex.velocity), add(mean, even));
            let velocity = sub(scale(moved, rate), scale(was, kept));
            let velocity = add(velocity, add(anchor, even));
            let velocity = choose(is_free, velocity, load(s, &vertex.velocity));
            kinetic += self.kinetic(s, base, vertex, velocity, 1);
            store(velocity, &mut work[at].velocity);
        }
        let frame = load(s, &self.end_frames[1]);
        ends += self.end_joint.strain(s, before, axis, frame).energy;
        let stored = bent + ends;
        Trial { kinetic, potential: stored - worked, size: stored + size, bent, start }
    }

    /// How far the start moves relative to the base, and what the segments do not reach of the end's motion.
    #[inline(always)]
    pub(crate) fn shift<S: Simd>(&self, s: S, part: Wide<S>, work: &[Work]) -> [Vector<S>; 2] {
        let zero = splat(s, [0.0; 3]);
        let [mut moved, mut weighted] = [zero; 2];
        for (segment, work) in self.segments.iter().zip(work) {
            let rotation = cayley(s, scale(load(s, &work.turn), part));
            let change = turned_by(rotation, third_axis(load(s, &segment.frame)));
            moved = add_scaled(moved, change, number(s, &segment.length));
            weighted = add_scaled(weighted, moved, number(s, &segment.vertex.mass));
        }
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        let center = scale(weighted, Wide::splat(s, 1.0) / number(s, &self.mass));
        let shift = choose(is_end, moved, center);
        let back = sub(zero, choose(is_start, zero, shift));
        [back, sub(zero, choose(is_start & is_end, moved, zero))]
    }

    /// Takes over the trial.
    #[inline(always)]
    pub(crate) fn commit<S: Simd>(
        &mut self,
        s: S,
        base: &Base<S>,
        speed: Wide<S>,
        shift: Vector<S>,
        work: &[Work],
    ) {
        if self.has_free() {
            store(base.base_velocity[1], self.center.get_or_insert([ZERO; 3]));
        }
        let half = Wide::splat(s, 0.5);
        let one = Wide::splat(s, 1.0);
        let zero = splat(s, [0.0; 3]);
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        let mut edges = zero;
        for at in 0..=self.segments.len() {
            if at > 0 {
                let segment = &mut self.segments[at - 1];
                let frame = load(s, &work[at - 1].frame);
                let [x, y, z, w] = frame;
                let square = x * x + y * y + z * z + w * w;
                let by = one + half - square * half;
                let frame = [x * by, y * by, z * by, w * by];
                store(frame, &mut segment.frame);
                (number(s, &work[at - 1].spin) * speed).store_array(&mut segment.spin);
                edges = add_scaled(edges, third_axis(frame), number(s, &segment.length));
            }
            let vertex = if at == 0 { &mut self.start } else { &mut self.segments[at - 1].vertex };
            let part = number(s, &vertex.part);
            let even = add_scaled(base.base_velocity[1], base.base_rate, part);
            let relative = sub(load(s, &work[at].velocity), even);
            let is_number = dot(relative, relative).simd_lt(1e30);
            let velocity = choose(is_number, add_scaled(even, relative, speed), even);
            store(velocity, &mut vertex.velocity);
        }
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
