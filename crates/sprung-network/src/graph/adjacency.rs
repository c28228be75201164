//! Adjacency lists of a network in compressed form, and breadth-first search on them.

use alloc::vec;
use alloc::vec::Vec;

use super::compressed_lists::CompressedLists;

/// The edges at each particle, in the order in which they were given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjacency(CompressedLists<Incident>);

/// An edge as seen from one of its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Incident {
    /// The index of the edge.
    pub(crate) edge: u32,
    /// The particle at its other end.
    pub(crate) other: usize,
}

impl Adjacency {
    /// The lists of `particles` particles, from the index and the two ends of each edge.
    pub(crate) fn new(
        particles: usize,
        edges: impl Iterator<Item = (u32, [usize; 2])> + Clone,
    ) -> Self {
        let ends = edges.flat_map(|(edge, [a, b])| {
            [(a, b), (b, a)].map(|(end, other)| (end, Incident { edge, other }))
        });
        Self(CompressedLists::new(particles, ends))
    }

    /// Returns the edges at a particle.
    pub(crate) fn at(&self, particle: usize) -> &[Incident] {
        self.0.at(particle)
    }

    /// Returns the number of particles.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of edges at a particle.
    pub(crate) fn degree(&self, particle: usize) -> usize {
        self.at(particle).len()
    }

    /// Returns the first edge that joins the same particles as one before it, and the first of those.
    pub(crate) fn duplicate(&self) -> Option<(u32, u32)> {
        let mut found: Option<(u32, u32)> = None;
        // For each particle whose edge came to it last, and which.
        let mut seen = vec![(usize::MAX, 0); self.len()];
        for particle in 0..self.len() {
            for &Incident { edge, other } in self.at(particle) {
                if seen[other].0 != particle {
                    seen[other] = (particle, edge);
                } else if found.is_none_or(|(first, _)| edge < first) {
                    found = Some((edge, seen[other].1));
                }
            }
        }
        found
    }

    /// Returns the particles that a breadth-first search from `start` reaches through particles that `enters` admits and
    /// that it has not seen before, in the order in which it finds them.
    pub(crate) fn breadth_first(
        &self,
        start: usize,
        seen: &mut [bool],
        enters: impl Fn(usize) -> bool,
    ) -> Vec<usize> {
        let mut order = vec![start];
        seen[start] = true;
        let mut next = 0;
        while next < order.len() {
            for &Incident { other, .. } in self.at(order[next]) {
                if !seen[other] && enters(other) {
                    seen[other] = true;
                    order.push(other);
                }
            }
            next += 1;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square_with_tail() -> Adjacency {
        let edges = [[0, 1], [1, 2], [3, 2], [0, 3], [3, 4]];
        Adjacency::new(6, edges.into_iter().enumerate().map(|(i, ends)| (i as u32, ends)))
    }

    #[test]
    fn edges_are_listed_at_both_ends_in_their_order() {
        let adjacency = square_with_tail();
        let at = |edge, other| Incident { edge, other };
        assert_eq!(adjacency.at(3), [at(2, 2), at(3, 0), at(4, 4)]);
        assert_eq!([adjacency.degree(0), adjacency.degree(5)], [2, 0]);
    }

    #[test]
    fn the_first_duplicate_is_found_with_what_it_repeats() {
        assert_eq!(square_with_tail().duplicate(), None);
        let edges = [[0, 1], [2, 3], [1, 2], [3, 2], [1, 0], [2, 3]];
        let ends = edges.into_iter().enumerate().map(|(i, ends)| (i as u32, ends));
        assert_eq!(Adjacency::new(4, ends).duplicate(), Some((3, 1)));
    }

    #[test]
    fn breadth_first_search_goes_by_distance_and_stops_at_what_it_may_not_enter() {
        let adjacency = square_with_tail();
        let mut seen = [false; 6];
        assert_eq!(adjacency.breadth_first(0, &mut seen, |_| true), [0, 1, 3, 2, 4]);
        assert!(!seen[5]);
        let mut seen = [false; 6];
        assert_eq!(adjacency.breadth_first(0, &mut seen, |p| p != 3), [0, 1, 2]);
    }
}
