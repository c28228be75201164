//! Blocks of chains and trees, which are solved directly.

use crate::edge::sense;
use crate::graph::forest::{Forest, Node, groups};
use crate::graph::paths::{Path, Tree};
use crate::kernel::chain::{Chains, Consecutive, MAX_ROUNDS, MAX_ROUNDS_HANGING};
use crate::kernel::tree::{TreeLink, Trees};
use crate::lanes::record::{LANES, NARROW};
use crate::network::Network;

use super::links::chain_links;
use super::partition::Partition;

impl Partition {
    /// Adds the chains that hang from one fixed particle, then all others.
    pub(super) fn add_chains(&mut self, net: &Network, paths: Vec<Path>) {
        let hangs = |path: &Path| {
            let fixed = path.particles.iter().filter(|&&p| net.particles[p].is_fixed());
            fixed.count() == 1
        };
        let (hanging, others) = paths.into_iter().partition(hangs);
        self.add_chains_of(net, hanging, MAX_ROUNDS_HANGING);
        self.add_chains_of(net, others, MAX_ROUNDS);
    }

    /// Chains of about the same length side by side, sixteen or four at a time.
    fn add_chains_of(&mut self, net: &Network, mut paths: Vec<Path>, rounds: usize) {
        paths.sort_by_key(|path| core::cmp::Reverse(path.edges.len()));
        let mut rest = &paths[..];
        while !rest.is_empty() {
            let narrow = rest.len() <= NARROW;
            let (group, after) = rest.split_at(rest.len().min(LANES));
            rest = after;
            let mut block = self.open_block();
            let nodes = Consecutive { first: 0 };
            let width = if narrow { NARROW } else { LANES };
            for node in 0..group[0].particles.len() {
                for lane in 0..width {
                    match group.get(lane).and_then(|path| path.particles.get(node)) {
                        Some(&particle) => self.add_particle(net, &mut block, particle),
                        None => self.add_dummy(&mut block),
                    }
                }
            }
            let lanes: Vec<_> = group.iter().map(|path| chain_links(net, path)).collect();
            if narrow {
                block.add_narrow(Chains::new(nodes, &lanes, rounds));
            } else {
                block.add_wide(Chains::new(nodes, &lanes, rounds));
            }
            self.close_block(block);
        }
    }

    /// Adds trees side by side, four particles at a time.
    pub(super) fn add_trees(&mut self, net: &Network, trees: Vec<Tree>) {
        for group in groups(trees) {
            let rest_length = |i: u32| net.edges[i as usize].rest_length;
            let forest = Forest::new(&group, NARROW, rest_length);
            let mut block = self.open_block();
            for node in &forest.nodes {
                match node {
                    Some(node) => self.add_particle(net, &mut block, node.particle),
                    None => self.add_dummy(&mut block),
                }
            }
            let links: Vec<_> =
                forest.nodes.iter().map(|node| node.map(|n| tree_link(net, n))).collect();
            block.trees.push(Trees::new(&links));
            self.close_block(block);
        }
    }
}

/// The link of a particle to its parent, as the tree needs it.
pub(crate) fn tree_link(net: &Network, node: Node) -> TreeLink {
    let Node { parent, edge, longest, .. } = node;
    let (rest, sense) =
        net.edges.get(edge as usize).map_or((0.0, 0.0), |s| (s.rest_length, sense(s.mode)));
    TreeLink { parent: parent as u32, edge, rest, sense, longest }
}
