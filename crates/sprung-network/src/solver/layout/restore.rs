//! Makes the layout of a changed solver again, for one that is read.

use alloc::vec::Vec;

use crate::edge::{Edge, sense};
use crate::kernel::chain::ChainLink;
use crate::kernel::tree::Limits;
use crate::lanes::record::LANES;

use super::block::Links;
use super::partition::Partition;

impl Partition {
    /// The edges in the lanes of the lines of one link, bundle by bundle; `u32::MAX` for none.
    pub(crate) fn singles(&mut self) -> Vec<[u32; LANES]> {
        let singles = self.lines.bundles.iter_mut().skip(self.lines.built);
        singles.filter_map(|lines| lines.edges_mut().first_chunk().copied()).collect()
    }

    /// Puts edges into lanes as [`singles`](Self::singles) has them; false if two of a bundle would share a particle.
    pub(crate) fn add_singles(
        &mut self,
        singles: &[[u32; LANES]],
        edges: &[Edge],
        dummy: usize,
    ) -> bool {
        for lanes in singles {
            let bundle = self.lines.add_bundle(dummy as u32);
            let mut slots = Vec::with_capacity(2 * LANES);
            for (lane, &edge) in lanes.iter().enumerate().filter(|(_, edge)| **edge != u32::MAX) {
                let Edge { a, b, rest_length, mode, .. } = edges[edge as usize];
                let ends = [a, b].map(|p| self.slot[p] as u32);
                slots.extend(ends);
                let link = ChainLink { edge, rest: rest_length, sense: sense(mode) };
                self.lines.put_single(bundle, lane, link, ends);
            }
            slots.sort_unstable();
            if slots.windows(2).any(|pair| pair[0] == pair[1]) {
                return false;
            }
        }
        true
    }

    /// The blocks of trees that are solved as those that do not hang.
    pub(crate) fn loosened(&self) -> Vec<u32> {
        let is_loose = |links: &Links| match links {
            Links::Trees(trees) => trees.limits() == Limits::OTHERS,
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Links::WideTrees(trees) => trees.limits() == Limits::OTHERS,
            _ => false,
        };
        let loose = (0..).zip(&self.blocks).filter(|(_, block)| is_loose(&block.links));
        loose.map(|(block, _)| block).collect()
    }

    /// Sets the limits of chains by what is fixed now, those of the given blocks of trees as
    /// [`loosened`](Self::loosened) has them.
    pub(crate) fn limit_rounds(&mut self, loosened: &[u32]) {
        for (i, block) in (0..).zip(&mut self.blocks) {
            let is_tree =
                !matches!(block.links, Links::Narrow(..) | Links::Wide(..) | Links::Bundles(_));
            if !is_tree {
                block.limit_rounds();
            } else if loosened.contains(&i) {
                block.links.set_limits(Limits::OTHERS);
            } else {
                block.links.set_limits(Limits::HANGING);
            }
        }
    }
}

impl Links {
    fn set_limits(&mut self, limits: Limits) {
        match self {
            Self::Trees(trees) => trees.set_limits(limits),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Self::WideTrees(trees) => trees.set_limits(limits),
            _ => {}
        }
    }
}
