//! Blocks of chains and trees, which are solved directly.

use alloc::vec;
use alloc::vec::Vec;

use crate::graph::paths::{Path, Tree, longest_first};
use crate::kernel::chain::{Chains, MAX_ROUNDS, MAX_ROUNDS_HANGING, Scratch, in_block};
use crate::kernel::tree::{Limits, Trees};
use crate::lanes::record::{LANES, NARROW};
use crate::network::Network;

use super::block::Links;
use super::forest::{Forest, forest, groups};
use super::lines::chain_links;
use super::partition::Partition;

impl Partition {
    /// Adds the chains that hang from one fixed particle, then all others: of about the same length side by side, sixteen or
    /// four at a time.
    pub(super) fn add_chains(&mut self, net: &Network, paths: Vec<Path>) {
        let fixed = |path: &Path| path.particles.len() - net.dynamic(&path.particles).len();
        let (hanging, others): (Vec<_>, Vec<_>) = paths.into_iter().partition(|p| fixed(p) == 1);
        for (mut paths, rounds) in [(hanging, MAX_ROUNDS_HANGING), (others, MAX_ROUNDS)] {
            longest_first(&mut paths);
            for group in paths.chunks(LANES) {
                let lanes: Vec<_> = group.iter().map(|path| chain_links(net, path)).collect();
                let count = lanes[0].len();
                let width = if group.len() <= NARROW { NARROW } else { LANES };
                let places = in_block(count + 1, width);
                let links = if width == NARROW {
                    let chains = Chains::new(places, &lanes, rounds);
                    let scratch = vec![Scratch::default(); chains.scratch()];
                    Links::Narrow(chains, scratch)
                } else {
                    let chains = Chains::new(places, &lanes, rounds);
                    let scratch = vec![Scratch::default(); chains.scratch()];
                    Links::Wide(chains, scratch)
                };
                let at = |node: usize, lane: usize| group.get(lane)?.particles.get(node).copied();
                let slots: Vec<_> =
                    (0..(count + 1) * width).map(|slot| at(slot / width, slot % width)).collect();
                self.add_block(net, &slots, links);
            }
        }
    }

    /// Adds the trees that hang from one fixed particle, then all others, four or sixteen particles at a time.
    pub(super) fn add_trees(&mut self, net: &Network, trees: Vec<Tree>) {
        let fixed = |tree: &Tree| tree.particles.len() - net.dynamic(&tree.particles).len();
        let (hanging, others): (Vec<_>, Vec<_>) = trees.into_iter().partition(|t| fixed(t) == 1);
        for (trees, limits) in [(hanging, Limits::HANGING), (others, Limits::OTHERS)] {
            for group in groups(trees) {
                let Forest { particles, links, level_ends, width } = forest(net, &group);
                let links = match width {
                    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
                    LANES => Links::WideTrees(Trees::new(&links, &level_ends, limits)),
                    _ => Links::Trees(Trees::new(&links, &level_ends, limits)),
                };
                self.add_block(net, &particles, links);
            }
        }
    }
}
