//! A `Transform` that travels at a given speed.

use core::time::Duration;

use bevy::prelude::*;
use sprung::Spring;
use sprung::motion::{VelocityRotationSpring, VelocitySpring};

use crate::convert::{quat, rotation};
use crate::moves::{Moves, Running};

/// Moves translation and rotation to a goal at given speeds, with a smooth start and arrival: a train, a turret.
///
/// By [`VelocitySpring`] with the [default look-ahead](Spring::default_lookahead). Translation and rotation arrive each at
/// its own time. The scale is kept. If another system moves the entity, the motion starts again from there,
/// at rest.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct VelocityTransformSpring {
    /// Frequency and damping of the spring, which smooths start, arrival and changes of the goal.
    pub spring: Spring<f32>,
    /// The goal; its scale is not used.
    pub goal: Transform,
    /// The speed of the translation, units per second; at 0, negative or NaN it stops.
    pub speed: f32,
    /// The speed of the rotation, radians per second; at 0, negative or NaN it stops.
    pub angular_speed: f32,
    translation: Running<Vec3, VelocitySpring<Vec3>>,
    rotation: Running<Quat, VelocityRotationSpring<f32>>,
}

impl VelocityTransformSpring {
    /// A motion from where the entity is to a goal, at speeds in units and radians per second.
    pub fn new(spring: Spring<f32>, goal: Transform, speed: f32, angular_speed: f32) -> Self {
        let (translation, rotation) = (Running::NEW, Running::NEW);
        VelocityTransformSpring { spring, goal, speed, angular_speed, translation, rotation }
    }
}

impl Moves<Transform> for VelocityTransformSpring {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        let (spring, goal) = (self.spring, self.goal);
        let step =
            |speed| spring.velocity_step(speed, spring.default_lookahead(), dt.as_secs_f32());
        self.translation.update(&mut transform.translation, VelocitySpring::at_rest, |motion| {
            motion.update(goal.translation, &step(self.speed));
            motion.state.position
        });
        let start = |from| VelocityRotationSpring::at_rest(rotation(from));
        self.rotation.update(&mut transform.rotation, start, |motion| {
            motion.update(rotation(goal.rotation), &step(self.angular_speed));
            quat(motion.state().rotation)
        });
    }
}
