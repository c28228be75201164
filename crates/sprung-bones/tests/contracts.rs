//! The contract of every public function with 0, −0, negative, infinite and NaN numbers, in one table.
//!
//! What is accepted must stay a number. A public function without a row fails `every_public_function_has_a_row`.

use sprung::{Rotation, Spring};
use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};
use testkit::contracts::{All, Args, One, check_names, check_promises};

type Table = testkit::contracts::Table<(), f32>;
type Arguments = Args<f32>;

testkit::fuzz_contracts! { "bones", 20_000, add, Table }

#[test]
fn every_public_function_has_a_row() {
    check_names(env!("CARGO_MANIFEST_DIR"), &[], &Table::of(add));
}

#[test]
fn every_function_keeps_its_contract() {
    check_promises(|| Table::of(add));
}

fn pose(a: &mut Arguments) -> Pose {
    let rotation = Rotation::from_rotation_vector([0.1, a.number(0.3), 0.0]);
    Pose { position: a.triple(0.5), rotation }
}

fn bone(a: &mut Arguments) -> Bone {
    let spring = Spring::new(a.number(9.0), a.number(0.4));
    Bone::new(a.triple(0.1))
        .with_head(a.triple(0.05))
        .with_spring(spring.unwrap_or(Spring::clamped(5.0, 1.0)))
        .with_acceleration([0.0, a.number(-9.81), 0.0])
        .with_radius(a.number(0.02))
}

fn collider(a: &mut Arguments) -> BoneCollider {
    BoneCollider::capsule(0, [a.triple(0.03), [0.0, 0.1, 0.0]], a.number(0.04))
}

fn bones(a: &mut Arguments) -> Option<SpringBones> {
    let (bone, collider) = (bone(a), collider(a));
    let chain = BoneChain::new(0, vec![bone, bone]).with_colliders(vec![0]);
    SpringBones::new(&[chain], &[collider], &[pose(a)]).ok()
}

/// Rotations and tails after a step, if the bones are accepted.
fn numbers(bones: Option<SpringBones>) -> Option<All<f32>> {
    let mut bones = bones?;
    bones.step(0.05, &[Pose::IDENTITY]).ok()?;
    let rotations = (0..bones.len()).flat_map(|bone| bones.rotation(bone).xyzw());
    let tails = (0..bones.len()).flat_map(|bone| bones.tail(bone));
    Some(All(rotations.chain(tails).collect()))
}

/// The numbers of a single bone, if it is accepted.
fn hung(bone: Bone) -> Option<All<f32>> {
    numbers(SpringBones::new(&[BoneChain::new(0, vec![bone])], &[], &[Pose::IDENTITY]).ok())
}

fn add(table: &mut Table) {
    table.builds("Bone::new", |a| hung(Bone::new(a.triple(0.1))));
    table.builds("Bone::with_head", |a| hung(bone(a).with_head(a.triple(0.1))));
    table.builds("Bone::with_rest", |a| {
        hung(bone(a).with_rest(Rotation::from_rotation_vector(a.triple(0.4))))
    });
    table.builds("Bone::with_spring", |a| hung(bone(a)));
    table.builds("Bone::with_acceleration", |a| hung(bone(a).with_acceleration(a.triple(3.0))));
    table.builds("Bone::with_radius", |a| hung(bone(a).with_radius(a.number(0.1))));
    table.builds("Bone::with_vrm", |a| {
        let (stiffness, drag, gravity) = (a.number(1.0), a.number(0.4), a.number(0.2));
        hung(bone(a).with_vrm(stiffness, drag, gravity, a.triple(0.7)).ok()?)
    });
    table.answers("Bone::length", |a| One(bone(a).length()));
    for name in ["BoneChain::new", "BoneChain::with_colliders", "BoneChain::with_center"] {
        table.builds(name, |a| {
            let (bone, collider) = (bone(a), collider(a));
            let chain = BoneChain::new(0, vec![bone]).with_colliders(vec![0]).with_center(0);
            numbers(SpringBones::new(&[chain], &[collider], &[pose(a)]).ok())
        });
    }
    table.builds("BoneCollider::sphere", |a| {
        let (bone, ball) = (bone(a), BoneCollider::sphere(0, a.triple(0.04), a.number(0.05)));
        let chain = BoneChain::new(0, vec![bone]).with_colliders(vec![0]);
        numbers(SpringBones::new(&[chain], &[ball], &[Pose::IDENTITY]).ok())
    });
    for name in [
        "BoneCollider::capsule",
        "SpringBones::new",
        "SpringBones::rotation",
        "SpringBones::pose_of",
        "SpringBones::tail",
    ] {
        table.builds(name, |a| numbers(bones(a)));
    }
    table.builds("SpringBones::step", |a| {
        let mut bones = bones(a)?;
        for _ in 0..3 {
            // A refused step leaves the bones as they are.
            let _ = bones.step(a.number(0.02), &[pose(a)]);
        }
        numbers(Some(bones))
    });
    table.builds("SpringBones::reset", |a| {
        let mut bones = bones(a)?;
        let _ = bones.reset(&[pose(a)]);
        numbers(Some(bones))
    });
    table.builds("SpringBones::teleport", |a| {
        let mut bones = bones(a)?;
        let _ = bones.teleport(&[pose(a)]);
        numbers(Some(bones))
    });
    for name in ["SpringBones::len", "SpringBones::is_empty"] {
        table.answers(name, |a| {
            let bones = bones(a);
            let agrees = bones.is_none_or(|bones| bones.len() == 2 && !bones.is_empty());
            One(f32::from(u8::from(agrees)))
        });
    }
}
