//! The index of a layout: the place of every edge, the edges of every particle.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use crate::edge::Edge;
use crate::kernel::tether::Tethers;
use crate::solver::layout::partition::Partition;
use crate::solver::layout::places::Place;
use crate::tether::Tether;

/// No entry.
const NONE: u32 = u32::MAX;

/// What changes of a running solver need to know of its layout.
#[derive(Clone, Debug)]
pub(crate) struct Changes {
    /// Of each edge.
    pub(in crate::solver) places: Vec<Option<Place>>,
    /// Twice an edge, plus one for its second end: the first at each particle, and the next at the particle of each.
    first: Vec<u32>,
    next: Vec<[u32; 2]>,
    /// (particle, tether) of both ends of all tethers, in order, and the block, group and lane of each tether.
    tethered: Vec<(u32, u32)>,
    pub(super) tether_places: Vec<[usize; 3]>,
    /// The slot of a dummy, and of dummies that become particles.
    pub(super) dummy: usize,
    pub(super) free_slots: Vec<usize>,
    /// As the layout was made: the inverse masses, the number of edges, and the particles whose slots have been taken.
    #[cfg(feature = "serde")]
    pub(in crate::solver) built_masses: Vec<f32>,
    #[cfg(feature = "serde")]
    pub(in crate::solver) built_edges: usize,
    #[cfg(feature = "serde")]
    pub(in crate::solver) taken: Vec<u32>,
    /// The components are to be found anew before the next step.
    pub(in crate::solver) is_stale: bool,
}

impl Changes {
    pub(in crate::solver) fn new(
        partition: &mut Partition,
        edges: &[Edge],
        tethers: &[Tether],
        inverse_mass: &[f32],
    ) -> Self {
        let mut tethered: Vec<(u32, u32)> = (0..).zip(tethers).flat_map(of_ends).collect();
        tethered.sort_unstable();
        let first = partition.grow();
        let mut changes = Self {
            places: partition.places(edges.len()),
            first: vec![NONE; inverse_mass.len()],
            next: Vec::with_capacity(edges.len()),
            tethered,
            tether_places: tether_places(partition),
            dummy: first,
            free_slots: (first + 1..partition.particles.len()).rev().collect(),
            #[cfg(feature = "serde")]
            built_masses: inverse_mass.to_vec(),
            #[cfg(feature = "serde")]
            built_edges: edges.len(),
            #[cfg(feature = "serde")]
            taken: Vec::new(),
            is_stale: false,
        };
        edges.iter().for_each(|edge| changes.join([edge.a, edge.b]));
        changes
    }

    /// Adds the next edge to the lists of its ends.
    pub(in crate::solver) fn join(&mut self, ends: [usize; 2]) {
        let edge = self.next.len() as u32;
        self.next.push(ends.map(|end| self.first[end]));
        for (i, end) in (0..).zip(ends) {
            self.first[end] = 2 * edge + i;
        }
    }

    /// Adds the next particle, without edges.
    pub(super) fn add_particle(&mut self) {
        self.first.push(NONE);
    }

    /// Returns the edges of a particle, those added last first.
    pub(super) fn edges_of(&self, particle: usize) -> impl Iterator<Item = usize> + '_ {
        let mut at = self.first[particle];
        core::iter::from_fn(move || {
            let half = at;
            at = *self.next.get(half as usize / 2)?.get(half as usize % 2)?;
            Some(half as usize / 2)
        })
    }

    /// Returns the tethers that begin or end at a particle.
    pub(in crate::solver) fn tethers_of(
        &self,
        particle: usize,
    ) -> impl Iterator<Item = usize> + '_ {
        let start = self.tethered.partition_point(|entry| (entry.0 as usize) < particle);
        let own = self.tethered[start..].iter().take_while(move |e| e.0 as usize == particle);
        own.map(|entry| entry.1 as usize)
    }

    /// Follows a tether that has been inserted at an index.
    pub(super) fn insert_tether(&mut self, at: usize, tether: &Tether, partition: &Partition) {
        let later = self.tethered.iter_mut().filter(|entry| entry.1 as usize >= at);
        later.for_each(|entry| entry.1 += 1);
        for entry in of_ends((at as u32, tether)) {
            let place = self.tethered.partition_point(|other| *other < entry);
            self.tethered.insert(place, entry);
        }
        self.tether_places = tether_places(partition);
    }

    /// Follows tethers that have been removed.
    pub(super) fn remove_tethers(&mut self, range: &Range<usize>, partition: &Partition) {
        self.tethered.retain(|entry| !range.contains(&(entry.1 as usize)));
        let later = self.tethered.iter_mut().filter(|entry| entry.1 as usize >= range.end);
        later.for_each(|entry| entry.1 -= range.len() as u32);
        self.tether_places = tether_places(partition);
    }
}

/// The entries of both ends of a tether.
fn of_ends((index, tether): (u32, &Tether)) -> [(u32, u32); 2] {
    [tether.anchor, tether.particle].map(|p| (p as u32, index))
}

/// Returns the block, the group and the lane of each tether.
fn tether_places(partition: &Partition) -> Vec<[usize; 3]> {
    let blocks = partition.blocks.iter().enumerate();
    let groups = blocks.flat_map(|(block, of)| {
        (0..).zip(&of.tethers).map(move |(group, tethers)| (block, group, tethers))
    });
    let lanes = |(block, group, tethers): (usize, usize, &Tethers)| {
        (0..tethers.count()).map(move |lane| [block, group, lane])
    };
    groups.flat_map(lanes).collect()
}
