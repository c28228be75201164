//! Colliders that move: against closed forms, against the same scene seen from the collider, and fast ones against a
//! search along the path.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{
    Collider, Edge, Environment, Network, Particle, Settings, Shape, Solver, Stiffness, measure,
};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;
const G: f32 = 9.81;
const FLOOR: Shape = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };

fn solver(net: &Network, environment: Environment, colliders: &[Collider]) -> Solver {
    let settings = Settings { environment, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    solver.set_colliders(colliders).unwrap();
    solver
}

fn one(particle: Particle, environment: Environment, collider: Collider) -> Solver {
    let mut net = Network::default();
    net.add_particle(particle);
    solver(&net, environment, &[collider])
}

fn run(solver: &mut Solver, seconds: f32) {
    for _ in 0..(seconds * 60.0).round() as usize {
        solver.step(FRAME);
    }
}

fn length(v: [f32; 3]) -> f32 {
    v.iter().map(|c| c * c).sum::<f32>().sqrt()
}

#[test]
fn a_rising_floor_throws_by_v_squared_over_two_g() {
    let up = Collider::new(FLOOR).with_velocity([0.0, 5.0, 0.0]);
    let mut solver = one(Particle::new([0.0; 3], 1.0), Environment::default(), up);
    run(&mut solver, 0.2);
    assert!((solver.position(0)[1] - 1.0).abs() < 1e-4, "{:?}", solver.position(0));
    assert!((solver.velocity(0)[1] - 5.0).abs() < 1e-3, "{:?}", solver.velocity(0));
    let stopped = Collider { velocity: [0.0; 3], ..solver.colliders().next().unwrap() };
    solver.set_colliders(&[stopped]).unwrap();
    let mut highest = 0.0_f32;
    for _ in 0..60 {
        solver.step(FRAME);
        highest = highest.max(solver.position(0)[1]);
    }
    let height = 25.0 / (2.0 * G);
    // Symplectic steps of h fall short by v h / 2.
    let short = 5.0 * FRAME / 8.0 / 2.0;
    assert!((highest - 1.0 - (height - short)).abs() < 2e-3, "{highest} m for {height}");
    run(&mut solver, 1.0);
    assert!((solver.position(0)[1] - 1.0).abs() < 1e-4, "it lies on the stopped floor");
}

#[test]
fn a_floor_moved_to_a_goal_throws_as_one_with_a_velocity() {
    let rest = Collider::new(FLOOR);
    let mut moved = one(Particle::new([0.0; 3], 1.0), Environment::default(), rest);
    let up = rest.with_velocity([0.0, 5.0, 0.0]);
    let mut steady = one(Particle::new([0.0; 3], 1.0), Environment::default(), up);
    for i in 1..=12 {
        let point = [0.0, 5.0 * FRAME * i as f32, 0.0];
        moved.move_collider(0, Shape::Plane { point, normal: [0.0, 1.0, 0.0] }).unwrap();
        moved.step(FRAME);
        steady.step(FRAME);
        assert!((moved.position(0)[1] - steady.position(0)[1]).abs() < 1e-5, "{i}");
        assert!((moved.velocity(0)[1] - steady.velocity(0)[1]).abs() < 1e-3, "{i}");
    }
    let flying = moved.velocity(0)[1];
    moved.step(FRAME);
    let slower = flying - moved.velocity(0)[1];
    assert!((slower - G * FRAME).abs() < 1e-4, "the floor rests again: {slower}");
}

#[test]
fn a_ball_pushes_a_particle_to_its_own_speed() {
    let ball = Shape::Sphere { center: [-1.0, 0.0, 0.0], radius: 0.5 };
    let pushing = Collider::new(ball).with_velocity([2.0, 0.0, 0.0]);
    let mut solver = one(Particle::new([0.0; 3], 3.0), Environment::ZERO_G, pushing);
    run(&mut solver, 2.0);
    let at = solver.position(0)[0];
    assert!((at - 3.5).abs() < 1e-4, "on the surface of a ball at 3: {at}");
    assert!((solver.velocity(0)[0] - 2.0).abs() < 1e-3, "{:?}", solver.velocity(0));
    solver.set_colliders(&[]).unwrap();
    run(&mut solver, 1.0);
    assert!((solver.position(0)[0] - at - 2.0).abs() < 1e-3, "{:?}", solver.position(0));
    // The work of the ball is the energy of the particle: m v² / 2.
    let energy = measure::energy(solver.particles(), [0.0; 3]);
    assert!((energy - 6.0).abs() < 0.01, "{energy} J");
}

#[test]
fn a_belt_accelerates_by_mu_g_up_to_its_speed() {
    for friction in [0.1_f32, 0.4, 1.0] {
        let belt = Collider::new(FLOOR).with_friction(friction).with_velocity([2.0, 0.0, -1.0]);
        let mut solver = one(Particle::new([0.0; 3], 0.3), Environment::default(), belt);
        let speed = 5.0_f32.sqrt();
        for i in 1..=180 {
            solver.step(FRAME);
            let expected = (friction * G * FRAME * i as f32).min(speed);
            let v = solver.velocity(0);
            assert!((length(v) - expected).abs() < 2e-3 * speed, "{friction} {i}: {v:?}");
            assert!((v[0] + 2.0 * v[2]).abs() < 1e-3, "along the belt: {v:?}");
        }
        assert!(solver.position(0)[1].abs() < 1e-5);
        // While it slips, the belt runs v² / (2 μ g) ahead.
        let behind = 2.0 * 3.0 - solver.position(0)[0];
        let slipped = speed * speed / (2.0 * friction * G) * 2.0 / speed;
        assert!((behind - slipped).abs() < 0.01 * slipped + 2e-3, "{friction}: {behind} {slipped}");
    }
}

/// Static friction holds what turns with it up to ω² r = μ g.
#[test]
fn a_turntable_carries_what_friction_holds() {
    let (radius, spin) = (0.5_f32, 3.0_f32);
    let needed = spin * spin * radius / G;
    let pivot = [1.0, 0.0, -2.0];
    for (friction, holds) in [(needed * 1.03, true), (needed * 0.97, false)] {
        let table = Collider::new(FLOOR)
            .with_friction(friction)
            .with_angular_velocity([0.0, spin, 0.0], pivot);
        let particle = Particle::new([pivot[0] + radius, 0.0, pivot[2]], 1.0);
        let rides = particle.with_velocity([0.0, 0.0, -spin * radius]);
        let mut solver = one(rides, Environment::default(), table);
        run(&mut solver, 10.0);
        let [x, y, z] = solver.position(0);
        let from_pivot = [x - pivot[0], y, z - pivot[2]];
        if holds {
            assert!((length(from_pivot) - radius).abs() < 1e-3, "{from_pivot:?}");
            let (sin, cos) = (spin * 10.0).sin_cos();
            assert!((from_pivot[0] - radius * cos).abs() < 2e-3, "{from_pivot:?}");
            assert!((from_pivot[2] + radius * sin).abs() < 2e-3, "{from_pivot:?}");
        } else {
            assert!(length(from_pivot) > 2.0 * radius, "{from_pivot:?}");
        }
    }
}

/// The same scene, seen from the collider: a moving collider and a net at rest are a resting one and a net that moves.
#[test]
fn a_moving_collider_acts_as_a_resting_one_on_moving_particles() {
    let sheet = Cloth::new(7, 7, 0.1, 0.5);
    let ball = Shape::Sphere { center: [0.31, -0.5, 0.29], radius: 0.25 };
    let velocity = [0.5, 1.0, -0.25];
    let resting = Collider::new(ball).with_friction(0.4);
    let net = sheet.build().unwrap();
    let mut thrown = net.clone();
    thrown.particles.iter_mut().for_each(|p| p.velocity = velocity.map(|c: f32| -c));
    let mut from_outside = solver(&net, Environment::ZERO_G, &[resting.with_velocity(velocity)]);
    let mut from_collider = solver(&thrown, Environment::ZERO_G, &[resting]);
    let mut moved = 0.0_f32;
    for i in 1..=60 {
        from_outside.step(FRAME);
        from_collider.step(FRAME);
        for p in 0..net.particles.len() {
            let (a, b) = (from_outside.position(p), from_collider.position(p));
            let seen = [0, 1, 2].map(|c| a[c] - velocity[c] * FRAME * i as f32 - b[c]);
            assert!(length(seen) < 1e-3, "step {i}, particle {p}: {seen:?}");
            moved = moved.max(length(from_outside.velocity(p)));
        }
    }
    assert!(moved > 1.0, "it has been hit: {moved}");
}

#[test]
fn a_sheet_on_a_ball_comes_along_by_friction() {
    let sheet = Cloth::new(17, 17, 0.1, 0.3);
    let mut net = sheet.build().unwrap();
    net.particles.iter_mut().for_each(|p| p.position[1] = 0.51);
    let ball = |x: f32| Shape::Sphere { center: [0.8 + x, 0.0, 0.8], radius: 0.5 };
    let came = |friction: f32| {
        let environment = Environment { drag: 1.0, ..Environment::default() };
        let collider = Collider::new(ball(0.0)).with_friction(friction);
        let mut solver = solver(&net, environment, &[collider]);
        run(&mut solver, 3.0);
        let before: f32 = solver.particles().map(|p| p.position[0]).sum();
        for i in 1..=60 {
            solver.move_collider(0, ball(0.5 * i as f32 / 60.0)).unwrap();
            solver.step(FRAME);
        }
        run(&mut solver, 1.0);
        let after: f32 = solver.particles().map(|p| p.position[0]).sum();
        (after - before) / net.particles.len() as f32
    };
    let [rough, smooth] = [came(1.0), came(0.0)];
    assert!(rough > 0.45, "{rough} m of 0.5");
    assert!(rough > smooth, "{rough} {smooth}");
}

/// A rope over a turning drum: it lifts a weight at ω R while the friction holds, `m₁/m₂ < e^(μ π)`.
#[test]
fn a_drum_winds_a_rope_by_the_capstan_equation() {
    let (radius, spin) = (0.2_f32, 1.0_f32);
    let lifted = |ratio: f32, friction: f32| {
        // Up one side, half around, down the other.
        let link = 0.02_f32;
        let around = (core::f32::consts::PI * radius / link).round() as usize;
        let hanging = 40;
        let mut net = Network::default();
        for i in 0..=2 * hanging + around {
            let at = if i < hanging {
                [-radius, -link * (hanging - i) as f32, 0.0]
            } else if i <= hanging + around {
                let angle = core::f32::consts::PI * (i - hanging) as f32 / around as f32;
                [-radius * angle.cos(), radius * angle.sin(), 0.0]
            } else {
                [radius, -link * (i - hanging - around) as f32, 0.0]
            };
            net.add_particle(Particle::new(at, 1e-3));
        }
        let last = net.particles.len() - 1;
        (0..last).for_each(|i| _ = net.connect(i, i + 1));
        net.particles[0].inverse_mass = 1.0 / ratio;
        net.particles[last].inverse_mass = 1.0;
        let axis = 5.0;
        let drum = Shape::Capsule { a: [0.0, 0.0, -axis], b: [0.0, 0.0, axis], radius };
        // Turning from the heavy side to the light one.
        let turning = Collider::new(drum)
            .with_friction(friction)
            .with_angular_velocity([0.0, 0.0, -spin], [0.0; 3]);
        let environment = Environment { drag: 0.2, ..Environment::default() };
        let mut solver = solver(&net, environment, &[turning]);
        // Friction first has to bring both weights to the speed of the drum.
        run(&mut solver, 1.0);
        let from = solver.position(0)[1];
        run(&mut solver, 1.0);
        solver.position(0)[1] - from
    };
    let friction = 0.3_f32;
    let limit = (friction * core::f32::consts::PI).exp();
    let carried = lifted(0.7 * limit, friction);
    assert!((carried / (spin * radius) - 1.0).abs() < 0.05, "{carried} m");
    let slipped = lifted(1.25 * limit, friction);
    assert!(slipped < 0.0, "{slipped} m");
}

/// How deep the straight path from `from` to `to` is inside a ball or capsule, by search: m.
fn deepest(from: [f32; 3], to: [f32; 3], a: [f32; 3], b: [f32; 3], radius: f32) -> f64 {
    let [from, to, a, b] = [from, to, a, b].map(|v| v.map(f64::from));
    let axis: [f64; 3] = core::array::from_fn(|c| b[c] - a[c]);
    let dot = |u: [f64; 3], v: [f64; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let mut most = f64::NEG_INFINITY;
    for i in 0..=400 {
        let t = f64::from(i) / 400.0;
        let at: [f64; 3] = core::array::from_fn(|c| from[c] + t * (to[c] - from[c]) - a[c]);
        let along = (dot(at, axis) / dot(axis, axis).max(1e-30)).clamp(0.0, 1.0);
        let off: [f64; 3] = core::array::from_fn(|c| at[c] - along * axis[c]);
        most = most.max(f64::from(radius) - dot(off, off).sqrt());
    }
    most
}

/// Ten thousand particles are shot at a shape, and the shape at ten thousand particles.
fn none_passes(shape: Shape, a: [f32; 3], b: [f32; 3], radius: f32, speed: f32) {
    let mut random = Random::new(7);
    let mut net = Network::default();
    let mut coordinate = |size: f64| random.uniform(-size, size) as f32;
    let shape_has = |at| Collider::new(shape).depth(at).is_some();
    while net.particles.len() < 10_000 {
        let heading = loop {
            let v: [f32; 3] = core::array::from_fn(|_| coordinate(1.0));
            if (0.1..1.0).contains(&length(v)) {
                break v.map(|c| c / length(v));
            }
        };
        let along = coordinate(0.5) + 0.5;
        let hit: [f32; 3] = core::array::from_fn(|c| {
            a[c] + along * (b[c] - a[c]) + 0.7 * coordinate(0.1) * radius / 0.1
        });
        // Reached within five steps.
        let far = (1.0 + coordinate(0.9)) * (speed * FRAME * 2.0).min(1.0);
        let at = core::array::from_fn(|c| hit[c] - (3.0 * radius + far) * heading[c]);
        if shape_has(at) {
            continue;
        }
        net.add_particle(Particle::new(at, 1.0).with_velocity(heading.map(|c| speed * c)));
    }
    let settings =
        Settings { substeps: 1, environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    solver.set_colliders(&[Collider::new(shape)]).unwrap();
    let (mut worst, mut hits) = (0.0_f64, 0);
    for _ in 0..5 {
        let before: Vec<Particle> = solver.particles().collect();
        solver.step(FRAME);
        for (i, p) in before.iter().enumerate() {
            worst = worst.max(deepest(p.position, solver.position(i), a, b, radius));
            hits += usize::from(p.velocity != solver.velocity(i));
        }
    }
    assert!(hits > 5_000, "{hits} have hit it");
    assert!(worst < 0.011 * f64::from(radius), "{worst} m inside a radius of {radius}");
    let fastest = solver.particles().map(|p| length(p.velocity)).fold(0.0, f32::max);
    assert!(fastest < speed * 1.0001, "{fastest} m/s");
}

#[test]
fn nothing_passes_through_balls_and_capsules_however_fast() {
    let center = [0.1, -0.2, 0.3];
    let (a, b) = ([-0.3, 0.0, 0.1], [0.2, 0.4, -0.1]);
    for speed in [5.0, 50.0, 5000.0] {
        none_passes(Shape::Sphere { center, radius: 0.05 }, center, center, 0.05, speed);
        none_passes(Shape::Capsule { a, b, radius: 0.01 }, a, b, 0.01, speed);
    }
}

#[test]
fn a_fast_ball_sweeps_away_all_in_its_path() {
    let mut random = Random::new(3);
    let mut net = Network::default();
    for _ in 0..10_000 {
        let (x, angle) = (random.uniform(0.5, 9.0) as f32, random.uniform(-3.0, 3.0) as f32);
        let off = random.uniform(0.0, 0.045) as f32;
        let at = [x, off * angle.cos(), off * angle.sin()];
        net.add_particle(Particle::new(at, 1.0));
    }
    let shape = Shape::Sphere { center: [0.0; 3], radius: 0.05 };
    let ball = Collider::new(shape).with_velocity([50.0, 0.0, 0.0]);
    let mut solver = solver(&net, Environment::ZERO_G, &[ball]);
    run(&mut solver, 0.2);
    let missed = solver.particles().filter(|p| p.velocity == [0.0; 3]).count();
    assert_eq!(missed, 0, "of 10 000");
    let [x, ..] = match solver.colliders().next().unwrap().shape {
        Shape::Sphere { center, .. } => center,
        _ => unreachable!("a ball"),
    };
    for p in solver.particles() {
        let from_center = length([p.position[0] - x, p.position[1], p.position[2]]);
        assert!(from_center > 0.0495, "{p:?}");
    }
}

#[test]
fn a_rotating_capsule_hits_what_it_sweeps() {
    // A bat of one meter at 30 rad/s: 30 m/s at its end, a quarter of a turn in three steps.
    let (a, b) = ([0.0; 3], [1.0, 0.0, 0.0]);
    let bat = Collider::new(Shape::Capsule { a, b, radius: 0.02 })
        .with_angular_velocity([0.0, 0.0, 30.0], [0.0; 3]);
    let mut net = Network::default();
    for i in 1..=9 {
        let (sin, cos) = (0.1 * i as f32).sin_cos();
        net.add_particle(Particle::new([0.8 * cos, 0.8 * sin, 0.0], 1.0));
    }
    let mut solver = solver(&net, Environment::ZERO_G, &[bat]);
    run(&mut solver, 0.05);
    // A bead on the bat leaves its end at 30 m/s across and 30 √(1 − 0.8²) = 18 m/s along.
    for (i, p) in solver.particles().enumerate() {
        let speed = length(p.velocity);
        assert!((23.5..35.5).contains(&speed), "{i}: {speed} m/s");
    }
}

/// A bead on a rod that turns with ω: `r = r₀ cosh ωt`.
#[test]
fn a_bead_on_a_turning_rod_is_thrown_outward() {
    let (spin, start) = (3.0_f32, 0.3_f32);
    let rod = Shape::Capsule { a: [-5.0, 0.0, 0.0], b: [5.0, 0.0, 0.0], radius: 0.01 };
    let turning = Collider::new(rod).with_angular_velocity([0.0, 0.0, spin], [0.0; 3]);
    let bead =
        Particle::new([start, 0.01, 0.0], 1.0).with_velocity([-spin * 0.01, spin * start, 0.0]);
    let mut solver = one(bead, Environment::ZERO_G, turning);
    run(&mut solver, 0.5);
    let [x, y, _] = solver.position(0);
    let (r, expected) = (x.hypot(y), start * (spin * 0.5).cosh());
    assert!((r / expected - 1.0).abs() < 0.01, "{r} m for {expected}");
}

#[test]
fn a_network_near_a_moving_collider_stays_awake() {
    let mut net = rope([0.0; 3], [0.0, -1.0, 0.0], 5, 1.0).unwrap();
    net.fix([0]);
    let settings = Settings { sleep_speed: 1e-3, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let ball = Shape::Sphere { center: [-3.0, -1.0, 0.0], radius: 0.5 };
    solver.set_colliders(&[Collider::new(ball).with_velocity([1.0, 0.0, 0.0])]).unwrap();
    run(&mut solver, 2.0);
    assert!(!solver.is_asleep());
    run(&mut solver, 1.0);
    assert!(solver.position(5)[0] > 0.3, "{:?}", solver.position(5));
}

/// A load in a lift: the floor's work is the height and the motion that it has at the end.
#[test]
fn a_lift_does_the_work_of_height_and_speed() {
    let mut net = Network::default();
    for i in 0..4 {
        net.add_particle(Particle::new([(i % 2) as f32, 0.0, (i / 2) as f32], 2.0));
    }
    let soft = Stiffness::from_frequency(5.0, 0.5).unwrap();
    for (a, b) in [(0, 1), (1, 3), (3, 2), (2, 0), (0, 3)] {
        let rest = length(core::array::from_fn(|c| {
            net.particles[a].position[c] - net.particles[b].position[c]
        }));
        net.add_edge(Edge::new(a, b, rest).with_stiffness(soft));
    }
    let lift = Collider::new(FLOOR).with_friction(0.5).with_velocity([0.0, 1.5, 0.0]);
    let mut solver = solver(&net, Environment::default(), &[lift]);
    let gravity = Environment::default().gravity;
    let before = measure::energy(solver.particles(), gravity);
    run(&mut solver, 2.0);
    let work = measure::energy(solver.particles(), gravity) - before;
    let expected = 8.0 * (9.81 * 3.0 + 0.5 * 1.5 * 1.5);
    assert!((work / expected - 1.0).abs() < 1e-3, "{work} J for {expected}");
}

#[test]
fn the_goal_of_a_collider_must_be_finite() {
    let net = Network::default();
    let mut solver = solver(&net, Environment::ZERO_G, &[Collider::new(FLOOR)]);
    let bad = Shape::Plane { point: [f32::NAN; 3], normal: [0.0, 1.0, 0.0] };
    let error = solver.move_collider(0, bad).unwrap_err();
    assert_eq!(error.to_string(), "collider 0: point must be finite, got NaN");
}

#[test]
#[should_panic(expected = "another kind")]
fn the_goal_of_a_collider_must_be_of_its_kind() {
    let net = Network::default();
    let mut solver = solver(&net, Environment::ZERO_G, &[Collider::new(FLOOR)]);
    _ = solver.move_collider(0, Shape::Sphere { center: [0.0; 3], radius: 1.0 });
}
