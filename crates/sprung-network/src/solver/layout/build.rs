//! Builds the layout of a network.

use alloc::vec;
use alloc::vec::Vec;

use crate::graph::paths::{Parts, parts};
use crate::graph::sorting::{ascending, sort_by_key};
use crate::kernel::tether::Tethers;
use crate::lanes::record::LANES;
use crate::network::Network;
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
    partition.tethers = tethers(net, &partition.slot);
    let mut blocks = partition.blocks.iter().chain(&partition.shifted);
    partition.has_edges = blocks.any(Block::has_edges);
    partition
}

/// Tethers of one anchor side by side.
fn tethers(net: &Network, slot: &[usize]) -> Vec<Tethers> {
    let mut all = net.tethers.clone();
    sort_tethers(&mut all, slot);
    let mut tethers = Vec::new();
    for of_one in all.chunk_by(|a, b| a.anchor == b.anchor) {
        for lanes in of_one.chunks(LANES) {
            let ties: Vec<_> = lanes.iter().map(|t| (slot[t.particle], t.length)).collect();
            tethers.push(Tethers::new(slot[of_one[0].anchor], &ties));
        }
    }
    tethers
}

/// Sorts tethers into the order of their lanes.
pub(crate) fn sort_tethers(tethers: &mut Vec<Tether>, slot: &[usize]) {
    sort_by_key(tethers, |tether| slot[tether.particle] as u32);
    sort_by_key(tethers, |tether| slot[tether.anchor] as u32);
}
