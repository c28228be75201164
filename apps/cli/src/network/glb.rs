//! Writes binary glTF 2.0: one mesh with a morph target per frame, one animation that plays them in turn, and a camera.
//!
//! A target holds the displacement of each vertex and of its normal from the first frame. At the time of frame k its weight
//! is 1, all others are 0; a player interpolates linearly between frames. A vertex takes 24 bytes per frame.

use serde_json::{Value, json};

use super::camera::Camera;
use super::look::Look;
use super::scenery::Scenery;
use super::vertices::Vertices;

const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const TRIANGLES: u32 = 4;

/// Bytes per vertex and frame.
pub(super) const VERTEX_BYTES: usize = 24;

/// The color of what the shape collides with, linear.
const GRAY: [f32; 3] = [0.3, 0.3, 0.32];

/// The vertices of a shape in all frames, `frame_rate` of them per second.
#[derive(Clone, Debug)]
pub(super) struct Film {
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) frames: Vec<Vertices>,
    pub(super) frame_rate: f32,
}

/// A file of a film: its first frame is the mesh, a camera has all of it in view.
pub(super) fn write(film: &Film, look: &Look, scenery: &[Scenery]) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let start = &film.frames[0];
    let attributes = buffer.attributes(start);
    let mut targets = Vec::new();
    let difference = |now: &[[f32; 3]], start: &[[f32; 3]]| -> Vec<[f32; 3]> {
        now.iter().zip(start).map(|(at, from)| [0, 1, 2].map(|c| at[c] - from[c])).collect()
    };
    for frame in film.frames.iter().skip(1) {
        let position = buffer.points(&difference(&frame.positions, &start.positions));
        let normal = buffer.normals(&difference(&frame.normals, &start.normals));
        targets.push(json!({ "POSITION": position, "NORMAL": normal }));
    }
    let mut primitive = json!({
        "attributes": attributes,
        "indices": buffer.indices(film.triangles.as_flattened()),
        "mode": TRIANGLES,
        "material": 0,
    });
    let mut drawn = json!({});
    if !targets.is_empty() {
        drawn["weights"] = json!(vec![0.0; targets.len()]);
        primitive["targets"] = json!(targets);
    }
    drawn["primitives"] = json!([primitive]);
    let mut meshes = vec![drawn];
    let camera = Camera::on(film.frames.iter().map(|frame| frame.positions.as_slice()));
    let mut nodes = vec![
        json!({ "mesh": 0, "name": "network" }),
        json!({
            "camera": 0,
            "name": "camera",
            "translation": camera.places[0].to_array(),
            "rotation": camera.rotation.to_array(),
        }),
    ];
    for thing in scenery {
        nodes.push(
            json!({ "mesh": meshes.len(), "name": thing.name, "extras": { "scenery": true } }),
        );
        meshes.push(json!({ "primitives": [{
            "attributes": buffer.attributes(&thing.vertices),
            "indices": buffer.indices(thing.triangles.as_flattened()),
            "mode": TRIANGLES,
            "material": 1,
        }] }));
    }
    let mut materials = vec![material(look.color, look.roughness, look.is_open)];
    if !scenery.is_empty() {
        materials.push(material(GRAY, 1.0, true));
    }
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "sprung" },
        "scene": 0,
        "scenes": [{ "nodes": (0..nodes.len()).collect::<Vec<_>>() }],
        "nodes": nodes,
        "cameras": [camera.json()],
        "materials": materials,
        "meshes": meshes,
    });
    if !targets.is_empty() {
        document["animations"] = json!([animation(film, &camera, scenery, &mut buffer)]);
    }
    finish(document, buffer)
}

/// A file of a document and its only buffer.
pub(super) fn finish(mut document: Value, buffer: Buffer) -> Vec<u8> {
    document["buffers"] = json!([{ "byteLength": buffer.bytes.len() }]);
    document["bufferViews"] = Value::Array(buffer.views);
    document["accessors"] = Value::Array(buffer.accessors);
    container(document.to_string().into_bytes(), buffer.bytes)
}

/// The animation of the weights, of scenery that moves and, if it follows, of the camera.
fn animation(film: &Film, camera: &Camera, scenery: &[Scenery], buffer: &mut Buffer) -> Value {
    let count = film.frames.len();
    let times: Vec<f32> = (0..count).map(|i| i as f32 / film.frame_rate).collect();
    let weight = |(frame, target): (usize, usize)| f32::from(u8::from(frame == target + 1));
    let each = (0..count).flat_map(|f| (0..count - 1).map(move |t| (f, t)));
    let weights: Vec<f32> = each.map(weight).collect();
    let input = buffer.times(&times);
    let mut samplers = vec![json!({ "input": input, "output": buffer.weights(&weights) })];
    let mut channels = vec![json!({ "sampler": 0, "target": { "node": 0, "path": "weights" } })];
    if camera.places.len() > 1 {
        let places: Vec<[f32; 3]> = camera.places.iter().map(|place| place.to_array()).collect();
        samplers.push(json!({ "input": input, "output": buffer.places(&places) }));
        channels.push(json!({ "sampler": 1, "target": { "node": 1, "path": "translation" } }));
    }
    for (thing, node) in scenery.iter().zip(2..) {
        let mut moves = Vec::new();
        if !thing.rotations.is_empty() {
            moves.push(("rotation", buffer.rotations(&thing.rotations)));
        }
        if !thing.places.is_empty() {
            moves.push(("translation", buffer.places(&thing.places)));
        }
        for (path, output) in moves {
            let target = json!({ "node": node, "path": path });
            channels.push(json!({ "sampler": samplers.len(), "target": target }));
            samplers.push(json!({ "input": input, "output": output }));
        }
    }
    json!({ "name": "motion", "samplers": samplers, "channels": channels })
}

fn material([red, green, blue]: [f32; 3], roughness: f32, is_open: bool) -> Value {
    json!({
        "doubleSided": is_open,
        "pbrMetallicRoughness": {
            "baseColorFactor": [red, green, blue, 1.0],
            "metallicFactor": 0.0,
            "roughnessFactor": roughness,
        },
    })
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
pub(super) struct Buffer {
    pub(super) bytes: Vec<u8>,
    pub(super) views: Vec<Value>,
    pub(super) accessors: Vec<Value>,
}

impl Buffer {
    fn attributes(&mut self, vertices: &Vertices) -> Value {
        let position = self.points(&vertices.positions);
        json!({ "POSITION": position, "NORMAL": self.normals(&vertices.normals) })
    }

    fn points(&mut self, points: &[[f32; 3]]) -> usize {
        self.floats(points, "VEC3", Some(ARRAY_BUFFER), true)
    }

    fn normals(&mut self, normals: &[[f32; 3]]) -> usize {
        self.floats(normals, "VEC3", Some(ARRAY_BUFFER), false)
    }

    pub(super) fn places(&mut self, places: &[[f32; 3]]) -> usize {
        self.floats(places, "VEC3", None, false)
    }

    pub(super) fn times(&mut self, times: &[f32]) -> usize {
        self.floats(times.as_chunks::<1>().0, "SCALAR", None, true)
    }

    pub(super) fn rotations(&mut self, rotations: &[[f32; 4]]) -> usize {
        self.floats(rotations, "VEC4", None, false)
    }

    fn weights(&mut self, weights: &[f32]) -> usize {
        self.floats(weights.as_chunks::<1>().0, "SCALAR", None, false)
    }

    fn floats<const N: usize>(
        &mut self,
        elements: &[[f32; N]],
        kind: &str,
        target: Option<u32>,
        is_bounded: bool,
    ) -> usize {
        // A reader needs the bounds of each component; f64 keeps every digit of an f32.
        let bounds = |start: f32, pick: fn(f32, f32) -> f32| -> Vec<f64> {
            let along = |c: usize| elements.iter().map(move |element| element[c]);
            (0..N).map(|c| along(c).fold(start, pick).into()).collect()
        };
        let (count, words) = (elements.len(), elements.iter().flatten().map(|c| c.to_le_bytes()));
        let mut accessor = json!({ "componentType": FLOAT, "count": count, "type": kind });
        if is_bounded {
            accessor["min"] = json!(bounds(f32::INFINITY, f32::min));
            accessor["max"] = json!(bounds(f32::NEG_INFINITY, f32::max));
        }
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
    use crate::network::look::Shown;
    use crate::network::mesh::Mesh;

    const LOOK: Look = Look {
        color: [0.1, 0.2, 0.3],
        roughness: 0.5,
        radius: 0.02,
        sides: 5,
        crease: 0.7,
        is_open: true,
    };

    fn kite() -> (Mesh, Vec<Vec<[f32; 3]>>) {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.3, -2.0, 1e-7]];
        let shifted = |by: f32| points.iter().map(|p| p.map(|c| c + by)).collect();
        let frames = vec![points.clone(), shifted(0.5), shifted(-0.25)];
        (Mesh { points, triangles: vec![[0, 1, 2]], lines: vec![[0, 3]] }, frames)
    }

    fn film(mesh: &Mesh, frames: &[Vec<[f32; 3]>]) -> Film {
        let mut shown = Shown::new(mesh, &LOOK);
        let triangles = shown.triangles();
        let frames = frames.iter().map(|points| shown.frame(points)).collect();
        Film { triangles, frames, frame_rate: 10.0 }
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
            if accessor.get("min").is_none() {
                continue;
            }
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
        let scenery = [Scenery::ball(1.0)];
        let (document, _) = check(&write(&film(&mesh, &frames), &LOOK, &scenery));
        assert_eq!(document["asset"]["version"], "2.0");
        let primitives = document["meshes"][0]["primitives"].as_array().unwrap();
        assert_eq!((primitives.len(), &primitives[0]["mode"]), (1, &json!(TRIANGLES)));
        assert_eq!(primitives[0]["targets"].as_array().unwrap().len(), 2);
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
        assert_eq!(document["meshes"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn a_file_reads_back_as_its_surface_and_each_frame_as_it_was() {
        let (mut mesh, frames) = kite();
        mesh.lines.clear();
        let film = film(&mesh, &frames);
        let file = write(&film, &LOOK, &[Scenery::floor(-3.0, [0.0; 3], 9.0)]);
        // Neither the floor nor the point in no triangle belongs to the shape.
        let read = parse_glb(&file, std::path::Path::new("")).unwrap().welded();
        assert_eq!((&read.points[..], read.triangles), (&mesh.points[..3], mesh.triangles));
        let (document, binary) = check(&file);
        let root = gltf_json::deserialize::from_value(document).unwrap();
        let document = Document { root, buffers: vec![binary] };
        let targets = document.root.meshes[0].primitives[0].targets.as_ref().unwrap();
        for (frame, target) in film.frames.iter().skip(1).zip(targets) {
            let start = &film.frames[0];
            for (accessor, now, start) in [
                (target.positions, &frame.positions, &start.positions),
                (target.normals, &frame.normals, &start.normals),
            ] {
                let moved = document.points(accessor.unwrap()).unwrap();
                for ((moved, from), at) in moved.iter().zip(start).zip(now) {
                    assert!((0..3).all(|c| (from[c] + moved[c] - at[c]).abs() < 1e-6));
                }
            }
        }
    }

    #[test]
    fn a_still_mesh_has_no_animation() {
        let (mesh, frames) = kite();
        let (document, _) = check(&write(&film(&mesh, &frames[..1]), &LOOK, &[]));
        assert!(document.get("animations").is_none());
        assert!(document["meshes"][0].get("weights").is_none());
    }
}
