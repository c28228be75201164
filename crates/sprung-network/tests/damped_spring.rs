//! Particles of which all are joined to all breathe as one exact damped spring.
//!
//! Equal masses m at the corners of a regular simplex (two particles, a triangle, a tetrahedron), each joined to each
//! other by a spring of stiffness k: whatever the amplitude, the length of all edges obeys `x″ + n c/m x′ + n k/m x = 0`
//! with n the number of corners. The exact answer is the step of the core crate.
//!
//! From an amplitude of 1 the solver is off by less than `ωh (0.2/ζ + ζ)`: what its implicit steps lose of a swing,
//! `ω²h/2` a second, is most after 1/(ζω) seconds; beyond ζ = 1 the damper's own step counts.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung::State;
use sprung_network::{Edge, Environment, Network, Particle, Settings, Solver, Stiffness};

const TAU: f64 = core::f64::consts::TAU;

/// Regular simplices of edge 1.
const CORNERS: [[f32; 3]; 4] =
    [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.5, 0.866_025_4, 0.0], [0.5, 0.288_675_13, 0.816_496_6]];

fn edge(solver: &Solver) -> f64 {
    let (a, b) = (solver.position(0), solver.position(1));
    (0..3).map(|c| (f64::from(b[c]) - f64::from(a[c])).powi(2)).sum::<f64>().sqrt()
}

/// The largest error of an edge within `seconds`, m; released when longer than at rest by half a meter.
fn worst(net: &Network, exact: sprung::Spring<f64>, substeps: usize, seconds: usize) -> f64 {
    let settings = Settings { substeps, environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    let mut state = State::new(edge(&solver) - 0.5, 0.0);
    let step = exact.step(1.0 / 60.0);
    let mut worst = 0.0_f64;
    for _ in 0..60 * seconds {
        solver.step(1.0 / 60.0);
        state = step.apply(state, 0.0);
        worst = worst.max((edge(&solver) - 0.5 - state.position).abs());
    }
    worst
}

fn check(net: &Network, hz: f64, damping_ratio: f64, case: &str) {
    let exact = sprung::Spring::new(TAU * hz, damping_ratio).unwrap();
    let [coarse, fine] = [64, 128].map(|substeps| worst(net, exact, substeps, 2));
    let step = 1.0 / (60.0 * 128.0);
    let bound = 0.5 * TAU * hz * step * (0.2 / damping_ratio + damping_ratio);
    assert!(fine < bound, "{case}: {fine} m off where {bound} m are allowed");
    assert!((0.4..0.6).contains(&(fine / coarse)), "{case}: first order, {coarse} then {fine}");
}

#[test]
fn two_particles_of_any_masses_follow_the_exact_damped_spring() {
    for [a, b] in [[1.0, 1.0], [2.0, 6.0], [0.01, 100.0], [1.0, f32::INFINITY]] {
        for damping_ratio in [0.1, 0.5, 1.0, 2.0] {
            for hz in [1.0, 3.0] {
                let mut net = Network::default();
                net.add_particle(Particle::new([0.0; 3], a));
                net.add_particle(Particle::new([1.0, 0.0, 0.0], b));
                let law = Stiffness::from_frequency(hz, damping_ratio).unwrap();
                net.add_edge(Edge::new(0, 1, 0.5).with_stiffness(law));
                let case = format!("{a} and {b} kg, {hz} Hz, damping ratio {damping_ratio}");
                check(&net, f64::from(hz), f64::from(damping_ratio), &case);
            }
        }
    }
}

#[test]
fn triangles_and_tetrahedra_breathe_as_the_exact_damped_spring() {
    for corners in [2, 3, 4] {
        for damping_ratio in [0.1, 0.5, 1.0, 2.0] {
            let (hz, mass) = (2.0, 0.7);
            let w = TAU * hz;
            let share = mass / corners as f64;
            let law = Stiffness::Physical {
                stiffness: (share * w * w) as f32,
                damping: (share * 2.0 * damping_ratio * w) as f32,
            };
            let mut net = Network::default();
            for (b, &corner) in CORNERS[..corners].iter().enumerate() {
                net.add_particle(Particle::new(corner, mass as f32));
                for a in 0..b {
                    net.add_edge(Edge::new(a, b, 0.5).with_stiffness(law));
                }
            }
            check(&net, hz, damping_ratio, &format!("{corners} corners, ratio {damping_ratio}"));
        }
    }
}
