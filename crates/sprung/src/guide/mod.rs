//! Worked examples, one chapter each.

/// A third-person camera that follows a player.
pub mod camera {
    #![doc = include_str!("camera.md")]
    #![allow(unused_imports, reason = "the links of the text above")]
    use crate::motion::{CameraGoal, CameraRig, CameraSprings};
    use crate::{Spring, motion};
}

/// A user interface whose animations are interrupted.
pub mod interface {
    #![doc = include_str!("interface.md")]
    #![allow(unused_imports, reason = "the links of the text above")]
    use crate::motion::SpringValue;
    use crate::{RestThreshold, Spring, motion};
}
