//! Springs for bevy: on transforms, on any component's value, as camera and character, as rope, cloth, jelly and hair, and on
//! avian's rigid bodies.
//!
//! Add the plugin of what you use, give an entity the component, and set its goal: each component holds its spring, its
//! goal and its state, and each frame moves it by exactly the time that has passed. No mathematics lives here; it is all
//! in `sprung`, `sprung-body`, `sprung-network` and `sprung-bones`.
//!
//! ```
//! use bevy::prelude::*;
//! use sprung::Spring;
//! use sprung_bevy::{SprungPlugin, TransformSpring};
//!
//! let mut app = App::new();
//! app.add_plugins((MinimalPlugins, SprungPlugin));
//! let goal = Transform::from_xyz(1.0, 0.0, 0.0);
//! let spring = Spring::from_halflife(0.2, 1.0)?;
//! app.world_mut().spawn((Transform::IDENTITY, TransformSpring::new(spring, goal)));
//! app.update();
//! # Ok::<(), sprung::ParameterError>(())
//! ```
//!
//! | component | what it moves |
//! |---|---|
//! | [`TransformSpring`] | translation, rotation and scale of a `Transform` |
//! | [`ValueSpring`] | the value of any component that is [`SpringTarget`] |
//! | [`DoubleTransformSpring`] | translation and rotation with a soft start |
//! | [`TimedTransformSpring`] | translation and rotation, to arrive at a given time |
//! | [`VelocityTransformSpring`] | translation and rotation at given speeds |
//! | [`LimitedTranslation`] | a translation within limits of velocity, acceleration and jerk |
//! | [`JointRotation`] | a rotation within the limits of a joint |
//! | [`TransformTimeline`], [`ValueTimeline`] | translation and rotation, or a value, by keys in time |
//! | [`FollowSpring`] | translation and rotation after another entity |
//! | [`ThirdPersonCamera`] | a camera's `Transform` behind another entity |
//! | [`FixedCamera`] | the rotation of a camera that stands and tracks another entity |
//! | [`CharacterController`] | a `Transform` by a wanted velocity |
//! | [`SpringNetwork`], [`NetworkMesh`] | a mesh, by the particles of a rope, cloth or jelly (feature `network`) |
//! | [`SpringBones`] | the joints of a skeleton (feature `bones`) |
//! | [`BodySpring`]: [`PoseSpring`], [`DragSpring`], [`DistanceSpring`], [`OrientationSpring`], [`SwingSpring`], [`LinearMotor`], [`AngularMotor`], [`LinearServo`], [`AngularServo`] | avian's rigid bodies (feature `avian`) |
//! | [`SuspensionSpring`], [`ContactSpring`] | avian's rigid bodies, by rays and by contacts |
//! | [`CoupledNetwork`] | a network and avian's rigid bodies, each the other |

#[cfg(feature = "avian")]
mod avian;
#[cfg(feature = "bones")]
mod bones;
mod camera;
mod character;
mod convert;
mod double_transform_spring;
mod fixed_camera;
mod follow_spring;
mod joint_rotation;
mod limited_translation;
mod moves;
#[cfg(feature = "network")]
mod network;
mod player;
mod timed_transform_spring;
mod timeline;
mod transform_spring;
mod value_spring;
mod velocity_transform_spring;

use bevy::prelude::*;

use crate::moves::{follow_all, move_all};
#[cfg(feature = "avian")]
pub use avian::{
    AngularMotor, AngularServo, BodySpring, ContactSpring, DistanceSpring, DragSpring, LinearMotor,
    LinearServo, OrientationSpring, PoseSpring, SolveBodies, SprungAvianPlugin, SuspensionSpring,
    SwingSpring,
};
#[cfg(all(feature = "avian", feature = "network"))]
pub use avian::{BodyTie, CoupledNetwork};
#[cfg(feature = "bones")]
pub use bones::{
    BoneCollider, BoneSystems, Joint, JointChain, JointMotion, SkeletonError, SpringBones,
    SprungBonesPlugin,
};
pub use camera::ThirdPersonCamera;
pub use character::CharacterController;
pub use double_transform_spring::DoubleTransformSpring;
pub use fixed_camera::FixedCamera;
pub use follow_spring::FollowSpring;
pub use joint_rotation::JointRotation;
pub use limited_translation::LimitedTranslation;
#[cfg(feature = "network")]
pub use network::{
    NetworkCollider, NetworkMesh, NetworkSystems, Pin, Pins, SpringNetwork, SprungNetworkPlugin,
    Wind,
};
#[cfg(feature = "gizmos")]
pub use network::{NetworkGizmos, SprungGizmosPlugin};
pub use timed_transform_spring::TimedTransformSpring;
pub use timeline::{TransformTimeline, ValueTimeline};
pub use transform_spring::TransformSpring;
pub use value_spring::{SpringTarget, ValueSpring, ValueSpringPlugin};
pub use velocity_transform_spring::VelocityTransformSpring;

/// The system set, in `Update`, that moves the springs of this crate: set goals before it, read results after it.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpringSet;

/// Moves transforms and characters, then followers, then cameras, in `Update`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprungPlugin;

impl Plugin for SprungPlugin {
    fn build(&self, app: &mut App) {
        let own = (
            move_all::<Transform, TransformSpring>,
            move_all::<Transform, DoubleTransformSpring>,
            move_all::<Transform, TimedTransformSpring>,
            move_all::<Transform, VelocityTransformSpring>,
            move_all::<Transform, LimitedTranslation>,
            move_all::<Transform, JointRotation>,
            move_all::<Transform, TransformTimeline>,
            move_all::<Transform, CharacterController>,
        );
        let following = (
            follow_all::<FollowSpring>,
            follow_all::<ThirdPersonCamera>,
            follow_all::<FixedCamera>,
        );
        app.add_systems(Update, (own.chain(), following.chain()).chain().in_set(SpringSet));
    }
}

/// The README's example, compiled with the others.
#[cfg(all(doctest, feature = "network"))]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;

/// Worked chapters, one task each; no code is here.
#[cfg(all(feature = "avian", feature = "bones", feature = "network"))]
pub mod guide {
    pub mod soft_bodies {
        #![doc = include_str!("../guide/soft_bodies.md")]
    }
}
