//! Blocks of chains and trees, which are solved directly.

use crate::graph::paths::{Path, Tree};
use crate::kernel::chain::{Chains, Consecutive, MAX_ROUNDS, MAX_ROUNDS_HANGING, Scratch};
use crate::kernel::tree::Trees;
use crate::lanes::record::{LANES, NARROW};
use crate::network::Network;

use super::block::Links;
use super::forest::{forest, groups};
use super::lines::chain_links;
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
            let width = if narrow { NARROW } else { LANES };
            let links = group[0].edges.len();
            for node in 0..=links {
                for lane in 0..width {
                    match group.get(lane).and_then(|path| path.particles.get(node)) {
                        Some(&particle) => self.add_particle(net, &mut block, particle),
                        None => self.add_dummy(&mut block),
                    }
                }
            }
            let lanes: Vec<_> = group.iter().map(|path| chain_links(net, path)).collect();
            block.links = if narrow {
                let chains = Chains::new(Consecutive, &lanes, rounds);
                Links::Narrow(chains, vec![Scratch::default(); links])
            } else {
                let chains = Chains::new(Consecutive, &lanes, rounds);
                Links::Wide(chains, vec![Scratch::default(); links])
            };
            self.close_block(block);
        }
    }

    /// Adds trees side by side, four particles at a time.
    pub(super) fn add_trees(&mut self, net: &Network, trees: Vec<Tree>) {
        for group in groups(trees) {
            let forest = forest(net, &group);
            let mut block = self.open_block();
            for node in &forest {
                match node {
                    Some(node) => self.add_particle(net, &mut block, node.particle),
                    None => self.add_dummy(&mut block),
                }
            }
            let links: Vec<_> = forest.iter().map(|node| node.map(|n| n.link)).collect();
            block.links = Links::Trees(Trees::new(&links));
            self.close_block(block);
        }
    }
}
