//! Trees side by side, level by level, so that particles of the same depth are solved together whatever the shapes are.

use alloc::vec;
use alloc::vec::Vec;

use crate::edge::sense;
use crate::graph::paths::Tree;
use crate::graph::sorting::sort_by_key;
use crate::kernel::tree::TreeLink;
use crate::lanes::record::NARROW;
use crate::network::Network;

/// The number of particles that are solved together.
const FOREST: usize = 1024;

/// Trees of about the same depth in groups that fill the lanes and stay in the nearest caches.
pub(crate) fn groups(mut trees: Vec<Tree>) -> Vec<Vec<Tree>> {
    sort_by_key(&mut trees, |tree| !(tree.level_ends.len() as u32));
    let mut groups: Vec<Vec<Tree>> = Vec::new();
    let mut particles = FOREST;
    for tree in trees {
        if particles >= FOREST {
            groups.push(Vec::new());
            particles = 0;
        }
        particles += tree.particles.len();
        if let Some(group) = groups.last_mut() {
            group.push(tree);
        }
    }
    groups
}

/// The particles of some trees and the links to their parents, by slot; none in a slot that is not needed. The slots of a level are a multiple of the
/// lanes; parents come before children.
pub(crate) fn forest(net: &Network, trees: &[Tree]) -> (Vec<Option<usize>>, Vec<Option<TreeLink>>) {
    // A root has no edge.
    let rest_and_sense = |edge: u32| {
        let edge = net.edges.get(edge as usize);
        edge.map_or((0.0, 0.0), |s| (s.rest_length, sense(s.mode)))
    };
    let longest = |tree: &Tree| tree.edges.iter().map(|&i| rest_and_sense(i).0).fold(0.0, f32::max);
    let longest: Vec<f32> = trees.iter().map(longest).collect();
    let mut slots: Vec<Vec<usize>> = vec![Vec::new(); trees.len()];
    let (mut particles, mut links) = (Vec::new(), Vec::new());
    for level in 0..trees.iter().map(|tree| tree.level_ends.len()).max().unwrap_or(0) {
        for (t, tree) in trees.iter().enumerate() {
            let Some(&end) = tree.level_ends.get(level) else { continue };
            for place in slots[t].len()..end {
                slots[t].push(links.len());
                let (parent, edge) = (slots[t][tree.parents[place]] as u32, tree.edges[place]);
                let (rest, sense) = rest_and_sense(edge);
                let link = TreeLink { parent, edge, rest, sense, longest: longest[t] };
                particles.push(Some(tree.particles[place]));
                links.push(Some(link));
            }
        }
        particles.resize(links.len().next_multiple_of(NARROW), None);
        links.resize(particles.len(), None);
    }
    (particles, links)
}
