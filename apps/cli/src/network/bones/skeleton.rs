//! The nodes of a glTF file: their transforms at rest and in the world.

use anyhow::{Result, ensure};
use glam_033::{Mat4, Quat, Vec3};
use gltf_json::{Node, Root};
use sprung::Rotation;
use sprung_bones::Pose;

/// The transform of a node in its parent's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Local {
    pub(super) translation: Vec3,
    pub(super) rotation: Quat,
    pub(super) scale: Vec3,
}

/// The frame of a node in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct World {
    pub(super) matrix: Mat4,
    /// The product of the rotations from the root to the node.
    pub(super) rotation: Quat,
}

/// Nodes and their parents.
#[derive(Debug)]
pub(super) struct Skeleton {
    names: Vec<Option<String>>,
    pub(super) parents: Vec<Option<usize>>,
    pub(super) children: Vec<Vec<usize>>,
    pub(super) rest: Vec<Local>,
    /// The nodes, each after its parent.
    order: Vec<usize>,
}

impl World {
    const ORIGIN: Self = World { matrix: Mat4::IDENTITY, rotation: Quat::IDENTITY };

    /// The position of the node.
    pub(super) fn place(&self) -> Vec3 {
        self.matrix.w_axis.truncate()
    }

    /// A vector of the world in the rotated, not scaled, frame of the node.
    pub(super) fn turned_back(&self, vector: Vec3) -> [f32; 3] {
        (self.rotation.inverse() * vector).into()
    }

    pub(super) fn pose(&self) -> Pose {
        let rotation = Rotation::from_xyzw(self.rotation.to_array());
        Pose { position: self.place().into(), rotation }
    }
}

impl Skeleton {
    pub(super) fn read(root: &Root) -> Result<Self> {
        let count = root.nodes.len();
        let (mut parents, mut children) = (vec![None; count], Vec::with_capacity(count));
        for (index, node) in root.nodes.iter().enumerate() {
            let below: Vec<usize> = node.children.iter().flatten().map(|i| i.value()).collect();
            for &child in &below {
                ensure!(child < count, "nodes {child} is missing");
                ensure!(parents[child].is_none(), "its node {child} has two parents");
                parents[child] = Some(index);
            }
            children.push(below);
        }
        let mut order: Vec<usize> = (0..count).filter(|&node| parents[node].is_none()).collect();
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            order.extend(&children[node]);
            at += 1;
        }
        ensure!(order.len() == count, "its nodes lie in a circle");
        let rest = root.nodes.iter().enumerate().map(|(index, node)| local(index, node));
        let names = root.nodes.iter().map(|node| node.name.clone()).collect();
        Ok(Skeleton { names, rest: rest.collect::<Result<_>>()?, parents, children, order })
    }

    /// The nodes without a parent.
    pub(super) fn roots(&self) -> impl Iterator<Item = usize> {
        self.order.iter().copied().take_while(|&node| self.parents[node].is_none())
    }

    /// The name of a node, for messages.
    pub(super) fn name(&self, node: usize) -> String {
        let name = self.names.get(node).cloned().flatten();
        name.map_or_else(|| format!("node {node}"), |name| format!("node {node} ({name})"))
    }

    /// The node that a text names or numbers.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let named = self.names.iter().position(|name| name.as_deref() == Some(text));
        named.or_else(|| text.parse().ok().filter(|&index: &usize| index < self.names.len()))
    }

    /// The frames of all nodes with these transforms.
    pub(super) fn world(&self, locals: &[Local]) -> Vec<World> {
        let mut all = vec![World::ORIGIN; self.parents.len()];
        for &node in &self.order {
            let above = self.parents[node].map_or(World::ORIGIN, |parent| all[parent]);
            let Local { translation, rotation, scale } = locals[node];
            let own = Mat4::from_scale_rotation_translation(scale, rotation, translation);
            let rotation = (above.rotation * rotation).normalize();
            all[node] = World { matrix: above.matrix * own, rotation };
        }
        all
    }
}

fn local(index: usize, node: &Node) -> Result<Local> {
    let (scale, rotation, translation) = match node.matrix {
        Some(matrix) => Mat4::from_cols_array(&matrix).to_scale_rotation_translation(),
        None => (
            node.scale.unwrap_or([1.0; 3]).into(),
            Quat::from_array(node.rotation.unwrap_or_default().0),
            node.translation.unwrap_or_default().into(),
        ),
    };
    let length = rotation.length();
    let is_rotation = length > 0.0 && length.is_finite();
    let is_finite = translation.is_finite() && scale.is_finite();
    ensure!(is_rotation && is_finite, "the transform of its node {index} must be finite");
    Ok(Local { translation, rotation: rotation.normalize(), scale })
}
