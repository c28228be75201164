//! Contacts of a network with itself in a step of the solver.

use crate::contact_point::ContactPoint;
use crate::geometry::vector::add_scaled;
use crate::graph::components::NONE;

use super::state::Solver;

impl Solver {
    /// Returns the contacts of the network with itself in the last step, each halfway between the two that touch.
    pub fn self_contacts(&self) -> impl Iterator<Item = ContactPoint> + '_ {
        let touching = self.self_contact.iter().flat_map(|contact| contact.touching());
        touching.map(|(slots, weights, normal)| {
            let at = |slot: u32| self.partition.particles.position(slot as usize);
            let terms = slots.into_iter().zip(weights);
            // The weights of one of the two add up to 1, those of the other to −1.
            let position = terms.fold([0.0; 3], |sum, (slot, weight)| {
                add_scaled(sum, 0.5 * weight.abs(), at(slot))
            });
            ContactPoint { position, normal }
        })
    }

    /// Lets the contacts follow changes: particles that are fixed or released, edges that are removed.
    pub(super) fn follow_changes(&mut self) {
        if let Some(contact) = &mut self.self_contact {
            contact.follow(&self.inverse_mass, &self.torn);
        }
    }

    /// Finds the contacts of a step.
    pub(super) fn begin_self_contact(&mut self, dt: f32) {
        let Self { self_contact: Some(contact), partition, inverse_mass, settings, .. } = self
        else {
            return;
        };
        let gravity = settings.environment.gravity;
        contact.begin(self.level, &partition.particles, &partition.slot, inverse_mass, gravity, dt);
    }

    /// Ends a step: gives back distances, makes the step safe, and tells components that have touched.
    pub(super) fn end_self_contact(&mut self) {
        let Self { self_contact: Some(contact), partition, inverse_mass, .. } = self else {
            return;
        };
        let mut particles = partition.particles.all();
        if contact.recover(self.level, &mut particles) {
            let colliders = self.contacts.all();
            for p in contact.particles().iter().map(|&p| p as usize) {
                if !colliders.is_empty() && inverse_mass[p] > 0.0 {
                    particles.put_outside(partition.slot[p], colliders);
                }
            }
        }
        contact.separate(self.level, &mut particles, &partition.slot, inverse_mass);
        for slots in contact.pushed() {
            let of = slots.map(|slot| self.components.of_slot[slot as usize]);
            let some = of.into_iter().find(|&component| component != NONE);
            let moves = |&(slot, component): &(u32, u32)| {
                component == NONE && particles.velocity[slot as usize][..3] != [0.0; 3]
            };
            let is_driven = slots.into_iter().zip(of).any(|at| moves(&at));
            if of.iter().all(|&component| Some(component) == some) {
                continue;
            }
            for (slot, component) in slots.into_iter().zip(of) {
                if component != NONE {
                    particles.touched[slot as usize] = true;
                    self.energy.share(some.unwrap_or(component), component);
                    if is_driven {
                        self.energy.drive(component as usize);
                    }
                }
            }
        }
    }
}
