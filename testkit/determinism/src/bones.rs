//! Spring bones: chains of several lengths, with centers and colliders, on nodes that turn.

use sprung::Rotation;
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};

use crate::bits::{Bits, Outcome};

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let bone = Bone::new([0.0, -0.08, 0.01]).with_radius(0.02);
    let down = [0.0, -1.0, 0.0];
    let mut chains = Vec::new();
    for count in 1..12_u8 {
        let number = f32::from(count);
        let bone = bone.with_vrm(0.2 * number, 0.05 * number, 0.1 * number, down)?;
        let bones = vec![bone.with_head([0.0, -0.08, 0.01]); usize::from(count % 6) + 1];
        let chain = BoneChain::new(usize::from(count % 2), bones);
        chains.push(match count % 3 {
            0 => chain.with_center(1),
            1 => chain.with_colliders(vec![0, 1]),
            _ => chain,
        });
    }
    let colliders = [
        BoneCollider::sphere(0, [0.02, -0.1, 0.05], 0.06),
        BoneCollider::capsule(1, [[0.0; 3], [0.0, -0.3, 0.0]], 0.05),
    ];
    let mut bones = SpringBones::new(&chains, &colliders, &[Pose::IDENTITY; 2])?;
    for frame in 0..120_u8 {
        let frame = f32::from(frame);
        let wave = (frame % 40.0 - 20.0) * 0.02;
        let turned = |vector| Rotation::from_rotation_vector(vector);
        let nodes = [
            Pose { position: [0.01 * frame, wave, 0.0], rotation: turned([wave, 0.0, 0.3 * wave]) },
            Pose { position: [wave, 0.0, 0.1], rotation: turned([0.0, 0.05 * frame, wave]) },
        ];
        let hitch = if frame == 70.0 { 0.4 } else { 0.0 };
        bones.step(0.011 + 0.000_1 * (frame % 7.0) + hitch, &nodes)?;
    }
    for bone in 0..bones.len() {
        bits.add_all(bones.rotation(bone).xyzw());
    }
    Ok(())
}
