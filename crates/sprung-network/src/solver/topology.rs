//! Which springs form chains and trees by themselves.

use crate::network::Network;

/// Particles in a row, and the spring from each to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) particles: Vec<usize>,
    pub(crate) springs: Vec<u32>,
}

/// Particles that branch from a root: level by level, each after its parent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) particles: Vec<usize>,
    /// The place of its parent among the particles; the root is its own.
    pub(crate) parents: Vec<usize>,
    /// The spring to its parent; `u32::MAX` for the root.
    pub(crate) springs: Vec<u32>,
    /// Where each level ends.
    pub(crate) level_ends: Vec<usize>,
}

/// A network taken apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    pub(crate) chains: Vec<Path>,
    pub(crate) trees: Vec<Tree>,
    /// The springs of all other parts.
    pub(crate) others: Vec<u32>,
}

/// The parts of a network.
///
/// Fixed particles part a network: nothing passes through them. A part whose free particles do not close a ring is a
/// chain if none of them has more than two springs, else a tree. Both may end in fixed particles.
pub(crate) fn parts(net: &Network) -> Parts {
    let at = springs_at(net);
    let free = |p: usize| !net.particles[p].is_fixed();
    let mut seen = vec![false; net.particles.len()];
    let mut parts = Parts::default();
    for start in (0..net.particles.len()).filter(|&p| free(p)) {
        if seen[start] || at[start].is_empty() {
            continue;
        }
        let part = part_of(net, &at, start, &mut seen);
        let ends = |&p: &usize| at[p].len() == 1 || at[p].iter().any(|&i| !free(other(net, i, p)));
        let inner = |p: usize| at[p].iter().filter(|&&i| free(other(net, i, p))).count();
        let closed = part.iter().map(|&p| inner(p)).sum::<usize>() > 2 * (part.len() - 1);
        let forks = part.iter().any(|&p| at[p].len() > 2);
        match part.iter().copied().find(ends) {
            Some(head) if !closed && !forks => parts.chains.push(walk(net, &at, head)),
            _ if !closed => parts.trees.push(grow(net, &at, &part)),
            _ => {
                let mut springs: Vec<u32> = part.iter().flat_map(|&p| at[p].clone()).collect();
                springs.sort_unstable();
                springs.dedup();
                parts.others.extend(springs);
            }
        }
    }
    parts.others.sort_unstable();
    parts
}

/// The springs at each particle.
fn springs_at(net: &Network) -> Vec<Vec<u32>> {
    let mut at = vec![Vec::new(); net.particles.len()];
    for (i, s) in net.springs.iter().enumerate() {
        at[s.a].push(i as u32);
        at[s.b].push(i as u32);
    }
    at
}

fn other(net: &Network, spring: u32, end: usize) -> usize {
    let s = &net.springs[spring as usize];
    if s.a == end { s.b } else { s.a }
}

/// The free particles that hang together with `start`.
fn part_of(net: &Network, at: &[Vec<u32>], start: usize, seen: &mut [bool]) -> Vec<usize> {
    let mut part = vec![start];
    seen[start] = true;
    let mut next = 0;
    while next < part.len() {
        let p = part[next];
        for &i in &at[p] {
            let q = other(net, i, p);
            if !seen[q] && !net.particles[q].is_fixed() {
                seen[q] = true;
                part.push(q);
            }
        }
        next += 1;
    }
    part
}

/// From the end particle `head` to the other end; a fixed particle beside the head comes first.
fn walk(net: &Network, at: &[Vec<u32>], head: usize) -> Path {
    let free = |p: usize| !net.particles[p].is_fixed();
    let mut path = Path::default();
    let mut came_by = None;
    if let Some(&anchored) = at[head].iter().find(|&&i| !free(other(net, i, head))) {
        path.particles.push(other(net, anchored, head));
        path.springs.push(anchored);
        came_by = Some(anchored);
    }
    let mut here = head;
    loop {
        path.particles.push(here);
        let onward = at[here].iter().copied().find(|&i| free(here) && Some(i) != came_by);
        let Some(spring) = onward else { break };
        path.springs.push(spring);
        here = other(net, spring, here);
        came_by = Some(spring);
    }
    path
}

/// A part without rings from its first fixed particle, or else from its first particle. Every spring to a fixed
/// particle ends in a leaf of its own.
fn grow(net: &Network, at: &[Vec<u32>], part: &[usize]) -> Tree {
    let free = |p: usize| !net.particles[p].is_fixed();
    let nailed = part.iter().flat_map(|&p| at[p].iter().map(move |&i| (other(net, i, p), i)));
    let nail = nailed.into_iter().find(|&(end, _)| !free(end));
    let root = nail.map_or(part[0], |(end, _)| end);
    let mut tree = Tree {
        particles: vec![root],
        parents: vec![0],
        springs: vec![u32::MAX],
        level_ends: vec![1],
    };
    let mut first = 0;
    while first < tree.particles.len() {
        for place in first..tree.particles.len() {
            let (particle, came_by) = (tree.particles[place], tree.springs[place]);
            let onward = match &nail {
                Some((_, spring)) if place == 0 => core::slice::from_ref(spring),
                _ if free(particle) => &at[particle][..],
                _ => &[],
            };
            for &spring in onward.iter().filter(|&&i| i != came_by) {
                tree.particles.push(other(net, spring, particle));
                tree.parents.push(place);
                tree.springs.push(spring);
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
            net.join(a, b);
        }
        net.pin(fixed.iter().copied());
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
        assert_eq!(paths[0].springs, [2, 1, 0]);
    }

    #[test]
    fn a_nail_in_the_middle_makes_two_chains() {
        let paths = chains(&net(5, &[2], &[(0, 1), (1, 2), (2, 3), (3, 4)]));
        assert_eq!(paths.len(), 2);
        assert_eq!(paths[0].particles, [0, 1, 2]);
        assert_eq!(paths[1].particles, [2, 3, 4]);
    }

    #[test]
    fn a_rope_between_two_nails_keeps_both() {
        let paths = chains(&net(4, &[0, 3], &[(0, 1), (1, 2), (2, 3)]));
        assert_eq!(paths[0].particles, [0, 1, 2, 3]);
        let paths = chains(&net(3, &[0, 2], &[(0, 1), (1, 2)]));
        assert_eq!(paths[0].particles, [0, 1, 2]);
    }

    #[test]
    fn rings_are_neither_chains_nor_trees() {
        let found = parts(&net(3, &[], &[(0, 1), (1, 2), (2, 0)]));
        assert!(found.chains.is_empty() && found.trees.is_empty() && found.others == [0, 1, 2]);
        // A ring with a twig, and a square of which one corner is a nail: two ways lead to it.
        let found = parts(&net(4, &[], &[(0, 1), (1, 2), (2, 0), (0, 3)]));
        assert!(found.trees.is_empty() && found.others == [0, 1, 2, 3]);
        let found = parts(&net(5, &[3], &[(0, 1), (1, 2), (2, 3), (3, 0), (1, 4)]));
        assert!(found.others.is_empty(), "a nail opens the ring");
        assert_eq!(found.trees[0].particles, [3, 0, 1, 2, 4, 3]);
    }

    #[test]
    fn forks_are_trees_level_by_level() {
        let found = parts(&net(6, &[5], &[(0, 1), (2, 0), (0, 3), (3, 4)]));
        assert!(found.chains.is_empty() && found.others.is_empty());
        let tree = &found.trees[0];
        assert_eq!(tree.particles, [0, 1, 2, 3, 4]);
        assert_eq!(tree.parents, [0, 0, 0, 0, 3]);
        assert_eq!(tree.springs, [u32::MAX, 0, 1, 2, 3]);
        assert_eq!(tree.level_ends, [1, 4, 5]);
    }

    #[test]
    fn a_tree_hangs_from_its_first_nail_and_ends_in_the_others() {
        let found = parts(&net(5, &[3, 4], &[(0, 1), (1, 2), (1, 3), (1, 4)]));
        let tree = &found.trees[0];
        assert_eq!(tree.particles, [3, 1, 0, 2, 4]);
        assert_eq!(tree.parents, [0, 0, 1, 1, 1]);
        assert_eq!(tree.springs, [u32::MAX, 2, 0, 1, 3]);
    }

    #[test]
    fn springs_between_nails_belong_to_nothing() {
        let paths = chains(&net(3, &[0, 1], &[(0, 1), (1, 2)]));
        assert_eq!(paths[0].particles, [1, 2]);
    }
}
