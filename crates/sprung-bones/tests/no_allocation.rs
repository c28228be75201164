//! A step allocates nothing.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};

#[test]
fn a_step_allocates_nothing() {
    let bone = Bone::new([0.0, -0.1, 0.0]);
    let chain = BoneChain::new(0, vec![bone; 5]).with_colliders(vec![0]).with_center(0);
    let ball = BoneCollider::sphere(0, [0.0, -0.1, 0.0], 0.05);
    let mut bones = SpringBones::new(&vec![chain; 20], &[ball], &[Pose::IDENTITY]).unwrap();
    let pose = Pose { position: [0.1, 0.0, 0.0], ..Pose::IDENTITY };
    let counted = allocation_counter::measure(|| {
        for dt in [1.0 / 60.0, 0.001, 3.0] {
            bones.step(dt, &[pose]).unwrap();
        }
    });
    assert_eq!(counted.count_total, 0);
}
