//! A rotation within the limits of a joint.

use core::time::Duration;

use bevy::prelude::*;
use sprung::Spring;
use sprung::motion::{JointLimits, JointSpring, RotationState};

use crate::convert::{quat, rotation};
use crate::moves::{Moves, Running};

/// Turns an entity, such as a bone, to a goal within the limits of a joint; see [`JointSpring`].
///
/// The rotation is that of the `Transform`, relative to the parent, and never leaves the limits, to rounding. Translation
/// and scale are kept. Where something else turns the entity, it starts from there at rest; new limits are taken over
/// with the angular velocity.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct JointRotation {
    /// Frequency and damping of the spring.
    pub spring: Spring<f32>,
    /// The limits of swing and twist, and their softness.
    pub limits: JointLimits<f32>,
    /// The goal, within the limits or not.
    pub goal: Quat,
    joint: Running<Quat, JointSpring<f32>>,
}

impl JointRotation {
    /// A joint from where the entity is to a goal.
    pub fn new(spring: Spring<f32>, limits: JointLimits<f32>, goal: Quat) -> Self {
        JointRotation { spring, limits, goal, joint: Running::NEW }
    }

    /// The angular velocity, radians per second, in the parent's frame.
    pub fn angular_velocity(&self) -> Vec3 {
        let velocity = |joint: JointSpring<f32>| Vec3::from_array(joint.state().angular_velocity);
        self.joint.motion().map_or(Vec3::ZERO, velocity)
    }
}

impl Moves<Transform> for JointRotation {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        let JointRotation { spring, limits, goal, .. } = *self;
        let start = |from| JointSpring::new(RotationState::at_rest(rotation(from)), limits);
        self.joint.update(&mut transform.rotation, start, |joint| {
            if *joint.limits() != limits {
                *joint = JointSpring::new(joint.state(), limits);
            }
            joint.update(rotation(goal), &spring.step(dt.as_secs_f32()));
            quat(joint.state().rotation)
        });
    }
}
