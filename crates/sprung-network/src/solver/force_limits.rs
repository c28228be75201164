//! Edges that tear by their force.

use crate::error::{Element, NetworkError};

use super::forces::Forces;
use super::state::Solver;

impl Solver {
    /// Lets an edge tear in a step whose mean force in it, as [`Forces::edge`] has it, is more than `force`, N; an infinite
    /// one lets it tear by its strain alone, as before.
    ///
    /// The limit of strain, [`Edge::tear_strain`](crate::Edge::tear_strain), is of the length at the end of a step, which for
    /// rigid edges is the error of the solver. The force is what the edge has given its ends in the step, so that rigid edges
    /// tear by their load too, with the same load at any number of sub-steps. Impacts within a step count by their mean over
    /// the step.
    ///
    /// Steps are then those of [`step_with_forces`](Self::step_with_forces): they take about twice the time where edges are
    /// solved one by one.
    ///
    /// ```
    /// use sprung_network::{Settings, Solver, shapes::rope};
    /// let mut net = rope([0.0; 3], [0.0, -0.9, 0.0], 9, 1.0)?;
    /// net.fix([0]);
    /// let mut solver = Solver::new(&net, Settings::default())?;
    /// for edge in 0..9 {
    ///     // The nine particles that hang there weigh 8.8 N.
    ///     solver.set_tear_force(edge, 10.0)?;
    /// }
    /// solver.step(1.0 / 60.0);
    /// assert_eq!(solver.take_torn_edges().count(), 0);
    /// solver.set_mass(9, 0.3)?;
    /// solver.step(1.0 / 60.0);
    /// assert_eq!(solver.take_torn_edges().collect::<Vec<_>>(), [0]);
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// A force that is not > 0.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn set_tear_force(&mut self, edge: usize, force: f32) -> Result<(), NetworkError> {
        let element = Element { kind: "edge", index: edge };
        element.require(force > 0.0, "tear_force", force, "> 0")?;
        assert!(edge < self.edges.len(), "edge {edge}: there are {}", self.edges.len());
        let mut limits = self.force_limits.take().unwrap_or_default();
        let place = limits.limits.binary_search_by_key(&(edge as u32), |limit| limit.0);
        match place {
            Ok(at) if force == f32::INFINITY => drop(limits.limits.remove(at)),
            Ok(at) => limits.limits[at].1 = force,
            Err(_) if force == f32::INFINITY => {}
            Err(at) => limits.limits.insert(at, (edge as u32, force)),
        }
        if !limits.limits.is_empty() {
            limits.forces.make_room(self);
            self.force_limits = Some(limits);
            self.own_step = Some(Self::step_after_changes);
        }
        self.wake_islands_of([self.edges[edge].a, self.edges[edge].b]);
        Ok(())
    }

    /// Switches off the edges whose force in a step was more than their limits.
    pub(super) fn tear_by_force(&mut self, forces: &Forces) {
        let Some(limits) = self.force_limits.take() else { return };
        let mut reach = None;
        for &(edge, limit) in &limits.limits {
            let edge = edge as usize;
            if !self.torn[edge] && forces.edge(edge) > limit {
                self.tear_edge(edge, &mut reach);
            }
        }
        self.force_limits = Some(limits);
        if reach.is_some() {
            self.follow_torn();
        }
    }
}
