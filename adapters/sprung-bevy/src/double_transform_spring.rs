//! A double spring on a `Transform`.

use core::time::Duration;

use bevy::prelude::*;
use sprung::motion::{DoubleRotationSpring, DoubleSpring};
use sprung::{DoubleStep, ParameterError};

use crate::convert::{quat, rotation};
use crate::moves::{Moves, Running};

/// Moves translation and rotation to a goal with a soft start as well as a soft end, without overshoot; see
/// [`DoubleSpring`].
///
/// The scale is kept. If another system moves the entity, the motion starts again from there,
/// at rest.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct DoubleTransformSpring {
    /// The goal; its scale is not used.
    pub goal: Transform,
    halflife: f32,
    translation: Running<Vec3, DoubleSpring<Vec3>>,
    rotation: Running<Quat, DoubleRotationSpring<f32>>,
}

impl DoubleTransformSpring {
    /// A motion from where the entity is that has covered half of the way after `halflife` seconds.
    ///
    /// # Errors
    /// A negative or NaN half-life.
    pub fn new(halflife: f32, goal: Transform) -> Result<Self, ParameterError> {
        DoubleStep::from_halflife(halflife, 0.0)?;
        let (translation, rotation) = (Running::NEW, Running::NEW);
        Ok(DoubleTransformSpring { goal, halflife, translation, rotation })
    }
}

impl Moves<Transform> for DoubleTransformSpring {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        let Ok(step) = DoubleStep::from_halflife(self.halflife, dt.as_secs_f32()) else { return };
        let goal = self.goal;
        self.translation.update(&mut transform.translation, DoubleSpring::at_rest, |motion| {
            motion.update(goal.translation, &step);
            motion.state.position
        });
        let start = |from| DoubleRotationSpring::at_rest(rotation(from));
        self.rotation.update(&mut transform.rotation, start, |motion| {
            motion.update(rotation(goal.rotation), &step);
            quat(motion.state().rotation)
        });
    }
}
