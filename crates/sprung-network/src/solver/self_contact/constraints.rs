//! The contacts of a step in groups without a common particle, so that sixteen are solved at a time.

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::contacts::{Contact, Contacts};
use crate::lanes::record::LANES;

use super::pair::Pair;

/// What the two of a contact may come closer without a push, of the thickness: rounding is not pushed.
const SLOP: f32 = 1e-4;

/// Groups that are filled at the same time: more than the contacts of a particle that falls into a heap.
const OPEN: usize = WORDS * BITS;
const WORDS: usize = 4;
const BITS: usize = u64::BITS as usize;

/// A bit for each group that is filled.
type Groups = [u64; WORDS];

/// Takes contacts one by one, each to the first open group in which none of its particles is.
#[derive(Clone, Debug)]
pub(super) struct Constraints {
    pub(super) contacts: Contacts,
    /// The contacts of the open groups, and their numbers.
    open: Vec<[Contact; LANES]>,
    counts: [usize; OPEN],
    /// A bit for each group that is begun and not full.
    room: Groups,
    begun: usize,
    /// By particle: the round, and the open groups that it is in.
    groups_of: Vec<(u32, Groups)>,
    /// Counts how often all groups have been closed.
    round: u32,
}

impl Constraints {
    pub(super) fn new(particles: usize, capacity: usize) -> Self {
        Self {
            contacts: Contacts::with_capacity(capacity),
            open: vec![[Contact::default(); LANES]; OPEN],
            counts: [0; OPEN],
            room: [0; WORDS],
            begun: 0,
            groups_of: vec![(0, [0; WORDS]); particles],
            round: 1,
        }
    }

    pub(super) fn clear(&mut self) {
        self.contacts.clear();
        self.open_round();
    }

    /// Adds the contact of a pair, unless no particle of it can be moved.
    pub(super) fn add(&mut self, pair: &Pair, slots: [u32; 4], inverse_masses: [f32; 4]) {
        let Pair { of, weights, normal, thickness, gap, .. } = *pair;
        let terms: [f32; 4] = core::array::from_fn(|i| weights[i] * weights[i] * inverse_masses[i]);
        let effective_mass = 1.0 / (terms[0] + terms[1] + (terms[2] + terms[3]));
        if !(effective_mass > 0.0 && effective_mass.is_finite()) {
            return;
        }
        let least = gap.min(thickness);
        let (room, missing) = (gap - least + SLOP * thickness, thickness - least);
        let contact = Contact { slots, weights, normal, room, missing, effective_mass };
        // Fixed particles are not moved, and may be in many contacts of a group.
        let moved = || (0..4).filter(|&i| inverse_masses[i] > 0.0).map(|i| of[i] as usize);
        let mut free = self.room;
        for (round, groups) in moved().map(|p| &self.groups_of[p]) {
            if *round == self.round {
                free.iter_mut().zip(groups).for_each(|(free, taken)| *free &= !taken);
            }
        }
        let word = free.iter().position(|&free| free != 0);
        let free = word.map(|word| word * BITS + free[word].trailing_zeros() as usize);
        let group = free.unwrap_or_else(|| self.begin_group());
        let (word, bit) = (group / BITS, 1 << (group % BITS));
        for p in moved() {
            let (round, groups) = &mut self.groups_of[p];
            if *round != self.round {
                (*round, *groups) = (self.round, [0; WORDS]);
            }
            groups[word] |= bit;
        }
        self.open[group][self.counts[group]] = contact;
        self.counts[group] += 1;
        if self.counts[group] == LANES {
            self.room[word] &= !bit;
        }
    }

    /// Opens an empty group.
    fn begin_group(&mut self) -> usize {
        if self.begun == OPEN {
            self.close();
        }
        let group = self.begun;
        self.begun += 1;
        self.counts[group] = 0;
        self.room[group / BITS] |= 1 << (group % BITS);
        group
    }

    /// Closes all open groups.
    pub(super) fn close(&mut self) {
        for (group, &count) in self.open.iter().zip(&self.counts).take(self.begun) {
            self.contacts.add_group(group[..count].iter());
        }
        self.open_round();
    }

    fn open_round(&mut self) {
        (self.room, self.begun) = ([0; WORDS], 0);
        self.round = self.round.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::primitives::{Kind, NONE};
    use super::*;

    /// A contact of two segments.
    fn pair(of: [u32; 4]) -> Pair {
        Pair {
            of,
            kind: Kind::Segments,
            sides: [NONE; 2],
            of_surfaces: false,
            max_thickness: 1.0,
            weights: [0.5, 0.5, -0.5, -0.5],
            normal: [0.0, 1.0, 0.0],
            thickness: 0.1,
            gap: 0.1,
            pushes: true,
            is_crossed: false,
            seen: 0.0,
            found: 0,
        }
    }

    /// Each of 40 segments that fall touches all 100 of a heap.
    #[test]
    fn segments_with_many_contacts_fill_groups() {
        let (falling, heap) = (40, 100);
        let total = falling * heap;
        let mut constraints = Constraints::new(2 * (falling + heap), total);
        for i in 0..falling as u32 {
            for j in falling as u32..(falling + heap) as u32 {
                let of = [2 * i, 2 * i + 1, 2 * j, 2 * j + 1];
                constraints.add(&pair(of), of, [1.0; 4]);
            }
        }
        constraints.close();
        let contacts = &constraints.contacts;
        let mut count = 0;
        for &[first, len] in contacts.groups() {
            let range = first as usize..(first + len) as usize;
            count += range.len();
            let mut of: Vec<u32> =
                contacts.slots.iter().flat_map(|slots| slots[range.clone()].to_vec()).collect();
            of.sort_unstable();
            of.dedup();
            assert_eq!(of.len(), 4 * range.len(), "a particle is twice in a group");
        }
        assert_eq!(count, total);
        let groups = contacts.groups().len();
        assert!(groups < 2 * total / LANES, "{groups} groups of {total} contacts");
    }
}
