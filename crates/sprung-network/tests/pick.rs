//! Picking, closest points and drags.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{Drag, Environment, Forces, Network, Particle, Settings, Solver};
use testkit::random::Random;

fn triple(random: &mut Random, size: f64) -> [f32; 3] {
    [0, 1, 2].map(|_| random.uniform(-size, size) as f32)
}

#[test]
fn picks_and_closest_points_are_those_of_a_brute_search() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let mut net = lattice([2, 2, 2], 0.5, 1.0).unwrap();
        net.particles.iter_mut().for_each(|p| p.position = triple(&mut random, 1.0));
        let solver = Solver::new(&net, Settings::default()).unwrap();
        let [origin, along] = [2.0, 1.0].map(|size| triple(&mut random, size).map(f64::from));
        let radius = random.uniform(0.0, 0.4);
        // The ray in small steps.
        let length = along.iter().map(|c| c * c).sum::<f64>().sqrt();
        let entry = (0..4000).map(|i| f64::from(i) * 0.0015).find_map(|t| {
            let at = [0, 1, 2].map(|c| origin[c] + t * along[c] / length);
            let inside = |p: &Particle| {
                let d = [0, 1, 2].map(|c| f64::from(p.position[c]) - at[c]);
                d.iter().map(|c| c * c).sum::<f64>() < radius * radius
            };
            net.particles.iter().position(inside).map(|_| t)
        });
        let [origin, along] = [origin, along].map(|v| v.map(|c| c as f32));
        let picked = solver.pick(origin, along, radius as f32);
        if let Some(entry) = entry {
            let (particle, distance) = picked.unwrap();
            assert!(particle < net.particles.len());
            // A step may pass over the rim of a ball.
            assert!(f64::from(distance) < entry + 1e-4, "seed {seed}: {distance} {entry}");
        }
        if let Some((particle, distance)) = picked {
            let at = [0, 1, 2].map(|c| origin[c] + distance * along[c] / length as f32);
            let d = [0, 1, 2].map(|c| net.particles[particle].position[c] - at[c]);
            let off = d.iter().map(|c| c * c).sum::<f32>().sqrt();
            assert!(off < radius as f32 + 1e-4, "seed {seed}");
        }
        let closest = solver.closest_point(origin).unwrap();
        let mut least = f64::INFINITY;
        for edge in &net.edges {
            let [a, b] = [edge.a, edge.b].map(|p| net.particles[p].position.map(f64::from));
            for i in 0..=200 {
                let t = f64::from(i) / 200.0;
                let d = [0, 1, 2].map(|c| a[c] + t * (b[c] - a[c]) - f64::from(origin[c]));
                least = least.min(d.iter().map(|c| c * c).sum::<f64>().sqrt());
            }
        }
        let distance = f64::from(closest.distance);
        assert!(distance < least + 1e-6 && distance > least - 0.01, "seed {seed}");
        let d = [0, 1, 2].map(|c| f64::from(closest.position[c] - origin[c]));
        assert!((d.iter().map(|c| c * c).sum::<f64>().sqrt() - distance).abs() < 1e-5);
    }
}

#[test]
fn rays_and_points_that_are_none_meet_nothing() {
    let solver = Solver::new(&lattice([2; 3], 0.5, 1.0).unwrap(), Settings::default()).unwrap();
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(solver.pick([bad, 0.0, 0.0], [1.0, 0.0, 0.0], 1.0), None);
        assert_eq!(solver.pick([0.0; 3], [bad, 0.0, 0.0], 1.0), None);
        assert_eq!(solver.closest_point([0.0, bad, 0.0]), None);
    }
    assert_eq!(solver.pick([0.0; 3], [1.0, 0.0, 0.0], f32::NAN), None);
    assert_eq!(solver.pick([0.0; 3], [0.0; 3], 1.0), None);
    let none = Solver::new(&Network::default(), Settings::default()).unwrap();
    assert_eq!(none.closest_point([0.0; 3]), None);
}

/// A particle dragged from rest over a meter in weightlessness; its place after half a second.
fn dragged(rate: u32, substeps: usize, mass: f32) -> f64 {
    let mut net = Network::default();
    net.add_particle(Particle::new([0.0; 3], mass));
    let environment = Environment::ZERO_G;
    let settings = Settings { substeps, environment, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    for _ in 0..rate / 2 {
        solver.set_drags(&[Drag::new(0, [1.0, 0.0, 0.0], 1.0, mass).unwrap()]).unwrap();
        solver.step(1.0 / rate as f32);
    }
    f64::from(solver.position(0)[0])
}

#[test]
fn a_drag_is_a_critically_damped_spring_at_every_frame_rate() {
    let (omega, t) = (core::f64::consts::TAU, 0.5);
    let exact = 1.0 - (1.0 + omega * t) * (-omega * t).exp();
    for mass in [0.01, 3.0] {
        for (rate, substeps) in [(30, 8), (60, 8), (144, 8), (240, 1), (240, 8)] {
            let off = dragged(rate, substeps, mass) - exact;
            // The backward Euler step is of first order.
            let h = 1.0 / (f64::from(rate) * substeps as f64);
            assert!(off.abs() < 1.5 * omega * h, "{rate} {substeps}: {off}");
        }
    }
}

#[test]
fn a_drag_bears_its_load_by_its_stiffness() {
    let mut net = rope([0.0; 3], [0.0, -0.9, 0.0], 9, 1.0).unwrap();
    net.particles[9].inverse_mass = 0.5;
    let mass: f64 = net.particles.iter().map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
    for substeps in [1, 8, 32] {
        let environment = Environment { drag: 1.0, ..Environment::default() };
        let settings = Settings { substeps, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let drag = Drag::new(0, [0.5, 0.2, 0.0], 3.0, 2.0).unwrap();
        for _ in 0..900 {
            solver.set_drags(&[drag]).unwrap();
            solver.step(1.0 / 60.0);
        }
        let stiffness = 2.0 * (core::f64::consts::TAU * 3.0).powi(2);
        let [x, y, _] = solver.position(0).map(f64::from);
        let expected = 0.2 - mass * 9.81 / stiffness;
        assert!((y - expected).abs() < 1e-3 && (x - 0.5).abs() < 1e-3, "{substeps}: {x} {y}");
        let forces = solver.forces(1.0 / 60.0);
        // A speed of 1e-4 m/s that comes or goes within a step is 0.01 N.
        let force = f64::from(forces.edge(8));
        assert!((force - 2.0 * 9.81).abs() < 0.05, "{substeps}: {force}");
        solver.set_drags(&[]).unwrap();
        (0..600).for_each(|_| solver.step(1.0 / 60.0));
        assert!((solver.velocity(0)[1] + 9.81).abs() < 0.2, "it is let go");
    }
}

#[test]
fn no_drag_is_too_stiff_or_too_fast() {
    let sheet = Cloth::new(10, 10, 0.1, 1.0);
    let mut net = sheet.build().unwrap();
    net.fix(sheet.corners());
    for frequency in [0.0, 1.0, 1e3, 1e30, f32::INFINITY] {
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        let mut forces = Forces::default();
        for frame in 0..120 {
            let goal = [0.3, if frame % 20 < 10 { 1.0 } else { -1.0 }, 0.4];
            let drag = Drag::new(44, goal, frequency, 1.0).unwrap();
            let fixed = Drag { particle: 0, ..drag };
            solver.set_drags(&[drag, fixed]).unwrap();
            if frame % 2 == 0 {
                solver.step(1.0 / 60.0);
            } else {
                solver.step_with_forces(1.0 / 60.0, &mut forces);
            }
            let fine = |p: Particle| p.position.iter().all(|c| c.abs() < 10.0);
            assert!(solver.particles().all(fine), "{frequency} {frame}");
        }
        assert_eq!(solver.position(0), net.particles[0].position);
    }
}

#[test]
fn bad_drags_are_refused() {
    let mut solver = Solver::new(&lattice([2; 3], 0.5, 1.0).unwrap(), Settings::default()).unwrap();
    let good = Drag::new(3, [0.0; 3], 3.0, 1.0).unwrap();
    let message =
        |drag: Drag, solver: &mut Solver| solver.set_drags(&[good, drag]).unwrap_err().to_string();
    assert_eq!(
        message(Drag { particle: 8, ..good }, &mut solver),
        "drag 1: particle must be < 8, the number of particles, got 8"
    );
    assert_eq!(
        message(Drag { mass: 0.0, ..good }, &mut solver),
        "drag 1: mass must be finite and > 0, got 0"
    );
    let nan = Drag { goal: [f32::NAN; 3], ..good };
    assert_eq!(message(nan, &mut solver), "drag 1: goal must be finite, got NaN");
    assert!(Drag::new(0, [0.0; 3], -1.0, 1.0).is_err());
}
