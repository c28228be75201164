//! A third-person camera as a component.

use bevy::prelude::*;
use sprung::State;
use sprung::motion::{CameraGoal, CameraRig, CameraSprings, Orbit};

use crate::transform_spring::quat;

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
    rig: Option<Rig>,
}

#[derive(Clone, Copy, Debug)]
struct Rig {
    camera: CameraRig<f32>,
    /// The player's position in the last frame.
    player: [f32; 3],
    /// Follows the player; its velocity is the estimate of the player's velocity.
    follower: State<[f32; 3]>,
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
        let mut rig = camera.rig.unwrap_or_else(|| Rig {
            camera: CameraRig::new(player, view),
            player,
            follower: State::at_rest(player),
        });
        let dt = time.delta_secs();
        let step = camera.springs.focus.follow_step(dt);
        rig.follower = step.apply(rig.follower, rig.player, player);
        rig.player = player;
        let moving = State::new(player, rig.follower.velocity);
        let goal = CameraGoal { player: moving, view, clearance: camera.clearance };
        rig.camera.update(goal, &camera.springs.step(dt));
        transform.translation = Vec3::from_array(rig.camera.position());
        transform.rotation = quat(rig.camera.rotation());
        camera.rig = Some(rig);
    }
}
