//! Shortest paths along edges, by Dijkstra's algorithm.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use super::adjacency::{Adjacency, Incident};

/// Returns the length of the shortest path from `start` to every particle, m; infinite where there is none.
///
/// `lengths` are those of the edges, m, >= 0. Sums are in f64, so that long paths do not round short.
pub(crate) fn shortest_paths(adjacency: &Adjacency, start: usize, lengths: &[f32]) -> Vec<f32> {
    let mut shortest = vec![f64::INFINITY; adjacency.len()];
    shortest[start] = 0.0;
    // The bits of lengths that are not negative have the order of the lengths.
    let mut queue = BinaryHeap::from([(Reverse(0), start)]);
    while let Some((Reverse(bits), particle)) = queue.pop() {
        let path = f64::from_bits(bits);
        if path > shortest[particle] {
            continue;
        }
        for &Incident { edge, other } in adjacency.at(particle) {
            // A negative length, which `check` refuses, would shorten paths endlessly.
            let length = lengths[edge as usize];
            let path = path + f64::from(length);
            if length >= 0.0 && path < shortest[other] {
                shortest[other] = path;
                queue.push((Reverse(path.to_bits()), other));
            }
        }
    }
    shortest.into_iter().map(|path| path as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_of_two_paths_counts_and_unreachable_particles_are_infinitely_far() {
        let edges = [([0, 1], 1.0), ([1, 2], 1.0), ([0, 2], 3.0), ([3, 4], 1.0_f32)];
        let ends = edges.iter().enumerate().map(|(i, (ends, _))| (i as u32, *ends));
        let adjacency = Adjacency::new(5, ends);
        let found = shortest_paths(&adjacency, 0, &edges.map(|(_, length)| length));
        assert_eq!(found, [0.0, 1.0, 2.0, f32::INFINITY, f32::INFINITY]);
    }
}
