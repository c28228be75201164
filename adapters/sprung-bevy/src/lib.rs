//! Springs for bevy: on transforms, on any component's value, as camera and character, and on avian's rigid bodies.
//!
//! Add the plugin of what you use, give an entity the component, and set its goal: each component holds its spring, its
//! goal and its state, and each frame moves it by exactly the time that has passed. No mathematics lives here; it is all
//! in `sprung` and `sprung-body`.
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
//! | [`ThirdPersonCamera`] | a camera's `Transform` behind another entity |
//! | [`CharacterController`] | a `Transform` by a wanted velocity |
//! | [`PoseSpring`], [`DragSpring`] | avian's rigid bodies (feature `avian`) |

mod camera;
mod character;
mod transform_spring;
mod value_spring;

#[cfg(feature = "avian")]
mod rigid_body;

use bevy::prelude::*;

pub use camera::ThirdPersonCamera;
pub use character::CharacterController;
#[cfg(feature = "avian")]
pub use rigid_body::{DragSpring, PoseSpring, SprungAvianPlugin};
pub use transform_spring::TransformSpring;
pub use value_spring::{SpringTarget, ValueSpring, ValueSpringPlugin};

/// The system set, in `Update`, that moves the springs of this crate: set goals before it, read results after it.
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpringSet;

/// Moves transforms, characters and cameras, in this order, in `Update`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprungPlugin;

impl Plugin for SprungPlugin {
    fn build(&self, app: &mut App) {
        let systems =
            (transform_spring::move_transforms, character::move_characters, camera::move_cameras);
        app.add_systems(Update, systems.chain().in_set(SpringSet));
    }
}
