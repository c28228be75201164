//! A character controller as a component.

use bevy::prelude::*;
use sprung::Spring;
use sprung::motion::Character;

/// Moves an entity by a wanted velocity: the one it has follows by a spring, and the path ahead can be predicted.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct CharacterController {
    /// How it takes to a new velocity.
    pub spring: Spring<f32>,
    /// The velocity that is wanted, units per second: what the stick says.
    pub goal_velocity: Vec3,
    /// The velocity that it has, units per second.
    pub velocity: Vec3,
    /// How that changes, per second squared.
    pub acceleration: Vec3,
}

impl CharacterController {
    /// A character that stands still.
    pub fn new(spring: Spring<f32>) -> Self {
        CharacterController {
            spring,
            goal_velocity: Vec3::ZERO,
            velocity: Vec3::ZERO,
            acceleration: Vec3::ZERO,
        }
    }

    /// Where it will be at each of `times` (seconds from now) if the wanted velocity stays.
    ///
    /// # Panics
    /// If `times` and `path` differ in length.
    pub fn predict(&self, transform: &Transform, times: &[f32], path: &mut [Character<Vec3>]) {
        self.character(transform).predict(self.goal_velocity, &self.spring, times, path);
    }

    fn character(&self, transform: &Transform) -> Character<Vec3> {
        Character {
            position: transform.translation,
            velocity: self.velocity,
            acceleration: self.acceleration,
        }
    }
}

pub(crate) fn move_characters(
    time: Res<Time>,
    mut characters: Query<(&mut Transform, &mut CharacterController)>,
) {
    for (mut transform, mut controller) in &mut characters {
        let mut character = controller.character(&transform);
        let step = controller.spring.character_step(time.delta_secs());
        character.update(controller.goal_velocity, &step);
        transform.translation = character.position;
        controller.velocity = character.velocity;
        controller.acceleration = character.acceleration;
    }
}
