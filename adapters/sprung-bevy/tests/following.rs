//! Components that follow another entity, headless: each against the motion of the core, stepped by hand.
#![allow(clippy::unwrap_used, reason = "the helpers of tests")]

mod app;

use app::{app, frame};
use bevy::prelude::*;
use core::time::Duration;
use sprung::motion::{self, CameraSprings, RotationState};
use sprung::{Rotation, Spring, State};
use sprung_bevy::{FixedCamera, FollowSpring};

/// Frames of a second together.
const FRAMES: [&[f64]; 3] =
    [&[1.0 / 64.0; 64], &[0.25; 4], &[0.03, 0.2, 0.01, 0.2, 0.06, 0.25, 0.15, 0.1]];

fn spring() -> Spring<f32> {
    Spring::from_frequency(1.5, 0.6).unwrap()
}

fn rotation(quat: Quat) -> Rotation<f32> {
    Rotation::from_xyzw(quat.to_array())
}

/// The leader runs on a line and turns steadily.
fn leader_at(time: f64) -> Transform {
    let time = time as f32;
    Transform::from_xyz(1.0 + 3.0 * time, 0.5, -2.0 * time)
        .with_rotation(Quat::from_rotation_y(1.2 * time))
}

fn put(app: &mut App, entity: Entity, transform: Transform) {
    *app.world_mut().get_mut::<Transform>(entity).unwrap() = transform;
}

fn transform(app: &App, entity: Entity) -> Transform {
    *app.world().get::<Transform>(entity).unwrap()
}

/// Plays the frames while the leader runs.
fn run(app: &mut App, leader: Entity, frames: &[f64]) {
    put(app, leader, leader_at(0.0));
    frame(app, 0.0);
    let mut time = 0.0;
    for &dt in frames {
        time += dt;
        put(app, leader, leader_at(time));
        frame(app, dt);
    }
}

/// Goals and durations of the frames.
fn goals(frames: &[f64]) -> Vec<(Transform, Transform, f32)> {
    let mut time = 0.0;
    let mut goals = vec![];
    for &dt in frames {
        let (from, to) = (leader_at(time), leader_at(time + dt));
        goals.push((from, to, Duration::from_secs_f64(dt).as_secs_f32()));
        time += dt;
    }
    goals
}

#[test]
fn a_follower_moves_as_the_core_at_every_frame_rate() {
    for tracks in [false, true] {
        let step = |dt| if tracks { spring().track_step(dt) } else { spring().follow_step(dt) };
        let ends = FRAMES.map(|frames| {
            let mut app = app();
            let leader = app.world_mut().spawn(Transform::IDENTITY).id();
            let mut follower = FollowSpring::new(leader, spring());
            follower.tracks = tracks;
            let entity = app.world_mut().spawn(follower).id();
            run(&mut app, leader, frames);
            let mut moving = State::at_rest(Vec3::ZERO);
            let mut turning = RotationState::at_rest(Rotation::IDENTITY);
            for (from, to, dt) in goals(frames) {
                let (before, after) = (rotation(from.rotation), rotation(to.rotation));
                moving = step(dt).apply(moving, from.translation, to.translation);
                turning = step(dt).apply_rotation(turning, before, after);
            }
            let end = transform(&app, entity);
            let expected = Transform::from_translation(moving.position)
                .with_rotation(Quat::from_array(turning.rotation.xyzw()));
            assert!(end.translation.distance(expected.translation) < 1e-6, "{end:?} {expected:?}");
            assert!(end.rotation.abs_diff_eq(expected.rotation, 1e-6), "{end:?} {expected:?}");
            end
        });
        for end in ends {
            assert!(end.translation.distance(ends[0].translation) < 1e-5, "{ends:?}");
            assert!(end.rotation.abs_diff_eq(ends[0].rotation, 4e-6), "{ends:?}");
        }
        let left = leader_at(1.0).translation.distance(ends[0].translation);
        assert!(if tracks { left < 0.01 } else { left > 0.1 && left < 2.0 }, "{left}");
    }
}

#[test]
fn a_follower_lags_by_its_time_constant_and_a_tracker_does_not() {
    let offset = Transform::from_xyz(0.0, 2.0, 0.0);
    let lag = leader_at(f64::from(spring().lag())).translation - leader_at(0.0).translation;
    for (tracks, lag) in [(false, lag), (true, Vec3::ZERO)] {
        let mut app = app();
        let leader = app.world_mut().spawn(Transform::IDENTITY).id();
        let mut follower = FollowSpring::new(leader, spring());
        (follower.tracks, follower.offset) = (tracks, offset);
        let entity = app.world_mut().spawn(follower).id();
        run(&mut app, leader, &[1.0 / 64.0; 320]);
        let goal = leader_at(5.0).translation + offset.translation;
        let behind = goal - transform(&app, entity).translation;
        assert!(behind.distance(lag) < 2e-5, "{behind} {lag}");
    }
}

#[test]
fn a_train_of_followers_is_moved_from_its_head_in_any_order_of_spawning() {
    let train = |backwards: bool, frames: &[f64]| {
        let mut app = app();
        let leader = app.world_mut().spawn(Transform::IDENTITY).id();
        let mut cars = [leader; 5];
        let order: Vec<usize> = if backwards { (1..5).rev().collect() } else { (1..5).collect() };
        for &i in &order {
            cars[i] = app.world_mut().spawn(Transform::IDENTITY).id();
        }
        for &i in &order {
            let car = FollowSpring::new(cars[i - 1], spring());
            app.world_mut().entity_mut(cars[i]).insert(car);
        }
        run(&mut app, leader, frames);
        cars.map(|car| transform(&app, car))
    };
    let frames = &[1.0 / 64.0; 96];
    let ahead = train(false, frames);
    assert_eq!(ahead, train(true, frames));
    // By hand, each after the one before it: no car lags by a frame.
    let mut cars = [State::at_rest(Vec3::ZERO); 5];
    for (from, to, dt) in goals(frames) {
        let before = cars;
        cars[0] = State::at_rest(to.translation);
        for i in 1..5 {
            let start = if i == 1 { from.translation } else { before[i - 1].position };
            cars[i] = spring().follow_step(dt).apply(before[i], start, cars[i - 1].position);
        }
    }
    for (car, expected) in ahead.iter().zip(cars) {
        assert!(car.translation.distance(expected.position) < 1e-5, "{ahead:?} {cars:?}");
    }
}

#[test]
fn followers_in_a_circle_of_themselves_or_of_nobody_do_no_harm() {
    let mut app = app();
    let [a, b, own, lost] = [1.0, 2.0, 3.0, 4.0]
        .map(|x: f32| app.world_mut().spawn(Transform::from_xyz(x, 0.0, 0.0)).id());
    let gone = app.world_mut().spawn(Transform::IDENTITY).id();
    for (entity, leader) in [(a, b), (b, a), (own, own), (lost, gone)] {
        app.world_mut().entity_mut(entity).insert(FollowSpring::new(leader, spring()));
    }
    app.world_mut().despawn(gone);
    for _ in 0..600 {
        frame(&mut app, 1.0 / 60.0);
    }
    let x = |entity| transform(&app, entity).translation.x;
    assert!((x(a) - x(b)).abs() < 1e-3 && (0.5..2.5).contains(&x(a)), "{} {}", x(a), x(b));
    assert_eq!([x(own), x(lost)], [3.0, 4.0]);
}

#[test]
fn a_fixed_camera_turns_as_the_core_at_every_frame_rate_and_stays_where_it_is() {
    let place = Vec3::new(0.0, 4.0, 8.0);
    // A look-ahead takes the player's velocity at the end of the frame, as if he had it all along.
    for (lookahead, tolerance) in [(0.0, 1e-4), (0.1, 0.02)] {
        let springs =
            CameraSprings { focus: spring(), angles: spring(), radius: spring(), lookahead };
        let ends = FRAMES.map(|frames| {
            let mut app = app();
            let player = app.world_mut().spawn(Transform::IDENTITY).id();
            let mut component = FixedCamera::new(player, spring());
            component.lookahead = lookahead;
            let entity =
                app.world_mut().spawn((Transform::from_translation(place), component)).id();
            run(&mut app, player, frames);
            let first = leader_at(0.0).translation.to_array();
            let mut camera = motion::FixedCamera::new(place.to_array(), first);
            let mut follower = State::at_rest(first);
            for (from, to, dt) in goals(frames) {
                let [from, to] = [from, to].map(|player| player.translation.to_array());
                follower = spring().follow_step(dt).apply(follower, from, to);
                camera.update(State::new(to, follower.velocity), &springs.step(dt));
            }
            let end = transform(&app, entity);
            let expected = Quat::from_array(camera.rotation().xyzw());
            assert!(end.rotation.abs_diff_eq(expected, 1e-6), "{frames:?}: {end:?} {expected}");
            assert_eq!(end.translation, place);
            end
        });
        let direction = (leader_at(1.0).translation - place).normalize();
        for end in ends {
            assert!(end.rotation.abs_diff_eq(ends[0].rotation, tolerance), "{lookahead}: {ends:?}");
            assert!((end.rotation * Vec3::NEG_Z).abs_diff_eq(direction, 0.15), "{ends:?}");
        }
    }
}

#[test]
fn a_fixed_camera_may_be_carried_and_its_player_may_go() {
    let mut app = app();
    let player = app.world_mut().spawn(Transform::from_xyz(0.0, 1.0, 0.0)).id();
    let place = Transform::from_xyz(0.0, 1.0, 5.0);
    let camera = app.world_mut().spawn((place, FixedCamera::new(player, spring()))).id();
    frame(&mut app, 0.1);
    assert!(transform(&app, camera).rotation.abs_diff_eq(Quat::IDENTITY, 1e-6));
    let aside = Vec3::new(5.0, 1.0, 0.0);
    app.world_mut().get_mut::<Transform>(camera).unwrap().translation = aside;
    for _ in 0..300 {
        frame(&mut app, 1.0 / 60.0);
    }
    let looking = transform(&app, camera).rotation * Vec3::NEG_Z;
    assert!(looking.abs_diff_eq(Vec3::NEG_X, 1e-4), "{looking}");
    app.world_mut().despawn(player);
    let before = transform(&app, camera);
    frame(&mut app, 0.1);
    assert_eq!(transform(&app, camera), before);
}
