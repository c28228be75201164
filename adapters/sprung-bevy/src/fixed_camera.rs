//! A camera that stands and turns to track, as a component.

use core::time::Duration;

use bevy::prelude::*;
use sprung::Spring;
use sprung::motion::{self, CameraSprings};

use crate::convert::quat;
use crate::moves::Follows;
use crate::player::Player;

/// A camera that stays where it is and turns to track another entity; see [`motion::FixedCamera`].
///
/// It starts looking at the player. Its translation may be changed at any time; its rotation is overwritten. Both entities
/// must have the same parent, or none. The player's velocity, for the look-ahead, is that of a point which follows him by
/// the spring: right for steady motion, and smooth where his `Transform` jumps.
///
/// Accuracy: without look-ahead, and for a player who moves on a straight line during a frame, the angles are within
/// 2e-4 rad the same at every frame rate. The look-ahead takes his velocity at the end of the frame for the whole of it.
#[derive(Component, Clone, Copy, Debug)]
#[require(Transform)]
pub struct FixedCamera {
    /// The tracked entity.
    pub player: Entity,
    /// The spring of yaw and pitch.
    pub spring: Spring<f32>,
    /// The look-ahead, in seconds of the player's velocity; 0 by default, and [`Spring::lag`] against the lag.
    pub lookahead: f32,
    rig: Option<(motion::FixedCamera<f32>, Player)>,
}

impl FixedCamera {
    /// A camera that looks at a player, without look-ahead.
    pub fn new(player: Entity, spring: Spring<f32>) -> Self {
        FixedCamera { player, spring, lookahead: 0.0, rig: None }
    }
}

impl Follows for FixedCamera {
    fn leader(&self) -> Entity {
        self.player
    }

    fn update(&mut self, player: &Transform, transform: &mut Transform, dt: Duration) {
        let FixedCamera { spring, lookahead, .. } = *self;
        let (position, dt) = (player.translation.to_array(), dt.as_secs_f32());
        let place = transform.translation.to_array();
        let begin = || (motion::FixedCamera::new(place, position), Player::at_rest(position));
        let (camera, player) = self.rig.get_or_insert_with(begin);
        let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead };
        camera.position = place;
        camera.update(player.update(position, &spring, dt), &springs.step(dt));
        transform.rotation = quat(camera.rotation());
    }
}
