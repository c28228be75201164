//! Sixteen rods of the same number of segments side by side: their data.

use alloc::vec;
use alloc::vec::Vec;

use crate::factor::Factor;
use crate::joint::Joint;
use crate::lanes::{LANES, Stored, ZERO};

/// What a segment, the joint before it and the vertex after it are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Constants {
    pub(crate) length: Stored,
    /// Moment of inertia about the tangent, kg·m².
    pub(crate) inertia: Stored,
    pub(crate) joint: Joint,
    /// kg; 0 of a fixed vertex.
    pub(crate) mass: Stored,
}

impl Constants {
    pub(crate) const NONE: Self =
        Constants { length: ZERO, inertia: ZERO, joint: Joint::NONE, mass: ZERO };
}

/// The state of a segment and of the vertex after it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Segment {
    /// From the material frame to the world; the third axis is the tangent.
    pub(crate) frame: [Stored; 4],
    /// Angular velocity about the tangent, rad/s.
    pub(crate) spin: Stored,
    /// N, in the last step.
    pub(crate) tension: Stored,
    /// Of the vertex, m/s.
    pub(crate) velocity: [Stored; 3],
}

impl Segment {
    pub(crate) const NONE: Self =
        Segment { frame: [ZERO; 4], spin: ZERO, tension: ZERO, velocity: [ZERO; 3] };
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

/// The allowance of a rod that has not been outside, or whose ends or colliders move, J.
pub(crate) const UNLIMITED: f32 = 1e30;

/// Numbers that are not known.
pub(crate) const UNKNOWN: Stored = [f32::NAN; LANES];

/// Rods side by side.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) segments: Vec<Segment>,
    /// The constants that segments have, and of each segment which. Segments of a uniform rod share them.
    pub(crate) constants: Vec<Constants>,
    pub(crate) kinds: Vec<u32>,
    /// The part of the rod's length from the start to each vertex; none if there are no rods between two fixed ends.
    pub(crate) parts: Vec<Stored>,
    /// Mass and velocity of the vertex at the start.
    pub(crate) start_mass: Stored,
    pub(crate) start_velocity: [Stored; 3],
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
    /// Energy that steps before have taken out, J, and that may come back: never more than was there.
    pub(crate) credit: Stored,
    /// Inner forces in the last step, N, of rods between two fixed ends; none if there are no such rods.
    pub(crate) forces: Vec<[Stored; 3]>,
    /// Energy of bending and twist between the segments, without that at the ends, J; NaN of new rods, of which it is not known.
    pub(crate) bent: Stored,
    /// Forces on the vertices, N; none if none has been set.
    pub(crate) loads: Vec<[Stored; 3]>,
    /// Velocity of the center of mass of free rods, m/s; NaN if it is not known.
    pub(crate) center: [Stored; 3],
    /// kg, of vertices that are not fixed.
    pub(crate) mass: Stored,
    /// Rates: 1/s of the drag, s of the damping by bending and twist.
    pub(crate) drag: Stored,
    pub(crate) damping: Stored,
    /// The distance that the centerline keeps from colliders, and the length of the rod with it, m.
    pub(crate) contact_radius: Stored,
    pub(crate) reach: Stored,
    /// Energy that pushing out vertices may give, J: what contacts and damping have taken since the rod was outside.
    pub(crate) allowance: Stored,
    /// Forces of contacts on the vertices in the last step along the normal and along the surface, N; none if there are no
    /// colliders.
    pub(crate) pressed: Vec<[Stored; 6]>,
}

/// Numbers of a segment within a step.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Work {
    pub(crate) factor: Factor,
    /// To the next block: what a force moves the vertex between them.
    pub(crate) coupling: Stored,
    pub(crate) tangent: [Stored; 3],
    /// The rotation until the middle of the step as predicted, and that of the whole step as solved.
    pub(crate) predicted: [Stored; 3],
    pub(crate) turn: [Stored; 3],
    /// In a trial: the frame after the step, and the velocity of the vertex before the segment relative to the base.
    pub(crate) frame: [Stored; 4],
    pub(crate) velocity: [Stored; 3],
    pub(crate) spin: Stored,
}

impl Work {
    pub(crate) const NONE: Self = Work {
        factor: Factor::NONE,
        coupling: ZERO,
        tangent: [ZERO; 3],
        predicted: [ZERO; 3],
        turn: [ZERO; 3],
        frame: [ZERO; 4],
        velocity: [ZERO; 3],
        spin: ZERO,
    };
}

impl Group {
    /// Rods of so many segments, of which nothing is known yet.
    pub(crate) fn new(segments: usize) -> Self {
        Group {
            segments: vec![Segment::NONE; segments],
            constants: vec![Constants::NONE; segments],
            kinds: (0..segments as u32).collect(),
            parts: Vec::new(),
            start_mass: ZERO,
            start_velocity: [ZERO; 3],
            end_joint: Joint::NONE,
            ends: [[ZERO; 3]; 2],
            end_frames: [[ZERO; 4]; 2],
            targets: [[ZERO; 3]; 2],
            target_frames: [[ZERO; 4]; 2],
            is_fixed: [ZERO; 2],
            gap: [ZERO; 3],
            credit: ZERO,
            forces: Vec::new(),
            bent: UNKNOWN,
            loads: Vec::new(),
            center: [UNKNOWN; 3],
            mass: [1.0; LANES],
            drag: ZERO,
            damping: ZERO,
            contact_radius: ZERO,
            reach: ZERO,
            allowance: [UNLIMITED; LANES],
            pressed: Vec::new(),
        }
    }

    /// Lets neighboring segments share constants that are equal.
    pub(crate) fn share_constants(&mut self) {
        let mut kind = 0;
        for (at, of) in self.kinds.iter_mut().enumerate() {
            if self.constants[at] != self.constants[kind] {
                kind += 1;
                self.constants[kind] = self.constants[at];
            }
            *of = kind as u32;
        }
        self.constants.truncate(kind + 1);
        self.constants.shrink_to_fit();
    }

    #[inline(always)]
    pub(crate) fn constants(&self, segment: usize) -> &Constants {
        &self.constants[self.kinds[segment] as usize]
    }

    /// The mass of a vertex.
    #[inline(always)]
    pub(crate) fn mass(&self, vertex: usize) -> &Stored {
        match vertex {
            0 => &self.start_mass,
            _ => &self.constants(vertex - 1).mass,
        }
    }

    /// The velocity of a vertex.
    #[inline(always)]
    pub(crate) fn velocity(&self, vertex: usize) -> &[Stored; 3] {
        match vertex {
            0 => &self.start_velocity,
            _ => &self.segments[vertex - 1].velocity,
        }
    }

    /// All numbers that a step changes.
    pub(crate) fn state(&mut self) -> impl Iterator<Item = &mut Stored> {
        let segments = self.segments.iter_mut().flat_map(|segment| {
            let Segment { frame, spin, tension, velocity } = segment;
            frame.iter_mut().chain([spin, tension]).chain(velocity)
        });
        let vertices = self.forces.iter_mut().flatten().chain(self.pressed.iter_mut().flatten());
        let ends = self.ends.iter_mut().flatten().chain(self.end_frames.iter_mut().flatten());
        let start = self.start_velocity.iter_mut().chain(&mut self.gap).chain(&mut self.center);
        let energies = [&mut self.credit, &mut self.allowance, &mut self.bent];
        segments.chain(vertices).chain(ends).chain(start).chain(energies)
    }

    /// Reads a number of each cache line in order, as processors prefetch: a step goes through them in an order in which it
    /// would wait for memory.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        let mut bits = 0;
        for Segment { frame, spin, tension, velocity } in &self.segments {
            for line in frame.iter().chain([spin, tension]).chain(velocity) {
                bits |= line[0].to_bits();
            }
        }
        for Constants { length, inertia, joint, mass } in &self.constants {
            let Joint { bending, twisting, rest } = joint;
            for line in [length, inertia, bending, twisting, mass].into_iter().chain(rest) {
                bits |= line[0].to_bits();
            }
        }
        core::hint::black_box(bits);
    }
}

/// Room for the numbers of a step of rods with up to `segments` segments.
pub(crate) fn room(segments: usize) -> Vec<Work> {
    vec![Work::NONE; segments + 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rod::{RestShape, Rod, RodEnd, RodMaterial};

    /// The group of one rod, before and after segments share constants.
    fn groups(rod: &Rod) -> [Group; 2] {
        let mut group = Group::new(rod.segments());
        (0..LANES).for_each(|lane| group.write(lane, rod));
        let alone = group.clone();
        group.share_constants();
        [alone, group]
    }

    #[test]
    fn the_segments_of_a_uniform_rod_share_constants() {
        let material = RodMaterial::new(1.0, 0.8, 0.1, 0.01);
        let uniform = Rod::straight([0.1, 1.7, 0.3], [0.5, 1.2, -0.4], 32, material)
            .with_rest(RestShape::Helix { curvature: [3.0, 1.0], twist: 2.0 });
        // The ends and what is next to a clamp differ.
        for (rod, kinds) in [
            (uniform.clone(), 4),
            (uniform.clone().with_ends(RodEnd::Free, RodEnd::Free), 3),
            (uniform.clone().with_taper(0.5), 32),
        ] {
            let [alone, shared] = groups(&rod);
            assert_eq!((alone.constants.len(), shared.constants.len()), (32, kinds));
            assert!((0..32).all(|at| alone.constants(at) == shared.constants(at)));
        }
    }

    #[test]
    fn lengths_that_differ_by_more_than_rounding_are_kept() {
        let material = RodMaterial::new(1.0, 0.8, 0.1, 0.01);
        let mut rod = Rod::straight([0.0; 3], [0.0, 2.0, 0.0], 4, material);
        rod.points[2][1] = 1.00001;
        let [_, group] = groups(&rod);
        let lengths = [0, 1, 2, 3].map(|at| group.constants(at).length[0]);
        assert_eq!(lengths, [0.5, rod.points[2][1] - 0.5, 1.5 - rod.points[2][1], 0.5]);
    }
}
