//! The blocks that edges are in, and the number of sweeps.

use alloc::vec;
use alloc::vec::Vec;

use super::lines::Lines;
use crate::shapes::Cloth;
use crate::{Forces, Network, Particle, Settings, Solver};

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

#[test]
fn edges_are_within_their_blocks_however_long_they_are() {
    for (around, turns) in [(1000, 9), (1500, 7), (2100, 6), (3000, 5)] {
        let mut net = helix(around, turns);
        net.fix([0]);
        let settings = Settings { line_solver: false, ..Settings::default() };
        let mut solver = Solver::new(&net, settings).unwrap();
        let count = net.edges.len();
        let slot = solver.partition.slot.clone();
        let mut found = vec![0; count];
        let partition = &mut solver.partition;
        for block in partition.blocks.iter_mut().chain(&mut partition.shifted) {
            for edge in block.links.edges_mut().iter().filter(|edge| **edge != u32::MAX) {
                found[*edge as usize] += 1;
                let ends = net.ends(*edge);
                assert!(ends.iter().all(|&p| block.slots.contains(&slot[p])), "{around}: {edge}");
            }
        }
        assert!(found.iter().all(|&times| times == 1), "{around}");
        let blocks = &solver.partition.blocks;
        let holds = |block: &usize| blocks[*block].further_sweeps > 0;
        let holding: Vec<usize> = (0..blocks.len()).filter(holds).collect();
        // One block in four is swept more often, up to four times.
        let of_fixed = blocks.iter().position(|block| block.slots.contains(&slot[0])).unwrap();
        let further = (blocks.len() / 4).min(4);
        assert_eq!(blocks[of_fixed].further_sweeps, further, "{around}");
        assert_eq!(holding.len(), usize::from(further > 0), "{around}");
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
