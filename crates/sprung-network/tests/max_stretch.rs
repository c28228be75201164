//! The number of sub-steps that the solver chooses.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{Environment, Network, Particle, Settings, Solver, measure};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

/// A flat sheet of `n²` particles and triangles without straight lines, fixed at some corners.
fn sheet(n: usize, corners: usize) -> Network {
    let mut random = Random::new(7);
    let mut net = Network::default();
    for j in 0..n {
        for i in 0..n {
            let at = |k: usize, shift: f64| 0.05 * (k as f32 + 0.6 * (shift as f32 - 0.5));
            let place = [at(i, random.unit()), 0.0, at(j, random.unit())];
            let here = net.add_particle(Particle::new(place, 1.0));
            if i > 0 {
                net.connect(here - 1, here);
            }
            if j > 0 {
                net.connect(here - n, here);
            }
            if i > 0 && j > 0 {
                let (a, b) =
                    if random.index(2) == 0 { (here - n - 1, here) } else { (here - n, here - 1) };
                net.connect(a, b);
            }
        }
    }
    net.fix([0, n - 1].into_iter().take(corners));
    net
}

fn woven(n: usize) -> Network {
    let cloth = Cloth::new(n, n, 0.05, 1.0);
    let mut net = cloth.build_pleated(0.9).unwrap();
    net.fix(cloth.corners());
    net
}

fn settings() -> Settings {
    let environment = Environment { drag: 0.5, ..Environment::default() };
    Settings { substeps: 128, environment, ..Settings::default() }
}

#[test]
fn networks_come_to_within_the_stretch_allowed() {
    let mut hanging = rope([0.0; 3], [3.0, 0.0, 0.0], 60, 1.0).unwrap();
    hanging.fix([0]);
    hanging.particles[60].inverse_mass /= 1000.0;
    let mut jelly = lattice([6; 3], 0.1, 3.0).unwrap();
    jelly.fix((0..216).filter(|i| i / 6 % 6 == 5));
    for (name, net) in [
        ("rope", hanging),
        ("woven", woven(24)),
        ("two corners", sheet(24, 2)),
        ("one corner", sheet(36, 1)),
        ("jelly", jelly),
    ] {
        for allowed in [0.03, 0.01] {
            let mut solver = Solver::within_stretch(&net, allowed, settings()).unwrap();
            let mut most = 0.0_f64;
            for step in 0..480 {
                solver.step(FRAME);
                if step >= 360 {
                    most = most.max(solver.stretch().max);
                }
            }
            // One step may pass before the next takes more sub-steps.
            assert!(most < 1.5 * f64::from(allowed), "{name}, {allowed}: {most}");
            let substeps = solver.substeps();
            // The sheet on one corner swings for a long time.
            assert!(substeps < 128 || name == "one corner", "{name}, {allowed}: {substeps}");
        }
    }
}

#[test]
fn fewer_substeps_are_taken_at_rest_than_in_the_fall() {
    let mut solver = Solver::within_stretch(&woven(24), 0.01, settings()).unwrap();
    let mut counts = Vec::new();
    for _ in 0..900 {
        solver.step(FRAME);
        counts.push(solver.substeps());
    }
    let most = counts.iter().max().unwrap();
    assert!(counts[899] < *most, "{} of {most}", counts[899]);
}

#[test]
fn the_sub_steps_of_the_settings_are_the_number_or_the_most() {
    let mut solver = Solver::new(&sheet(12, 2), Settings::default()).unwrap();
    for _ in 0..60 {
        solver.step(FRAME);
        assert_eq!(solver.substeps(), 8);
    }
    assert!(solver.network().tethers.is_empty());
    let settings = Settings { substeps: 3, ..settings() };
    let mut solver = Solver::within_stretch(&sheet(12, 2), 0.01, settings).unwrap();
    for _ in 0..60 {
        assert!(solver.substeps() <= 3);
        solver.step(FRAME);
    }
    assert!(!solver.network().tethers.is_empty());
}

#[test]
fn energy_does_not_grow_while_the_number_changes() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut net = if seed % 2 == 0 { sheet(10, 1 + seed as usize % 3) } else { woven(10) };
        for p in net.particles.iter_mut().filter(|p| !p.is_fixed()) {
            p.velocity = core::array::from_fn(|_| random.unit() as f32 - 0.5);
        }
        let environment = Environment { drag: 0.0, ..Environment::default() };
        let settings = Settings { environment, ..settings() };
        let mut solver = Solver::within_stretch(&net, 0.002, settings).unwrap();
        let energy = |solver: &Solver| measure::energy(solver.particles(), environment.gravity);
        let (start, mut counts) = (energy(&solver), Vec::new());
        // The weight times a meter: masses are scaled only where one particle holds a thousand.
        let weight = 9.81
            * net
                .particles
                .iter()
                .map(|p| 1.0 / f64::from(p.inverse_mass))
                .filter(|m| m.is_finite())
                .sum::<f64>();
        for step in 0..600 {
            solver.step(FRAME);
            counts.push(solver.substeps());
            let grown = (energy(&solver) - start) / weight;
            assert!(grown < 2e-3, "seed {seed}, step {step}: {grown}");
        }
        assert!(counts.iter().any(|&count| count != counts[0]), "seed {seed}: nothing changed");
    }
}

#[test]
fn the_choice_is_the_same_every_time() {
    let run = || {
        let mut solver = Solver::within_stretch(&sheet(20, 2), 0.005, settings()).unwrap();
        let mut counts = Vec::new();
        for _ in 0..240 {
            solver.step(FRAME);
            counts.push(solver.substeps());
        }
        let bits: Vec<u32> =
            solver.particles().flat_map(|p| p.position).map(f32::to_bits).collect();
        (counts, bits)
    };
    assert_eq!(run(), run());
}
