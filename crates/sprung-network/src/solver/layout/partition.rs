//! Particles in slots, edges in blocks and on lines.

use alloc::vec::Vec;

use crate::kernel::gains::Gains;
use crate::kernel::tether::Anchor;
use crate::network::Network;
use crate::particle::Particle;

use super::block::{Block, Links};
use super::lines::Lines;
use super::particles::{Kinematic, Particles};

/// The slot of a particle that has none yet.
pub(super) const NOWHERE: usize = usize::MAX;

/// Particles in slots and edges in blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    pub(crate) particles: Particles,
    /// Slot of each particle of the network; of a fixed particle the first of its slots.
    pub(crate) slot: Vec<usize>,
    /// (particle, slot) of all that were fixed when the layout was made, in order; the slots of those that have been
    /// released since are [`NOWHERE`].
    pub(super) fixed_slots: Vec<(u32, usize)>,
    /// Blocks that cover all slots, those of chains and trees first: with the edges within each.
    pub(crate) blocks: Vec<Block>,
    /// Blocks from the middle of each general block to the middle of the next, or the end of the last: with the edges
    /// between the two.
    pub(crate) shifted: Vec<Block>,
    /// The indices of the blocks that are not asleep, ascending.
    pub(crate) awake: Vec<u32>,
    /// The slots of particles that sleep, but are moved along in bundles, lines and groups that do not.
    pub(super) strays: Vec<u32>,
    /// Lines of edges across all general blocks.
    pub(crate) lines: Lines,
    /// The particles at which the tethers of all blocks begin.
    pub(crate) anchors: Vec<Anchor>,
    /// For each edge whether a sub-step solves it forward and backward, as it does with those of
    /// [hubs](crate::graph::hubs).
    pub(crate) symmetric: Vec<bool>,
    /// There are such edges.
    pub(crate) has_hubs: bool,
    /// There are edges in blocks, not only on lines.
    pub(crate) has_edges: bool,
    /// The largest number of edges from a particle to the nearest fixed one; 0 if no edge is solved by itself.
    pub(crate) depth: usize,
}

impl Partition {
    /// Gives every edge its gains.
    pub(crate) fn set_gains(&mut self, gains: &[Gains]) {
        for block in self.blocks.iter_mut().chain(&mut self.shifted) {
            block.set_gains(gains);
        }
        self.lines.set_gains(gains);
    }

    /// True if every edge is solved by itself and acts both ways, and few are of hubs.
    pub(crate) fn is_swept(&self) -> bool {
        let mut blocks = self.blocks.iter().chain(&self.shifted);
        let swept = |block: &Block| matches!(&block.links, Links::Bundles(b) if b.act_both_ways());
        self.lines.none_built() && self.has_few_hubs() && blocks.all(swept)
    }

    /// True if no more than a tenth of the edges are of hubs.
    pub(crate) fn has_few_hubs(&self) -> bool {
        10 * self.symmetric.iter().filter(|&&of_hub| of_hub).count() <= self.symmetric.len()
    }

    /// Puts fixed particles, at rest, to where the step ends, and clears the tensions of the step before, after a step that
    /// was not finite.
    pub(crate) fn reset(&mut self) {
        for &block in &self.awake {
            let block = &mut self.blocks[block as usize];
            for kinematic in &block.kinematic {
                let slot = block.slots.start + kinematic.slot;
                self.particles.displacement[slot] = kinematic.end();
                self.particles.velocity[slot] = [0.0; 4];
            }
            match &mut block.links {
                Links::Trees(trees) => trees.reset(),
                #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                Links::WideTrees(trees) => trees.reset(),
                _ => {}
            }
        }
    }

    /// Adds a block with these particles in the next slots; none is a dummy: a fixed particle that lanes without an edge
    /// name.
    pub(super) fn add_block(&mut self, net: &Network, particles: &[Option<usize>], links: Links) {
        let start = self.particles.len();
        let mut kinematic = Vec::new();
        for &particle in particles {
            let slot = self.particles.len();
            let p = particle.map_or(Particle::fixed([0.0; 3]), |particle| net.particles[particle]);
            if p.is_fixed() {
                kinematic.push(Kinematic::new(slot - start, particle));
            }
            if let Some(particle) = particle
                && (self.slot[particle] == NOWHERE || !p.is_fixed())
            {
                self.slot[particle] = slot;
            }
            let velocity = if p.is_fixed() { [0.0; 3] } else { p.velocity };
            self.particles.push(p.position, velocity, p.inverse_mass);
        }
        let slots = start..self.particles.len();
        self.awake.push(self.blocks.len() as u32);
        self.blocks.push(Block { links, kinematic, ..Block::new(slots) });
    }
}
