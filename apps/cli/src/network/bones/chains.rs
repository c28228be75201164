//! Spring bones on the nodes of a file, and their rotations as those of nodes.

use anyhow::{Context, Result, ensure};
use glam_033::{Quat, Vec3};
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};

use super::skeleton::{Skeleton, World};
use super::vrm::{Collider, Extension, Joint, Shape, Spring};

/// Of a joint that a file makes rest in each frame, the drag: below 1, for which there is no spring.
const MAX_DRAG: f32 = 0.999;

/// The shortest bone, m; a shorter one turns nothing and is left out.
const MIN_LENGTH: f32 = 1e-6;

/// The bones of a file, in motion.
#[derive(Debug)]
pub(super) struct Chains {
    bones: SpringBones,
    /// The nodes of the bones, in the order of the bones.
    pub(super) nodes: Vec<usize>,
    /// Of each bone, the rotation of its node's parent in the frame of the bone before: that of nodes in between.
    between: Vec<Quat>,
    pub(super) chain_count: usize,
    pub(super) collider_count: usize,
}

impl Chains {
    /// The bones of an extension on nodes at rest, which are in the world as given.
    pub(super) fn new(extension: &Extension, skeleton: &Skeleton, rest: &[World]) -> Result<Self> {
        let colliders = extension.colliders.iter().enumerate().map(|(index, of)| {
            collider(of, rest).with_context(|| format!("collider {index} of {}", extension.source))
        });
        let colliders = colliders.collect::<Result<Vec<_>>>()?;
        let (mut chains, mut nodes, mut between) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_used = vec![false; rest.len()];
        for (index, spring) in extension.springs.iter().enumerate() {
            let name = spring.name.clone().unwrap_or_default();
            let cannot = || format!("spring {index} ({name}) of {}", extension.source);
            let chain = Chain::of(spring, skeleton, rest).with_context(cannot)?;
            for &node in &chain.nodes {
                let is_second = std::mem::replace(&mut is_used[node], true);
                ensure!(!is_second, "{}: {} is in two springs", cannot(), skeleton.name(node));
            }
            if chain.nodes.is_empty() {
                continue;
            }
            let node = skeleton.parents[chain.nodes[0]].unwrap_or(rest.len());
            let mut with = BoneChain::new(node, chain.bones);
            with.center = spring.center;
            for &group in &spring.collider_groups {
                let group = extension.collider_groups.get(group);
                let group = group.context("its collider group is missing").with_context(cannot)?;
                with.colliders.extend(&group.colliders);
            }
            chains.push(with);
            nodes.extend(chain.nodes);
            between.extend(chain.between);
        }
        let (chain_count, collider_count) = (chains.len(), colliders.len());
        let bones = SpringBones::new(&chains, &colliders, &poses(rest))?;
        Ok(Chains { bones, nodes, between, chain_count, collider_count })
    }

    /// Advances by `dt` seconds to nodes that are in the world as given.
    pub(super) fn step(&mut self, dt: f32, world: &[World]) -> Result<()> {
        Ok(self.bones.step(dt, &poses(world))?)
    }

    /// Puts the bones at rest on nodes that are in the world as given.
    pub(super) fn reset(&mut self, world: &[World]) -> Result<()> {
        Ok(self.bones.reset(&poses(world))?)
    }

    /// The node of each bone, and its rotation in the frame of its parent.
    pub(super) fn rotations(&self) -> impl Iterator<Item = (usize, Quat)> {
        self.nodes.iter().zip(&self.between).enumerate().map(|(bone, (&node, between))| {
            let rotation = Quat::from_array(self.bones.rotation(bone).xyzw());
            (node, between.inverse() * rotation)
        })
    }

    /// The node of each bone, and the place of its tail in the world, m.
    pub(super) fn tails(&self) -> impl Iterator<Item = (usize, [f32; 3])> {
        self.nodes.iter().enumerate().map(|(bone, &node)| (node, self.bones.tail(bone)))
    }
}

/// The poses of all nodes, and that of the world for chains on no node.
fn poses(world: &[World]) -> Vec<Pose> {
    world.iter().map(World::pose).chain([Pose::IDENTITY]).collect()
}

fn collider(of: &Collider, rest: &[World]) -> Result<BoneCollider> {
    let node = of.node;
    let world = rest.get(node).with_context(|| format!("its node {node} is missing"))?;
    let point = |offset| world.turned_back(world.matrix.transform_vector3(Vec3::from(offset)));
    let scale = world.matrix.determinant().abs().cbrt();
    Ok(match of.shape {
        Shape::Sphere { offset, radius } => {
            BoneCollider::sphere(node, point(offset), scale * radius)
        }
        Shape::Capsule { offset, tail, radius } => {
            BoneCollider::capsule(node, [offset, tail].map(point), scale * radius)
        }
    })
}

/// The bones of a spring and their nodes.
#[derive(Default)]
struct Chain {
    bones: Vec<Bone>,
    nodes: Vec<usize>,
    between: Vec<Quat>,
}

impl Chain {
    fn of(spring: &Spring, skeleton: &Skeleton, rest: &[World]) -> Result<Self> {
        let mut chain = Chain::default();
        for joint in &spring.joints {
            ensure!(joint.node < rest.len(), "the node of a joint is missing");
        }
        for pair in spring.joints.array_windows::<2>() {
            let [joint, next] = [pair[0].node, pair[1].node];
            let above = std::iter::successors(skeleton.parents[next], |&at| skeleton.parents[at]);
            let is_below = above.take(rest.len()).any(|node| node == joint);
            let [here, name] = [joint, next].map(|node| skeleton.name(node));
            ensure!(is_below, "{name} must be below {here}, the joint before");
            chain.add(&pair[0], rest[next].place(), skeleton, rest).context(here)?;
        }
        if let (Some(length), Some(joint)) = (spring.end, spring.joints.last()) {
            let place = rest[joint.node].place();
            let above = skeleton.parents[joint.node].map_or(place, |node| rest[node].place());
            let tail = place + length * (place - above).normalize_or_zero();
            chain.add(joint, tail, skeleton, rest).context(skeleton.name(joint.node))?;
        }
        Ok(chain)
    }

    /// Adds the bone of a joint whose tail is at a place at rest.
    fn add(
        &mut self,
        joint: &Joint,
        tail: Vec3,
        skeleton: &Skeleton,
        rest: &[World],
    ) -> Result<()> {
        let own = rest[joint.node];
        let reach = tail - own.place();
        if reach.length() < MIN_LENGTH {
            return Ok(());
        }
        let parent = skeleton.parents[joint.node];
        let before = self.nodes.last().copied().or(parent);
        let [before, above] = [before, parent].map(|node| node.map(|node| rest[node]));
        let turn = |world: Option<World>| world.map_or(Quat::IDENTITY, |world| world.rotation);
        let place = |world: Option<World>| world.map_or(Vec3::ZERO, |world| world.place());
        let turned_back = turn(before).inverse();
        let head = turned_back * (own.place() - place(before));
        let turned = turned_back * own.rotation;
        let Joint { stiffness, drag_force, gravity_power, gravity_dir, hit_radius, .. } = *joint;
        ensure!(
            (0.0..=1.0).contains(&drag_force),
            "dragForce must be within 0 and 1, got {drag_force}"
        );
        let bone = Bone::new(own.turned_back(reach))
            .with_head(head.into())
            .with_rest(sprung::Rotation::from_xyzw(turned.to_array()))
            .with_radius(hit_radius)
            .with_vrm(stiffness, drag_force.min(MAX_DRAG), gravity_power, gravity_dir)?;
        self.bones.push(bone);
        self.nodes.push(joint.node);
        self.between.push(turned_back * turn(above));
        Ok(())
    }
}
