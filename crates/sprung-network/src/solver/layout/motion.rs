//! What a solver keeps from one step to the next, by particle and by edge: for another layout of the same network.

use alloc::vec;
use alloc::vec::Vec;

use super::block::{Block, Links};
use super::partition::Partition;

/// The state of a particle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ParticleState {
    /// The position is the sum of the two, m.
    pub(crate) reference: [f32; 3],
    pub(crate) displacement: [f32; 3],
    pub(crate) velocity: [f32; 3],
    /// Where a fixed particle is at the end of the next step, if it moves.
    pub(crate) goal: Option<[f32; 3]>,
}

/// The state of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EdgeState {
    /// What makes up for a lasting load, m.
    pub(crate) shortening: f32,
    /// The tension of a link of a tree, times the square of the sub-step.
    pub(crate) tension: f32,
}

/// The state of a network.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Motion {
    pub(crate) particles: Vec<ParticleState>,
    pub(crate) edges: Vec<EdgeState>,
}

impl Partition {
    /// Returns the motion of a network of `edges` edges.
    pub(crate) fn motion(&mut self, edges: usize) -> Motion {
        let first = |[x, y, z, _]: [f32; 4]| [x, y, z];
        let of = |&slot: &usize| ParticleState {
            reference: first(self.particles.reference[slot]),
            displacement: first(self.particles.displacement[slot]),
            velocity: first(self.particles.velocity[slot]),
            goal: None,
        };
        let mut particles: Vec<ParticleState> = self.slot.iter().map(of).collect();
        for held in self.blocks.iter().flat_map(|block| &block.kinematic) {
            if let Some(particle) = particles.get_mut(held.particle as usize) {
                particle.goal = held.goal;
            }
        }
        let mut states = vec![EdgeState::default(); edges];
        self.each_edge_state(|edge, shortening, tension| {
            if let Some(state) = states.get_mut(edge as usize) {
                state.shortening = shortening.map_or(state.shortening, |s| *s);
                state.tension = tension.map_or(state.tension, |t| *t);
            }
        });
        Motion { particles, edges: states }
    }

    /// Gives particles and edges their motion.
    pub(crate) fn set_motion(&mut self, motion: &Motion) {
        let Self { particles, blocks, slot, .. } = self;
        let mut put = |slot: usize, state: &ParticleState| {
            particles.reference[slot][..3].copy_from_slice(&state.reference);
            particles.displacement[slot][..3].copy_from_slice(&state.displacement);
            particles.velocity[slot][..3].copy_from_slice(&state.velocity);
        };
        slot.iter().zip(&motion.particles).for_each(|(&slot, state)| put(slot, state));
        for Block { slots, kinematic, .. } in blocks {
            for held in kinematic {
                if let Some(state) = motion.particles.get(held.particle as usize) {
                    put(slots.start + held.slot, state);
                    held.goal = state.goal;
                }
            }
        }
        self.each_edge_state(|edge, shortening, tension| {
            if let Some(state) = motion.edges.get(edge as usize) {
                shortening.into_iter().for_each(|s| *s = state.shortening);
                tension.into_iter().for_each(|t| *t = state.tension);
            }
        });
    }

    /// Visits what is kept of every edge: shortening and tension, where there is one.
    pub(crate) fn each_edge_state(
        &mut self,
        mut visit: impl FnMut(u32, Option<&mut f32>, Option<&mut f32>),
    ) {
        for block in self.blocks.iter_mut().chain(&mut self.shifted) {
            match &mut block.links {
                Links::Bundles(bundles) => {
                    bundles.each_shortening(&mut |e, s| visit(e, Some(s), None))
                }
                Links::Trees(trees) => trees.each_tension(&mut |e, t| visit(e, None, Some(t))),
                #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                Links::WideTrees(trees) => trees.each_tension(&mut |e, t| visit(e, None, Some(t))),
                Links::Narrow(..) | Links::Wide(..) => {}
            }
        }
    }
}
