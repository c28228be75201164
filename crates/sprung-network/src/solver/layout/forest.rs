//! Trees side by side, level by level, so that particles of the same depth are solved together whatever the shapes are.

use alloc::vec;
use alloc::vec::Vec;

use crate::edge::sense;
use crate::graph::paths::Tree;
use crate::graph::sorting::sort_by_key;
use crate::kernel::tree::TreeLink;
use crate::lanes::record::{LANES, NARROW, TURN};
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

/// Trees side by side.
#[derive(Debug, Default)]
pub(crate) struct Forest {
    /// The particle in each slot; none in a slot that is not needed.
    pub(crate) particles: Vec<Option<usize>>,
    /// Its link to its parent.
    pub(crate) links: Vec<Option<TreeLink>>,
    /// The end of each level, a slot.
    pub(crate) level_ends: Vec<usize>,
    /// The number of particles that are solved side by side. Ends of levels are multiples of it.
    pub(crate) width: usize,
}

/// Trees level by level, parents before children.
pub(crate) fn forest(net: &Network, trees: &[Tree]) -> Forest {
    // A root has no edge.
    let rest_and_sense = |edge: u32| {
        let edge = net.edges.get(edge as usize);
        edge.map_or((0.0, 0.0), |s| (s.rest_length, sense(s.mode)))
    };
    let longest = |tree: &Tree| tree.edges.iter().map(|&i| rest_and_sense(i).0).fold(0.0, f32::max);
    let longest: Vec<f32> = trees.iter().map(longest).collect();
    let mut slots: Vec<Vec<usize>> = vec![Vec::new(); trees.len()];
    let mut forest = Forest { width: width(trees), ..Forest::default() };
    let Forest { particles, links, level_ends, width } = &mut forest;
    for level in 0..levels(trees) {
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
        particles.resize(links.len().next_multiple_of(*width), None);
        links.resize(particles.len(), None);
        level_ends.push(links.len());
    }
    forest
}

fn levels(trees: &[Tree]) -> usize {
    trees.iter().map(|tree| tree.level_ends.len()).max().unwrap_or(0)
}

/// Sixteen lanes, which take about twice the time of four, or four where most of sixteen would be empty.
fn width(trees: &[Tree]) -> usize {
    // WebAssembly's vectors have four.
    if TURN == NARROW {
        return NARROW;
    }
    let (mut narrow, mut wide) = (0, 0);
    for level in 0..levels(trees) {
        let size = |tree: &Tree| {
            let end = *tree.level_ends.get(level)?;
            Some(end - if level > 0 { tree.level_ends[level - 1] } else { 0 })
        };
        let size: usize = trees.iter().filter_map(size).sum();
        narrow += size.div_ceil(NARROW);
        wide += size.div_ceil(LANES);
    }
    if 2 * wide <= narrow { LANES } else { NARROW }
}
