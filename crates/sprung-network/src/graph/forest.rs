//! Trees side by side, level by level, so that particles of the same depth are solved together whatever the shapes are.

use super::paths::Tree;

/// The number of particles that are solved together.
const FOREST: usize = 1024;

/// The particles of a forest by slot. The slots of a level are a multiple of the lanes; parents come before children.
#[derive(Clone, Debug)]
pub(crate) struct Forest {
    pub(crate) nodes: Vec<Option<Node>>,
}

/// A particle of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) particle: usize,
    /// Slot of its parent; a root is its own.
    pub(crate) parent: usize,
    /// The edge to its parent; `u32::MAX` for a root.
    pub(crate) edge: u32,
    /// Longest rest length in its tree, m.
    pub(crate) longest: f32,
}

/// Trees of about the same depth in groups that fill the lanes and stay in the nearest caches.
pub(crate) fn groups(mut trees: Vec<Tree>) -> Vec<Vec<Tree>> {
    trees.sort_by_key(|tree| core::cmp::Reverse(tree.level_ends.len()));
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

impl Forest {
    /// The forest of some trees; `rest_length` returns that of an edge, m.
    pub(crate) fn new(trees: &[Tree], lanes: usize, rest_length: impl Fn(u32) -> f32) -> Self {
        let rest = |&i: &u32| if i == u32::MAX { 0.0 } else { rest_length(i) };
        let longest: Vec<f32> =
            trees.iter().map(|tree| tree.edges.iter().map(rest).fold(0.0, f32::max)).collect();
        let mut slots: Vec<Vec<usize>> = vec![Vec::new(); trees.len()];
        let mut nodes = Vec::new();
        for level in 0..depth(trees) {
            for (t, tree) in trees.iter().enumerate() {
                for place in places(tree, level) {
                    slots[t].push(nodes.len());
                    nodes.push(Some(Node {
                        particle: tree.particles[place],
                        parent: slots[t][tree.parents[place]],
                        edge: tree.edges[place],
                        longest: longest[t],
                    }));
                }
            }
            nodes.resize(nodes.len().next_multiple_of(lanes), None);
        }
        Self { nodes }
    }
}

fn depth(trees: &[Tree]) -> usize {
    trees.iter().map(|tree| tree.level_ends.len()).max().unwrap_or(0)
}

/// The places of a level among the particles of a tree.
fn places(tree: &Tree, level: usize) -> core::ops::Range<usize> {
    let ends = &tree.level_ends;
    match ends.get(level) {
        Some(&end) => level.checked_sub(1).map_or(0, |before| ends[before])..end,
        None => 0..0,
    }
}
