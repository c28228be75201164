//! Springs in the real engines, without a window: what the crate promises holds there.

use rapier2d::prelude as d2;
use rapier3d::prelude as d3;
use sprung::Spring;
use sprung_body::{Discretization, LinearServo, PointSpring, Stiffness};
use sprung_rapier::{dim2, dim3};

/// Returns the maximum overshoot and the final position of a unit move, in a world of rapier3d without gravity.
fn moved(spring: Spring<f32>, rate: f32, mass: f32) -> (f32, f32) {
    let mut world = d3::PhysicsWorld::new();
    world.gravity = d3::Vector::ZERO;
    world.integration_parameters.dt = 1.0 / rate;
    let ball = d3::ColliderBuilder::ball(0.2).mass(mass);
    let (body, _) = world.insert(d3::RigidBodyBuilder::dynamic().can_sleep(false), ball);
    world.step();
    let mut servo = LinearServo::new(spring, [1.0, 0.0, 0.0], 1.0);
    let mut furthest = 0.0f32;
    for _ in 0..(5.0 * rate) as usize {
        dim3::SpringContext::of(&mut world).with_pair(body, None, |body, frame| {
            servo.prepare(body, frame, Discretization::Exact, 1.0 / rate);
            servo.solve(body, frame);
        });
        world.step();
        furthest = furthest.max(world.bodies[body].translation().x);
    }
    (furthest - 1.0, world.bodies[body].translation().x)
}

#[test]
fn the_overshoot_is_that_of_the_set_damping_ratio_at_every_rate_and_mass() {
    let spring = Spring::from_frequency(1.0, 0.3f32).unwrap();
    let expected = spring.overshoot();
    for rate in [30.0, 60.0, 120.0, 240.0] {
        for mass in [0.01, 1.0, 1000.0] {
            let (overshoot, end) = moved(spring, rate, mass);
            // The highest sample of a peak misses it by at most (ω·h)²/8 of the swing, and the symplectic start by ω·h.
            assert!(
                (overshoot - expected).abs() < 0.02,
                "{rate}/s {mass} kg: {overshoot}, not {expected}"
            );
            assert!((end - 1.0).abs() < 1e-3, "{end}");
        }
    }
}

#[test]
fn a_dragged_corner_in_the_plane_reaches_the_hand_and_keeps_the_weight() {
    let mut world = d2::PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    let square = d2::ColliderBuilder::cuboid(0.5, 0.5).mass(3.0);
    let (body, _) = world.insert(d2::RigidBodyBuilder::dynamic().angular_damping(2.0), square);
    world.step();
    let spring = Spring::from_frequency(3.0, 0.8f32).unwrap();
    let mut drag = PointSpring::new(spring, [0.5, 0.5, 0.0], [2.0, 1.0, 0.0]);
    let mut corner = [0.0; 3];
    for _ in 0..1200 {
        dim2::SpringContext::of(&mut world).with_pair(body, None, |body, frame| {
            drag.prepare(body, frame, Discretization::Exact, dt);
            drag.solve(body, frame);
            corner = body.point([0.5, 0.5, 0.0]);
        });
        world.step();
    }
    let stretch = 1.0 - corner[1];
    let weight = 9.81 / spring.stiffness();
    assert!(
        (corner[0] - 2.0).abs() < 0.01 && (stretch - weight).abs() < 0.001 * weight,
        "{corner:?}"
    );
}

#[test]
fn a_body_rests_by_its_weight_and_a_force_of_its_user_below_its_goal_at_every_rate() {
    for rate in [30.0, 60.0, 120.0, 240.0] {
        for discretization in [Discretization::Exact, Discretization::BackwardEuler] {
            for hertz in [1.0, 4.0] {
                let spring = Spring::from_frequency(hertz, 0.7f32).unwrap();
                let mut world = d3::PhysicsWorld::new();
                world.integration_parameters.dt = 1.0 / rate;
                let ball = d3::ColliderBuilder::ball(0.2).mass(3.0);
                let start = d3::RigidBodyBuilder::dynamic().can_sleep(false).gravity_scale(0.5);
                let (body, _) = world.insert(start, ball);
                world.step();
                let push = d3::Vector::new(12.0, 0.0, 0.0);
                world.bodies[body].add_force(push, true);
                let mut hold = PointSpring::new(spring, [0.0; 3], [0.0; 3]);
                for _ in 0..(12.0 * rate) as usize {
                    dim3::SpringContext::of(&mut world).with_pair(body, None, |body, frame| {
                        hold.prepare(body, frame, discretization, 1.0 / rate);
                        hold.solve(body, frame);
                    });
                    world.step();
                }
                let [x, y, _] = world.bodies[body].translation().to_array();
                let (pushed, sag) = (4.0 / spring.stiffness(), 0.5 * 9.81 / spring.stiffness());
                let miss = (x - pushed).hypot(y + sag) / sag;
                assert!(
                    miss < 1e-3,
                    "{discretization:?} {hertz} Hz at {rate}/s: {x} {y}, off by {miss}"
                );
            }
        }
    }
}

#[test]
fn springs_push_on_two_bodies_alike_and_leave_fixed_and_sleeping_ones_alone() {
    let mut world = d3::PhysicsWorld::new();
    world.gravity = d3::Vector::ZERO;
    let ball = || d3::ColliderBuilder::ball(0.1).mass(2.0);
    let at = |x: f32| d3::RigidBodyBuilder::dynamic().translation(d3::Vector::new(x, 0.0, 0.0));
    let (left, _) = world.insert(at(-1.0), ball());
    let (right, _) = world.insert(at(1.0), ball());
    let wall = world.insert_body(d3::RigidBodyBuilder::fixed());
    world.step();
    let spring = Spring::from_frequency(1.0, 0.5f32).unwrap();
    let mut drag = PointSpring::new(spring, [0.0; 3], [0.0; 3]);
    let mut pull = |world: &mut d3::PhysicsWorld, a, b| {
        dim3::SpringContext::of(world).with_pair(a, Some(b), |a, b| {
            drag.prepare(a, b, Discretization::Exact, 1.0 / 60.0);
            drag.solve(a, b);
        });
    };
    pull(&mut world, left, right);
    let (a, b) = (world.bodies[left].linvel().x, world.bodies[right].linvel().x);
    assert!(a > 0.0 && (a + b).abs() < 1e-7);
    pull(&mut world, left, wall);
    assert_eq!(world.bodies[wall].linvel(), d3::Vector::ZERO);
    // At its goal and at rest nothing is changed, so nothing is woken.
    let (resting, _) = world.insert(at(0.0), ball());
    world.step();
    world.bodies[resting].sleep();
    pull(&mut world, resting, wall);
    assert!(world.bodies[resting].is_sleeping());
}

#[test]
fn a_heavier_body_sinks_deeper_on_a_spring_in_newtons_per_meter() {
    for (mass, sag) in [(1.0, 0.0981), (4.0, 0.3924), (16.0, 1.5696)] {
        let mut world = d3::PhysicsWorld::new();
        let dt = world.integration_parameters.dt;
        let ball = d3::ColliderBuilder::ball(0.2).mass(mass);
        let (body, _) = world.insert(d3::RigidBodyBuilder::dynamic().can_sleep(false), ball);
        world.step();
        let strength = Stiffness::physical(100.0f32, 80.0).unwrap();
        let mut hold = PointSpring::new(strength, [0.0; 3], [0.0; 3]);
        for _ in 0..1800 {
            dim3::SpringContext::of(&mut world).with_pair(body, None, |body, frame| {
                hold.prepare(body, frame, Discretization::default(), dt);
                hold.solve(body, frame);
            });
            world.step();
        }
        let sunk = -world.bodies[body].translation().y;
        assert!((sunk - sag).abs() < 2e-3 * sag, "{mass} kg: {sunk}");
    }
}

#[test]
fn a_cube_that_is_dragged_against_the_floor_stays_slower_than_the_drag() {
    for hertz in [10.0, 15.0, 25.0] {
        let mut world = d3::PhysicsWorld::new();
        let dt = world.integration_parameters.dt;
        world.insert_collider(d3::ColliderBuilder::cuboid(20.0, 0.5, 20.0), None);
        let cube = d3::ColliderBuilder::cuboid(0.5, 0.5, 0.5);
        let start = d3::RigidBodyBuilder::dynamic().can_sleep(false);
        let (body, _) = world.insert(start.translation(d3::Vector::new(0.0, 1.0, 0.0)), cube);
        world.step();
        let spring = Spring::from_frequency(hertz, 0.2f32).unwrap();
        let mut drag = PointSpring::new(spring, [0.5, 0.5, 0.5], [0.0; 3]);
        let mut fastest = 0.0f32;
        for frame in 0..900 {
            // The hand circles below the floor's surface, at 1 m/s.
            let (sin, cos) = (frame as f32 * dt).sin_cos();
            drag.point_b = [cos, 0.3, sin];
            dim3::SpringContext::of(&mut world).with_pair(body, None, |body, frame| {
                drag.prepare(body, frame, Discretization::default(), dt);
                drag.solve(body, frame);
            });
            world.step();
            if frame > 120 {
                fastest = fastest.max(world.bodies[body].linvel().length());
            }
        }
        assert!(fastest < 8.0, "{hertz} Hz: {fastest} m/s");
    }
}
