//! Headless skeletons: joints against the bones of `sprung-bones`.
#![cfg(feature = "bones")]

mod app;

use app::frame;
use bevy::prelude::*;
use sprung::{Rotation, Spring};
use sprung_bevy::{
    BoneCollider, JointChain, JointMotion, SkeletonError, SpringBones, SprungBonesPlugin,
};
use sprung_bones::{Bone, BoneChain, Pose};

const SEGMENT: f32 = 0.1;

fn app() -> App {
    let mut app = app::app();
    app.add_plugins(SprungBonesPlugin);
    app
}

fn motion() -> JointMotion {
    JointMotion::Spring(Spring::from_frequency(2.0, 0.4).expect("it exists"), Vec3::NEG_Y * 9.81)
}

/// A head and `count` joints below it, each a child of the one before.
fn skeleton(app: &mut App, count: usize) -> (Entity, Vec<Entity>) {
    let world = app.world_mut();
    let head = world.spawn(Transform::default()).id();
    let (mut parent, mut joints) = (head, vec![]);
    for i in 0..count {
        let bent = Quat::from_rotation_z(0.2 * i as f32);
        let place = Transform::from_xyz(0.0, -SEGMENT, 0.0).with_rotation(bent);
        parent = world.spawn((place, ChildOf(parent))).id();
        joints.push(parent);
    }
    (head, joints)
}

fn sway(app: &mut App, head: Entity, time: f32) {
    let mut transform = app.world_mut().get_mut::<Transform>(head).expect("it exists");
    transform.translation.x = 0.2 * (4.0 * time).sin();
    transform.rotation = Quat::from_rotation_y(0.5 * (3.0 * time).sin());
}

fn rotations(app: &App, joints: &[Entity]) -> Vec<Quat> {
    joints
        .iter()
        .map(|joint| app.world().get::<Transform>(*joint).expect("it exists").rotation)
        .collect()
}

#[test]
fn joints_turn_as_the_bones_do() {
    let mut app = app();
    let (head, joints) = skeleton(&mut app, 5);
    let torso = app.world_mut().spawn((
        BoneCollider::capsule([Vec3::ZERO, Vec3::NEG_Y], 0.05),
        Transform::from_xyz(0.1, 0.0, 0.0),
    ));
    let torso = torso.id();
    let chain = JointChain::new(joints.iter().copied(), motion()).expect("it exists");
    let chain = chain.with_radius(0.02).with_colliders(vec![torso]).with_center(torso);
    app.world_mut().entity_mut(head).insert(SpringBones::new([chain]));
    let JointMotion::Spring(spring, acceleration) = motion() else { panic!() };
    let tail = [0.0, -SEGMENT, 0.0];
    let bones = (0..4).map(|i| {
        let rest = Rotation::from_xyzw(Quat::from_rotation_z(0.2 * i as f32).to_array());
        let bone = Bone::new(tail).with_head(tail).with_rest(rest).with_spring(spring);
        bone.with_acceleration(acceleration.to_array()).with_radius(0.02)
    });
    let chain = BoneChain::new(0, bones.collect()).with_colliders(vec![0]).with_center(1);
    let capsule = sprung_bones::BoneCollider::capsule(1, [[0.0; 3], [0.0, -1.0, 0.0]], 0.05);
    let torso = Pose { position: [0.1, 0.0, 0.0], ..Pose::IDENTITY };
    let nodes = [Pose::IDENTITY, torso];
    let mut expected =
        sprung_bones::SpringBones::new(&[chain], &[capsule], &nodes).expect("it exists");
    frame(&mut app, 0.0);
    let mut time = 0.0;
    for i in 0..240 {
        let dt = [0.016_f32, 0.004, 0.03][i % 3];
        time += dt;
        sway(&mut app, head, time);
        frame(&mut app, f64::from(dt));
        let place = *app.world().get::<GlobalTransform>(head).expect("it exists");
        let (_, rotation, position) = place.to_scale_rotation_translation();
        let rotation = Rotation::from_xyzw(rotation.to_array());
        let place = Pose { position: position.to_array(), rotation };
        let dt = app.world().resource::<Time>().delta_secs();
        expected.step(dt, &[place, torso]).expect("good");
        for (bone, rotation) in rotations(&app, &joints[..4]).iter().enumerate() {
            assert_eq!(rotation.to_array(), expected.rotation(bone).xyzw(), "frame {i}");
        }
    }
    // The end is not turned.
    assert_eq!(rotations(&app, &joints[4..]), [Quat::from_rotation_z(0.8)]);
}

#[test]
fn a_scaled_skeleton_swings_as_one_of_its_size() {
    let run = |scale: f32, segment: f32| {
        let mut app = app();
        let (head, joints) = skeleton(&mut app, 4);
        for &joint in &joints {
            app.world_mut().get_mut::<Transform>(joint).expect("it exists").translation.y =
                -segment;
        }
        let root = app.world_mut().spawn(Transform::from_scale(Vec3::splat(scale))).id();
        app.world_mut().entity_mut(head).insert(ChildOf(root));
        let chain = JointChain::new(joints.iter().copied(), motion());
        app.world_mut().entity_mut(root).insert(SpringBones::new(chain));
        frame(&mut app, 0.0);
        for i in 1..=60 {
            let turn = Quat::from_rotation_z((0.1 * i as f32).sin());
            app.world_mut().get_mut::<Transform>(root).expect("it exists").rotation = turn;
            frame(&mut app, 1.0 / 60.0);
        }
        rotations(&app, &joints)
    };
    for (a, b) in run(1.0, 0.1).into_iter().zip(run(0.01, 10.0)) {
        assert!(a.angle_between(b) < 1e-3, "{a} {b}");
    }
}

#[test]
fn the_pose_is_the_same_at_every_frame_rate() {
    let run = |frames: u32| {
        let mut app = app();
        let (head, joints) = skeleton(&mut app, 6);
        let vrm =
            JointMotion::Vrm { stiffness: 1.0, drag: 0.4, gravity: 0.5, direction: Vec3::NEG_Y };
        let chain = JointChain::new(joints.iter().copied(), vrm);
        app.world_mut().entity_mut(head).insert(SpringBones::new(chain));
        frame(&mut app, 0.0);
        for i in 1..=2 * frames {
            sway(&mut app, head, i as f32 / frames as f32);
            frame(&mut app, 1.0 / f64::from(frames));
        }
        rotations(&app, &joints)
    };
    let fine = run(240);
    for frames in [60, 144] {
        for (a, b) in run(frames).into_iter().zip(&fine) {
            assert!(a.angle_between(*b) < 5e-3, "{frames} a second: {a} {b}");
        }
    }
    assert!(fine[0].angle_between(Quat::IDENTITY) > 0.01, "it swings");
}

#[test]
fn a_skeleton_that_is_not_whole_waits_with_an_error() {
    let mut app = app();
    let (head, joints) = skeleton(&mut app, 3);
    let late = app.world_mut().spawn_empty().id();
    let chain = JointChain::new(joints.iter().copied().chain([late]), motion());
    let rig = app.world_mut().spawn(SpringBones::new(chain)).id();
    let error = |app: &App| app.world().get::<SpringBones>(rig).expect("it exists").error();
    frame(&mut app, 0.01);
    let before = joints[2];
    assert_eq!(error(&app), Some(SkeletonError::NotAChild { joint: late, before }));
    let end = Transform::from_xyz(0.0, -SEGMENT, 0.0);
    app.world_mut().entity_mut(late).insert((end, ChildOf(before)));
    for i in 0..60 {
        sway(&mut app, head, i as f32 / 60.0);
        frame(&mut app, 1.0 / 60.0);
    }
    let swung = rotations(&app, &joints);
    assert!(swung[1].angle_between(Quat::from_rotation_z(0.2)) > 0.01, "it swings");
    // A head at infinity is refused, one that is gone stays; joints that are gone are left out.
    app.world_mut().get_mut::<Transform>(head).expect("it exists").translation.x = f32::INFINITY;
    frame(&mut app, 0.01);
    assert!(matches!(error(&app), Some(SkeletonError::Bones(_))), "{:?}", error(&app));
    assert_eq!(rotations(&app, &joints), swung);
    app.world_mut().despawn(head);
    frame(&mut app, 0.01);
    assert!(JointChain::new([head], motion()).is_none());
    let short = JointChain::new([head, late], motion()).expect("it exists");
    let short = JointChain { joints: vec![], ..short };
    let rig = app.world_mut().spawn(SpringBones::new([short])).id();
    frame(&mut app, 0.01);
    let error = app.world().get::<SpringBones>(rig).expect("it exists").error();
    assert_eq!(error, Some(SkeletonError::TooShort { chain: 0 }));
}

#[test]
fn bones_are_carried_along_by_a_teleport() {
    let mut app = app();
    let (head, joints) = skeleton(&mut app, 4);
    let chain = JointChain::new(joints.iter().copied(), motion());
    app.world_mut().entity_mut(head).insert(SpringBones::new(chain));
    (0..300).for_each(|_| frame(&mut app, 1.0 / 60.0));
    let still = rotations(&app, &joints);
    app.world_mut().get_mut::<Transform>(head).expect("it exists").translation.x = 100.0;
    app.world_mut().get_mut::<SpringBones>(head).expect("it exists").teleport();
    for _ in 0..10 {
        frame(&mut app, 1.0 / 60.0);
        for (a, b) in rotations(&app, &joints).into_iter().zip(&still) {
            assert!(a.angle_between(*b) < 2e-3, "{a} {b}");
        }
    }
}
