//! Rotations of bevy and of sprung.

use bevy::prelude::*;
use sprung::Rotation;

pub(crate) fn rotation(quat: Quat) -> Rotation<f32> {
    Rotation::from_xyzw(quat.to_array())
}

pub(crate) fn quat(rotation: Rotation<f32>) -> Quat {
    Quat::from_array(rotation.xyzw())
}
