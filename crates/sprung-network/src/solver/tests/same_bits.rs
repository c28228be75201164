//! One network, many ways to compute it, one answer.

use fearless_simd::Level;

use super::levels::levels;
use crate::shapes::{Cloth, hair, lattice, lattice_with_cells, rope, tree};
use crate::solver::{Settings, Solver};
use crate::{Collider, Network, Shape, SkinConstraint, SkinTarget, SpringMode, Stiffness, Weave};

/// One of each kind that the layout tells apart: ropes few and many, a fork, shrubs with fixed leaves and weak twigs, cloth with tethers, jelly, one-way edges.
fn menagerie() -> Network {
    let mut net = rope([0.0; 3], [2.0, 0.5, 0.0], 11, 1.0).expect("good");
    net.fix([0]);
    let hairs: Vec<_> = (0..21).map(|i| ([i as f32, 0.0, 0.0], [0.1, 1.0, 0.2])).collect();
    net.append(&hair(&hairs, 6, 0.5, 0.1).expect("good"));
    let points = [[0.0; 3], [0.0, 1.0, 0.0], [0.5, 2.0, 0.0], [-0.5, 2.0, 0.0]];
    net.append(&tree(&points, &[0, 0, 1, 1], 0.3).expect("good"));
    net.append(&shrub(150, 3));
    for i in 0..12 {
        net.append(&shrub(40 + i, 2));
    }
    let sheet = Cloth::new(19, 14, 0.1, 1.0)
        .with_shear(Stiffness::from_frequency(30.0, 0.5).expect("good"))
        .with_bend(Stiffness::per_step(0.1, 0.2));
    let mut cloth = sheet.build().expect("good");
    cloth.fix(sheet.corners());
    cloth.add_long_range_attachments();
    cloth.add_aero_surface(&sheet.triangles()).expect("good");
    let bend = Stiffness::from_frequency(3.0, 0.2).expect("good");
    cloth.add_hinges(&sheet.triangles(), bend).expect("good");
    cloth.aero_surfaces[0].coefficients.lift = 4.0;
    let weave = Weave::new(bend, Stiffness::RIGID, bend).with_limits(0.9, 1.01);
    cloth.add_fabric(&sheet.triangles()[30..], [1.0, 0.0, 0.3], weave).expect("good");
    cloth.skin_constraints = (30..100)
        .map(|p| SkinConstraint::new(p, 2e-3 * p as f32).with_backstop(0.0, 0.1 + p as f32))
        .collect();
    net.append(&cloth);
    let mut block = lattice_with_cells([4, 5, 6], 0.2, 3.0).expect("good");
    block.cells.iter_mut().step_by(2).for_each(|cell| cell.stiffness = bend);
    block.edges.iter_mut().step_by(3).for_each(|s| s.mode = SpringMode::TensionOnly);
    block.edges.iter_mut().step_by(7).for_each(|s| s.tear_strain = 1e-3);
    let first = net.append(&block);
    net.fix([first]);
    net
}

/// Every particle carries up to `twigs` others; the last of them are heavy.
fn shrub(particles: usize, twigs: usize) -> Network {
    let parents: Vec<usize> = (0..particles).map(|i| i.saturating_sub(1) / twigs).collect();
    let mut points = vec![[0.0; 3]];
    for i in 1..particles {
        let [x, y, z] = points[parents[i]];
        let aside = |k: usize| ((i * k % 7) as f32 - 3.0) * 0.1;
        points.push([x + aside(3), y + 0.3, z + aside(5)]);
    }
    let mut net = tree(&points, &parents, 0.1).expect("good");
    net.particles[particles - 5..].iter_mut().for_each(|p| p.inverse_mass = 0.2);
    net.edges.iter_mut().step_by(5).for_each(|s| s.mode = SpringMode::TensionOnly);
    net.edges.iter_mut().step_by(11).for_each(|s| {
        *s = s
            .with_stiffness(Stiffness::from_frequency(4.0, 0.3).expect("good"))
            .with_tear_strain(0.5);
    });
    net.fix([0, particles - 1]);
    net
}

fn bits(solver: &Solver) -> Vec<u32> {
    solver.particles().flat_map(|p| [p.position, p.velocity]).flatten().map(f32::to_bits).collect()
}

/// Steps with the head of the rope of [`menagerie`], which is particle `head`, kinematic; edges must tear.
fn run(solver: &mut Solver, head: usize, steps: usize) {
    let bat = Shape::Capsule { a: [0.5, 0.0, 0.5], b: [1.5, 0.2, 0.5], radius: 0.1 };
    let belt = Shape::Plane { point: [0.0, -0.4, 0.0], normal: [0.1, 1.0, 0.0] };
    let moving = [
        Collider::new(bat).with_angular_velocity([0.3, 5.0, 0.0], [1.0, 0.0, 0.5]),
        Collider::new(belt).with_friction(0.5).with_velocity([0.0, 0.1, 2.0]),
    ];
    solver.set_colliders(&moving).expect("good");
    for step in 1..=steps {
        solver.set_kinematic_target(head, [0.0, 0.02 * step as f32, 0.0]);
        let count = solver.skin_constraints().len();
        let target = |p: usize| SkinTarget {
            position: [0.1 * (p % 19) as f32, 0.01 * step as f32, 0.1 * (p / 19) as f32],
            normal: [0.0, 1.0, 0.02 * step as f32],
        };
        let targets: Vec<SkinTarget> = (0..count).map(|i| target(30 + i % 70)).collect();
        solver.set_skin_targets(&targets).expect("good");
        solver.step(1.0 / 60.0);
    }
    assert!((0..solver.edges().len()).any(|i| solver.is_torn(i)), "edges have torn");
}

fn after_a_second(net: &Network, level: Level) -> Vec<u32> {
    let mut solver = Solver::new(net, Settings::default()).expect("good");
    solver.level = level;
    run(&mut solver, 0, 60);
    bits(&solver)
}

#[test]
fn every_simd_level_gives_the_same_bits() {
    let net = menagerie();
    let levels = levels();
    let best = after_a_second(&net, levels[0]);
    for level in levels {
        assert!(best == after_a_second(&net, level), "{level:?}");
    }
}

#[test]
fn a_step_depends_on_nothing_but_the_network() {
    let net = menagerie();
    let mut solver = Solver::new(&net, Settings::default()).expect("good");
    for _ in 0..10 {
        solver.step(1.0 / 60.0);
    }
    let mut copy = solver.clone();
    for _ in 0..10 {
        solver.step(1.0 / 60.0);
        copy.step(1.0 / 60.0);
    }
    assert!(bits(&solver) == bits(&copy));
}

/// The same bits by 1, 2, 3 and 4 threads as without any, tethers, one-way, kinematic and torn edges included.
#[cfg(feature = "parallel")]
fn same_for_any_number_of_threads(mut net: Network, lines: bool) {
    let head = net.append(&menagerie());
    let steps = |threads: usize, parallel: bool| {
        let mut solver = Solver::new(&net, Settings { line_solver: lines, ..Settings::default() })
            .expect("good");
        assert!(solver.partition.blocks.len() > 2, "cut into blocks");
        assert_eq!(!solver.partition.lines.is_empty(), lines);
        assert!(!solver.partition.anchors.is_empty() && solver.skinning.is_some());
        solver.parallel = parallel;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| run(&mut solver, head, 8));
        bits(&solver)
    };
    let one = steps(1, false);
    for threads in 1..=4 {
        assert!(one == steps(threads, true), "{threads} threads");
    }
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_bits_to_jelly() {
    let mut net = lattice([12, 12, 90], 0.1, 3.0).expect("good");
    net.fix(0..144);
    same_for_any_number_of_threads(net, false);
}

#[cfg(feature = "parallel")]
#[test]
fn any_number_of_threads_gives_the_same_bits_to_lines() {
    let sheet = Cloth::new(100, 100, 0.02, 1.0);
    let mut net = sheet.build().expect("good");
    net.fix(sheet.corners());
    net.add_long_range_attachments();
    same_for_any_number_of_threads(net, true);
}

/// A second in which islands of all kinds fall asleep and are woken; some share lanes with others that are awake.
fn islands(level: Level, parallel: bool) -> Vec<u32> {
    let mut net = menagerie();
    for i in 0..90 {
        let at = [3.0 * i as f32, 5.0, 0.0];
        let first = net.append(&rope(at, [at[0], 4.0, 0.0], 20, 0.5).expect("good"));
        let mut sheet = Cloth::new(12, 12, 0.05, 0.3).build().expect("good");
        sheet.particles.iter_mut().for_each(|p| p.position[0] += 5.0 * i as f32);
        let corner = net.append(&sheet);
        net.fix([first, corner]);
    }
    let environment = crate::Environment { drag: 9.0, ..crate::Environment::default() };
    let settings = Settings { substeps: 4, environment, sleep_speed: 0.2, ..Settings::default() };
    let mut solver = Solver::new(&net, settings).expect("good");
    (solver.level, solver.parallel) = (level, parallel);
    let (mut least, mut most) = (usize::MAX, 0);
    for frame in 0..120 {
        if frame % 4 == 0 {
            solver.apply_impulse(net.particles.len() - 1 - 165 * (frame / 4), [0.2, 0.1, 0.0]);
        }
        solver.step(1.0 / 60.0);
        least = least.min(solver.awake_island_count());
        most = most.max(solver.awake_island_count());
    }
    assert!(solver.partition.blocks.len() > 4 && 0 < least && least + 50 < most, "{least} {most}");
    bits(&solver)
}

#[test]
fn islands_that_sleep_have_the_same_bits_at_every_level_and_by_any_number_of_threads() {
    let best = islands(levels()[0], false);
    for level in levels() {
        assert!(best == islands(level, false), "{level:?}");
    }
    #[cfg(feature = "parallel")]
    for threads in 1..=4 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let found = pool.install(|| islands(levels()[0], true));
        assert!(best == found, "{threads} threads");
    }
}
