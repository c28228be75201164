//! Sixteen rods of the same number of segments side by side: their data, and one step.
//!
//! ```text
//! forward    predict each segment, its joint's torque and stiffness, eliminate its block
//! back       forces and rotations by back substitution
//! trial      the configuration and its energy; a quarter of the rotations where there would be more energy than before
//! commit     frames, velocities no faster than the energy allows
//! ```

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};

use crate::factor::{Block, Factor};
use crate::joint::Joint;
use crate::lanes::{
    LANES, Quaternion, Stored, Vector, Wide, ZERO, add, add_scaled, apply, cayley, choose, cross,
    dot, dyad, limit, load, number, product, scale, splat, store, sub, sum, third_axis,
    turned_by,
};

/// Radians that a segment is predicted to turn at most in a step, and that the solve may add to it.
const MAX_PREDICTED: f32 = 1.0;
const MAX_SOLVED: f32 = 2.0;

/// What of the energies at the ends of a step may be rounding.
const ROUNDING: f32 = 2e-6;

/// The part of a change of the inner force that a rod between two fixed ends gives way to: where it is taut, its forces are not
/// determined.
const SLACK: f32 = 1e-5;

/// Trials of a configuration, each with a quarter of the rotations of the one before, and the last one with none.
const TRIALS: usize = 5;

/// A vertex that is not the start of its rod.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    /// kg; both are 0 of a fixed vertex.
    pub(crate) mass: Stored,
    pub(crate) inverse_mass: Stored,
    /// Part of the rod's length from the start to here.
    pub(crate) part: Stored,
    /// N.
    pub(crate) load: [Stored; 3],
    pub(crate) velocity: [Stored; 3],
}

impl Vertex {
    pub(crate) const NONE: Self = Vertex {
        mass: ZERO,
        inverse_mass: ZERO,
        part: ZERO,
        load: [ZERO; 3],
        velocity: [ZERO; 3],
    };
}

/// A segment, the joint before it and the vertex after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    pub(crate) length: Stored,
    pub(crate) inverse_square: Stored,
    /// Moment of inertia about the tangent, kg·m².
    pub(crate) inertia: Stored,
    pub(crate) joint: Joint,
    pub(crate) vertex: Vertex,
    /// From the material frame to the world; the third axis is the tangent.
    pub(crate) frame: [Stored; 4],
    /// Angular velocity about the tangent, rad/s.
    pub(crate) spin: Stored,
    /// N, in the last step.
    pub(crate) tension: Stored,
}

/// Settings that all rods share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// s.
    pub(crate) dt: f32,
    /// The part of the step at whose end forces are taken: 1/2 for the implicit midpoint, 1 for backward Euler.
    pub(crate) theta: f32,
    pub(crate) gravity: [f32; 3],
    pub(crate) wind: [f32; 3],
    /// The part of their way to their targets that the ends move.
    pub(crate) end_part: f32,
}

/// Rods side by side.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) segments: Vec<Segment>,
    /// The vertex at the start.
    pub(crate) start: Vertex,
    /// The joint at a clamped end.
    pub(crate) end_joint: Joint,
    /// Positions of the ends, and frames if they are clamped.
    pub(crate) ends: [[Stored; 3]; 2],
    pub(crate) end_frames: [[Stored; 4]; 2],
    /// Where they go.
    pub(crate) targets: [[Stored; 3]; 2],
    pub(crate) target_frames: [[Stored; 4]; 2],
    /// 1 of rods whose start is fixed, whose end is fixed; else 0.
    pub(crate) is_fixed: [Stored; 2],
    /// What is missing between the last segment and a fixed end, m, if the start is fixed too.
    pub(crate) gap: [Stored; 3],
    /// Inner forces in the last step, N, of rods between two fixed ends; none if there are no such rods.
    pub(crate) forces: Vec<[Stored; 3]>,
    /// kg, of vertices that are not fixed.
    pub(crate) mass: Stored,
    /// Rates: 1/s of the drag, s of the damping by bending and twist.
    pub(crate) drag: Stored,
    pub(crate) damping: Stored,
}

/// Numbers of a segment within a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    factor: Factor,
    predicted: [Stored; 3],
    tangent: [Stored; 3],
    turn: [Stored; 3],
    frame: [Stored; 4],
    velocity: [Stored; 3],
    spin: Stored,
}

impl Work {
    pub(crate) const NONE: Self = Work {
        factor: Factor::NONE,
        predicted: [ZERO; 3],
        tangent: [ZERO; 3],
        turn: [ZERO; 3],
        frame: [ZERO; 4],
        velocity: [ZERO; 3],
        spin: ZERO,
    };
}

/// A segment where it is predicted to be, in the middle of the step.
#[derive(Clone, Copy)]
struct Predicted<S: Simd> {
    before: Quaternion<S>,
    tangent_before: Vector<S>,
    frame: Quaternion<S>,
    tangent: Vector<S>,
    turn: Vector<S>,
    /// What its edge changes.
    change: Vector<S>,
    length: Wide<S>,
}

/// Numbers of the rods in a step.
#[derive(Clone, Copy)]
struct Rods<S: Simd> {
    theta: Wide<S>,
    dt: Wide<S>,
    /// `θ dt`, and `θ dt` over 1 and the drag's part.
    part: Wide<S>,
    damped_part: Wide<S>,
    drag: Wide<S>,
    gravity: Vector<S>,
    /// Velocity of the air relative to the start.
    wind: Vector<S>,
    /// The motion of the ends in the step, at the start and what the end has more than it.
    base: [Vector<S>; 2],
    /// The velocity of the base before and after the step, at the start.
    base_velocity: [Vector<S>; 2],
    /// `base[1]` per second.
    base_rate: Vector<S>,
    gap: Vector<S>,
    /// What the ends move, turn until the middle of the step, and their frames after it.
    moves: [Vector<S>; 2],
    turns: [Vector<S>; 2],
    frames: [Quaternion<S>; 2],
}

/// A trial of a configuration, relative to the base.
#[derive(Clone, Copy)]
struct Trial<S: Simd> {
    kinetic: Wide<S>,
    /// Of bending and twist, and of loads from where they were.
    potential: Wide<S>,
    /// The size of the potential energies.
    size: Wide<S>,
    /// What the start has moved.
    start: Vector<S>,
}

impl Group {
    pub(crate) fn new(segments: Vec<Segment>) -> Self {
        Group {
            segments,
            start: Vertex::NONE,
            end_joint: Joint::NONE,
            ends: [[ZERO; 3]; 2],
            end_frames: [[ZERO; 4]; 2],
            targets: [[ZERO; 3]; 2],
            target_frames: [[ZERO; 4]; 2],
            is_fixed: [ZERO; 2],
            gap: [ZERO; 3],
            forces: Vec::new(),
            mass: [1.0; LANES],
            drag: ZERO,
            damping: ZERO,
        }
    }

    /// True if no rod but those that are fixed at their start, and only there.
    fn is_simple(&self) -> bool {
        self.is_fixed == [[1.0; LANES], ZERO]
    }

    #[inline(always)]
    fn rods<S: Simd>(&self, s: S, step: Step) -> Rods<S> {
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
        let held = choose(is_start, start, end);
        let slope = choose(is_start & is_end, sub(end, start), zero);
        let held_velocity = scale(held, rate);
        let mut rods = Rods {
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
            moves,
            turns,
            frames,
        };
        let is_held = is_start | is_end;
        if !is_held.all_true() {
            // Free rods: the base is the center of mass.
            let mut momentum = scale(load(s, &self.start.velocity), number(s, &self.start.mass));
            let mut force = load(s, &self.start.load);
            for segment in &self.segments {
                let vertex = &segment.vertex;
                momentum =
                    add_scaled(momentum, load(s, &vertex.velocity), number(s, &vertex.mass));
                force = add(force, load(s, &vertex.load));
            }
            let inverse = one / number(s, &self.mass);
            let velocity = scale(momentum, inverse);
            let acceleration = add_scaled(gravity, force, inverse);
            let pushed = add_scaled(velocity, splat(s, step.wind), drag * part);
            let moved = add_scaled(pushed, acceleration, part);
            let moved = scale(moved, damped_part / theta);
            let mean = scale(moved, rate);
            let after = scale(add_scaled(mean, velocity, theta - 1.0), one / theta);
            rods.base[0] = choose(is_held, held, moved);
            rods.base_velocity[0] = choose(is_held, held_velocity, velocity);
            rods.base_velocity[1] = choose(is_held, held_velocity, after);
            rods.wind = choose(is_held, rods.wind, sub(splat(s, step.wind), mean));
        }
        rods
    }

    /// Advances by a step.
    #[inline(always)]
    pub(crate) fn advance<S: Simd>(&mut self, s: S, step: Step, work: &mut [Work]) {
        let rods = self.rods(s, step);
        self.move_ends(s, &rods);
        let energy = self.forward(s, &rods, work);
        self.back(s, &rods, work);
        let zero = Wide::splat(s, 0.0);
        let mut part = Wide::splat(s, 1.0);
        let mut speed = zero;
        let mut tried = Trial { kinetic: zero, potential: zero, size: zero, start: splat(s, [0.0; 3]) };
        for trial in 0..TRIALS {
            tried = self.trial(s, &rods, part, work);
            let left = energy[0] + energy[1] - tried.potential;
            let tolerance = (energy[1] + tried.size) * ROUNDING;
            // Where a number is NaN, too, it is not.
            let is_less = (left + tolerance).simd_ge(0.0);
            let left = left.simd_gt(0.0).select(left, zero);
            let is_slower = tried.kinetic.simd_le(left);
            let down = (left / tried.kinetic).sqrt();
            let slower = is_slower.select(Wide::splat(s, 1.0), down);
            speed = is_less.select(slower, zero);
            if is_less.all_true() {
                break;
            }
            let less = if trial + 2 < TRIALS { part * 0.25 } else { zero };
            part = is_less.select(part, less);
        }
        self.commit(s, &rods, speed, tried.start, work);
    }

    /// Puts the ends where they are after the step.
    #[inline(always)]
    fn move_ends<S: Simd>(&mut self, s: S, rods: &Rods<S>) {
        store(rods.frames[0], &mut self.end_frames[0]);
        store(rods.frames[1], &mut self.end_frames[1]);
        let start = rods.base_velocity[0];
        let is_start = number(s, &self.is_fixed[0]).simd_gt(0.0);
        let velocity = choose(is_start, start, load(s, &self.start.velocity));
        store(velocity, &mut self.start.velocity);
        let is_end = number(s, &self.is_fixed[1]).simd_gt(0.0);
        if let Some(last) = self.segments.last_mut() {
            let velocity = add(start, rods.base_rate);
            let velocity = choose(is_end, velocity, load(s, &last.vertex.velocity));
            store(velocity, &mut last.vertex.velocity);
        }
    }

    /// Where a vertex would be in the middle of the step without inner forces, relative to the base, and what a force moves it.
    #[inline(always)]
    fn free<S: Simd>(s: S, rods: &Rods<S>, vertex: &Vertex) -> (Vector<S>, Wide<S>) {
        let inverse = number(s, &vertex.inverse_mass);
        let base = add_scaled(rods.base_velocity[0], rods.base_rate, number(s, &vertex.part));
        let mean = scale(rods.base[0], Wide::splat(s, 1.0) / rods.dt);
        // Relative to the mean velocity of the base.
        let lag = sub(rods.base_velocity[0], mean);
        let velocity = add(sub(load(s, &vertex.velocity), base), lag);
        let velocity = add_scaled(velocity, rods.wind, rods.drag * rods.part);
        let acceleration = add_scaled(rods.gravity, load(s, &vertex.load), inverse);
        let moved = scale(add_scaled(velocity, acceleration, rods.part), rods.damped_part);
        let is_free = inverse.simd_gt(0.0);
        let moved = choose(is_free, moved, splat(s, [0.0; 3]));
        (moved, rods.part * rods.damped_part * inverse)
    }

    #[inline(always)]
    fn predict<S: Simd>(s: S, rods: &Rods<S>, segment: &Segment, start: Vector<S>) -> Predicted<S> {
        let before = load(s, &segment.frame);
        let tangent_before = third_axis(before);
        let length = number(s, &segment.length);
        let rate = sub(load(s, &segment.vertex.velocity), start);
        let across = scale(
            cross(tangent_before, rate),
            length * number(s, &segment.inverse_square),
        );
        let turn = add_scaled(across, tangent_before, number(s, &segment.spin));
        let turn = limit(s, scale(turn, rods.part), MAX_PREDICTED);
        let rotation = cayley(s, turn);
        let change = turned_by(rotation, tangent_before);
        let tangent = add(tangent_before, change);
        let change = scale(change, length);
        let frame = product(rotation, before);
        Predicted { before, tangent_before, frame, tangent, turn, change, length }
    }

    /// Predicts, assembles and eliminates. Returns the kinetic energy relative to the base, and that of bending and twist.
    #[inline(always)]
    fn forward<S: Simd>(&mut self, s: S, rods: &Rods<S>, work: &mut [Work]) -> [Wide<S>; 2] {
        let zero = Wide::splat(s, 0.0);
        let none = splat(s, [0.0; 3]);
        let one = Wide::splat(s, 1.0);
        let stiffer = number(s, &self.damping) / rods.part;
        let factor = stiffer + 1.0;
        let inverse_part = one / rods.part;
        let inverse_square = inverse_part * inverse_part;
        let is_between =
            (number(s, &self.is_fixed[0]) * number(s, &self.is_fixed[1])).simd_gt(0.0);
        let slack = is_between.select(Wide::splat(s, SLACK), zero);
        // The end's motion is spread over the rod, and what was missing to it is closed.
        let drift = add(rods.gap, scale(rods.base[1], rods.theta));
        let [mut kinetic, mut potential] = [zero; 2];
        let count = self.segments.len();
        // The joint at the start.
        let start_frame = load(s, &self.end_frames[0]);
        let start_axis = third_axis(start_frame);
        let start_velocity = load(s, &self.start.velocity);
        let (mut moved, mut a) = Self::free(s, rods, &self.start);
        let mut part = zero;
        kinetic += self.kinetic(s, rods, &self.start, start_velocity, 0);
        let mut here = Self::predict(s, rods, &self.segments[0], start_velocity);
        let joint = &self.segments[0].joint;
        let strain = joint.strain(s, start_frame, start_axis, here.before);
        potential += strain.energy;
        let strain = joint.strain(s, start_frame, start_axis, here.frame);
        let mut stiffness = joint.stiffness(s, add(start_axis, here.tangent), factor);
        let relative = sub(here.turn, rods.turns[0]);
        let mut torque =
            add(strain.torque(), scale(apply(stiffness, relative), stiffer / factor));
        let mut carried = Block {
            forces: [zero; 6],
            mixed: [none; 3],
            rotations: [zero; 6],
            rhs: [none; 2],
        };
        for at in 0..count {
            let segment = &self.segments[at];
            let vertex = &segment.vertex;
            // The joint after the segment.
            let (next, next_frame, next_before, next_axis, next_turn, next_joint) =
                if at + 1 < count {
                    let following = &self.segments[at + 1];
                    let velocity = load(s, &vertex.velocity);
                    let next = Self::predict(s, rods, following, velocity);
                    (next, next.frame, next.before, next.tangent, next.turn, &following.joint)
                } else {
                    let frame = load(s, &self.end_frames[1]);
                    let next = here;
                    (next, frame, frame, third_axis(frame), rods.turns[1], &self.end_joint)
                };
            potential +=
                next_joint.strain(s, here.before, here.tangent_before, next_before).energy;
            let strain = next_joint.strain(s, here.frame, here.tangent, next_frame);
            let next_stiffness = next_joint.stiffness(s, add(here.tangent, next_axis), factor);
            let relative = sub(next_turn, here.turn);
            let next_torque = add(
                strain.torque(),
                scale(apply(next_stiffness, relative), stiffer / factor),
            );
            // The block.
            let (next_moved, next_a) = Self::free(s, rods, vertex);
            let next_part = number(s, &vertex.part);
            let edge = scale(here.tangent, here.length);
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
            let [x, y, z] = edge;
            let mut mixed = carried.mixed;
            mixed[0][1] += z;
            mixed[0][2] -= y;
            mixed[1][0] -= z;
            mixed[1][2] += x;
            mixed[2][0] += y;
            mixed[2][1] -= x;
            let spun = dot(here.tangent, here.turn) - rods.part * number(s, &segment.spin);
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
            kinetic += self.kinetic(s, rods, vertex, velocity, 0);
            let spin = number(s, &segment.spin);
            kinetic += spin * spin * number(s, &segment.inertia) * 0.5;
            (moved, a, part) = (next_moved, next_a, next_part);
            (here, stiffness, torque) = (next, next_stiffness, next_torque);
        }
        [kinetic, potential]
    }

    /// Kinetic energy of a vertex relative to the base, before a step (0) or after it (1).
    #[inline(always)]
    fn kinetic<S: Simd>(
        &self,
        s: S,
        rods: &Rods<S>,
        vertex: &Vertex,
        velocity: Vector<S>,
        when: usize,
    ) -> Wide<S> {
        let base = add_scaled(rods.base_velocity[when], rods.base_rate, number(s, &vertex.part));
        let relative = sub(velocity, base);
        dot(relative, relative) * number(s, &vertex.mass) * 0.5
    }

    /// Solves for the rotations of the whole step, and keeps the tensions.
    #[inline(always)]
    fn back<S: Simd>(&mut self, s: S, rods: &Rods<S>, work: &mut [Work]) {
        let none = splat(s, [0.0; 3]);
        let zero = Wide::splat(s, 0.0);
        let one = Wide::splat(s, 1.0);
        let mut next = [none; 2];
        let backward = one / rods.theta;
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

    /// Tries a part of the rotations.
    #[inline(always)]
    fn trial<S: Simd>(
        &self,
        s: S,
        rods: &Rods<S>,
        part: Wide<S>,
        work: &mut [Work],
    ) -> Trial<S> {
        let zero = Wide::splat(s, 0.0);
        let one = Wide::splat(s, 1.0);
        let none = splat(s, [0.0; 3]);
        let is_whole = part.simd_ge(1.0);
        // Where only a part of the rotations is made, backward Euler's velocity.
        let theta = is_whole.select(rods.theta, one);
        let (rate, kept) = (one / (rods.dt * theta), (one - theta) / theta);
        let [mut moved, mut slope] = [none; 2];
        if !self.is_simple() {
            [moved, slope] = self.shift(s, part, work);
        }
        let [mut kinetic, mut stored, mut worked, mut size] = [zero; 4];
        let mean = scale(rods.base[0], one / rods.dt);
        let anchor = choose(is_whole, mean, rods.base_velocity[1]);
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
                stored += strain.energy;
                (before, axis) = (after, add(tangent, change));
                let next_part = number(s, &vertex.part);
                let step = add_scaled(
                    scale(change, number(s, &segment.length)),
                    slope,
                    next_part - along,
                );
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
            let force = add_scaled(rods.gravity, rods.wind, rods.drag);
            let force = add_scaled(load(s, &vertex.load), force, mass);
            let gain = dot(force, moved);
            let is_free = number(s, &vertex.inverse_mass).simd_gt(0.0);
            let gain = is_free.select(gain, zero);
            worked += gain;
            size += gain.abs();
            // The velocity, relative to the base's mean: the base moves evenly but for the fall of free rods.
            let base = scale(rods.base_rate, along);
            let was = sub(load(s, &vertex.velocity), add(mean, base));
            let velocity = sub(scale(moved, rate), scale(was, kept));
            let velocity = add(velocity, add(anchor, base));
            let velocity = choose(is_free, velocity, load(s, &vertex.velocity));
            kinetic += self.kinetic(s, rods, vertex, velocity, 1);
            store(velocity, &mut work[at].velocity);
        }
        let frame = load(s, &self.end_frames[1]);
        stored += self.end_joint.strain(s, before, axis, frame).energy;
        Trial { kinetic, potential: stored - worked, size: stored + size, start }
    }

    /// How far the start moves relative to the base, and what the segments do not reach of the end's motion.
    #[inline(always)]
    fn shift<S: Simd>(&self, s: S, part: Wide<S>, work: &[Work]) -> [Vector<S>; 2] {
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
    fn commit<S: Simd>(
        &mut self,
        s: S,
        rods: &Rods<S>,
        speed: Wide<S>,
        shift: Vector<S>,
        work: &[Work],
    ) {
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
            let vertex =
                if at == 0 { &mut self.start } else { &mut self.segments[at - 1].vertex };
            let part = number(s, &vertex.part);
            let base = add_scaled(rods.base_velocity[1], rods.base_rate, part);
            let relative = sub(load(s, &work[at].velocity), base);
            let is_number = dot(relative, relative).simd_lt(1e30);
            let velocity = choose(is_number, add_scaled(base, relative, speed), base);
            store(velocity, &mut vertex.velocity);
        }
        let (start, end) = (load(s, &self.ends[0]), load(s, &self.ends[1]));
        let end_after = add(end, rods.moves[1]);
        let free = add(start, add(rods.base[0], shift));
        let start_after = choose(is_end, sub(end_after, edges), free);
        let start_after = choose(is_start, add(start, rods.moves[0]), start_after);
        let end_after = choose(is_end, end_after, add(start_after, edges));
        store(start_after, &mut self.ends[0]);
        store(end_after, &mut self.ends[1]);
        let gap = sub(sub(end_after, start_after), edges);
        store(choose(is_start & is_end, gap, zero), &mut self.gap);
    }
}

/// A frame at a part of the way from one to another.
#[inline(always)]
fn between<S: Simd>(
    s: S,
    from: Quaternion<S>,
    to: Quaternion<S>,
    part: Wide<S>,
) -> Quaternion<S> {
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

/// Room for the numbers of a step of rods with up to `segments` segments.
pub(crate) fn room(segments: usize) -> Vec<Work> {
    vec![Work::NONE; segments + 1]
}
