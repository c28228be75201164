//! The solver against answers that were found without it.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{bridge, rope};
use sprung_network::{Environment, Settings, Solver, Stiffness};

#[test]
fn hanging_rope_stretches_by_the_weight_below_each_link() {
    let (k, links) = (2000.0_f32, 12);
    let mut net = rope([0.0; 3], [0.0, -6.0, 0.0], links, 1.3).unwrap();
    net.fix([0]);
    for s in &mut net.edges {
        s.stiffness = Stiffness::Physical { stiffness: k, damping: 20.0 };
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

#[test]
fn a_network_in_the_plane_stays_there() {
    let mut net = bridge(12, 0.5, 10.0).unwrap();
    net.fix([0]);
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
fn a_rope_far_from_the_origin_hangs_as_it_does_there() {
    let settled = |origin: f32| {
        let mut net = rope([origin, 0.0, 0.0], [origin + 2.0, 0.0, 0.0], 16, 1.0).unwrap();
        for (i, s) in net.edges.iter_mut().enumerate() {
            s.rest_length = 0.125;
            net.particles[i + 1].position[0] = origin + 0.125 * (i + 1) as f32;
        }
        net.fix([0]);
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
