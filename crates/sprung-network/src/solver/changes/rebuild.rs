//! A new layout for a solver that has been changed.

use alloc::vec::Vec;

use crate::graph::components::Components;
use crate::network::Network;
use crate::solver::energy::Energy;
use crate::solver::layout::build::{build, sort_tethers};
use crate::solver::momentum::FreeComponents;
use crate::solver::state::Solver;

impl Solver {
    /// Makes the layout anew, for the edges that have not torn and the particles that are fixed now. The motion goes on;
    /// particles and edges keep their indices.
    ///
    /// After many changes a step is then as fast, and chains and lines are solved as directly, as if the solver had been
    /// made with them. Lines of edges are looked for in the rest shape. Takes as long as [`Solver::new`], about
    /// six steps of a woven sheet.
    pub fn rebuild(&mut self) {
        self.wake();
        self.find_asleep();
        let whole = (0..).zip(&self.torn).filter(|(_, torn)| !**torn);
        let whole: Vec<u32> = whole.map(|(edge, _)| edge).collect();
        let net = Network {
            particles: self.particles().collect(),
            edges: whole.iter().map(|&edge| self.edges[edge as usize]).collect(),
            tethers: self.tethers.clone(),
            rest_shape: self.rest_shape.clone(),
            skin_constraints: self.skin_constraints().to_vec(),
            ..Network::default()
        };
        let torn = (0..).zip(&self.torn).filter(|(_, torn)| **torn);
        self.left_out = torn.map(|(edge, _)| edge).collect();
        let motion = self.partition.motion(self.edges.len());
        self.partition = build(&net, self.settings.line_solver);
        self.partition.renumber(&whole, self.edges.len());
        self.partition.set_motion(&motion);
        self.after_layout();
    }

    /// Finds what follows from a new layout.
    pub(in crate::solver) fn after_layout(&mut self) {
        let (particles, slots) = (self.len(), self.partition.particles.len());
        let ties = self.tie_count();
        self.changes = None;
        sort_tethers(&mut self.tethers, &self.partition);
        self.gains_for = 0.0;
        self.choose_threads();
        self.components = Components::with_capacity(particles, slots, ties);
        self.free_components = FreeComponents::with_capacity(particles);
        self.energy = Energy::with_capacity(particles, slots);
        self.edge_counts = Vec::with_capacity(particles);
        self.make_room_to_sleep();
        self.find_components();
        self.pause_tethers();
    }

    /// Lets the tethers pause that are not from a fixed particle to a dynamic one.
    pub(in crate::solver) fn pause_tethers(&mut self) {
        let pauses = |tether: usize| !self.tethers[tether].acts(&self.inverse_mass);
        let pausing: Vec<usize> = (0..self.tethers.len()).filter(|&t| pauses(t)).collect();
        pausing.into_iter().for_each(|tether| self.toggle_tether(tether));
    }
}
