//! Every bad number is refused by the index of its element, its field and its rule; what is odd but allowed is defined.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::reference::{CoefficientLimit, JacobiSolver, SequentialImpulses};
use sprung_network::shapes::{Cloth, rope};
use sprung_network::{
    Collider, Edge, Environment, Network, NetworkError, Particle, Settings, Shape, Solver,
    Stiffness, Tether,
};

const NAN: f32 = f32::NAN;
const INFINITY: f32 = f32::INFINITY;

/// A nail and three particles in a row, joined; the first is tied to the nail as well.
fn good() -> Network {
    let mut net = rope([0.0; 3], [3.0, 0.0, 0.0], 3, 4.0).unwrap();
    net.fix([0]);
    net.tethers.push(Tether { anchor: 0, particle: 1, length: 1.0 });
    net
}

fn message<T>(result: Result<T, NetworkError>) -> String {
    result.err().expect("refused").to_string()
}

/// Spoils a good network, and demands one message of all that networks are given to.
#[track_caller]
fn refuses(spoil: impl FnOnce(&mut Network), expected: &str) {
    let mut net = good();
    assert_eq!(net.check(), Ok(()));
    spoil(&mut net);
    assert_eq!(message(net.check()), expected);
    assert_eq!(message(Solver::new(&net, Settings::default())), expected);
    assert_eq!(
        message(JacobiSolver::new(&net, Environment::ZERO_G, CoefficientLimit::Off)),
        expected
    );
    assert_eq!(message(SequentialImpulses::new(&net, Environment::ZERO_G, 1, 0.0)), expected);
}

#[test]
fn springs_and_tethers_must_join_two_particles_that_exist() {
    let missing = "particle must be < 4, the number of particles, got";
    refuses(|net| net.edges[1].b = 4, &format!("edge 1: {missing} 4"));
    refuses(|net| net.edges[2].a = usize::MAX, &format!("edge 2: {missing} {}", usize::MAX));
    refuses(|net| net.tethers[0].anchor = 9, &format!("tether 0: {missing} 9"));
    refuses(|net| net.tethers[0].particle = 9, &format!("tether 0: {missing} 9"));
    let alone = "must join two different particles, got";
    refuses(|net| net.edges[2].a = 3, &format!("edge 2: {alone} 3 twice"));
    refuses(|net| net.tethers[0].particle = 0, &format!("tether 0: {alone} 0 twice"));
    let twice = "joins the same particles as edge 1";
    refuses(|net| net.edges.push(Edge::new(1, 2, 5.0)), &format!("edge 3: {twice}"));
    refuses(|net| net.edges.push(Edge::new(2, 1, 5.0)), &format!("edge 3: {twice}"));
}

#[test]
fn tethers_hold_free_particles_from_fixed_ones() {
    let tether = |anchor, particle| Tether { anchor, particle, length: 1.0 };
    refuses(
        |net| net.tethers.push(tether(2, 3)),
        "tether 1: inverse mass of the anchor must be 0, got 1",
    );
    refuses(
        |net| {
            net.fix([3]);
            net.tethers.push(tether(0, 3));
        },
        "tether 1: inverse mass of the particle must be > 0, got 0",
    );
}

#[test]
fn numbers_of_particles_springs_and_tethers_must_be_finite_and_of_their_sign() {
    for (bad, shown) in [(NAN, "NaN"), (INFINITY, "inf"), (-INFINITY, "-inf")] {
        let finite = format!("must be finite, got {shown}");
        refuses(
            |net| net.particles[2].position[1] = bad,
            &format!("particle 2: position {finite}"),
        );
        refuses(
            |net| net.particles[3].velocity[2] = bad,
            &format!("particle 3: velocity {finite}"),
        );
    }
    for (bad, shown) in [(NAN, "NaN"), (INFINITY, "inf"), (-0.5, "-0.5")] {
        let rule = format!("must be finite and >= 0, got {shown}");
        let law = |net: &mut Network, law| net.edges[1].stiffness = law;
        refuses(|n| n.particles[2].inverse_mass = bad, &format!("particle 2: inverse_mass {rule}"));
        refuses(|n| n.edges[1].rest_length = bad, &format!("edge 1: rest_length {rule}"));
        refuses(|n| n.tethers[0].length = bad, &format!("tether 0: length {rule}"));
        // The core refuses what is no spring; an infinite frequency is a rigid edge.
        if bad != INFINITY {
            let rule = format!("must be >= 0, got {shown}");
            let refused = |frequency, damping_ratio| {
                Stiffness::from_frequency(frequency, damping_ratio).unwrap_err().to_string()
            };
            assert_eq!(refused(bad, 1.0), format!("frequency {rule}"));
            assert_eq!(refused(1.0, bad), format!("damping_ratio {rule}"));
        }
        let material = |stiffness, damping| Stiffness::Physical { stiffness, damping };
        refuses(|n| law(n, material(bad, 1.0)), &format!("edge 1: stiffness {rule}"));
        refuses(|n| law(n, material(1.0, bad)), &format!("edge 1: damping {rule}"));
        let compliance = |compliance, damping| Stiffness::Compliance { compliance, damping };
        refuses(|n| law(n, compliance(bad, 1.0)), &format!("edge 1: compliance {rule}"));
        refuses(|n| law(n, compliance(1.0, bad)), &format!("edge 1: damping {rule}"));
    }
    for (bad, shown) in [(NAN, "NaN"), (1.5, "1.5"), (-0.5, "-0.5")] {
        let rule = format!("must be within 0 and 1, got {shown}");
        let fraction = |c_s, c_d| Stiffness::per_step(c_s, c_d);
        refuses(|n| n.edges[0].stiffness = fraction(bad, 1.0), &format!("edge 0: c_s {rule}"));
        refuses(|n| n.edges[0].stiffness = fraction(1.0, bad), &format!("edge 0: c_d {rule}"));
    }
    for (bad, shown) in [(NAN, "NaN"), (0.0, "0"), (-0.5, "-0.5")] {
        let rule = format!("edge 2: tear_strain must be > 0, got {shown}");
        refuses(|n| n.edges[2].tear_strain = bad, &rule);
    }
}

#[test]
fn masses_of_zero_below_zero_and_nan_are_refused() {
    for (mass, shown) in [(0.0, "inf"), (-2.0, "-0.5"), (NAN, "NaN")] {
        let rule = format!("particle 4: inverse_mass must be finite and >= 0, got {shown}");
        refuses(|net| _ = net.add_particle(Particle::new([0.0; 3], mass)), &rule);
    }
}

#[test]
fn surroundings_must_be_finite() {
    let mut solver = Solver::new(&good(), Settings::default()).unwrap();
    let mut refuses = |environment: Environment, expected: &str| {
        let settings = Settings { environment, ..Settings::default() };
        assert_eq!(message(Solver::new(&good(), settings)), expected);
        assert_eq!(
            message(JacobiSolver::new(&good(), environment, CoefficientLimit::Off)),
            expected
        );
        assert_eq!(message(SequentialImpulses::new(&good(), environment, 1, 0.0)), expected);
        assert_eq!(message(solver.set_environment(environment)), expected);
    };
    let air = Environment::default();
    let gravity = "environment 0: gravity must be finite, got NaN";
    refuses(Environment { gravity: [0.0, NAN, 0.0], ..air }, gravity);
    let wind = "environment 0: wind must be finite, got inf";
    refuses(Environment { wind: [INFINITY, 0.0, 0.0], ..air }, wind);
    for (drag, shown) in [(NAN, "NaN"), (INFINITY, "inf"), (-1.0, "-1")] {
        let rule = format!("environment 0: drag must be finite and >= 0, got {shown}");
        refuses(Environment { drag, ..air }, &rule);
    }
    let before: Vec<Particle> = solver.particles().collect();
    solver.step(0.1);
    assert!(solver.particles().all(|p| p.position.iter().all(|c| c.is_finite())));
    assert_ne!(before, solver.particles().collect::<Vec<_>>(), "it still falls");
}

#[test]
fn settings_and_sweeps_must_be_numbers_that_mean_something() {
    let settings = Settings { substeps: 0, ..Settings::default() };
    assert_eq!(message(Solver::new(&good(), settings)), "substeps must be >= 1, got 0");
    let settings = Settings { substeps: usize::MAX, ..Settings::default() };
    let refused = message(Solver::new(&good(), settings));
    assert!(refused.starts_with("settings 0: substeps must be <= 65536, got"), "{refused}");
    for (sleep_speed, shown) in [(NAN, "NaN"), (INFINITY, "inf"), (-1.0, "-1")] {
        let settings = Settings { sleep_speed, ..Settings::default() };
        let rule = format!("settings 0: sleep_speed must be finite and >= 0, got {shown}");
        assert_eq!(message(Solver::new(&good(), settings)), rule);
    }
    let made = |sweeps, warm| SequentialImpulses::new(&good(), Environment::ZERO_G, sweeps, warm);
    assert_eq!(message(made(0, 0.0)), "sweeps must be >= 1, got 0");
    let rule = "iterations 0: warm_start must be within 0 and 1, got NaN";
    assert_eq!(message(made(1, NAN)), rule);
}

#[test]
fn colliders_are_named_and_the_old_ones_stay() {
    let floor = Collider::new(Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] });
    let mut solver = Solver::new(&good(), Settings::default()).unwrap();
    solver.set_colliders(&[floor]).unwrap();
    let mut refuses = |shape: Shape, friction: f32, expected: &str| {
        let bad = Collider::new(shape).with_friction(friction);
        assert_eq!(message(solver.set_colliders(&[floor, bad])), expected);
    };
    let plane = |point, normal| Shape::Plane { point, normal };
    let ball = |center, radius| Shape::Sphere { center, radius };
    let pill = |a, b, radius| Shape::Capsule { a, b, radius };
    let (o, n) = ([0.0; 3], [NAN, 0.0, 0.0]);
    refuses(plane(n, o), 0.0, "collider 1: point must be finite, got NaN");
    refuses(plane(o, n), 0.0, "collider 1: normal must be finite, got NaN");
    let flat = "collider 1: length of the normal must be finite and > 0, got 0";
    refuses(plane(o, o), 0.0, flat);
    refuses(ball(n, 1.0), 0.0, "collider 1: center must be finite, got NaN");
    refuses(ball(o, 0.0), 0.0, "collider 1: radius must be finite and > 0, got 0");
    refuses(ball(o, NAN), 0.0, "collider 1: radius must be finite and > 0, got NaN");
    refuses(pill(n, o, 1.0), 0.0, "collider 1: a must be finite, got NaN");
    refuses(pill(o, n, 1.0), 0.0, "collider 1: b must be finite, got NaN");
    refuses(pill(o, o, -1.0), 0.0, "collider 1: radius must be finite and > 0, got -1");
    refuses(ball(o, 1e16), 0.0, "collider 1: radius must be at most 1e15, got 10000000000000000");
    let far = [0.0, -1e20, 0.0];
    let range = "must be within -1e15 and 1e15, got -100000000000000000000";
    refuses(ball(far, 1.0), 0.0, &format!("collider 1: center {range}"));
    refuses(plane(far, [0.0, 1.0, 0.0]), 0.0, &format!("collider 1: point {range}"));
    refuses(pill(o, far, 1.0), 0.0, &format!("collider 1: b {range}"));
    refuses(ball(o, 1.0), -0.5, "collider 1: friction must be finite and >= 0, got -0.5");
    refuses(ball(o, 1.0), NAN, "collider 1: friction must be finite and >= 0, got NaN");
    for _ in 0..120 {
        solver.step(1.0 / 60.0);
    }
    assert!(solver.particles().all(|p| p.position[1] > -1e-4), "the floor is still there");
    let mut refuses = |bad: Collider, expected: &str| {
        assert_eq!(message(solver.set_colliders(&[floor, bad])), expected);
    };
    refuses(floor.with_velocity(n), "collider 1: velocity must be finite, got NaN");
    refuses(floor.with_velocity(far), &format!("collider 1: velocity {range}"));
    let finite = "collider 1: angular_velocity must be finite, got NaN";
    refuses(floor.with_angular_velocity(n, o), finite);
    refuses(floor.with_angular_velocity(o, n), "collider 1: pivot must be finite, got NaN");
}

#[test]
fn huge_input_gives_no_nan() {
    let mut net = good();
    net.particles[2] = Particle::new([2.0, 0.0, 0.0], 2e-30);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let ball = Shape::Sphere { center: [1e15, 0.0, 0.0], radius: 1e15 };
    let thrown = Collider::new(ball).with_friction(f32::MAX).with_velocity([0.0, 1e15, 0.0]);
    solver.set_colliders(&[thrown.with_angular_velocity([1e15; 3], [-1e15; 3])]).unwrap();
    for step in 0..100 {
        solver.apply_impulse(3, [1e20, 0.0, 0.0]);
        solver.set_kinematic_target(0, [1e25, 0.0, 0.0]);
        solver.step(if step % 2 == 0 { 1e18 } else { 1.0 / 60.0 });
    }
    let numbers = solver.particles().flat_map(|p| [p.position, p.velocity]).flatten();
    assert!(numbers.into_iter().all(f32::is_finite));
    net.particles[2] = Particle::new([2.0, 0.0, 0.0], 1e-31);
    let message = message(net.check());
    let expected = "particle 2: inverse_mass must be 0 or within 1e-30 and 1e30";
    assert!(message.starts_with(expected), "{message}");
}

#[test]
fn targets_and_impulses_that_are_not_finite_are_ignored() {
    let mut net = Cloth::new(4, 4, 0.1, 1.0).build().unwrap();
    net.append(&good());
    net.fix([0]);
    let run = |spoiled: bool| {
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        for bad in [NAN, INFINITY, -INFINITY] {
            if spoiled {
                for fixed in [0, 16] {
                    solver.set_kinematic_target(fixed, [0.0, bad, 0.0]);
                }
                for particle in [0, 5, 16, 18] {
                    solver.apply_impulse(particle, [bad, 0.0, 0.0]);
                }
            }
            solver.step(1.0 / 60.0);
        }
        solver.particles().collect::<Vec<_>>()
    };
    assert_eq!(run(true), run(false));
}

#[test]
fn no_time_moves_nothing_however_it_is_written() {
    let net = good();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let mut scheme =
        JacobiSolver::new(&net, Environment::default(), CoefficientLimit::MassSplitting).unwrap();
    let mut made = SequentialImpulses::new(&net, Environment::default(), 3, 0.5).unwrap();
    for dt in [0.0, -0.0, -1.0, NAN, INFINITY, -INFINITY, 1e-45, 1e-39, 1e-38, 1e-16, 1e18] {
        solver.step(dt);
        scheme.step(dt);
        made.step(dt);
    }
    assert_eq!(solver.particles().collect::<Vec<_>>(), net.particles);
    assert_eq!(scheme.particles(), net.particles);
    assert_eq!(made.particles(), net.particles);
}

#[test]
fn fixed_networks_stay_and_loose_particles_fall() {
    let mut net = Cloth::new(4, 4, 0.1, 1.0).with_shear(Stiffness::RIGID).build().unwrap();
    net.edges.iter_mut().for_each(|s| s.rest_length *= 3.0);
    net.fix(0..16);
    let loose = net.add_particle(Particle::new([0.0, 5.0, 0.0], 2.0));
    let fixed = net.particles[..16].to_vec();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let mut scheme =
        JacobiSolver::new(&net, Environment::default(), CoefficientLimit::MassSplitting).unwrap();
    let mut made = SequentialImpulses::new(&net, Environment::default(), 3, 0.5).unwrap();
    for _ in 0..60 {
        solver.step(1.0 / 60.0);
        scheme.step(1.0 / 60.0);
        made.step(1.0 / 60.0);
    }
    for (particles, h) in [
        (solver.particles().collect::<Vec<_>>(), 1.0 / 480.0),
        (scheme.particles().to_vec(), 1.0 / 60.0),
        (made.particles().to_vec(), 1.0 / 60.0),
    ] {
        assert_eq!(particles[..16], fixed);
        // Symplectic steps of h: g t (t + h) / 2.
        let fallen = 5.0 - particles[loose].position[1];
        assert!((fallen - 9.81 * (1.0 + h) / 2.0).abs() < 1e-3, "{fallen} m");
    }
}
