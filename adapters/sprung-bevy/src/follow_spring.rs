//! A spring after another entity.

use core::time::Duration;

use bevy::prelude::*;
use sprung::motion::RotationState;
use sprung::{Spring, State};

use crate::convert::{quat, rotation};
use crate::moves::Follows;

/// Moves translation and rotation of an entity after those of another one: a pet, a drone, a trailer.
///
/// The goal moves steadily from where the leader was in the last frame to where it is: exact at every frame rate for a
/// leader that moves so, unlike a [`TransformSpring`](crate::TransformSpring) whose goal is set in each frame. Followers
/// may follow followers (in order up to 64 in a chain). Both entities must have the same parent, or none.
///
/// If other systems change the `Transform`, the spring continues from there, as for
/// [`TransformSpring`](crate::TransformSpring).
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct FollowSpring {
    /// The followed entity.
    pub leader: Entity,
    /// Frequency and damping of the spring.
    pub spring: Spring<f32>,
    /// The goal in the leader's frame, as of a child of it; the scale is not used.
    pub offset: Transform,
    /// If `true`, damping is relative to the leader ([`Spring::track_step`]): there is no lag, and a leader that starts
    /// suddenly pulls at once. If `false`, the default, it is relative to the world ([`Spring::follow_step`]): the start is
    /// soft, and the lag is `2ζ/ω` seconds.
    pub tracks: bool,
    /// Units per second.
    pub velocity: Vec3,
    /// Radians per second, in the parent's frame.
    pub angular_velocity: Vec3,
    /// The goal in the last frame.
    before: Option<Transform>,
}

impl FollowSpring {
    /// A spring to another entity, at rest, that lags behind.
    pub fn new(leader: Entity, spring: Spring<f32>) -> Self {
        FollowSpring {
            leader,
            spring,
            offset: Transform::IDENTITY,
            tracks: false,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            before: None,
        }
    }
}

impl Follows for FollowSpring {
    fn leader(&self) -> Entity {
        self.leader
    }

    fn update(&mut self, leader: &Transform, transform: &mut Transform, dt: Duration) {
        let (spring, dt) = (self.spring, dt.as_secs_f32());
        let step = if self.tracks { spring.track_step(dt) } else { spring.follow_step(dt) };
        let to = leader.mul_transform(self.offset);
        let from = self.before.replace(to).unwrap_or(to);
        let moving = State::new(transform.translation, self.velocity);
        let moved = step.apply(moving, from.translation, to.translation);
        let turning =
            RotationState::new(rotation(transform.rotation), self.angular_velocity.to_array());
        let turned = step.apply_rotation(turning, rotation(from.rotation), rotation(to.rotation));
        self.velocity = moved.velocity;
        self.angular_velocity = Vec3::from_array(turned.angular_velocity);
        transform.translation = moved.position;
        transform.rotation = quat(turned.rotation);
    }
}
