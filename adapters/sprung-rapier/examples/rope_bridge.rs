//! A bridge of planks on two ropes; a car drives over it.

use rapier3d::prelude::*;
use sprung_network::{Attachment, Network, Particle, Settings, Solver};
use sprung_rapier::dim3::CoupledNetwork;

const PLANKS: usize = 16;
const PLANK: Vector = Vector::new(0.2, 0.03, 0.6);
const PITCH: f32 = 0.45;

fn main() -> Result<(), sprung_network::NetworkError> {
    let mut world = PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    let span = PITCH * PLANKS as f32;
    let mut bodies = Vec::new();
    let mut net = Network::default();
    let mut ties = Vec::new();
    for side in [-PLANK.z, PLANK.z] {
        let first = net.particles.len();
        net.add_particle(Particle::fixed([-0.05, 0.0, side]));
        for plank in 0..PLANKS {
            let middle = (plank as f32 + 0.5) * PITCH;
            for end in [-PLANK.x, PLANK.x] {
                let particle = net.add_particle(Particle::new([middle + end, 0.0, side], 0.1));
                ties.push(Attachment { particle, body: plank, point: [end, 0.0, side] });
            }
        }
        let last = net.add_particle(Particle::fixed([span + 0.05, 0.0, side]));
        // Of 1.5 % more than the straight length, so that it sags.
        for particle in first..last {
            let edge = net.connect(particle, particle + 1);
            let is_gap = (particle - first) % 2 == 0;
            net.edges[edge].rest_length *= if is_gap { 1.08 } else { 1.0 };
        }
    }
    for plank in 0..PLANKS {
        let at = Vector::new((plank as f32 + 0.5) * PITCH, 0.0, 0.0);
        let body = RigidBodyBuilder::dynamic().translation(at).linear_damping(0.3);
        let body = body.angular_damping(0.3).can_sleep(false);
        let wood = ColliderBuilder::cuboid(PLANK.x, PLANK.y, PLANK.z).mass(8.0).friction(0.8);
        bodies.push(world.insert(body, wood).0);
    }
    // Banks on both sides.
    for x in [-2.05, span + 2.05] {
        let at = Vector::new(x, -0.5 + PLANK.y, 0.0);
        world.insert_collider(ColliderBuilder::cuboid(2.0, 0.5, 2.0).translation(at), None);
    }
    let settings = Settings { substeps: 16, ..Settings::default() };
    let mut solver = Solver::new(&net, settings)?;
    let mut bridge =
        CoupledNetwork::new(&mut solver, &mut world.bodies, &world.colliders, &bodies, &ties)?;
    for _ in 0..300 {
        bridge.step(&mut solver, &mut world);
    }
    let sag = |world: &PhysicsWorld| {
        let heights = bodies.iter().map(|&plank| world.bodies[plank].translation().y);
        -heights.fold(f32::INFINITY, f32::min)
    };
    let empty = sag(&world);
    let speed = |world: &PhysicsWorld| {
        bodies.iter().map(|&plank| world.bodies[plank].linvel().length()).fold(0.0, f32::max)
    };
    println!("empty: {empty} m of sag, {} m/s", speed(&world));
    assert!(empty > 0.1 && empty < 1.5 && speed(&world) < 0.2);

    // 200 kg, more than all planks.
    let car = insert_car(&mut world, Vector::new(-1.0, 0.45, 0.0), 2.0);
    let (mut lowest, mut stretch) = (0.0_f32, 0.0_f64);
    for _ in 0..390 {
        bridge.step(&mut solver, &mut world);
        lowest = lowest.min(world.bodies[car].translation().y);
        stretch = stretch.max(solver.stretch().max);
    }
    let at = world.bodies[car].translation();
    println!("the car at {at} after 6.5 s, down to {lowest} m; ropes stretched by {stretch}");
    assert!(at.x > span && at.y > 0.3, "it comes to the other bank: {at}");
    assert!(lowest > -2.0, "it does not fall through: {lowest}");
    assert!(stretch < 0.1, "{stretch}");
    // The ropes bear the planks again.
    let weight = 9.81 * 8.0 * PLANKS as f32;
    let lift: f32 = (0..ties.len()).map(|tie| bridge.tie_force(tie, dt).y).sum();
    println!("lift {lift} N, planks {weight} N");
    assert!((lift - weight).abs() < 0.1 * weight, "{lift} N");
    Ok(())
}

/// A chassis on four wheels with motors that drive it at a speed.
fn insert_car(world: &mut PhysicsWorld, at: Vector, speed: f32) -> RigidBodyHandle {
    const RADIUS: f32 = 0.2;
    let insert = |world: &mut PhysicsWorld, at: Vector, collider: ColliderBuilder| {
        let body = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
        world.insert(body, collider.friction(0.9)).0
    };
    let chassis = insert(world, at, ColliderBuilder::cuboid(0.6, 0.12, 0.3).mass(160.0));
    for (x, z) in [(-0.4, -0.35), (-0.4, 0.35), (0.4, -0.35), (0.4, 0.35)] {
        let from_chassis = Vector::new(x, -0.15, z);
        let wheel = insert(world, at + from_chassis, ColliderBuilder::ball(RADIUS).mass(10.0));
        let axle = RevoluteJointBuilder::new(Vector::Z)
            .local_anchor1(from_chassis)
            .motor_velocity(-speed / RADIUS, 60.0)
            .contacts_enabled(false);
        world.insert_impulse_joint(chassis, wheel, axle);
    }
    chassis
}

#[test]
fn the_bridge_bears_the_car() {
    main().unwrap();
}
