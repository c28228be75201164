//! The links of chains.

use crate::edge::sense;
use crate::graph::paths::Path;
use crate::kernel::chain::ChainLink;
use crate::network::Network;

/// The links of a path, as its chain needs them.
pub(super) fn chain_links(net: &Network, path: &Path) -> Vec<ChainLink> {
    let link = |&i: &u32| {
        let s = &net.edges[i as usize];
        ChainLink { edge: i, rest: s.rest_length, sense: sense(s.mode) }
    };
    path.edges.iter().map(link).collect()
}
