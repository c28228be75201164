//! Components that have overflowed in a step: they are put back and reported.

use super::layout::partition::Partition;
use super::state::Solver;

impl Solver {
    /// Returns the particles that the last step has quarantined, ascending: all particles of components in which a number has
    /// overflowed. They are where they were at the start of that step, with the velocity 0. All others have moved on.
    ///
    /// Nothing that is not finite enters a solver, but finite numbers can overflow within a step: mass ratios near 1e30,
    /// speeds near 1e15 m/s. The step after takes a quarantined component along again, so that it goes on by itself where the
    /// cause is gone, and is quarantined again where it is not: until it is put elsewhere
    /// ([`set_position`](Self::set_position), [`set_velocity`](Self::set_velocity)), given other masses or stiffnesses, or
    /// [pinned](Self::pin). It does not fall asleep. Where masses near 1e30 kg overflow, the parts of a chain, a tree or a
    /// line of cloth that has been cut can be quarantined with each other, until [`rebuild`](Self::rebuild).
    ///
    /// Empty if nothing has overflowed. A step that moves nothing leaves it unchanged. A saved solver does not keep it.
    ///
    /// ```
    /// use sprung_network::{Edge, Network, Particle, Settings, Solver, shapes::rope};
    /// let mut net = rope([0.0; 3], [0.0, -1.0, 0.0], 10, 1.0)?;
    /// net.fix([0]);
    /// // The heaviest particles that there may be, at one place, with edges of 1e15 m.
    /// let heavy = [0; 3].map(|_| net.add_particle(Particle::new([5.0, 0.0, 0.0], 1e30)));
    /// for (a, b) in [(0, 1), (1, 2), (0, 2)] {
    ///     net.add_edge(Edge::new(heavy[a], heavy[b], 1e15));
    /// }
    /// let mut solver = Solver::new(&net, Settings::default())?;
    /// solver.step(1.0 / 60.0);
    /// assert_eq!(solver.quarantined().collect::<Vec<_>>(), heavy);
    /// assert!(solver.particles().all(|p| p.position.iter().all(|c| c.is_finite())));
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    #[doc(alias = "NaN")]
    #[doc(alias = "overflow")]
    pub fn quarantined(&self) -> impl Iterator<Item = usize> + '_ {
        self.quarantined.iter().map(|&particle| particle as usize)
    }

    /// Lists the particles of the components that have been stopped, and resets the layout after them.
    pub(super) fn quarantine(&mut self) {
        let Self { partition, energy, components, quarantined, bending, .. } = self;
        let is_stopped =
            |slot: usize| components.component_of(slot).is_some_and(|of| energy.has_stopped(of));
        let particles = (0..).zip(&partition.slot).filter(|(_, slot)| is_stopped(**slot));
        quarantined.extend(particles.map(|(particle, _)| particle));
        if let Some(bending) = bending {
            bending.unwind(|particle| is_stopped(partition.slot[particle]));
        }
        partition.reset();
        // A fixed particle in a sleeping block may hold a component that is awake.
        let Partition { blocks, particles, .. } = partition;
        for block in blocks.iter().filter(|block| block.is_asleep) {
            for slot in block.kinematic.iter().map(|fixed| block.slots.start + fixed.slot) {
                for records in [&mut particles.displacement, &mut particles.velocity] {
                    if !records[slot].iter().all(|c| c.is_finite()) {
                        records[slot] = [0.0; 4];
                    }
                }
            }
        }
    }

    /// Lets no quarantined component fall asleep.
    pub(super) fn wake_quarantined(&mut self) {
        let quarantined = core::mem::take(&mut self.quarantined);
        if !quarantined.is_empty() {
            self.wake_islands_of(quarantined.iter().map(|&particle| particle as usize));
        }
        self.quarantined = quarantined;
    }
}
