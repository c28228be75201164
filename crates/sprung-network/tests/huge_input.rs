//! Numbers that are finite but huge are bounded or refused, and what overflows stays where it is.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Edge, Environment, Network, Particle, Settings, Solver, Stiffness};

/// A rope, a cloth, a pair, and a rope that nothing happens to, which starts at the index returned.
fn networks() -> (Network, usize) {
    let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 5, 1.0).unwrap();
    net.fix([0]);
    let sheet = Cloth::new(9, 9, 0.1, 1.0).with_shear(Stiffness::RIGID);
    let mut cloth = sheet.build().unwrap();
    cloth.fix(sheet.corners());
    net.append(&cloth);
    let mut pair = rope([9.0, 0.0, 0.0], [10.0, 0.0, 0.0], 1, 1.0).unwrap();
    pair.edges[0].stiffness = Stiffness::from_frequency(3.0, 0.1).unwrap();
    net.append(&pair);
    let mut quiet = rope([0.0, 5.0, 0.0], [1.0, 5.0, 0.0], 7, 1.0).unwrap();
    quiet.fix([0]);
    let first = net.append(&quiet);
    (net, first)
}

fn run(disturb: impl Fn(&mut Solver), dt: f32, lines: bool) -> (Vec<Particle>, usize) {
    let (net, first) = networks();
    let mut solver =
        Solver::new(&net, Settings { line_solver: lines, ..Settings::default() }).unwrap();
    solver.step(1.0 / 60.0);
    disturb(&mut solver);
    for _ in 0..60 {
        solver.step(dt);
        for p in solver.particles() {
            let numbers = p.position.into_iter().chain(p.velocity);
            assert!(numbers.into_iter().all(|c| c.abs() <= 1e18), "{p:?}");
        }
    }
    (solver.particles().collect(), first)
}

/// Ropes side by side share their rounds: another one may round differently, no more.
#[track_caller]
fn assert_undisturbed(is: &[Particle], was: &[Particle]) {
    for (is, was) in is.iter().zip(was) {
        for (is, was) in is.position.iter().zip(&was.position) {
            assert!((is - was).abs() < 1e-4, "{is} instead of {was}");
        }
    }
}

#[test]
fn huge_impulses_moves_and_steps_stay_finite() {
    for lines in [true, false] {
        let (expected, first) = run(|_| {}, 1.0 / 60.0, lines);
        for size in [1e15_f32, 1e20, 1e30, f32::MAX] {
            for particle in [2, 40, 88] {
                let kick = |solver: &mut Solver| solver.apply_impulse(particle, [size, -size, 0.0]);
                let (kicked, _) = run(kick, 1.0 / 60.0, lines);
                assert_undisturbed(&kicked[first..], &expected[first..]);
            }
            for fixed in [0, 6] {
                let lead =
                    |solver: &mut Solver| solver.set_kinematic_target(fixed, [size, 0.0, -size]);
                let (led, _) = run(lead, 1.0 / 60.0, lines);
                assert_undisturbed(&led[first..], &expected[first..]);
            }
        }
        for dt in [1e5, 1e10, 1e18, 1e30, f32::MAX] {
            run(|_| {}, dt, lines);
        }
        let gale = Environment { gravity: [0.0, -1e30, 0.0], drag: 1e-3, wind: [1e30, 0.0, 0.0] };
        run(|solver| solver.set_environment(gale).unwrap(), 1.0 / 60.0, lines);
    }
}

#[test]
fn huge_networks_are_refused() {
    let refuses = |spoil: &dyn Fn(&mut Network), expected: &str| {
        let (mut net, _) = networks();
        spoil(&mut net);
        assert_eq!(net.check().err().unwrap().to_string(), expected);
    };
    let within = "must be within -1e15 and 1e15, got";
    refuses(
        &|net| net.particles[1].position[2] = 2e15,
        &format!("particle 1: position {within} 2000000000000000"),
    );
    refuses(
        &|net| net.particles[1].velocity[2] = -2e15,
        &format!("particle 1: velocity {within} -2000000000000000"),
    );
    let mass = "must be 0 or within 1e-30 and 1e30, got";
    refuses(
        &|net| net.particles[1] = Particle::new([0.0; 3], 1e-38),
        &format!("particle 1: inverse_mass {mass} {}", 1.0 / 1e-38_f32),
    );
    refuses(
        &|net| net.edges[1] = Edge::new(1, 2, 2e15),
        "edge 1: rest_length must be at most 1e15, got 2000000000000000",
    );
}
