//! Changes of a running solver without a new layout.
//!
//! The layout of a solver (slots, colors, chains, lines) is made for the particles that are fixed when it is made. Most
//! changes leave it as it is:
//!
//! ```text
//! position, velocity              the records of the particle
//! stiffness, rest length          the gains of the edge
//! mass; fixed, released           the records of the particle, the gains of its edges
//! edge removed                    no gains, as one that has torn
//! edge added                      a line of one link, next to those that there are
//! particle added                  a dummy at the end of the last block, of which four are added at a time
//! tether added or removed         the lanes of the tethers of its block
//! ```
//!
//! One needs more: a particle that was fixed when the layout was made may be several (the ends of several ropes), and its
//! edges may be solved side by side. When it is released, its edges move to lines of one link each, unless it is one end
//! of a single edge.
//!
//! What depends on the whole network, the connected components and which edges make up for lasting loads, is found once in
//! the next step, after any number of changes.

mod edges;
pub(super) mod index;
mod particles;
mod rebuild;
#[cfg(feature = "serde")]
mod restore;
mod tethers;

use alloc::boxed::Box;

use crate::graph::components::NONE;

use super::state::Solver;
use index::Changes;

impl Solver {
    /// The index of the layout, made at the first change.
    pub(super) fn changes(&mut self) -> &mut Changes {
        let changes = self.changes.take().unwrap_or_else(|| {
            let Self { partition, edges, tethers, inverse_mass, .. } = self;
            let changes = Changes::new(partition, edges, tethers, inverse_mass);
            self.make_room();
            Box::new(changes)
        });
        self.changes.insert(changes)
    }

    /// Notes that the components have changed; those that sleep are still to be woken.
    pub(super) fn reconnect(&mut self) {
        self.changes().is_stale = true;
        self.own_step = Some(Self::step_after_changes);
        self.still = 0.0;
    }

    /// A step of a solver that has been changed, or has limits of force or drags.
    pub(super) fn step_after_changes(&mut self, dt: f32) {
        self.prepare_step();
        if let Some(mut limits) = self.force_limits.take() {
            let steps = self.step_recorded(dt, &mut limits.forces);
            let forces = core::mem::take(&mut limits.forces);
            self.force_limits = Some(limits);
            if steps {
                self.tear_by_force(&forces);
            }
            if let Some(limits) = &mut self.force_limits {
                limits.forces = forces;
            }
        } else {
            self.step_by(dt, Self::substep_with_drags);
        }
    }

    /// Finds the components anew if they have changed.
    pub(super) fn prepare_step(&mut self) {
        if !self.changes.as_mut().is_some_and(|changes| core::mem::take(&mut changes.is_stale)) {
            return;
        }
        self.find_components();
        self.follow_changes();
        if self.gains_for == 0.0 {
            return;
        }
        self.count_edges();
        let Self { partition, components, edge_counts, edges, gains, .. } = self;
        for (edge, gains) in edges.iter().zip(&mut *gains) {
            let component = components.of_either([edge.a, edge.b].map(|p| partition.slot[p]));
            gains.compensates = component != NONE && {
                let members = components.members(component as usize).len();
                let is_held = components.all[component as usize].is_held_by_ties();
                is_held && edge_counts[component as usize] as usize <= 3 * members
            };
        }
        partition.set_gains(gains);
    }
}
