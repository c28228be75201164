//! The blocks that edges are in, and the number of sweeps.

use alloc::vec;
use alloc::vec::Vec;

use super::bundles::all_sleep;
use super::lines::Lines;
use crate::shapes::Cloth;
use crate::{Forces, Network, Particle, Settings, Solver, Tether};

const FRAME: f32 = 1.0 / 60.0;

/// A cylinder of particles in a helix, with edges from turn to turn.
fn helix(around: usize, turns: usize) -> Network {
    let mut net = Network::default();
    for i in 0..around * turns {
        let (sine, cosine) = (i as f64 / around as f64 * core::f64::consts::TAU).sin_cos();
        let at = [cosine as f32, i as f32 * 1e-3, sine as f32];
        net.add_particle(Particle::new(at, 1.0));
    }
    for i in 0..around * turns {
        for next in [i + 1, i + around].into_iter().filter(|next| *next < around * turns) {
            net.connect(i, next);
        }
    }
    net
}

/// Layers of particles, each with edges to three at random in the next, and some particles alone.
fn layers(size: usize, count: usize) -> Network {
    let mut random = testkit::random::Random::new(count as u64);
    let mut net = Network::default();
    for i in 0..count {
        net.add_particle(Particle::new([(i % size) as f32, (i / size) as f32, 0.0], 1.0));
    }
    for i in 0..count.saturating_sub(size) {
        let mut next = [0; 3].map(|_| (i / size + 1) * size + random.index(size));
        next.sort_unstable();
        for (at, &end) in next.iter().enumerate().filter(|(_, end)| **end < count) {
            if at == 0 || end != next[at - 1] {
                net.connect(i, end);
            }
        }
    }
    net
}

/// Solves without lines. Each edge is in one block with both ends; returns the solver.
fn solver_with_edges_in_blocks(net: &Network) -> Solver {
    let settings = Settings { line_solver: false, ..Settings::default() };
    let mut solver = Solver::new(net, settings).unwrap();
    let (count, particles) = (net.edges.len(), net.particles.len());
    let slot = solver.partition.slot.clone();
    let mut found = vec![0; count];
    let partition = &mut solver.partition;
    for block in partition.blocks.iter_mut().chain(&mut partition.shifted) {
        for edge in block.links.edges_mut().iter().filter(|edge| **edge != u32::MAX) {
            found[*edge as usize] += 1;
            let ends = net.ends(*edge);
            assert!(ends.iter().all(|&p| block.slots.contains(&slot[p])), "{particles}: {edge}");
        }
    }
    assert!(found.iter().all(|&times| times == 1), "{particles}");
    solver.step(FRAME);
    solver
}

#[test]
fn edges_are_within_their_blocks_however_long_they_are() {
    for (around, turns) in [(1000, 9), (1500, 7), (2100, 6), (3000, 5)] {
        let mut net = helix(around, turns);
        net.fix([0]);
        let solver = solver_with_edges_in_blocks(&net);
        let slot = solver.partition.slot[0];
        let blocks = &solver.partition.blocks;
        let holds = |block: &usize| blocks[*block].further_sweeps > 0;
        let holding: Vec<usize> = (0..blocks.len()).filter(holds).collect();
        // One block in four is swept more often, up to four times.
        let of_fixed = blocks.iter().position(|block| block.slots.contains(&slot)).unwrap();
        let further = (blocks.len() / 4).min(4);
        assert_eq!(blocks[of_fixed].further_sweeps, further, "{around}");
        assert_eq!(holding.len(), usize::from(further > 0), "{around}");
    }
    // The last block is about half as long as those before it.
    for (size, count) in [(700, 4200), (700, 4462), (1100, 6875), (1500, 9000)] {
        let solver = solver_with_edges_in_blocks(&layers(size, count));
        assert!(!solver.partition.shifted.is_empty(), "{count}");
    }
}

/// The anchored lines of a large sheet are swept several times, with the same bits in a step that measures forces.
#[test]
fn the_few_lines_that_carry_a_large_sheet_are_repeated() {
    let sheet = Cloth::new(70, 70, 0.05, 1.0);
    let mut net = sheet.build().unwrap();
    net.fix(sheet.corners().into_iter().take(2));
    let [mut solver, mut measured] =
        [0; 2].map(|_| Solver::new(&net, Settings::default()).unwrap());
    assert_eq!(solver.partition.lines.repeats, 3);
    assert!(!solver.partition.lines.is_empty());
    assert_eq!(Lines::default().repeats, 0);
    let mut forces = Forces::default();
    for frame in 0..4 {
        solver.step(FRAME);
        measured.step_with_forces(FRAME, &mut forces);
        assert!(solver.particles().eq(measured.particles()), "frame {frame}");
    }
}

#[test]
fn tethers_of_one_anchor_fill_their_lanes() {
    let mut net = Network::default();
    for x in 0..40 {
        net.add_particle(Particle::new([x as f32, 0.0, 0.0], 1.0));
    }
    net.fix([0]);
    for length in [50.0, 60.0] {
        net.tethers.extend((1..40).map(|particle| Tether { anchor: 0, particle, length }));
    }
    let groups = |net: &Network| -> Vec<usize> {
        let solver = Solver::new(net, Settings::default()).unwrap();
        let tethers = solver.partition.blocks.iter().flat_map(|block| &block.tethers);
        tethers.map(|tethers| tethers.count()).collect()
    };
    // Two of one particle are in different groups.
    assert_eq!(groups(&net), [&[1][..], &[2; 38], &[1]].concat());
    net.tethers.truncate(39);
    assert_eq!(groups(&net), [16, 16, 7]);
}

#[test]
fn edges_sleep_if_there_are_some_and_all_do() {
    let sleeps = |edge: u32| edge < 3;
    for (edges, all) in [
        (&[0, 1, 2][..], true),
        (&[0, u32::MAX, 2, u32::MAX], true),
        (&[0, 1, 3], false),
        (&[u32::MAX, 3], false),
        (&[u32::MAX; 2], false),
        (&[], false),
    ] {
        assert_eq!(all_sleep(edges, &sleeps), all, "{edges:?}");
    }
}
