//! Networks of any parts, solved and changed while they move: each is refused by its field, or stays finite for good.
//!
//! The module is a fuzz target, which `cargo xtask fuzz` runs under libFuzzer.

use sprung::SoftCoefficients;
use sprung_network::{
    Collider, Drag, Edge, Environment, Network, NetworkError, Particle, Settings, Shape, Solver,
    SpringMode, Stiffness, Tether, VolumeContent,
};
use testkit::fuzz::Choices;

/// The most calls of one input, half of which are steps.
const MAX_CALLS: usize = 24;

/// Builds a network of the bytes, and calls its solver.
///
/// # Panics
/// If the builder or the solver does, an error has no text, or a particle is no longer finite.
pub fn fuzz(bytes: &[u8]) {
    let choices = &mut Choices::new(bytes);
    let net = network(choices);
    let settings = settings(choices);
    let mut solver = match Solver::new(&net, settings) {
        Ok(solver) => solver,
        Err(error) => return told(Err(error)),
    };
    assert_eq!(net.check(), Ok(()));
    for _ in 0..MAX_CALLS {
        if choices.is_done() {
            break;
        }
        call(&mut solver, choices);
        solver.step(if choices.byte() < 128 { 1.0 / 60.0 } else { choices.number() });
        for (index, particle) in solver.particles().enumerate() {
            let numbers = particle.position.iter().chain(&particle.velocity);
            assert!(numbers.clone().all(|x| x.is_finite()), "particle {index}: {particle:?}");
        }
    }
    let _ = (solver.stretch(), solver.network(), solver.forces(0.01));
}

/// An error names what is wrong.
fn told(result: Result<(), NetworkError>) {
    if let Err(error) = result {
        assert!(!error.to_string().is_empty());
    }
}

fn network(choices: &mut Choices) -> Network {
    let mut net = Network::default();
    let count = choices.index(13);
    for _ in 0..count {
        let kind = choices.byte();
        let position = choices.vector();
        net.add_particle(match kind {
            ..80 => Particle::new(position, 0.5),
            80..160 => Particle::new(position, choices.number()).with_velocity(choices.vector()),
            160.. => Particle::fixed(position),
        });
    }
    for _ in 0..choices.index(24) {
        let (a, b) = (choices.index(count + 1), choices.index(count + 1));
        if choices.byte() < 128 && a.max(b) < count && a != b {
            net.connect(a, b);
        } else {
            net.add_edge(edge(choices, a, b));
        }
    }
    for _ in 0..choices.index(4) {
        let (anchor, particle) = (choices.index(count), choices.index(count));
        net.tethers.push(Tether { anchor, particle, length: choices.number() });
    }
    let kinds = choices.byte();
    let triangles: Vec<[u32; 3]> = (0..choices.index(8))
        .map(|_| [0; 3].map(|_| choices.index(count + usize::from(kinds == 255)) as u32))
        .collect();
    if kinds & 1 != 0 {
        told(net.set_thickness(choices.number()));
        net.surface.triangles.clone_from(&triangles);
    }
    if kinds & 2 != 0 && net.add_volume(&triangles).is_ok() {
        net.volumes[0].content = content(choices);
    }
    if kinds & 4 != 0 {
        told(net.add_aero_surface(&triangles).map(drop));
    }
    if kinds & 8 != 0 {
        let stiffness = stiffness(choices);
        told(net.add_hinges(&triangles, stiffness).map(drop));
    }
    if kinds & 32 != 0 {
        let tetrahedra: Vec<[u32; 4]> = (0..choices.index(6))
            .map(|_| [0; 4].map(|_| choices.index(count + usize::from(kinds == 255)) as u32))
            .collect();
        let stiffness = stiffness(choices);
        for tetrahedron in tetrahedra {
            told(net.add_cells(&[tetrahedron], stiffness).map(drop));
        }
        if let Some(cell) = net.cells.first_mut().filter(|_| choices.byte() < 64) {
            cell.rest_volume = choices.number();
        }
    }
    if kinds & 16 != 0 && net.check().is_ok() {
        net.add_long_range_attachments();
    }
    net
}

fn edge(choices: &mut Choices, a: usize, b: usize) -> Edge {
    let edge = Edge::new(a, b, choices.number()).with_stiffness(stiffness(choices));
    let modes = [SpringMode::TwoWay, SpringMode::TensionOnly, SpringMode::CompressionOnly];
    let edge = edge.with_mode(modes[choices.index(3)]);
    if choices.byte() < 200 { edge } else { edge.with_tear_strain(choices.number()) }
}

fn stiffness(choices: &mut Choices) -> Stiffness {
    let kind = choices.index(5);
    let [a, b] = [0; 2].map(|_| choices.number().abs());
    match kind {
        0 => Stiffness::RIGID,
        1 => Stiffness::from_frequency(a, b).unwrap_or(Stiffness::RIGID),
        2 => Stiffness::Physical { stiffness: 100.0 * a, damping: b },
        3 => Stiffness::Compliance { compliance: a, damping: b },
        _ => Stiffness::PerStep(SoftCoefficients { c_s: a, c_d: b }),
    }
}

fn content(choices: &mut Choices) -> VolumeContent {
    match choices.byte() {
        ..128 => VolumeContent::gas(choices.number(), choices.number(), choices.number()),
        128.. => VolumeContent::Incompressible { volume: choices.number() },
    }
}

fn settings(choices: &mut Choices) -> Settings {
    let mut settings = Settings { substeps: choices.index(9), ..Settings::default() };
    settings.line_solver = choices.byte() < 128;
    settings.environment = environment(choices);
    if choices.byte() >= 128 {
        settings.sleep_speed = choices.number();
    }
    settings
}

fn environment(choices: &mut Choices) -> Environment {
    match choices.byte() {
        ..128 => Environment::default(),
        128.. => {
            let (gravity, wind) = (choices.vector(), choices.vector());
            Environment { gravity, drag: choices.number(), wind }
        }
    }
}

fn collider(choices: &mut Choices) -> Collider {
    let collider = Collider::new(shape(choices)).with_friction(choices.number());
    match choices.byte() {
        ..128 => collider,
        128.. => collider.with_angular_velocity(choices.vector(), choices.vector()),
    }
}

fn shape(choices: &mut Choices) -> Shape {
    let (first, second, radius) = (choices.vector(), choices.vector(), choices.number());
    match choices.index(3) {
        0 => Shape::Plane { point: first, normal: second },
        1 => Shape::Sphere { center: first, radius },
        _ => Shape::Capsule { a: first, b: second, radius },
    }
}

/// One change of a running solver. Indices are those of things that exist, as documented.
fn call(solver: &mut Solver, choices: &mut Choices) {
    let kind = choices.byte();
    let (particles, edges) = (solver.len(), solver.edges().len());
    if particles == 0 {
        return;
    }
    let particle = choices.index(particles);
    let edge_index = choices.index(edges);
    match kind % 21 {
        0 if solver.is_fixed(particle) => solver.set_kinematic_target(particle, choices.vector()),
        1 => solver.apply_impulse(particle, choices.vector()),
        2 => told(solver.set_environment(environment(choices))),
        3 => told(solver.set_colliders(&[collider(choices)])),
        4 => {
            let colliders = [collider(choices), collider(choices)];
            told(solver.set_colliders(&colliders));
        }
        5 => told(solver.set_position(particle, choices.vector())),
        6 => told(solver.set_velocity(particle, choices.vector())),
        7 if !solver.is_fixed(particle) => told(solver.set_mass(particle, choices.number())),
        8 => solver.pin(particle),
        9 => told(solver.release(particle, choices.number())),
        10 if edges > 0 => told(solver.set_stiffness(edge_index, stiffness(choices))),
        11 if edges > 0 => told(solver.set_tear_force(edge_index, choices.number())),
        12 => {
            let edge = edge(choices, particle, choices.clone().index(particles + 1));
            told(solver.add_edge(edge).map(drop));
        }
        13 if edges > 0 => solver.remove_edge(edge_index),
        14 => {
            told(solver.add_particle(Particle::new(choices.vector(), choices.number())).map(drop))
        }
        15 => solver.remove_particle(particle),
        16 => solver.rebuild(),
        17 => {
            if let Ok(drag) =
                Drag::new(particle, choices.vector(), choices.number(), choices.number())
            {
                told(solver.set_drags(&[drag]));
            }
        }
        18 if solver.volume_count() > 0 => told(solver.set_content(0, content(choices))),
        19 => {
            let wind = choices.vector();
            told(solver.set_wind_field(|place| if place[0] < 1.0 { wind } else { place }));
        }
        20 if solver.cell_count() > 0 => {
            told(solver.set_cell(0, choices.number(), stiffness(choices)));
            assert!(solver.cell_volume_ratio(0).is_finite());
        }
        _ => solver.remove_tethers(),
    }
}

#[test]
fn any_network_is_refused_or_stays_finite() {
    testkit::fuzz::check("network", 3_000, fuzz);
}
