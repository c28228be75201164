//! Edges and particles of a running solver: another stiffness or rest length, added, removed.

use alloc::vec::Vec;

use sprung::SpringMode;

use crate::edge::{Edge, sense};
use crate::error::{Element, NetworkError};
use crate::kernel::chain::ChainLink;
use crate::kernel::gains::Gains;
use crate::particle::Particle;
use crate::solver::gains::gains_of;
use crate::solver::state::Solver;
use crate::stiffness::Stiffness;

impl Solver {
    /// Changes stiffness and damping of an edge from the next step on; takes constant time.
    ///
    /// # Errors
    /// A bad number of the stiffness.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn set_stiffness(
        &mut self,
        edge: usize,
        stiffness: impl Into<Stiffness>,
    ) -> Result<(), NetworkError> {
        let stiffness = stiffness.into();
        stiffness.check(Element { kind: "edge", index: edge })?;
        self.edges[edge].stiffness = stiffness;
        self.changes();
        self.update_gains(edge);
        self.energy.invalidate();
        self.wake_islands_of([self.edges[edge].a, self.edges[edge].b]);
        Ok(())
    }

    /// Adds an edge and returns its index, the number of edges before. It is solved by itself, in time for the next step,
    /// until [`rebuild`](Self::rebuild). Takes time in proportion to the edges of its ends, and to those that have been
    /// added.
    ///
    /// # Errors
    /// An edge that [`Network::check`](crate::Network::check) would refuse.
    pub fn add_edge(&mut self, edge: Edge) -> Result<usize, NetworkError> {
        let index = self.edges.len();
        edge.check(index, self.len())?;
        let others = self.changes().edges_of(edge.a).collect::<Vec<usize>>();
        let joins = |&other: &usize| {
            let Edge { a, b, .. } = self.edges[other];
            !self.torn[other] && (a == edge.b || b == edge.b)
        };
        if let Some(first) = others.into_iter().find(joins) {
            return Err(NetworkError::DuplicateEdge { index, first });
        }
        self.edges.push(edge);
        self.gains.push(Gains::default());
        self.torn.push(false);
        self.partition.symmetric.push(false);
        if edge.tear_strain.is_finite() {
            self.tearable.push(index as u32);
        }
        let changes = self.changes();
        changes.places.push(None);
        changes.join([edge.a, edge.b]);
        self.move_edge(index);
        self.update_gains(index);
        self.make_room();
        self.wake_islands_of([edge.a, edge.b]);
        self.reconnect();
        Ok(index)
    }

    /// Removes an edge; the indices of the others stay. It counts as torn from then on, but is not reported by
    /// [`take_torn_edges`](Self::take_torn_edges). One that has torn stays so.
    ///
    /// Tethers stay: [`remove_tether`](Self::remove_tether), [`remove_tethers`](Self::remove_tethers).
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn remove_edge(&mut self, edge: usize) {
        if !self.torn[edge] {
            self.torn[edge] = true;
            self.wake_islands_of([self.edges[edge].a, self.edges[edge].b]);
            self.leave_out(edge);
            self.open_volumes(edge);
            self.tear_aero_surfaces(edge);
            self.tear_hinges(edge);
            self.tear_fabrics(edge);
            self.tear_cells(edge);
            self.changes();
            self.update_gains(edge);
            self.reconnect();
        }
    }

    /// Adds a particle and returns its index, the number of particles before. Its position is that of the rest shape too.
    ///
    /// # Errors
    /// A bad number of the particle.
    pub fn add_particle(&mut self, particle: Particle) -> Result<usize, NetworkError> {
        let index = self.len();
        particle.check(index)?;
        self.inverse_mass.push(particle.inverse_mass);
        self.rest_shape.push(particle.position);
        let slot = self.take_slot(index);
        self.partition.particles.put(slot, particle.position);
        if !particle.is_fixed() {
            self.partition.particles.velocity[slot][..3].copy_from_slice(&particle.velocity);
        }
        self.make_room();
        self.reconnect();
        Ok(index)
    }

    /// Gives a particle that has been added a slot, with its inverse mass.
    pub(in crate::solver) fn take_slot(&mut self, particle: usize) -> usize {
        let changes = self.changes();
        changes.add_particle();
        let slot = changes.free_slots.pop().unwrap_or_else(|| {
            let first = self.partition.grow();
            let slots = (first + 1..self.partition.particles.len()).rev();
            self.changes().free_slots.extend(slots);
            first
        });
        self.partition.slot.push(slot);
        self.partition.release(slot, self.inverse_mass[particle]);
        if self.inverse_mass[particle] == 0.0 {
            self.partition.fix(slot, particle);
        }
        slot
    }

    /// Removes the edges and tethers of a particle, its triangles of fabrics and its cells, and fixes it where it is, so that
    /// it takes part in nothing; the indices of the others stay.
    ///
    /// # Panics
    /// If there is no such particle.
    pub fn remove_particle(&mut self, particle: usize) {
        let edges: Vec<usize> = self.changes().edges_of(particle).collect();
        edges.into_iter().for_each(|edge| self.remove_edge(edge));
        self.free_of_fabrics(particle);
        self.free_of_cells(particle);
        self.let_go_of_tethers(particle);
        self.pin(particle);
    }

    /// Moves an edge to a line of its own.
    pub(super) fn move_edge(&mut self, index: usize) {
        let Edge { a, b, rest_length, mode, .. } = self.edges[index];
        let changes = self.changes();
        let (place, dummy) = (changes.places[index], changes.dummy);
        if place.is_some_and(|place| self.partition.is_single(place)) {
            return;
        }
        if let Some(place) = place {
            self.partition.clear(place);
        }
        self.partition.symmetric[index] = false;
        let link = ChainLink { edge: index as u32, rest: rest_length, sense: sense(mode) };
        let ends = [a, b].map(|p| self.partition.slot[p]);
        let place = self.partition.add_single(link, ends, dummy);
        self.changes().places[index] = Some(place);
    }

    /// Computes the gains of one edge, if those of all are there.
    pub(in crate::solver) fn update_gains(&mut self, index: usize) {
        if self.gains_for == 0.0 {
            return;
        }
        let Edge { a, b, stiffness, mode, .. } = self.edges[index];
        let w = if self.torn[index] { 0.0 } else { self.inverse_mass[a] + self.inverse_mass[b] };
        let symmetric = self.partition.symmetric[index];
        let own = gains_of(stiffness, w, symmetric, self.gains_for, self.substeps);
        let gains = Gains { compensates: self.gains[index].compensates, ..own };
        self.gains[index] = gains;
        let is_rigid = gains.is_rigid() || gains.reduced_mass == 0.0;
        self.relaxes_rarely &= is_rigid && mode == SpringMode::TwoWay;
        if let Some(place) = self.changes().places[index] {
            self.partition.set_gain(place, gains);
        }
    }

    /// Room for what a step finds out about the network, so that it allocates nothing.
    pub(in crate::solver) fn make_room(&mut self) {
        let (particles, slots) = (self.len(), self.partition.particles.len());
        let ties = self.tie_count();
        self.components.reserve(particles, slots, ties);
        self.free_components.reserve(particles);
        self.make_room_to_sleep();
        self.energy.reserve(particles, slots);
        if let Some(air) = &mut self.air {
            air.reserve(particles);
        }
        for list in [&mut self.edge_counts, &mut self.quarantined] {
            list.reserve(particles.saturating_sub(list.len()));
        }
        if let Some(mut limits) = self.force_limits.take() {
            limits.forces.make_room(self);
            self.force_limits = Some(limits);
        }
    }
}
