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
            self.let_go();
        }
    }

    /// Follows edges that have torn: lets go of the tethers, whose paths may have led over them.
    pub(super) fn let_go(&mut self) {
        self.partition.tethers.clear();
        self.tethers.clear();
        self.gains_for = 0.0;
        self.find_components();
        if let Some(contact) = &mut self.self_contact {
            contact.tear(&self.torn);
        }
    }

    /// Returns the edges that have torn and that no call before has returned, in their order; those that the caller does not
    /// take from the iterator come again.
    ///
    /// [`SplitMesh`](crate::SplitMesh) splits a triangle mesh along them. Allocates in the first call, and goes through all
    /// edges.
    ///
    /// ```
    /// use sprung_network::{Edge, Network, Particle, Settings, Solver, Stiffness};
    /// let mut net = Network::default();
    /// net.add_particle(Particle::fixed([0.0; 3]));
    /// net.add_particle(Particle::new([0.0, -1.0, 0.0], 1.0).with_velocity([0.0, -50.0, 0.0]));
    /// let soft = Stiffness::from_frequency(1.0, 0.5)?;
    /// net.add_edge(Edge::new(0, 1, 1.0).with_stiffness(soft).with_tear_strain(0.5));
    /// let mut solver = Solver::new(&net, Settings::default())?;
    /// solver.step(1.0 / 60.0);
    /// assert_eq!(solver.take_torn_edges().collect::<Vec<_>>(), [0]);
    /// assert_eq!(solver.take_torn_edges().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_torn_edges(&mut self) -> impl Iterator<Item = usize> + '_ {
        self.reported.resize(self.torn.len(), false);
        let edges = self.torn.iter().zip(&mut self.reported).enumerate();
        edges.filter_map(|(edge, (torn, reported))| {
            (*torn && !core::mem::replace(reported, true)).then_some(edge)
        })
    }

    /// Lets no call return an edge that is removed.
    pub(super) fn leave_out(&mut self, edge: usize) {
        self.reported.resize(self.torn.len(), false);
        self.reported[edge] = true;
    }
}
