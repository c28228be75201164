//! Many small networks: every shape that can be built, with springs of all kinds, among colliders, changed while they move.

use sprung_network::measure::{angular_momentum, energy, momentum};
use sprung_network::shapes::{
    Cloth, bridge, hair, lattice, lattice_with_cells, ring, rope, sphere, tree, wheel,
};
use sprung_network::{
    Collider, Drag, Edge, Environment, Forces, Network, NetworkError, Particle, Settings, Shape,
    SkinConstraint, SkinTarget, Solver, SpringMode, Stiffness, Tether, VolumeContent, Weave,
};

use crate::bits::{Bits, Outcome};
use crate::draw::Draw;

const NETWORKS: u64 = 80;
const FRAMES: usize = 14;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    for seed in 0..NETWORKS {
        let draw = &mut Draw::new(seed);
        let net = network(draw, seed)?;
        let mut solver = match Solver::new(&net, settings(draw)) {
            Ok(solver) => solver,
            Err(error) => {
                bits.add_text(&error.to_string());
                continue;
            }
        };
        let colliders: Vec<Collider> = (0..draw.below(4)).map(|_| collider(draw)).collect();
        solver.set_colliders(&colliders)?;
        let mut forces = Forces::default();
        for frame in 0..FRAMES {
            if frame > 2 {
                change(bits, &mut solver, draw);
            }
            let dt = if draw.below(4) == 0 { 0.01 } else { 1.0 / 60.0 };
            if draw.below(3) == 0 {
                solver.step_with_forces(dt, &mut forces);
                add_forces(bits, &solver, &forces);
            } else {
                solver.step(dt);
            }
            read(bits, &mut solver, draw);
        }
        let left = solver.network();
        add_network(bits, &left);
        (0..left.hinges.len()).for_each(|hinge| bits.add(solver.hinge_angle(hinge)));
        for (index, fabric) in left.fabrics.iter().enumerate() {
            (0..fabric.triangles.len())
                .for_each(|triangle| bits.add_all(solver.fabric_strain(index, triangle)));
        }
    }
    Ok(())
}

/// A tree of points anywhere, each joined to one before it.
pub(crate) fn branches(draw: &mut Draw, count: usize, mass: f32) -> Result<Network, NetworkError> {
    let points: Vec<_> = (0..count).map(|_| place(draw)).collect();
    let parents: Vec<_> =
        (0..count as u64).map(|at| if at == 0 { 0 } else { draw.below(at) as usize }).collect();
    tree(&points, &parents, mass)
}

/// Adds the forces in all edges and on all particles.
pub(crate) fn add_forces(bits: &mut Bits, solver: &Solver, forces: &Forces) {
    (0..solver.edges().len()).for_each(|edge| bits.add(forces.edge(edge)));
    (0..solver.len()).for_each(|particle| bits.add_all(forces.reaction(particle)));
}

/// Adds the edges, tethers, hinges, cells and triangles of a network.
pub(crate) fn add_network(bits: &mut Bits, net: &Network) {
    for edge in &net.edges {
        bits.add_all([edge.a as u32, edge.b as u32]);
        bits.add(edge.rest_length);
    }
    for tether in &net.tethers {
        bits.add_all([tether.anchor as u32, tether.particle as u32]);
        bits.add(tether.length);
    }
    for hinge in &net.hinges {
        bits.add_all([hinge.edge[0] as u32, hinge.edge[1] as u32]);
        bits.add(hinge.rest_angle);
    }
    net.cells.iter().for_each(|cell| bits.add_all(cell.corners));
    let volumes = net.volumes.iter().flat_map(|volume| &volume.triangles);
    let fabrics = net.fabrics.iter().flat_map(|fabric| &fabric.triangles);
    let aero = net.aero_surfaces.iter().flat_map(|surface| &surface.triangles);
    let triangles = net.surface.triangles.iter().chain(volumes).chain(fabrics).chain(aero);
    triangles.for_each(|&corners| bits.add_all(corners));
}

fn number(draw: &mut Draw) -> f32 {
    (draw.unit() * 2.0 - 1.0) as f32
}

pub(crate) fn place(draw: &mut Draw) -> [f32; 3] {
    [(); 3].map(|()| number(draw))
}

fn stiffness(draw: &mut Draw) -> Stiffness {
    let [a, b] = [(); 2].map(|()| draw.unit() as f32);
    match draw.below(6) {
        0 | 1 => Stiffness::RIGID,
        2 => Stiffness::from_frequency(20.0 * a, b).unwrap_or(Stiffness::RIGID),
        3 => Stiffness::Physical { stiffness: 100.0 * a, damping: b },
        4 => Stiffness::Compliance { compliance: 0.01 * a, damping: b },
        _ => Stiffness::per_step(a, b),
    }
}

pub(crate) fn network(draw: &mut Draw, seed: u64) -> Result<Network, NetworkError> {
    let mut net = shape(draw, seed % 12)?;
    if draw.below(3) == 0 {
        let kind = draw.below(12);
        let mut other = shape(draw, kind)?;
        let by = place(draw);
        for particle in &mut other.particles {
            particle.position = [0, 1, 2].map(|axis| particle.position[axis] + by[axis]);
        }
        net.append(&other);
    }
    let count = net.particles.len() as u64;
    // Half of the networks as they are built, the others with parts of their own.
    if draw.below(2) == 0 {
        for particle in &mut net.particles {
            if draw.below(8) == 0 {
                particle.inverse_mass *= draw.scale(3) as f32;
            }
            particle.velocity = place(draw);
        }
        for edge in &mut net.edges {
            match draw.below(12) {
                0 => edge.mode = SpringMode::TensionOnly,
                1 => edge.mode = SpringMode::CompressionOnly,
                2 => edge.tear_strain = 0.2 * draw.unit() as f32,
                3 => edge.rest_length *= 0.5 + draw.unit() as f32,
                4..8 => edge.stiffness = stiffness(draw),
                _ => {}
            }
        }
    }
    net.fix((0..draw.below(4)).map(|_| draw.below(count) as usize));
    for _ in 0..draw.below(3) {
        let (anchor, particle) = (draw.below(count) as usize, draw.below(count) as usize);
        if anchor != particle && net.particles[anchor].is_fixed() {
            net.tethers.push(Tether { anchor, particle, length: draw.scale(2) as f32 });
        }
    }
    if draw.below(3) == 0 {
        net.set_thickness(0.05 * draw.unit() as f32)?;
        net.surface.friction = draw.unit() as f32;
    }
    if draw.below(4) == 0 {
        net.add_long_range_attachments();
    }
    if draw.below(6) == 0 {
        net.scale_masses(draw.unit() as f32)?;
    }
    if draw.below(4) == 0 {
        for at in 0..1 + draw.below(6) {
            let constraint = SkinConstraint::new((at * 7 % count) as usize, draw.unit() as f32);
            net.skin_constraints.push(match draw.below(2) {
                0 => constraint,
                _ => constraint.with_backstop(0.1 * number(draw), 1.0 + draw.unit() as f32),
            });
        }
        net.skin_constraints.sort_by_key(|constraint| constraint.particle);
        net.skin_constraints.dedup_by_key(|constraint| constraint.particle);
    }
    Ok(net)
}

fn shape(draw: &mut Draw, kind: u64) -> Result<Network, NetworkError> {
    let (mass, size) = (draw.scale(4) as f32, 3 + draw.below(6) as usize);
    match kind {
        0 => rope([0.0; 3], place(draw), size * size, mass),
        1 => ring(0.5, size + 2, mass),
        2 => wheel(0.4, size + 2, mass),
        3 => bridge(size, 0.3, mass),
        4 => lattice([size.min(5), 3, 2], 0.2, mass),
        5 => lattice_with_cells([size.min(4), 2, 3], 0.2, mass),
        6 => {
            let mut ball = sphere(0.4, size, mass)?;
            let triangles = ball.surface.triangles.clone();
            ball.add_volume(&triangles)?;
            if draw.below(2) == 0 {
                ball.volumes[0].content = VolumeContent::gas(draw.scale(3) as f32, 2e5, 1e5);
            }
            Ok(ball)
        }
        7 => branches(draw, size * 5, mass),
        8 => {
            let roots: Vec<_> = (0..size).map(|_| (place(draw), [0.1, 1.0, 0.2])).collect();
            hair(&roots, 2 + draw.below(9) as usize, 0.5, mass)
        }
        _ => sheet(draw, kind, size, mass),
    }
}

/// Cloth: woven, with diagonals and bends, or of triangles with air, hinges and fabric.
fn sheet(draw: &mut Draw, kind: u64, size: usize, mass: f32) -> Result<Network, NetworkError> {
    let mut cloth = Cloth::new(size + 6, size, 0.1, mass);
    if kind == 10 {
        cloth = cloth.with_structure(stiffness(draw)).with_shear(stiffness(draw));
        cloth = cloth.with_bend(stiffness(draw));
    }
    if kind == 11 {
        // Hinges need edges along all sides of their triangles.
        cloth = cloth.with_shear(stiffness(draw));
    }
    let mut net = if draw.below(4) == 0 { cloth.build_pleated(0.3)? } else { cloth.build()? };
    if draw.below(2) == 0 {
        net.fix(cloth.corners());
    }
    if kind == 11 {
        let triangles = cloth.triangles();
        net.add_aero_surface(&triangles)?;
        net.aero_surfaces[0].coefficients.lift = draw.scale(3) as f32;
        net.add_hinges(&triangles, stiffness(draw))?;
        net.hinges.iter_mut().step_by(4).for_each(|hinge| hinge.rest_angle = number(draw));
        let weave = Weave::new(Weave::membrane(80.0, 1e-3), stiffness(draw), stiffness(draw));
        net.add_fabric(&triangles, [1.0, 0.1, 0.3], weave.with_limits(0.9, 1.1))?;
    }
    Ok(net)
}

pub(crate) fn settings(draw: &mut Draw) -> Settings {
    let environment = match draw.below(3) {
        0 => Environment::default(),
        1 => Environment::ZERO_G,
        _ => Environment { gravity: place(draw), drag: draw.unit() as f32, wind: place(draw) },
    };
    Settings {
        substeps: 1 + draw.below(8) as usize,
        line_solver: draw.below(4) > 0,
        environment,
        sleep_speed: if draw.below(2) == 0 { 0.0 } else { draw.unit() as f32 },
    }
}

fn collider(draw: &mut Draw) -> Collider {
    let shape = match draw.below(3) {
        0 => Shape::Plane { point: [0.0, -0.3, 0.0], normal: [0.3 * number(draw), 1.0, 0.0] },
        1 => Shape::Sphere { center: place(draw), radius: 0.5 * draw.unit() as f32 + 0.01 },
        _ => Shape::Capsule { a: place(draw), b: place(draw), radius: 0.2 },
    };
    let collider = Collider::new(shape).with_friction(draw.unit() as f32);
    match draw.below(3) {
        0 => collider,
        1 => collider.with_velocity(place(draw)),
        _ => collider.with_angular_velocity(place(draw), place(draw)),
    }
}

/// A change, or the text of its error.
fn change(bits: &mut Bits, solver: &mut Solver, draw: &mut Draw) {
    let (particles, edges) = (solver.len() as u64, solver.edges().len() as u64);
    if particles < 2 || edges < 1 {
        return;
    }
    let (particle, edge) = (draw.below(particles) as usize, draw.below(edges) as usize);
    let is_fixed = solver.is_fixed(particle);
    let changed = match draw.below(24) {
        0 if is_fixed => {
            solver.set_kinematic_target(particle, place(draw));
            Ok(())
        }
        1 => {
            let huge = if draw.below(8) == 0 { 1e13 } else { 1.0 };
            solver.apply_impulse(particle, place(draw).map(|c| c * huge));
            Ok(())
        }
        2 => solver.set_environment(settings(draw).environment),
        3 => solver.set_colliders(&[collider(draw), collider(draw)]),
        4 => solver.set_position(particle, place(draw)),
        5 => solver.set_velocity(particle, place(draw)),
        6 if !is_fixed => solver.set_mass(particle, draw.scale(3) as f32),
        7 => {
            solver.pin(particle);
            Ok(())
        }
        8 => solver.release(particle, draw.scale(3) as f32),
        9 => solver.set_stiffness(edge, stiffness(draw)),
        10 => solver.set_tear_force(edge, draw.scale(3) as f32),
        11 => {
            let other = draw.below(particles) as usize;
            let length = if draw.below(4) == 0 { 0.0 } else { draw.unit() as f32 };
            let mode = match draw.below(4) {
                0 => SpringMode::TensionOnly,
                1 => SpringMode::CompressionOnly,
                _ => SpringMode::TwoWay,
            };
            let new = Edge::new(particle, other, length).with_mode(mode);
            solver.add_edge(new.with_stiffness(stiffness(draw))).map(drop)
        }
        12 => {
            solver.remove_edge(edge);
            Ok(())
        }
        13 => solver.add_particle(Particle::new(place(draw), draw.scale(3) as f32)).map(drop),
        14 => {
            solver.remove_particle(particle);
            Ok(())
        }
        15 => {
            solver.rebuild();
            Ok(())
        }
        16 => match Drag::new(particle, place(draw), 1.0 + draw.unit() as f32, 0.7) {
            Ok(drag) => solver.set_drags(&[drag]),
            Err(_) => Ok(()),
        },
        17 if solver.volume_count() > 0 => {
            solver.set_content(0, VolumeContent::Incompressible { volume: draw.unit() as f32 })
        }
        18 => {
            let wind = place(draw);
            solver.set_wind_field(|place| if place[0] < 0.2 { wind } else { place })
        }
        19 if solver.cell_count() > 0 => {
            solver.set_cell(0, draw.unit() as f32 * 1e-3, stiffness(draw))
        }
        20 => {
            let anchor = draw.below(particles) as usize;
            solver.add_tether(Tether { anchor, particle, length: draw.unit() as f32 })
        }
        21 => {
            let shape = Shape::Sphere { center: place(draw), radius: 0.3 };
            let first = solver.colliders().next();
            let is_ball = first.is_some_and(|one| matches!(one.shape, Shape::Sphere { .. }));
            if is_ball { solver.move_collider(0, shape) } else { Ok(()) }
        }
        22 => {
            let count = solver.skin_constraints().len();
            let targets: Vec<SkinTarget> = (0..count)
                .map(|_| SkinTarget { position: place(draw), normal: place(draw) })
                .collect();
            solver.set_skin_targets(&targets)
        }
        _ => {
            solver.remove_tethers();
            Ok(())
        }
    };
    if let Err(error) = changed {
        bits.add_text(&error.to_string());
    }
}

/// All queries of a solver.
fn read(bits: &mut Bits, solver: &mut Solver, draw: &mut Draw) {
    for particle in solver.particles() {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
        bits.add(particle.inverse_mass);
    }
    for edge in 0..solver.edges().len() {
        bits.add_u64(solver.is_torn(edge).into());
    }
    for particle in 0..solver.len() {
        bits.add_u64(solver.is_particle_asleep(particle).into());
    }
    bits.add_u64(solver.is_asleep().into());
    bits.add_u64(solver.island_count() as u64);
    bits.add_u64(solver.awake_island_count() as u64);
    solver.take_torn_edges().for_each(|edge| bits.add_u64(edge as u64));
    solver.quarantined().for_each(|particle| bits.add_u64(particle as u64));
    let stretch = solver.stretch();
    bits.add_all([stretch.max, stretch.mean]);
    bits.add(energy(solver.particles(), [0.0, -9.81, 0.0]));
    bits.add_all(momentum(solver.particles()));
    bits.add_all(angular_momentum(solver.particles()));
    for contact in solver.self_contacts() {
        bits.add_text(&format!("{contact:?}"));
    }
    (0..solver.volume_count()).for_each(|volume| bits.add(solver.enclosed_volume(volume)));
    for cell in 0..solver.cell_count() {
        bits.add(solver.cell_volume_ratio(cell));
        bits.add_u64(solver.is_cell_torn(cell).into());
    }
    if let Some((particle, distance)) = solver.pick(place(draw), place(draw), 0.3) {
        bits.add_u64(particle as u64);
        bits.add(distance);
    }
    if let Some(closest) = solver.closest_point(place(draw)) {
        bits.add_text(&format!("{closest:?}"));
    }
    let at = place(draw);
    for collider in solver.colliders() {
        if let Some((depth, normal)) = collider.depth(at) {
            bits.add(depth);
            bits.add_all(normal);
        }
    }
}
