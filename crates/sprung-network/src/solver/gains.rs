//! The gains of all edges, and which of them make up for lasting loads.

use crate::graph::components::NONE;
use crate::kernel::gains::{Gains, half_of};

use super::projections::projections;
use super::state::Solver;

impl Solver {
    /// Computes the gains of all edges for sub-steps of `h` seconds in a step of `dt`, unless they are for these already. The
    /// energy accounts hold for any number of sub-steps.
    pub(super) fn set_gains(&mut self, h: f32, dt: f32) {
        if self.gains_for == h {
            return;
        }
        self.gains_for = h;
        if self.accounts_for != dt {
            self.accounts_for = dt;
            self.energy.invalidate();
        }
        self.count_edges();
        let Self { partition, components, edge_counts, .. } = self;
        let edges = self.edges.iter().zip(&self.torn).zip(&partition.symmetric);
        for (((edge, &torn), &symmetric), gains) in edges.zip(&mut self.gains) {
            let w = self.inverse_mass[edge.a] + self.inverse_mass[edge.b];
            let reduced_mass = if w > 0.0 && !torn { 1.0 / w } else { 0.0 };
            let (p, q) = projections(edge.stiffness, h, self.substeps, reduced_mass);
            let position = if symmetric { half_of(p) } else { p };
            let component = components.of_either([edge.a, edge.b].map(|p| partition.slot[p]));
            let is_held = |c: usize| {
                let members = components.members(c).len();
                !components.all[c].is_free && edge_counts[c] as usize <= 3 * members
            };
            let compensates = component != NONE && is_held(component as usize);
            *gains = Gains { position, velocity: q, reduced_mass, compensates };
        }
        partition.set_gains(&self.gains);
        let rigid = |gains: &Gains| gains.is_rigid() || gains.reduced_mass == 0.0;
        self.relaxes_rarely = partition.is_swept() && self.gains.iter().all(rigid);
    }

    /// Counts the edges of every component that have not torn. Where they are more than the coordinates of the particles
    /// (Maxwell's count), few motions bring all of them to their lengths: there nothing makes up for loads.
    fn count_edges(&mut self) {
        let Self { partition, components, edge_counts, .. } = self;
        edge_counts.clear();
        edge_counts.resize(components.all.len(), 0);
        for (edge, _) in self.edges.iter().zip(&self.torn).filter(|(_, torn)| !**torn) {
            let component = components.of_either([edge.a, edge.b].map(|p| partition.slot[p]));
            if component != NONE {
                edge_counts[component as usize] += 1;
            }
        }
    }
}
