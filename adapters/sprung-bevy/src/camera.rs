//! A third-person camera as a component.

use core::time::Duration;

use bevy::prelude::*;
use sprung::motion::{CameraGoal, CameraRig, CameraSprings, Orbit};

use crate::convert::quat;
use crate::moves::Follows;
use crate::player::Player;

/// A camera behind another entity: set the wanted view and the clearance, and its `Transform` follows.
///
/// Both entities must have the same parent, or none. The player's velocity, for the look-ahead, is that of a point which
/// follows him by the spring of the focus: it is right for steady motion, and smooth where his `Transform` jumps.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct ThirdPersonCamera {
    /// The followed entity.
    pub player: Entity,
    /// The springs of the camera and its look-ahead.
    pub springs: CameraSprings<f32>,
    /// The wanted distance, yaw and pitch.
    pub view: Orbit<f32>,
    /// The free distance from the player to the nearest obstacle; infinite by default.
    pub clearance: f32,
    rig: Option<(CameraRig<f32>, Player)>,
}

impl ThirdPersonCamera {
    /// A camera behind a player; it starts at the wanted view.
    pub fn new(player: Entity, springs: CameraSprings<f32>, view: Orbit<f32>) -> Self {
        ThirdPersonCamera { player, springs, view, clearance: f32::INFINITY, rig: None }
    }
}

impl Follows for ThirdPersonCamera {
    fn leader(&self) -> Entity {
        self.player
    }

    fn update(&mut self, player: &Transform, transform: &mut Transform, dt: Duration) {
        let (position, view, dt) = (player.translation.to_array(), self.view, dt.as_secs_f32());
        let begin = || (CameraRig::new(position, view), Player::at_rest(position));
        let (rig, player) = self.rig.get_or_insert_with(begin);
        let player = player.update(position, &self.springs.focus, dt);
        rig.update(CameraGoal { player, view, clearance: self.clearance }, &self.springs.step(dt));
        transform.translation = Vec3::from_array(rig.position());
        transform.rotation = quat(rig.rotation());
    }
}
