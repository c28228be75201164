//! Bundles of the edges of a block.

use sprung::SpringMode;

use crate::edge::{Edge, sense};
use crate::graph::coloring::color_edges;
use crate::kernel::edges::Bundle;
use crate::lanes::record::LANES;
use crate::network::Network;

use super::block::Block;

/// Fills a block with bundles of its edges, those of hubs first: color by color, sixteen at a time.
pub(super) fn fill(
    block: &mut Block,
    net: &Network,
    slot: &[usize],
    edges: &[u32],
    dummy: usize,
    symmetric: &[bool],
) {
    let is_fixed = |p: usize| net.particles[p].is_fixed();
    let (both, one): (Vec<u32>, Vec<u32>) =
        edges.iter().partition(|&&i| net.edges[i as usize].mode == SpringMode::TwoWay);
    for (ways, edges) in [both, one].into_iter().enumerate() {
        let (hubs, others): (Vec<u32>, Vec<u32>) =
            edges.iter().partition(|&&i| symmetric[i as usize]);
        for (edges, is_hub) in [(hubs, true), (others, false)] {
            for color in color_edges(net.particles.len(), &edges, |i| net.ends(i), is_fixed) {
                for lanes in color.chunks(LANES) {
                    add_bundle(block, net, slot, lanes, dummy);
                }
            }
            if is_hub {
                block.hubs[ways] = [block.both_ways.len(), block.one_way.len()][ways];
            }
        }
    }
}

/// Up to sixteen edges side by side, after those that the block has.
pub(super) fn add_bundle(
    block: &mut Block,
    net: &Network,
    slot: &[usize],
    lanes: &[u32],
    dummy: usize,
) {
    let dummy = (dummy - block.slots.start) as u32;
    let at = |lane: usize, end: fn(&Edge) -> usize| {
        let edge = lanes.get(lane).map(|&i| &net.edges[i as usize]);
        edge.map_or(dummy, |s| (slot[end(s)] - block.slots.start) as u32)
    };
    let ends = |end| core::array::from_fn(|lane| at(lane, end));
    let mut bundle = Bundle::new(ends(|s| s.a), ends(|s| s.b));
    let mut names = [u32::MAX; LANES];
    for (lane, &i) in lanes.iter().enumerate() {
        let s = &net.edges[i as usize];
        bundle.rest[lane] = s.rest_length;
        bundle.sense[lane] = sense(s.mode);
        names[lane] = i;
    }
    block.edges.push(names);
    let one_way = bundle.sense[0] != 0.0;
    if one_way { block.one_way.push(bundle) } else { block.both_ways.push(bundle) }
}
