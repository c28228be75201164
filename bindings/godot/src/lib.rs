//! Springs for Godot 4.3 and later, as a GDExtension: nodes to add in the editor.
//!
//! Compiled here, and what has no engine in it is tested; not yet loaded by a Godot.

use godot::init::{ExtensionLibrary, gdextension};

mod bone_springs;
mod parameters;
mod spring_follow_3d;
mod spring_skeleton_modifier_3d;
mod spring_value;

pub use bone_springs::{BoneSprings, Quaternion};
pub use parameters::spring;
pub use spring_follow_3d::SpringFollow3D;
pub use spring_skeleton_modifier_3d::SpringSkeletonModifier3D;
pub use spring_value::SpringValueNode;

struct SprungExtension;

// SAFETY: the entry point has no code of its own.
#[gdextension]
unsafe impl ExtensionLibrary for SprungExtension {}
