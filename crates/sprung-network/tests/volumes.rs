//! Closed surfaces: volume and pressure against closed forms, momentum, energy, tearing, bad input.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::sphere;
use sprung_network::{
    Collider, Edge, Environment, Network, NetworkError, Particle, Settings, Shape, Solver,
    Stiffness, Volume, VolumeContent, measure,
};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;
const AIR: f32 = 101_325.0;

/// The outward triangles of a box of corners `x + 2y + 4z`.
const BOX: [[u32; 3]; 12] = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];

fn floor(height: f32) -> Collider {
    Collider::new(Shape::Plane { point: [0.0, height, 0.0], normal: [0.0, 1.0, 0.0] })
}

#[test]
fn a_sphere_that_is_dropped_keeps_its_volume() {
    for (substeps, most) in [(8, 0.006), (16, 0.002)] {
        dropped_sphere(substeps, most);
    }
}

fn dropped_sphere(substeps: usize, most: f32) {
    let mut net = sphere(0.2, 32, 2.0).unwrap();
    assert_eq!(net.particles.len(), 1986);
    let soft = Stiffness::from_frequency(20.0, 0.3).unwrap();
    net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let VolumeContent::Incompressible { volume } = net.volumes[0].content else { unreachable!() };
    let exact = 4.0 / 3.0 * std::f32::consts::PI * 0.2f32.powi(3);
    assert!((volume / exact - 1.0).abs() < 0.01, "{volume} {exact}");
    let mut solver = Solver::new(&net, Settings { substeps, ..Settings::default() }).unwrap();
    solver.set_colliders(&[floor(-1.0).with_friction(0.5)]).unwrap();
    let (mut worst, mut lowest) = (0.0_f32, f32::INFINITY);
    for _ in 0..300 {
        solver.step(FRAME);
        worst = worst.max((solver.enclosed_volume(0) / volume - 1.0).abs());
        let heights = (0..solver.len()).map(|p| solver.position(p)[1]);
        lowest = lowest.min(heights.fold(f32::INFINITY, f32::min));
    }
    assert!(worst < most, "{substeps} sub-steps: {worst}");
    assert!((-1.0..-0.999).contains(&lowest), "it lands: {lowest}");
}

/// A gas under a plate of 10 kg on 0.1 m², which is `height` above the fixed bottom.
fn piston(height: f32, energy: f32) -> Network {
    let mut net = Network::default();
    let side = 0.1_f32.sqrt();
    for i in 0..8 {
        let at = [i & 1, (i >> 1) & 1, i >> 2].map(|c| c as f32);
        let at = [side * at[0], height * at[1], side * at[2]];
        let is_top = (i >> 1) & 1 == 1;
        net.add_particle(if is_top { Particle::new(at, 10.0 / 6.0) } else { Particle::fixed(at) });
    }
    // The pressure bears the middle as much as its mass needs, and so the corners.
    net.add_particle(Particle::new([0.5 * side, height, 0.5 * side], 10.0 / 3.0));
    for (a, b) in [(2, 3), (2, 6), (3, 7), (6, 7), (2, 8), (3, 8), (6, 8), (7, 8)] {
        net.connect(a, b);
    }
    let mut triangles = BOX.to_vec();
    triangles.retain(|corners| *corners != [2, 6, 3] && *corners != [3, 6, 7]);
    triangles.extend([[8, 2, 6], [8, 6, 7], [8, 7, 3], [8, 3, 2]]);
    let content = VolumeContent::Gas { energy, outside: AIR };
    net.volumes.push(Volume { triangles, content });
    net
}

#[test]
fn a_gas_bears_a_weight_at_the_volume_of_boyles_law() {
    // Nothing keeps the plate from tipping over but symmetry, so the run is short.
    for drag in [4.0, 8.0] {
        let environment = Environment { drag, ..Environment::default() };
        let net = piston(0.5, AIR * 0.05);
        let settings = Settings { substeps: 16, environment, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        (0..240).for_each(|_| solver.step(FRAME));
        let expected = 0.05 * AIR / (AIR + 10.0 * 9.81 / 0.1);
        let volume = solver.enclosed_volume(0);
        assert!((volume / expected - 1.0).abs() < 1e-4, "{drag}: {volume} {expected}");
    }
}

#[test]
fn a_gas_swings_at_the_frequency_of_its_stiffness() {
    // ω² = p A / (m y) about the height y.
    let (mass, area, height) = (10.0_f64, 0.1, 0.5);
    let pressure = f64::from(AIR) + mass * 9.81 / area;
    let energy = pressure * area * height;
    let net = piston((height * 1.01) as f32, energy as f32);
    let settings = Settings { substeps: 400, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    let (mut crossings, mut above, mut time) = (Vec::new(), true, 0.0);
    for _ in 0..1000 {
        let before = f64::from(solver.position(2)[1]) - height;
        solver.step(0.001);
        let now = f64::from(solver.position(2)[1]) - height;
        if above != (now > 0.0) {
            above = now > 0.0;
            crossings.push(time + 0.001 * before / (before - now));
        }
        time += 0.001;
    }
    let half = (crossings[8] - crossings[0]) / 8.0;
    let expected = std::f64::consts::PI / (pressure * area / (mass * height)).sqrt();
    assert!((half / expected - 1.0).abs() < 0.005, "{half} {expected}");
}

/// Motion, springs and gas: what a body has, J. Water that does not change has nothing.
fn energy(solver: &Solver, content: VolumeContent) -> f64 {
    let at = |p: usize| solver.position(p).map(f64::from);
    let springs = solver.edges().iter().map(|edge| {
        let (a, b) = (at(edge.a), at(edge.b));
        let length = (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f64>().sqrt();
        let Stiffness::Physical { stiffness, .. } = edge.stiffness else { unreachable!() };
        0.5 * f64::from(stiffness) * (length - f64::from(edge.rest_length)).powi(2)
    });
    let gas = match content {
        VolumeContent::Gas { energy, outside } => {
            let r = f64::from(solver.enclosed_volume(0)) * f64::from(outside) / f64::from(energy);
            f64::from(energy) * (r - 1.0 - r.ln())
        }
        VolumeContent::Incompressible { .. } => 0.0,
    };
    measure::energy(solver.particles(), [0.0; 3]) + springs.sum::<f64>() + gas
}

#[test]
fn free_bodies_keep_their_momentum_and_gain_no_energy() {
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let mut net = Network::default();
        let mut number = |size: f64| (size * (2.0 * random.unit() - 1.0)) as f32;
        for i in 0..8 {
            let corner = [i & 1, (i >> 1) & 1, i >> 2].map(|c| c as f32);
            let at = corner.map(|c| c + number(0.3));
            let velocity = [number(1.0), number(1.0), number(1.0)];
            let mass = 1.0 + 0.9 * number(1.0);
            net.add_particle(Particle::new(at, mass).with_velocity(velocity));
        }
        for a in 0..8 {
            for axis in [1, 2, 4].into_iter().filter(|axis| a & axis == 0) {
                let edge = net.connect(a, a + axis);
                net.edges[edge].stiffness =
                    Stiffness::Physical { stiffness: 100.0 * (1.5 + number(1.0)), damping: 0.1 };
            }
        }
        let body = net.add_volume(&BOX).unwrap();
        if seed % 3 > 0 {
            let pressure = if seed % 3 == 1 { 200.0 } else { AIR };
            net.volumes[body].content =
                VolumeContent::gas(1.0 + 0.5 * number(1.0), pressure, pressure);
        }
        let content = net.volumes[body].content;
        let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let momentum = |solver: &Solver| {
            solver.particles().fold([0.0; 3], |sum: [f64; 3], p| {
                [0, 1, 2].map(|c| sum[c] + f64::from(p.velocity[c] / p.inverse_mass))
            })
        };
        let (before, most) = (momentum(&solver), energy(&solver, content));
        for step in 0..600 {
            solver.step(FRAME);
            let now = energy(&solver, content);
            assert!(now <= 1.001 * most, "{seed} {content:?} {step}: {now} {most}");
        }
        let after = momentum(&solver);
        for c in 0..3 {
            assert!((after[c] - before[c]).abs() < 1e-4, "{seed}: {before:?} {after:?}");
        }
    }
}

#[test]
fn a_tear_lets_the_gas_out() {
    let mut net = sphere(0.5, 8, 0.1).unwrap();
    let soft = Stiffness::from_frequency(5.0, 0.5).unwrap();
    net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    net.volumes[0].content = VolumeContent::gas(1.0, AIR, AIR);
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    (0..300).for_each(|_| solver.step(FRAME));
    let full = solver.enclosed_volume(0);
    assert!((full - 1.0).abs() < 0.02, "{full}");
    assert_eq!(solver.network().volumes, net.volumes);
    solver.remove_edge(100);
    (0..600).for_each(|_| solver.step(FRAME));
    assert!(solver.network().volumes.is_empty());
    let empty = solver.enclosed_volume(0);
    assert!((0.1..0.6).contains(&empty), "{full} {empty}");
}

#[test]
fn a_balloon_is_inflated_while_it_moves() {
    let mut net = sphere(0.3, 12, 0.3).unwrap();
    let soft = Stiffness::from_frequency(5.0, 0.5).unwrap();
    net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let full = (4.0 / 3.0 * std::f64::consts::PI * 0.027) as f32;
    net.volumes[0].content = VolumeContent::gas(full, AIR, AIR);
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    (0..60).for_each(|_| solver.step(FRAME));
    let before = solver.enclosed_volume(0);
    solver.set_content(0, VolumeContent::gas(2.0 * full, AIR, AIR)).unwrap();
    (0..300).for_each(|_| solver.step(FRAME));
    let after = solver.enclosed_volume(0);
    assert!(after > 1.9 * before && after < 2.1 * before, "{before} {after}");
    let error = solver.set_content(0, VolumeContent::gas(0.0, AIR, AIR)).unwrap_err();
    assert_eq!(error.to_string(), "volume 0: energy must be finite and > 0, got 0");
}

#[test]
fn a_ball_that_is_turned_inside_out_comes_back() {
    let mut net = sphere(0.1, 6, 0.1).unwrap();
    let soft = Stiffness::from_frequency(2.0, 0.5).unwrap();
    net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    let VolumeContent::Incompressible { volume } = net.volumes[0].content else { unreachable!() };
    net.particles.iter_mut().for_each(|particle| particle.position[1] *= -0.1);
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    assert!(solver.enclosed_volume(0) < 0.0);
    (0..600).for_each(|_| solver.step(FRAME));
    assert!((solver.enclosed_volume(0) / volume - 1.0).abs() < 0.01);
}

/// Nothing but finite numbers from surfaces without volume, far away, huge or tiny.
#[test]
fn degenerate_surfaces_stay_finite() {
    for (size, offset) in
        [(0.0, 0.0), (1e-30, 0.0), (1e-6, 1e3), (1e6, 0.0), (1e12, 1e14), (1.0, 1e7)]
    {
        for content in [
            VolumeContent::Incompressible { volume: 1.0 },
            VolumeContent::Incompressible { volume: f32::MIN_POSITIVE },
            VolumeContent::Incompressible { volume: f32::MAX },
            VolumeContent::gas(1.0, AIR, AIR),
            VolumeContent::Gas { energy: f32::MAX, outside: f32::MIN_POSITIVE },
            VolumeContent::Gas { energy: f32::MIN_POSITIVE, outside: f32::MAX },
        ] {
            let mut net = Network::default();
            for i in 0..8 {
                let corner = [i & 1, (i >> 1) & 1, i >> 2].map(|c| c as f32);
                let at = corner.map(|c| offset + size * c);
                net.add_particle(Particle::new(at, if i == 3 { 1e-6 } else { 1.0 }));
            }
            net.add_edge(Edge::new(0, 1, 1.0));
            net.volumes.push(Volume { triangles: BOX.to_vec(), content });
            let mut solver = Solver::new(&net, Settings::default()).unwrap();
            for _ in 0..200 {
                solver.step(FRAME);
                let finite =
                    |p: Particle| p.position.iter().chain(&p.velocity).all(|c| c.is_finite());
                assert!(solver.particles().all(finite), "{size} {offset} {content:?}");
            }
        }
    }
}

#[test]
fn bad_volumes_are_refused() {
    let mut net = sphere(1.0, 4, 1.0).unwrap();
    let triangles = net.volumes.remove(0).triangles;
    let refused = |triangles: &[[u32; 3]]| net.clone().add_volume(triangles).unwrap_err();
    assert_eq!(refused(&[]).to_string(), "volume 0: triangles must be > 0, got 0");
    assert!(matches!(refused(&triangles[1..]), NetworkError::OpenEdge { .. }));
    assert!(matches!(refused(&[[0, 1, 99]]), NetworkError::MissingParticle { particle: 99, .. }));
    // Wound inward, they are turned.
    let turned: Vec<[u32; 3]> = triangles.iter().map(|&[a, b, c]| [a, c, b]).collect();
    let (mut out, mut inward) = (net.clone(), net.clone());
    assert_eq!(out.add_volume(&triangles).unwrap(), inward.add_volume(&turned).unwrap());
    assert_eq!(out.volumes[0].content, inward.volumes[0].content);
    // A network in a network.
    let mut both = out.clone();
    both.append(&out);
    assert_eq!(both.volumes.len(), 2);
    assert_eq!(both.volumes[1].triangles[0][0], triangles[0][0] + net.particles.len() as u32);
    assert!(both.check().is_ok());
}
