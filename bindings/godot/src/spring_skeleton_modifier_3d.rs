//! A modifier of skeletons: bones that follow the animation by springs.
#![allow(missing_docs, reason = "of the methods that the macros write")]

use godot::builtin::{Basis, PackedInt32Array, Quaternion};
use godot::classes::{ISkeletonModifier3D, SkeletonModifier3D};
use godot::prelude::*;

use crate::bone_springs::BoneSprings;
use crate::parameters::spring;

/// A child of a `Skeleton3D` whose bones lag behind their animation and swing: tails, ears, antennas.
///
/// List the bones from the root outwards; those that are not listed stay as they are animated.
#[derive(GodotClass)]
#[class(base = SkeletonModifier3D, init)]
pub struct SpringSkeletonModifier3D {
    /// The numbers of the bones.
    #[export]
    bones: PackedInt32Array,
    /// The half-life, s.
    #[export]
    #[init(val = 0.1)]
    halflife: f32,
    /// The damping ratio; below 1 they overshoot.
    #[export]
    #[init(val = 0.4)]
    damping_ratio: f32,
    springs: BoneSprings,
    base: Base<SkeletonModifier3D>,
}

#[godot_api]
impl SpringSkeletonModifier3D {
    /// Forgets all motion: after a teleport.
    #[func]
    fn reset(&mut self) {
        self.springs.reset();
    }
}

#[godot_api]
impl ISkeletonModifier3D for SpringSkeletonModifier3D {
    fn process_modification(&mut self) {
        let Some(mut skeleton) = self.base().get_skeleton() else { return };
        let dt = self.base().get_process_delta_time() as f32;
        let spring = spring(self.halflife, self.damping_ratio);
        let count = skeleton.get_bone_count();
        for bone in self.bones.as_slice().iter().copied().filter(|bone| (0..count).contains(bone)) {
            let mut pose = skeleton.get_bone_global_pose(bone);
            let scale = pose.basis.get_scale();
            let animated = pose.basis.get_quaternion();
            let animated = [animated.x, animated.y, animated.z, animated.w];
            let [x, y, z, w] = self.springs.update(bone as usize, animated, &spring, dt);
            pose.basis = Basis::from_quaternion(Quaternion::new(x, y, z, w)).scaled(scale);
            skeleton.set_bone_global_pose(bone, pose);
        }
    }
}
