//! Sixteen chains side by side: one tick after another, from the node outward.

use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};
use sprung::{Rotation, Spring};

use crate::bone::Bone;
#[cfg(feature = "serde")]
use crate::error::{BonesError, Checked};
use crate::lanes::{
    LANES, Quaternion, Stored, Vector, Wide, add, add_scaled, choose, divide, dot, load, number,
    product, rotate, rotate_back, rotation_between, scale, splat, splat_rotation, store, sub,
};
use crate::response::Response;

/// Ticks whose directions are kept, so that a pose between two of them lies on a parabola.
const SEEN: usize = 3;

/// The square of the length of a rod, relative to that of its own, above which it has moved too far for its impulse.
const MAX_STRETCH_SQUARED: f32 = 1.01;

/// Up to sixteen chains of about the same length, with the same center and colliders.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    /// The index of the pose of each chain's node in the numbers of a tick.
    pub(crate) nodes: [usize; LANES],
    /// The index of the pose of the center, the node in whose frame the other poses are.
    pub(crate) center: Option<usize>,
    pub(crate) colliders: Vec<Capsule>,
    /// From the nodes outward.
    pub(crate) bones: Vec<Bones>,
}

/// A collider. The coordinates of its two ends begin at the index `place` in the numbers of a tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capsule {
    pub(crate) place: usize,
    pub(crate) radius: f32,
}

/// The bones at one place of sixteen chains.
#[derive(Clone, Debug)]
pub(crate) struct Bones {
    offset: [Stored; 3],
    rest: [Stored; 4],
    tail: [Stored; 3],
    length: Stored,
    inverse_length: Stored,
    radius: Stored,
    response: [[Stored; 4]; 2],
    velocity_of_impulse: Stored,
    acceleration: [Stored; 3],
    head: [Stored; 3],
    /// From the head to the tail at rest.
    axis: [Stored; 3],
    /// From the head to the tail.
    reach: [Stored; 3],
    velocity: [Stored; 3],
    /// The direction at rest and in the last ticks, in the parent's frame.
    rest_direction: [Stored; 3],
    seen: [[Stored; 3]; SEEN],
    /// The rotation in the parent's frame at the time of the pose.
    rotation: [Stored; 4],
}

impl Bones {
    /// Bones that are not used.
    pub(crate) fn new(tick: f64) -> Self {
        let none = [[0.0; LANES]; 3];
        let mut bones = Bones {
            offset: none,
            rest: [[0.0; LANES]; 4],
            tail: none,
            length: [0.0; LANES],
            inverse_length: [0.0; LANES],
            radius: [0.0; LANES],
            response: [[[0.0; LANES]; 4]; 2],
            velocity_of_impulse: [0.0; LANES],
            acceleration: none,
            head: none,
            axis: none,
            reach: none,
            velocity: none,
            rest_direction: none,
            seen: [none; SEEN],
            rotation: [[0.0; LANES]; 4],
        };
        let unused = Bone::new([0.0, 0.0, 1.0]);
        (0..LANES).for_each(|lane| bones.set(lane, &unused, tick));
        bones
    }

    /// Puts a bone into a lane.
    pub(crate) fn set(&mut self, lane: usize, bone: &Bone, tick: f64) {
        let spring = &bone.spring;
        let spring = Spring::from_stiffness_and_damping(
            f64::from(spring.stiffness()),
            f64::from(spring.damping()),
        );
        // Both are finite or the spring is rigid.
        let rigid = || Spring::clamped(f64::INFINITY, 1.0);
        let response = Response::new(&spring.unwrap_or_else(|_| rigid()), tick);
        let length = bone.length();
        put(&mut self.offset, lane, bone.head);
        put(&mut self.rest, lane, bone.rest.xyzw());
        put(&mut self.tail, lane, bone.tail);
        (self.length[lane], self.inverse_length[lane]) = (length, 1.0 / length);
        self.radius[lane] = bone.radius;
        for (stored, factors) in self.response.iter_mut().zip(response.factors) {
            put(stored, lane, factors.map(|factor| factor as f32));
        }
        self.velocity_of_impulse[lane] = response.velocity_of_impulse() as f32;
        put(&mut self.acceleration, lane, bone.acceleration);
        let direction = bone.rest.rotate(bone.tail).map(|part| part / length);
        put(&mut self.rest_direction, lane, direction);
        self.settle(lane);
    }

    /// Is seen at rest.
    fn settle(&mut self, lane: usize) {
        let direction = take(&self.rest_direction, lane);
        self.seen.iter_mut().for_each(|seen| put(seen, lane, direction));
        let rest: [f32; 4] = take(&self.rest, lane);
        put(&mut self.rotation, lane, rest);
    }

    /// Returns the rotation in the parent's frame.
    pub(crate) fn rotation(&self, lane: usize) -> Rotation<f32> {
        Rotation::from_xyzw(take(&self.rotation, lane))
    }

    /// Moves rigidly with a node: by a rotation about a point, then to another.
    pub(crate) fn carry(
        &mut self,
        lane: usize,
        turn: &Rotation<f32>,
        from: [f32; 3],
        to: [f32; 3],
    ) {
        let head: [f32; 3] = take(&self.head, lane);
        let from_node = core::array::from_fn(|at| head[at] - from[at]);
        let moved = turn.rotate(from_node);
        put(&mut self.head, lane, core::array::from_fn(|at| moved[at] + to[at]));
        for vector in [&mut self.axis, &mut self.reach, &mut self.velocity] {
            let turned = turn.rotate(take(vector, lane));
            put(vector, lane, turned);
        }
    }
}

/// The state of a bone.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoneState {
    head: [f32; 3],
    axis: [f32; 3],
    reach: [f32; 3],
    velocity: [f32; 3],
    seen: [[f32; 3]; SEEN],
    rotation: [f32; 4],
}

#[cfg(feature = "serde")]
impl BoneState {
    pub(crate) fn check(
        &self,
        state: Checked,
        length: f32,
        largest: f32,
        rule: &'static str,
    ) -> Result<(), BonesError> {
        let is_near = |value: f32| value.abs() <= largest;
        state.all("head", &self.head, is_near, rule)?;
        state.all("axis", &self.axis, is_near, rule)?;
        let is_reach = |part: f32| part.abs() <= 1.1 * length;
        state.all("reach", &self.reach, is_reach, "no longer than the bone")?;
        state.all("velocity", &self.velocity, is_near, rule)?;
        let is_part = |value: f32| value.abs() <= 1.1;
        state.all("seen", self.seen.as_flattened(), is_part, "in -1 to 1")?;
        let square: f32 = self.rotation.iter().map(|part| part * part).sum();
        let is_one = |square: f32| (square - 1.0).abs() <= 1e-3;
        state.all("rotation", &[square], is_one, "of length 1")
    }
}

#[cfg(feature = "serde")]
impl Bones {
    pub(crate) fn state(&self, lane: usize) -> BoneState {
        BoneState {
            head: take(&self.head, lane),
            axis: take(&self.axis, lane),
            reach: take(&self.reach, lane),
            velocity: take(&self.velocity, lane),
            seen: self.seen.each_ref().map(|seen| take(seen, lane)),
            rotation: take(&self.rotation, lane),
        }
    }

    pub(crate) fn set_state(&mut self, lane: usize, state: &BoneState) {
        put(&mut self.head, lane, state.head);
        put(&mut self.axis, lane, state.axis);
        put(&mut self.reach, lane, state.reach);
        put(&mut self.velocity, lane, state.velocity);
        for (stored, seen) in self.seen.iter_mut().zip(state.seen) {
            put(stored, lane, seen);
        }
        put(&mut self.rotation, lane, state.rotation);
    }
}

fn put<const N: usize>(stored: &mut [Stored; N], lane: usize, values: [f32; N]) {
    stored.iter_mut().zip(values).for_each(|(stored, value)| stored[lane] = value);
}

fn take<const N: usize>(stored: &[Stored; N], lane: usize) -> [f32; N] {
    stored.map(|stored| stored[lane])
}

/// The numbers of a tick and of the one before.
#[derive(Clone, Copy)]
pub(crate) struct Tick<'a> {
    pub(crate) now: &'a [f32],
    pub(crate) before: &'a [f32],
    /// Ticks per second.
    pub(crate) rate: f32,
    /// True if a pose may need its directions.
    pub(crate) is_seen: bool,
}

impl Group {
    /// Puts all bones at rest.
    #[inline(always)]
    pub(crate) fn rest<S: Simd>(&mut self, s: S, numbers: &[f32]) {
        let (mut position, mut rotation) = self.frames(s, numbers);
        for bones in &mut self.bones {
            let head = add(position, rotate(rotation, load(s, &bones.offset)));
            rotation = product(rotation, load(s, &bones.rest));
            let axis = rotate(rotation, load(s, &bones.tail));
            store(head, &mut bones.head);
            store(axis, &mut bones.axis);
            store(axis, &mut bones.reach);
            store(splat(s, [0.0; 3]), &mut bones.velocity);
            (0..LANES).for_each(|lane| bones.settle(lane));
            position = head;
        }
    }

    /// The frames of the nodes.
    #[inline(always)]
    fn frames<S: Simd>(&self, s: S, numbers: &[f32]) -> (Vector<S>, Quaternion<S>) {
        let mut stored = [[0.0; LANES]; 7];
        for (lane, &place) in self.nodes.iter().enumerate() {
            for (at, stored) in stored.iter_mut().enumerate() {
                stored[lane] = numbers[place + at];
            }
        }
        let [px, py, pz, x, y, z, w] = load(s, &stored);
        // A polynomial between unit quaternions is a little shorter than they are.
        let length = (x * x + y * y + z * z + w * w).sqrt();
        ([px, py, pz], divide([x, y, z, w], length))
    }

    /// Advances all bones by a tick.
    #[inline(always)]
    pub(crate) fn advance<S: Simd>(&mut self, s: S, tick: Tick<'_>) {
        let (mut position, mut rotation) = self.frames(s, tick.now);
        let rate = Wide::splat(s, tick.rate);
        let center = self.center.map(|place| {
            Rotation::from_xyzw(core::array::from_fn(|at| tick.now[place + 3 + at])).xyzw()
        });
        for bones in &mut self.bones {
            let parent = rotation;
            let head = add(position, rotate(parent, load(s, &bones.offset)));
            let rest = product(parent, load(s, &bones.rest));
            let axis = rotate(rest, load(s, &bones.tail));
            let length = number(s, &bones.length);
            let inverse = number(s, &bones.inverse_length);
            let moved = sub(head, load(s, &bones.head));
            let reach_before = load(s, &bones.reach);
            let axis_before = load(s, &bones.axis);
            let mut acceleration = load(s, &bones.acceleration);
            if let Some(center) = center {
                acceleration = rotate_back(splat_rotation(s, center), acceleration);
            }
            let given = [
                sub(reach_before, axis_before),
                load(s, &bones.velocity),
                add(moved, sub(axis, axis_before)),
                acceleration,
            ];
            let [to_offset, to_velocity] = &bones.response;
            let offset = weighted(s, given, to_offset);
            let velocity = weighted(s, given, to_velocity);
            // The impulse along the rod at the start of the tick that leads back to its length, as in RATTLE: it keeps energy.
            let direction = scale(reach_before, inverse);
            let reach = add(axis, offset);
            let along = dot(reach, direction);
            let square = length * length;
            let room = along * along - dot(reach, reach) + square;
            let pull = room.max(0.0).sqrt() - along;
            let reach = add_scaled(reach, direction, pull);
            let velocity =
                add_scaled(velocity, direction, pull * number(s, &bones.velocity_of_impulse));
            // Moved by more than its length: no such impulse leads back, or its rounding leaves more than the length.
            let reach_square = dot(reach, reach);
            let is_far = room.simd_lt(0.0) | reach_square.simd_gt(square * MAX_STRETCH_SQUARED);
            let (reach, velocity) = if is_far.any_true() {
                let back = scale(reach, length / reach_square.sqrt());
                let back = choose(reach_square.simd_gt(0.0), back, reach_before);
                let reach = choose(is_far, back, reach);
                // That of what the tail has done. The impulse would make the next tick's distance grow, and without bound.
                let dragged = scale(add(moved, sub(reach, reach_before)), rate);
                (reach, choose(is_far, dragged, velocity))
            } else {
                (reach, velocity)
            };
            let mut tip = Tip { reach, velocity };
            let rod = Rod { head, length, radius: number(s, &bones.radius) };
            for &capsule in &self.colliders {
                tip = tip.outside(s, rod, capsule, tick);
            }
            let Tip { reach, velocity } = tip;
            let direction = scale(reach, inverse);
            let relative = dot(sub(velocity, scale(moved, rate)), direction);
            let velocity = add_scaled(velocity, direction, -relative);
            store(head, &mut bones.head);
            store(axis, &mut bones.axis);
            store(reach, &mut bones.reach);
            store(velocity, &mut bones.velocity);
            if tick.is_seen {
                bones.seen.rotate_right(1);
                store(rotate_back(parent, direction), &mut bones.seen[0]);
            }
            rotation = product(rotation_between(s, axis, reach, square), rest);
            position = head;
        }
    }

    /// Sets the pose at a part of a tick after the one before the last.
    #[inline(always)]
    pub(crate) fn pose<S: Simd>(&mut self, s: S, part: f32) {
        // Lagrange's weights of the last three ticks.
        let weights = [0.5 * part * (part + 1.0), 1.0 - part * part, 0.5 * part * (part - 1.0)];
        let one = Wide::splat(s, 1.0);
        for bones in &mut self.bones {
            let [now, before, first] = &bones.seen;
            let (now, before, first) = (load(s, now), load(s, before), load(s, first));
            let direction = add_scaled(
                add_scaled(
                    scale(now, Wide::splat(s, weights[0])),
                    before,
                    Wide::splat(s, weights[1]),
                ),
                first,
                Wide::splat(s, weights[2]),
            );
            let length = dot(direction, direction).sqrt();
            let is_turn = length.simd_gt(0.0);
            let direction = choose(is_turn, divide(direction, length), direction);
            let rest = load(s, &bones.rest_direction);
            let swing = rotation_between(s, rest, direction, one);
            store(product(swing, load(s, &bones.rest)), &mut bones.rotation);
        }
    }
}

/// The tail of a bone: from its head, and its velocity.
#[derive(Clone, Copy)]
struct Tip<S: Simd> {
    reach: Vector<S>,
    velocity: Vector<S>,
}

#[derive(Clone, Copy)]
struct Rod<S: Simd> {
    head: Vector<S>,
    length: Wide<S>,
    radius: Wide<S>,
}

impl<S: Simd> Tip<S> {
    /// Turned about the head until it touches a collider that it is in, and not moving into it.
    #[inline(always)]
    fn outside(self, s: S, rod: Rod<S>, capsule: Capsule, tick: Tick<'_>) -> Self {
        let place = capsule.place;
        let end = |numbers: &[f32], at: usize| {
            [numbers[place + at], numbers[place + at + 1], numbers[place + at + 2]]
        };
        let [[a, b], [a_before, b_before]] =
            [tick.now, tick.before].map(|numbers| [end(numbers, 0), end(numbers, 3)]);
        let minus = |a: [f32; 3], b: [f32; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        let line = minus(b, a);
        let square = line[0] * line[0] + line[1] * line[1] + line[2] * line[2];
        let inverse_square = if square > 0.0 { 1.0 / square } else { 0.0 };
        // From the head to the point of the line that is nearest to the tail.
        let (to_a, line) = (sub(splat(s, a), rod.head), splat(s, line));
        let part = dot(sub(self.reach, to_a), line) * inverse_square;
        let part = part.max(0.0).min(1.0);
        let to_center = add_scaled(to_a, line, part);
        let gap = sub(self.reach, to_center);
        let distance = rod.radius + capsule.radius;
        let is_inside = dot(gap, gap).simd_lt(distance * distance);
        if !is_inside.any_true() {
            return self;
        }
        // All directions at the least angle to the center have their tail at the distance.
        let center_square = dot(to_center, to_center);
        let center = center_square.sqrt();
        let cosine = (rod.length * rod.length + center_square - distance * distance)
            / (rod.length * center * 2.0);
        let to_center = divide(to_center, center);
        let along = dot(self.reach, to_center);
        let across = add_scaled(self.reach, to_center, -along);
        let across_length = dot(across, across).sqrt();
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        let reach = add_scaled(
            scale(to_center, cosine * rod.length),
            across,
            sine * rod.length / across_length,
        );
        // A head so deep inside that no direction leads out, or a tail in line with the center: left as it is. NaN, too.
        let can_turn = cosine.simd_gt(-1.0) & across_length.simd_gt(0.0) & center.simd_gt(0.0);
        let turns = is_inside & can_turn;
        let normal = sub(reach, scale(to_center, center));
        let normal_square = dot(normal, normal);
        let moved = minus(a, a_before);
        let turned = minus(minus(b, b_before), moved);
        let surface = add_scaled(splat(s, moved), splat(s, turned), part);
        let surface = scale(surface, Wide::splat(s, tick.rate));
        let approach = (dot(sub(self.velocity, surface), normal) / normal_square).min(0.0);
        let velocity = add_scaled(self.velocity, normal, -approach);
        Tip {
            reach: choose(turns, reach, self.reach),
            velocity: choose(turns, velocity, self.velocity),
        }
    }
}

/// The sum of vectors by their factors.
#[inline(always)]
fn weighted<S: Simd>(s: S, [a, b, c, d]: [Vector<S>; 4], factors: &[Stored; 4]) -> Vector<S> {
    let [by_a, by_b, by_c, by_d] = load(s, factors);
    add(add_scaled(scale(a, by_a), b, by_b), add_scaled(scale(c, by_c), d, by_d))
}
