//! Builds the layout of a network.

use alloc::vec;
use alloc::vec::Vec;

use crate::graph::paths::{Parts, parts};
use crate::graph::sorting::{ascending, sort_by_key};
use crate::kernel::skin::Skin;
use crate::kernel::tether::{Anchor, Tethers};
use crate::lanes::record::LANES;
use crate::network::Network;
use crate::skin_constraint::{Backstop, SkinConstraint};
use crate::tether::Tether;

use super::block::Block;
use super::partition::{NOWHERE, Partition};

/// Returns the layout of a network. With `line_solver` trees and straight lines are solved directly, else only chains.
pub(crate) fn build(net: &Network, line_solver: bool) -> Partition {
    let (slot, symmetric) = (vec![NOWHERE; net.particles.len()], vec![false; net.edges.len()]);
    let mut partition = Partition { slot, symmetric, ..Partition::default() };
    let Parts { chains, trees, mut others } = parts(net);
    partition.add_chains(net, chains);
    if line_solver {
        partition.add_trees(net, trees);
    } else {
        // A root has no edge, which is no index below their number.
        trees.iter().for_each(|tree| others.extend_from_slice(&tree.edges));
        others = ascending(net.edges.len(), &others);
    }
    partition.add_general(net, &others, line_solver);
    partition.find_fixed_slots();
    partition.add_tethers(&net.tethers);
    partition.add_skin(&net.skin_constraints);
    let mut blocks = partition.blocks.iter().chain(&partition.shifted);
    partition.has_edges = blocks.any(Block::has_edges);
    partition
}

impl Partition {
    /// Gives every block the tethers of its particles.
    fn add_tethers(&mut self, tethers: &[Tether]) {
        let mut all = tethers.to_vec();
        sort_tethers(&mut all, self);
        let anchors: Vec<u32> = all.iter().map(|tether| self.slot[tether.anchor] as u32).collect();
        let anchors = ascending(self.particles.len(), &anchors);
        let anchor = |slot| Anchor { slot: slot as usize, at: [0.0; 4] };
        self.anchors = anchors.into_iter().map(anchor).collect();
        all.iter().for_each(|tether| self.push_tether(tether));
    }

    /// Gives a block one more tether, the last in the order of their lanes. Those of one anchor are side by side; two of
    /// the same particle are not, for each lane writes where its particle is.
    pub(crate) fn push_tether(&mut self, tether: &Tether) {
        let [from, slot] = [tether.anchor, tether.particle].map(|p| self.slot[p]);
        let anchor = self.anchors.partition_point(|anchor| anchor.slot < from);
        let block = self.block_with(slot);
        let Block { slots, tethers, .. } = &mut self.blocks[block];
        let slot = slot - slots.start;
        let is_full = |last: &Tethers| last.count() == LANES || last.last_slot() == slot;
        if tethers.last().is_none_or(|last| last.anchor() != anchor || is_full(last)) {
            tethers.push(Tethers::new(anchor));
        }
        if let Some(last) = tethers.last_mut() {
            last.push(slot, tether.length);
        }
    }

    /// Makes a fixed particle in a slot one that tethers begin at.
    pub(crate) fn add_anchor(&mut self, slot: usize) {
        let at = self.anchors.partition_point(|anchor| anchor.slot < slot);
        if self.anchors.get(at).is_some_and(|anchor| anchor.slot == slot) {
            return;
        }
        self.anchors.insert(at, Anchor { slot, at: [0.0; 4] });
        let tethers = self.blocks.iter_mut().flat_map(|block| &mut block.tethers);
        tethers.for_each(|tethers| tethers.insert_anchor(at));
    }

    /// The key by which tethers are in the order of their lanes: block, slots of anchor and particle.
    pub(crate) fn order_of(&self, tether: &Tether) -> [usize; 3] {
        let [anchor, particle] = [tether.anchor, tether.particle].map(|p| self.slot[p]);
        [self.block_with(particle), anchor, particle]
    }

    /// Gives every block the skin constraints of its particles, by slot.
    fn add_skin(&mut self, constraints: &[SkinConstraint]) {
        let of = |(i, constraint): (u32, &SkinConstraint)| (self.slot[constraint.particle], i);
        let mut all: Vec<(usize, u32)> = (0..).zip(constraints).map(of).collect();
        all.sort_unstable();
        for (slot, index) in all {
            let block = self.block_with(slot);
            let Block { slots, skin, .. } = &mut self.blocks[block];
            if skin.last().is_none_or(|last| last.count() == LANES) {
                skin.push(Skin::new());
            }
            let SkinConstraint { max_distance, backstop, .. } = constraints[index as usize];
            let backstop = backstop.map(|Backstop { distance, radius }| (distance, radius));
            if let Some(last) = skin.last_mut() {
                last.push(slot - slots.start, index, (max_distance, backstop));
            }
        }
    }
}

/// Sorts tethers into the order of their lanes: by block, anchor and slot.
pub(crate) fn sort_tethers(tethers: &mut Vec<Tether>, partition: &Partition) {
    let slot = &partition.slot;
    sort_by_key(tethers, |tether| slot[tether.particle] as u32);
    sort_by_key(tethers, |tether| slot[tether.anchor] as u32);
    sort_by_key(tethers, |tether| partition.block_with(slot[tether.particle]) as u32);
}
