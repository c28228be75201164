//! Forces of edges and reactions at fixed particles, against statics and Newton's second law.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope, tree};
use sprung_network::{
    Collider, Drag, Edge, Environment, Forces, Network, Particle, Settings, Shape, Solver,
    Stiffness, measure,
};

const FRAME: f32 = 1.0 / 60.0;
const G: f64 = 9.81;

fn settings(substeps: usize) -> Settings {
    Settings { substeps, ..Settings::default() }
}

fn weight(net: &Network) -> f64 {
    let mass = |p: &Particle| if p.is_fixed() { 0.0 } else { 1.0 / f64::from(p.inverse_mass) };
    G * net.particles.iter().map(mass).sum::<f64>()
}

fn sum(forces: &Forces, particles: usize) -> [f64; 3] {
    (0..particles)
        .map(|p| forces.reaction(p).map(f64::from))
        .fold([0.0; 3], |sum, r| [sum[0] + r[0], sum[1] + r[1], sum[2] + r[2]])
}

/// A rope of unequal masses that hangs straight down.
fn hanging(links: usize) -> Network {
    let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], links, 1.0).unwrap();
    for (i, p) in net.particles.iter_mut().enumerate() {
        p.inverse_mass *= [1.0, 0.3, 2.5][i % 3];
    }
    net.fix([0]);
    net
}

#[test]
fn the_tension_of_a_hanging_rope_is_the_weight_below_each_edge() {
    for stiffness in [Stiffness::RIGID, Stiffness::Physical { stiffness: 5e4, damping: 30.0 }] {
        for substeps in [1, 4, 8, 32] {
            for links in [1, 7, 40] {
                let mut net = hanging(links);
                net.edges.iter_mut().for_each(|edge| edge.stiffness = stiffness);
                let mut solver = Solver::new(&net, settings(substeps)).unwrap();
                (0..900).for_each(|_| solver.step(FRAME));
                let forces = solver.forces(FRAME);
                let mut below = 0.0;
                for i in (0..links).rev() {
                    below += G / f64::from(net.particles[i + 1].inverse_mass);
                    let off = f64::from(forces.edge(i)) / below - 1.0;
                    assert!(off.abs() < 1e-4, "{stiffness:?} {substeps} {links}: {i} {off:e}");
                }
                let [x, y, z] = forces.reaction(0).map(f64::from);
                assert!((y / below - 1.0).abs() < 1e-4 && x.abs().max(z.abs()) < 1e-4 * below);
            }
        }
    }
}

#[test]
fn an_edge_without_a_direction_exerts_no_force() {
    // A chain, a tree, and edges in circles.
    let others: [&[(usize, usize)]; 3] =
        [&[(1, 2)], &[(1, 2), (1, 3), (0, 4)], &[(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4)]];
    for (kind, edges) in others.into_iter().enumerate() {
        let mut net = Network::default();
        for at in [[0.0; 3], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            net.add_particle(Particle::new(at, 1.0));
        }
        for &(a, b) in edges {
            net.connect(a, b);
        }
        for stiffness in [Stiffness::RIGID, Stiffness::Physical { stiffness: 1e3, damping: 1.0 }] {
            let mut net = net.clone();
            let edge = net.add_edge(Edge::new(0, 1, 0.5).with_stiffness(stiffness));
            let environment = Environment::ZERO_G;
            for line_solver in [true, false] {
                let settings = Settings { environment, line_solver, ..settings(4) };
                let solver = Solver::new(&net, settings).unwrap();
                assert_eq!(solver.forces(FRAME).edge(edge), 0.0, "{kind}, {line_solver}");
                assert_eq!(solver.position(0), solver.position(1));
            }
        }
    }
}

#[test]
fn a_rope_that_sleeps_on_a_drag_bears_its_weight() {
    let mut net = rope([0.0; 3], [0.0, -1.0, 0.0], 4, 0.5).unwrap();
    net.add_particle(Particle::fixed([5.0; 3]));
    let environment = Environment { drag: 5.0, ..Environment::default() };
    let settings = Settings { sleep_speed: 0.02, environment, ..settings(8) };
    let mut solver = Solver::new(&net, settings).unwrap();
    solver.set_drags(&[Drag::new(0, [0.0; 3], 20.0, 1.0).unwrap()]).unwrap();
    (0..600).for_each(|_| solver.step(FRAME));
    assert!(solver.is_asleep());
    let forces = solver.forces(FRAME);
    let mut below = 0.0;
    for i in (0..4).rev() {
        below += G / f64::from(net.particles[i + 1].inverse_mass);
        assert!((f64::from(forces.edge(i)) / below - 1.0).abs() < 0.05, "{i}: {}", forces.edge(i));
    }
}

/// Cloth of three kinds, with and without long-range attachments.
fn sheets() -> Vec<Network> {
    let soft = Stiffness::from_frequency(20.0, 1.0).unwrap();
    let woven = Cloth::new(12, 10, 0.1, 1.0);
    let mut nets = Vec::new();
    for sheet in [woven, woven.with_bend(soft), woven.with_shear(soft)] {
        let mut net = sheet.build().unwrap();
        net.fix(sheet.corners());
        nets.push(net.clone());
        net.add_long_range_attachments();
        nets.push(net);
    }
    nets
}

#[test]
fn reactions_of_what_hangs_at_rest_sum_to_its_weight() {
    let mut nets = vec![(sheets().remove(5), 20.0)];
    let points: Vec<_> = (0..40).map(|i| [i as f32 * 0.1, -(i % 7) as f32 * 0.2, 0.1]).collect();
    let parents: Vec<_> = (0..40_usize).map(|i| i.saturating_sub(1) / 3).collect();
    let mut shrub = tree(&points, &parents, 0.1).unwrap();
    shrub.fix([0]);
    nets.push((shrub, 2.0));
    let mut jelly = lattice([3, 4, 3], 0.2, 3.0).unwrap();
    let soft = Stiffness::from_frequency(20.0, 1.0).unwrap();
    jelly.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
    jelly.fix(0..4);
    nets.push((jelly, 2.0));
    for (i, (net, drag)) in nets.iter().enumerate() {
        for substeps in [4, 16] {
            let environment = Environment { drag: *drag, ..Environment::default() };
            let settings = Settings { environment, ..settings(substeps) };
            let mut solver = Solver::new(net, settings).unwrap();
            (0..2400).for_each(|_| solver.step(FRAME));
            // The mean over a second: reactions of a sheet that still moves a little vary from frame to frame.
            let mut mean = [0.0; 3];
            for _ in 0..60 {
                solver.step(FRAME);
                let reaction = sum(&solver.forces(FRAME), solver.len());
                mean = [0, 1, 2].map(|c| mean[c] + reaction[c] / (60.0 * weight(net)));
            }
            let [x, y, z] = mean;
            let off = [x, y - 1.0, z].map(f64::abs).into_iter().fold(0.0, f64::max);
            assert!(off < 2e-5, "network {i}, {substeps} sub-steps: {off:e}");
        }
    }
}

#[test]
fn in_motion_reactions_and_weight_are_the_change_of_momentum() {
    let sheet = Cloth::new(9, 9, 0.1, 1.0).with_shear(Stiffness::RIGID);
    let mut crossed = sheet.build().unwrap();
    crossed.fix([sheet.at(0, 0)]);
    let mut nets = sheets();
    nets.push(crossed);
    for (i, mut net) in nets.into_iter().enumerate() {
        net.append(&hanging(12));
        for (lines, substeps) in [(true, 8), (false, 8), (false, 3)] {
            let settings = Settings { line_solver: lines, ..settings(substeps) };
            let mut solver = Solver::new(&net, settings).unwrap();
            let (last, mut forces) = (solver.len() - 1, Forces::default());
            solver.apply_impulse(last, [0.1, 0.0, 0.05]);
            let (mut worst, weight) = (0.0_f64, weight(&net));
            for _ in 0..120 {
                let before = measure::momentum(solver.particles());
                solver.step_with_forces(FRAME, &mut forces);
                let after = measure::momentum(solver.particles());
                let reaction = sum(&forces, solver.len());
                for (c, gravity) in [0.0, -weight, 0.0].into_iter().enumerate() {
                    let change = (after[c] - before[c]) / f64::from(FRAME);
                    worst = worst.max((change - gravity - reaction[c]).abs() / weight);
                }
            }
            assert!(worst < 1e-4, "network {i}, lines {lines}, {substeps}: {worst:e}");
        }
    }
}

#[test]
fn measured_steps_have_the_same_bits() {
    let sheet = Cloth::new(40, 30, 0.05, 1.0).with_bend(Stiffness::per_step(0.1, 0.2));
    let mut net = sheet.build().unwrap();
    net.fix(sheet.corners());
    net.add_long_range_attachments();
    net.append(&hanging(30));
    let mut jelly = lattice([3, 14, 13], 0.2, 3.0).unwrap();
    jelly.edges.iter_mut().step_by(7).for_each(|edge| edge.tear_strain = 0.002);
    net.append(&jelly);
    let points: Vec<_> = (0..90).map(|i| [i as f32 * 0.3, (i % 7) as f32 * 0.2, 0.1]).collect();
    let parents: Vec<_> = (0..90_usize).map(|i| i.saturating_sub(1) / 3).collect();
    net.append(&tree(&points, &parents, 0.1).unwrap());
    let floor = Shape::Plane { point: [0.0, -0.5, 0.0], normal: [0.1, 1.0, 0.0] };
    for lines in [true, false] {
        let settings = Settings { line_solver: lines, ..Settings::default() };
        let mut plain = Solver::new(&net, settings).unwrap();
        plain.set_colliders(&[Collider::new(floor).with_friction(0.4)]).unwrap();
        let (mut measured, mut forces) = (plain.clone(), Forces::default());
        for frame in 0..40 {
            let dt = if frame < 20 { FRAME } else { 0.5 * FRAME };
            plain.step(dt);
            measured.step_with_forces(dt, &mut forces);
        }
        assert!(plain.particles().eq(measured.particles()), "lines {lines}");
        assert!((0..plain.edges().len()).any(|i| plain.is_torn(i)));
    }
}

#[test]
fn measured_steps_of_a_network_that_touches_itself_have_the_same_bits() {
    let mut net = rope([0.0, 0.1, 0.0], [0.0, 1.1, 0.0], 40, 0.5).unwrap();
    net.set_thickness(0.02).unwrap();
    net.particles.iter_mut().for_each(|p| p.position[0] = 0.003 * (30.0 * p.position[1]).sin());
    let mut plain = Solver::new(&net, Settings::default()).unwrap();
    let floor = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
    plain.set_colliders(&[Collider::new(floor).with_friction(0.4)]).unwrap();
    let (mut measured, mut forces) = (plain.clone(), Forces::default());
    for _ in 0..90 {
        plain.step(FRAME);
        measured.step_with_forces(FRAME, &mut forces);
    }
    assert!(plain.particles().eq(measured.particles()));
    // Without contact the heap is flat.
    net.set_thickness(0.0).unwrap();
    let mut thin = Solver::new(&net, Settings::default()).unwrap();
    thin.set_colliders(&[Collider::new(floor).with_friction(0.4)]).unwrap();
    (0..90).for_each(|_| thin.step(FRAME));
    assert!(!plain.particles().eq(thin.particles()), "the rope touches itself");
}

#[test]
fn a_spring_in_compression_pushes_and_a_torn_one_has_no_force() {
    let mut net = Network::default();
    net.add_particle(Particle::fixed([0.0; 3]));
    net.add_particle(Particle::new([0.0, 1.0, 0.0], 2.0));
    net.connect(0, 1);
    net.edges[0].stiffness = Stiffness::Physical { stiffness: 4000.0, damping: 200.0 };
    let mut solver = Solver::new(&net, settings(8)).unwrap();
    (0..600).for_each(|_| solver.step(FRAME));
    let forces = solver.forces(FRAME);
    assert!((f64::from(forces.edge(0)) + 2.0 * G).abs() < 1e-3, "{}", forces.edge(0));
    assert!((f64::from(forces.reaction(0)[1]) - 2.0 * G).abs() < 1e-3);
    solver.remove_edge(0);
    let forces = solver.forces(FRAME);
    assert_eq!((forces.edge(0), forces.reaction(0)), (0.0, [0.0; 3]));
}

#[test]
fn no_step_measures_nothing() {
    let solver = Solver::new(&hanging(3), settings(8)).unwrap();
    for dt in [0.0, -0.0, -1.0, f32::NAN, f32::INFINITY, 1e-40, 1e30] {
        let forces = solver.forces(dt);
        assert_eq!((forces.edge(2), forces.reaction(3)), (0.0, [0.0; 3]), "{dt}");
    }
}
