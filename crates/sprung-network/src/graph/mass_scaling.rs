//! Mass scaling: heavier particles where few edges carry the load of many.
//!
//! One sweep per sub-step leaves an edge under a tension `T` longer by about `T h²/m`. At a fixed corner of a sheet, `T`
//! is the load of the whole sheet; a few rings of edges farther it is shared by many. So the particles that are hung up
//! are made heavier, by a small part of the mass of the whole: they move little, and the motion hardly changes.
//!
//! ```text
//! ring      number of edges to the nearest fixed particle
//! load      mass in the ring and beyond / edges that come in from the ring before
//! m'      = max(m, load / limit), with the limit for which Σ (m' − m) is the given part of the mass
//! ```

use alloc::vec;
use alloc::vec::Vec;

use super::adjacency::{Adjacency, Incident};
use super::sorting::sort_by_key;
use super::union_find::UnionFind;

/// The ring of a particle that no fixed one is joined to.
pub(crate) const FAR: usize = usize::MAX;
/// Halvings of the interval of the limit.
const HALVINGS: usize = 60;

/// Returns the masses, kg, that add up to `1 + part` times those given, in each connected component with a fixed
/// particle; fixed particles, of mass 0, keep it.
pub(crate) fn scaled(adjacency: &Adjacency, masses: &[f64], part: f64) -> Vec<f64> {
    let ring = rings(adjacency, |p| masses[p] == 0.0);
    let mut sets = UnionFind::with_capacity(masses.len());
    sets.reset(masses.len());
    let dynamic = |p: usize| masses[p] > 0.0;
    for p in (0..masses.len()).filter(|&p| dynamic(p)) {
        let others = adjacency.at(p).iter().map(|incident| incident.other);
        others.filter(|&other| dynamic(other)).for_each(|other| sets.union(p, other));
    }
    let held = (0..masses.len()).filter(|&p| dynamic(p) && ring[p] != FAR);
    let mut members: Vec<(usize, usize)> = held.map(|p| (sets.find(p), p)).collect();
    sort_by_key(&mut members, |member| member.0 as u32);
    let mut scaled = masses.to_vec();
    for component in members.chunk_by(|a, b| a.0 == b.0) {
        let members: Vec<usize> = component.iter().map(|member| member.1).collect();
        let members = &members;
        let load = loads(adjacency, masses, &ring, members);
        let at = |limit: f64, p: usize| masses[p].max(load[ring[p]] / limit);
        let whole: f64 = members.iter().map(|&p| masses[p]).sum();
        let lightest = members.iter().fold(f64::INFINITY, |least, &p| masses[p].min(least));
        // At the higher limit no particle is heavier, at the lower one the mass that is added is enough.
        let mut high = load.iter().fold(0.0, |most: f64, &load| most.max(load)) / lightest;
        let added = |limit: f64| members.iter().map(|&p| at(limit, p) - masses[p]).sum::<f64>();
        let mut low = high;
        while low > 0.0 && added(low) < part * whole {
            low *= 0.5;
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if added(middle) > part * whole { low = middle } else { high = middle }
        }
        if high > 0.0 && high.is_finite() {
            members.iter().for_each(|&p| scaled[p] = at(high, p));
        }
    }
    scaled
}

/// The number of edges to the nearest fixed particle; [`FAR`] if there is none.
pub(crate) fn rings(adjacency: &Adjacency, is_fixed: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut ring = vec![FAR; adjacency.len()];
    let mut order: Vec<usize> = (0..adjacency.len()).filter(|&p| is_fixed(p)).collect();
    order.iter().for_each(|&p| ring[p] = 0);
    let mut next = 0;
    while next < order.len() {
        let at = order[next];
        for &Incident { other, .. } in adjacency.at(at) {
            if ring[other] == FAR {
                ring[other] = ring[at] + 1;
                order.push(other);
            }
        }
        next += 1;
    }
    ring
}

/// The mass that an edge into each ring carries, if all that come in carry the same.
fn loads(adjacency: &Adjacency, masses: &[f64], ring: &[usize], members: &[usize]) -> Vec<f64> {
    let last = members.iter().map(|&p| ring[p]).max().unwrap_or(0);
    let (mut beyond, mut edges) = (vec![0.0; last + 2], vec![0.0; last + 1]);
    for &p in members {
        beyond[ring[p]] += masses[p];
        let inward = adjacency.at(p).iter().filter(|incident| ring[incident.other] < ring[p]);
        edges[ring[p]] += inward.count() as f64;
    }
    for k in (0..=last).rev() {
        beyond[k] += beyond[k + 1];
    }
    beyond.iter().zip(edges).map(|(&mass, edges): (&f64, f64)| mass / edges.max(1.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(masses: &[f64]) -> Vec<f64> {
        let edges = (1..masses.len()).map(|i| (i as u32 - 1, [i - 1, i]));
        scaled(&Adjacency::new(masses.len(), edges), masses, 0.5)
    }

    #[test]
    fn a_chain_gets_its_heaviest_links_where_it_hangs() {
        // Loads of 4, 3, 2 and 1: a limit of 9/5 adds 2 to the mass of 4, as 20/9 + 15/9 + 10/9 + 1 = 6.
        let found = chain(&[0.0, 1.0, 1.0, 1.0, 1.0]);
        for (found, expected) in found.iter().zip([0.0, 20.0 / 9.0, 15.0 / 9.0, 10.0 / 9.0, 1.0]) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn heavy_ends_are_left_as_they_are_and_free_chains_too() {
        let found = chain(&[0.0, 1.0, 100.0]);
        assert_eq!((found[0], found[2]), (0.0, 100.0));
        assert!((found[1] - 51.5).abs() < 1e-6, "{}", found[1]);
        assert_eq!(chain(&[1.0, 1.0, 2.0]), [1.0, 1.0, 2.0]);
    }
}
