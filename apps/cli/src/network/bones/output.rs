//! A glTF file with one animation more: the rotations of its spring bones, and the motion of the rest.

use std::collections::HashSet;

use anyhow::{Context, Result, ensure};
use glam_033::Quat;
use serde_json::{Value, json};

use super::skeleton::Local;
use crate::network::glb::{self, Buffer};

/// The transforms of one node over time.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) node: usize,
    pub(super) rotations: Vec<[f32; 4]>,
    /// Empty for a node that turns only.
    pub(super) translations: Vec<[f32; 3]>,
}

impl Track {
    pub(super) fn of(node: usize) -> Self {
        Track { node, rotations: Vec::new(), translations: Vec::new() }
    }

    /// Adds the rotation of the next frame, by the shorter way from the one before.
    pub(super) fn turn(&mut self, rotation: Quat) {
        let before = self.rotations.last().map_or(rotation, |before| Quat::from_array(*before));
        let shorter = if before.dot(rotation) < 0.0 { -rotation } else { rotation };
        self.rotations.push(shorter.to_array());
    }
}

/// Binary glTF of a document and its buffers, in which an animation of tracks comes first. It takes over the channels of
/// another of its animations, unless a track has them.
pub(super) fn write(
    mut document: Value,
    buffers: &[Vec<u8>],
    rest: &[Local],
    tracks: &[Track],
    times: &[f32],
    taken: Option<usize>,
) -> Result<Vec<u8>> {
    let mut buffer = joined(&mut document, buffers)?;
    let input = buffer.times(times);
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    let mut is_tracked = HashSet::new();
    let mut add = |node: usize, path: &'static str, output: usize| {
        channels
            .push(json!({ "sampler": samplers.len(), "target": { "node": node, "path": path } }));
        samplers.push(json!({ "input": input, "output": output }));
        is_tracked.insert((node as u64, path.to_owned()));
    };
    for Track { node, rotations, translations } in tracks {
        add(*node, "rotation", buffer.rotations(rotations));
        if !translations.is_empty() {
            add(*node, "translation", buffer.places(translations));
        }
        // A node with a matrix cannot be animated.
        let Local { translation, rotation, scale } = rest[*node];
        let node = document["nodes"][node].as_object_mut().context("a node is missing")?;
        if node.remove("matrix").is_some() {
            node.insert("translation".into(), json!(translation.to_array()));
            node.insert("rotation".into(), json!(rotation.to_array()));
            node.insert("scale".into(), json!(scale.to_array()));
        }
    }
    let taken = taken.map_or(Value::Null, |index| document["animations"][index].clone());
    let first = samplers.len();
    for channel in taken["channels"].as_array().into_iter().flatten() {
        let (node, path) = (&channel["target"]["node"], &channel["target"]["path"]);
        let key = (node.as_u64().unwrap_or(u64::MAX), path.as_str().unwrap_or_default().to_owned());
        if !is_tracked.contains(&key) {
            let sampler = channel["sampler"].as_u64().context("a channel has no sampler")?;
            let mut channel = channel.clone();
            channel["sampler"] = json!(first as u64 + sampler);
            channels.push(channel);
        }
    }
    samplers.extend(taken["samplers"].as_array().into_iter().flatten().cloned());
    let animation = json!({ "name": "spring bones", "samplers": samplers, "channels": channels });
    let others = document["animations"].as_array().cloned().unwrap_or_default();
    document["animations"] = std::iter::once(animation).chain(others).collect();
    Ok(glb::finish(document, buffer))
}

/// One buffer of all, in place of those of the document.
fn joined(document: &mut Value, buffers: &[Vec<u8>]) -> Result<Buffer> {
    let (mut bytes, mut starts) = (Vec::new(), Vec::new());
    for buffer in buffers {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        starts.push(bytes.len());
        bytes.extend(buffer);
    }
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let mut list = |name: &str| match document[name].take() {
        Value::Array(list) => list,
        _ => Vec::new(),
    };
    let (mut views, accessors) = (list("bufferViews"), list("accessors"));
    for view in &mut views {
        let buffer = view["buffer"].as_u64().and_then(|index| starts.get(index as usize));
        let start = *buffer.context("a buffer is missing")? as u64;
        let offset = start.checked_add(view["byteOffset"].as_u64().unwrap_or(0));
        view["byteOffset"] = json!(offset.context("a view is beyond its buffer")?);
        view["buffer"] = json!(0);
    }
    ensure!(u32::try_from(bytes.len()).is_ok(), "its buffers are more than 4 GB");
    Ok(Buffer { bytes, views, accessors })
}
