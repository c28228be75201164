//! Orders of particles of small bandwidth, so that edges join particles that are close in memory.
//!
//! The search is that of Cuthill and McKee (*Reducing the bandwidth of sparse symmetric matrices*, 1969), which is breadth
//! first from one end of the graph, with neighbors in the order of their edges instead of their degrees; the reverse
//! order has the same bandwidth.

use alloc::vec;
use alloc::vec::Vec;

use super::adjacency::Adjacency;

/// Returns the order as given or that of [`cuthill_mckee`], whichever has the smaller bandwidth. `edges` are the ends of
/// the edges.
pub(crate) fn narrower(particles: usize, edges: &[[usize; 2]], given: Vec<usize>) -> Vec<usize> {
    let found = cuthill_mckee(particles, edges, &given);
    let width = |order: &[usize]| bandwidth(particles, edges, order);
    if width(&found) < width(&given) { found } else { given }
}

/// Returns the largest distance in the order between the two ends of an edge.
pub(crate) fn bandwidth(particles: usize, edges: &[[usize; 2]], order: &[usize]) -> usize {
    let mut place = vec![0; particles];
    for (at, &particle) in order.iter().enumerate() {
        place[particle] = at;
    }
    edges.iter().map(|&[a, b]| place[a].abs_diff(place[b])).max().unwrap_or(0)
}

/// Breadth-first order of each connected component, from the particle that a first search finds last.
fn cuthill_mckee(particles: usize, edges: &[[usize; 2]], given: &[usize]) -> Vec<usize> {
    let adjacency = Adjacency::new(particles, edges.iter().map(|&ends| (0, ends)));
    let mut order = Vec::with_capacity(given.len());
    let mut seen = vec![false; particles];
    for &start in given {
        if seen[start] {
            continue;
        }
        // A second search from the far end of a component gives narrower levels than one from anywhere.
        let component = adjacency.breadth_first(start, &mut seen, |_| true);
        for &particle in &component {
            seen[particle] = false;
        }
        let far_end = component[component.len() - 1];
        order.extend(adjacency.breadth_first(far_end, &mut seen, |_| true));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_shuffled_order_gets_bandwidth_one() {
        // The path 0, 7, 4, 1, 8, 5, 2, 9, 6, 3.
        let path: Vec<usize> = (0..10).map(|i| i * 7 % 10).collect();
        let edges: Vec<[usize; 2]> = path.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let given: Vec<usize> = (0..10).collect();
        assert_eq!(bandwidth(10, &edges, &given), 7);
        let order = narrower(10, &edges, given);
        assert_eq!(bandwidth(10, &edges, &order), 1);
    }

    #[test]
    fn an_order_that_is_already_narrow_is_kept() {
        let edges: Vec<[usize; 2]> = (0..9).map(|i| [i, i + 1]).collect();
        let given: Vec<usize> = (0..10).collect();
        assert_eq!(narrower(10, &edges, given.clone()), given);
    }
}
