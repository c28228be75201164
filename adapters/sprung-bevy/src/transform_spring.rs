//! A spring on a whole `Transform`.

use bevy::prelude::*;
use sprung::motion::{RotationState, ScaleSpring};
use sprung::{Rotation, Spring, State};

/// Moves an entity's `Transform` to a goal: translation, rotation on the shortest path, scale by its logarithm.
///
/// A scale from, to or across 0 (a hidden or mirrored sprite) is moved as a number; see [`ScaleSpring`].
///
/// What else changes the `Transform` is kept: the spring starts each frame from where the entity is. Velocities are here
/// to be read, or set to give it a push.
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

pub(crate) fn rotation(quat: Quat) -> Rotation<f32> {
    Rotation::from_xyzw(quat.to_array())
}

pub(crate) fn quat(rotation: Rotation<f32>) -> Quat {
    Quat::from_array(rotation.xyzw())
}

pub(crate) fn move_transforms(
    time: Res<Time>,
    mut sprung: Query<(&mut Transform, &mut TransformSpring)>,
) {
    for (mut transform, mut spring) in &mut sprung {
        let step = spring.spring.step(time.delta_secs());
        let goal = spring.goal;
        let moved =
            step.apply(State::new(transform.translation, spring.velocity), goal.translation);
        let turning =
            RotationState::new(rotation(transform.rotation), spring.angular_velocity.to_array());
        let turned = step.apply_rotation(turning, rotation(goal.rotation));
        spring.scale.state =
            State::new(transform.scale.to_array(), spring.scale_velocity.to_array());
        spring.scale.update(goal.scale.to_array(), &step);
        let scaled = spring.scale.state;
        spring.velocity = moved.velocity;
        spring.angular_velocity = Vec3::from_array(turned.angular_velocity);
        spring.scale_velocity = Vec3::from_array(scaled.velocity);
        transform.translation = moved.position;
        transform.rotation = quat(turned.rotation);
        transform.scale = Vec3::from_array(scaled.position);
    }
}
