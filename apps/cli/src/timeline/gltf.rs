//! A glTF file with one node that is moved along x by cubic splines, its data inside.

use anyhow::{Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use sprung::convert::timeline::CubicKey;

/// The component type of glTF for `f32`.
const FLOAT: u32 = 5126;

/// The text of the file.
pub(super) fn animation(keys: impl Iterator<Item = CubicKey<f64>>) -> Result<String> {
    let (mut times, mut values): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    for CubicKey { time, in_tangent, value, out_tangent } in keys {
        times.push(time as f32);
        for x in [in_tangent, value, out_tangent] {
            values.extend([x as f32, 0.0, 0.0]);
        }
    }
    ensure!(values.iter().all(|x| x.is_finite()), "a position or velocity is too great for glTF");
    let (count, bytes) = (times.len(), 4 * times.len());
    let (first, last) = (times[0], times[count - 1]);
    ensure!(first >= 0.0, "times in glTF cannot be below 0, and the first is {first}");
    let data: Vec<u8> = times.iter().chain(&values).flat_map(|x| x.to_le_bytes()).collect();
    let file = json!({
        "asset": { "version": "2.0", "generator": "sprung" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "moved" }],
        "animations": [{
            "samplers": [{ "input": 0, "output": 1, "interpolation": "CUBICSPLINE" }],
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "translation" } }],
        }],
        "accessors": [
            { "bufferView": 0, "componentType": FLOAT, "count": count, "type": "SCALAR", "min": [first], "max": [last] },
            { "bufferView": 1, "componentType": FLOAT, "count": 3 * count, "type": "VEC3" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": bytes },
            { "buffer": 0, "byteOffset": bytes, "byteLength": data.len() - bytes },
        ],
        "buffers": [{
            "byteLength": data.len(),
            "uri": format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(&data)),
        }],
    });
    Ok(serde_json::to_string_pretty(&file)? + "\n")
}
