//! Energy never grows, in whatever order the springs are given.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::Cloth;
use sprung_network::{Environment, Network, Settings, Solver, Stiffness, measure};

/// A sheet held by two corners, folded so that it can fall: 10 % slack between the pins.
fn curtain(n: usize, law: Stiffness) -> Network {
    let spacing = 2.0 / (n - 1) as f32;
    let sheet = Cloth::new(n, n, spacing, 1.0).with_structure(law);
    let mut net = sheet.build().unwrap();
    for (i, p) in net.particles.iter_mut().enumerate() {
        p.position[0] *= 0.9;
        p.position[1] = if i % n % 2 == 1 { spacing * 0.435_889_9 } else { 0.0 };
    }
    net.fix(sheet.corners());
    net
}

fn shuffled(mut net: Network) -> Network {
    let mut seed = 7_u32;
    for i in (1..net.edges.len()).rev() {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        net.edges.swap(i, (seed >> 8) as usize % (i + 1));
    }
    net
}

fn outward(mut net: Network) -> Network {
    let pins: Vec<[f32; 3]> =
        net.particles.iter().filter(|p| p.is_fixed()).map(|p| p.position).collect();
    let particles = net.particles.clone();
    let squared = |a: [f32; 3], b: [f32; 3]| (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f32>();
    let far = |i: usize| {
        pins.iter().map(|&p| squared(particles[i].position, p)).fold(f32::INFINITY, f32::min)
    };
    net.edges.sort_by(|s, t| (far(s.a) + far(s.b)).total_cmp(&(far(t.a) + far(t.b))));
    net
}

/// The most energy over a minute above that of the start, as part of m·g·L.
fn most_gained(net: &Network, settings: Settings) -> f64 {
    let gravity = settings.environment.gravity;
    let mut solver = Solver::new(net, settings).unwrap();
    let start = measure::energy(solver.particles(), gravity);
    let mut most = f64::NEG_INFINITY;
    for _ in 0..3600 {
        solver.step(1.0 / 60.0);
        let now = measure::energy(solver.particles(), gravity) - start;
        assert!(now.is_finite());
        most = most.max(now);
    }
    most / (9.81 * 2.0)
}

#[test]
fn energy_never_grows_in_any_order_of_springs() {
    let net = curtain(20, Stiffness::RIGID);
    for (order, net) in
        [("as given", net.clone()), ("shuffled", shuffled(net.clone())), ("outward", outward(net))]
    {
        for (substeps, lines) in [(4, false), (16, false), (4, true), (16, true)] {
            let settings = Settings { substeps, line_solver: lines, ..Settings::default() };
            let most = most_gained(&net, settings);
            assert!(most < 0.01, "{order}, {substeps} sub-steps, lines {lines}: {most} of m g L");
        }
    }
}

#[test]
fn a_soft_curtain_gains_no_energy() {
    let net = shuffled(curtain(12, Stiffness::from_frequency(20.0, 0.05).unwrap()));
    for lines in [false, true] {
        let most = most_gained(&net, Settings { line_solver: lines, ..Settings::default() });
        assert!(most < 0.01, "{most}");
    }
}

#[test]
fn the_settled_shape_does_not_depend_on_the_frame_rate() {
    let depth = |rate: usize| {
        let environment = Environment { drag: 1.0, ..Environment::default() };
        let settings = Settings { substeps: 960 / rate, environment, ..Settings::default() };
        let mut solver = Solver::new(&curtain(12, Stiffness::RIGID), settings).unwrap();
        for _ in 0..rate * 30 {
            solver.step(1.0 / rate as f32);
        }
        solver.particles().map(|p| f64::from(p.position[1])).sum::<f64>() / 144.0
    };
    let at_60 = depth(60);
    for rate in [30, 120, 240] {
        assert!((depth(rate) / at_60 - 1.0).abs() < 0.01, "{rate}: {} for {at_60}", depth(rate));
    }
}
