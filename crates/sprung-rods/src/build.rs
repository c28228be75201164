//! Writes a rod into a lane of a group.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Rotation;

use crate::group::Group;
use crate::joint::Joint;
use crate::lanes::{Stored, ZERO};
use crate::rod::{RestShape, Rod, RodEnd, edge, length};

/// The first solution of `cos(x) cosh(x) = −1`: of the lowest bending mode of a clamped and free rod.
const FIRST_MODE: f64 = 1.875_104_068_711_961;

/// 1/s: more stops a rod within any step.
const MAX_DRAG: f64 = 1e9;

const LN_2: f64 = core::f64::consts::LN_2;

/// Returns the material frames of a rod's segments.
pub(crate) fn frames(rod: &Rod) -> Vec<Rotation<f64>> {
    let mut frames: Vec<Rotation<f64>> = Vec::with_capacity(rod.segments());
    for pair in rod.points.windows(2) {
        let tangent = edge(pair);
        let size = length(tangent);
        let tangent = tangent.map(|part| part / size);
        let before = match frames.last() {
            Some(frame) => *frame,
            None => first_frame(tangent, rod.normal.map(f64::from)),
        };
        let turn = shortest(before.rotate([0.0, 0.0, 1.0]), tangent);
        frames.push(before.then(&turn).normalized());
    }
    frames
}

/// Returns the lengths of a rod's segments. Lengths that differ by no more than the rounding of the points are equal, so that
/// segments can share constants.
fn lengths(rod: &Rod) -> Vec<f64> {
    let lengths: Vec<f64> = rod.points.windows(2).map(|pair| length(edge(pair))).collect();
    let farthest = rod.points.iter().map(|point| length(point.map(f64::from))).fold(0.0, f64::max);
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    let rounding = (farthest * f64::from(f32::EPSILON)).min(1e-4 * mean);
    if lengths.iter().all(|length| (length - mean).abs() <= rounding) {
        return vec![mean; lengths.len()];
    }
    lengths
}

/// The frame with a third axis, and a first one near a direction.
fn first_frame(tangent: [f64; 3], normal: [f64; 3]) -> Rotation<f64> {
    let frame = shortest([0.0, 0.0, 1.0], tangent);
    let back = frame.inverse().rotate(normal);
    // Twice the angle of the normal in the frame's plane, halved by the sum with a unit number.
    let size = sprung::Real::sqrt(back[0] * back[0] + back[1] * back[1]);
    if !(size > 1e-6 * length(back)) {
        return frame;
    }
    let twist = match back[0] / size + 1.0 {
        w if w > 1e-12 => Rotation::from_xyzw([0.0, 0.0, back[1] / size, w]),
        _ => Rotation::from_xyzw([0.0, 0.0, 1.0, 0.0]),
    };
    twist.normalized().then(&frame).normalized()
}

/// The shortest rotation between two unit vectors; of opposite ones, any.
fn shortest(from: [f64; 3], to: [f64; 3]) -> Rotation<f64> {
    let w = 1.0 + from[0] * to[0] + from[1] * to[1] + from[2] * to[2];
    if w > 1e-12 {
        let cross = cross(from, to);
        return Rotation::from_xyzw([cross[0], cross[1], cross[2], w]).normalized();
    }
    let other = if from[0].abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let [x, y, z] = cross(from, other);
    Rotation::from_xyzw([x, y, z, 0.0]).normalized()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// What a rod is made of at a place of it.
struct Section {
    bending: f64,
    twisting: f64,
    mass: f64,
    inertia: f64,
}

impl Section {
    fn at(rod: &Rod, part: f64) -> Self {
        let material = rod.material;
        let scale = 1.0 + (f64::from(rod.taper) - 1.0) * part;
        let square = scale * scale;
        let mass = f64::from(material.mass_per_meter) * square;
        let radius = f64::from(material.radius) * scale;
        Section {
            bending: f64::from(material.bending_stiffness) * square * square,
            twisting: f64::from(material.twisting_stiffness) * square * square,
            mass,
            inertia: 0.5 * mass * radius * radius,
        }
    }
}

impl Group {
    /// Writes a rod into a lane.
    pub(crate) fn write(&mut self, lane: usize, rod: &Rod) {
        let frames = frames(rod);
        let lengths = lengths(rod);
        let total: f64 = lengths.iter().sum();
        let last = lengths.len() - 1;
        let is_fixed = [rod.start, rod.end].map(|end| end != RodEnd::Free);
        let mut along = 0.0;
        let mass = |at: usize, along: f64| {
            let before = if at > 0 { lengths[at - 1] } else { 0.0 };
            let after = lengths.get(at).copied().unwrap_or(0.0);
            let before_mass = before * Section::at(rod, (along - 0.5 * before) / total).mass;
            let after_mass = after * Section::at(rod, (along + 0.5 * after) / total).mass;
            let mass = 0.5 * (before_mass + after_mass);
            let is_held = (at == 0 && is_fixed[0]) || (at == last + 1 && is_fixed[1]);
            if is_held { 0.0 } else { mass as f32 }
        };
        self.start_mass[lane] = mass(0, 0.0);
        if is_fixed == [true, true] && self.parts.is_empty() {
            self.parts = vec![ZERO; lengths.len() + 1];
            self.forces = vec![[ZERO; 3]; lengths.len()];
        }
        let shifts = [
            shift(rod.start, lengths[0], lengths[1]),
            shift(rod.end, lengths[last], lengths[last - 1]),
        ];
        let start_frame = beyond(frames[0], frames[1], lengths[0], lengths[1]);
        let half_start = 0.5 * lengths[0];
        let start_joint =
            joint(rod, start_frame, frames[0], 0.0, [half_start - shifts[0], half_start]);
        for (at, &size) in lengths.iter().enumerate() {
            let section = Section::at(rod, (along + 0.5 * size) / total);
            let joint = if at == 0 {
                start_joint
            } else {
                let between = 0.5 * (lengths[at - 1] + size);
                let mut bent = between;
                bent += if at == 1 { shifts[0] } else { 0.0 };
                bent += if at == last { shifts[1] } else { 0.0 };
                joint(rod, frames[at - 1], frames[at], along / total, [bent, between])
            };
            let constants = &mut self.constants[at];
            joint.write(&mut constants.joint, lane, at > 0 || rod.start == RodEnd::Clamped);
            constants.length[lane] = size as f32;
            constants.inertia[lane] = (section.inertia * size) as f32;
            set(&mut self.segments[at].frame, lane, frames[at].xyzw());
            along += size;
            constants.mass[lane] = mass(at + 1, along);
            if let Some(part) = self.parts.get_mut(at + 1) {
                part[lane] = (along / total) as f32;
            }
        }
        let half_end = 0.5 * lengths[last];
        let end_frame = beyond(frames[last], frames[last - 1], lengths[last], lengths[last - 1]);
        let end_joint = joint(rod, frames[last], end_frame, 1.0, [half_end - shifts[1], half_end]);
        end_joint.write(&mut self.end_joint, lane, rod.end == RodEnd::Clamped);
        for (end, frame) in [start_frame, end_frame].into_iter().enumerate() {
            let point = rod.points[if end == 0 { 0 } else { last + 1 }];
            self.is_fixed[end][lane] = f32::from(u8::from(is_fixed[end]));
            for places in [&mut self.ends, &mut self.targets] {
                set(&mut places[end], lane, point.map(f64::from));
            }
            for places in [&mut self.end_frames, &mut self.target_frames] {
                set(&mut places[end], lane, frame.xyzw());
            }
        }
        // As steps sum it up, so that a velocity is the sum of momentum over it.
        self.mass[lane] = self.start_mass[lane];
        for constants in &self.constants {
            self.mass[lane] += constants.mass[lane];
        }
        let drag = rod.drag_halflife.map_or(0.0, |halflife| LN_2 / f64::from(halflife));
        self.drag[lane] = drag.min(MAX_DRAG) as f32;
        self.contact_radius[lane] = rod.contact_radius;
        self.reach[lane] = 1.001 * total as f32 + rod.contact_radius;
        let material = rod.material;
        let (bending, mass) =
            (f64::from(material.bending_stiffness), f64::from(material.mass_per_meter));
        let first = FIRST_MODE * FIRST_MODE / (total * total);
        let frequency = first * sprung::Real::sqrt(bending / mass);
        self.damping[lane] = (2.0 * f64::from(rod.damping_ratio) / frequency) as f32;
    }
}

/// A joint of one lane.
#[derive(Clone, Copy)]
struct Made {
    bending: f64,
    twisting: f64,
    rest: [f64; 3],
}

impl Made {
    fn write(&self, joint: &mut Joint, lane: usize, is_stiff: bool) {
        let stiff = f64::from(u8::from(is_stiff));
        joint.bending[lane] = (self.bending * stiff) as f32;
        joint.twisting[lane] = (self.twisting * stiff) as f32;
        set(&mut joint.rest, lane, self.rest);
    }
}

/// The frame at the free side of the segment `a`, which is as much turned from it as half of it is from the next one, `b`.
fn beyond(a: Rotation<f64>, b: Rotation<f64>, length: f64, other: f64) -> Rotation<f64> {
    // In the frame of `a`.
    let turn = a.then(&b.inverse()).to_rotation_vector();
    let half = turn.map(|part| part * length / (length + other));
    Rotation::from_rotation_vector(half).then(&a).normalized()
}

/// The length that bends at a clamped end and is counted at the next joint instead, so that the second segment turns as that of
/// a beam whose moment is linear: `l₁²/6l` of segments of lengths `l` and `l₁`.
fn shift(end: RodEnd, length: f64, next: f64) -> f64 {
    match end {
        RodEnd::Clamped => (next * next / (6.0 * length)).min(0.25 * length),
        _ => 0.0,
    }
}

/// The joint between two frames, over the lengths that bend and that twist.
fn joint(rod: &Rod, a: Rotation<f64>, b: Rotation<f64>, part: f64, lengths: [f64; 2]) -> Made {
    let section = Section::at(rod, part);
    let [bent, twisted] = lengths;
    let (bending, twisting) = (section.bending / bent, section.twisting / twisted);
    let rest = match rod.rest {
        RestShape::Given => b.then(&a.inverse()),
        RestShape::Straight => Rotation::IDENTITY,
        RestShape::Helix { curvature: [x, y], twist } => {
            let [x, y, twist] = [x, y, twist].map(f64::from);
            Rotation::from_rotation_vector([x * bent, y * bent, twist * twisted])
        }
    };
    Made { bending, twisting, rest: strain(rest) }
}

/// The strain of a relative rotation; see `joint`.
pub(crate) fn strain(rotation: Rotation<f64>) -> [f64; 3] {
    let [x, y, z, w] = rotation.xyzw();
    [x, y, z].map(|part| part * (4.0 - w) / 1.5)
}

fn set<const N: usize>(stored: &mut [Stored; N], lane: usize, numbers: [f64; N]) {
    for (stored, number) in stored.iter_mut().zip(numbers) {
        stored[lane] = number as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frames_at_the_ends_of_an_arc_are_along_the_circle() {
        let point = |at: u8| {
            let angle = f32::from(at) * 0.1;
            [angle.sin(), 0.3, 1.0 - angle.cos()]
        };
        let rod =
            Rod::new((0..=8).map(point).collect(), crate::RodMaterial::new(1.0, 1.0, 1.0, 0.1));
        let mut group = Group::new(8);
        group.write(0, &rod);
        for (frame, angle) in group.end_frames.iter().zip([0.0_f64, 0.8]) {
            let [x, y, z, w] = frame.map(|part| f64::from(part[0]));
            let tangent = Rotation::from_xyzw([x, y, z, w]).rotate([0.0, 0.0, 1.0]);
            let exact = [angle.cos(), 0.0, angle.sin()];
            for axis in 0..3 {
                assert!((tangent[axis] - exact[axis]).abs() < 1e-6, "{tangent:?} {exact:?}");
            }
        }
    }
}
