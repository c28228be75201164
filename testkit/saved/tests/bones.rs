//! Spring bones, at rest and in motion, come back bit for bit from JSON, postcard and bincode, and nothing else is read.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use saved::{round_trip, round_trip_by};
use serde_json::{Value, json};
use sprung::{Rotation, Spring};
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};
use testkit::random::Random;

#[test]
fn everything_comes_back_from_every_format() {
    let springs = [
        Spring::new(9.0, 0.3).unwrap(),
        Spring::critical(f32::INFINITY).unwrap(),
        Spring::from_stiffness_and_damping(0.0, 3.0).unwrap(),
    ];
    let rest = Rotation::from_rotation_vector([0.1, -2.0, 0.3]);
    let pose = Pose { position: [0.1, -0.0, 1e15], rotation: rest };
    round_trip(&pose);
    for spring in springs {
        let bone = Bone::new([0.1, 1.0 / 3.0, -0.0]).with_head([1e-40, 7.0, -1e15]);
        let bone = bone.with_rest(rest).with_spring(spring).with_radius(0.02);
        let bone = bone.with_acceleration([0.0, -9.81, 0.0]);
        round_trip(&bone);
        let chain = BoneChain::new(3, vec![bone; 2]).with_colliders(vec![1, 0]);
        round_trip(&chain);
        round_trip(&chain.with_center(7));
    }
    round_trip(&BoneCollider::sphere(2, [0.1; 3], 0.3));
    round_trip(&BoneCollider::capsule(0, [[0.1; 3], [-0.0, 1.0, 0.2]], 0.3));
}

#[test]
fn other_fields_are_refused() {
    let text = serde_json::to_string(&BoneCollider::sphere(2, [0.1; 3], 0.3)).unwrap();
    let more = text.replacen('{', "{\"weight\":1,", 1);
    assert!(serde_json::from_str::<BoneCollider>(&more).is_err());
    let less = text.replace(",\"radius\":0.3", "");
    assert!(less != text && serde_json::from_str::<BoneCollider>(&less).is_err());
}

/// Chains of several lengths, with and without centers and colliders.
fn skeleton() -> SpringBones {
    let bone = Bone::new([0.0, -0.08, 0.01]).with_radius(0.02);
    let bone = bone.with_rest(Rotation::from_rotation_vector([0.1, 0.0, -0.2]));
    let chain = |count: usize| {
        let bone = bone.with_vrm(0.3 * count as f32, 0.1, 0.2, [0.0, -1.0, 0.0]).unwrap();
        BoneChain::new(count % 2, vec![bone.with_head([0.0, -0.08, 0.01]); count])
    };
    let chains = [chain(3), chain(1).with_center(1), chain(4).with_colliders(vec![1, 0]), chain(3)];
    let colliders = [
        BoneCollider::sphere(0, [0.02, -0.1, 0.05], 0.06),
        BoneCollider::capsule(1, [[0.0; 3], [0.0, -0.3, 0.0]], 0.05),
    ];
    SpringBones::new(&chains, &colliders, &nodes(0)).unwrap()
}

fn nodes(frame: usize) -> [Pose; 2] {
    let time = frame as f32 / 60.0;
    let turned = |vector| Rotation::from_rotation_vector(vector);
    [
        Pose {
            position: [time, 0.1 * (7.0 * time).sin(), 0.0],
            rotation: turned([time, 0.0, 0.3]),
        },
        Pose { position: [0.0, 0.0, 0.1], rotation: turned([0.0, 3.0 * time, (5.0 * time).sin()]) },
    ]
}

/// A frame of uneven duration, sometimes a hitch, a frame shorter than a tick, a start anew or a jump.
fn act(bones: &mut SpringBones, frame: usize) {
    match frame % 23 {
        5 => bones.step(0.3, &nodes(frame)).unwrap(),
        9 => bones.step(1e-3, &nodes(frame)).unwrap(),
        14 => bones.reset(&nodes(frame)).unwrap(),
        19 => bones.teleport(&nodes(frame + 100)).unwrap(),
        _ => bones.step(0.012 + 1e-4 * (frame % 7) as f32, &nodes(frame)).unwrap(),
    }
}

fn bits(bones: &SpringBones) -> Vec<u32> {
    let pose = |bone| {
        let Pose { position, rotation } = bones.pose_of(bone);
        [&position[..], &rotation.xyzw(), &bones.rotation(bone).xyzw()].concat()
    };
    (0..bones.len()).flat_map(pose).map(f32::to_bits).collect()
}

#[test]
fn bones_that_were_read_go_on_as_those_that_were_saved() {
    let mut bones = skeleton();
    for frame in 0..48 {
        if frame % 6 > 0 {
            act(&mut bones, frame);
            continue;
        }
        round_trip_by(&bones, |back, saved| {
            let (mut back, mut saved) = (back.clone(), saved.clone());
            (frame..frame + 30).all(|frame| {
                let is_same = bits(&back) == bits(&saved);
                act(&mut back, frame);
                act(&mut saved, frame);
                is_same
            }) && bits(&back) == bits(&saved)
        });
        act(&mut bones, frame);
    }
}

/// Bones that have moved, as JSON.
fn moved() -> Value {
    let mut bones = skeleton();
    (0..5).for_each(|frame| bones.step(0.016, &nodes(frame)).unwrap());
    serde_json::to_value(&bones).unwrap()
}

#[test]
fn states_that_no_bones_have_are_refused() {
    let refused = |path: &str, value: Value| {
        let mut json = moved();
        *json.pointer_mut(path).unwrap() = value;
        serde_json::from_value::<SpringBones>(json).unwrap_err().to_string()
    };
    for (path, value, message) in [
        ("/chains/0/node", json!(2), "chain 0: node must be below the number of nodes, 2, got 2"),
        ("/chains/0/bones", json!([]), "states must have the length 8, got 11"),
        ("/passed", json!(0.1), "passed must be in 0 to 1/240 s, got 0.1"),
        ("/passed", json!(-1.0), "passed must be in 0 to 1/240 s, got -1"),
        ("/tick", json!([1.0]), "tick must have the length 33, got 1"),
        ("/tick/2", json!(1e30), "tick must be finite and at most 1e18 in size, got 1000"),
        ("/path/frames/3", json!([]), "path: frames must have the length 33, got 0"),
        ("/path/frames/3/1", json!(1e30), "path: frames must be finite and at most 1e17, got"),
        ("/path/frames/3/6", json!(0.0), "path: rotations must have the length 1, got the square"),
        ("/path/durations/1", json!(0.0), "path: durations must be finite and > 0, got 0"),
        ("/path/older", json!(3), "path: older must be 15, got 3"),
        (
            "/states/4/reach/1",
            json!(1e30),
            "state 4: reach must be no longer than the bone, got 1000",
        ),
        ("/states/4/velocity/1", json!(1e30), "state 4: velocity must be finite and at most 1e18"),
        ("/states/4/seen/1/0", json!(2.0), "state 4: seen must be in -1 to 1, got 2"),
        ("/states/4/rotation/0", json!(3.0), "state 4: rotation must be of length 1, got"),
        (
            "/nodes/1/position/0",
            json!(1e30),
            "node 1: position must be finite and at most 1e15 in size",
        ),
    ] {
        let error = refused(path, value);
        assert!(error.contains(message), "{path}: {error}");
    }
}

#[test]
fn changed_bones_are_refused_or_move_on() {
    let written =
        postcard::to_stdvec(&serde_json::from_value::<SpringBones>(moved()).unwrap()).unwrap();
    let mut read = 0;
    for seed in 0..6_000 {
        let mut random = Random::new(seed);
        let mut bytes = written.clone();
        for _ in 0..=random.index(3) {
            let at = random.index(bytes.len());
            bytes[at] = random.index(256) as u8;
        }
        let Ok(mut bones) = postcard::from_bytes::<SpringBones>(&bytes) else { continue };
        read += 1;
        let again = postcard::to_stdvec(&bones).unwrap();
        let back: SpringBones = postcard::from_bytes(&again).unwrap();
        assert!(postcard::to_stdvec(&back).unwrap() == again, "{seed}");
        for frame in 0..8 {
            act(&mut bones, frame);
            let is_finite = |bone| bones.rotation(bone).xyzw().iter().all(|part| part.is_finite());
            assert!((0..bones.len()).all(is_finite), "{seed}");
        }
    }
    assert!(read > 1000, "{read}");
}
