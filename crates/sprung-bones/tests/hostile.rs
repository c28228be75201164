//! Bad input is named and changes nothing; extreme input stays finite.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung::{Rotation, Spring};
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};
use testkit::inputs::hostile;
use testkit::random::Random;

fn bones(bone: Bone) -> Result<SpringBones, String> {
    let chain = BoneChain::new(0, vec![bone, bone.with_head([0.0, 0.1, 0.0])]);
    SpringBones::new(&[chain], &[], &[Pose::IDENTITY]).map_err(|error| error.to_string())
}

fn refused(bone: Bone) -> String {
    bones(bone).err().unwrap()
}

#[test]
fn errors_name_element_field_value_and_rule() {
    let bone = Bone::new([0.0, 0.1, 0.0]);
    let message = refused(Bone::new([0.0; 3]));
    assert_eq!(message, "bone 0: length must be in 1e-6 to 1e6 m, got 0");
    let message = refused(bone.with_radius(-1.0));
    assert_eq!(message, "bone 0: radius must be in 0 to 1e6 m, got -1");
    let message = refused(bone.with_acceleration([0.0, f32::NAN, 0.0]));
    assert_eq!(message, "bone 0: acceleration must be finite and at most 1e15 in size, got NaN");
    let chain = BoneChain::new(0, vec![bone]);
    let new = |chain: BoneChain, collider: BoneCollider| {
        let made = SpringBones::new(&[chain], &[collider], &[Pose::IDENTITY]);
        made.err().unwrap().to_string()
    };
    let ball = BoneCollider::sphere(0, [0.0; 3], 0.1);
    let message = new(chain.clone().with_center(7), ball);
    assert_eq!(message, "chain 0: center must be below the number of nodes, 1, got 7");
    let message = new(chain.clone().with_colliders(vec![0, 1]), ball);
    assert_eq!(message, "chain 0: colliders must be below the number of colliders, 1, got 1");
    let message = new(chain, BoneCollider::sphere(3, [0.0; 3], 0.1));
    assert_eq!(message, "collider 0: node must be below the number of nodes, 1, got 3");
    let vrm =
        |stiffness, drag| bone.with_vrm(stiffness, drag, 0.0, [0.0; 3]).unwrap_err().to_string();
    assert_eq!(vrm(-1.0, 0.5), "stiffness must be finite and >= 0, got -1");
    assert_eq!(vrm(1.0, 1.0), "drag must be >= 0 and < 1, got 1");
}

#[test]
fn a_step_that_is_refused_changes_nothing() {
    let mut moving = bones(Bone::new([0.0, -0.1, 0.0])).unwrap();
    let pose = Pose { position: [1.0, 0.0, 0.0], ..Pose::IDENTITY };
    moving.step(0.01, &[pose]).unwrap();
    let before = moving.rotation(1);
    let bad = Pose { position: [0.0, f32::INFINITY, 0.0], ..pose };
    let message = moving.step(0.01, &[bad]).unwrap_err().to_string();
    assert_eq!(message, "node 0: position must be finite and at most 1e15 in size, got inf");
    let message = moving.step(f32::NAN, &[pose]).unwrap_err().to_string();
    assert_eq!(message, "dt must be finite and >= 0, got NaN");
    assert!(moving.step(-0.01, &[pose]).is_err());
    let message = moving.step(0.01, &[]).unwrap_err().to_string();
    assert_eq!(message, "nodes must be as many as at the start, 1, got 0");
    moving.step(0.0, &[Pose::IDENTITY]).unwrap();
    assert_eq!(moving.rotation(1), before);
}

#[test]
fn no_number_leads_to_nan() {
    let numbers = hostile::<f32>();
    let mut made = 0;
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut number = |common: f64| match random.index(15) {
            0 => numbers[random.index(numbers.len())],
            _ => random.uniform(-common, common) as f32,
        };
        let mut vector = |common: f64| [number(common), number(common), number(common)];
        let (tail, head, push) = (vector(0.1), vector(0.1), vector(10.0));
        let ends = [vector(0.1), vector(0.1)];
        let (poses, spins) = ([(); 6].map(|()| vector(0.2)), [(); 6].map(|()| vector(1.0)));
        let spring = Spring::new(number(30.0).abs(), number(1.0).abs());
        let bone = Bone::new(tail)
            .with_head(head)
            .with_spring(spring.unwrap_or(Spring::clamped(5.0, 1.0)))
            .with_acceleration(push)
            .with_radius(number(0.05));
        let chain = BoneChain::new(0, vec![bone; 3]).with_colliders(vec![0]);
        let chain = if seed % 2 == 0 { chain } else { chain.with_center(0) };
        let ball = BoneCollider { node: 0, ends, radius: number(0.1) };
        let Ok(mut bones) = SpringBones::new(&[chain], &[ball], &[Pose::IDENTITY]) else {
            continue;
        };
        made += 1;
        for (position, spin) in poses.into_iter().zip(spins) {
            let pose = Pose { position, rotation: Rotation::from_rotation_vector(spin) };
            // A refused step leaves the bones as they are.
            let _ = bones.step(number(0.05), &[pose]);
        }
        bones.step(0.02, &[Pose::IDENTITY]).unwrap();
        for bone in 0..bones.len() {
            let rotation = bones.rotation(bone).xyzw();
            assert!(rotation.iter().all(|part| part.is_finite()), "{seed} {bone}: {rotation:?}");
            let size: f32 = rotation.iter().map(|part| part * part).sum();
            assert!((size - 1.0).abs() < 1e-5, "{seed} {bone}: {rotation:?}");
        }
    }
    assert!(made > 500, "{made}");
}

/// Found by fuzzing: the tail was a NaN after a second, and ever after.
#[test]
fn bones_whose_heads_move_by_more_than_their_length_in_a_tick_stay_in_reach() {
    let triple = |x: f32| [x, 0.5 - 0.3 * x, 0.7];
    let bone = Bone::new(triple(0.1))
        .with_head([0.05, 0.485, 193.0664])
        .with_spring(Spring::new(9.0, 0.4).unwrap())
        .with_acceleration([0.0, -9.81, 0.0]);
    let turned = |x: f32| Rotation::from_rotation_vector([0.1, x, 0.0]);
    let pose = |position, x| Pose { position, rotation: turned(x) };
    let chain = BoneChain::new(0, vec![bone, bone]);
    let mut bones = SpringBones::new(&[chain], &[], &[pose(triple(1.0), 0.3)]).unwrap();
    for (dt, x) in [(1.0, 1.0), (f32::MAX, 0.3), (0.02, 1.0), (0.5, -2.0), (1e-3, 2.0)] {
        bones.step(dt, &[pose(triple(x), x)]).unwrap();
        for place in 0..2 {
            let (head, tail) = (bones.pose_of(place).position, bones.tail(place));
            let square: f32 = (0..3).map(|at| (tail[at] - head[at]).powi(2)).sum();
            assert!((square.sqrt() - bone.length()).abs() < 1e-3, "{tail:?} from {head:?}");
        }
    }
}
