//! Spring bones: `sprung-bones` on the joints of a skeleton.

mod chain;
mod error;
mod spring_bones;

use bevy::app::AnimationSystems;
use bevy::prelude::*;
use bevy::transform::helper::TransformHelper;

pub use chain::{BoneCollider, Joint, JointChain, JointMotion};
pub use error::SkeletonError;
pub use spring_bones::SpringBones;

/// The system set, in `PostUpdate` after animation, that turns the joints of [`SpringBones`].
#[derive(SystemSet, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BoneSystems;

/// Turns the joints of [`SpringBones`] in `PostUpdate`, after animation and before transforms are propagated.
///
/// They advance by the frame's time in fixed steps of their own, 240 a second, and show a pose between two of them: the
/// motion is the same at every frame rate without bevy's fixed time step.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprungBonesPlugin;

impl Plugin for SprungBonesPlugin {
    fn build(&self, app: &mut App) {
        let swing =
            swing.in_set(BoneSystems).after(AnimationSystems).before(TransformSystems::Propagate);
        app.add_systems(PostUpdate, swing);
    }
}

fn swing(
    time: Res<Time>,
    mut rigs: Query<(Entity, &mut SpringBones)>,
    parents: Query<&ChildOf>,
    colliders: Query<&BoneCollider>,
    mut transforms: ParamSet<(TransformHelper, Query<&mut Transform>)>,
) {
    for (entity, mut rig) in &mut rigs {
        if !rig.has_started() {
            let local = transforms.p1();
            let rest = |joint| local.get(joint).ok().copied();
            let planned = rig.plan(|joint| parents.get(joint).ok().map(ChildOf::parent), rest);
            let places = transforms.p0();
            let result = planned.and_then(|plan| {
                rig.start(
                    plan,
                    |node| places.compute_global_transform(node).ok(),
                    |node| colliders.get(node).ok().copied(),
                )
            });
            rig.report(entity, result);
        }
        let places = transforms.p0();
        let result = rig.step(time.delta_secs(), |node| places.compute_global_transform(node).ok());
        rig.report(entity, result);
        let mut local = transforms.p1();
        for (joint, rotation) in rig.rotations() {
            if let Ok(mut transform) = local.get_mut(joint)
                && transform.rotation != rotation
            {
                transform.rotation = rotation;
            }
        }
    }
}
