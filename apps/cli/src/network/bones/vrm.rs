//! The extension `VRMC_springBone` 1.0 of glTF, as data.

use serde::Deserialize;

/// The extension; fields that are not used are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Extension {
    /// The name of the springs in the file, for messages.
    #[serde(skip, default = "source")]
    pub(super) source: &'static str,
    #[serde(default)]
    pub(super) colliders: Vec<Collider>,
    #[serde(default)]
    pub(super) collider_groups: Vec<ColliderGroup>,
    #[serde(default)]
    pub(super) springs: Vec<Spring>,
}

fn source() -> &'static str {
    "VRMC_springBone"
}

/// A sphere or capsule on a node.
#[derive(Debug, Deserialize)]
pub(super) struct Collider {
    pub(super) node: usize,
    pub(super) shape: Shape,
}

/// Points are in the frame of the node, m.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Shape {
    Sphere {
        #[serde(default)]
        offset: [f32; 3],
        #[serde(default)]
        radius: f32,
    },
    Capsule {
        #[serde(default)]
        offset: [f32; 3],
        #[serde(default)]
        tail: [f32; 3],
        #[serde(default)]
        radius: f32,
    },
}

/// Colliders by their indices.
#[derive(Debug, Deserialize)]
pub(super) struct ColliderGroup {
    pub(super) colliders: Vec<usize>,
}

/// A chain of joints.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Spring {
    pub(super) name: Option<String>,
    /// The length of a bone of the last joint, which goes on straight, m; without it that is a tail alone.
    #[serde(skip)]
    pub(super) end: Option<f32>,
    /// From the root outward; the last is the tail of the one before.
    pub(super) joints: Vec<Joint>,
    #[serde(default)]
    pub(super) collider_groups: Vec<usize>,
    pub(super) center: Option<usize>,
}

/// The parameters of a bone.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Joint {
    pub(super) node: usize,
    pub(super) hit_radius: f32,
    pub(super) stiffness: f32,
    pub(super) gravity_power: f32,
    pub(super) gravity_dir: [f32; 3],
    pub(super) drag_force: f32,
}

impl Default for Joint {
    fn default() -> Self {
        Joint {
            node: usize::MAX,
            hit_radius: 0.0,
            stiffness: 1.0,
            gravity_power: 0.0,
            gravity_dir: [0.0, -1.0, 0.0],
            drag_force: 0.5,
        }
    }
}
