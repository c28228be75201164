//! glTF 2.0 in: the triangles and lines of all meshes in the scene, where its nodes place them.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::mesh::Mesh;

/// Reads binary glTF.
pub(super) fn parse_glb(bytes: &[u8], folder: &Path) -> Result<Mesh> {
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
    parse_json(json.context("it has no JSON chunk")?, binary, folder)
}

/// Reads the JSON of a glTF file; its buffers are the binary chunk, in the text itself, or files beside it.
pub(super) fn parse_json(json: &[u8], binary: Option<&[u8]>, folder: &Path) -> Result<Mesh> {
    let json: Value = serde_json::from_slice(json).context("its JSON cannot be read")?;
    let mut buffers = Vec::new();
    for buffer in array(&json["buffers"]) {
        buffers.push(match (buffer["uri"].as_str(), binary) {
            (Some(uri), _) => match uri.split_once(";base64,") {
                Some((_, text)) => base64(text)?,
                None => std::fs::read(folder.join(uri))
                    .with_context(|| format!("its buffer {uri} cannot be read"))?,
            },
            (None, Some(binary)) => binary.to_vec(),
            (None, None) => bail!("it has a buffer without data"),
        });
    }
    let document = Document { json, buffers };
    let mut mesh = Mesh::default();
    let scene = document.json["scene"].as_u64().unwrap_or(0) as usize;
    for node in array(&document.json["scenes"][scene]["nodes"]) {
        document.add_node(node, IDENTITY, 0, &mut mesh)?;
    }
    Ok(mesh)
}

/// Columns of a matrix that acts on points: three directions and the origin.
type Placement = [[f32; 3]; 4];

const IDENTITY: Placement = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]];

/// Nodes deeper than this go in circles.
const DEEPEST: usize = 64;

/// The JSON of a file and its buffers.
pub(super) struct Document {
    pub(super) json: Value,
    pub(super) buffers: Vec<Vec<u8>>,
}

impl Document {
    fn add_node(
        &self,
        node: &Value,
        above: Placement,
        depth: usize,
        mesh: &mut Mesh,
    ) -> Result<()> {
        ensure!(depth < DEEPEST, "its nodes lie deeper than {DEEPEST}, or in a circle");
        let node = self.item("nodes", node)?;
        let here = after(above, placement(node));
        if let Some(index) = node.get("mesh") {
            for primitive in array(&self.item("meshes", index)?["primitives"]) {
                self.add_primitive(primitive, here, mesh)?;
            }
        }
        for child in array(&node["children"]) {
            self.add_node(child, here, depth + 1, mesh)?;
        }
        Ok(())
    }

    fn add_primitive(&self, primitive: &Value, at: Placement, mesh: &mut Mesh) -> Result<()> {
        let points = self.points(&primitive["attributes"]["POSITION"])?;
        let first = mesh.points.len() as u32;
        let indices = match primitive.get("indices") {
            Some(accessor) => self.indices(accessor)?,
            None => (0..points.len() as u32).collect(),
        };
        for &index in &indices {
            ensure!((index as usize) < points.len(), "index {index} of {} points", points.len());
        }
        mesh.points.extend(points.into_iter().map(|point| place(at, point)));
        let indices: Vec<u32> = indices.into_iter().map(|index| index + first).collect();
        match primitive["mode"].as_u64().unwrap_or(4) {
            1 => mesh.lines.extend(indices.chunks_exact(2).map(|i| [i[0], i[1]])),
            3 => mesh.lines.extend(indices.windows(2).map(|i| [i[0], i[1]])),
            4 => mesh.triangles.extend(indices.chunks_exact(3).map(|i| [i[0], i[1], i[2]])),
            5 => mesh.triangles.extend(indices.windows(3).map(|i| [i[0], i[1], i[2]])),
            6 => {
                let fan = indices.get(1..).unwrap_or_default().windows(2);
                mesh.triangles.extend(fan.map(|i| [indices[0], i[0], i[1]]));
            }
            // Loose points join nothing.
            _ => {}
        }
        Ok(())
    }

    /// The points of an accessor of three floats.
    pub(super) fn points(&self, accessor: &Value) -> Result<Vec<[f32; 3]>> {
        let (accessor, bytes, stride) = self.bytes(accessor, 12)?;
        ensure!(
            accessor["componentType"] == 5126 && accessor["type"] == "VEC3",
            "its positions are not three floats each"
        );
        let float = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let count = accessor["count"].as_u64().unwrap_or(0) as usize;
        let point = |i: usize| [0, 4, 8].map(|c| float(&bytes[i * stride + c..]));
        Ok((0..count).map(point).collect())
    }

    fn indices(&self, accessor: &Value) -> Result<Vec<u32>> {
        let width = match self.item("accessors", accessor)?["componentType"].as_u64() {
            Some(5121) => 1,
            Some(5123) => 2,
            Some(5125) => 4,
            other => bail!("its indices have component type {other:?}"),
        };
        let (accessor, bytes, stride) = self.bytes(accessor, width)?;
        let count = accessor["count"].as_u64().unwrap_or(0) as usize;
        let index = |i: usize| {
            let bytes = &bytes[i * stride..i * stride + width];
            bytes.iter().rev().fold(0, |index, &byte| index << 8 | u32::from(byte))
        };
        Ok((0..count).map(index).collect())
    }

    /// An accessor, its bytes from its first element on, and how far the elements of `width` bytes are apart.
    fn bytes(&self, accessor: &Value, width: usize) -> Result<(&Value, &[u8], usize)> {
        let accessor = self.item("accessors", accessor)?;
        ensure!(accessor.get("sparse").is_none(), "sparse accessors are not read");
        let view = self.item("bufferViews", &accessor["bufferView"])?;
        let number = |value: &Value| value.as_u64().unwrap_or(0) as usize;
        let stride = if view["byteStride"].is_null() { width } else { number(&view["byteStride"]) };
        let start = number(&view["byteOffset"]).checked_add(number(&accessor["byteOffset"]));
        let count = number(&accessor["count"]);
        let needed = stride.checked_mul(count.saturating_sub(1)).and_then(|n| n.checked_add(width));
        let buffer = self.buffers.get(number(&view["buffer"])).context("a buffer is missing")?;
        let bytes = start.and_then(|start| buffer.get(start..)).unwrap_or_default();
        let enough = count == 0 || needed.is_some_and(|needed| needed <= bytes.len());
        ensure!(enough && stride >= width, "an accessor goes beyond its buffer");
        Ok((accessor, bytes, stride))
    }

    fn item(&self, list: &str, index: &Value) -> Result<&Value> {
        let found = index.as_u64().and_then(|index| self.json[list].get(index as usize));
        found.with_context(|| format!("{list} {index} is missing"))
    }
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Where a node places what is in it: its matrix, or its scale, rotation and translation.
fn placement(node: &Value) -> Placement {
    let numbers = |value: &Value| -> Vec<f32> {
        array(value).iter().map(|number| number.as_f64().unwrap_or(0.0) as f32).collect()
    };
    if let Ok(m) = <[f32; 16]>::try_from(numbers(&node["matrix"])) {
        return [0, 4, 8, 12].map(|at| [m[at], m[at + 1], m[at + 2]]);
    }
    let [x, y, z, w] = numbers(&node["rotation"]).try_into().unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let scale: [f32; 3] = numbers(&node["scale"]).try_into().unwrap_or([1.0; 3]);
    let turn = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)],
        [2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)],
        [2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let column = |c: usize| turn[c].map(|part| part * scale[c]);
    let origin = numbers(&node["translation"]).try_into().unwrap_or([0.0; 3]);
    [column(0), column(1), column(2), origin]
}

fn place(m: Placement, [x, y, z]: [f32; 3]) -> [f32; 3] {
    [0, 1, 2].map(|c| m[0][c] * x + m[1][c] * y + m[2][c] * z + m[3][c])
}

/// First `inner`, then `outer`.
fn after(outer: Placement, inner: Placement) -> Placement {
    let origin = place(outer, inner[3]);
    let turned = |axis: [f32; 3]| {
        let end = place(outer, axis);
        [0, 1, 2].map(|c| end[c] - outer[3][c])
    };
    [turned(inner[0]), turned(inner[1]), turned(inner[2]), origin]
}

fn base64(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let six = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => bail!("its base64 has the letter {:?}", letter as char),
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
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
    fn a_broken_file_is_refused_with_words() {
        for (nodes, count, word) in [
            (r#"{"mesh":0}"#, "4", "beyond its buffer"),
            (r#"{"mesh":0}"#, "2", "index 2 of 2 points"),
            (r#"{"mesh":1}"#, "3", "meshes 1 is missing"),
            (r#"{"children":[0]}"#, "3", "circle"),
        ] {
            let error = format!("{:#}", triangle(nodes, count).unwrap_err());
            assert!(error.contains(word), "{error}");
        }
        let folder = Path::new("");
        assert!(parse_glb(b"glTF", folder).is_err());
        assert!(parse_glb(b"glTF\x02\0\0\0\x20\0\0\0\xff\0\0\0JSON{}", folder).is_err());
        assert!(parse_glb(b"v 0 0 0", folder).is_err());
    }
}
