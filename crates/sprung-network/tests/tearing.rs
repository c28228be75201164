//! Tearing by strain and by force, at any number of sub-steps; reports; meshes split along what has torn.
#![allow(clippy::unwrap_used, reason = "a test")]

use sprung_network::shapes::{Cloth, rope};
use sprung_network::{Network, Settings, Solver, SplitMesh, Stiffness, Tether};
use testkit::random::Random;

const FRAME: f32 = 1.0 / 60.0;
/// The mass of each particle of the rope, kg.
const PARTICLE: f64 = 0.2 / 21.0;

/// Hangs ever more mass on a rope until an edge tears; returns the mass and the edge.
fn load_at_tearing(substeps: usize, by_force: bool) -> (f64, usize) {
    let mut net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 0.2).unwrap();
    net.fix([0]);
    // The seventh is the weakest.
    let limit = |edge: usize| if edge == 7 { 20.0 } else { 60.0 };
    for (i, edge) in net.edges.iter_mut().enumerate() {
        if !by_force {
            let (stiffness, damping) = (4000.0, 20.0);
            *edge = edge.with_stiffness(Stiffness::Physical { stiffness, damping });
            *edge = edge.with_tear_strain(limit(i) / (stiffness * edge.rest_length));
        }
    }
    let mut solver = Solver::new(&net, Settings { substeps, ..Settings::default() }).unwrap();
    for edge in (0..20).filter(|_| by_force) {
        solver.set_tear_force(edge, limit(edge)).unwrap();
    }
    let mut mass = 0.5;
    loop {
        solver.set_mass(20, mass).unwrap();
        solver.step(FRAME);
        let torn: Vec<usize> = solver.take_torn_edges().collect();
        if !torn.is_empty() {
            assert_eq!(torn.len(), 1, "{substeps} {by_force}: {torn:?}");
            assert!(solver.is_torn(torn[0]) && solver.take_torn_edges().count() == 0);
            return (f64::from(mass), torn[0]);
        }
        mass += 0.001;
        assert!(mass < 5.0, "nothing has torn at {substeps} sub-steps");
    }
}

#[test]
fn the_same_edge_tears_at_the_same_load_at_any_number_of_substeps() {
    // Twelve particles hang below the weakest edge, and the load.
    let expected = 20.0 / 9.81 - 12.0 * PARTICLE;
    for by_force in [false, true] {
        for substeps in [4, 8, 16, 32] {
            let (mass, edge) = load_at_tearing(substeps, by_force);
            let off = mass / expected - 1.0;
            assert!(edge == 7 && off.abs() < 0.01, "{by_force} {substeps}: {edge} {off:e}");
        }
    }
}

#[test]
fn limits_of_force_can_be_lifted() {
    let mut net = rope([0.0; 3], [0.0, -0.9, 0.0], 9, 1.0).unwrap();
    net.fix([0]);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    (0..9).for_each(|edge| solver.set_tear_force(edge, 1.0).unwrap());
    (0..9).for_each(|edge| solver.set_tear_force(edge, f32::INFINITY).unwrap());
    (0..30).for_each(|_| solver.step(FRAME));
    assert_eq!(solver.take_torn_edges().count(), 0);
    solver.set_tear_force(3, 1.0).unwrap();
    solver.step(FRAME);
    // Taken one by one: what is not taken comes again.
    assert_eq!(solver.take_torn_edges().next(), Some(3));
    assert_eq!(solver.take_torn_edges().next(), None);
}

#[test]
fn a_removed_edge_is_not_reported() {
    let net = rope([0.0; 3], [0.0, -0.9, 0.0], 9, 1.0).unwrap();
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    solver.remove_edge(4);
    assert!(solver.is_torn(4) && solver.take_torn_edges().count() == 0);
    assert_eq!(solver.network().edges.len(), 8);
}

/// The fans of corners around the vertices by flood fill: for each corner the lowest corner of its fan.
fn fans(triangles: &[[u32; 3]], torn: &[[usize; 2]]) -> Vec<usize> {
    let corners = 3 * triangles.len();
    let at = |corner: usize| triangles[corner / 3][corner % 3];
    let is_torn = |a: u32, b: u32| {
        let [a, b] = [a as usize, b as usize];
        torn.contains(&[a, b]) || torn.contains(&[b, a])
    };
    // Two corners at one vertex hang together if their triangles share another vertex over a whole edge.
    let together = |i: usize, j: usize| {
        let shared = triangles[i / 3]
            .iter()
            .find(|v| **v != at(i) && triangles[j / 3].contains(v) && !is_torn(at(i), **v));
        at(i) == at(j) && i / 3 != j / 3 && shared.is_some()
    };
    let mut fan: Vec<usize> = (0..corners).collect();
    loop {
        let before = fan.clone();
        for i in 0..corners {
            for j in (0..corners).filter(|&j| together(i, j)) {
                let lowest = fan[i].min(fan[j]);
                (fan[i], fan[j]) = (lowest, lowest);
            }
        }
        if fan == before {
            return fan;
        }
    }
}

#[test]
fn a_split_mesh_has_one_vertex_for_each_fan() {
    let sheet = Cloth::new(5, 4, 0.1, 1.0);
    let (triangles, particles) = (sheet.triangles(), 20);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let part = random.unit();
        let mut torn = Vec::new();
        for [a, b, c] in &triangles {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                if random.unit() < part {
                    torn.push([*from as usize, *to as usize]);
                }
            }
        }
        let split = SplitMesh::new(particles, &triangles, torn.iter().copied()).unwrap();
        let fans = fans(&triangles, &torn);
        let vertex = |corner: usize| split.triangles[corner / 3][corner % 3];
        for i in 0..3 * triangles.len() {
            assert_eq!(split.particles[vertex(i) as usize], triangles[i / 3][i % 3]);
            for j in 0..i {
                assert_eq!(vertex(i) == vertex(j), fans[i] == fans[j], "seed {seed}: {i} {j}");
            }
        }
        let mut roots: Vec<usize> = fans.clone();
        roots.sort_unstable();
        roots.dedup();
        assert_eq!(split.particles.len(), roots.len(), "every particle is a corner");
    }
    let error = SplitMesh::new(2, &[[0, 1, 2]], []).unwrap_err().to_string();
    assert_eq!(error, "triangle 0: point must be < 2, the number of points, got 2");
    assert_eq!(SplitMesh::new(3, &[], []).unwrap().particles, [0, 1, 2]);
}

/// A flat sheet of triangles of uneven sizes with attachments to two of its corners.
fn attached_sheet(random: &mut Random) -> Network {
    let cloth = Cloth::new(16, 16, 0.1, 0.3).with_shear(Stiffness::RIGID);
    let mut net = cloth.build().unwrap();
    for particle in &mut net.particles {
        particle.position[0] += 0.05 * (random.unit() as f32 - 0.5);
        particle.position[2] += 0.05 * (random.unit() as f32 - 0.5);
    }
    net.rest_shape = net.particles.iter().map(|particle| particle.position).collect();
    let at = net.rest_shape.clone();
    for edge in &mut net.edges {
        edge.rest_length =
            (0..3).map(|c| (at[edge.a][c] - at[edge.b][c]).powi(2)).sum::<f32>().sqrt();
    }
    net.fix([0, 15]);
    net.add_long_range_attachments();
    net
}

/// Attachments whose paths cannot have led over a torn edge stay; none that stays is shorter than the paths that are left.
#[test]
fn attachments_stay_as_long_as_the_paths_that_are_left() {
    let ends = |tether: &Tether| (tether.anchor, tether.particle);
    let (mut kept_in_all, mut torn_in_all) = (0, 0);
    for seed in 0..100 {
        let random = &mut Random::new(seed);
        let net = attached_sheet(random);
        let mut solver = Solver::new(&net, Settings::default()).unwrap();
        for _ in 0..1 + random.index(4) {
            solver.set_tear_force(random.index(net.edges.len()), 1e-6).unwrap();
        }
        (0..20).for_each(|_| solver.step(FRAME));
        let torn = solver.take_torn_edges().count();
        let rest = solver.network();
        let (kept, all) = (rest.tethers.len(), net.tethers.len());
        assert_eq!(kept < all, torn > 0, "{seed}: {kept} of {all}, {torn} torn");
        (kept_in_all, torn_in_all) = (kept_in_all + kept, torn_in_all + torn);
        let mut paths = Network { tethers: Vec::new(), ..rest.clone() };
        paths.add_long_range_attachments();
        for tether in &rest.tethers {
            let path = paths.tethers.iter().find(|path| ends(path) == ends(tether)).unwrap();
            assert!(path.length <= tether.length * 1.000_01, "{seed}: {tether:?}, {path:?}");
        }
        // A removed tether does not come back when a corner is released and pinned, nor with a new layout.
        solver.release(0, 0.01).unwrap();
        solver.pin(0);
        assert_eq!(solver.network().tethers, rest.tethers, "{seed}");
        solver.rebuild();
        solver.step(FRAME);
        assert_eq!(solver.network().tethers.len(), kept, "{seed}");
    }
    assert!(kept_in_all > 15_000, "{kept_in_all} of 50 800 stay");
    assert!(torn_in_all > 100, "{torn_in_all} have torn");
}

/// If edges do not have their rest lengths in the rest shape, distances there say nothing about paths.
#[test]
fn attachments_of_a_gathered_sheet_are_let_go() {
    let mut net = attached_sheet(&mut Random::new(1));
    net.rest_shape.iter_mut().for_each(|place| place[0] *= 0.9);
    let mut solver = Solver::new(&net, Settings::default()).unwrap();
    solver.step(FRAME);
    assert_eq!(solver.network().tethers.len(), net.tethers.len());
    solver.set_tear_force(100, 1e-6).unwrap();
    solver.step(FRAME);
    assert!(solver.is_torn(100) && solver.network().tethers.is_empty());
}
