//! Writes binary glTF 2.0: one mesh with a morph target per frame, and one animation that plays them in turn.
//!
//! A target holds the displacement of each point from its start. At the time of frame k its weight is 1, all others
//! are 0; a player interpolates linearly between frames.

use serde_json::{Value, json};

use super::mesh::Mesh;

const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const LINES: u32 = 1;
const TRIANGLES: u32 = 4;

/// A file of `frames`, `frame_rate` of them per second; the first is the mesh's own points, each has as many.
pub(super) fn write(mesh: &Mesh, frames: &[Vec<[f32; 3]>], frame_rate: f32) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let start = &mesh.points;
    let position = buffer.points(start);
    let mut targets = Vec::new();
    for frame in frames.iter().skip(1) {
        let moved: Vec<[f32; 3]> =
            frame.iter().zip(start).map(|(at, from)| [0, 1, 2].map(|c| at[c] - from[c])).collect();
        targets.push(json!({ "POSITION": buffer.points(&moved) }));
    }
    let mut primitives = Vec::new();
    let mut primitive = |mode: u32, indices: Vec<u32>| {
        if !indices.is_empty() {
            primitives.push(json!({
                "attributes": { "POSITION": position },
                "indices": buffer.indices(&indices),
                "mode": mode,
                "material": 0,
                "targets": targets,
            }));
        }
    };
    primitive(TRIANGLES, mesh.triangles.iter().flatten().copied().collect());
    primitive(LINES, mesh.lines.iter().flatten().copied().collect());
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "sprung" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": "network" }],
        "materials": [{
            "doubleSided": true,
            "pbrMetallicRoughness": {
                "baseColorFactor": [0.05, 0.24, 0.6, 1.0],
                "metallicFactor": 0.0,
                "roughnessFactor": 0.8,
            },
        }],
    });
    let mut drawn = json!({ "primitives": primitives });
    if !targets.is_empty() {
        let times: Vec<f32> = (0..frames.len()).map(|i| i as f32 / frame_rate).collect();
        let weight = |(frame, target): (usize, usize)| f32::from(u8::from(frame == target + 1));
        let each = (0..frames.len()).flat_map(|f| (0..targets.len()).map(move |t| (f, t)));
        let weights: Vec<f32> = each.map(weight).collect();
        drawn["weights"] = json!(vec![0.0; targets.len()]);
        document["animations"] = json!([{
            "name": "motion",
            "samplers": [{ "input": buffer.numbers(&times), "output": buffer.numbers(&weights) }],
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "weights" } }],
        }]);
    }
    document["meshes"] = json!([drawn]);
    document["buffers"] = json!([{ "byteLength": buffer.bytes.len() }]);
    document["bufferViews"] = Value::Array(buffer.views);
    document["accessors"] = Value::Array(buffer.accessors);
    container(document.to_string().into_bytes(), buffer.bytes)
}

/// Joins the two chunks into one file, each padded to four bytes according to its type.
fn container(mut json: Vec<u8>, mut binary: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = 12 + 8 + json.len() + 8 + binary.len();
    let mut file = Vec::with_capacity(length);
    file.extend(b"glTF");
    file.extend(2u32.to_le_bytes());
    file.extend((length as u32).to_le_bytes());
    for (chunk, kind) in [(json, b"JSON"), (binary, b"BIN\0")] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    file
}

/// The binary chunk, with its views and accessors.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    fn points(&mut self, points: &[[f32; 3]]) -> usize {
        self.floats(points, "VEC3", Some(ARRAY_BUFFER))
    }

    fn numbers(&mut self, numbers: &[f32]) -> usize {
        self.floats(numbers.as_chunks::<1>().0, "SCALAR", None)
    }

    fn floats<const N: usize>(
        &mut self,
        elements: &[[f32; N]],
        kind: &str,
        target: Option<u32>,
    ) -> usize {
        // A reader needs the bounds of each component; f64 keeps every digit of an f32.
        let bounds = |start: f32, pick: fn(f32, f32) -> f32| -> Vec<f64> {
            let along = |c: usize| elements.iter().map(move |element| element[c]);
            (0..N).map(|c| along(c).fold(start, pick).into()).collect()
        };
        let (min, max) = (bounds(f32::INFINITY, f32::min), bounds(f32::NEG_INFINITY, f32::max));
        let (count, words) = (elements.len(), elements.iter().flatten().map(|c| c.to_le_bytes()));
        let accessor =
            json!({ "componentType": FLOAT, "count": count, "type": kind, "min": min, "max": max });
        self.add(words, target, accessor)
    }

    fn indices(&mut self, indices: &[u32]) -> usize {
        let (count, words) = (indices.len(), indices.iter().map(|i| i.to_le_bytes()));
        let accessor = json!({ "componentType": UNSIGNED_INT, "count": count, "type": "SCALAR" });
        self.add(words, Some(ELEMENT_ARRAY_BUFFER), accessor)
    }

    /// Adds words to the buffer, a view of them, and the accessor of this view.
    fn add(
        &mut self,
        words: impl Iterator<Item = [u8; 4]>,
        target: Option<u32>,
        mut accessor: Value,
    ) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend(words.flatten());
        let length = self.bytes.len() - offset;
        let mut view = json!({ "buffer": 0, "byteOffset": offset, "byteLength": length });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        accessor["bufferView"] = json!(self.views.len());
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::gltf::{Document, parse_glb};

    fn kite() -> (Mesh, Vec<Vec<[f32; 3]>>) {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, -2.0, 1e-7]];
        let shifted = |by: f32| points.iter().map(|p| p.map(|c| c + by)).collect();
        let frames = vec![points.clone(), shifted(0.5), shifted(-0.25)];
        (Mesh { points, triangles: vec![[0, 1, 2]], lines: vec![[0, 3]] }, frames)
    }

    /// Checks the bytes of a file against the GLB specification; returns its JSON and its binary chunk.
    fn check(file: &[u8]) -> (Value, Vec<u8>) {
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&file[..4], word(4), word(8)), (&b"glTF"[..], 2, file.len()));
        let json_end = 20 + word(12);
        assert_eq!((&file[16..20], word(12) % 4), (&b"JSON"[..], 0));
        assert_eq!((&file[json_end + 4..json_end + 8], word(json_end) % 4), (&b"BIN\0"[..], 0));
        assert_eq!(json_end + 8 + word(json_end), file.len());
        let document: Value = serde_json::from_slice(&file[20..json_end]).unwrap();
        let binary = file[json_end + 8..].to_vec();
        let number = |value: &Value| value.as_u64().unwrap() as usize;
        let length = number(&document["buffers"][0]["byteLength"]);
        assert!(length <= binary.len() && binary.len() - length < 4);
        let mut end = 0;
        for view in document["bufferViews"].as_array().unwrap() {
            assert_eq!(number(&view["byteOffset"]), end);
            end += number(&view["byteLength"]);
        }
        assert_eq!(end, length);
        for accessor in document["accessors"].as_array().unwrap() {
            let view = &document["bufferViews"][number(&accessor["bufferView"])];
            let width = if accessor["type"] == "VEC3" { 3 } else { 1 };
            let (offset, count) = (number(&view["byteOffset"]), number(&accessor["count"]));
            assert_eq!((offset % 4, number(&view["byteLength"])), (0, 4 * width * count));
            if accessor["componentType"] != FLOAT {
                continue;
            }
            let bytes = &binary[offset..offset + 4 * width * count];
            let values: Vec<f32> = bytes
                .chunks(4)
                .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
                .collect();
            for c in 0..width {
                let column = || values.iter().skip(c).step_by(width).copied();
                let bounds = [
                    ("min", column().fold(f32::INFINITY, f32::min)),
                    ("max", column().fold(f32::NEG_INFINITY, f32::max)),
                ];
                for (name, bound) in bounds {
                    assert_eq!(accessor[name][c].as_f64().unwrap() as f32, bound, "{accessor}");
                }
            }
        }
        (document, binary)
    }

    #[test]
    fn chunks_views_and_bounds_are_as_the_format_wants_them() {
        let (mesh, frames) = kite();
        let (document, _) = check(&write(&mesh, &frames, 10.0));
        assert_eq!(document["asset"]["version"], "2.0");
        let primitives = document["meshes"][0]["primitives"].as_array().unwrap();
        let modes: Vec<&Value> = primitives.iter().map(|p| &p["mode"]).collect();
        assert_eq!(modes, [TRIANGLES, LINES]);
        for primitive in primitives {
            assert_eq!(primitive["targets"].as_array().unwrap().len(), 2);
        }
        // One weight per target, for as many keys as times: the third frame is at 0.2 s.
        let sampler = &document["animations"][0]["samplers"][0];
        let accessor =
            |name: &str| document["accessors"][sampler[name].as_u64().unwrap() as usize].clone();
        assert_eq!(
            (&accessor("input")["count"], &accessor("output")["count"]),
            (&json!(3), &json!(6))
        );
        assert_eq!(accessor("input")["max"][0].as_f64().unwrap() as f32, 0.2);
        assert_eq!(document["meshes"][0]["weights"], json!([0.0, 0.0]));
    }

    #[test]
    fn a_file_reads_back_as_its_mesh_and_each_frame_as_it_was() {
        let (mesh, frames) = kite();
        let file = write(&mesh, &frames, 10.0);
        // Triangles and lines share their points; a reader sees them twice.
        assert_eq!(parse_glb(&file, std::path::Path::new("")).unwrap().welded(), mesh);
        let (document, binary) = check(&file);
        let root = gltf_json::deserialize::from_value(document).unwrap();
        let document = Document { root, buffers: vec![binary] };
        let targets = document.root.meshes[0].primitives[0].targets.as_ref().unwrap();
        for (frame, target) in frames.iter().skip(1).zip(targets) {
            let moved = document.points(target.positions.unwrap()).unwrap();
            for ((moved, from), at) in moved.iter().zip(&mesh.points).zip(frame) {
                for c in 0..3 {
                    assert!((from[c] + moved[c] - at[c]).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn a_still_mesh_has_no_animation() {
        let (mesh, frames) = kite();
        let (document, _) = check(&write(&mesh, &frames[..1], 10.0));
        assert!(document.get("animations").is_none());
    }
}
