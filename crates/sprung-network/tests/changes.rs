//! A solver that is changed while it moves, against one that is built with the change.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, lattice, rope};
use sprung_network::{
    Edge, Environment, Network, Particle, Settings, Solver, SpringMode, Stiffness, measure,
};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;

fn soft() -> Stiffness {
    Stiffness::Physical { stiffness: 300.0, damping: 3.0 }
}

fn thick_air() -> Settings {
    let environment = Environment { drag: 4.0, ..Environment::default() };
    Settings { environment, ..Settings::default() }
}

/// A sheet of soft edges by its corners, a beam of jelly, ropes on one fixed particle.
fn nets() -> Vec<Network> {
    let sheet = Cloth::new(9, 8, 0.1, 0.5).with_structure(soft()).with_shear(soft());
    let mut cloth = sheet.build().unwrap();
    cloth.fix(sheet.corners());
    let mut beam = lattice([2, 8, 2], 0.1, 0.5).unwrap();
    beam.edges.iter_mut().for_each(|edge| edge.stiffness = soft());
    beam.fix([0, 1, 2, 3]);
    let mut ropes = rope([0.0; 3], [1.0, -0.5, 0.0], 10, 0.5).unwrap();
    for (x, z) in [(-0.5, 0.7), (-0.5, -0.7)] {
        let more = rope([0.0; 3], [x, -0.5, z], 10, 0.5).unwrap();
        let first = ropes.append(&more);
        // All begin at particle 0.
        ropes.edges.iter_mut().filter(|e| e.a == first).for_each(|e| e.a = 0);
        ropes.fix([first]);
    }
    ropes.edges.iter_mut().for_each(|edge| edge.stiffness = soft());
    ropes.fix([0]);
    vec![cloth, beam, ropes]
}

/// The largest distance between particles of two solvers.
fn apart(a: &Solver, b: &Solver) -> f32 {
    let distance = |(p, q): (Particle, Particle)| {
        let d = [0, 1, 2].map(|c| p.position[c] - q.position[c]);
        (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt()
    };
    assert_eq!(a.len(), b.len());
    a.particles().zip(b.particles()).map(distance).fold(0.0, f32::max)
}

/// Changes a solver that moves, and its network as it is then; asserts that both move on alike, the first rebuilt too.
fn move_alike(
    name: &str,
    of: &[usize],
    change: impl Fn(&mut Solver, &mut Random),
    built: impl Fn(&mut Network, &mut Random),
) {
    for (i, net) in nets().into_iter().enumerate().filter(|(i, _)| of.contains(i)) {
        for line_solver in [true, false] {
            for seed in 0..4 {
                let settings = Settings { line_solver, substeps: 32, ..thick_air() };
                let mut solver = Solver::new(&net, settings).unwrap();
                (0..20).for_each(|_| solver.step(FRAME));
                let mut changed = solver.network();
                change(&mut solver, &mut Random::new(seed));
                built(&mut changed, &mut Random::new(seed));
                let mut other = Solver::new(&changed, settings).unwrap();
                let mut rebuilt = solver.clone();
                for frame in 0..40 {
                    if frame == 10 {
                        rebuilt.rebuild();
                    }
                    solver.step(FRAME);
                    other.step(FRAME);
                    rebuilt.step(FRAME);
                }
                let off = apart(&solver, &other).max(apart(&rebuilt, &other));
                assert!(off < 5e-3, "{name}, network {i}, lines {line_solver}, {seed}: {off:e}");
            }
        }
    }
}

fn any(random: &mut Random, count: usize) -> usize {
    random.index(count)
}

/// A dynamic particle of the network, the same for the solver and for the network.
fn dynamic(random: &mut Random, particles: &[Particle]) -> usize {
    loop {
        let particle = any(random, particles.len());
        if !particles[particle].is_fixed() {
            return particle;
        }
    }
}

fn all(solver: &Solver) -> Vec<Particle> {
    solver.particles().collect()
}

#[test]
fn what_leaves_the_layout_as_it_is_has_the_same_bits() {
    let stiff = Stiffness::Physical { stiffness: 900.0, damping: 6.0 };
    for (i, net) in nets().into_iter().enumerate() {
        for line_solver in [true, false] {
            let settings = Settings { line_solver, ..Settings::default() };
            let (mut random, mut changed) = (Random::new(3), net.clone());
            let mut solver = Solver::new(&net, settings).unwrap();
            for _ in 0..9 {
                let edge = any(&mut random, net.edges.len());
                solver.set_stiffness(edge, stiff).unwrap();
                changed.edges[edge].stiffness = stiff;
                // Next to the corners of the sheet masses decide what is a hub, which is of the layout.
                if i > 0 {
                    let particle = dynamic(&mut random, &net.particles);
                    solver.set_mass(particle, 0.01).unwrap();
                    changed.particles[particle].inverse_mass = 1.0 / 0.01;
                }
                let particle = dynamic(&mut random, &net.particles);
                let [at, v] = [[0.1, 0.2, 0.3], [0.0, 1.0, -1.0]];
                solver.set_position(particle, at).unwrap();
                solver.set_velocity(particle, v).unwrap();
                let of = &mut changed.particles[particle];
                (of.position, of.velocity) = (at, v);
            }
            let mut other = Solver::new(&changed, settings).unwrap();
            for _ in 0..30 {
                solver.step(FRAME);
                other.step(FRAME);
            }
            assert!(solver.particles().eq(other.particles()), "network {i}, lines {line_solver}");
        }
    }
}

#[test]
fn stiffness_and_mass_are_those_of_a_solver_built_with_them() {
    let stiff = Stiffness::Physical { stiffness: 900.0, damping: 6.0 };
    move_alike(
        "stiffness",
        &[0, 1, 2],
        |solver, random| {
            for _ in 0..20 {
                solver.set_stiffness(any(random, solver.edges().len()), stiff).unwrap();
            }
        },
        |net, random| {
            for _ in 0..20 {
                let edge = any(random, net.edges.len());
                net.edges[edge].stiffness = stiff;
            }
        },
    );
    move_alike(
        "mass",
        &[0, 1, 2],
        |solver, random| {
            for _ in 0..10 {
                let particle = dynamic(random, &all(solver));
                solver.set_mass(particle, 0.02).unwrap();
            }
        },
        |net, random| {
            for _ in 0..10 {
                let particle = dynamic(random, &net.particles);
                net.particles[particle].inverse_mass = 50.0;
            }
        },
    );
}

#[test]
fn pinned_and_released_particles_are_those_of_a_solver_built_so() {
    move_alike(
        "pinned",
        &[0, 1, 2],
        |solver, random| {
            for _ in 0..2 {
                let particle = dynamic(random, &all(solver));
                solver.pin(particle);
                let [x, y, z] = solver.position(particle);
                solver.set_position(particle, [x, y + 0.05, z]).unwrap();
            }
        },
        |net, random| {
            for _ in 0..2 {
                let particle = dynamic(random, &net.particles);
                net.fix([particle]);
                net.particles[particle].position[1] += 0.05;
            }
        },
    );
    // The first of several fixed particles.
    move_alike(
        "released",
        &[0, 1],
        |solver, _| solver.release(0, 0.01).unwrap(),
        |net, _| net.particles[0].inverse_mass = 100.0,
    );
    // Fixed when built, released, fixed again; dynamic, fixed, released.
    move_alike(
        "there and back",
        &[0, 1, 2],
        |solver, random| {
            let (place, particle) = (solver.position(0), dynamic(random, &all(solver)));
            let mass = 1.0 / all(solver)[particle].inverse_mass;
            let velocity = solver.velocity(particle);
            solver.release(0, 0.01).unwrap();
            solver.pin(particle);
            solver.pin(0);
            solver.set_position(0, place).unwrap();
            solver.release(particle, mass).unwrap();
            solver.set_velocity(particle, velocity).unwrap();
        },
        |_, _| {},
    );
}

#[test]
fn added_and_removed_edges_and_particles_are_those_of_a_solver_built_with_them() {
    move_alike(
        "removed",
        &[0, 1],
        |solver, _| [30, 31, 47].into_iter().for_each(|edge| solver.remove_edge(edge)),
        |net, _| {
            for edge in [47, 31, 30] {
                net.edges.remove(edge);
            }
        },
    );
    let load = |at: [f32; 3]| Particle::new([at[0], at[1] - 0.1, at[2]], 0.05);
    let link = |on, new| match new % 3 {
        0 => Edge::new(on, new, 0.1).with_stiffness(soft()),
        1 => Edge::new(on, new, 0.1).with_stiffness(soft()).with_mode(SpringMode::TensionOnly),
        _ => Edge::new(on, new, 0.0).with_stiffness(soft()),
    };
    move_alike(
        "added",
        &[0, 1, 2],
        |solver, random| {
            for _ in 0..6 {
                let on = dynamic(random, &all(solver));
                let new = solver.add_particle(load(solver.position(on))).unwrap();
                let added = solver.add_edge(link(on, new)).unwrap();
                assert_eq!(added + 1, solver.edges().len());
            }
        },
        |net, random| {
            for _ in 0..6 {
                let on = dynamic(random, &net.particles);
                let new = net.add_particle(load(net.particles[on].position));
                net.add_edge(link(on, new));
            }
        },
    );
}

#[test]
fn ropes_on_one_particle_fall_together_when_it_is_released() {
    let net = nets().remove(2);
    let settings = Settings { environment: Environment::default(), ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    (0..60).for_each(|_| solver.step(FRAME));
    // Two loose particles were fixed for the builder.
    let fixed: Vec<usize> = (1..solver.len()).filter(|&p| net.particles[p].is_fixed()).collect();
    fixed.into_iter().for_each(|p| solver.remove_particle(p));
    solver.release(0, 0.1).unwrap();
    let before = measure::momentum(solver.particles());
    (0..60).for_each(|_| solver.step(FRAME));
    let after = measure::momentum(solver.particles());
    let mass: f64 =
        solver.particles().filter(|p| !p.is_fixed()).map(|p| 1.0 / f64::from(p.inverse_mass)).sum();
    for (c, fall) in [0.0, -9.81, 0.0].into_iter().enumerate() {
        let off = (after[c] - before[c]) / mass - fall;
        assert!(off.abs() < 1e-4, "{c}: {off}");
    }
    assert!(solver.stretch().max < 0.5, "{:?}", solver.stretch());
}

#[test]
fn a_released_particle_keeps_the_velocity_of_its_path() {
    let mut net = Network::default();
    net.add_particle(Particle::fixed([0.0; 3]));
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).unwrap();
    solver.set_kinematic_target(0, [0.0, 0.1, 0.0]);
    solver.step(FRAME);
    solver.release(0, 2.0).unwrap();
    solver.step(FRAME);
    assert!((solver.velocity(0)[1] - 6.0).abs() < 1e-4);
    solver.set_velocity(0, [1.0, 0.0, 0.0]).unwrap();
    solver.set_position(0, [7.0, 0.0, 0.0]).unwrap();
    solver.step(FRAME);
    assert!((solver.position(0)[0] - 7.0 - FRAME).abs() < 1e-5);
    solver.pin(0);
    solver.step(FRAME);
    assert_eq!(solver.velocity(0), [0.0; 3]);
    solver.set_kinematic_target(0, [3.0, 0.0, 0.0]);
    solver.step(FRAME);
    assert_eq!(solver.position(0), [3.0, 0.0, 0.0]);
}

#[test]
fn tethers_pause_while_their_anchor_is_free_or_their_particle_is_fixed() {
    let mut net = rope([0.0; 3], [1.0, 0.0, 0.0], 4, 1.0).unwrap();
    net.edges.iter_mut().for_each(|e| e.stiffness = Stiffness::from_frequency(0.5, 1.0).unwrap());
    net.fix([0]);
    net.add_long_range_attachments();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    let reach = |solver: &Solver| {
        let [a, b] = [0, 4].map(|p| solver.position(p));
        [0, 1, 2].map(|c| f64::from(a[c] - b[c]).powi(2)).iter().sum::<f64>().sqrt()
    };
    (0..60).for_each(|_| solver.step(FRAME));
    assert!(reach(&solver) < 1.001 && solver.network().tethers.len() == 4);
    solver.pin(4);
    assert_eq!(solver.network().tethers.len(), 3);
    solver.set_position(4, [0.0, -1.5, 0.0]).unwrap();
    solver.step(FRAME);
    assert_eq!(solver.position(4), [0.0, -1.5, 0.0]);
    solver.release(0, 1.0).unwrap();
    assert!(solver.network().tethers.is_empty());
    solver.rebuild();
    (0..60).for_each(|_| solver.step(FRAME));
    solver.release(4, 0.2).unwrap();
    solver.pin(0);
    assert_eq!(solver.network().tethers.len(), 4);
    (0..120).for_each(|_| solver.step(FRAME));
    assert!(reach(&solver) < 1.001, "{}", reach(&solver));
    solver.remove_tethers();
    (0..120).for_each(|_| solver.step(FRAME));
    assert!(reach(&solver) > 1.05, "{}", reach(&solver));
}

#[test]
fn bad_changes_are_refused_and_change_nothing() {
    let mut solver = Solver::new(&nets()[0], Settings::default()).unwrap();
    let before = all(&solver);
    let message =
        |result: Result<(), sprung_network::NetworkError>| result.unwrap_err().to_string();
    assert_eq!(
        message(solver.set_mass(20, 0.0)),
        "particle 20: mass must be within 1e-30 and 1e30, got 0"
    );
    for mass in [-1.0, f32::NAN, f32::INFINITY, 1e-40, 1e31] {
        assert!(solver.set_mass(20, mass).is_err() && solver.release(0, mass).is_err());
    }
    assert_eq!(
        message(solver.set_velocity(20, [0.0, f32::NAN, 0.0])),
        "particle 20: velocity must be finite, got NaN"
    );
    assert!(solver.set_position(20, [0.0, 1e16, 0.0]).is_err());
    let bad = Stiffness::Physical { stiffness: -1.0, damping: 0.0 };
    assert_eq!(
        message(solver.set_stiffness(5, bad)),
        "edge 5: stiffness must be finite and >= 0, got -1"
    );
    assert_eq!(message(solver.set_tear_force(5, 0.0)), "edge 5: tear_force must be > 0, got 0");
    let Edge { a, b, .. } = solver.edges()[5];
    let count = solver.edges().len();
    assert_eq!(
        message(solver.add_edge(Edge::new(b, a, 1.0)).map(drop)),
        format!("edge {count}: joins the same particles as edge 5")
    );
    assert!(solver.add_edge(Edge::new(a, 1000, 1.0)).is_err());
    assert!(solver.add_edge(Edge::new(a, b, -1.0)).is_err());
    assert!(solver.add_particle(Particle::new([f32::NAN; 3], 1.0)).is_err());
    assert_eq!((all(&solver), solver.edges().len()), (before, count));
    solver.remove_edge(5);
    assert!(solver.add_edge(Edge::new(b, a, 1.0)).is_ok(), "the edge before was removed");
}

/// A random change; those that throw particles about are left out.
fn change(solver: &mut Solver, random: &mut Random) {
    let (particles, edges) = (solver.len(), solver.edges().len());
    let particle = any(random, particles);
    match any(random, 9) {
        0 => solver.pin(particle),
        1 | 2 => solver.release(particle, 0.05).unwrap(),
        3 => solver.set_stiffness(any(random, edges), soft()).unwrap(),
        4 => solver.remove_edge(any(random, edges)),
        5 => {
            let other = any(random, particles);
            let [a, b] = [particle, other].map(|p| solver.position(p));
            let length = [0, 1, 2].map(|c| (a[c] - b[c]).powi(2)).iter().sum::<f32>().sqrt();
            let mode = [SpringMode::TwoWay, SpringMode::TensionOnly][any(random, 2)];
            // Refused where there is one.
            let _ = solver.add_edge(Edge::new(particle, other, length).with_mode(mode));
        }
        6 => {
            let mut at = solver.position(particle);
            at[2] += 0.1;
            let new = solver.add_particle(Particle::new(at, 0.05)).unwrap();
            solver.add_edge(Edge::new(particle, new, 0.1)).unwrap();
        }
        7 => solver.remove_particle(particle),
        _ => {
            if any(random, 4) == 0 {
                solver.rebuild();
            }
        }
    }
}

#[test]
fn random_changes_keep_every_network_within_reach() {
    let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut net = nets().remove(any(&mut random, 3));
        net.edges.iter_mut().for_each(|edge| {
            if random.unit() < 0.5 {
                edge.stiffness = Stiffness::RIGID;
            }
        });
        net.particles.iter_mut().filter(|p| !p.is_fixed()).for_each(|p| {
            p.velocity = [0, 1, 2].map(|_| random.unit() as f32 - 0.5);
        });
        let line_solver = random.unit() < 0.5;
        let mut solver = Solver::new(&net, Settings { line_solver, ..settings }).unwrap();
        for _ in 0..60 {
            (0..any(&mut random, 3)).for_each(|_| change(&mut solver, &mut random));
            solver.step(FRAME);
            for p in solver.particles() {
                let fine = p.velocity.iter().all(|v| v.abs() < 30.0);
                assert!(fine, "seed {seed}: {p:?}");
            }
        }
        assert_eq!(solver.particles().count(), solver.len());
        assert!(solver.network().check().is_ok(), "seed {seed}");
    }
}
