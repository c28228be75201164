//! Chains of joints, and the colliders that they do not enter.

use bevy::prelude::*;
use sprung::{ParameterError, Spring};
use sprung_bones::Bone;

/// The motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JointMotion {
    /// A spring of the tail, under an acceleration in the world (gravity, wind), m/s².
    Spring(Spring<f32>, Vec3),
    /// The parameters of a joint of VRM 1.0 or Godot; see [`Bone::with_vrm`].
    Vrm {
        /// `stiffness`, >= 0.
        stiffness: f32,
        /// `dragForce`, in 0 to 1, 1 excluded.
        drag: f32,
        /// `gravityPower`.
        gravity: f32,
        /// `gravityDir`, in the world.
        direction: Vec3,
    },
}

/// A joint that swings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// The entity whose rotation is set.
    pub entity: Entity,
    /// Its motion.
    pub motion: JointMotion,
    /// The radius of its tail, which is the next joint, against colliders, m.
    pub radius: f32,
}

impl Joint {
    pub(super) fn bone(&self, bone: Bone) -> Result<Bone, ParameterError> {
        let bone = bone.with_radius(self.radius);
        match self.motion {
            JointMotion::Spring(spring, acceleration) => {
                Ok(bone.with_spring(spring).with_acceleration(acceleration.to_array()))
            }
            JointMotion::Vrm { stiffness, drag, gravity, direction } => {
                bone.with_vrm(stiffness, drag, gravity, direction.to_array())
            }
        }
    }
}

/// Joints one after another, each a child of the one before, which swing about the pose that they have at first: hair, a
/// tail, an ear.
#[derive(Clone, Debug, PartialEq)]
pub struct JointChain {
    /// From the first one, whose parent carries the chain.
    pub joints: Vec<Joint>,
    /// The last entity of the chain, a child of the last joint: it marks the tail of that, and is not turned.
    pub end: Entity,
    /// The entities with a [`BoneCollider`] that the tails do not enter.
    pub colliders: Vec<Entity>,
    /// The entity in whose frame the bones are damped; the world if there is none.
    pub center: Option<Entity>,
}

impl JointChain {
    /// A chain of entities that all have the same motion. The last one is the [`end`](Self::end); `None` for fewer than two.
    pub fn new(entities: impl IntoIterator<Item = Entity>, motion: JointMotion) -> Option<Self> {
        let joint = |entity| Joint { entity, motion, radius: 0.0 };
        let mut joints: Vec<Joint> = entities.into_iter().map(joint).collect();
        let end = joints.pop()?.entity;
        let chain = JointChain { joints, end, colliders: Vec::new(), center: None };
        (!chain.joints.is_empty()).then_some(chain)
    }

    /// The same with a radius of all tails, m.
    pub fn with_radius(mut self, radius: f32) -> Self {
        self.joints.iter_mut().for_each(|joint| joint.radius = radius);
        self
    }

    /// The same with entities that the tails do not enter.
    pub fn with_colliders(self, colliders: Vec<Entity>) -> Self {
        JointChain { colliders, ..self }
    }

    /// The same, damped in the frame of an entity.
    pub fn with_center(self, center: Entity) -> Self {
        JointChain { center: Some(center), ..self }
    }
}

/// A sphere or capsule on a node of a skeleton that bones do not enter; which do, their [`JointChain::colliders`] tell.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Transform)]
pub struct BoneCollider {
    /// The ends of the axis in the frame of the entity, m; one point twice for a sphere.
    pub ends: [Vec3; 2],
    /// The radius, m.
    pub radius: f32,
}

impl BoneCollider {
    /// A sphere about a point of the entity's frame, m.
    pub fn sphere(center: Vec3, radius: f32) -> Self {
        BoneCollider { ends: [center; 2], radius }
    }

    /// A capsule between two points of the entity's frame, m.
    pub fn capsule(ends: [Vec3; 2], radius: f32) -> Self {
        BoneCollider { ends, radius }
    }
}
