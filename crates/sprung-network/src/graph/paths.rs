//! Decomposition of a network into chains, trees and the rest.

use alloc::vec;
use alloc::vec::Vec;

use crate::network::Network;

use super::adjacency::{Adjacency, Incident};
use super::sorting::{ascending, sort_by_key};

/// Particles in a row, and the edge from each to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) particles: Vec<usize>,
    pub(crate) edges: Vec<u32>,
}

/// The longest first, paths of the same length in the order that they are in.
pub(crate) fn longest_first(paths: &mut Vec<Path>) {
    sort_by_key(paths, |path| !(path.edges.len() as u32));
}

/// Particles that branch from a root: level by level, each after its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) particles: Vec<usize>,
    /// The place of its parent among the particles; the root is its own.
    pub(crate) parents: Vec<usize>,
    /// The edge to its parent; `u32::MAX` for the root.
    pub(crate) edges: Vec<u32>,
    /// The end of each level.
    pub(crate) level_ends: Vec<usize>,
}

/// A network taken apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub(crate) chains: Vec<Path>,
    pub(crate) trees: Vec<Tree>,
    /// The edges of all other parts.
    pub(crate) others: Vec<u32>,
}

/// The parts of a network.
///
/// Fixed particles part a network: nothing passes through them. A part whose dynamic particles do not close a ring is a
/// chain if none of them has more than two edges, else a tree. Both may end in fixed particles.
pub(crate) fn parts(net: &Network) -> Parts {
    let adjacency = net.adjacency();
    let at = |p: usize| adjacency.at(p);
    let free = |p: usize| !net.particles[p].is_fixed();
    let mut seen = vec![false; net.particles.len()];
    let mut parts = Parts::default();
    for start in (0..net.particles.len()).filter(|&p| free(p)) {
        if seen[start] || at(start).is_empty() {
            continue;
        }
        let part = adjacency.breadth_first(start, &mut seen, free);
        let inner = |p: usize| at(p).iter().filter(|i| free(i.other)).count();
        let closed = part.iter().map(|&p| inner(p)).sum::<usize>() > 2 * (part.len() - 1);
        let forks = part.iter().any(|&p| at(p).len() > 2);
        let anchor = |&p: &usize| at(p).iter().find(|i| !free(i.other));
        match part.iter().find(|p| at(**p).len() == 1 || anchor(p).is_some()) {
            Some(head) if !closed && !forks => {
                let Tree { particles, edges, .. } = grow(&adjacency, *head, anchor(head), free);
                parts.chains.push(Path { particles, edges: edges[1..].to_vec() });
            }
            _ if !closed => {
                let head = part.iter().find(|p| anchor(p).is_some()).unwrap_or(&part[0]);
                parts.trees.push(grow(&adjacency, *head, anchor(head), free));
            }
            _ => parts.others.extend(part.iter().flat_map(|&p| at(p)).map(|i| i.edge)),
        }
    }
    parts.others = ascending(net.edges.len(), &parts.others);
    parts
}

/// A part without rings from its particle `head`, or from the fixed particle that the edge `anchor` joins to it. Every
/// other edge to a fixed particle ends in a leaf.
fn grow(
    adjacency: &Adjacency,
    head: usize,
    anchor: Option<&Incident>,
    free: impl Fn(usize) -> bool,
) -> Tree {
    let root = anchor.map_or(head, |i| i.other);
    // The root's only child, where the root is fixed: other trees may be anchored at it too.
    let to_child = anchor.map(|i| Incident { edge: i.edge, other: head });
    let mut tree = Tree {
        particles: vec![root],
        parents: vec![0],
        edges: vec![u32::MAX],
        level_ends: vec![1],
    };
    let mut first = 0;
    while first < tree.particles.len() {
        for place in first..tree.particles.len() {
            let (particle, came_by) = (tree.particles[place], tree.edges[place]);
            let onward = match &to_child {
                Some(child) if place == 0 => core::slice::from_ref(child),
                _ if free(particle) => adjacency.at(particle),
                _ => &[],
            };
            for &Incident { edge, other } in onward.iter().filter(|i| i.edge != came_by) {
                tree.particles.push(other);
                tree.parents.push(place);
                tree.edges.push(edge);
            }
        }
        first = tree.level_ends[tree.level_ends.len() - 1];
        if first < tree.particles.len() {
            tree.level_ends.push(tree.particles.len());
        }
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::particle::Particle;

    fn net(particles: usize, fixed: &[usize], joins: &[(usize, usize)]) -> Network {
        let mut net = Network::default();
        for i in 0..particles {
            net.add_particle(Particle::new([i as f32, 0.0, 0.0], 1.0));
        }
        for &(a, b) in joins {
            net.connect(a, b);
        }
        net.fix(fixed.iter().copied());
        net
    }

    fn chains(net: &Network) -> Vec<Path> {
        let parts = parts(net);
        assert!(parts.trees.is_empty() && parts.others.is_empty(), "{parts:?}");
        parts.chains
    }

    #[test]
    fn a_rope_in_any_spring_order_is_one_path() {
        let paths = chains(&net(4, &[2], &[(1, 3), (0, 1), (2, 0)]));
        assert_eq!(paths[0].particles, [2, 0, 1, 3]);
        assert_eq!(paths[0].edges, [2, 1, 0]);
    }

    #[test]
    fn a_fixed_particle_in_the_middle_makes_two_chains() {
        let paths = chains(&net(5, &[2], &[(0, 1), (1, 2), (2, 3), (3, 4)]));
        assert_eq!(paths.len(), 2);
        assert_eq!(paths[0].particles, [0, 1, 2]);
        assert_eq!(paths[1].particles, [2, 3, 4]);
    }

    #[test]
    fn a_rope_between_two_fixed_particles_keeps_both() {
        let paths = chains(&net(4, &[0, 3], &[(0, 1), (1, 2), (2, 3)]));
        assert_eq!(paths[0].particles, [0, 1, 2, 3]);
        let paths = chains(&net(3, &[0, 2], &[(0, 1), (1, 2)]));
        assert_eq!(paths[0].particles, [0, 1, 2]);
    }

    #[test]
    fn rings_are_neither_chains_nor_trees() {
        let found = parts(&net(3, &[], &[(0, 1), (1, 2), (2, 0)]));
        assert!(found.chains.is_empty() && found.trees.is_empty() && found.others == [0, 1, 2]);
        // A ring with a twig, and a square of which one corner is a fixed particle, with two paths to it.
        let found = parts(&net(4, &[], &[(0, 1), (1, 2), (2, 0), (0, 3)]));
        assert!(found.trees.is_empty() && found.others == [0, 1, 2, 3]);
        let found = parts(&net(5, &[3], &[(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)]));
        assert!(found.others.is_empty(), "a fixed particle opens the ring");
        assert_eq!(found.trees[0].particles, [3, 0, 1, 2, 4, 3]);
    }

    #[test]
    fn forks_are_trees_level_by_level() {
        let found = parts(&net(6, &[5], &[(0, 1), (2, 0), (0, 3), (3, 4)]));
        assert!(found.chains.is_empty() && found.others.is_empty());
        let tree = &found.trees[0];
        assert_eq!(tree.particles, [0, 1, 2, 3, 4]);
        assert_eq!(tree.parents, [0, 0, 0, 0, 3]);
        assert_eq!(tree.edges, [u32::MAX, 0, 1, 2, 3]);
        assert_eq!(tree.level_ends, [1, 4, 5]);
    }

    #[test]
    fn a_tree_is_rooted_in_its_first_fixed_particle_and_ends_in_the_others() {
        let found = parts(&net(5, &[3, 4], &[(0, 1), (1, 2), (1, 3), (1, 4)]));
        let tree = &found.trees[0];
        assert_eq!(tree.particles, [3, 1, 0, 2, 4]);
        assert_eq!(tree.parents, [0, 0, 1, 1, 1]);
        assert_eq!(tree.edges, [u32::MAX, 2, 0, 1, 3]);
    }

    #[test]
    fn edges_between_fixed_particles_belong_to_no_part() {
        let paths = chains(&net(3, &[0, 1], &[(0, 1), (1, 2)]));
        assert_eq!(paths[0].particles, [1, 2]);
    }
}
