//! The contacts of a step in groups without a common particle, so that sixteen are solved at a time.

use alloc::vec;
use alloc::vec::Vec;

use crate::kernel::contacts::{Contact, Contacts};
use crate::lanes::record::LANES;

use super::pair::Pair;

/// What the two of a contact may come closer without a push, of the thickness: rounding is not pushed.
const SLOP: f32 = 1e-4;

/// Groups that are filled at the same time.
const OPEN: usize = u64::BITS as usize;

/// Takes contacts one by one, each to the first open group in which none of its particles is.
#[derive(Clone, Debug)]
pub(super) struct Constraints {
    pub(super) contacts: Contacts,
    /// The contacts of the open groups, and their numbers.
    open: Vec<[Contact; LANES]>,
    counts: [usize; OPEN],
    /// A bit for each group that is begun and not full.
    room: u64,
    begun: usize,
    /// By particle: the round, and the open groups that it is in.
    groups_of: Vec<(u32, u64)>,
    /// Counts how often all groups have been closed.
    round: u32,
}

impl Constraints {
    pub(super) fn new(particles: usize, capacity: usize) -> Self {
        Self {
            contacts: Contacts::with_capacity(capacity),
            open: vec![[Contact::default(); LANES]; OPEN],
            counts: [0; OPEN],
            room: 0,
            begun: 0,
            groups_of: vec![(0, 0); particles],
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
        let contact = Contact { slots, weights, normal, room, missing, thickness, effective_mass };
        // Fixed particles are not moved, and may be in many contacts of a group.
        let moved = || (0..4).filter(|&i| inverse_masses[i] > 0.0).map(|i| of[i] as usize);
        let taken = moved().fold(0, |taken, p| {
            let (round, groups) = self.groups_of[p];
            if round == self.round { taken | groups } else { taken }
        });
        let mut group = (self.room & !taken).trailing_zeros() as usize;
        if group == OPEN {
            if self.begun == OPEN {
                self.close();
            }
            group = self.begun;
            self.begun += 1;
            self.counts[group] = 0;
            self.room |= 1 << group;
        }
        for p in moved() {
            let (round, groups) = &mut self.groups_of[p];
            if *round != self.round {
                (*round, *groups) = (self.round, 0);
            }
            *groups |= 1 << group;
        }
        self.open[group][self.counts[group]] = contact;
        self.counts[group] += 1;
        if self.counts[group] == LANES {
            self.room &= !(1 << group);
        }
    }

    /// Closes all open groups.
    pub(super) fn close(&mut self) {
        for (group, &count) in self.open.iter().zip(&self.counts).take(self.begun) {
            self.contacts.add_group(group[..count].iter());
        }
        self.open_round();
    }

    fn open_round(&mut self) {
        (self.room, self.begun) = (0, 0);
        self.round = self.round.wrapping_add(1);
    }
}
