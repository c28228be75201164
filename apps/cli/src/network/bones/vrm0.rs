//! The bone groups of VRM 0, `secondaryAnimation` of the extension `VRM`, as springs of VRM 1.0.
//!
//! A group names the first nodes of its chains; all nodes below belong to it. A node is drawn to its first child, one
//! without children to a tail 7 cm beyond it. Points of colliders have the z axis of Unity, opposite to that of glTF.

use anyhow::{Context, Result};
use serde::Deserialize;

use super::skeleton::Skeleton;
use super::vrm::{Collider, ColliderGroup, Extension, Joint, Shape, Spring};

/// The length of a bone without a node at its tail, m.
const END: f32 = 0.07;

/// The field of the extension; others are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SecondaryAnimation {
    bone_groups: Vec<BoneGroup>,
    collider_groups: Vec<SphereGroup>,
}

/// The chains below some nodes. The file spells `stiffiness`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct BoneGroup {
    comment: Option<String>,
    stiffiness: f32,
    gravity_power: f32,
    gravity_dir: Point,
    drag_force: f32,
    /// Negative for none.
    center: i64,
    hit_radius: f32,
    bones: Vec<usize>,
    collider_groups: Vec<usize>,
}

impl Default for BoneGroup {
    fn default() -> Self {
        BoneGroup {
            comment: None,
            stiffiness: 1.0,
            gravity_power: 0.0,
            gravity_dir: Point { x: 0.0, y: -1.0, z: 0.0 },
            drag_force: 0.4,
            center: -1,
            hit_radius: 0.0,
            bones: Vec::new(),
            collider_groups: Vec::new(),
        }
    }
}

/// Spheres on a node.
#[derive(Debug, Deserialize)]
struct SphereGroup {
    node: usize,
    #[serde(default)]
    colliders: Vec<Sphere>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Sphere {
    offset: Point,
    radius: f32,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

impl SecondaryAnimation {
    /// The same as springs without branches, of which a node is in one only: that of the first group that has it.
    pub(super) fn springs(self, skeleton: &Skeleton) -> Result<Extension> {
        let (mut colliders, mut collider_groups) = (Vec::new(), Vec::new());
        for SphereGroup { node, colliders: spheres } in self.collider_groups {
            let first = colliders.len();
            colliders.extend(spheres.into_iter().map(
                |Sphere { offset: Point { x, y, z }, radius }| Collider {
                    node,
                    shape: Shape::Sphere { offset: [x, y, -z], radius },
                },
            ));
            collider_groups.push(ColliderGroup { colliders: (first..colliders.len()).collect() });
        }
        let mut springs = Vec::new();
        let mut is_used = vec![false; skeleton.children.len()];
        for (index, group) in self.bone_groups.into_iter().enumerate() {
            let mut first: Vec<usize> = group.bones.iter().rev().copied().collect();
            while let Some(node) = first.pop() {
                let missing = || format!("the bone {node} of bone group {index} is missing");
                let mut next = Some(node);
                skeleton.children.get(node).with_context(missing)?;
                let mut joints = Vec::new();
                while let Some(node) = next.filter(|&node| !is_used[node]) {
                    is_used[node] = true;
                    joints.push(group.joint(node));
                    let children = &skeleton.children[node];
                    next = children.first().copied();
                    first.extend(children.iter().skip(1).rev());
                }
                springs.push(Spring {
                    name: group.comment.clone(),
                    end: next.is_none().then_some(END),
                    joints,
                    collider_groups: group.collider_groups.clone(),
                    center: usize::try_from(group.center).ok(),
                });
            }
        }
        Ok(Extension { source: "secondaryAnimation", colliders, collider_groups, springs })
    }
}

impl BoneGroup {
    fn joint(&self, node: usize) -> Joint {
        let Point { x, y, z } = self.gravity_dir;
        Joint {
            node,
            hit_radius: self.hit_radius,
            stiffness: self.stiffiness,
            gravity_power: self.gravity_power,
            gravity_dir: [x, y, z],
            drag_force: self.drag_force,
        }
    }
}
