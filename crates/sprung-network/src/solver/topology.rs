//! Which springs form chains by themselves.

use crate::network::Network;

/// Particles in a row, and the spring from each to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) particles: Vec<usize>,
    pub(crate) springs: Vec<u32>,
}

/// The parts of a network that are chains, and the springs of all other parts.
///
/// Fixed particles part a network: nothing passes through them. A part is a chain if none of its free particles has
/// more than two springs and it is not closed; it may end in fixed particles.
pub(crate) fn chains(net: &Network) -> (Vec<Path>, Vec<u32>) {
    let at = springs_at(net);
    let free = |p: usize| !net.particles[p].is_fixed();
    let mut seen = vec![false; net.particles.len()];
    let (mut paths, mut others) = (Vec::new(), Vec::new());
    for start in (0..net.particles.len()).filter(|&p| free(p)) {
        if seen[start] || at[start].is_empty() {
            continue;
        }
        let part = part_of(net, &at, start, &mut seen);
        let ends = |&p: &usize| at[p].len() == 1 || at[p].iter().any(|&i| !free(other(net, i, p)));
        let head = part.iter().copied().find(ends);
        match head {
            Some(head) if part.iter().all(|&p| at[p].len() <= 2) => {
                paths.push(walk(net, &at, head));
            }
            _ => {
                let mut springs: Vec<u32> = part.iter().flat_map(|&p| at[p].clone()).collect();
                springs.sort_unstable();
                springs.dedup();
                others.extend(springs);
            }
        }
    }
    others.sort_unstable();
    (paths, others)
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

    #[test]
    fn a_rope_in_any_spring_order_is_one_path() {
        let (paths, others) = chains(&net(4, &[2], &[(1, 3), (0, 1), (2, 0)]));
        assert!(others.is_empty());
        assert_eq!(paths[0].particles, [2, 0, 1, 3]);
        assert_eq!(paths[0].springs, [2, 1, 0]);
    }

    #[test]
    fn a_nail_in_the_middle_makes_two_chains() {
        let (paths, others) = chains(&net(5, &[2], &[(0, 1), (1, 2), (2, 3), (3, 4)]));
        assert!(others.is_empty());
        assert_eq!(paths.len(), 2);
        assert_eq!(paths[0].particles, [0, 1, 2]);
        assert_eq!(paths[1].particles, [2, 3, 4]);
    }

    #[test]
    fn a_rope_between_two_nails_keeps_both() {
        let (paths, _) = chains(&net(4, &[0, 3], &[(0, 1), (1, 2), (2, 3)]));
        assert_eq!(paths[0].particles, [0, 1, 2, 3]);
        let (paths, _) = chains(&net(3, &[0, 2], &[(0, 1), (1, 2)]));
        assert_eq!(paths[0].particles, [0, 1, 2]);
    }

    #[test]
    fn rings_forks_and_loose_particles_are_no_chains() {
        let (paths, others) = chains(&net(3, &[], &[(0, 1), (1, 2), (2, 0)]));
        assert!(paths.is_empty() && others == [0, 1, 2]);
        let (paths, others) = chains(&net(5, &[4], &[(0, 1), (0, 2), (0, 3)]));
        assert!(paths.is_empty() && others == [0, 1, 2]);
    }

    #[test]
    fn springs_between_nails_belong_to_nothing() {
        let (paths, others) = chains(&net(3, &[0, 1], &[(0, 1), (1, 2)]));
        assert_eq!(paths[0].particles, [1, 2]);
        assert!(others.is_empty());
    }
}
