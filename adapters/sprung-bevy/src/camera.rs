//! A third-person camera as a component.

use bevy::prelude::*;
use sprung::motion::{CameraRig, CameraSprings, Orbit};

use crate::transform_spring::quat;

/// A camera behind another entity: set the wanted view and the clearance, and its `Transform` follows.
///
/// Both entities must have the same parent, or none.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct ThirdPersonCamera {
    /// Who is followed.
    pub player: Entity,
    /// How the camera moves.
    pub springs: CameraSprings<f32>,
    /// Where it is wanted: distance, yaw and pitch.
    pub view: Orbit<f32>,
    /// How far from the player it may be before it meets an obstacle; infinite by default.
    pub clearance: f32,
    rig: Option<CameraRig<f32>>,
}

impl ThirdPersonCamera {
    /// A camera behind a player; it starts at the wanted view.
    pub fn new(player: Entity, springs: CameraSprings<f32>, view: Orbit<f32>) -> Self {
        ThirdPersonCamera { player, springs, view, clearance: f32::INFINITY, rig: None }
    }
}

pub(crate) fn move_cameras(
    time: Res<Time>,
    players: Query<&Transform, Without<ThirdPersonCamera>>,
    mut cameras: Query<(&mut Transform, &mut ThirdPersonCamera)>,
) {
    for (mut transform, mut camera) in &mut cameras {
        let Ok(player) = players.get(camera.player) else { continue };
        let (player, view) = (player.translation.to_array(), camera.view);
        let mut rig = camera.rig.unwrap_or_else(|| CameraRig::new(player, view));
        rig.update(&camera.springs, player, view, camera.clearance, time.delta_secs());
        transform.translation = Vec3::from_array(rig.position());
        transform.rotation = quat(rig.rotation());
        camera.rig = Some(rig);
    }
}
