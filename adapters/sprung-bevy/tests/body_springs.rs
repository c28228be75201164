//! Headless avian: the springs of `sprung-body` between bodies, on rays and in contacts.
#![cfg(feature = "avian")]

#[path = "app/physics.rs"]
mod physics;

use avian3d::prelude::*;
use bevy::prelude::*;
use physics::physics_app;
use sprung::{Damper, Spring};
use sprung_bevy::{
    AngularMotor, AngularServo, ContactSpring, DistanceSpring, DragSpring, LinearMotor,
    LinearServo, OrientationSpring, SuspensionSpring, SwingSpring,
};
use sprung_body::{ContactMaterial, SpringMode, Stiffness};

const DOWN: Vec3 = Vec3::new(0.0, -9.81, 0.0);

/// A cube of 1 m without a collider.
fn body(density: f32, place: Transform) -> impl Bundle {
    let shape = Collider::cuboid(1.0, 1.0, 1.0);
    let mass = MassPropertiesBundle::from_shape(&shape, density);
    (RigidBody::Dynamic, mass, place)
}

fn position(app: &App, entity: Entity) -> Vec3 {
    app.world().get::<Position>(entity).expect("it exists").0
}

fn turned(app: &App, entity: Entity) -> Quat {
    app.world().get::<Rotation>(entity).expect("it exists").0
}

fn velocities(app: &App, entity: Entity) -> [Vec3; 2] {
    let world = app.world();
    [
        world.get::<LinearVelocity>(entity).expect("it exists").0,
        world.get::<AngularVelocity>(entity).expect("it exists").0,
    ]
}

fn spring(frequency: f32, damping_ratio: f32) -> Spring<f32> {
    Spring::from_frequency(frequency, damping_ratio).expect("it exists")
}

#[test]
fn a_swing_spring_holds_a_body_upright_and_lets_it_turn() {
    let mut app = physics_app(Vec3::ZERO);
    let upright = SwingSpring::new(spring(1.0, 1.0), Vec3::Y, Vec3::Y);
    let tilted = Transform::from_rotation(Quat::from_rotation_x(1.0));
    let spin = AngularVelocity(Vec3::Y * 2.0);
    let entity = app.world_mut().spawn((body(3.0, tilted), upright, spin)).id();
    (0..300).for_each(|_| app.update());
    assert!((turned(&app, entity) * Vec3::Y).y > 0.99999);
    let [_, turning] = velocities(&app, entity);
    assert!((turning.y - 2.0).abs() < 0.05 && turning.x.abs() < 0.01, "{turning}");
}

#[test]
fn motors_approach_their_velocity_as_dampers_do() {
    let mut app = physics_app(Vec3::ZERO);
    let damper = Damper::from_halflife(0.25).expect("it exists");
    let forward = LinearMotor::new(damper, Vec3::X * 4.0);
    let entity = app.world_mut().spawn((body(700.0, Transform::IDENTITY), forward)).id();
    // A second motor of the body is on an entity of its own.
    app.world_mut().spawn(AngularMotor::new(damper, Vec3::Z * 2.0).on(entity));
    for i in 1..=60 {
        app.update();
        let left = 0.5_f32.powf(i as f32 / 15.0);
        let [velocity, turning] = velocities(&app, entity);
        assert!((velocity.x - 4.0 * (1.0 - left)).abs() < 1e-4, "step {i}: {velocity}");
        assert!((turning.z - 2.0 * (1.0 - left)).abs() < 1e-4, "step {i}: {turning}");
    }
}

#[test]
fn servos_reach_their_place_under_a_weight() {
    let mut app = physics_app(DOWN);
    let strong = spring(2.0, 1.0);
    let lift = LinearServo::new(strong, Vec3::Y, 3.0);
    let entity = app.world_mut().spawn((body(5.0, Transform::IDENTITY), lift)).id();
    app.world_mut().spawn(AngularServo::new(strong, Vec3::Y, 1.2).on(entity));
    let rail = DragSpring::new(strong, Vec3::ZERO, Vec3::ZERO);
    let held = app.world_mut().spawn((body(5.0, Transform::IDENTITY), rail)).id();
    (0..600).for_each(|_| app.update());
    let sag = 9.81 / strong.stiffness();
    assert!((position(&app, entity).y - (3.0 - sag)).abs() < 1e-3 * sag);
    assert!((turned(&app, entity).angle_between(Quat::IDENTITY) - 1.2).abs() < 1e-3);
    assert!((position(&app, held).y + sag).abs() < 1e-3 * sag);
}

#[test]
fn pairs_keep_their_momentum() {
    let mut app = physics_app(Vec3::ZERO);
    let densities = [1.0, 7.0];
    let entities = [0, 1].map(|i| {
        let place = Transform::from_xyz(2.0 * i as f32, 0.3 * i as f32, 0.0);
        let moving = LinearVelocity(Vec3::new(0.0, 1.0, -2.0) * i as f32);
        let spin = AngularVelocity(Vec3::new(0.3, 1.0, -0.2));
        app.world_mut().spawn((body(densities[i], place), moving, spin)).id()
    });
    let [a, b] = entities;
    let world = app.world_mut();
    let ends = [Vec3::new(0.5, 0.0, 0.0), Vec3::new(-0.5, 0.2, 0.0)];
    let mut rope = DistanceSpring::new(spring(3.0, 0.7), ends, 0.5).to(b);
    rope.mode = SpringMode::TensionOnly;
    world.entity_mut(a).insert(rope);
    let goal = Quat::from_rotation_y(0.8);
    world.spawn(OrientationSpring::new(spring(4.0, 1.0), goal).on(a).to(b));
    // Linear momentum, and angular momentum about the origin: a cube of 1 m has m/6.
    let momenta = |app: &App| {
        entities.into_iter().zip(densities).fold([Vec3::ZERO; 2], |[p, l], (entity, mass)| {
            let ([v, w], x) = (velocities(app, entity), position(app, entity));
            [p + mass * v, l + mass * x.cross(v) + mass / 6.0 * w]
        })
    };
    let before = momenta(&app);
    for _ in 0..600 {
        app.update();
        let [p, l] = momenta(&app);
        assert!(p.distance(before[0]) < 1e-4 * before[0].length(), "{p} {before:?}");
        assert!(l.distance(before[1]) < 0.02 * before[1].length(), "{l} {before:?}");
    }
    let relative = turned(&app, b).inverse() * turned(&app, a);
    assert!(relative.angle_between(goal) < 0.05, "{relative}");
    let at = |i: usize| position(&app, entities[i]) + turned(&app, entities[i]) * ends[i];
    assert!(at(0).distance(at(1)) < 0.6);
}

#[test]
fn a_car_stands_on_four_wheels_by_its_weight() {
    let mut app = physics_app(DOWN);
    app.world_mut().spawn((RigidBody::Static, Collider::cuboid(20.0, 1.0, 20.0)));
    let shape = Collider::cuboid(2.0, 0.5, 4.0);
    let car = app
        .world_mut()
        .spawn((RigidBody::Dynamic, shape, Mass(800.0), Transform::from_xyz(0.0, 1.6, 0.0)))
        .id();
    let (stiffness, damping) = (40_000.0, 4_000.0);
    let wheels = [(-0.9, -1.5), (0.9, -1.5), (-0.9, 1.5), (0.9, 1.5)].map(|(x, z)| {
        let spring = Stiffness::physical(stiffness, damping).expect("it exists");
        // The ray starts within the collider of the car.
        app.world_mut().spawn(SuspensionSpring::new(spring, Vec3::new(x, 0.0, z), 0.6).on(car)).id()
    });
    (0..600).for_each(|_| app.update());
    let sag = 800.0 * 9.81 / (4.0 * stiffness);
    let height = position(&app, car).y - 0.5;
    assert!((height - (0.6 - sag)).abs() < 1e-3, "{height}, sag {sag}");
    assert!((turned(&app, car) * Vec3::Y).y > 0.9999);
    for wheel in wheels {
        let (_, length) =
            app.world().get::<SuspensionSpring>(wheel).expect("it exists").hit.expect("it exists");
        assert!((length - height).abs() < 2e-3, "{length} {height}");
    }
    // In the air nothing is hit and nothing pushes.
    app.world_mut().get_mut::<Position>(car).expect("it exists").0.y = 50.0;
    app.update();
    assert_eq!(app.world().get::<SuspensionSpring>(wheels[0]).expect("it exists").hit, None);
    let before = velocities(&app, car)[0].y;
    app.update();
    let fall = velocities(&app, car)[0].y - before;
    assert!((fall + 9.81 / 60.0).abs() < 1e-3, "{fall}");
}

#[test]
fn grounds_give_back_what_they_are_made_to() {
    let bounce = |material: ContactMaterial<f32>, seconds: usize| {
        let mut app = physics_app(DOWN);
        app.world_mut().spawn((
            RigidBody::Static,
            Collider::cuboid(20.0, 4.0, 20.0),
            Transform::from_xyz(0.0, -2.0, 0.0),
            ContactSpring(material),
        ));
        let start = Transform::from_xyz(0.0, 2.5, 0.0);
        let ball = (RigidBody::Dynamic, Collider::sphere(0.5), start, SleepingDisabled);
        let ball = app.world_mut().spawn(ball).id();
        let mut path = vec![];
        for _ in 0..60 * seconds {
            app.update();
            path.push(position(&app, ball).y - 0.5);
        }
        path
    };
    // Dropped by 2 m, it comes back as from the damped spring, which pushes and does not pull, under its weight.
    let rebound = |spring: Spring<f32>| {
        let [k, c] = [spring.stiffness(), spring.damping()].map(f64::from);
        let (mut x, mut v, dt) = (0.0, -(2.0_f64 * 9.81 * 2.0).sqrt(), 1e-6);
        loop {
            let push = -k * x - c * v;
            if push < 0.0 && v > 0.0 {
                return x + v * v / (2.0 * 9.81);
            }
            v += (push - 9.81) * dt;
            x += v * dt;
        }
    };
    for restitution in [0.9, 0.6, 0.3] {
        let material = ContactMaterial::from_restitution(restitution, 0.15).expect("it exists");
        let path = bounce(material, 2);
        let landed = path.iter().position(|y| *y < 0.0).expect("it exists");
        let top = path[landed..].iter().copied().fold(f32::MIN, f32::max);
        let expected = rebound(material.spring) as f32;
        assert!((top - expected).abs() < 0.03, "{restitution}: {top} {expected}");
    }
    // Quicksand of 6 rad/s bears it at g/ω².
    let path = bounce(ContactMaterial::quicksand(), 20);
    let sag = 9.81 / 36.0;
    assert!((path[path.len() - 1] + sag).abs() < 0.01, "{} {sag}", path[path.len() - 1]);
}

#[test]
fn springs_of_bodies_that_are_gone_or_fixed_do_nothing() {
    let mut app = physics_app(Vec3::ZERO);
    let gone = app.world_mut().spawn_empty().id();
    app.world_mut().despawn(gone);
    let pull = DragSpring::new(spring(2.0, 1.0), Vec3::ZERO, Vec3::splat(3.0));
    let free = app.world_mut().spawn((body(1.0, Transform::IDENTITY), pull.to(gone))).id();
    let itself = app.world_mut().spawn(body(1.0, Transform::IDENTITY)).id();
    app.world_mut().entity_mut(itself).insert(pull.to(itself));
    let wall = app.world_mut().spawn((body(1.0, Transform::IDENTITY), pull)).id();
    app.world_mut().entity_mut(wall).insert(RigidBody::Static);
    app.world_mut().spawn(pull.on(gone));
    app.world_mut().spawn(SuspensionSpring::new(spring(2.0, 1.0), Vec3::NAN, 1.0).on(free));
    (0..30).for_each(|_| app.update());
    for entity in [free, itself, wall] {
        assert_eq!(velocities(&app, entity), [Vec3::ZERO; 2]);
        assert_eq!(position(&app, entity), Vec3::ZERO);
    }
}
