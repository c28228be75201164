//! Networks: every method of the solver, and jelly by the article's scheme and its iterations.
//!
//! On WebAssembly without vector instructions this is the only test of the scalar level.

use sprung_network::reference::{CoefficientLimit, Formulation, JacobiSolver, SequentialImpulses};
use sprung_network::shapes::{Cloth, hair, lattice, rope, tree};
use sprung_network::{
    Collider, Environment, Network, Particle, Settings, Shape, Solver, SpringMode, Stiffness,
    VolumeContent,
};

use crate::bits::{Bits, Outcome};

const FRAMES: usize = 60;
const DT: f32 = 1.0 / 60.0;

pub(crate) fn compute(bits: &mut Bits) -> Outcome {
    let cloth = Cloth::new(64, 50, 0.05, 0.01)
        .with_shear(Stiffness::from_frequency(12.0, 0.3)?)
        .with_bend(Stiffness::per_step(0.05, 0.4));
    let mut hung = cloth.build()?;
    hung.fix(cloth.corners());
    solve(bits, &hung, Settings::default())?;

    let mut line = rope([0.0; 3], [4.0, 0.0, 0.0], 30, 0.02)?;
    line.fix([0]);
    let environment = Environment { drag: 0.8, wind: [3.0, 0.0, -1.5], ..Environment::default() };
    solve(bits, &line, Settings { substeps: 3, environment, ..Settings::default() })?;

    let roots: Vec<_> = (0..21).map(|i| ([i as f32, 0.0, 0.0], [0.1, 1.0, 0.2])).collect();
    solve(bits, &hair(&roots, 6, 0.5, 0.1)?, Settings::default())?;
    let points: Vec<_> = (0..40).map(|i| [i as f32 * 0.3, (i % 7) as f32 * 0.2, 0.1]).collect();
    let parents: Vec<_> = (0..40_usize).map(|i| i.saturating_sub(1) / 3).collect();
    let mut shrub = tree(&points, &parents, 0.1)?;
    shrub.fix([0, 39]);
    solve(bits, &shrub, Settings::default())?;
    // Wide enough for sixteen lanes, with heavy leaves, from one fixed particle.
    let points: Vec<_> =
        (0..400).map(|i| [(i % 29) as f32 * 0.2, (i % 7) as f32 * 0.3, 0.1]).collect();
    let parents: Vec<_> = (0..400_usize).map(|i| i.saturating_sub(1) / 2).collect();
    let mut tree = tree(&points, &parents, 0.1)?;
    tree.fix([0]);
    tree.particles[200..].iter_mut().for_each(|p| p.inverse_mass = 0.02);
    solve(bits, &tree, Settings { substeps: 2, ..Settings::default() })?;
    chosen(bits)?;
    held(bits)?;
    enclosed(bits)?;

    let mut jelly = lattice([5, 4, 3], 0.2, 0.05)?;
    jelly.fix([0]);
    for form in [Formulation::Impulse, Formulation::Force] {
        let mut nissen =
            JacobiSolver::new(&jelly, Environment::default(), CoefficientLimit::Article)?
                .with_formulation(form);
        for _ in 0..FRAMES {
            nissen.step(DT);
        }
        add(bits, nissen.particles().iter().copied());
    }
    let mut iterations = SequentialImpulses::new(&jelly, Environment::default(), 3, 0.7)?;
    for _ in 0..FRAMES {
        iterations.step(DT);
    }
    add(bits, iterations.particles().iter().copied());
    Ok(())
}

/// A sheet on one corner, for which the solver chooses sub-steps, attachments and masses.
fn chosen(bits: &mut Bits) -> Outcome {
    let sheet = Cloth::new(36, 30, 0.1, 1.0).with_shear(Stiffness::RIGID);
    let mut net = sheet.build()?;
    net.fix([0]);
    let settings = Settings { substeps: 16, line_solver: false, ..Settings::default() };
    let mut solver = Solver::within_stretch(&net, 0.05, settings)?;
    for _ in 0..FRAMES {
        solver.step(DT);
        bits.add_u64(solver.substeps() as u64);
    }
    add(bits, solver.particles());
    Ok(())
}

/// Woven lines on tethers with one kinematic corner, over one-way and tearing jelly on a floor with friction.
fn held(bits: &mut Bits) -> Outcome {
    let sheet = Cloth::new(20, 14, 0.1, 1.0);
    let mut net = sheet.build()?;
    net.fix(sheet.corners());
    net.add_long_range_attachments();
    let mut jelly = lattice([3, 4, 3], 0.2, 3.0)?;
    jelly.edges.iter_mut().step_by(3).for_each(|s| s.mode = SpringMode::TensionOnly);
    jelly.edges.iter_mut().step_by(7).for_each(|s| s.tear_strain = 0.002);
    net.append(&jelly);
    let mut solver = Solver::new(&net, Settings::default())?;
    let floor = Shape::Plane { point: [0.0, -0.5, 0.0], normal: [0.1, 1.0, 0.0] };
    let ball = Shape::Sphere { center: [1.0, -0.8, 0.7], radius: 0.5 };
    solver.set_colliders(&[floor, ball].map(|shape| Collider::new(shape).with_friction(0.4)))?;
    for frame in 1..=FRAMES {
        solver.set_kinematic_target(0, [-0.01 * frame as f32, 0.0, 0.0]);
        solver.step(DT);
    }
    let torn = (0..solver.edges().len()).filter(|&i| solver.is_torn(i)).count();
    if torn == 0 {
        return Err("no spring has torn".into());
    }
    bits.add_u64(torn as u64);
    add(bits, solver.particles());
    Ok(())
}

/// A folded cloth under a rope that falls on it, with friction: contacts of all kinds, within components and between.
pub(crate) fn contacts(bits: &mut Bits) -> Outcome {
    let sheet = Cloth::new(16, 12, 0.05, 0.2).with_shear(Stiffness::from_frequency(9.0, 0.5)?);
    let mut net = sheet.build()?;
    for particle in &mut net.particles {
        let [x, _, z] = particle.position;
        particle.position = if x > 0.4 { [0.8 - x, 0.05, z + 0.01] } else { [x, 0.0, z] };
    }
    net.append(&rope([0.1, 0.1, 0.2], [0.3, 0.9, 0.25], 40, 0.1)?);
    net.add_particle(Particle::new([0.2, 1.0, 0.3], 0.05));
    net.set_thickness(0.012)?;
    net.surface.friction = 0.4;
    let mut solver = Solver::new(&net, Settings::default())?;
    let floor = Shape::Plane { point: [0.0, -0.01, 0.0], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.5)])?;
    run(bits, &mut solver);
    Ok(())
}

/// A ball of water and a balloon fall on a floor.
fn enclosed(bits: &mut Bits) -> Outcome {
    let mut net = lattice([4, 3, 4], 0.1, 0.5)?;
    net.edges.iter_mut().for_each(|edge| edge.stiffness = Stiffness::per_step(0.1, 0.2));
    let triangles = net.surface.triangles.clone();
    net.add_volume(&triangles)?;
    net.append(&net.clone());
    net.particles[48..].iter_mut().for_each(|p| p.position[1] += 0.5);
    net.volumes[1].content = VolumeContent::gas(0.02, 2e5, 1e5);
    let mut solver = Solver::new(&net, Settings::default())?;
    let floor = Shape::Plane { point: [0.0, -0.2, 0.0], normal: [0.0, 1.0, 0.0] };
    solver.set_colliders(&[Collider::new(floor).with_friction(0.5)])?;
    run(bits, &mut solver);
    bits.add_all([0, 1].map(|volume| solver.enclosed_volume(volume)));
    Ok(())
}

fn solve(bits: &mut Bits, network: &Network, settings: Settings) -> Outcome {
    let mut solver = Solver::new(network, settings)?;
    run(bits, &mut solver);
    Ok(())
}

/// Adds the particles after all frames.
fn run(bits: &mut Bits, solver: &mut Solver) {
    for _ in 0..FRAMES {
        solver.step(DT);
    }
    add(bits, solver.particles());
}

fn add(bits: &mut Bits, particles: impl Iterator<Item = Particle>) {
    for particle in particles {
        bits.add_all(particle.position);
        bits.add_all(particle.velocity);
    }
}
