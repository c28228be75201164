//! The parts of a layout that sweeps skip because they sleep.
//!
//! A block is left out if all of its particles sleep, a bundle of edges or lines if all of its edges do. In all others,
//! sleeping particles are put back to rest: in every sub-step where particles move in free motion, and those of mixed groups
//! (*strays*) at the end of the step. It moves nothing else, since nothing joins them to what is awake.

use alloc::vec::Vec;

use super::block::{Block, Links};
use super::bundles::all_sleep;
use super::particles::{PER_VECTOR, Particles};
use super::partition::Partition;

/// Functions of the network: whether the particle in a slot sleeps (`None` if it is fixed), whether an edge does, and the
/// slots of its ends.
pub(crate) struct Asleep<'a> {
    pub(crate) particle: &'a dyn Fn(usize) -> Option<bool>,
    pub(crate) edge: &'a dyn Fn(u32) -> bool,
    pub(crate) ends: &'a dyn Fn(u32) -> [usize; 2],
}

impl Partition {
    /// Leaves out sleeping islands. Returns true if a fixed particle moves in a block that would be left out.
    pub(crate) fn leave_out(&mut self, asleep: &Asleep<'_>) -> bool {
        let mut any_moves = false;
        self.awake.clear();
        for (i, block) in (0..).zip(&mut self.blocks) {
            let first = block.slots.start;
            block.find_asleep(asleep);
            let moves = block.kinematic.iter().any(|held| {
                let [x, y, z, _] = self.particles.velocity[first + held.slot];
                held.goal.is_some() || [x, y, z] != [0.0; 3]
            });
            any_moves |= moves && block.is_asleep;
            block.is_asleep &= !moves;
            block.resting.clear();
            if !block.is_asleep {
                self.awake.push(i);
                let rests = |&slot: &usize| (asleep.particle)(first + slot) == Some(true);
                block.resting.extend(block.moving.clone().filter(rests).map(|slot| slot as u32));
            }
        }
        self.shifted.iter_mut().for_each(|block| block.find_asleep(asleep));
        for lines in &mut self.lines.bundles {
            lines.is_asleep = all_sleep(lines.edges(), asleep.edge);
        }
        self.find_strays(asleep);
        any_moves
    }

    /// Finds the strays of bundles of edges and of lines.
    fn find_strays(&mut self, asleep: &Asleep<'_>) {
        let Self { blocks, shifted, lines, particles, strays, .. } = self;
        strays.clear();
        particles.touched.fill(false);
        let bundles = blocks.iter().filter(|block| !block.is_asleep).chain(&*shifted);
        let bundles = bundles.filter_map(|block| match &block.links {
            Links::Bundles(bundles) => Some(bundles.mixed()),
            _ => None,
        });
        let lines = lines.bundles.iter().filter(|lines| !lines.is_asleep);
        let mixed =
            bundles.flatten().map(|edges| &edges[..]).chain(lines.map(|lines| lines.edges()));
        for &edge in mixed.flatten().filter(|&&edge| edge != u32::MAX && (asleep.edge)(edge)) {
            for slot in (asleep.ends)(edge) {
                add_stray(particles, strays, slot);
            }
        }
    }

    /// Notes particles in some slots that sleep, but are in a group that is not left out.
    pub(crate) fn add_strays(&mut self, slots: impl IntoIterator<Item = usize>) {
        let Self { particles, strays, .. } = self;
        slots.into_iter().for_each(|slot| add_stray(particles, strays, slot));
    }

    /// Room for all particles to sleep.
    pub(crate) fn reserve_asleep(&mut self) {
        self.awake.reserve(self.blocks.len().saturating_sub(self.awake.len()));
        self.strays.reserve(self.particles.len().saturating_sub(self.strays.len()));
        for Block { slots, resting, .. } in &mut self.blocks {
            resting.reserve(slots.len().saturating_sub(resting.len()));
        }
    }

    /// Puts sleeping particles that have been moved with others back to rest.
    pub(crate) fn rest(&mut self) {
        let Self { blocks, particles, awake, strays, .. } = self;
        for block in awake.iter().map(|&i| &blocks[i as usize]) {
            particles.all().of(&block.slots, 0).rest(&block.resting);
        }
        particles.all().rest(strays);
    }
}

impl Block {
    /// Finds whether all of it sleeps, what of it moves, and which of its bundles sleep.
    fn find_asleep(&mut self, asleep: &Asleep<'_>) {
        let Self { slots, links, tethers, skin, moving, .. } = self;
        let mut dynamic = slots.clone().filter_map(asleep.particle).peekable();
        self.is_asleep = dynamic.peek().is_some() && dynamic.all(|sleeps| sleeps);
        let of_slot = |slot: usize| (asleep.particle)(slots.start + slot);
        *moving = 0..slots.len();
        // Kernels of chains, trees, tethers and skin are of whole blocks.
        if let Links::Bundles(bundles) = links {
            bundles.leave_out(asleep.edge);
            let moves = |slot: &usize| of_slot(*slot) == Some(false);
            if let (Some(first), Some(last), true, true) = (
                moving.clone().find(moves),
                moving.clone().rfind(moves),
                tethers.is_empty(),
                skin.is_empty(),
            ) {
                *moving = first / PER_VECTOR * PER_VECTOR..(last + 1).next_multiple_of(PER_VECTOR);
            }
        }
    }
}

/// Notes a particle that sleeps: once, marked as touched.
fn add_stray(particles: &mut Particles, strays: &mut Vec<u32>, slot: usize) {
    if !core::mem::replace(&mut particles.touched[slot], true) {
        strays.push(slot as u32);
    }
}
