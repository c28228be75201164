//! Blocks of all other particles, the edges within and between them, and the lines across them.

use alloc::vec;
use alloc::vec::Vec;

use crate::graph::adjacency::Adjacency;
use crate::graph::hubs::hubs;
use crate::graph::lines::families;
use crate::graph::mass_scaling::{FAR, rings};
use crate::graph::ordering::{bandwidth, narrower};
use crate::network::Network;

use super::block::{Block, Links};
use super::bundles::Bundles;
use super::lines::Lines;
use super::particles::{Kinematic, PER_VECTOR};
use super::partition::{NOWHERE, Partition};

/// Particles per block: one block's particles and edges stay in the nearest caches.
const BLOCK: usize = 2048;
/// The maximum number of further sweeps over a block in a sub-step.
const MAX_FURTHER_SWEEPS: usize = 4;
/// The minimum number of blocks of the network for each further sweep over a block.
const BLOCKS_PER_SWEEP: usize = 4;

/// The number of particles of a block for edges up to a length: half of it, less the dummies at its end, is no shorter.
fn block_size(longest_edge: usize) -> usize {
    BLOCK.max(2 * longest_edge + PER_VECTOR)
}

impl Partition {
    /// Adds blocks for all particles that have no slot yet and for the edges of `wanted`.
    pub(super) fn add_general(&mut self, net: &Network, wanted: &[u32], on_lines: bool) {
        let ends: Vec<[usize; 2]> = wanted.iter().map(|&i| net.ends(i)).collect();
        let particles = net.particles.len();
        let mut of_edges = vec![false; particles];
        ends.iter().flatten().for_each(|&end| of_edges[end] = true);
        let belongs = |p: &usize| self.slot[*p] == NOWHERE || of_edges[*p];
        let all: Vec<usize> = (0..particles).filter(belongs).collect();
        if all.is_empty() {
            return;
        }
        let order = if all.len() <= BLOCK { all } else { narrower(particles, &ends, all) };
        let size = block_size(bandwidth(particles, &ends, &order));
        let first = self.blocks.len();
        let mut slot = vec![NOWHERE; particles];
        // A last block of less than half the size joins the one before it.
        let count = ((order.len() + size / 2) / size).max(1);
        for i in 0..count {
            let last = if i + 1 == count { order.len() } else { (i + 1) * size };
            let members = &order[i * size..last];
            let (start, end) = (self.particles.len(), self.particles.len() + members.len());
            for (at, &particle) in members.iter().enumerate() {
                slot[particle] = start + at;
            }
            let dummies = (end + 1).next_multiple_of(PER_VECTOR) - end;
            let mut slots: Vec<_> = members.iter().copied().map(Some).collect();
            slots.resize(members.len() + dummies, None);
            self.add_block(net, &slots, Links::Bundles(Bundles::default()));
        }
        // A shifted block over each pair of neighbors; half of the last block may be shorter than an edge.
        let blocks = &self.blocks[first..];
        let middle = |block: &Block| block.slots.start + block.slots.len() / 2;
        let mut middles: Vec<usize> = blocks.iter().map(middle).collect();
        middles[count - 1] = self.particles.len();
        self.shifted = middles.windows(2).map(|pair| Block::new(pair[0]..pair[1])).collect();
        let dummy = self.particles.len() - 1;
        let families = if on_lines { families(net, wanted) } else { Vec::new() };
        let mut on_lines = vec![false; net.edges.len()];
        for line in families.iter().flatten() {
            line.edges.iter().for_each(|&edge| on_lines[edge as usize] = true);
        }
        self.lines = Lines::new(net, &families, &slot, dummy);
        self.find_hubs(net, wanted, &on_lines);
        let left: Vec<u32> = wanted.iter().copied().filter(|&i| !on_lines[i as usize]).collect();
        self.distribute(net, &left, &slot, first);
        if left.is_empty() {
            return;
        }
        let adjacency = Adjacency::new(particles, (0..).zip(ends.iter().copied()));
        let ring = rings(&adjacency, |p| net.particles[p].is_fixed());
        self.depth = ring.into_iter().filter(|&ring| ring != FAR).max().unwrap_or(0);
        self.sweep_further(first);
    }

    /// Lets blocks that hold the network up be swept more often, if they are few: they bear the load of all others.
    fn sweep_further(&mut self, first: usize) {
        let blocks = &mut self.blocks[first..];
        let count = blocks.len();
        let holding = blocks.iter_mut().filter(|b| b.kinematic.iter().any(Kinematic::is_particle));
        let holding: Vec<&mut Block> = holding.collect();
        let further = count / (BLOCKS_PER_SWEEP * holding.len().max(1));
        let further = further.min(MAX_FURTHER_SWEEPS);
        holding.into_iter().for_each(|block| block.further_sweeps = further);
    }

    /// Marks the edges that are solved forward and backward: those of hubs, and all lines if one of them meets a hub.
    fn find_hubs(&mut self, net: &Network, wanted: &[u32], on_lines: &[bool]) {
        let hubs = hubs(net);
        let at_hub = |i: u32| net.ends(i).into_iter().any(|end| hubs[end]);
        self.lines.meets_hubs = (0..).zip(on_lines).any(|(i, &on_line)| on_line && at_hub(i));
        for &i in wanted {
            let on_line = on_lines[i as usize];
            self.symmetric[i as usize] = if on_line { self.lines.meets_hubs } else { at_hub(i) };
            self.has_hubs |= self.symmetric[i as usize];
        }
    }

    /// Puts every wanted edge into the block that holds both its ends.
    fn distribute(&mut self, net: &Network, wanted: &[u32], slot: &[usize], first: usize) {
        let (blocks, shifted) = (&mut self.blocks[first..], &mut self.shifted);
        let mut within = vec![Vec::new(); blocks.len()];
        let mut across = vec![Vec::new(); shifted.len()];
        for &i in wanted {
            let [a, b] = net.ends(i).map(|end| slot[end]);
            let (low, high) = (a.min(b), a.max(b));
            let block = blocks.partition_point(|block| block.slots.end <= low);
            if high < blocks[block].slots.end {
                within[block].push(i);
            } else {
                across[block].push(i);
            }
        }
        // The last slot of a block is a dummy; the shifted block over its end has it in its middle.
        let ends: Vec<usize> = blocks.iter().map(|block| block.slots.end).collect();
        let shifted = shifted.iter_mut().zip(across).zip(&ends);
        for ((block, edges), end) in blocks.iter_mut().zip(within).zip(&ends).chain(shifted) {
            let at = |p: Option<usize>| p.map_or(end - 1, |p| slot[p]) - block.slots.start;
            let bundles = Bundles::new(net, &edges, &self.symmetric, |p| at(p) as u32);
            block.links = Links::Bundles(bundles);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_block_holds_the_longest_edge() {
        for edge in (0..5000).step_by(7) {
            let fits = |size: usize| {
                (1..=PER_VECTOR).all(|dummies| (size + dummies).div_ceil(2) - dummies >= edge)
            };
            let size = block_size(edge);
            assert!(fits(size) && (size == BLOCK || !fits(size - 2)), "{edge}: {size}");
        }
    }
}
