//! Tearing: edges that are stretched too far are switched off, and tethers whose paths may have led over them.

use crate::edge::Edge;
use crate::geometry::vector::distance;

use super::state::Solver;

/// The largest difference between the distance of two particles in the rest shape and the length of the edge between
/// them, as a part of the length, at which distances of the rest shape are distances along edges too.
const FITS: f32 = 1e-3;

impl Solver {
    /// Switches off the edges that are stretched too far, at the end of a step. Their lanes in bundles and chains stay.
    pub(super) fn tear(&mut self) {
        let mut reach = None;
        for i in 0..self.islands.tearable(&self.tearable).len() {
            let index = self.islands.tearable(&self.tearable)[i] as usize;
            let Edge { a, b, rest_length, tear_strain, .. } = self.edges[index];
            let length = distance(self.position(a), self.position(b));
            if !self.torn[index] && length > rest_length * (1.0 + tear_strain) {
                self.tear_edge(index, &mut reach);
            }
        }
        if reach.is_some() {
            self.follow_torn();
        }
    }

    /// Switches off an edge; `reach` is the same for all that tear in a step.
    pub(super) fn tear_edge(&mut self, edge: usize, reach: &mut Option<f32>) {
        let reach = *reach.get_or_insert_with(|| self.reach());
        self.torn[edge] = true;
        self.wake_islands_of([self.edges[edge].a, self.edges[edge].b]);
        self.release_tethers(edge, reach);
        self.open_volumes(edge);
        self.tear_aero_surfaces(edge);
        self.tear_hinges(edge);
        self.tear_fabrics(edge);
        self.tear_cells(edge);
    }

    /// The length of the longest edge; infinite where the edges do not have their lengths in the rest shape.
    fn reach(&self) -> f32 {
        let mut longest = 0.0_f32;
        if self.tethers.is_empty() {
            return longest;
        }
        for &Edge { a, b, rest_length, .. } in &self.edges {
            let in_rest = distance(self.rest_shape[a], self.rest_shape[b]);
            if (in_rest - rest_length).abs() > FITS * rest_length {
                return f32::INFINITY;
            }
            longest = longest.max(rest_length);
        }
        longest
    }

    /// Lets go of the tethers that may be shorter than the shortest path that is left without an edge: those with a point
    /// within `reach` of the edge on a path of their length.
    fn release_tethers(&mut self, edge: usize, reach: f32) {
        let at = self.rest_shape[self.edges[edge].a];
        let mut tethers = self.tethers.iter_mut();
        let groups = self.partition.blocks.iter_mut().flat_map(|block| &mut block.tethers);
        for group in groups {
            for (lane, tether) in (0..group.count()).zip(&mut tethers) {
                let [from, to] = [tether.anchor, tether.particle].map(|p| self.rest_shape[p]);
                let over_edge = distance(from, at) + distance(at, to) - 2.0 * reach;
                if !(over_edge * (1.0 - FITS) > tether.length) {
                    tether.length = f32::INFINITY;
                    group.set_length(lane, f32::INFINITY);
                }
            }
        }
    }

    /// Finds anew what depends on which edges have torn.
    pub(super) fn follow_torn(&mut self) {
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
