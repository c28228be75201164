//! Contacts of a network with itself in a step of the solver.

use crate::graph::components::NONE;
use crate::network::Network;

use super::self_contact::SelfContact;
use super::state::Solver;

impl Solver {
    /// Finds anew what of the network touches, after changes of its particles and edges.
    pub(super) fn renew_self_contact(&mut self) {
        if self.self_contact.is_none() {
            return;
        }
        let net = Network {
            particles: self.particles().collect(),
            edges: self.edges.clone(),
            rest_shape: self.rest_shape.clone(),
            surface: self.surface.clone(),
            ..Network::default()
        };
        self.self_contact = SelfContact::new(&net);
        if let Some(contact) = &mut self.self_contact {
            contact.tear(&self.torn);
        }
    }

    /// Finds the contacts of a step.
    pub(super) fn begin_self_contact(&mut self, dt: f32) {
        let Self { self_contact: Some(contact), partition, inverse_mass, settings, .. } = self
        else {
            return;
        };
        let gravity = settings.environment.gravity;
        contact.begin(&partition.particles, &partition.slot, inverse_mass, gravity, dt);
    }

    /// Ends a step: gives back distances, makes the step safe, and tells components that have touched.
    pub(super) fn end_self_contact(&mut self) {
        let Self { self_contact: Some(contact), partition, inverse_mass, .. } = self else {
            return;
        };
        let mut particles = partition.particles.all();
        if contact.recover(&mut particles) {
            let colliders = self.contacts.all();
            for p in contact.particles().iter().map(|&p| p as usize) {
                if !colliders.is_empty() && inverse_mass[p] > 0.0 {
                    particles.put_outside(partition.slot[p], colliders);
                }
            }
        }
        contact.separate(&mut particles, &partition.slot, inverse_mass);
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
