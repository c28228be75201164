//! Headless avian: poses held and points dragged, for any mass.
#![cfg(feature = "avian")]

#[path = "app/physics.rs"]
mod physics;

use avian3d::prelude::*;
use bevy::prelude::*;
use physics::physics_app as app;
use sprung::{Spring, State};
use sprung_bevy::{DragSpring, PoseSpring};
use sprung_body::Discretization;

fn body(density: f32) -> impl Bundle {
    let shape = Collider::cuboid(1.0, 1.0, 1.0);
    let mass = MassPropertiesBundle::from_shape(&shape, density);
    (RigidBody::Dynamic, mass, Transform::IDENTITY)
}

#[test]
fn a_held_body_moves_as_the_spring_says_whatever_its_mass() {
    let spring = Spring::from_frequency(1.0, 0.5).unwrap();
    for density in [0.01, 1.0, 1000.0] {
        let mut app = app(Vec3::ZERO);
        let mut hold =
            PoseSpring::new(spring, Vec3::new(2.0, 0.0, 0.0), Quat::from_rotation_z(1.0));
        hold.discretization = Discretization::Exact;
        let entity = app.world_mut().spawn((body(density), hold)).id();
        let mut path = vec![];
        for _ in 0..90 {
            app.update();
            path.push(app.world().get::<Position>(entity).unwrap().0.x - 2.0);
        }
        // Its samples have the eigenvalues of the exact spring.
        let [[xx, xv], [vx, vv]] = spring.step(1.0f32 / 60.0).matrix();
        for three in path[2..].windows(3) {
            let expected = (xx + vv) * three[1] - (xx * vv - xv * vx) * three[0];
            assert!((three[2] - expected).abs() < 2e-5, "density {density}: {three:?} {expected}");
        }
        let turned = app.world().get::<Rotation>(entity).unwrap().0;
        assert!(turned.angle_between(Quat::from_rotation_z(1.0)) < 0.2);
    }
}

#[test]
fn a_lamp_on_a_spring_arm_hangs_below_its_point_by_its_weight() {
    for discretization in [Discretization::Exact, Discretization::BackwardEuler] {
        let mut app = app(Vec3::NEG_Y * 9.81);
        let spring = Spring::from_frequency(2.0, 1.0).unwrap();
        let hook = Vec3::new(0.0, 0.5, 0.0);
        let mut drag = DragSpring::new(spring, hook, Vec3::new(1.0, 4.0, 0.0));
        drag.discretization = discretization;
        // The spring damps its point alone: about it the lamp would swing forever.
        let entity = app.world_mut().spawn((body(3.0), drag, AngularDamping(2.0))).id();
        for _ in 0..1500 {
            app.update();
        }
        let position = app.world().get::<Position>(entity).unwrap().0;
        let turned = app.world().get::<Rotation>(entity).unwrap().0;
        let point = position + turned * hook;
        // It sags by g/ω² and hangs upright below its hook.
        let sag = 9.81 / spring.stiffness();
        assert!((point.y - (4.0 - sag)).abs() < 1e-3 * sag, "{discretization:?} {point} sag {sag}");
        assert!((point.x - 1.0).abs() < 1e-2 && point.z.abs() < 1e-2);
        assert!((turned * Vec3::Y).y > 0.99);
    }
}

#[test]
fn springs_far_above_the_frame_rate_do_not_explode() {
    let mut app = app(Vec3::ZERO);
    let hard = Spring::from_frequency(1000.0, 0.1).unwrap();
    let entity = app
        .world_mut()
        .spawn((body(1.0), DragSpring::new(hard, Vec3::new(0.5, -0.5, 0.5), Vec3::splat(3.0))))
        .id();
    for _ in 0..300 {
        app.update();
        let position = app.world().get::<Position>(entity).unwrap().0;
        assert!(position.length() < 20.0, "{position}");
    }
    let exact = hard.step(1.0).apply(State::at_rest(0.0f32), 1.0);
    assert!(exact.position.is_finite());
}
