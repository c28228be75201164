//! What is soft comes to rest where a sparse direct solve of its forces says, in the plane and in space.
#![allow(clippy::unwrap_used, reason = "a test")]

mod statics;

use sprung_network::shapes::{Cloth, bridge, bridge_abutments, lattice, rope};
use sprung_network::{Environment, Network, Settings, Solver, Stiffness};

const EARTH: [f32; 3] = [0.0, -9.81, 0.0];

fn material(stiffness: f32) -> Stiffness {
    Stiffness::Physical { stiffness, damping: 0.02 * stiffness }
}

/// Lets a network settle, and returns the largest distance of a particle from its equilibrium as a part of the sag.
fn off(net: &Network, lines: bool, substeps: usize) -> f64 {
    let exact = statics::equilibrium(net, EARTH);
    let environment = Environment { gravity: EARTH, drag: 3.0, ..Environment::default() };
    let settings = Settings { substeps, environment, line_solver: lines, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    for _ in 0..1200 {
        solver.step(1.0 / 60.0);
    }
    let (mut sag, mut off) = (0.0_f64, 0.0_f64);
    for (i, exact) in exact.iter().enumerate() {
        sag = sag.max(f64::from(net.particles[i].position[1]) - exact[1]);
        let away = |c: usize| (f64::from(solver.position(i)[c]) - exact[c]).powi(2);
        off = off.max((0..3).map(away).sum::<f64>().sqrt());
    }
    let size = net.edges[0].rest_length;
    assert!(sag > 0.1 * f64::from(size), "it sags by {sag} m where a spring has {size} m");
    off / sag
}

/// The error falls with the square of the sub-step.
fn check(net: &Network, lines: bool, bar: f64, case: &str) {
    let (coarse, fine) = (off(net, lines, 16), off(net, lines, 32));
    assert!(fine < bar, "{case}: {fine} of the sag");
    assert!(fine < 0.3 * coarse, "{case}: {coarse} of the sag, then {fine}");
}

#[test]
fn soft_rope_hangs_where_its_forces_balance() {
    let mut net = rope([0.0; 3], [3.0, 0.0, 1.0], 24, 1.3).unwrap();
    net.fix([0, 24]);
    net.edges.iter_mut().for_each(|s| s.stiffness = material(2000.0));
    check(&net, true, 1e-5, "rope");
}

#[test]
fn soft_bridge_sags_where_its_forces_balance() {
    let mut net = bridge(10, 1.0, 200.0).unwrap();
    net.fix(bridge_abutments(10));
    net.edges.iter_mut().for_each(|s| s.stiffness = material(3e4));
    check(&net, true, 1e-3, "bridge");
}

/// Held on both sides and taut between them, so that it has one place to rest.
fn hammock(sheet: Cloth) -> Network {
    let mut net = sheet.build().unwrap();
    net.particles.iter_mut().for_each(|p| p.position[0] *= 1.1);
    net.fix((0..10).flat_map(|row| [sheet.at(0, row), sheet.at(9, row)]));
    net
}

#[test]
fn soft_woven_cloth_sags_where_its_forces_balance_line_by_line_and_spring_by_spring() {
    let net = hammock(Cloth::new(10, 10, 0.1, 1.0).with_structure(material(200.0)));
    for lines in [true, false] {
        check(&net, lines, 5e-3, if lines { "lines" } else { "springs" });
    }
}

#[test]
fn soft_cloth_with_shear_and_bend_sags_where_its_forces_balance() {
    let sheet = Cloth::new(10, 10, 0.1, 1.0)
        .with_structure(material(200.0))
        .with_shear(material(60.0))
        .with_bend(material(10.0));
    check(&hammock(sheet), true, 5e-3, "cloth");
}

#[test]
fn soft_jelly_hangs_where_its_forces_balance() {
    let mut net = lattice([5, 6, 4], 0.1, 2.0).unwrap();
    let top: Vec<usize> = (0..120).filter(|&i| net.particles[i].position[1] > 0.45).collect();
    net.fix(top);
    net.edges.iter_mut().for_each(|s| s.stiffness = material(40.0));
    check(&net, true, 1e-3, "jelly");
}
