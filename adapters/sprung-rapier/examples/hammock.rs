//! A hammock of cloth on ropes between two trees; a person of 80 kg falls into it, comes to rest and is swung.

use std::f32::consts::{PI, TAU};

use rapier3d::prelude::*;
use sprung_network::shapes::Cloth;
use sprung_network::{Attachment, Network, NetworkError, Particle, Settings, Solver, SpringMode};
use sprung_rapier::dim3::CoupledNetwork;

const COLUMNS: usize = 25;
const ROWS: usize = 13;
/// Of the particles of the cloth, m: 2 m by 1 m.
const SPACING: f32 = 1.0 / 12.0;
const CLOTH: f32 = 2.0;
const PERSON: f32 = 80.0;
const GIRTH: f32 = 0.15;
/// The distance of the trees from the middle, and the height of the knots above the cloth before it is loaded, m.
const TREE: f32 = 1.7;
const HEIGHT: f32 = 0.6;
/// How much shorter the ropes at the edges of the cloth are than those in its middle, m: the cloth folds around the person.
const TIGHTER: f32 = 0.05;
const GRAVITY: f32 = 9.81;

/// The cloth as a half pipe along x, and in the last two particles the knots where the ropes of a side meet.
fn hammock() -> Result<Network, NetworkError> {
    let sheet = Cloth::new(COLUMNS, ROWS, SPACING, CLOTH);
    let mut net = sheet.build()?;
    let width = SPACING * (ROWS - 1) as f32;
    let slope = (TREE - 1.0).hypot(HEIGHT);
    for (x, column) in [(1.0 - TREE, 0), (1.0 + TREE, COLUMNS - 1)] {
        let knot = net.add_particle(Particle::new([x, 0.0, 0.5 * width], 0.05));
        for row in 0..ROWS {
            let part = 2.0 * row as f32 / (ROWS - 1) as f32 - 1.0;
            let rope = net.connect(knot, sheet.at(column, row));
            net.edges[rope].rest_length = slope - TIGHTER * part * part;
            net.edges[rope].mode = SpringMode::TensionOnly;
        }
    }
    // Warp and weft are straight in the flat cloth.
    net.rest_shape = net.particles.iter().map(|p| p.position).collect();
    for particle in &mut net.particles[..COLUMNS * ROWS] {
        let [x, _, z] = particle.position;
        let (sin, cos) = (PI * (z / width - 0.5)).sin_cos();
        particle.position = [x - 1.0, (1.0 - cos) * width / PI - HEIGHT, sin * width / PI];
    }
    for (knot, x) in net.particles[COLUMNS * ROWS..].iter_mut().zip([-TREE, TREE]) {
        knot.position = [x, 0.0, 0.0];
    }
    Ok(net)
}

fn main() -> Result<(), NetworkError> {
    let net = hammock()?;
    let mut world = PhysicsWorld::new();
    let dt = world.integration_parameters.dt;
    let ground = world.insert_body(RigidBodyBuilder::fixed());
    // Rooted in the ground by a joint: the force on a body that is fixed is not known.
    let trees = [-TREE, TREE].map(|x| {
        let wood = MassProperties::new(Vector::ZERO, 500.0, Vector::splat(500.0));
        let trunk = RigidBodyBuilder::dynamic().translation(Vector::new(x, 0.0, 0.0));
        let trunk = trunk.additional_mass_properties(wood).gravity_scale(0.0).can_sleep(false);
        let tree = world.insert_body(trunk);
        let root = FixedJointBuilder::new().local_anchor1(Vector::new(x, 0.0, 0.0));
        world.insert_impulse_joint(ground, tree, root);
        tree
    });
    let start = RigidBodyBuilder::dynamic().translation(Vector::new(0.0, 0.2 - HEIGHT, 0.02));
    let lying = ColliderBuilder::capsule_x(0.65, GIRTH).mass(PERSON).friction(0.8);
    let (person, _) = world.insert(start.can_sleep(false), lying);
    let knots = COLUMNS * ROWS;
    let tie = |tree: usize| Attachment { particle: knots + tree, body: 1 + tree, point: [0.0; 3] };
    let mut solver = Solver::new(&net, Settings { substeps: 64, ..Settings::default() })?;
    let handles = [person, trees[0], trees[1]];
    let (bodies, colliders) = (&mut world.bodies, &world.colliders);
    let ties = [tie(0), tie(1)];
    let hammock = CoupledNetwork::new(&mut solver, bodies, colliders, &handles, &ties)?;
    let mut hammock = hammock.with_particle_radius(0.01)?;

    // What damps the motion stands for muscles and clothes.
    damp(&mut world.bodies[person], 0.5);
    let mut force = Vector::ZERO;
    for frame in 0..1200 {
        hammock.step(&mut solver, &mut world);
        if frame >= 1080 {
            force += (hammock.tie_force(0, dt) + hammock.tie_force(1, dt)) / 120.0;
        }
    }
    let at = world.bodies[person].translation();
    let weight = GRAVITY * (PERSON + CLOTH);
    println!(
        "the trees hold {:.2} N of {weight:.2} N; it hangs {:.3} m below the knots",
        -force.y, -at.y
    );
    assert!((force + Vector::Y * weight).length() < 1e-3 * weight, "{force}");
    assert!((-0.7..-0.45).contains(&at.y) && at.x.abs() < 0.02 && at.z.abs() < 0.02, "{at}");
    assert!(solver.stretch().max < 0.1, "{:?}", solver.stretch());

    // Everything turns about the line from knot to knot, as one pendulum.
    let about = |y: f32, z: f32| y * y + z * z;
    let mut inertia = PERSON * (about(at.y, at.z) + 0.5 * GIRTH * GIRTH);
    let mut moment = -PERSON * at.y;
    for (particle, p) in net.particles.iter().zip(solver.particles()).take(knots) {
        let (mass, [_, y, z]) = (1.0 / particle.inverse_mass, p.position);
        inertia += mass * about(y, z);
        moment -= mass * y;
    }
    let expected = TAU * (inertia / (GRAVITY * moment)).sqrt();
    let turn = 0.3;
    for particle in 0..knots {
        let [_, y, z] = solver.position(particle);
        solver.set_velocity(particle, [0.0, -turn * z, turn * y])?;
    }
    let body = &mut world.bodies[person];
    body.set_linvel(Vector::new(0.0, -turn * at.z, turn * at.y), true);
    body.set_angvel(Vector::X * turn, true);
    damp(body, 0.0);
    let (mut crossings, mut last) = (Vec::new(), 0.0);
    for frame in 1..=1200 {
        hammock.step(&mut solver, &mut world);
        let z = world.bodies[person].translation().z - at.z;
        if last * z < 0.0 {
            crossings.push(dt * (frame as f32 - z / (z - last)));
        }
        last = z;
    }
    let count = crossings.len() - 1;
    let period = 2.0 * (crossings[count] - crossings[0]) / count as f32;
    println!(
        "it swings {} times with a period of {period:.4} s; a pendulum: {expected:.4} s",
        count / 2
    );
    assert!(count > 20 && (period / expected - 1.0).abs() < 0.015, "{period} {expected}");

    // At rest again after a minute, and not fallen through.
    damp(&mut world.bodies[person], 0.5);
    let mut fastest = 0.0_f32;
    for frame in 0..1200 {
        hammock.step(&mut solver, &mut world);
        if frame >= 1080 {
            fastest = fastest.max(world.bodies[person].linvel().length());
        }
    }
    let end = world.bodies[person].translation();
    println!("after a minute at {end}, no faster than {fastest:.4} m/s");
    assert!((end - at).length() < 0.03 && fastest < 0.02, "{end} {fastest}");
    Ok(())
}

fn damp(body: &mut RigidBody, damping: f32) {
    body.set_linear_damping(damping);
    body.set_angular_damping(damping);
}

#[test]
fn the_hammock_bears_a_person_and_swings_as_a_pendulum() {
    main().unwrap();
}
