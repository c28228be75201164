//! Components of one entity, headless: each against the motion of the core, stepped by hand.
#![allow(clippy::unwrap_used, reason = "the helpers of tests")]

mod app;

use app::{app, frame};
use bevy::prelude::*;
use core::f32::consts::PI;
use core::time::Duration;
use sprung::motion::{
    DoubleRotationSpring, DoubleSpring, JointLimits, JointSpring, LimitedTracker, RotationState,
    TimedGoal, TimedRotationSpring, TimedSpring, VelocityRotationSpring, VelocitySpring,
};
use sprung::{DoubleStep, MotionLimits, Rotation, Spring, State};
use sprung_bevy::{
    DoubleTransformSpring, JointRotation, LimitedTranslation, TimedTransformSpring,
    VelocityTransformSpring,
};

/// Frames of half a second together.
const FRAMES: [&[f64]; 3] = [&[1.0 / 64.0; 32], &[0.25, 0.25], &[0.03, 0.2, 0.01, 0.2, 0.06]];

fn start() -> Transform {
    Transform::from_xyz(1.0, 2.0, -3.0)
        .with_rotation(Quat::from_rotation_x(0.4))
        .with_scale(Vec3::new(2.0, 0.5, 1.0))
}

fn goal() -> Transform {
    Transform::from_xyz(4.0, -2.0, 1.0).with_rotation(Quat::from_rotation_y(2.5))
}

fn spring() -> Spring<f32> {
    Spring::from_frequency(1.5, 0.8).unwrap()
}

fn rotation(quat: Quat) -> Rotation<f32> {
    Rotation::from_xyzw(quat.to_array())
}

fn quat(rotation: Rotation<f32>) -> Quat {
    Quat::from_array(rotation.xyzw())
}

/// The frames as a component sees them.
fn seconds(frames: &[f64]) -> impl Iterator<Item = f32> {
    frames.iter().map(|&dt| Duration::from_secs_f64(dt).as_secs_f32())
}

fn spawn(app: &mut App, component: impl Component) -> Entity {
    app.world_mut().spawn((start(), component)).id()
}

fn transform(app: &App, entity: Entity) -> Transform {
    *app.world().get::<Transform>(entity).unwrap()
}

/// The component moves as the core does, bit for bit, and the same way at every frame rate.
fn moves_as<C: Component + Clone>(component: C, by_hand: impl Fn(&[f64]) -> Transform) {
    let ends = FRAMES.map(|frames| {
        let mut app = app();
        let entity = spawn(&mut app, component.clone());
        frames.iter().for_each(|&dt| frame(&mut app, dt));
        let end = transform(&app, entity);
        assert_eq!(end, by_hand(frames), "{frames:?}");
        assert_eq!(end.scale, start().scale);
        end
    });
    for end in ends {
        assert!(end.translation.distance(ends[0].translation) < 2e-5, "{ends:?}");
        // The distance of quaternions: an angle of them has half of the digits.
        let apart = end.rotation - ends[0].rotation * end.rotation.dot(ends[0].rotation).signum();
        assert!(apart.length() < 4e-6, "{ends:?}");
    }
    let way = ends[0].translation.distance(start().translation);
    assert!(
        way > 0.3 || !ends[0].rotation.abs_diff_eq(start().rotation, 0.1),
        "it moves: {ends:?}"
    );
}

#[test]
fn a_timed_transform_moves_as_the_core_and_arrives() {
    let step = |dt| spring().arrival_step(dt);
    moves_as(TimedTransformSpring::new(spring(), goal(), 0.75), |frames| {
        let mut moving = TimedSpring::at_rest(start().translation);
        let mut turning = TimedRotationSpring::at_rest(rotation(start().rotation));
        let mut left = 0.75f64;
        for (dt, whole) in seconds(frames).zip(frames) {
            let time_left = left as f32;
            moving.update(TimedGoal { position: goal().translation, time_left }, &step(dt));
            turning.update_timed(rotation(goal().rotation), time_left, &step(dt));
            left -= Duration::from_secs_f64(*whole).as_secs_f64();
        }
        let (translation, rotation) = (moving.state.position, quat(turning.state().rotation));
        Transform { translation, rotation, ..start() }
    });
}

#[test]
fn a_lift_is_on_its_floor_in_time_and_stays_for_any_changes_on_the_way() {
    for dt in [1.0 / 32.0, 1.0 / 128.0, 0.25] {
        let mut app = app();
        let lift = spawn(&mut app, TimedTransformSpring::new(spring(), goal(), 2.0));
        let set = |app: &mut App, goal: Transform, time_left: Option<f64>| {
            let mut lift = app.world_mut().get_mut::<TimedTransformSpring>(lift).unwrap();
            lift.goal = goal;
            lift.time_left = time_left.unwrap_or(lift.time_left);
        };
        let frames = (1.0 / dt) as usize;
        for _ in 0..frames {
            frame(&mut app, dt);
        }
        let floor = Transform::from_xyz(0.0, 7.0, 0.0).with_rotation(Quat::from_rotation_z(-1.0));
        set(&mut app, floor, None);
        for _ in 0..frames {
            frame(&mut app, dt);
        }
        for _ in 0..3 {
            let at = transform(&app, lift);
            assert_eq!(at.translation, floor.translation, "{dt}");
            assert!(at.rotation.abs_diff_eq(floor.rotation, 1e-7), "{dt}");
            frame(&mut app, dt);
        }
        // Sent on from there, it starts at rest.
        set(&mut app, goal(), Some(1.0));
        for _ in 0..frames {
            frame(&mut app, dt);
        }
        assert_eq!(transform(&app, lift).translation, goal().translation, "{dt}");
    }
}

#[test]
fn a_transform_at_a_speed_moves_as_the_core() {
    let step = |speed, dt| spring().velocity_step(speed, spring().default_lookahead(), dt);
    moves_as(VelocityTransformSpring::new(spring(), goal(), 3.0, 2.0), |frames| {
        let mut moving = VelocitySpring::at_rest(start().translation);
        let mut turning = VelocityRotationSpring::at_rest(rotation(start().rotation));
        for dt in seconds(frames) {
            moving.update(goal().translation, &step(3.0, dt));
            turning.update(rotation(goal().rotation), &step(2.0, dt));
        }
        let (translation, rotation) = (moving.state.position, quat(turning.state().rotation));
        Transform { translation, rotation, ..start() }
    });
}

#[test]
fn a_double_transform_moves_as_the_core_and_is_half_way_after_its_halflife() {
    let component = DoubleTransformSpring::new(0.5, goal()).unwrap();
    moves_as(component, |frames| {
        let mut moving = DoubleSpring::at_rest(start().translation);
        let mut turning = DoubleRotationSpring::at_rest(rotation(start().rotation));
        for dt in seconds(frames) {
            let step = DoubleStep::from_halflife(0.5, dt).unwrap();
            moving.update(goal().translation, &step);
            turning.update(rotation(goal().rotation), &step);
        }
        let (translation, rotation) = (moving.state.position, quat(turning.state().rotation));
        Transform { translation, rotation, ..start() }
    });
    let mut app = app();
    let entity = spawn(&mut app, component);
    for dt in [0.2, 0.1, 0.2] {
        frame(&mut app, dt);
    }
    let half = start().translation.lerp(goal().translation, 0.5);
    assert!(transform(&app, entity).translation.distance(half) < 1e-6);
    assert_eq!(DoubleTransformSpring::new(-1.0, goal()).unwrap_err().field, "halflife");
}

#[test]
fn a_limited_translation_moves_as_the_core_within_its_limits_and_onto_its_goal() {
    let limits = MotionLimits::new(3.0, 8.0, 40.0).unwrap();
    let component = LimitedTranslation::new(limits, goal().translation);
    moves_as(component, |frames| {
        let mut axes = start().translation.to_array().map(LimitedTracker::at_rest);
        for dt in seconds(frames) {
            for (axis, goal) in axes.iter_mut().zip(goal().translation.to_array()) {
                axis.update(State::at_rest(goal), &limits.step(dt));
            }
        }
        Transform {
            translation: Vec3::from_array(axes.map(|axis| axis.state().position)),
            ..start()
        }
    });
    for dt in [1.0 / 30.0, 1.0 / 144.0] {
        let mut app = app();
        let entity = spawn(&mut app, component);
        let mut time = 0.0;
        let arrives = loop {
            frame(&mut app, dt);
            time += dt as f32;
            let crane = app.world().get::<LimitedTranslation>(entity).unwrap();
            assert!(crane.velocity().abs().max_element() <= 3.0);
            assert!(crane.acceleration().abs().max_element() <= 8.0);
            if crane.time_left() == 0.0 {
                break time;
            }
            assert!(time < 5.0, "{crane:?}");
        };
        assert_eq!(transform(&app, entity).translation, goal().translation);
        // Rise and fall of the acceleration, 4 units at 3 per second: 4/3 + 3/8 + 8/40 s.
        assert!((arrives - 1.9083).abs() < 2.0 * dt as f32, "{arrives}");
    }
}

#[test]
fn a_goal_that_moves_steadily_is_followed_without_lag() {
    let mut app = app();
    let limits = MotionLimits::new(3.0, 8.0, 40.0).unwrap();
    let mut component = LimitedTranslation::new(limits, start().translation);
    component.goal_velocity = Vec3::new(1.0, 0.0, -2.0);
    let entity = spawn(&mut app, component);
    for frames in 1..=128u16 {
        let goal = start().translation + component.goal_velocity * (f32::from(frames) / 64.0);
        app.world_mut().get_mut::<LimitedTranslation>(entity).unwrap().goal = goal;
        frame(&mut app, 1.0 / 64.0);
        let behind = transform(&app, entity).translation - goal;
        assert!(frames < 100 || behind.length() < 1e-6, "{frames}: {behind}");
    }
}

/// A neck that turns about y.
fn neck() -> JointLimits<f32> {
    JointLimits::new([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.7, 0.5], [-1.4, 1.4]).unwrap()
}

#[test]
fn a_joint_moves_as_the_core() {
    moves_as(JointRotation::new(spring(), neck(), goal().rotation), |frames| {
        let mut joint =
            JointSpring::new(RotationState::at_rest(rotation(start().rotation)), neck());
        for dt in seconds(frames) {
            joint.update(rotation(goal().rotation), &spring().step(dt));
        }
        Transform { rotation: quat(joint.state().rotation), ..start() }
    });
}

#[test]
fn a_joint_never_leaves_its_limits_not_even_when_they_change() {
    let mut app = app();
    let bouncy = Spring::from_frequency(2.0, 0.1).unwrap();
    let entity = spawn(&mut app, JointRotation::new(bouncy, neck(), Quat::IDENTITY));
    for frames in 0..300u16 {
        let mut joint = app.world_mut().get_mut::<JointRotation>(entity).unwrap();
        let angle = f32::from(frames / 20) * 2.0;
        joint.goal = Quat::from_euler(EulerRot::YXZ, angle, 1.3 * angle, 0.7 * angle);
        if frames == 150 {
            joint.limits =
                JointLimits::new([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.3, 0.3], [-PI, 0.5]).unwrap();
        }
        let limits = joint.limits;
        frame(&mut app, 1.0 / 60.0);
        let shown = transform(&app, entity).rotation;
        let allowed = quat(limits.clamp(&rotation(shown)));
        assert!(shown.abs_diff_eq(allowed, 1e-6), "{frames}: {shown} {allowed}");
        assert!(app.world().get::<JointRotation>(entity).unwrap().angular_velocity().is_finite());
    }
}

#[test]
fn an_entity_that_something_else_moves_starts_from_there() {
    let limits = MotionLimits::new(3.0, 8.0, 40.0).unwrap();
    let moved = Transform::from_xyz(-5.0, 0.0, 2.0).with_rotation(Quat::from_rotation_z(0.5));
    fn check<C: Component>(component: impl Fn() -> C, moved: Transform) {
        let mut app = app();
        let [entity, other] =
            [start(), moved].map(|from| app.world_mut().spawn((from, component())).id());
        for _ in 0..20 {
            frame(&mut app, 1.0 / 60.0);
        }
        // A component that never moved is at the same place as one that was put there.
        *app.world_mut().get_mut::<Transform>(entity).unwrap() = moved;
        app.world_mut().entity_mut(other).insert((moved, component()));
        for _ in 0..20 {
            frame(&mut app, 1.0 / 60.0);
            assert_eq!(transform(&app, entity), transform(&app, other));
            assert_ne!(transform(&app, entity), moved);
        }
    }
    check(|| VelocityTransformSpring::new(spring(), goal(), 3.0, 2.0), moved);
    check(|| DoubleTransformSpring::new(0.3, goal()).unwrap(), moved);
    check(|| LimitedTranslation::new(limits, goal().translation), moved);
    check(|| JointRotation::new(spring(), neck(), goal().rotation), moved);
}
