//! Drags in a step: the fraction `p` of the offset and the fraction `q` of the velocity are removed in every sub-step, in all
//! directions.

use crate::error::NetworkError;
use crate::stiffness::Stiffness;

use super::drag::{Drag, Dragged};
use super::layout::particles::Drift;
use super::projections::projections;
use super::state::Solver;

impl Solver {
    /// Replaces all drags: particles that springs pull to goals which they reach at the end of the next step. Where a
    /// particle is dragged already, its goal moves there from the goal before; else the spring begins with the goal at rest.
    ///
    /// Allocates only if there are more than ever before.
    ///
    /// # Errors
    /// The first drag with a bad number, or of a particle that does not exist; the old ones then stay.
    pub fn set_drags(&mut self, drags: &[Drag]) -> Result<(), NetworkError> {
        let count = self.len();
        drags.iter().enumerate().try_for_each(|(i, drag)| drag.check(i, count))?;
        let same = |old: (&Dragged, &Drag)| old.0.drag == *old.1 && old.0.from == old.1.goal;
        if drags.len() == self.drags.len() && self.drags.iter().zip(drags).all(same) {
            return Ok(());
        }
        let before = self.drags.len();
        for i in 0..before {
            let Dragged { drag, from } = self.drags[i];
            if from != drag.goal || !drags.contains(&drag) {
                self.wake_islands_of([drag.particle]);
            }
        }
        for &drag in drags {
            if !self.drags[..before].iter().any(|old| old.drag == drag) {
                self.wake_islands_of([drag.particle]);
            }
            let same = self.drags[..before].iter().find(|old| old.drag.particle == drag.particle);
            let from = same.map_or(drag.goal, |old| old.from);
            self.drags.push(Dragged { drag, from });
        }
        self.drags.drain(..before);
        self.own_step = Some(Self::step_after_changes);
        self.energy.invalidate();
        Ok(())
    }

    /// Removes the fraction `p` of the offset of every dragged particle from its goal.
    pub(super) fn pull_drags(&mut self, drift: Drift) {
        for i in 0..self.drags.len() {
            let Dragged { drag, from } = self.drags[i];
            let slot = self.partition.slot[drag.particle];
            if let Some((p, _)) = self.fractions(drag, drift.h).filter(|_| !self.leaves_out(slot)) {
                let goal = [0, 1, 2].map(|c| from[c] + (drag.goal[c] - from[c]) * drift.passed);
                self.partition.particles.pull(slot, goal, p);
                if let Some(component) = self.components.component_of(slot)
                    && !self.components.all[component].is_asleep()
                {
                    self.energy.drive(component);
                }
            }
        }
    }

    /// Removes the fraction `q` of the velocity of every dragged particle relative to its goal, at the end of a sub-step that
    /// leaves the update of the velocities to the next, or not.
    pub(super) fn damp_drags(&mut self, drift: Drift, is_pending: bool) {
        let pending_for = is_pending.then_some(drift.h);
        for i in 0..self.drags.len() {
            let Dragged { drag, from } = self.drags[i];
            let slot = self.partition.slot[drag.particle];
            if let Some((_, q)) = self.fractions(drag, drift.h).filter(|_| !self.leaves_out(slot)) {
                let velocity = [0, 1, 2].map(|c| (drag.goal[c] - from[c]) * drift.per_step);
                self.partition.particles.damp(slot, velocity, q, pending_for);
            }
            if drift.passed >= 1.0 {
                self.drags[i].from = drag.goal;
            }
        }
    }

    /// The fractions `p` and `q` of a drag in a sub-step of `h` seconds; none if the particle is fixed.
    fn fractions(&self, drag: Drag, h: f32) -> Option<(f32, f32)> {
        let w = self.inverse_mass[drag.particle];
        let frequency = drag.spring.angular_frequency();
        let stiffness = drag.mass * frequency * frequency;
        let damping = 2.0 * drag.mass * drag.spring.decay_rate();
        let stiffness = Stiffness::Physical { stiffness, damping };
        (w > 0.0).then(|| projections(stiffness, h, self.substeps, 1.0 / w))
    }
}
