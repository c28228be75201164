//! The motion that a step is relative to: that of the ends that are held, or of the center of mass.

use fearless_simd::{Simd, prelude::*};

use crate::group::{Group, Step};
use crate::lanes::{
    LANES, Quaternion, Vector, Wide, ZERO, add, add_scaled, choose, is_known, load, number,
    product, scale, splat, store, sub,
};

/// Numbers of the rods in a step.
#[derive(Clone, Copy)]
pub(crate) struct Base<S: Simd> {
    pub(crate) theta: Wide<S>,
    pub(crate) dt: Wide<S>,
    /// `θ dt`, and `θ dt` over 1 and the drag's part.
    pub(crate) part: Wide<S>,
    pub(crate) damped_part: Wide<S>,
    pub(crate) drag: Wide<S>,
    pub(crate) gravity: Vector<S>,
    /// Velocity of the air relative to the start.
    pub(crate) wind: Vector<S>,
    /// The motion of the ends in the step, at the start and what the end has more than it.
    pub(crate) base: [Vector<S>; 2],
    /// The velocity of the base before and after the step, at the start.
    pub(crate) base_velocity: [Vector<S>; 2],
    /// `base[1]` per second.
    pub(crate) base_rate: Vector<S>,
    pub(crate) gap: Vector<S>,
    /// The mean velocity of the base at the start, and what gravity, the air and the base's acceleration add to the velocity of a
    /// vertex relative to it until the middle of the step.
    pub(crate) mean: Vector<S>,
    pub(crate) push: Vector<S>,
    /// The displacements of the ends in the step, their rotations until its middle, and their frames after it.
    pub(crate) moves: [Vector<S>; 2],
    pub(crate) turns: [Vector<S>; 2],
    pub(crate) frames: [Quaternion<S>; 2],
    /// The displacement of the center of mass of free rods relative to the base in the step.
    pub(crate) center: Vector<S>,
}

impl Group {
    /// True if nothing holds some rod.
    pub(crate) fn has_free(&self) -> bool {
        let [start, end] = &self.is_fixed;
        start.iter().zip(end).any(|(start, end)| start + end == 0.0)
    }

    /// True if no rod but those that are fixed at their start, and only there.
    pub(crate) fn is_simple(&self) -> bool {
        self.is_fixed == [[1.0; LANES], ZERO]
    }

    #[inline(always)]
    pub(crate) fn base<S: Simd>(&self, s: S, step: Step, is_world: bool) -> Base<S> {
        let dt = Wide::splat(s, step.dt);
        let theta = Wide::splat(s, step.theta);
        let part = dt * theta;
        let drag = number(s, &self.drag);
        let damped_part = part / (drag * part + 1.0);
        let gravity = splat(s, step.gravity);
        let zero = splat(s, [0.0; 3]);
        let end_part = Wide::splat(s, step.end_part);
        let mut moves = [zero; 2];
        let mut turns = [zero; 2];
        let mut frames = [load(s, &self.end_frames[0]); 2];
        for end in 0..2 {
            let target = load(s, &self.targets[end]);
            moves[end] = scale(sub(target, load(s, &self.ends[end])), end_part);
            let frame = load(s, &self.end_frames[end]);
            frames[end] = between(s, frame, load(s, &self.target_frames[end]), end_part);
            let [x, y, z, w] = frame;
            let [x, y, z, _] = product(frames[end], [-x, -y, -z, w]);
            turns[end] = scale([x, y, z], theta + theta);
        }
        let [start, end] = moves;
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        let one = Wide::splat(s, 1.0);
        let rate = one / dt;
        let held = choose(is_start, start, choose(is_end, end, zero));
        let slope = choose(is_start & is_end, sub(end, start), zero);
        let held_velocity = scale(held, rate);
        let mut base = Base {
            theta,
            dt,
            part,
            damped_part,
            drag,
            gravity,
            wind: sub(splat(s, step.wind), held_velocity),
            base: [held, slope],
            base_velocity: [held_velocity; 2],
            base_rate: scale(slope, rate),
            gap: load(s, &self.gap),
            mean: held_velocity,
            push: zero,
            moves,
            turns,
            frames,
            center: zero,
        };
        let is_held = is_start | is_end;
        if !is_held.all_true() {
            let (moved, velocity) = self.center_moves(s, &base, step.wind, zero);
            if is_world {
                base.center = choose(is_held, zero, moved);
            } else {
                let mean = scale(moved, rate);
                let after = scale(add_scaled(mean, velocity, theta - 1.0), one / theta);
                base.base[0] = choose(is_held, held, moved);
                base.base_velocity[0] = choose(is_held, held_velocity, velocity);
                base.base_velocity[1] = choose(is_held, held_velocity, after);
                base.wind = choose(is_held, base.wind, sub(splat(s, step.wind), mean));
                base.mean = choose(is_held, held_velocity, mean);
            }
        }
        let lag = sub(base.base_velocity[0], base.mean);
        base.push = add_scaled(add_scaled(lag, base.wind, drag * part), gravity, part);
        base
    }

    /// The displacement of the center of mass of free rods in the step under additional forces, and its velocity before.
    #[inline(always)]
    pub(crate) fn center_moves<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        wind: [f32; 3],
        pressed: Vector<S>,
    ) -> (Vector<S>, Vector<S>) {
        let zero = splat(s, [0.0; 3]);
        let (mut momentum, mut force) = (zero, zero);
        for at in 0..=self.segments.len() {
            let (velocity, mass) = (load(s, self.velocity(at)), number(s, self.mass(at)));
            momentum = add_scaled(momentum, velocity, mass);
            if let Some(load) = self.load(s, at) {
                force = add(force, load);
            }
        }
        let inverse = Wide::splat(s, 1.0) / number(s, &self.mass);
        // Summed up anew in each step, it would drift by the rounding of the sum.
        let known = load(s, &self.center);
        let velocity = choose(is_known(known[0]), known, scale(momentum, inverse));
        let acceleration = add_scaled(base.gravity, add(force, pressed), inverse);
        let pushed = add_scaled(velocity, splat(s, wind), base.drag * base.part);
        let moved = add_scaled(pushed, acceleration, base.part);
        (scale(moved, base.damped_part / base.theta), velocity)
    }

    /// Puts the ends where they are after the step.
    #[inline(always)]
    pub(crate) fn move_ends<S: Simd>(&mut self, s: S, base: &Base<S>) {
        store(base.frames[0], &mut self.end_frames[0]);
        store(base.frames[1], &mut self.end_frames[1]);
        let start = base.base_velocity[0];
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let velocity = choose(is_start, start, load(s, &self.start_velocity));
        store(velocity, &mut self.start_velocity);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        if let Some(last) = self.segments.last_mut() {
            let velocity = add(start, base.base_rate);
            let velocity = choose(is_end, velocity, load(s, &last.velocity));
            store(velocity, &mut last.velocity);
        }
    }

    /// The part of the rod's length from the start to a vertex, of rods between two fixed ends.
    #[inline(always)]
    pub(crate) fn part<S: Simd>(&self, s: S, vertex: usize) -> Option<Wide<S>> {
        self.parts.get(vertex).map(|part| number(s, part))
    }

    /// A vector of the base at the start, and what it has more at the end, at a vertex.
    #[inline(always)]
    pub(crate) fn at<S: Simd>(
        &self,
        s: S,
        start: Vector<S>,
        slope: Vector<S>,
        vertex: usize,
    ) -> Vector<S> {
        match self.part(s, vertex) {
            Some(part) => add_scaled(start, slope, part),
            None => start,
        }
    }

    /// The force on a vertex, N; none if none has been set.
    #[inline(always)]
    pub(crate) fn load<S: Simd>(&self, s: S, vertex: usize) -> Option<Vector<S>> {
        self.loads.get(vertex).map(|force| load(s, force))
    }
}

/// A frame at a part of the way from one to another.
#[inline(always)]
fn between<S: Simd>(s: S, from: Quaternion<S>, to: Quaternion<S>, part: Wide<S>) -> Quaternion<S> {
    let mut cosine = from[0] * to[0];
    for at in 1..4 {
        cosine += from[at] * to[at];
    }
    let one = Wide::splat(s, 1.0);
    let sign = cosine.simd_lt(0.0).select(-one, one);
    let mut sum = from;
    for at in 0..4 {
        sum[at] = from[at] + (to[at] * sign - from[at]) * part;
    }
    let [x, y, z, w] = sum;
    let by = one / (x * x + y * y + z * z + w * w).sqrt();
    [x * by, y * by, z * by, w * by]
}
