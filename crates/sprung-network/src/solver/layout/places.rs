//! The place of every edge in the kernels, so that one can be changed without the others.
//!
//! An edge that is added, or that has to leave its place, goes into a line of one link: lines are solved across all blocks,
//! so that its ends may be anywhere, and no particle is in two lanes of the same sixteen, so that any particle may be
//! released.

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::chain::{ChainLink, Chains, Scattered, Scratch};
use crate::kernel::gains::Gains;
use crate::kernel::tree::Limits;
use crate::lanes::record::{LANES, NARROW, TURN};
use crate::lanes::slots::Slots;

use super::block::{Block, Links};
use super::lines::Lines;
use super::particles::{Kinematic, PER_VECTOR};
use super::partition::Partition;

/// The list in which an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Blocks,
    Shifted,
    Lines,
}

/// The lane of an edge: of one block, shifted block, or bundle of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    list: List,
    item: u32,
    lane: u32,
}

impl Links {
    /// The edge in each lane; `u32::MAX` for none.
    pub(super) fn edges_mut(&mut self) -> &mut [u32] {
        match self {
            Self::Narrow(chains, _) => chains.edges_mut(),
            Self::Wide(chains, _) => chains.edges_mut(),
            Self::Trees(trees) => trees.edges_mut(),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Self::WideTrees(trees) => trees.edges_mut(),
            Self::Bundles(bundles) => bundles.edges_mut(),
        }
    }

    fn set_gain(&mut self, lane: usize, gain: Gains) {
        match self {
            Self::Narrow(chains, _) => chains.set_gain(lane, gain),
            Self::Wide(chains, _) => chains.set_gain(lane, gain),
            Self::Trees(trees) => trees.set_gain(lane, gain),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Self::WideTrees(trees) => trees.set_gain(lane, gain),
            Self::Bundles(bundles) => bundles.set_gain(lane, gain),
        }
    }
}

impl Block {
    /// Sets the greatest number of rounds of chains and trees after a particle has been fixed or released: many only
    /// where each chain hangs from one fixed particle.
    pub(super) fn limit_rounds(&mut self) {
        let fixed = self.kinematic.iter().filter(|held| held.is_particle());
        let fixed = fixed.map(|held| held.slot);
        match &mut self.links {
            Links::Narrow(chains, _) => chains.limit_rounds(NARROW, fixed),
            Links::Wide(chains, _) => chains.limit_rounds(LANES, fixed),
            Links::Trees(trees) => trees.set_limits(Limits::OTHERS),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Links::WideTrees(trees) => trees.set_limits(Limits::OTHERS),
            Links::Bundles(_) => {}
        }
    }
}

impl Lines {
    /// Puts an edge between two slots into the first bundle of single links that has a free lane and neither slot.
    fn add_single(&mut self, link: ChainLink, ends: [u32; 2], dummy: u32) -> Place {
        let takes = |lines: &mut Chains<TURN, Scattered>| {
            let is_free = |slots: &Slots| !slots.all().iter().any(|slot| ends.contains(slot));
            if !lines.nodes_mut().slots.iter().all(is_free) {
                return None;
            }
            lines.edges_mut().iter().position(|&edge| edge == u32::MAX)
        };
        let mut singles = self.bundles.iter_mut().enumerate().skip(self.built);
        let free = singles.find_map(|(bundle, lines)| Some((bundle, takes(lines)?)));
        let (bundle, lane) = free.unwrap_or_else(|| (self.add_bundle(dummy), 0));
        self.put_single(bundle, lane, link, ends);
        Place { list: List::Lines, item: bundle as u32, lane: lane as u32 }
    }

    /// Adds a bundle of single links, without edges; returns its index.
    pub(super) fn add_bundle(&mut self, dummy: u32) -> usize {
        let slots = (0..2).map(|_| Slots::new([dummy; LANES])).collect();
        let none = ChainLink { edge: u32::MAX, rest: 1.0, sense: 0.0 };
        let lines = Chains::new(Scattered { slots }, &vec![vec![none]; LANES], 1);
        let scratch = self.scratch.len().max(lines.scratch());
        self.scratch.resize(scratch, Scratch::default());
        self.bundles.push(lines);
        self.bundles.len() - 1
    }

    /// Puts an edge between two slots into a lane.
    pub(super) fn put_single(
        &mut self,
        bundle: usize,
        lane: usize,
        link: ChainLink,
        ends: [u32; 2],
    ) {
        let lines = &mut self.bundles[bundle];
        lines.put(lane, link);
        self.has_one_way_single |= link.sense != 0.0;
        for (slots, end) in lines.nodes_mut().slots.iter_mut().zip(ends) {
            slots.set(lane, end);
        }
    }
}

impl Partition {
    /// Returns the place of each of `count` edges; none for those that are in no kernel.
    pub(crate) fn places(&mut self, count: usize) -> Vec<Option<Place>> {
        let mut places = vec![None; count];
        let mut note = |list: List, item: usize, edges: &mut [u32]| {
            for (lane, &edge) in edges.iter().enumerate() {
                if let Some(place) = places.get_mut(edge as usize) {
                    *place = Some(Place { list, item: item as u32, lane: lane as u32 });
                }
            }
        };
        for (i, block) in self.blocks.iter_mut().enumerate() {
            note(List::Blocks, i, block.links.edges_mut());
        }
        for (i, block) in self.shifted.iter_mut().enumerate() {
            note(List::Shifted, i, block.links.edges_mut());
        }
        for (i, lines) in self.lines.bundles.iter_mut().enumerate() {
            note(List::Lines, i, lines.edges_mut());
        }
        places
    }

    /// Gives every edge another index: `index[i]` instead of `i`, below `count`.
    pub(crate) fn renumber(&mut self, index: &[u32], count: usize) {
        let rename = |edges: &mut [u32]| {
            for edge in edges {
                *edge = index.get(*edge as usize).copied().unwrap_or(u32::MAX);
            }
        };
        let blocks = self.blocks.iter_mut().chain(&mut self.shifted);
        blocks.for_each(|block| rename(block.links.edges_mut()));
        self.lines.bundles.iter_mut().for_each(|lines| rename(lines.edges_mut()));
        let symmetric = core::mem::replace(&mut self.symmetric, vec![false; count]);
        for (&index, symmetric) in index.iter().zip(symmetric) {
            self.symmetric[index as usize] = symmetric;
        }
    }

    /// Gives one edge its gains.
    pub(crate) fn set_gain(&mut self, Place { list, item, lane }: Place, gain: Gains) {
        let (item, lane) = (item as usize, lane as usize);
        match list {
            List::Blocks => self.blocks[item].links.set_gain(lane, gain),
            List::Shifted => self.shifted[item].links.set_gain(lane, gain),
            List::Lines => {
                self.lines.bundles[item].set_gain(lane, gain);
                self.lines.are_soft |= gain.position > 0.0 && gain.position < 1.0;
            }
        }
    }

    /// True if an edge has been added or moved since the solver was built.
    pub(crate) fn is_single(&self, place: Place) -> bool {
        place.list == List::Lines && place.item as usize >= self.lines.built
    }

    /// Puts an edge between two slots into a line of its own.
    pub(crate) fn add_single(&mut self, link: ChainLink, ends: [usize; 2], dummy: usize) -> Place {
        self.lines.add_single(link, ends.map(|slot| slot as u32), dummy as u32)
    }

    /// Removes an edge from its lane. The lane still reads both particles, but does not move them.
    pub(crate) fn clear(&mut self, place: Place) {
        let (item, lane) = (place.item as usize, place.lane as usize);
        let edges = match place.list {
            List::Blocks => self.blocks[item].links.edges_mut(),
            List::Shifted => self.shifted[item].links.edges_mut(),
            List::Lines => self.lines.bundles[item].edges_mut(),
        };
        edges[lane] = u32::MAX;
        self.set_gain(place, Gains::default());
    }

    /// Adds four slots of dummies to the last block; returns the first.
    pub(crate) fn grow(&mut self) -> usize {
        let first = self.particles.len();
        if self.blocks.is_empty() {
            self.awake.push(0);
            self.blocks.push(Block::new(0..0));
        }
        for _ in 0..PER_VECTOR {
            self.particles.push([0.0; 3], [0.0; 3], 0.0);
        }
        if let Some(block) = self.blocks.last_mut() {
            let start = block.slots.start;
            block.slots.end = first + PER_VECTOR;
            block.moving.end = block.slots.len();
            let dummies =
                (first..first + PER_VECTOR).map(|slot| Kinematic::new(slot - start, None));
            block.kinematic.extend(dummies);
        }
        first
    }

    /// Removes all tethers.
    pub(crate) fn remove_tethers(&mut self) {
        self.anchors.clear();
        self.blocks.iter_mut().for_each(|block| block.tethers.clear());
    }

    /// Returns the index of the block with a slot.
    pub(crate) fn block_with(&self, slot: usize) -> usize {
        self.blocks.partition_point(|block| block.slots.end <= slot)
    }

    pub(super) fn block_of(&mut self, slot: usize) -> &mut Block {
        let block = self.block_with(slot);
        &mut self.blocks[block]
    }
}
