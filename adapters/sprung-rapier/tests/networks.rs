//! Networks beside the real engines, without a window.
#![allow(clippy::unwrap_used, reason = "a test")]

use rapier2d::prelude as d2;
use rapier3d::prelude::*;
use sprung_network::shapes::rope;
use sprung_network::{Attachment, Environment, Network, Settings, Solver, SpringMode};
use sprung_rapier::{dim2, dim3};

const WEIGHTLESS: Environment = Environment::ZERO_G;

fn solver(net: &Network, substeps: usize, environment: Environment) -> Solver {
    Solver::new(net, Settings { substeps, environment, ..Settings::default() }).unwrap()
}

#[test]
fn a_tow_rope_pulls_a_trailer_and_momentum_is_that_of_the_engine_of_the_car() {
    for (car_mass, trailer_mass) in [(1000.0, 500.0), (1000.0, 1.0), (1.0, 1000.0)] {
        let mut world = PhysicsWorld::new();
        let dt = world.integration_parameters.dt;
        let ground = ColliderBuilder::cuboid(500.0, 0.5, 10.0).friction(0.0);
        world.insert_collider(ground.translation(Vector::new(0.0, -0.5, 0.0)), None);
        let mut vehicle = |x: f32, mass: f32| {
            let at = RigidBodyBuilder::dynamic().translation(Vector::new(x, 0.5, 0.0));
            let body = ColliderBuilder::cuboid(1.0, 0.5, 0.8).mass(mass).friction(0.0);
            world.insert(at.can_sleep(false), body).0
        };
        let (trailer, car) = (vehicle(0.0, trailer_mass), vehicle(5.0, car_mass));
        // 3 m of rope with 0.4 m of slack.
        let mut net = rope([1.0, 0.5, 0.0], [4.0, 0.5, 0.0], 20, 0.5).unwrap();
        for edge in &mut net.edges {
            edge.rest_length *= 3.4 / 3.0;
            edge.mode = SpringMode::TensionOnly;
        }
        let mut solver = solver(&net, 8, WEIGHTLESS);
        let ties = [
            Attachment { particle: 0, body: 0, point: [1.0, 0.0, 0.0] },
            Attachment { particle: 20, body: 1, point: [-1.0, 0.0, 0.0] },
        ];
        let (bodies, colliders) = (&mut world.bodies, &world.colliders);
        let handles = [trailer, car];
        let mut tow =
            dim3::CoupledNetwork::new(&mut solver, bodies, colliders, &handles, &ties).unwrap();
        let force = 2.0 * (car_mass + trailer_mass);
        world.bodies[car].add_force(Vector::new(force, 0.0, 0.0), true);
        let mut longest = 0.0_f32;
        for frame in 1..=300 {
            tow.step(&mut solver, &mut world);
            let [a, b] = handles.map(|body| &world.bodies[body]);
            longest = longest.max(b.translation().x - a.translation().x - 2.0);
            let rope: f32 = solver
                .particles()
                .filter(|p| !p.is_fixed())
                .map(|p| p.velocity[0] / p.inverse_mass)
                .sum();
            let momentum = trailer_mass * a.linvel().x + car_mass * b.linvel().x + rope;
            let given = force * dt * frame as f32;
            assert!(
                (momentum - given).abs() < 2e-5 * given + 1e-3,
                "{car_mass}, frame {frame}: {momentum}, not {given}"
            );
            assert_eq!(b.user_force(), Vector::new(force, 0.0, 0.0));
        }
        let [a, b] = handles.map(|body| world.bodies[body].linvel().x);
        println!("{car_mass} + {trailer_mass} kg: {a} and {b} m/s, rope at most {longest} m");
        assert!((a - b).abs() < 0.3, "{a} {b}");
        // 2 kN on a car of 1 kg move it by 0.3 m in one step of the engine, before the rope can hold it.
        assert!(longest < 3.4 * 1.03, "{longest}");
    }
}

#[test]
fn a_wrecking_ball_knocks_boxes_over_and_its_rope_does_not_stretch() {
    let mut world = PhysicsWorld::new();
    let ground = ColliderBuilder::cuboid(50.0, 0.5, 50.0);
    world.insert_collider(ground.translation(Vector::new(0.0, -0.5, 0.0)), None);
    let mut boxes = Vec::new();
    for (x, y) in (0..3).flat_map(|x| (0..4).map(move |y| (x, y))) {
        let at = Vector::new(0.0, 0.25 + 0.5 * y as f32, 0.5 * (x as f32 - 1.0));
        let body = RigidBodyBuilder::dynamic().translation(at);
        boxes.push(world.insert(body, ColliderBuilder::cuboid(0.25, 0.25, 0.25).mass(5.0)).0);
    }
    // 1000 kg on 1 kg of rope of 5 m, from 5 m away at the height of its hook.
    let hook = [-1.0, 6.2, 0.0];
    let start = [hook[0] - 4.6, hook[1], 0.0];
    let mut net = rope(hook, start, 30, 1.0).unwrap();
    net.fix([0]);
    let at = Vector::new(start[0] - 0.4, start[1], 0.0);
    let ball = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
    let (ball, _) = world.insert(ball, ColliderBuilder::ball(0.4).mass(1000.0));
    let tie = Attachment { particle: 30, body: 0, point: [0.4, 0.0, 0.0] };
    let mut solver = solver(&net, 8, Environment::default());
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let mut crane =
        dim3::CoupledNetwork::new(&mut solver, bodies, colliders, &[ball], &[tie]).unwrap();
    let (mut fastest, mut stretch, mut highest) = (0.0_f32, 0.0_f32, 0.0_f32);
    for _ in 0..600 {
        crane.step(&mut solver, &mut world);
        let body = &world.bodies[ball];
        fastest = fastest.max(body.linvel().length());
        let end = solver.position(30);
        let length = (0..3).map(|c| (end[c] - hook[c]).powi(2)).sum::<f32>().sqrt();
        stretch = stretch.max(length / 4.6 - 1.0);
        let energy = body.translation().y + body.linvel().length_squared() / (2.0 * 9.81);
        highest = highest.max(energy);
    }
    println!("fastest {fastest} m/s, stretch {stretch}, energy head {highest} m");
    assert!(stretch < 0.01, "{stretch}");
    assert!(highest < start[1] + 0.05, "{highest} m");
    assert!(fastest > 8.0, "{fastest}");
    let moved = boxes.iter().filter(|&&body| world.bodies[body].translation().x.abs() > 0.5);
    assert!(moved.count() >= 6);
}

#[test]
fn a_box_of_the_plane_hangs_still_by_its_weight() {
    let mut world = d2::PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    let square = d2::ColliderBuilder::cuboid(0.2, 0.2).mass(50.0);
    let start = d2::RigidBodyBuilder::dynamic().translation(d2::Vector::new(0.0, -2.2));
    let (body, _) = world.insert(start.can_sleep(false), square);
    let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 0.1).unwrap();
    net.fix([0]);
    let tie = Attachment { particle: 20, body: 0, point: [0.0, 0.2, 0.0] };
    let mut solver = solver(&net, 8, Environment::default());
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let mut crane =
        dim2::CoupledNetwork::new(&mut solver, bodies, colliders, &[body], &[tie]).unwrap();
    let mut fastest = 0.0_f32;
    for frame in 0..300 {
        crane.step(&mut solver, &mut world);
        if frame > 60 {
            fastest = fastest.max(world.bodies[body].linvel().length());
        }
    }
    let pull = crane.tie_force(0, dt).y;
    println!("pull {pull} N, {fastest} m/s, at {}", world.bodies[body].translation());
    assert!((pull - 490.5).abs() < 0.5, "{pull}");
    assert!(fastest < 0.01, "{fastest}");
    assert!((world.bodies[body].translation().y + 2.2).abs() < 0.005);
    assert!(solver.particles().all(|p| p.position[2] == 0.0), "it stays in the plane");
}
