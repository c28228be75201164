//! The step that the specification of VRM 1.0 gives for spring bones, once a frame.
//!
//! Source: VRM Consortium, *VRMC_springBone 1.0*, "update procedure".

use sprung::Rotation;
use sprung_bones::Pose;

/// Chains of bones that hang down, all on one node.
pub(super) struct Published {
    bones: Vec<Bone>,
    in_chain: usize,
    length: f32,
    stiffness: f32,
    drag: f32,
    gravity: f32,
}

#[derive(Clone, Copy)]
struct Bone {
    tail: [f32; 3],
    before: [f32; 3],
    rotation: Rotation<f32>,
}

impl Published {
    pub(super) fn new(chains: usize, in_chain: usize, length: f32, parameters: [f32; 3]) -> Self {
        let [stiffness, drag, gravity] = parameters;
        let bone = |at: usize| {
            let tail = [0.0, -length * (at % in_chain + 1) as f32, 0.0];
            Bone { tail, before: tail, rotation: Rotation::IDENTITY }
        };
        let bones = (0..chains * in_chain).map(bone).collect();
        Published { bones, in_chain, length, stiffness, drag, gravity }
    }

    pub(super) fn tail(&self, bone: usize) -> [f32; 3] {
        self.bones[bone].tail
    }

    pub(super) fn step(&mut self, dt: f32, node: Pose) {
        let (length, kept) = (self.length, 1.0 - self.drag);
        for chain in self.bones.chunks_mut(self.in_chain) {
            let Pose { position: mut head, rotation: mut parent } = node;
            for bone in chain {
                let axis = parent.rotate([0.0, -1.0, 0.0]);
                let mut reach = [0.0; 3];
                for at in 0..3 {
                    let inertia = (bone.tail[at] - bone.before[at]) * kept;
                    let gravity = if at == 1 { -dt * self.gravity } else { 0.0 };
                    let next = bone.tail[at] + inertia + dt * self.stiffness * axis[at] + gravity;
                    reach[at] = next - head[at];
                }
                let size = reach.iter().map(|c| c * c).sum::<f32>().sqrt();
                let direction = reach.map(|c| c / size);
                bone.before = bone.tail;
                bone.tail = core::array::from_fn(|at| head[at] + length * direction[at]);
                // The shortest rotation from the axis to the direction.
                let [x, y, z] = [
                    axis[1] * direction[2] - axis[2] * direction[1],
                    axis[2] * direction[0] - axis[0] * direction[2],
                    axis[0] * direction[1] - axis[1] * direction[0],
                ];
                let w = 1.0 + axis.iter().zip(direction).map(|(a, b)| a * b).sum::<f32>();
                bone.rotation = parent.then(&Rotation::from_xyzw([x, y, z, w]));
                (head, parent) = (bone.tail, bone.rotation);
            }
        }
    }
}
