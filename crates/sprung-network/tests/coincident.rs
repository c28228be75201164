//! Springs of rest length 0 and particles at one place.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::reference::{SequentialImpulses, Variant};
use sprung_network::{Edge, Environment, Network, Particle, Settings, Solver, Stiffness};

/// One particle at rest, one a meter away that moves across at 1 m/s, and a spring of rest length 0 between them.
fn flying_pair(masses: [f32; 2]) -> Network {
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], masses[0]));
    net.add_particle(Particle::new([1.0, 0.0, 0.0], masses[1]).with_velocity([0.0, 1.0, 0.0]));
    net.add_edge(Edge::new(0, 1, 0.0));
    net
}

fn fastest(particles: impl Iterator<Item = Particle>) -> f32 {
    particles.flat_map(|p| p.velocity).fold(0.0, |most, v| most.max(v.abs()))
}

#[test]
fn a_pair_that_collapses_onto_one_point_gets_no_faster() {
    for masses in [[1.0, 1.0], [1.0, 2.0], [1e4, 1.0], [1.0, 1e4]] {
        for substeps in [1, 2, 8, 32] {
            let settings =
                Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() };
            let mut solver = Solver::new(&flying_pair(masses), settings).unwrap();
            let momentum = f64::from(masses[1]);
            for step in 0..600 {
                solver.step(1.0 / 60.0);
                let most = fastest(solver.particles());
                // 1 m/s of the whole, and of one relative to it at most what they began with.
                assert!(most < 2.2, "{masses:?}, {substeps} sub-steps, step {step}: {most} m/s");
                let now = sprung_network::measure::momentum(solver.particles());
                assert!((now[1] - momentum).abs() < 1e-3 * momentum, "{now:?}");
            }
        }
    }
}

/// 100 kg, 0.01 kg and 1000 kg in a row, the last spring of rest length 0.
#[test]
fn a_light_particle_between_heavy_ones_collapses_quietly() {
    for environment in [Environment::ZERO_G, Environment::default()] {
        for (a, b) in [(1.0, 0.0), (0.0, 1.0), (0.0, 0.0)] {
            let mut net = Network::default();
            for (x, mass) in [(0.0, 100.0), (1.0, 0.01), (2.0, 1000.0)] {
                net.add_particle(Particle::new([x, 0.0, 0.0], mass));
            }
            net.add_edge(Edge::new(0, 1, a));
            net.add_edge(Edge::new(1, 2, b));
            let mut solver =
                Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
            for step in 0..600 {
                solver.step(1.0 / 60.0);
                let most = fastest(solver.particles()) - 9.81 * (step + 1) as f32 / 60.0;
                // A meter within a sub-step.
                assert!(most < 480.0 * 2.0, "{a} {b}: {most} m/s after {step} steps");
            }
        }
    }
}

/// At rest, no spring off its length: nothing may move, whether or not two particles are at one place.
#[test]
fn the_passive_iterations_stay_at_rest_next_to_an_edge_without_direction() {
    for weld in [false, true] {
        let mut net = Network::default();
        for place in [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 0.0]] {
            net.add_particle(Particle::new(place, 1.0));
        }
        let law = Stiffness::per_step(0.5, 0.6);
        net.add_edge(Edge::new(0, 1, 0.5).with_stiffness(law));
        net.add_edge(Edge::new(1, 2, 0.5).with_stiffness(law));
        if weld {
            net.add_edge(Edge::new(2, 3, 0.0).with_stiffness(law));
        }
        let stored = 2.0 * 0.5 * 0.5 * (0.5_f64 * 60.0).powi(2) * 0.5 / 0.4;
        let made = SequentialImpulses::new(&net, Environment::ZERO_G, 4, 1.0).unwrap();
        let mut made = made.with_variant(Variant::Passive);
        for _ in 0..2000 {
            made.step(1.0 / 60.0);
            let free = made.particles().iter().copied();
            let kinetic = sprung_network::measure::energy(free, [0.0; 3]);
            assert!(kinetic <= 1.0001 * stored, "weld {weld}: {kinetic} of {stored} J");
        }
    }
}

/// No spring parts what lies at one place: it has no direction to push in.
#[test]
fn coincident_particles_stay_together_until_something_parts_them() {
    let mut net = Network::default();
    (0..2).for_each(|_| _ = net.add_particle(Particle::new([0.0; 3], 1.0)));
    net.add_edge(Edge::new(0, 1, 1.0));
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    (0..60).for_each(|_| solver.step(1.0 / 60.0));
    assert_eq!(solver.position(0), solver.position(1));
    solver.apply_impulse(0, [0.0, 0.0, 1e-3]);
    (0..60).for_each(|_| solver.step(1.0 / 60.0));
    assert!((solver.stretch().max) < 1e-3, "{:?}", solver.stretch());
}
