//! The solver against answers that were found without it.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::build::{bridge, cloth::Cloth, rope};
use sprung_network::{Environment, Law, Network, Particle, Settings, Solver, Spring};

const TAU: f64 = core::f64::consts::TAU;

fn in_space(substeps: usize) -> Settings {
    Settings { substeps, environment: Environment::SPACE, ..Settings::default() }
}

/// Offset of a spring released at 1 m, after `t` seconds: x″ + 2ζω x′ + ω² x = 0 with ζ < 1.
fn released(w: f64, zeta: f64, t: f64) -> f64 {
    let a = zeta * w;
    let q = w * (1.0 - zeta * zeta).sqrt();
    (-a * t).exp() * ((q * t).cos() + a / q * (q * t).sin())
}

#[test]
fn two_particles_follow_the_exact_damped_spring() {
    for (hz, damping_ratio) in [(2.0, 0.1), (1.0, 0.5), (3.0, 0.9)] {
        let worst = |substeps: usize| {
            let mut net = Network::default();
            net.add_particle(Particle::new([0.0; 3], 2.0));
            net.add_particle(Particle::new([2.0, 0.0, 0.0], 6.0));
            net.add_spring(Spring::new(0, 1, 1.0).with_law(Law::Frequency { hz, damping_ratio }));
            let mut solver = Solver::new(&net, in_space(substeps)).unwrap();
            let mut worst = 0.0_f64;
            for step in 1..=60 {
                solver.step(1.0 / 60.0);
                let gap = f64::from(solver.position(1)[0] - solver.position(0)[0]) - 1.0;
                let exact =
                    released(TAU * f64::from(hz), f64::from(damping_ratio), f64::from(step) / 60.0);
                worst = worst.max((gap - exact).abs());
            }
            worst
        };
        let (coarse, fine) = (worst(32), worst(64));
        assert!(fine < 6e-3, "{hz} Hz: off by {fine} m");
        assert!(fine < 0.6 * coarse, "{hz} Hz: first order, {coarse} then {fine}");
    }
}

/// Six by six particles between two fixed columns, swinging along x: each row is a chain of four masses.
#[test]
fn woven_springs_swing_at_the_eigenfrequencies_of_a_chain() {
    let (k, m) = (400.0_f64, 0.5_f64);
    let inner = 4.0;
    for mode in 1..=4 {
        let law = Law::Material { stiffness: k as f32, damping: 0.0 };
        let sheet = Cloth::new(6, 6, 1.0, (36.0 * m) as f32).with_structure(law);
        let mut net = sheet.build().unwrap();
        let shape =
            |column: usize| (f64::from(mode) * TAU / 2.0 * column as f64 / (inner + 1.0)).sin();
        for row in 0..6 {
            for column in 0..6 {
                net.particles[sheet.at(column, row)].position[0] += 0.01 * shape(column) as f32;
            }
            net.pin([sheet.at(0, row), sheet.at(5, row)]);
        }
        let w = 2.0 * (k / m).sqrt() * (f64::from(mode) * TAU / 4.0 / (inner + 1.0)).sin();
        let mut solver = Solver::new(&net, in_space(256)).unwrap();
        for step in 1..=30 {
            solver.step(1.0 / 60.0);
            let t = f64::from(step) / 60.0;
            for column in 1..5 {
                let moved = f64::from(solver.position(sheet.at(column, 2))[0]) - column as f64;
                // Implicit steps damp by ω²h/2.
                let left = (-w * w * t / 2.0 / (60.0 * 256.0)).exp();
                let exact = 0.01 * shape(column) * (w * t).cos() * left;
                assert!((moved - exact).abs() < 1e-4, "mode {mode} at {t}: {moved} for {exact}");
            }
        }
    }
}

#[test]
fn hanging_rope_stretches_by_the_weight_below_each_link() {
    let (k, links) = (2000.0_f32, 12);
    let mut net = rope::rope([0.0; 3], [0.0, -6.0, 0.0], links, 1.3).unwrap();
    net.pin([0]);
    for s in &mut net.springs {
        s.law = Law::Material { stiffness: k, damping: 20.0 };
    }
    let environment = Environment { drag: 2.0, ..Environment::default() };
    let settings = Settings { substeps: 16, environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    for _ in 0..1200 {
        solver.step(1.0 / 60.0);
    }
    for link in 0..links {
        let length = solver.position(link)[1] - solver.position(link + 1)[1];
        let weight = (links - link) as f32 * 0.1 * 9.81;
        let expected = 0.5 + weight / k;
        assert!((length - expected).abs() < 2e-5, "link {link}: {length} for {expected}");
    }
}

/// Forces on the free particles of a plane network of material springs, and their derivatives, in f64.
fn statics(net: &Network, x: &[[f64; 2]], k: f64, g: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = 2 * x.len();
    let mut force = vec![0.0; n];
    let mut stiffness = vec![vec![0.0; n]; n];
    for (i, p) in net.particles.iter().enumerate().filter(|(_, p)| p.inverse_mass > 0.0) {
        force[2 * i + 1] -= g / f64::from(p.inverse_mass);
    }
    for s in &net.springs {
        let d = [x[s.b][0] - x[s.a][0], x[s.b][1] - x[s.a][1]];
        let length = (d[0] * d[0] + d[1] * d[1]).sqrt();
        let rest = f64::from(s.rest_length);
        for r in 0..2 {
            let pull = k * (1.0 - rest / length) * d[r];
            force[2 * s.a + r] += pull;
            force[2 * s.b + r] -= pull;
            for c in 0..2 {
                let unit = if r == c { 1.0 } else { 0.0 };
                let slope =
                    k * ((1.0 - rest / length) * unit + rest / length.powi(3) * d[r] * d[c]);
                stiffness[2 * s.a + r][2 * s.a + c] += slope;
                stiffness[2 * s.b + r][2 * s.b + c] += slope;
                stiffness[2 * s.a + r][2 * s.b + c] -= slope;
                stiffness[2 * s.b + r][2 * s.a + c] -= slope;
            }
        }
    }
    for (i, _) in net.particles.iter().enumerate().filter(|(_, p)| p.inverse_mass == 0.0) {
        for r in [2 * i, 2 * i + 1] {
            force[r] = 0.0;
            stiffness[r] = vec![0.0; n];
            stiffness[r][r] = 1.0;
        }
    }
    (force, stiffness)
}

fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        let pivot = (i..n).max_by(|&p, &q| a[p][i].abs().total_cmp(&a[q][i].abs())).unwrap();
        a.swap(i, pivot);
        b.swap(i, pivot);
        for r in i + 1..n {
            let f = a[r][i] / a[i][i];
            let (above, below) = a.split_at_mut(r);
            for (to, from) in below[0].iter_mut().zip(&above[i]).skip(i) {
                *to -= f * from;
            }
            b[r] -= f * b[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|c| a[i][c] * b[c]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

#[test]
fn soft_bridge_sags_to_the_equilibrium_of_a_direct_solve() {
    let k = 3e4_f32;
    let mut net = bridge::bridge(10, 1.0, 200.0).unwrap();
    net.pin(bridge::abutments(10));
    for s in &mut net.springs {
        s.law = Law::Material { stiffness: k, damping: 300.0 };
    }
    let mut x: Vec<[f64; 2]> = net
        .particles
        .iter()
        .map(|p| [f64::from(p.position[0]), f64::from(p.position[1])])
        .collect();
    for _ in 0..20 {
        let (force, stiffness) = statics(&net, &x, f64::from(k), f64::from(9.81_f32));
        let step = solve(stiffness, force);
        for (x, d) in x.iter_mut().zip(step.chunks(2)) {
            x[0] += d[0];
            x[1] += d[1];
        }
    }
    let (left, _) = statics(&net, &x, f64::from(k), f64::from(9.81_f32));
    assert!(left.iter().all(|f| f.abs() < 1e-8), "the oracle is in equilibrium");
    let environment = Environment { drag: 2.0, ..Environment::default() };
    let settings = Settings { substeps: 64, environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    for _ in 0..900 {
        solver.step(1.0 / 60.0);
    }
    let sag = x.iter().zip(&net.particles).map(|(x, p)| f64::from(p.position[1]) - x[1]);
    let sag = sag.fold(0.0, f64::max);
    assert!(sag > 0.05, "it sags by {sag} m");
    for (i, x) in x.iter().enumerate() {
        let at = solver.position(i);
        for (is, exact) in at.iter().zip(x) {
            let off = (f64::from(*is) - exact).abs();
            assert!(off < 0.005 * sag, "particle {i} is {off} m off where the sag is {sag} m");
        }
    }
}

#[test]
fn a_network_in_the_plane_stays_there() {
    let mut net = bridge::bridge(12, 0.5, 10.0).unwrap();
    net.pin([0]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let mut lowest = 0.0_f32;
    for _ in 0..300 {
        solver.step(1.0 / 60.0);
        lowest = lowest.min(solver.position(20)[1]);
    }
    assert!(lowest < -1.0, "it swings down");
    assert!(solver.particles().all(|p| p.position[2] == 0.0 && p.velocity[2] == 0.0));
}

#[test]
fn far_from_the_origin_a_rope_hangs_as_it_does_at_home() {
    let settled = |origin: f32| {
        let mut net = rope::rope([origin, 0.0, 0.0], [origin + 2.0, 0.0, 0.0], 16, 1.0).unwrap();
        for (i, s) in net.springs.iter_mut().enumerate() {
            s.rest_length = 0.125;
            net.particles[i + 1].position[0] = origin + 0.125 * (i + 1) as f32;
        }
        net.pin([0]);
        let environment = Environment { drag: 2.0, ..Environment::default() };
        let mut solver =
            Solver::new(&net, Settings { environment, ..Settings::default() }).unwrap();
        for _ in 0..900 {
            solver.step(1.0 / 60.0);
        }
        (solver.position(16)[1], solver.velocity(16))
    };
    let (home, away) = (settled(0.0), settled(16384.0));
    assert!((home.0 - away.0).abs() < 1e-4, "{} and {}", home.0, away.0);
    assert!(away.1.iter().all(|v| v.abs() < 1e-3), "{:?}", away.1);
}
