//! Headless apps with a manual clock: the components against the closed forms.

mod app;
#[path = "app/volume.rs"]
mod volume;

use app::{app, frame};
use bevy::prelude::*;
use sprung::motion::{CameraSprings, Character, Orbit};
use sprung::{Spring, State};
use sprung_bevy::{
    CharacterController, ThirdPersonCamera, TransformSpring, ValueSpring, ValueSpringPlugin,
};
use volume::Volume;

#[test]
fn a_transform_goes_the_same_way_at_every_frame_rate() {
    let spring = Spring::from_frequency(1.5, 0.6).unwrap();
    let goal = Transform::from_xyz(4.0, -2.0, 1.0)
        .with_rotation(Quat::from_rotation_y(2.5))
        .with_scale(Vec3::new(2.0, 0.5, 1.0));
    let after = |frames: &[f64]| {
        let mut app = app();
        let entity =
            app.world_mut().spawn((Transform::IDENTITY, TransformSpring::new(spring, goal))).id();
        for &dt in frames {
            frame(&mut app, dt);
        }
        *app.world().get::<Transform>(entity).unwrap()
    };
    let exact = spring.step(0.5).apply(State::at_rest(Vec3::ZERO), goal.translation).position;
    for frames in [&[1.0 / 64.0; 32][..], &[0.25, 0.25], &[0.03, 0.2, 0.01, 0.2, 0.06]] {
        let reached = after(frames);
        assert!(reached.translation.distance(exact) < 2e-5, "{frames:?}: {reached:?}");
        assert!(reached.rotation.is_normalized() && reached.scale.x > 1.0 && reached.scale.y < 1.0);
    }
    let settled = after(&[0.25; 80]);
    assert!(settled.translation.distance(goal.translation) < 1e-4);
    assert!(settled.rotation.angle_between(goal.rotation) < 1e-3);
    assert!(settled.scale.distance(goal.scale) < 1e-4);
}

#[test]
fn hidden_and_mirrored_sprites_are_moved_like_any_other() {
    let spring = Spring::from_frequency(1.5, 0.6).unwrap();
    for (from, to) in [(0.0, 1.0), (1.0, 0.0), (-1.0, 1.0), (-1.0, -2.0)] {
        let mut app = app();
        let [start, goal] = [from, to]
            .map(|x| Transform::from_xyz(1.0, 2.0, 3.0).with_scale(Vec3::new(x, 1.0, 1.0)));
        let entity = app.world_mut().spawn((start, TransformSpring::new(spring, goal))).id();
        for _ in 0..600 {
            frame(&mut app, 1.0 / 60.0);
            let scale = app.world().get::<Transform>(entity).unwrap().scale;
            assert!(scale.is_finite() && scale.abs().max_element() < 3.0, "{from} {to}: {scale}");
        }
        let scale = app.world().get::<Transform>(entity).unwrap().scale;
        assert!((scale.x - to).abs() < 1e-4, "{from} {to}: {scale}");
    }
}

#[test]
fn the_value_of_any_component_can_be_sprung() {
    let mut app = app();
    app.add_plugins(ValueSpringPlugin::<Volume>::default());
    let spring = Spring::from_halflife(0.25f32, 1.0).unwrap();
    let entity = app.world_mut().spawn((Volume(1.0), ValueSpring::<Volume>::new(spring, 0.0))).id();
    for _ in 0..10 {
        frame(&mut app, 0.025);
    }
    assert!((app.world().get::<Volume>(entity).unwrap().0 - 0.5).abs() < 1e-5);
}

#[test]
fn a_character_walks_where_its_prediction_said_and_the_camera_keeps_up() {
    let mut app = app();
    let quick = Spring::from_halflife(0.1, 1.0).unwrap();
    let mut controller = CharacterController::new(quick);
    controller.goal_velocity = Vec3::new(0.0, 0.0, -5.0);
    let mut path = [Character::at_rest(Vec3::ZERO)];
    controller.predict(&Transform::IDENTITY, &[2.0], &mut path);
    let player = app.world_mut().spawn((Transform::IDENTITY, controller)).id();
    let springs =
        CameraSprings { focus: quick, angles: quick, radius: quick, lookahead: quick.lag() };
    let view = Orbit { radius: 6.0, yaw: 0.0, pitch: 0.3 };
    let camera = app.world_mut().spawn(ThirdPersonCamera::new(player, springs, view)).id();
    for _ in 0..120 {
        frame(&mut app, 1.0 / 60.0);
    }
    let at = |app: &App, entity| app.world().get::<Transform>(entity).unwrap().translation;
    assert!(at(&app, player).distance(path[0].position) < 1e-3);
    let behind = at(&app, camera) - at(&app, player);
    assert!((behind.length() - 6.0).abs() < 0.05 && behind.z > 5.0 && behind.y > 1.0, "{behind}");
    app.world_mut().get_mut::<ThirdPersonCamera>(camera).unwrap().clearance = 2.0;
    frame(&mut app, 1.0 / 60.0);
    assert!(
        at(&app, camera).distance(at(&app, player)) < 2.2,
        "a wall shortens the distance at once"
    );
}

#[test]
fn a_player_that_is_gone_leaves_the_camera_where_it_is() {
    let mut app = app();
    let spring = Spring::critical(5.0).unwrap();
    let springs = CameraSprings { focus: spring, angles: spring, radius: spring, lookahead: 0.0 };
    let player = app.world_mut().spawn(Transform::IDENTITY).id();
    let view = Orbit { radius: 3.0, yaw: 0.0, pitch: 0.0 };
    let camera = app.world_mut().spawn(ThirdPersonCamera::new(player, springs, view)).id();
    frame(&mut app, 0.1);
    let before = *app.world().get::<Transform>(camera).unwrap();
    app.world_mut().despawn(player);
    frame(&mut app, 0.1);
    assert_eq!(*app.world().get::<Transform>(camera).unwrap(), before);
}
