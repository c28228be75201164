//! A spring on a whole `Transform`.

use core::time::Duration;

use bevy::prelude::*;
use sprung::motion::{RotationState, ScaleSpring};
use sprung::{Spring, State};

use crate::convert::{quat, rotation};
use crate::moves::Moves;

/// Moves an entity's `Transform` to a goal: translation, rotation on the shortest path, scale by its logarithm.
///
/// A scale from, to or across 0 (a hidden or mirrored sprite) is moved as a number; see [`ScaleSpring`].
///
/// Other systems may change the `Transform`: each frame the spring continues from where the entity is. The velocities can
/// be read, and set to push the entity.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct TransformSpring {
    /// Frequency and damping of the spring.
    pub spring: Spring<f32>,
    /// The goal of the spring.
    pub goal: Transform,
    /// Units per second.
    pub velocity: Vec3,
    /// Radians per second, in the parent's frame.
    pub angular_velocity: Vec3,
    /// Scale per second.
    pub scale_velocity: Vec3,
    scale: ScaleSpring<f32, 3>,
}

impl TransformSpring {
    /// A spring to a goal, at rest.
    pub fn new(spring: Spring<f32>, goal: Transform) -> Self {
        TransformSpring {
            spring,
            goal,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            scale_velocity: Vec3::ZERO,
            scale: ScaleSpring::new(State::at_rest([1.0; 3])),
        }
    }
}

impl Moves<Transform> for TransformSpring {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        let step = self.spring.step(dt.as_secs_f32());
        let goal = self.goal;
        let moved = step.apply(State::new(transform.translation, self.velocity), goal.translation);
        let turning =
            RotationState::new(rotation(transform.rotation), self.angular_velocity.to_array());
        let turned = step.apply_rotation(turning, rotation(goal.rotation));
        self.scale.state = State::new(transform.scale.to_array(), self.scale_velocity.to_array());
        self.scale.update(goal.scale.to_array(), &step);
        let scaled = self.scale.state;
        self.velocity = moved.velocity;
        self.angular_velocity = Vec3::from_array(turned.angular_velocity);
        self.scale_velocity = Vec3::from_array(scaled.velocity);
        transform.translation = moved.position;
        transform.rotation = quat(turned.rotation);
        transform.scale = Vec3::from_array(scaled.position);
    }
}
