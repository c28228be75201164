//! A translation within limits of velocity, acceleration and jerk.

use core::time::Duration;

use bevy::prelude::*;
use sprung::motion::LimitedTracker;
use sprung::{MotionLimits, State};

use crate::moves::{Moves, Running};

/// Moves the translation to a goal as fast as limits of velocity, acceleration and jerk allow: a crane, a robot.
///
/// One [`LimitedTracker`] per axis: each stays within the limits and is on its goal exactly. Rotation and scale are kept.
/// If another system moves the entity, the motion starts again from there,
/// at rest.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct LimitedTranslation {
    /// The limits of each axis.
    pub limits: [MotionLimits<f32>; 3],
    /// The goal, where it is at the end of the frame.
    pub goal: Vec3,
    /// The velocity of the goal, units per second: of a goal that is moved by it in each frame, which is then followed
    /// without lag.
    pub goal_velocity: Vec3,
    axes: Running<Vec3, [LimitedTracker<f32>; 3]>,
}

impl LimitedTranslation {
    /// A motion from where the entity is to a goal that is held, with the same limits in each axis.
    pub fn new(limits: MotionLimits<f32>, goal: Vec3) -> Self {
        let limits = [limits; 3];
        LimitedTranslation { limits, goal, goal_velocity: Vec3::ZERO, axes: Running::NEW }
    }

    /// The velocity, units per second.
    pub fn velocity(&self) -> Vec3 {
        self.each(|axis| axis.state().velocity)
    }

    /// The acceleration, units per second squared.
    pub fn acceleration(&self) -> Vec3 {
        self.each(LimitedTracker::acceleration)
    }

    /// The time until all axes are on the goal if it goes on as it does, s.
    pub fn time_left(&self) -> f32 {
        self.each(LimitedTracker::time_left).max_element()
    }

    /// A number of each axis; 0 before the first frame.
    fn each(&self, of: impl Fn(&LimitedTracker<f32>) -> f32) -> Vec3 {
        self.axes.motion().map_or(Vec3::ZERO, |axes| Vec3::from_array(axes.each_ref().map(of)))
    }
}

impl Moves<Transform> for LimitedTranslation {
    fn update(&mut self, transform: &mut Transform, dt: Duration) {
        let LimitedTranslation { limits, goal, goal_velocity, .. } = *self;
        let start = |from: Vec3| from.to_array().map(LimitedTracker::at_rest);
        self.axes.update(&mut transform.translation, start, |axes| {
            for (i, axis) in axes.iter_mut().enumerate() {
                let goal = State::new(goal[i], goal_velocity[i]);
                axis.update(goal, &limits[i].step(dt.as_secs_f32()));
            }
            Vec3::from_array(axes.map(|axis| axis.state().position))
        });
    }
}
