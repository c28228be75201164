//! Tearing: edges that are stretched too far are switched off.

use crate::edge::Edge;
use crate::geometry::vector::distance;

use super::state::Solver;

impl Solver {
    /// Switches off the edges that are stretched too far, at the end of a step. Their lanes in bundles and chains stay.
    pub(super) fn tear(&mut self) {
        let mut broken = false;
        for i in 0..self.tearable.len() {
            let index = self.tearable[i] as usize;
            let Edge { a, b, rest_length, tear_strain, .. } = self.edges[index];
            let length = distance(self.position(a), self.position(b));
            if !self.torn[index] && length > rest_length * (1.0 + tear_strain) {
                self.torn[index] = true;
                broken = true;
            }
        }
        if broken {
            self.partition.tethers.clear();
            self.tethers.clear();
            self.gains_for = 0.0;
            self.find_components();
            if let Some(contact) = &mut self.self_contact {
                contact.tear(&self.torn);
            }
        }
    }
}
