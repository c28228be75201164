//! Written glTF films, read back.

/// A written file, read by the specification of glTF 2.0 alone.
pub(crate) struct Film {
    pub(crate) json: serde_json::Value,
    pub(crate) binary: Vec<u8>,
}

impl Film {
    pub(crate) fn read(file: &std::path::Path) -> Self {
        let bytes = std::fs::read(file).unwrap();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        assert_eq!((&bytes[..4], word(4), word(8)), (&b"glTF"[..], 2, bytes.len()));
        let end = 20 + word(12);
        let json = serde_json::from_slice(&bytes[20..end]).unwrap();
        Self { json, binary: bytes[end + 8..].to_vec() }
    }

    /// Returns the 4-byte values of an accessor, `width` for each of its elements.
    pub(crate) fn words(&self, accessor: &serde_json::Value, width: usize) -> Vec<[u8; 4]> {
        let accessor = &self.json["accessors"][accessor.as_u64().unwrap() as usize];
        let view = &self.json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap() as usize;
        let count = width * accessor["count"].as_u64().unwrap() as usize;
        self.binary[start..start + 4 * count].chunks(4).map(|b| b.try_into().unwrap()).collect()
    }

    pub(crate) fn points(&self, accessor: &serde_json::Value) -> Vec<[f32; 3]> {
        let numbers: Vec<f32> =
            self.words(accessor, 3).into_iter().map(f32::from_le_bytes).collect();
        numbers.chunks(3).map(|p| p.try_into().unwrap()).collect()
    }

    pub(crate) fn primitive(&self) -> &serde_json::Value {
        &self.json["meshes"][0]["primitives"][0]
    }

    /// The corners of the triangles or the ends of the lines, one after the other.
    pub(crate) fn indices(&self) -> Vec<u32> {
        self.words(&self.primitive()["indices"], 1).into_iter().map(u32::from_le_bytes).collect()
    }

    /// Returns the positions of all points in each frame: the base positions plus the weighted morph targets.
    pub(crate) fn frames(&self) -> Vec<Vec<[f32; 3]>> {
        let start = self.points(&self.primitive()["attributes"]["POSITION"]);
        let targets: Vec<Vec<[f32; 3]>> = (self.primitive()["targets"].as_array().unwrap().iter())
            .map(|target| self.points(&target["POSITION"]))
            .collect();
        let sampler = &self.json["animations"][0]["samplers"][0];
        let weights: Vec<f32> =
            self.words(&sampler["output"], 1).into_iter().map(f32::from_le_bytes).collect();
        let at = |weights: &[f32], i: usize| {
            let moved =
                |c: usize| weights.iter().zip(&targets).map(|(w, t)| w * t[i][c]).sum::<f32>();
            [0, 1, 2].map(|c| start[i][c] + moved(c))
        };
        let frame = |weights| (0..start.len()).map(|i| at(weights, i)).collect();
        weights.chunks(targets.len()).map(frame).collect()
    }

    /// Checks all that the specification of glTF 2.0 says of the parts that are used.
    pub(crate) fn validate(&self) {
        let list = |name: &str| self.json[name].as_array().cloned().unwrap_or_default();
        let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
        let (views, accessors) = (list("bufferViews"), list("accessors"));
        let length = number(&self.json["buffers"][0]["byteLength"]);
        assert!(self.binary.len() - length < 4);
        let mut end = 0;
        for view in &views {
            assert_eq!((number(&view["byteOffset"]), number(&view["buffer"])), (end, 0));
            end += number(&view["byteLength"]);
        }
        assert_eq!(end, length);
        let count = |accessor: &serde_json::Value| number(&accessors[number(accessor)]["count"]);
        for accessor in &accessors {
            let width = match accessor["type"].as_str() {
                Some("VEC4") => 4,
                Some("VEC3") => 3,
                _ => 1,
            };
            let view = &views[number(&accessor["bufferView"])];
            assert_eq!(number(&view["byteLength"]), 4 * width * number(&accessor["count"]));
        }
        let bounded = |accessor: &serde_json::Value| {
            let points = self.points(accessor);
            for (name, pick) in [("min", f32::min as fn(f32, f32) -> f32), ("max", f32::max)] {
                for c in 0..3 {
                    let bound = points.iter().map(|point| point[c]).reduce(pick).unwrap();
                    let told = &accessors[number(accessor)][name][c];
                    assert_eq!(told.as_f64().unwrap() as f32, bound);
                }
            }
        };
        let length_of = |normal: [f32; 3]| normal.iter().map(|c| c * c).sum::<f32>().sqrt();
        for mesh in list("meshes") {
            let primitive = &mesh["primitives"][0];
            let attributes = &primitive["attributes"];
            let vertices = count(&attributes["POSITION"]);
            bounded(&attributes["POSITION"]);
            let normals = self.points(&attributes["NORMAL"]);
            assert_eq!(normals.len(), vertices);
            assert!(normals.iter().all(|normal| (length_of(*normal) - 1.0).abs() < 1e-4));
            let indices = self.words(&primitive["indices"], 1).into_iter().map(u32::from_le_bytes);
            let indices: Vec<u32> = indices.collect();
            assert!(
                indices.len().is_multiple_of(3) && indices.iter().all(|i| (*i as usize) < vertices)
            );
            assert!(number(&primitive["material"]) < list("materials").len());
            let targets = primitive["targets"].as_array().cloned().unwrap_or_default();
            assert_eq!(mesh["weights"].as_array().map_or(0, Vec::len), targets.len());
            for target in &targets {
                bounded(&target["POSITION"]);
                let moved = self.points(&target["NORMAL"]);
                assert_eq!((count(&target["POSITION"]), moved.len()), (vertices, vertices));
                for (normal, moved) in normals.iter().zip(moved) {
                    let now = [0, 1, 2].map(|c| normal[c] + moved[c]);
                    assert!((length_of(now) - 1.0).abs() < 1e-4);
                }
            }
        }
        for sampler in self.json["animations"][0]["samplers"].as_array().unwrap() {
            let (times, values) = (count(&sampler["input"]), count(&sampler["output"]));
            assert!(values == times || values == times * (times - 1));
        }
        let nodes = list("nodes");
        assert_eq!(self.json["scenes"][0]["nodes"].as_array().unwrap().len(), nodes.len());
        assert!(nodes.iter().any(|node| node["camera"] == 0));
        let turned = &nodes.iter().find(|node| node["camera"] == 0).unwrap()["rotation"];
        let square: f64 = (0..4).map(|c| turned[c].as_f64().unwrap().powi(2)).sum();
        assert!((square - 1.0).abs() < 1e-5);
    }

    /// The times of the frames, s.
    pub(crate) fn times(&self) -> Vec<f32> {
        let input = &self.json["animations"][0]["samplers"][0]["input"];
        self.words(input, 1).into_iter().map(f32::from_le_bytes).collect()
    }
}

/// The minimum height.
pub(crate) fn lowest(points: &[[f32; 3]]) -> f32 {
    points.iter().map(|point| point[1]).fold(f32::INFINITY, f32::min)
}

/// The values of a channel of the first animation: of a node and a path, `width` numbers in each frame.
pub(crate) fn channel(film: &Film, node: usize, path: &str, width: usize) -> Vec<Vec<f32>> {
    let animation = &film.json["animations"][0];
    let channels = animation["channels"].as_array().unwrap();
    let is_it = |c: &&serde_json::Value| c["target"]["node"] == node && c["target"]["path"] == path;
    let sampler = channels.iter().find(is_it).unwrap()["sampler"].as_u64().unwrap() as usize;
    let words = film.words(&animation["samplers"][sampler]["output"], width);
    let numbers: Vec<f32> = words.into_iter().map(f32::from_le_bytes).collect();
    numbers.chunks(width).map(<[f32]>::to_vec).collect()
}

/// A vector turned by a quaternion x, y, z, w.
pub(crate) fn turned(q: &[f32], v: [f32; 3]) -> [f32; 3] {
    let cross = |a: [f32; 3], b: [f32; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let (u, w) = ([q[0], q[1], q[2]], q[3]);
    let twice = cross(u, v).map(|c| 2.0 * c);
    let more = cross(u, twice);
    [0, 1, 2].map(|c| v[c] + w * twice[c] + more[c])
}
