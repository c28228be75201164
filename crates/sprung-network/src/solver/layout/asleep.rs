//! What the sweeps leave out because it sleeps.
//!
//! A block is left out if all of its particles sleep, a bundle of edges or lines if all of its edges do. In all others,
//! what sleeps is put back to rest in every sub-step: it moves nothing else, since nothing joins it to what is awake.

use super::block::{Block, Links};
use super::bundles::all_sleep;
use super::partition::Partition;

impl Partition {
    /// Leaves out what sleeps: `sleeps` tells of the particle in a slot whether it does, `None` if it is fixed, and
    /// `edge_sleeps` of an edge. Returns true if a fixed particle moves in a block that would be left out.
    pub(crate) fn leave_out(
        &mut self,
        sleeps: &dyn Fn(usize) -> Option<bool>,
        edge_sleeps: &dyn Fn(u32) -> bool,
    ) -> bool {
        let Self { blocks, shifted, lines, particles, awake, .. } = self;
        let mut any_moves = false;
        awake.clear();
        for (i, block) in (0..).zip(&mut *blocks) {
            let first = block.slots.start;
            block.find_asleep(sleeps, edge_sleeps);
            let moves = block.kinematic.iter().any(|held| {
                let [x, y, z, _] = particles.velocity[first + held.slot];
                held.goal.is_some() || [x, y, z] != [0.0; 3]
            });
            any_moves |= moves && block.is_asleep;
            block.is_asleep &= !moves;
            block.resting.clear();
            if !block.is_asleep {
                let resting = block.slots.clone().filter(|&slot| sleeps(slot) == Some(true));
                block.resting.extend(resting.map(|slot| (slot - first) as u32));
                awake.push(i);
            }
        }
        shifted.iter_mut().for_each(|block| block.find_asleep(sleeps, edge_sleeps));
        for lines in &mut lines.bundles {
            lines.is_asleep = all_sleep(lines.edges(), edge_sleeps);
        }
        any_moves
    }

    /// Room for all particles to sleep.
    pub(crate) fn reserve_asleep(&mut self) {
        self.awake.reserve(self.blocks.len().saturating_sub(self.awake.len()));
        for Block { slots, resting, .. } in &mut self.blocks {
            resting.reserve(slots.len().saturating_sub(resting.len()));
        }
    }

    /// Puts what sleeps in blocks that are not left out back to rest.
    pub(crate) fn rest(&mut self) {
        let Self { blocks, particles, awake, .. } = self;
        for block in awake.iter().map(|&i| &blocks[i as usize]) {
            particles.all().of(&block.slots, 0).rest(&block.resting);
        }
    }
}

impl Block {
    /// Finds whether all of it sleeps, and which of its bundles do.
    fn find_asleep(
        &mut self,
        sleeps: &dyn Fn(usize) -> Option<bool>,
        edge_sleeps: &dyn Fn(u32) -> bool,
    ) {
        let mut dynamic = self.slots.clone().filter_map(sleeps).peekable();
        self.is_asleep = dynamic.peek().is_some() && dynamic.all(|sleeps| sleeps);
        if let Links::Bundles(bundles) = &mut self.links {
            bundles.leave_out(edge_sleeps);
        }
    }
}
