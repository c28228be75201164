//! Straight lines of edges in a woven network: warp, weft, diagonals.
//!
//! A line is solved as a chain, exactly and at once, and lines that share no particle side by side. What is left to
//! the sweep is only the crossing of lines: a grid of n² particles needs about as many sub-steps as a row of n.

use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::vector::{distance, dot, sub};
use crate::network::Network;

use super::adjacency::{Adjacency, Incident};
use super::coloring::color;
use super::paths::{Path, longest_first};
use super::sorting::sort;

/// Shorter lines are not worth a chain.
const MIN_LINKS: usize = 8;
/// Lines end before a particle with more edges: lines through one particle cannot be solved side by side. Jelly has 26.
const MAX_EDGES: usize = 26;
/// Two edges go on in a line if the cosine of the bend between them is at least this in the rest shape.
const MIN_COSINE: f32 = 0.5;
/// … and if neither is longer than the other by more than this factor.
const MAX_RATIO: f32 = 1.5;

/// Families of lines: the lines of one family share no dynamic particle. Edges on no line are left out.
///
/// None are returned if less than half of the edges lie on lines.
pub(crate) fn families(net: &Network, edges: &[u32]) -> Vec<Vec<Path>> {
    let mut count = vec![0; net.particles.len()];
    edges.iter().flat_map(|&i| net.ends(i)).for_each(|end| count[end] += 1);
    let may_be_on_line = |i: &u32| net.ends(*i).into_iter().all(|end| count[end] <= MAX_EDGES);
    let apart: Vec<u32> = edges.iter().copied().filter(may_be_on_line).collect();
    let mut lines = lines(net, &apart);
    let on_lines: usize = lines.iter().map(|line| line.edges.len()).sum();
    if 2 * on_lines < edges.len() {
        return Vec::new();
    }
    longest_first(&mut lines);
    color(net.particles.len(), lines, |line| net.dynamic(&line.particles))
}

fn lines(net: &Network, edges: &[u32]) -> Vec<Path> {
    let next = continuations(net, edges);
    let mut used = vec![false; net.edges.len()];
    let mut visited = vec![usize::MAX; net.particles.len()];
    let mut lines = Vec::new();
    for &start in edges {
        if used[start as usize] {
            continue;
        }
        // Back to the head, then along; a closed line is cut where it was entered.
        let (mut head, mut end) = (start, net.edges[start as usize].a);
        while let Some(before) = next[head as usize][side(net, head, end)] {
            if before == start {
                break;
            }
            end = net.other_end(before, end);
            head = before;
        }
        let id = lines.len();
        let mut line = Path { particles: vec![end], edges: Vec::new() };
        visited[end] = id;
        let mut along = Some(head);
        while let Some(edge) = along {
            let there = net.other_end(edge, end);
            if used[edge as usize] || visited[there] == id {
                break;
            }
            used[edge as usize] = true;
            visited[there] = id;
            line.edges.push(edge);
            line.particles.push(there);
            along = next[edge as usize][side(net, edge, there)];
            end = there;
        }
        if line.edges.is_empty() {
            used[start as usize] = true;
        }
        lines.push(line);
    }
    lines.retain(|line| line.edges.len() >= MIN_LINKS);
    lines
}

/// For each edge the one that goes on straight at its end a, and at its end b.
fn continuations(net: &Network, edges: &[u32]) -> Vec<[Option<u32>; 2]> {
    let ends = edges.iter().map(|&i| (i, net.ends(i)));
    let adjacency = Adjacency::new(net.particles.len(), ends);
    let mut next = vec![[None; 2]; net.edges.len()];
    // The edges of each pair; the pairs, the straightest first.
    let (mut pairs, mut order) = (Vec::new(), Vec::new());
    for p in (0..net.particles.len()).filter(|&p| !net.particles[p].is_fixed()) {
        pairs.clear();
        order.clear();
        for (k, i) in adjacency.at(p).iter().enumerate() {
            for j in &adjacency.at(p)[k + 1..] {
                if let Some(straightness) = straightness(net, p, i, j) {
                    // The bits of positive numbers are in their order.
                    order.push((!straightness.to_bits(), pairs.len() as u32));
                    pairs.push([i.edge, j.edge]);
                }
            }
        }
        sort(&mut order);
        for &(_, pair) in &order {
            let [i, j] = pairs[pair as usize];
            let (at_i, at_j) = (side(net, i, p), side(net, j, p));
            if next[i as usize][at_i].is_none() && next[j as usize][at_j].is_none() {
                next[i as usize][at_i] = Some(j);
                next[j as usize][at_j] = Some(i);
            }
        }
    }
    next
}

/// The cosine of the bend from edge i to edge j at a particle, if they may belong to one line.
fn straightness(net: &Network, at: usize, i: &Incident, j: &Incident) -> Option<f32> {
    let [si, sj] = [i, j].map(|k| &net.edges[k.edge as usize]);
    let here = net.rest_position(at);
    let [ends_i, ends_j] = [i, j].map(|k| net.rest_position(k.other));
    let lengths = distance(here, ends_i) * distance(here, ends_j);
    let cosine = -dot(sub(ends_i, here), sub(ends_j, here)) / lengths;
    let alike =
        si.rest_length.max(sj.rest_length) <= MAX_RATIO * si.rest_length.min(sj.rest_length);
    (alike && cosine >= MIN_COSINE).then_some(cosine)
}

/// 0 if the particle is end a of the edge, 1 if it is end b.
fn side(net: &Network, edge: u32, particle: usize) -> usize {
    usize::from(net.edges[edge as usize].b == particle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stiffness;
    use crate::shapes::{Cloth, sphere};

    fn found(net: &Network) -> Vec<Vec<Path>> {
        let all: Vec<u32> = (0..net.edges.len() as u32).collect();
        families(net, &all)
    }

    #[test]
    fn warp_and_weft_are_two_families_of_whole_lines() {
        let families = found(&Cloth::new(12, 10, 0.1, 1.0).build().expect("good"));
        assert_eq!(families.len(), 2);
        assert!(families[0].iter().all(|line| line.edges.len() == 11));
        assert!(families[1].iter().all(|line| line.edges.len() == 9));
        assert_eq!((families[0].len(), families[1].len()), (10, 12));
    }

    #[test]
    fn lines_end_before_a_pole_at_which_many_meet() {
        let net = sphere(1.0, 30, 1.0).expect("good");
        let families = found(&net);
        assert!(families.len() <= 3, "{}", families.len());
        let poles = [0, net.particles.len() - 1];
        let meets = |line: &Path| poles.iter().any(|pole| line.particles.contains(pole));
        assert!(families.iter().flatten().all(|line| !meets(line)));
    }

    #[test]
    fn lines_do_not_depend_on_where_the_particles_are_now() {
        let net = Cloth::new(12, 10, 0.1, 1.0).build().expect("good");
        let mut crumpled = net.clone();
        for (i, p) in crumpled.particles.iter_mut().enumerate() {
            p.position = [(i * 7 % 5) as f32, (i * 11 % 3) as f32, (i % 4) as f32];
        }
        let edges = |net: &Network| -> Vec<Vec<u32>> {
            found(net).into_iter().flatten().map(|line| line.edges).collect()
        };
        assert_eq!(edges(&net), edges(&crumpled));
        crumpled.rest_shape.clear();
        assert_ne!(edges(&net), edges(&crumpled), "without a rest shape they do");
    }

    #[test]
    fn bending_springs_do_not_steal_the_weave() {
        let sheet = Cloth::new(20, 20, 0.1, 1.0).with_bend(Stiffness::RIGID);
        let families = found(&sheet.build().expect("good"));
        assert!(families[0].iter().all(|line| line.edges.len() == 19));
        assert_eq!(families[0].len() + families[1].len(), 40);
    }

    #[test]
    fn every_line_visits_its_particles_once_and_in_order() {
        let sheet = Cloth::new(12, 12, 0.1, 1.0).with_shear(Stiffness::RIGID);
        let net = sheet.build().expect("good");
        let mut seen = vec![false; net.edges.len()];
        for family in found(&net) {
            let mut taken = vec![false; net.particles.len()];
            for line in family {
                for &p in &line.particles {
                    assert!(!taken[p]);
                    taken[p] = true;
                }
                for (k, &i) in line.edges.iter().enumerate() {
                    assert!(!seen[i as usize]);
                    seen[i as usize] = true;
                    let s = &net.edges[i as usize];
                    let ends = [line.particles[k], line.particles[k + 1]];
                    assert!(ends == [s.a, s.b] || ends == [s.b, s.a]);
                }
            }
        }
    }

    #[test]
    fn a_closed_band_is_cut_once() {
        let net = crate::shapes::ring(1.0, 24, 1.0).expect("good");
        let families = found(&net);
        assert_eq!(families[0][0].edges.len(), 23);
    }
}
