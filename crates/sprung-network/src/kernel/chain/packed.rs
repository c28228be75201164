//! Some chains of several bundles side by side.

use crate::lanes::record::LANES;
use crate::lanes::slots::Slots;

use super::{Chains, Scattered};

impl<const W: usize> Chains<W, Scattered> {
    /// A bit for each chain that has a particle in one of some slots.
    pub(crate) fn chains_at(&self, is_one: impl Fn(usize) -> bool) -> u32 {
        self.nodes.slots.iter().fold(0, |found, slots| {
            let bits = slots.all().iter().enumerate();
            bits.fold(found, |found, (lane, &slot)| {
                found | (u32::from(is_one(slot as usize)) << lane)
            })
        })
    }

    /// Becomes some chains of others of the same number of links: the chain of each lane, as bundle and lane.
    pub(crate) fn pack(&mut self, from: &[Self], chains: &[(usize, usize); LANES]) {
        for (k, slots) in self.nodes.slots.iter_mut().enumerate() {
            let slot = |&(bundle, lane): &(usize, usize)| from[bundle].nodes.slots[k].all()[lane];
            *slots = Slots::new(core::array::from_fn(|lane| slot(&chains[lane])));
        }
        for (to, &(bundle, lane)) in chains.iter().enumerate() {
            for k in 0..self.len {
                let link = &from[bundle].links[lane / W * self.len + k];
                self.links[to / W * self.len + k].take(to % W, link, lane % W);
            }
        }
        self.welds = from.iter().any(|chains| chains.welds);
    }
}
