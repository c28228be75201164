//! The gains of all edges, and which of them make up for lasting loads.

use crate::graph::components::NONE;
use crate::kernel::gains::{Gains, half_of};
use crate::stiffness::Stiffness;

use super::projections::projections;
use super::state::Solver;

/// Returns the gains of an edge between particles of the inverse masses `w` together, which compensates nothing.
pub(super) fn gains_of(
    stiffness: Stiffness,
    w: f32,
    symmetric: bool,
    h: f32,
    substeps: usize,
) -> Gains {
    let reduced_mass = if w > 0.0 { 1.0 / w } else { 0.0 };
    let (p, velocity) = projections(stiffness, h, substeps, reduced_mass);
    let position = if symmetric { half_of(p) } else { p };
    Gains { position, velocity, reduced_mass, compensates: false }
}

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
            let w = if torn { 0.0 } else { w };
            let own = gains_of(edge.stiffness, w, symmetric, h, self.substeps);
            let component = components.of_either([edge.a, edge.b].map(|p| partition.slot[p]));
            let is_held = |c: usize| {
                let members = components.members(c).len();
                components.all[c].is_held_by_ties() && edge_counts[c] as usize <= 3 * members
            };
            let compensates = component != NONE && is_held(component as usize);
            *gains = Gains { compensates, ..own };
        }
        partition.set_gains(&self.gains);
        let rigid = |gains: &Gains| gains.is_rigid() || gains.reduced_mass == 0.0;
        self.relaxes_rarely = partition.is_swept() && self.gains.iter().all(rigid);
    }

    /// Counts the edges of every component that have not torn. Where they are more than the coordinates of the particles
    /// (Maxwell's count), few motions bring all of them to their lengths: there nothing makes up for loads.
    pub(super) fn count_edges(&mut self) {
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
