//! Reads glTF 2.0: the triangles and lines of all meshes in the scene, transformed by its nodes.

use std::path::{Component, Path};

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use glam_033::{Mat4, Quat};
use gltf_json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf_json::mesh::{Mode, Primitive, Semantic};
use gltf_json::root::Get;
use gltf_json::validation::Checked::Valid;
use gltf_json::{Index, Node, Root};

use super::mesh::Mesh;

/// Reads binary glTF.
pub(super) fn parse_glb(bytes: &[u8], folder: &Path) -> Result<Mesh> {
    let (json, binary) = chunks(bytes)?;
    parse_json(json, binary, folder)
}

/// The JSON of binary glTF, and its binary chunk.
pub(super) fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>)> {
    ensure!(bytes.starts_with(b"glTF"), "it does not start as binary glTF does");
    let (mut json, mut binary) = (None, None);
    let mut rest = bytes.get(12..).context("it ends in its header")?;
    while rest.len() >= 8 {
        let length = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]) as usize;
        let chunk = rest.get(8..8 + length).context("it ends within a chunk")?;
        match &rest[4..8] {
            b"JSON" => json = Some(chunk),
            b"BIN\0" => binary = Some(chunk),
            _ => {}
        }
        rest = &rest[8 + length..];
    }
    Ok((json.context("it has no JSON chunk")?, binary))
}

/// Reads the JSON of a glTF file.
pub(super) fn parse_json(json: &[u8], binary: Option<&[u8]>, folder: &Path) -> Result<Mesh> {
    let document = Document::read(json, binary, folder)?;
    let mut mesh = Mesh::default();
    let mut is_placed = vec![false; document.root.nodes.len()];
    let scene = document.root.scene.unwrap_or(Index::new(0));
    for &node in &document.item("scenes", scene)?.nodes {
        document.add_node(node, Mat4::IDENTITY, 0, &mut is_placed, &mut mesh)?;
    }
    Ok(mesh)
}

/// The maximum depth of nodes.
const DEEPEST: usize = 64;

/// The JSON of a file and its buffers.
///
/// The crate gltf reads buffers too, but panics where they are too short, and rejects meshes because of their textures.
pub(super) struct Document {
    pub(super) root: Root,
    pub(super) buffers: Vec<Vec<u8>>,
}

impl Document {
    /// Reads the JSON of a file; its buffers are the binary chunk, in the text itself, or files in the same folder.
    pub(super) fn read(json: &[u8], binary: Option<&[u8]>, folder: &Path) -> Result<Self> {
        let root = Root::from_slice(json).context("its JSON cannot be read")?;
        let mut buffers = Vec::new();
        for buffer in &root.buffers {
            buffers.push(match (&buffer.uri, binary) {
                (Some(uri), _) => match uri.split_once(";base64,") {
                    Some((_, text)) => BASE64_STANDARD.decode(text).context("its base64")?,
                    None => {
                        let is_inside =
                            |part| matches!(part, Component::Normal(_) | Component::CurDir);
                        let is_beside = Path::new(uri).components().all(is_inside);
                        ensure!(is_beside, "its buffer {uri} is outside of its folder");
                        let path = folder.join(uri);
                        // A device has no end.
                        ensure!(path.is_file(), "its buffer {uri} is no file");
                        std::fs::read(path)
                            .with_context(|| format!("its buffer {uri} cannot be read"))?
                    }
                },
                (None, Some(binary)) => binary.to_vec(),
                (None, None) => bail!("it has a buffer without data"),
            });
        }
        Ok(Document { root, buffers })
    }

    fn add_node(
        &self,
        node: Index<Node>,
        above: Mat4,
        depth: usize,
        is_placed: &mut [bool],
        mesh: &mut Mesh,
    ) -> Result<()> {
        ensure!(depth < DEEPEST, "its nodes lie deeper than {DEEPEST}");
        let index = node.value();
        let node = self.item("nodes", node)?;
        // Two parents for each of 64 nodes would be 2⁶⁴ placements.
        let is_second = std::mem::replace(&mut is_placed[index], true);
        ensure!(!is_second, "its node {index} has two parents, or lies in a circle");
        // What a film of this program shows beside its shape.
        if node.extras.as_ref().is_some_and(|extras| extras.get().contains("\"scenery\":true")) {
            return Ok(());
        }
        let here = above * placement(node);
        if let Some(index) = node.mesh {
            for primitive in &self.item("meshes", index)?.primitives {
                self.add_primitive(primitive, here, mesh)?;
            }
        }
        for &child in node.children.iter().flatten() {
            self.add_node(child, here, depth + 1, is_placed, mesh)?;
        }
        Ok(())
    }

    fn add_primitive(&self, primitive: &Primitive, at: Mat4, mesh: &mut Mesh) -> Result<()> {
        let positions = primitive.attributes.get(&Valid(Semantic::Positions));
        let points = self.points(*positions.context("it has a mesh without positions")?)?;
        let first = mesh.points.len() as u32;
        let indices = match primitive.indices {
            Some(accessor) => self.indices(accessor)?,
            None => (0..points.len() as u32).collect(),
        };
        for &index in &indices {
            ensure!((index as usize) < points.len(), "index {index} of {} points", points.len());
        }
        let placed = points.into_iter().map(|point| at.transform_point3(point.into()));
        mesh.points.extend(placed.map(<[f32; 3]>::from));
        let indices: Vec<u32> = indices.into_iter().map(|index| index + first).collect();
        let pairs = indices.array_windows().copied();
        let triples = indices.array_windows().copied();
        match primitive.mode {
            Valid(Mode::Lines) => mesh.lines.extend(pairs.step_by(2)),
            Valid(Mode::LineStrip) => mesh.lines.extend(pairs),
            Valid(Mode::LineLoop) => {
                mesh.lines.extend(pairs);
                if let [first, .., last] = indices[..] {
                    mesh.lines.push([last, first]);
                }
            }
            Valid(Mode::Triangles) => mesh.triangles.extend(triples.step_by(3)),
            Valid(Mode::TriangleStrip) => mesh.triangles.extend(triples),
            Valid(Mode::TriangleFan) => {
                mesh.triangles.extend(pairs.skip(1).map(|[a, b]| [indices[0], a, b]));
            }
            // Loose points join nothing.
            _ => {}
        }
        Ok(())
    }

    /// The points of an accessor of three floats.
    pub(super) fn points(&self, accessor: Index<Accessor>) -> Result<Vec<[f32; 3]>> {
        let elements = self.floats(accessor, 3).context("its positions")?;
        Ok(elements.into_iter().map(|[x, y, z, _]| [x, y, z]).collect())
    }

    /// The elements of an accessor of one, three or four floats each; 0 after them.
    pub(super) fn floats(&self, accessor: Index<Accessor>, width: usize) -> Result<Vec<[f32; 4]>> {
        let accessor = self.item("accessors", accessor)?;
        let kind = match width {
            1 => Type::Scalar,
            3 => Type::Vec3,
            _ => Type::Vec4,
        };
        ensure!(
            matches!(accessor.component_type, Valid(GenericComponentType(ComponentType::F32)))
                && accessor.type_ == Valid(kind),
            "an accessor must have floats, {width} for each element"
        );
        let float = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let element = |bytes: &[u8]| {
            [0, 1, 2, 3].map(|c| if c < width { float(&bytes[4 * c..]) } else { 0.0 })
        };
        Ok(self.elements(accessor, 4 * width)?.map(element).collect())
    }

    fn indices(&self, accessor: Index<Accessor>) -> Result<Vec<u32>> {
        let accessor = self.item("accessors", accessor)?;
        let width = match accessor.component_type {
            Valid(GenericComponentType(ComponentType::U8)) => 1,
            Valid(GenericComponentType(ComponentType::U16)) => 2,
            Valid(GenericComponentType(ComponentType::U32)) => 4,
            ref other => bail!("its indices have component type {other:?}"),
        };
        let index = |bytes: &[u8]| bytes.iter().rev().fold(0, |i, &byte| i << 8 | u32::from(byte));
        Ok(self.elements(accessor, width)?.map(index).collect())
    }

    /// The elements of an accessor, `width` bytes each.
    fn elements(&self, accessor: &Accessor, width: usize) -> Result<impl Iterator<Item = &[u8]>> {
        ensure!(accessor.sparse.is_none(), "sparse accessors are not read");
        let view = accessor.buffer_view.context("it has an accessor without data")?;
        let view = self.item("bufferViews", view)?;
        let buffer = self.buffers.get(view.buffer.value()).context("a buffer is missing")?;
        let stride = view.byte_stride.map_or(width, |stride| stride.0);
        let offset = |offset: Option<_>| offset.map_or(0, |gltf_json::validation::USize64(at)| at);
        let start = offset(view.byte_offset).checked_add(offset(accessor.byte_offset));
        let start = start.and_then(|start| usize::try_from(start).ok());
        let bytes = start.and_then(|start| buffer.get(start..)).unwrap_or_default();
        let count = usize::try_from(accessor.count.0)?;
        let needed = stride.checked_mul(count.saturating_sub(1)).and_then(|n| n.checked_add(width));
        let enough = count == 0 || needed.is_some_and(|needed| needed <= bytes.len());
        ensure!(enough && stride >= width, "an accessor exceeds its buffer");
        Ok((0..count).map(move |i| &bytes[i * stride..i * stride + width]))
    }

    fn item<T>(&self, list: &str, index: Index<T>) -> Result<&T>
    where
        Root: Get<T>,
    {
        self.root.get(index).with_context(|| format!("{list} {} is missing", index.value()))
    }
}

/// The transform of a node: its matrix, or its scale, rotation and translation.
fn placement(node: &Node) -> Mat4 {
    match node.matrix {
        Some(matrix) => Mat4::from_cols_array(&matrix),
        None => Mat4::from_scale_rotation_translation(
            node.scale.unwrap_or([1.0; 3]).into(),
            Quat::from_array(node.rotation.unwrap_or_default().0),
            node.translation.unwrap_or_default().into(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three points (0,0,0) (1,0,0) (0,1,0) and short indices 0 1 2 in one buffer of text.
    const TRIANGLE: &str = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[NODES],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "buffers":[{"byteLength":42,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAABAAIA"}],
        "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":6}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":COUNT,"type":"VEC3"},
        {"bufferView":1,"componentType":5123,"count":3,"type":"SCALAR"}]}"#;

    fn triangle(nodes: &str, count: &str) -> Result<Mesh> {
        let text = TRIANGLE.replace("NODES", nodes).replace("COUNT", count);
        parse_json(text.as_bytes(), None, Path::new(""))
    }

    #[test]
    fn nodes_place_their_meshes_and_their_children() {
        let turned = r#"{"children":[1],"translation":[0,0,5]},
            {"mesh":0,"rotation":[0,0,0.70710678,0.70710678],"scale":[2,2,2]}"#;
        let mesh = triangle(turned, "3").unwrap();
        assert_eq!(mesh.triangles, [[0, 1, 2]]);
        for (point, wanted) in
            mesh.points.iter().zip([[0.0, 0.0, 5.0], [0.0, 2.0, 5.0], [-2.0, 0.0, 5.0]])
        {
            assert!(point.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6), "{point:?}");
        }
        let by_matrix = triangle(r#"{"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,7,8,9,1]}"#, "3");
        assert_eq!(by_matrix.unwrap().points[1], [8.0, 8.0, 9.0]);
    }

    #[test]
    fn a_broken_file_is_refused_with_its_reason() {
        for (nodes, count, word) in [
            (r#"{"mesh":0}"#, "4", "exceeds its buffer"),
            (r#"{"mesh":0}"#, "2", "index 2 of 2 points"),
            (r#"{"mesh":1}"#, "3", "meshes 1 is missing"),
            (r#"{"children":[0]}"#, "3", "circle"),
            (r#"{"children":[1,1]},{"mesh":0}"#, "3", "two parents"),
            (r#"{"mesh":0}"#, "18446744073709551615", "exceeds its buffer"),
        ] {
            let error = format!("{:#}", triangle(nodes, count).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
        for uri in ["/dev/zero", "../secret.bin", "a/../../b", "/etc/passwd"] {
            let text = format!(
                r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":1,"uri":"{uri}"}}]}}"#
            );
            let error = parse_json(text.as_bytes(), None, Path::new("")).unwrap_err().to_string();
            assert_eq!(error, format!("its buffer {uri} is outside of its folder"));
        }
        let folder = Path::new("");
        assert!(parse_glb(b"glTF", folder).is_err());
        assert!(parse_glb(b"glTF\x02\0\0\0\x20\0\0\0\xff\0\0\0JSON{}", folder).is_err());
        assert!(parse_glb(b"v 0 0 0", folder).is_err());
    }
}
