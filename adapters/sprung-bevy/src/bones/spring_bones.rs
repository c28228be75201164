//! The spring bones of a skeleton as a component.

use bevy::prelude::*;
use sprung_bones::{Bone, BoneChain, Pose};

use super::chain::{BoneCollider, JointChain};
use super::error::SkeletonError;
use crate::convert::{quat, rotation};

/// Hair, tails, skirts: chains of joints that swing on springs. One component carries all chains of a skeleton; they are
/// solved side by side.
///
/// The chains start in the pose and at the scale that the joints have in the first frame in which all of them exist. From
/// then on the rotations of the joints are set each frame.
///
/// ```
/// use bevy::prelude::*;
/// use sprung::Spring;
/// use sprung_bevy::{JointChain, JointMotion, SpringBones, SprungBonesPlugin};
///
/// let mut app = App::new();
/// app.add_plugins((MinimalPlugins, TransformPlugin, SprungBonesPlugin));
/// let world = app.world_mut();
/// let head = world.spawn(Transform::from_xyz(0.0, 1.7, 0.0)).id();
/// let mut joints = vec![head];
/// for _ in 0..4 {
///     let joint = world.spawn((Transform::from_xyz(0.0, -0.1, 0.0), ChildOf(joints[joints.len() - 1])));
///     joints.push(joint.id());
/// }
/// let motion = JointMotion::Spring(Spring::from_frequency(2.0, 0.5)?, Vec3::NEG_Y * 9.81);
/// let ponytail = JointChain::new(joints[1..].iter().copied(), motion);
/// world.entity_mut(head).insert(SpringBones::new(ponytail));
/// app.update();
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[derive(Component, Clone, Debug)]
pub struct SpringBones {
    chains: Vec<JointChain>,
    running: Option<Running>,
    jumps: bool,
    error: Option<SkeletonError>,
}

#[derive(Clone, Debug)]
struct Running {
    bones: sprung_bones::SpringBones,
    /// The entities that the bones hang on or touch.
    nodes: Vec<Entity>,
    poses: Vec<Pose>,
}

/// The joints at rest, before it is known where they are.
pub(super) struct Plan {
    nodes: Vec<Entity>,
    chains: Vec<PlannedChain>,
}

struct PlannedChain {
    node: usize,
    /// The joints at rest, and the end.
    rest: Vec<Transform>,
    center: Option<usize>,
}

impl SpringBones {
    /// Bones of the chains.
    pub fn new(chains: impl IntoIterator<Item = JointChain>) -> Self {
        let chains = chains.into_iter().collect();
        SpringBones { chains, running: None, jumps: false, error: None }
    }

    /// Returns the chains.
    pub fn chains(&self) -> &[JointChain] {
        &self.chains
    }

    /// Moves the bones along with the skeleton in the next frame, in no time: call it where a character is put elsewhere.
    pub fn teleport(&mut self) {
        self.jumps = true;
    }

    /// Returns the last error, which is logged once.
    pub fn error(&self) -> Option<SkeletonError> {
        self.error
    }

    pub(super) fn has_started(&self) -> bool {
        self.running.is_some()
    }

    /// Reads the pose at rest.
    pub(super) fn plan(
        &self,
        parent: impl Fn(Entity) -> Option<Entity>,
        rest: impl Fn(Entity) -> Option<Transform>,
    ) -> Result<Plan, SkeletonError> {
        let mut nodes = Vec::new();
        let mut chains = Vec::new();
        for (index, chain) in self.chains.iter().enumerate() {
            let Some(first) = chain.joints.first() else {
                return Err(SkeletonError::TooShort { chain: index });
            };
            let (element, entity) = ("parent of joint", first.entity);
            let root = parent(entity).ok_or(SkeletonError::Missing { element, entity })?;
            let (mut before, mut transforms) = (root, Vec::new());
            for joint in chain.joints.iter().map(|joint| joint.entity).chain([chain.end]) {
                if parent(joint) != Some(before) {
                    return Err(SkeletonError::NotAChild { joint, before });
                }
                let missing = SkeletonError::Missing { element: "joint", entity: joint };
                transforms.push(rest(joint).ok_or(missing)?);
                before = joint;
            }
            let node = index_of(&mut nodes, root);
            let center = chain.center.map(|center| index_of(&mut nodes, center));
            chain.colliders.iter().for_each(|&collider| {
                index_of(&mut nodes, collider);
            });
            chains.push(PlannedChain { node, rest: transforms, center });
        }
        Ok(Plan { nodes, chains })
    }

    /// Makes the bones.
    pub(super) fn start(
        &mut self,
        plan: Plan,
        place: impl Fn(Entity) -> Option<GlobalTransform>,
        collider: impl Fn(Entity) -> Option<BoneCollider>,
    ) -> Result<(), SkeletonError> {
        let Plan { nodes, chains } = plan;
        let mut places = Vec::new();
        for &entity in &nodes {
            let missing = SkeletonError::Missing { element: "node", entity };
            places.push(place(entity).ok_or(missing)?);
        }
        let scale = |node: usize| places[node].to_scale_rotation_translation().0;
        let (mut named, mut colliders, mut made) = (Vec::new(), Vec::new(), Vec::new());
        for (chain, planned) in self.chains.iter().zip(chains) {
            let (mut bones, mut size) = (Vec::new(), scale(planned.node));
            for (joint, two) in chain.joints.iter().zip(planned.rest.windows(2)) {
                let [rest, next] = [two[0], two[1]];
                let head = (size * rest.translation).to_array();
                size *= rest.scale;
                let tail = (size * next.translation).to_array();
                let bone = Bone::new(tail).with_head(head).with_rest(rotation(rest.rotation));
                bones.push(joint.bone(bone)?);
            }
            let mut of_chain = Vec::new();
            for &entity in &chain.colliders {
                let missing = SkeletonError::Missing { element: "collider", entity };
                let BoneCollider { ends, radius } = collider(entity).ok_or(missing)?;
                let index = index_of(&mut named, entity);
                if index == colliders.len() {
                    let node = nodes.iter().position(|&node| node == entity).unwrap_or(0);
                    let size = scale(node);
                    let ends = ends.map(|end| (size * end).to_array());
                    let radius = radius * size.abs().max_element();
                    colliders.push(sprung_bones::BoneCollider { node, ends, radius });
                }
                of_chain.push(index);
            }
            let chain = BoneChain::new(planned.node, bones).with_colliders(of_chain);
            made.push(BoneChain { center: planned.center, ..chain });
        }
        let poses: Vec<Pose> = places.iter().map(pose).collect();
        let bones = sprung_bones::SpringBones::new(&made, &colliders, &poses)?;
        self.running = Some(Running { bones, nodes, poses });
        Ok(())
    }

    /// Advances to where the nodes are now; those that are gone stay.
    pub(super) fn step(
        &mut self,
        dt: f32,
        place: impl Fn(Entity) -> Option<GlobalTransform>,
    ) -> Result<(), SkeletonError> {
        let Some(Running { bones, nodes, poses }) = &mut self.running else { return Ok(()) };
        for (pose_of, &node) in poses.iter_mut().zip(&*nodes) {
            if let Some(place) = place(node) {
                *pose_of = pose(&place);
            }
        }
        if self.jumps {
            bones.teleport(poses)?;
            self.jumps = false;
        }
        Ok(bones.step(dt, poses)?)
    }

    /// Returns the joints that swing, and their rotations in the frames of their parents.
    pub(super) fn rotations(&self) -> impl Iterator<Item = (Entity, Quat)> + '_ {
        let joints = self.chains.iter().flat_map(|chain| &chain.joints);
        let bones = self.running.as_ref().map(|running| &running.bones);
        let rotations = bones.into_iter().flat_map(|b| (0..b.len()).map(|bone| b.rotation(bone)));
        joints.zip(rotations).map(|(joint, rotation)| (joint.entity, quat(rotation)))
    }

    /// Logs an error once.
    pub(super) fn report(&mut self, entity: Entity, result: Result<(), SkeletonError>) {
        if let Err(error) = result
            && self.error != Some(error)
        {
            tracing::error!("spring bones of entity {entity}: {error}");
            self.error = Some(error);
        }
    }
}

fn pose(place: &GlobalTransform) -> Pose {
    let (_, turned, position) = place.to_scale_rotation_translation();
    Pose { position: position.to_array(), rotation: rotation(turned) }
}

/// Returns the index of an entity in a list, to which it is added if it is not there.
fn index_of(list: &mut Vec<Entity>, entity: Entity) -> usize {
    list.iter().position(|&known| known == entity).unwrap_or_else(|| {
        list.push(entity);
        list.len() - 1
    })
}
