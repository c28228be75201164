//! Light particles with many springs stay calm.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{lattice, wheel};
use sprung_network::{Environment, Network, Particle, Settings, Solver, Stiffness, measure};

/// The most energy in `seconds` of a body of which one particle was nudged, over that of the nudge.
fn most_energy(mut net: Network, settings: Settings, seconds: usize) -> f64 {
    net.particles[1].velocity = [0.003, 0.008, 0.005];
    let settings = Settings { environment: Environment::ZERO_G, ..settings };
    let mut solver = Solver::new(&net, settings).unwrap();
    let start = measure::energy(solver.particles(), [0.0; 3]);
    let mut most = 0.0_f64;
    for _ in 0..60 * seconds {
        solver.step(1.0 / 60.0);
        let now = measure::energy(solver.particles(), [0.0; 3]) / start;
        most = most.max(if now.is_nan() { f64::INFINITY } else { now });
    }
    most
}

/// A ball of triangles with poles where `around` of them meet.
fn globe(around: usize, rings: usize) -> Network {
    let mut net = Network::default();
    let turn = core::f64::consts::TAU / around as f64;
    net.add_particle(Particle::new([0.0, 0.0, 1.0], 1.0));
    for j in 1..rings {
        let down = core::f64::consts::PI * j as f64 / rings as f64;
        for i in 0..around {
            let at = turn * i as f64;
            let place = [down.sin() * at.cos(), down.sin() * at.sin(), down.cos()];
            net.add_particle(Particle::new(place.map(|c| c as f32), 1.0));
        }
    }
    let south = net.add_particle(Particle::new([0.0, 0.0, -1.0], 1.0));
    for j in 0..rings - 1 {
        for i in 0..around {
            let (here, next) = (1 + j * around + i, 1 + j * around + (i + 1) % around);
            net.connect(here, next);
            if j == 0 {
                net.connect(0, here);
            }
            if j + 2 == rings {
                net.connect(south, here);
            } else {
                net.connect(here, here + around);
                net.connect(here, next + around);
            }
        }
    }
    net
}

#[test]
fn nudged_wheels_balls_and_jelly_gain_no_energy() {
    let mut bodies = vec![
        ("globe of 16", globe(16, 6)),
        ("globe of 32", globe(32, 5)),
        ("jelly", lattice([4; 3], 0.2, 1.0).unwrap()),
        ("jelly with lines", lattice([9, 3, 9], 0.2, 1.0).unwrap()),
    ];
    for spokes in [5, 16, 20, 32, 64, 200] {
        for hub in [1.0, 1e4, 1e-4] {
            let mut wheel = wheel(1.0, spokes, spokes as f32).unwrap();
            wheel.particles[spokes].inverse_mass = hub;
            bodies.push(("wheel", wheel));
        }
    }
    for (name, net) in bodies {
        for law in [
            Stiffness::RIGID,
            Stiffness::per_step(0.5, 0.5),
            Stiffness::from_frequency(500.0, 0.0).unwrap(),
        ] {
            let mut net = net.clone();
            net.edges.iter_mut().for_each(|s| s.stiffness = law);
            for substeps in [1, 8] {
                let settings = Settings { substeps, ..Settings::default() };
                let most = most_energy(net.clone(), settings, 10);
                let springs = net.edges.len();
                println!("{name} {springs} {law:?} {substeps}: {most:.4}");
                assert!(most < 1.01, "{name}, {springs} springs, {law:?}, {substeps}: {most}");
            }
        }
    }
}
