//! Particles that are not dynamic: the slots of each, and their targets.

use alloc::vec::Vec;

use super::block::Block;
use super::particles::Kinematic;
use super::partition::{NOWHERE, Partition};

impl Block {
    /// Returns the place of a slot, counted from the start of the block, in the order of what is not dynamic.
    fn kinematic_at(&self, slot: usize) -> usize {
        self.kinematic.partition_point(|held| held.slot < slot)
    }
}

impl Partition {
    /// Finds the slots of all fixed particles of a new layout.
    pub(super) fn find_fixed_slots(&mut self) {
        for block in &self.blocks {
            let real = block.kinematic.iter().filter(|held| held.is_particle());
            let slots = real.map(|held| (held.particle, block.slots.start + held.slot));
            self.fixed_slots.extend(slots);
        }
        self.fixed_slots.sort_unstable();
    }

    /// The range of a particle in the list of slots.
    fn fixed_range(&self, particle: usize) -> core::ops::Range<usize> {
        let start = self.fixed_slots.partition_point(|of| (of.0 as usize) < particle);
        let own = self.fixed_slots[start..].iter().take_while(|of| of.0 as usize == particle);
        start..start + own.count()
    }

    /// Returns the slots of a particle that was fixed when the layout was made, and forgets them.
    pub(crate) fn take_fixed_slots(&mut self, particle: usize) -> Vec<usize> {
        let range = self.fixed_range(particle);
        let slots = self.fixed_slots[range].iter_mut();
        let slots = slots.map(|of| core::mem::replace(&mut of.1, NOWHERE));
        slots.filter(|&slot| slot != NOWHERE).collect()
    }

    /// Does something with every slot of a fixed particle.
    fn each_fixed_slot(&mut self, particle: usize, mut act: impl FnMut(&mut Self, usize)) {
        for i in self.fixed_range(particle) {
            if self.fixed_slots[i].1 != NOWHERE {
                act(self, self.fixed_slots[i].1);
            }
        }
        // One that was dynamic, was added, or has been released since has a single slot.
        act(self, self.slot[particle]);
    }

    /// Puts a fixed particle to a position.
    pub(crate) fn put_fixed(&mut self, particle: usize, position: [f32; 3]) {
        self.each_fixed_slot(particle, |partition, slot| partition.particles.put(slot, position));
    }

    /// Sets the position of a fixed particle at the end of the next step. Returns true if a block of it sleeps.
    pub(crate) fn set_target(&mut self, particle: usize, goal: [f32; 3]) -> bool {
        let mut any_sleeps = false;
        self.each_fixed_slot(particle, |partition, slot| {
            let block = partition.block_of(slot);
            let at = block.kinematic_at(slot - block.slots.start);
            block.kinematic[at].goal = Some(goal);
            any_sleeps |= block.is_asleep;
        });
        any_sleeps
    }

    /// Fixes the particle in a slot.
    pub(crate) fn fix(&mut self, slot: usize, particle: usize) {
        self.particles.set_inverse_mass(slot, 0.0);
        self.particles.velocity[slot] = [0.0; 4];
        let block = self.block_of(slot);
        let of_block = slot - block.slots.start;
        let at = block.kinematic_at(of_block);
        block.kinematic.insert(at, Kinematic::new(of_block, Some(particle)));
        block.limit_rounds();
    }

    /// Releases the particle in a slot; it keeps the velocity with which it was moved.
    pub(crate) fn release(&mut self, slot: usize, inverse_mass: f32) {
        self.particles.set_inverse_mass(slot, inverse_mass);
        let block = self.block_of(slot);
        let at = block.kinematic_at(slot - block.slots.start);
        block.kinematic.remove(at);
        block.limit_rounds();
    }

    /// Makes a dummy of what is in a slot that is fixed.
    pub(crate) fn retire(&mut self, slot: usize) {
        let block = self.block_of(slot);
        let of_block = slot - block.slots.start;
        let at = block.kinematic_at(of_block);
        block.kinematic[at] = Kinematic::new(of_block, None);
        block.limit_rounds();
    }
}
