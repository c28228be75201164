//! Summaries of consecutive blocks, merged two by two where their numbers say so.

use super::block::Block;
use crate::channel::Channel;
use crate::filter::Filter;

/// A node of the tree: `2^level` blocks, of which the number of the first is divisible by that.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) level: u32,
    pub(super) block: Block,
}

/// The summaries of the blocks from one on: the fewest nodes, at most two of each level.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// The number of the block after the last one.
    pub(super) end: u64,
    pub(super) nodes: Vec<Node>,
}

impl Tree {
    /// A tree without blocks; the first will be block `start`.
    pub(super) fn new(start: u64) -> Self {
        Tree { end: start, nodes: Vec::new() }
    }

    /// Appends a node, and merges siblings. It must begin where the tree ends, and be aligned there.
    pub(super) fn push(&mut self, filter: &Filter, mut node: Node) {
        self.end += 1 << node.level;
        // The last node is the left half of its parent if the first block after both is a multiple of the parent's.
        while let Some(last) = self
            .nodes
            .last()
            .filter(|last| last.level == node.level && self.end.is_multiple_of(2 << node.level))
        {
            node = Node { level: node.level + 1, block: last.block.then(filter, &node.block) };
            self.nodes.pop();
        }
        self.nodes.push(node);
    }

    /// Appends one block.
    pub(super) fn push_block(&mut self, filter: &Filter, block: Block) {
        self.push(filter, Node { level: 0, block });
    }

    /// The motion at the end of the last block, from the first one on.
    pub(super) fn motion(&self, filter: &Filter) -> Channel {
        self.nodes.iter().fold(Channel::NEW, |motion, node| node.block.after(filter, motion))
    }
}
