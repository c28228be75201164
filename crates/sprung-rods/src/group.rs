//! Sixteen rods of the same number of segments side by side: their data.

use alloc::vec;
use alloc::vec::Vec;

use crate::factor::Factor;
use crate::joint::Joint;
use crate::lanes::{LANES, Stored, ZERO};

/// A vertex that is not the start of its rod.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    /// kg; both are 0 of a fixed vertex.
    pub(crate) mass: Stored,
    pub(crate) inverse_mass: Stored,
    /// Part of the rod's length from the start to here.
    pub(crate) part: Stored,
    pub(crate) velocity: [Stored; 3],
}

impl Vertex {
    pub(crate) const NONE: Self =
        Vertex { mass: ZERO, inverse_mass: ZERO, part: ZERO, velocity: [ZERO; 3] };
}

/// A segment, the joint before it and the vertex after it.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
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
    /// Energy that steps before have taken out, J, and that may come back: never more than was there.
    pub(crate) credit: Stored,
    /// Inner forces in the last step, N, of rods between two fixed ends; none if there are no such rods.
    pub(crate) forces: Vec<[Stored; 3]>,
    /// Energy of bending and twist between the segments, without that at the ends, J; not known of new rods.
    pub(crate) bent: Option<Stored>,
    /// Forces on the vertices, N; none if none has been set.
    pub(crate) loads: Vec<[Stored; 3]>,
    /// Velocity of the center of mass of free rods, m/s, if it is known.
    pub(crate) center: Option<[Stored; 3]>,
    /// kg, of vertices that are not fixed.
    pub(crate) mass: Stored,
    /// Rates: 1/s of the drag, s of the damping by bending and twist.
    pub(crate) drag: Stored,
    pub(crate) damping: Stored,
}

/// Numbers of a segment within a step.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Work {
    pub(crate) factor: Factor,
    pub(crate) predicted: [Stored; 3],
    pub(crate) tangent: [Stored; 3],
    pub(crate) turn: [Stored; 3],
    pub(crate) frame: [Stored; 4],
    pub(crate) velocity: [Stored; 3],
    pub(crate) spin: Stored,
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

impl Group {
    /// Reads a number of each cache line of the segments in order, as processors prefetch: the passes of a step go through them
    /// in an order that would wait for memory.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        let mut bits = 0;
        for segment in &self.segments {
            let Segment { length, inverse_square, inertia, joint, vertex, frame, spin, tension } =
                segment;
            let Joint { bending, twisting, rest } = joint;
            let Vertex { mass, inverse_mass, part, velocity } = vertex;
            for line in [
                length,
                inverse_square,
                inertia,
                bending,
                twisting,
                mass,
                inverse_mass,
                part,
                spin,
                tension,
            ] {
                bits |= line[0].to_bits();
            }
            for line in rest.iter().chain(velocity).chain(frame) {
                bits |= line[0].to_bits();
            }
        }
        core::hint::black_box(bits);
    }

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
            credit: ZERO,
            forces: Vec::new(),
            bent: None,
            loads: Vec::new(),
            center: None,
            mass: [1.0; LANES],
            drag: ZERO,
            damping: ZERO,
        }
    }
}

/// Room for the numbers of a step of rods with up to `segments` segments.
pub(crate) fn room(segments: usize) -> Vec<Work> {
    vec![Work::NONE; segments + 1]
}
