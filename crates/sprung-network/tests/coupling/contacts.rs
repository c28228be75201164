//! Particles that touch bodies: load, friction, restitution, energy.

use sprung_network::shapes::Cloth;
use sprung_network::{
    Attachment, Body, BodyCollider, BodyCoupling, Cuboid, Edge, Environment, Network, Particle,
    Shape, Solver, SpringMode,
};

use testkit::random::Random;

use crate::{DT, GRAVITY, ball, crate_of, energy, settings, step};

/// A sheet of 21 × 21 particles of 2 m, whose border is attached to a frame.
fn trampoline(mass: f32) -> (Network, Vec<Attachment>) {
    let sheet = Cloth::new(21, 21, 0.1, mass);
    let net = sheet.build().unwrap();
    let center = net.particles[sheet.at(10, 10)].position;
    let mut ties = Vec::new();
    for i in 0..21 {
        for j in 0..21 {
            if i == 0 || j == 0 || i == 20 || j == 20 {
                let particle = sheet.at(i, j);
                let at = net.particles[particle].position;
                let point = [0, 1, 2].map(|c| at[c] - center[c]);
                ties.push(Attachment { particle, body: 0, point });
            }
        }
    }
    (net, ties)
}

#[test]
fn a_crate_that_rests_on_cloth_loads_its_frame_with_exactly_its_weight() {
    for (mass, cloth) in [(1.0, 0.5), (10.0, 1.0), (0.05, 1.0)] {
        let (net, ties) = trampoline(cloth);
        let center = net.particles.iter().fold([0.0; 3], |sum: [f32; 3], p| {
            [0, 1, 2].map(|c| sum[c] + p.position[c] / net.particles.len() as f32)
        });
        let mut solver = Solver::new(&net, settings(16, Environment::default())).unwrap();
        // The frame is heavy and floats: what it gains of momentum is the load.
        let frame_mass = 1e5_f32;
        let mut frame = crate_of(frame_mass, [1.0, 0.1, 1.0], center);
        frame.load.acceleration = [0.0; 3];
        let half = [0.25, 0.25, 0.25];
        let start = [center[0], center[1] + 0.3, center[2]];
        let mut bodies = [frame, crate_of(mass, half, start)];
        let side = BodyCollider::new(1, Cuboid { half_extents: half }).with_friction(0.5);
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &ties, vec![side]).unwrap();
        let mut loads = 0.0;
        let mut fastest = 0.0_f32;
        for frame in 0..1200 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
            bodies[0].velocity = [0.0; 3];
            bodies[0].angular_velocity = [0.0; 3];
            bodies[0].position = center;
            bodies[0].rotation = sprung::Rotation::IDENTITY;
            if frame >= 900 {
                loads -= coupling.impulse(0).linear[1];
                fastest = fastest.max(bodies[1].velocity[1].abs());
            }
        }
        let load = loads / 5.0;
        // Particles of the border have no weight of their own: it is that of the frame.
        let free = 19.0 * 19.0 / (21.0 * 21.0);
        let expected = 9.81 * (mass + cloth * free);
        println!(
            "{mass} kg: load {load} N of {expected}, speed {fastest}, at {:?}",
            bodies[1].position
        );
        assert!((load / expected - 1.0).abs() < 5e-3, "{mass} kg: {load} N, not {expected}");
        assert!(fastest < 0.05, "{mass} kg: {fastest} m/s");
        let [x, y, z] = [0, 1, 2].map(|c| bodies[1].position[c] - center[c]);
        assert!(x.abs() < 0.2 && z.abs() < 0.2 && y > -1.0, "{mass}: {x} {y} {z}");
    }
}

#[test]
fn the_energy_of_crates_that_tumble_on_cloth_never_grows() {
    for seed in 0..40_u32 {
        let mut state = seed.wrapping_mul(2_891_336_453).wrapping_add(7);
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        };
        let sheet = Cloth::new(17, 17, 0.1, 1.0);
        let mut net = sheet.build().unwrap();
        for (i, j) in (0..17).flat_map(|i| (0..17).map(move |j| (i, j))) {
            if i % 16 == 0 || j % 16 == 0 {
                net.fix([sheet.at(i, j)]);
            }
        }
        let [x, y, z] = net.particles[sheet.at(8, 8)].position;
        let mut solver = Solver::new(&net, settings(16, Environment::default())).unwrap();
        let mass = 10.0_f32.powf(4.0 * random());
        let half = 0.1 + 0.2 * (random() + 0.5);
        let mut body = crate_of(mass, [half; 3], [x, y + 0.7, z]);
        body.velocity = [2.0 * random(), -4.0 * (random() + 0.5), 2.0 * random()];
        body.angular_velocity = [6.0 * random(), 6.0 * random(), 6.0 * random()];
        let mut bodies = [body];
        let side = BodyCollider::new(0, Cuboid { half_extents: [half; 3] });
        let side = side.with_friction(random() + 0.5).with_restitution(random() + 0.5);
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], vec![side]).unwrap();
        let start = energy(&solver, &bodies);
        let mut most = 0.0_f64;
        for _ in 0..240 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
            let now = energy(&solver, &bodies);
            assert!(now.is_finite());
            most = most.max((now - start) / f64::from(9.81 * (mass + 1.0)));
        }
        println!("seed {seed}, {mass} kg: energy grew by {most} m of height");
        assert!(most < 0.02, "seed {seed}, {mass} kg: {most}");
    }
}

#[test]
fn a_ball_bounces_off_a_particle_as_two_points_do() {
    // A particle meets a resting ball head on: v' = (m − e M) v/(m + M) and V' = (1 + e) m v/(m + M).
    for (m, big, e) in [(1.0, 1.0, 0.0), (1.0, 1.0, 1.0), (0.01, 10.0, 0.5), (5.0, 0.01, 0.8)] {
        let mut net = Network::default();
        net.add_particle(Particle::new([-1.0, 0.0, 0.0], m).with_velocity([2.0, 0.0, 0.0]));
        let mut solver = Solver::new(&net, settings(8, Environment::ZERO_G)).unwrap();
        let mut bodies = [ball(big, 0.3, [0.0; 3])];
        let shape = Shape::Sphere { center: [0.0; 3], radius: 0.3 };
        let side = BodyCollider::new(0, shape).with_restitution(e);
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], vec![side]).unwrap();
        for _ in 0..60 {
            step(&mut coupling, &mut solver, &mut bodies, DT);
        }
        let (v, u) = (solver.velocity(0)[0], bodies[0].velocity[0]);
        let expected = [(m - e * big) * 2.0 / (m + big), (1.0 + e) * m * 2.0 / (m + big)];
        assert!(
            (v - expected[0]).abs() < 0.01 && (u - expected[1]).abs() < 0.01,
            "{v} {u} {expected:?}"
        );
        let kept = (m * v + big * u) / (2.0 * m);
        assert!((kept - 1.0).abs() < 1e-5, "{kept}");
    }
}

#[test]
fn a_sheet_slides_down_a_slope_that_is_steeper_than_its_friction() {
    let slope = 0.5_f32;
    for (friction, slides) in [(0.65, false), (0.4, true)] {
        let mut net = Network::default();
        for i in 0..5 {
            net.add_particle(Particle::new([0.1 * i as f32, 0.0, 0.0], 0.1));
        }
        (0..4).for_each(|i| {
            net.connect(i, i + 1);
        });
        let (sin, cos) = slope.sin_cos();
        let gravity = [9.81 * sin, -9.81 * cos, 0.0];
        let environment = Environment { gravity, ..Environment::default() };
        let mut solver = Solver::new(&net, settings(8, environment)).unwrap();
        let mut ground = Body::fixed();
        ground.position = [0.0, -1.0, 0.0];
        let bodies = [ground];
        let side =
            BodyCollider::new(0, Cuboid { half_extents: [50.0, 1.0, 5.0] }).with_friction(friction);
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], vec![side]).unwrap();
        for _ in 0..60 {
            coupling.step(&mut solver, &bodies, DT);
        }
        let speed = solver.velocity(2)[0];
        let expected = if slides { 9.81 * (sin - friction * cos) } else { 0.0 };
        assert!((speed - expected).abs() < 0.02, "{friction}: {speed}, not {expected}");
    }
}

#[test]
fn a_copy_of_a_coupling_goes_on_with_the_same_bits_also_where_particles_touch_many_colliders() {
    let (net, _) = trampoline(1.0);
    let mut solver = Solver::new(&net, settings(8, Environment::default())).unwrap();
    let mut bodies = [crate_of(5.0, [0.4; 3], [1.0, 0.5, 1.0])];
    let shape = Cuboid { half_extents: [0.4; 3] };
    // More contacts than particles, so that there is no memory for all of them at once.
    let sides = vec![BodyCollider::new(0, shape).with_friction(0.3); 9];
    let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], sides).unwrap();
    for _ in 0..20 {
        step(&mut coupling, &mut solver, &mut bodies, DT);
    }
    let mut copies = (coupling.clone(), solver.clone(), bodies);
    for _ in 0..20 {
        step(&mut coupling, &mut solver, &mut bodies, DT);
        step(&mut copies.0, &mut copies.1, &mut copies.2, DT);
    }
    assert!(coupling.impulse(0).linear[1] > 0.0, "the crate touches the sheet");
    assert_eq!(bodies, copies.2);
    assert!(solver.particles().eq(copies.1.particles()));
}

#[test]
fn contacts_are_told_where_the_cloth_touches_the_crate() {
    let (net, ties) = trampoline(1.0);
    let mut solver = Solver::new(&net, settings(16, Environment::default())).unwrap();
    let mut frame = Body::fixed();
    frame.position = [1.0, 0.0, 1.0];
    let (half, radius) = (0.25, 0.02);
    let bodies = &mut [frame, crate_of(5.0, [half; 3], [1.0, 0.4, 1.0])];
    let side = BodyCollider::new(1, Cuboid { half_extents: [half; 3] }).with_friction(0.5);
    let coupling = BodyCoupling::new(&mut solver, bodies, &ties, vec![side]).unwrap();
    let mut coupling = coupling.with_particle_radius(radius).unwrap();
    assert_eq!(coupling.contacts().count(), 0);
    let mut seen = 0;
    for _ in 0..240 {
        step(&mut coupling, &mut solver, bodies, DT);
        for (body, point) in coupling.contacts() {
            assert_eq!(body, 1);
            let apart = |p: usize| {
                let at = solver.position(p);
                [0, 1, 2].map(|c| at[c] - point.position[c])
            };
            // Friction has moved it along the surface since.
            let is_it = |by: [f32; 3]| dot(by, by) < 2.5e-5 && dot(by, point.normal).abs() < 5e-4;
            assert!((0..solver.len()).map(apart).any(is_it), "{point:?}");
            let from = [0, 1, 2].map(|c| point.position[c] - bodies[1].position[c]);
            let local = bodies[1].rotation.inverse().rotate(from);
            let outside = local.map(|c| (c.abs() - half).max(0.0));
            let distance = outside.iter().map(|c| c * c).sum::<f32>().sqrt();
            assert!((distance - radius).abs() < 2e-3, "{local:?}");
            assert!(point.normal[1] < 0.0 && (dot(point.normal, point.normal) - 1.0).abs() < 1e-5);
            seen += 1;
        }
    }
    assert!(seen > 1000, "{seen}");
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A particle deep inside a body can cross its center in a sub-step: the nearest side is then the opposite one.
#[test]
fn what_a_body_pushes_out_gains_no_energy() {
    let mut random = Random::new(2);
    for seed in 0..2000 {
        let mut vector = |size: f64| [0; 3].map(|_| random.uniform(-size, size) as f32);
        let size = [0.0, 1e-3, 0.1, 1.0][seed % 4];
        let position = vector(size);
        let mut net = Network::default();
        net.add_particle(Particle::new(position, 0.1));
        let speed = [0.0, 1.0, 30.0, 300.0][seed / 4 % 4];
        net.particles[0].velocity = vector(speed);
        let environment = Environment { gravity: [0.0; 3], ..Environment::default() };
        let mut solver = Solver::new(&net, settings(16, environment)).unwrap();
        let mut bodies = [ball(1.0, 2.0, [0.0; 3])];
        bodies[0].velocity = vector(1.0);
        let shape = match seed % 3 {
            0 => Shape::Sphere { center: [0.0; 3], radius: 2.0 },
            _ => Shape::Capsule { a: [-1.0, 0.0, 0.0], b: [1.0, 0.0, 0.5], radius: 2.0 },
        };
        let side = BodyCollider::new(0, shape);
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], vec![side]).unwrap();
        let kinetic = |solver: &Solver, body: &Body<f32>| {
            let square = |v: [f32; 3]| v.map(|c| c * c).iter().sum::<f32>();
            let particle = 0.1 * square(solver.velocity(0));
            let turning = 0.4 * 4.0 * square(body.angular_velocity);
            0.5 * (particle + square(body.velocity) + turning)
        };
        let before = kinetic(&solver, &bodies[0]);
        step(&mut coupling, &mut solver, &mut bodies, DT);
        let after = kinetic(&solver, &bodies[0]);
        // At 300 m/s, 0.3 m in a sub-step, three of 500 gain up to 0.3 %.
        let most = if speed > 30.0 { 1.005 } else { 1.00001 };
        assert!(after < most * before + 1e-6, "{seed}: {before} J, then {after} J");
    }
}

/// A particle that starts inside a body is lifted out of it, and the other particles keep their kinetic energy.
#[test]
fn what_starts_inside_is_lifted_out_at_no_cost() {
    for mass in [4.0, 0.5] {
        let mut net = Network::default();
        net.add_particle(Particle::new([0.0, 0.4, 0.0], mass));
        let thrown = Particle::new([2.0, 0.0, 0.0], mass).with_velocity([0.0, 0.0, 1.0]);
        net.add_particle(thrown);
        net.add_edge(Edge::new(0, 1, 9.0).with_mode(SpringMode::TensionOnly));
        let environment = Environment { gravity: GRAVITY, ..Environment::default() };
        let mut solver = Solver::new(&net, settings(4, environment)).unwrap();
        let mut bodies = [Body::new(f32::INFINITY, [f32::INFINITY; 3])];
        let block = BodyCollider::new(0, Cuboid { half_extents: [0.5; 3] });
        let mut coupling = BodyCoupling::new(&mut solver, &bodies, &[], vec![block]).unwrap();
        (0..3).for_each(|_| step(&mut coupling, &mut solver, &mut bodies, DT));
        assert!(solver.position(0)[1] > 0.499, "{mass}: {:?}", solver.position(0));
        assert_eq!(solver.velocity(1)[2], 1.0, "{mass} kg");
    }
}
