//! What touches nothing keeps its momentum and its angular momentum.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope, tree};
use sprung_network::{
    Collider, Environment, Network, Particle, Settings, Shape, Solver, Stiffness, measure,
};

type V3 = [f64; 3];

fn size(v: V3) -> f64 {
    (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt()
}

fn missing(before: V3, after: V3) -> f64 {
    size([before[0] - after[0], before[1] - after[1], before[2] - after[2]]) / size(before)
}

/// Flying, turning and shaken.
fn thrown(mut net: Network) -> Network {
    for (i, p) in net.particles.iter_mut().enumerate() {
        let [x, y, z] = p.position;
        let shake = |k: usize| ((i * k % 7) as f32 - 3.0) * 0.02;
        p.velocity = [0.7 - 2.0 * y + shake(3), 0.3 + 2.0 * x + shake(5), -0.2 + z + shake(2)];
    }
    net
}

fn bodies() -> Vec<(&'static str, Network)> {
    let points: Vec<[f32; 3]> = (0..15)
        .map(|i: usize| {
            let depth = (i + 1).ilog2();
            let across = (i + 1 - (1 << depth)) as f32 - 0.5 * ((1 << depth) - 1) as f32;
            [across / (1 << depth) as f32, 0.4 * depth as f32, 0.1 * across]
        })
        .collect();
    let parents: Vec<usize> = (0..15).map(|i: usize| i.saturating_sub(1) / 2).collect();
    vec![
        ("jelly", lattice([5; 3], 0.1, 3.0).unwrap()),
        ("jelly with lines", lattice([9, 4, 9], 0.1, 3.0).unwrap()),
        ("cloth", Cloth::new(12, 12, 0.1, 0.5).with_shear(Stiffness::RIGID).build().unwrap()),
        ("rope", rope([0.0; 3], [2.0, 0.3, 0.0], 20, 1.0).unwrap()),
        ("tree", tree(&points, &parents, 0.2).unwrap()),
    ]
}

#[test]
fn free_bodies_keep_momentum_and_spin_for_ten_seconds() {
    for (name, net) in bodies() {
        for law in [Stiffness::RIGID, Stiffness::from_frequency(8.0, 0.1).unwrap()] {
            let mut net = thrown(net.clone());
            net.edges.iter_mut().for_each(|s| s.stiffness = law);
            for substeps in [1, 8, 32] {
                let settings =
                    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() };
                let mut solver = Solver::new(&net, settings).unwrap();
                let (momentum, spin) = (
                    measure::momentum(solver.particles()),
                    measure::angular_momentum(solver.particles()),
                );
                for _ in 0..600 {
                    solver.step(1.0 / 60.0);
                }
                let gone = missing(momentum, measure::momentum(solver.particles()));
                let slowed = missing(spin, measure::angular_momentum(solver.particles()));
                println!("{name} {law:?} {substeps}: {gone:.1e} {slowed:.1e}");
                assert!(gone < 1e-5, "{name}, {law:?}, {substeps} sub-steps: {gone}");
                assert!(slowed < 1e-5, "{name}, {law:?}, {substeps} sub-steps: {slowed}");
            }
        }
    }
}

#[test]
fn a_body_falls_and_drifts_as_a_single_particle_does() {
    let environment = Environment { drag: 0.7, wind: [3.0, 0.0, -1.0], ..Environment::default() };
    for (name, net) in bodies() {
        let net = thrown(net);
        let mass: f64 = net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
        let settings = Settings { substeps: 8, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let mut velocity = measure::momentum(solver.particles()).map(|p| p / mass);
        let h = 1.0 / 480.0;
        for _ in 0..300 {
            solver.step(1.0 / 60.0);
            for _ in 0..8 {
                velocity = [0, 1, 2].map(|c| {
                    let (gravity, wind) = (environment.gravity[c], environment.wind[c]);
                    let drag = h * f64::from(environment.drag);
                    (velocity[c] + drag * f64::from(wind)) / (1.0 + drag) + h * f64::from(gravity)
                });
            }
        }
        let now = measure::momentum(solver.particles()).map(|p| p / mass);
        assert!(missing(velocity, now) < 1e-5, "{name}: {now:?} for {velocity:?}");
    }
}

#[test]
fn a_part_that_has_torn_off_is_not_turned_by_the_rest() {
    let mut net = lattice([3; 3], 0.2, 1.0).unwrap();
    let mut other = lattice([3; 3], 0.2, 1.0).unwrap();
    other.particles.iter_mut().for_each(|p| p.position[0] += 1.0);
    let first = net.append(&other);
    net.connect(0, first);
    // A thread that tears at once.
    let thread = net.edges.last_mut().unwrap();
    (thread.tear_strain, thread.stiffness) = (0.01, Stiffness::from_frequency(0.1, 0.0).unwrap());
    // The block on the left turns so fast that a step keeps little of its spin by itself.
    for p in &mut net.particles[..27] {
        p.velocity = [-20.0 * p.position[1], 20.0 * p.position[0], 0.0];
    }
    let settings =
        Settings { substeps: 1, environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let joint = net.edges.len() - 1;
    for _ in 0..10 {
        solver.step(1.0 / 60.0);
    }
    assert!(solver.is_torn(joint), "it has torn");
    let parts = |solver: &Solver| -> [V3; 2] {
        let all: Vec<Particle> = solver.particles().collect();
        [&all[..27], &all[27..]].map(|part| measure::angular_momentum(part.iter().copied()))
    };
    let before = parts(&solver);
    for _ in 0..60 {
        solver.step(1.0 / 60.0);
    }
    for (before, after) in before.into_iter().zip(parts(&solver)) {
        assert!(missing(before, after) < 1e-5, "{after:?} for {before:?}");
    }
}

#[test]
fn a_body_that_lands_is_held_by_the_floor_and_not_by_its_momentum() {
    let net = thrown(lattice([4; 3], 0.1, 1.0).unwrap());
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let floor = Shape::Plane { point: [0.0, -1.0, 0.0], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.5)]).unwrap();
    for _ in 0..600 {
        solver.step(1.0 / 60.0);
    }
    let fastest = solver.particles().flat_map(|p| p.velocity).fold(0.0, |m: f32, v| m.max(v.abs()));
    let lowest = solver.particles().map(|p| p.position[1]).fold(f32::INFINITY, f32::min);
    assert!(fastest < 0.02 && (lowest + 1.0).abs() < 1e-3, "{fastest} m/s, {lowest} m");
}

#[test]
fn no_free_body_gains_energy_however_fast_it_turns() {
    for (name, net) in bodies() {
        for (law, turn) in [
            (Stiffness::RIGID, 1.0),
            (Stiffness::RIGID, 25.0),
            (Stiffness::from_frequency(8.0, 0.1).unwrap(), 1.0),
            (Stiffness::from_frequency(8.0, 0.1).unwrap(), 25.0),
        ] {
            let mut net = thrown(net.clone());
            net.edges.iter_mut().for_each(|s| s.stiffness = law);
            // Up to 50 rad/s: most of a radian per step.
            net.particles.iter_mut().for_each(|p| p.velocity = p.velocity.map(|v| v * turn));
            for substeps in [1, 8] {
                let settings =
                    Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() };
                let mut solver = Solver::new(&net, settings).unwrap();
                let start = measure::energy(solver.particles(), [0.0; 3]);
                for step in 0..3600 {
                    solver.step(1.0 / 60.0);
                    let now = measure::energy(solver.particles(), [0.0; 3]);
                    assert!(
                        now < 1.01 * start,
                        "{name}, {law:?} × {turn}, {substeps} sub-steps, step {step}: {now} from {start}"
                    );
                }
            }
        }
    }
}
