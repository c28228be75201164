//! `sprung network bones`: the spring bones of a VRM file that this test makes, as an animation of it.

use serde_json::{Value, json};

use crate::film::{Film, channel, turned};
use crate::run::{folder, sprung};

/// The number of links of the ponytail.
const LINKS: usize = 4;

/// The length of each, m.
const LENGTH: f32 = 0.1;

/// A head on a neck with a ponytail that goes on backwards (nodes 2 to 6) and a collider, and a binary chunk of 8 bytes.
fn character() -> Value {
    let mut nodes = vec![
        json!({ "name": "hips", "translation": [0, 1, 0], "children": [1] }),
        json!({ "name": "head", "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0.5,0,1], "children": [2] }),
    ];
    for link in 0..=LINKS {
        let translation = if link == 0 { [0.0, 0.1, -0.1] } else { [0.0, 0.0, -LENGTH] };
        let mut node = json!({ "name": format!("ponytail {link}"), "translation": translation });
        if link < LINKS {
            node["children"] = json!([3 + link]);
        }
        nodes.push(node);
    }
    let joint = |node| json!({ "node": node, "stiffness": 0.5, "dragForce": 0.3, "gravityPower": 0.4, "hitRadius": 0.01 });
    json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": nodes,
        "extensionsUsed": ["VRMC_springBone"],
        "buffers": [{ "byteLength": 8 }],
        "bufferViews": [{ "buffer": 0, "byteLength": 8 }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [2] }],
        "extensions": { "VRMC_springBone": {
            "specVersion": "1.0",
            "colliders": [
                { "node": 1, "shape": { "sphere": { "offset": [0, 0, 0], "radius": 0.1 } } },
                { "node": 0, "shape": { "capsule": { "offset": [0, 0, 0], "tail": [0, 0.4, 0], "radius": 0.1 } } },
            ],
            "colliderGroups": [{ "name": "body", "colliders": [0, 1] }],
            "springs": [{ "name": "ponytail", "joints": (2..=2 + LINKS).map(joint).collect::<Vec<_>>(), "colliderGroups": [0] }],
        } },
    })
}

/// Writes binary glTF with this binary chunk.
fn write(file: &std::path::Path, document: &Value, binary: &[u8]) {
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend(((28 + json.len() + binary.len()) as u32).to_le_bytes());
    for (chunk, kind) in [(&json[..], b"JSON"), (binary, b"BIN\0")] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    std::fs::write(file, bytes).unwrap();
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

/// The product of two quaternions.
fn product(a: &[f32], b: &[f32]) -> Vec<f32> {
    let [u, v] = [[a[0], a[1], a[2]], [b[0], b[1], b[2]]];
    let dot: f32 = (0..3).map(|c| u[c] * v[c]).sum();
    let mut sum = vec![0.0; 4];
    for c in 0..3 {
        let (d, e) = ((c + 1) % 3, (c + 2) % 3);
        sum[c] = a[3] * v[c] + b[3] * u[c] + u[d] * v[e] - u[e] * v[d];
    }
    sum[3] = a[3] * b[3] - dot;
    sum
}

/// The tails of the ponytail in a frame, by the forward kinematics of glTF.
fn tails(film: &Film, frame: usize) -> Vec<[f32; 3]> {
    let hips = &channel(film, 0, "translation", 3)[frame];
    let turn = &channel(film, 0, "rotation", 4)[frame];
    let from_hips = turned(turn, [0.0, 0.6, -0.1]);
    let mut head = [0, 1, 2].map(|c| hips[c] + from_hips[c]);
    let mut rotation = turn.clone();
    (2..2 + LINKS)
        .map(|node| {
            rotation = product(&rotation, &channel(film, node, "rotation", 4)[frame]);
            let reach = turned(&rotation, [0.0, 0.0, -LENGTH]);
            head = [0, 1, 2].map(|c| head[c] + reach[c]);
            head
        })
        .collect()
}

#[test]
fn the_bones_of_a_vrm_file_swing_when_its_root_moves() {
    let folder = folder("bones-vrm");
    let (vrm, glb, csv) = (folder.join("a.vrm"), folder.join("a.glb"), folder.join("a.csv"));
    write(&vrm, &character(), &bytes(&[0.0, 2.0]));
    for options in ["", "--sway 0.2,0,0.1 --turn 60 --hz 0.5 --rate 60"] {
        for file in [&glb, &csv] {
            let line = format!("network bones {} {options} --duration 2", vrm.display());
            let run = sprung(&format!("{line} -o {}", file.display()));
            assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
            assert!(run.stderr.contains("4 bones in 1 chains, 2 colliders"), "{}", run.stderr);
        }
        let film = Film::read(&glb);
        let frames = if options.is_empty() { 61 } else { 121 };
        assert_eq!(film.times().len(), frames);
        // All that was in the file is in it, and a node that moves has no matrix.
        assert_eq!(film.json["extensions"], character()["extensions"]);
        assert_eq!(film.words(&json!(0), 1), [[0; 4], 2.0_f32.to_le_bytes()]);
        assert!(film.json["nodes"][1].get("matrix").is_some());
        let rows = std::fs::read_to_string(&csv).unwrap();
        let rows: Vec<Vec<f32>> = (rows.lines().skip(1))
            .map(|row| row.split(',').map(|cell| cell.parse().unwrap()).collect())
            .collect();
        assert_eq!(rows.len(), frames * LINKS);
        let mut farthest = 0.0_f32;
        for frame in 0..frames {
            for (link, tail) in tails(&film, frame).into_iter().enumerate() {
                let row = &rows[frame * LINKS + link];
                assert_eq!(row[1], (2 + link) as f32);
                for c in 0..3 {
                    assert!(
                        (tail[c] - row[2 + c]).abs() < 1e-5,
                        "{frame} {link}: {tail:?} {row:?}"
                    );
                }
            }
            let hips = &channel(&film, 0, "translation", 3)[frame];
            farthest = farthest.max((tails(&film, frame)[LINKS - 1][0] - hips[0]).abs());
        }
        // At the start it is straight; then it sags by gravity and is left behind.
        assert!((tails(&film, 0)[3][2] + 0.5).abs() < 1e-5);
        let last = tails(&film, frames - 1)[3][1];
        assert!(last < 1.58 && farthest > 0.05, "{last} {farthest}");
    }
}

#[test]
fn the_motion_is_the_same_at_every_frame_rate() {
    let folder = folder("bones-rates");
    let vrm = folder.join("a.vrm");
    write(&vrm, &character(), &bytes(&[0.0, 2.0]));
    let ends: Vec<[f32; 3]> = [30, 60, 120]
        .map(|rate| {
            let glb = folder.join("a.glb");
            let line =
                format!("network bones {} --hz 0.5 --duration 3 --rate {rate}", vrm.display());
            assert_eq!(sprung(&format!("{line} -o {}", glb.display())).code, 0);
            tails(&Film::read(&glb), 3 * rate)[3]
        })
        .to_vec();
    for end in &ends {
        let distance = (0..3).map(|c| (end[c] - ends[0][c]).powi(2)).sum::<f32>().sqrt();
        // The start of the motion, from rest to its greatest speed in no time, is another at every rate.
        assert!(distance < 0.02 * LENGTH, "{ends:?}");
    }
}

#[test]
fn bones_follow_an_animation_of_the_file_and_chains_can_be_named() {
    let folder = folder("bones-animation");
    let (file, out) = (folder.join("a.glb"), folder.join("out.glb"));
    let mut document = character();
    document.as_object_mut().unwrap().remove("extensions");
    // The hips go by 1 m along x in the first second and stay there.
    let numbers = [0.0, 1.0, 2.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    document["buffers"][0]["byteLength"] = json!(48);
    document["bufferViews"] = json!([{ "buffer": 0, "byteLength": 12 }, { "buffer": 0, "byteOffset": 12, "byteLength": 36 }]);
    document["accessors"] = json!([
        { "bufferView": 0, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [2] },
        { "bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3" },
    ]);
    document["animations"] = json!([{
        "name": "walk",
        "samplers": [{ "input": 0, "output": 1 }],
        "channels": [{ "sampler": 0, "target": { "node": 0, "path": "translation" } }],
    }]);
    write(&file, &document, &bytes(&numbers));
    let line = format!("network bones {} -o {}", file.display(), out.display());
    let named = "--animation walk --stiffness 2 --drag 0.2";
    let run = sprung(&format!("{line} --chain 2 {named}"));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("4 bones in 1 chains, 0 colliders, 61 frames"), "{}", run.stderr);
    let film = Film::read(&out);
    assert_eq!(film.json["animations"][1], document["animations"][0]);
    assert_eq!(channel(&film, 0, "translation", 3).concat(), numbers[3..]);
    // It lags behind the hips that go right, and comes back when they stop.
    let across =
        |frame: usize| turned(&channel(&film, 2, "rotation", 4)[frame], [0.0, 0.0, -1.0])[0];
    assert_eq!(across(0), 0.0);
    assert!(across(6) < -0.05 && across(60).abs() < 0.01, "{} {}", across(6), across(60));
    let refused = |options: &str, words: &[&str]| {
        sprung(&format!("{line} {options}")).is_refused_with(words);
    };
    refused("", &["it has no VRMC_springBone", "--chain"]);
    refused("--chain tail", &["--chain must be the name of a node, got tail"]);
    refused("--chain 2 --animation run", &["--animation must be one of its 1 animations, got run"]);
    refused("--chain 2 --drag 2", &["dragForce must be within 0 and 1, got 2"]);
    refused("--chain 6", &["has no spring bones"]);
    refused("--chain 2 --chain 3", &["node 3 (ponytail 1) is in two springs"]);
    refused("--chain 2 --duration 1e6", &["the maximum is 10000"]);
}

/// The same character as a file of VRM 0, with a braid of one bone beside the ponytail's second bone.
fn character_of_vrm_0() -> Value {
    let mut document = character();
    let nodes = document["nodes"].as_array_mut().unwrap();
    let braid = nodes.len();
    nodes.push(json!({ "name": "braid", "translation": [0.1, 0.0, 0.0] }));
    nodes[3]["children"] = json!([4, braid]);
    document["extensionsUsed"] = json!(["VRM"]);
    document["extensions"] = json!({ "VRM": { "secondaryAnimation": {
        "boneGroups": [{
            "comment": "hair", "stiffiness": 0.5, "dragForce": 0.3, "gravityPower": 0.4,
            "gravityDir": { "x": 0, "y": -1, "z": 0 }, "hitRadius": 0.01, "center": -1,
            "bones": [2], "colliderGroups": [0, 1],
        }],
        "colliderGroups": [
            { "node": 1, "colliders": [{ "offset": { "x": 0, "y": 0, "z": -0.08 }, "radius": 0.1 }] },
            { "node": 0, "colliders": [] },
        ],
    } } });
    document
}

#[test]
fn the_bones_of_vrm_0_move_as_the_same_ones_of_vrm_1() {
    let folder = folder("bones-vrm-0");
    let (vrm, csv) = (folder.join("a.vrm"), folder.join("a.csv"));
    let rows = |document: &Value| -> Vec<Vec<f32>> {
        write(&vrm, document, &bytes(&[0.0, 2.0]));
        let line = format!("network bones {} --turn 60 --duration 2", vrm.display());
        let run = sprung(&format!("{line} -o {}", csv.display()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        let text = std::fs::read_to_string(&csv).unwrap();
        let row = |row: &str| row.split(',').map(|cell| cell.parse().unwrap()).collect();
        text.lines().skip(1).map(row).collect()
    };
    let old = rows(&character_of_vrm_0());
    let mut new = character();
    let of = &mut new["extensions"]["VRMC_springBone"];
    of["colliders"][0]["shape"]["sphere"]["offset"] = json!([0, 0, 0.08]);
    of["colliderGroups"][0]["colliders"] = json!([0]);
    let new = rows(&new);
    // Beside the bones of VRM 1.0: one of 7 cm at each end, of the last link and of the braid.
    let of_nodes = |rows: &[Vec<f32>], nodes: &[usize]| -> Vec<Vec<f32>> {
        let is_of = |row: &&Vec<f32>| nodes.iter().any(|&node| row[1] == node as f32);
        rows.iter().filter(is_of).cloned().collect()
    };
    assert_eq!(old.len(), 61 * (LINKS + 2));
    assert_eq!(of_nodes(&old, &[2, 3, 4, 5]), new);
    let ends = of_nodes(&old, &[6, 7]);
    for (row, expected) in ends.iter().zip([[0.0, 1.6, -0.57], [0.17, 1.6, -0.2]]) {
        let distance = (0..3).map(|c| (row[2 + c] - expected[c]).powi(2)).sum::<f32>().sqrt();
        assert!(distance < 1e-5, "{row:?} {expected:?}");
    }
    let sideways = |node: usize| {
        let of = of_nodes(&old, &[node]);
        of.iter().map(|row| row[2].abs()).fold(0.0, f32::max)
    };
    assert!(sideways(6) > 0.05, "{}", sideways(6));
}

/// Asserts that a file is refused with these words, and nothing is written.
fn is_refused(folder: &std::path::Path, document: &Value, words: &[&str]) {
    let (file, out) = (folder.join("a.vrm"), folder.join("out.glb"));
    write(&file, document, &bytes(&[0.0, 2.0]));
    let line = format!("network bones {} -o {}", file.display(), out.display());
    sprung(&line).is_refused_with(words);
    assert!(!out.exists());
}

#[test]
fn broken_bone_groups_of_vrm_0_are_refused_with_their_field_and_rule() {
    let folder = folder("bones-vrm-0-refused");
    let refused = |change: fn(&mut Value), words: &[&str]| {
        let mut document = character_of_vrm_0();
        change(&mut document["extensions"]["VRM"]["secondaryAnimation"]);
        is_refused(&folder, &document, words);
    };
    refused(
        |of| of["boneGroups"][0]["bones"] = json!([99]),
        &["the bone 99 of bone group 0 is missing"],
    );
    refused(
        |of| of["boneGroups"][0]["stiffiness"] = json!(-1),
        &["spring 0 (hair) of secondaryAnimation", "stiffness must be finite and >= 0, got -1"],
    );
    refused(
        |of| of["boneGroups"][0]["dragForce"] = json!(2),
        &["dragForce must be within 0 and 1, got 2"],
    );
    refused(
        |of| of["boneGroups"][0]["colliderGroups"] = json!([7]),
        &["its collider group is missing"],
    );
    refused(|of| of["boneGroups"][0]["center"] = json!(40), &["center must be below", "got 40"]);
    refused(|of| of["colliderGroups"][0]["node"] = json!(70), &["node 70 is missing"]);
    refused(|of| of["boneGroups"] = json!([]), &["has no spring bones"]);
    refused(|of| of["boneGroups"] = json!("none"), &["its secondaryAnimation cannot be read"]);
}

#[test]
fn a_broken_extension_is_refused_with_its_field_and_rule() {
    let folder = folder("bones-refused");
    let refused = |change: fn(&mut Value), words: &[&str]| {
        let mut document = character();
        change(&mut document["extensions"]["VRMC_springBone"]);
        is_refused(&folder, &document, words);
    };
    refused(
        |of| of["springs"][0]["joints"][1]["stiffness"] = json!(-1.0),
        &[
            "spring 0 (ponytail)",
            "node 3 (ponytail 1)",
            "stiffness must be finite and >= 0, got -1",
        ],
    );
    refused(
        |of| of["springs"][0]["joints"][1]["dragForce"] = json!(1.5),
        &["dragForce must be within 0 and 1, got 1.5"],
    );
    refused(
        |of| of["springs"][0]["joints"][1]["node"] = json!(99),
        &["the node of a joint is missing"],
    );
    refused(
        |of| of["springs"][0]["joints"][1]["node"] = json!(0),
        &["node 0 (hips) must be below node 2 (ponytail 0)"],
    );
    refused(
        |of| of["springs"][0]["colliderGroups"] = json!([7]),
        &["its collider group is missing"],
    );
    refused(
        |of| of["colliderGroups"][0]["colliders"] = json!([5]),
        &["colliders must be below", "got 5"],
    );
    refused(|of| of["colliders"][0]["node"] = json!(70), &["collider 0", "node 70 is missing"]);
    refused(
        |of| of["colliders"][0]["shape"]["sphere"]["radius"] = json!(-1),
        &["collider 0", "radius must be in 0 to 1e6 m, got -1"],
    );
    refused(|of| of["springs"][0]["center"] = json!(40), &["center must be below", "got 40"]);
    refused(|of| of["springs"] = json!([]), &["has no spring bones"]);
    refused(|of| of["springs"] = json!("none"), &["its VRMC_springBone cannot be read"]);
}
