//! A character controller as a component.

use core::time::Duration;

use bevy::prelude::*;
use sprung::Spring;
use sprung::motion::Character;

use crate::moves::Moves;

/// Moves an entity by a goal velocity: its velocity follows by a spring, and its path can be predicted.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct CharacterController {
    /// Frequency and damping of the spring on the velocity.
    pub spring: Spring<f32>,
    /// The goal velocity, units per second, such as the stick input.
    pub goal_velocity: Vec3,
    /// The velocity, units per second.
    pub velocity: Vec3,
    /// The acceleration, units per second squared.
    pub acceleration: Vec3,
}

impl CharacterController {
    /// A character at rest.
    pub fn new(spring: Spring<f32>) -> Self {
        CharacterController {
            spring,
            goal_velocity: Vec3::ZERO,
            velocity: Vec3::ZERO,
            acceleration: Vec3::ZERO,
        }
    }

    /// Predicts the motion at each of `times` (seconds from now) for a constant goal velocity; written to `path`.
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

impl Moves<Transform> for CharacterController {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        let mut character = self.character(transform);
        let step = self.spring.character_step(dt.as_secs_f32());
        character.update(self.goal_velocity, &step);
        transform.translation = character.position;
        self.velocity = character.velocity;
        self.acceleration = character.acceleration;
    }
}
