//! The plain data of spring bones comes back bit for bit from JSON, postcard and bincode, and nothing else is read.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use saved::round_trip;
use sprung::{Rotation, Spring};
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose};

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
