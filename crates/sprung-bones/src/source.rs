//! Poses of nodes and ends of colliders as numbers, in the world or in the frame of a center.

use alloc::vec::Vec;

use crate::bone::{BoneCollider, Pose};

/// The numbers of a pose, and those of the ends of a collider.
const POSE: usize = 7;
const ENDS: usize = 6;

/// Numbers that follow the nodes, in the frame of a center if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Source {
    center: Option<usize>,
    what: What,
    /// The index of its first number.
    place: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What {
    Pose(usize),
    Ends(usize),
}

#[cfg(feature = "serde")]
impl Source {
    /// Returns the places of the quaternion of a pose.
    pub(crate) fn quaternion(&self) -> Option<core::ops::Range<usize>> {
        matches!(self.what, What::Pose(_)).then_some(self.place + 3..self.place + POSE)
    }
}

/// A point of a frame in the world.
pub(crate) fn at(pose: &Pose, point: [f32; 3]) -> [f32; 3] {
    let turned = pose.rotation.rotate(point);
    core::array::from_fn(|at| pose.position[at] + turned[at])
}

/// The sources that are needed, each once.
#[derive(Default)]
pub(crate) struct Sources {
    pub(crate) all: Vec<Source>,
    pub(crate) numbers: usize,
}

impl Sources {
    /// Returns the index of the first number of a source, which is added if it is new.
    pub(crate) fn place(&mut self, center: Option<usize>, what: What) -> usize {
        let known = self.all.iter().find(|source| (source.center, source.what) == (center, what));
        if let Some(known) = known {
            return known.place;
        }
        let place = self.numbers;
        self.numbers += if matches!(what, What::Pose(_)) { POSE } else { ENDS };
        self.all.push(Source { center, what, place });
        place
    }
}

/// Writes the numbers of a frame; quaternions with the sign that is nearer to the frame before.
pub(crate) fn write(
    sources: &[Source],
    colliders: &[BoneCollider],
    nodes: &[Pose],
    to: &mut [f32],
    before: Option<&[f32]>,
) {
    let in_center = |center: Option<usize>, point: [f32; 3]| match center {
        None => point,
        Some(center) => {
            let Pose { position, rotation } = nodes[center];
            rotation.inverse().rotate(core::array::from_fn(|at| point[at] - position[at]))
        }
    };
    for &Source { center, what, place } in sources {
        match what {
            What::Ends(collider) => {
                let BoneCollider { node, ends, .. } = colliders[collider];
                let ends = ends.map(|end| in_center(center, at(&nodes[node], end)));
                to[place..place + ENDS].copy_from_slice(ends.as_flattened());
            }
            What::Pose(node) => {
                let Pose { position, rotation } = nodes[node];
                let rotation = center
                    .map_or(rotation, |center| rotation.then(&nodes[center].rotation.inverse()));
                let mut quaternion = rotation.normalized().xyzw();
                let rotations = place + 3..place + POSE;
                let is_far = before.is_some_and(|before| {
                    let products = before[rotations.clone()].iter().zip(quaternion);
                    products.map(|(a, b)| a * b).sum::<f32>() < 0.0
                });
                if is_far {
                    quaternion = quaternion.map(|part| -part);
                }
                to[place..place + 3].copy_from_slice(&in_center(center, position));
                to[rotations].copy_from_slice(&quaternion);
            }
        }
    }
}
