//! A `Transform` that arrives at a given time.

use core::time::Duration;

use bevy::prelude::*;
use sprung::Spring;
use sprung::motion::{TimedGoal, TimedRotationSpring, TimedSpring};

use crate::convert::{quat, rotation};
use crate::moves::{Moves, Running};

/// Moves translation and rotation to a goal, where they are at rest after a given time: a lift, a door, a platform.
///
/// By [`Spring::arrival_step`]: at every frame rate on the goal in the first frame that reaches the time, bit for bit. A
/// goal that changes on the way is reached at the same time. The scale is kept. If another
/// system moves the entity, the motion starts again from there, at rest.
///
/// ```
/// use bevy::prelude::*;
/// use sprung::Spring;
/// use sprung_bevy::TimedTransformSpring;
///
/// let upstairs = Transform::from_xyz(0.0, 3.0, 0.0);
/// let lift = TimedTransformSpring::new(Spring::from_halflife(0.2, 1.0)?, upstairs, 4.0);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct TimedTransformSpring {
    /// Frequency and damping of the spring, which smooths start, arrival and changes of the goal.
    pub spring: Spring<f32>,
    /// The goal; its scale is not used.
    pub goal: Transform,
    /// The time until the arrival, s; it runs down to 0, where the entity is held by the spring.
    pub time_left: f64,
    translation: Running<Vec3, TimedSpring<Vec3>>,
    rotation: Running<Quat, TimedRotationSpring<f32>>,
}

impl TimedTransformSpring {
    /// A motion from where the entity is to a goal in `time_left` seconds.
    pub fn new(spring: Spring<f32>, goal: Transform, time_left: f64) -> Self {
        let (translation, rotation) = (Running::NEW, Running::NEW);
        TimedTransformSpring { spring, goal, time_left, translation, rotation }
    }
}

impl Moves<Transform> for TimedTransformSpring {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        let step = self.spring.arrival_step(dt.as_secs_f32());
        let (goal, time_left) = (self.goal, self.time_left as f32);
        self.translation.update(&mut transform.translation, TimedSpring::at_rest, |motion| {
            motion.update(TimedGoal { position: goal.translation, time_left }, &step);
            motion.state.position
        });
        let start = |from| TimedRotationSpring::at_rest(rotation(from));
        self.rotation.update(&mut transform.rotation, start, |motion| {
            motion.update_timed(rotation(goal.rotation), time_left, &step);
            quat(motion.state().rotation)
        });
        self.time_left = (self.time_left - dt.as_secs_f64()).max(0.0);
    }
}
