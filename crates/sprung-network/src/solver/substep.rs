//! One sub-step, stage by stage.
//!
//! ```text
//! sub-step of h seconds                                                 stage
//!   four times a step, for each triangle with air                       push by air
//!     v of its corners ← v + its impulse, shared by mass
//!   for each particle                                                   predict
//!     v ← v·keep + add                 gravity and drag
//!     x ← x + h·v                      free motion; kinematic particles follow their path
//!   for each line, then each edge      Gauss–Seidel, one after another  project positions
//!     x of its ends ← closer to its rest length by the fraction p of the error
//!     in few blocks that hold many others: up to four sweeps more
//!   if there are hubs                  symmetric Gauss–Seidel           project positions back
//!     the edges of hubs once more, in reverse order
//!   for each triangle of a fabric                                       project fabrics
//!     x of its corners ← closer to rest in shear, along warp and along weft; within their limits
//!   for each hinge                                                      project hinges
//!     x of its corners ← closer to its rest angle
//!   for each cell                                                       project cells
//!     x of its corners ← closer to its volume
//!   for each tether that is too long                                    apply limits
//!     x ← back to its length
//!   for each closed surface
//!     x ← to the volume of its content
//!   for each particle with a skin constraint
//!     x ← within its distance of the target, out of the backstop
//!   for each contact of the network with itself that is too close
//!     x ← apart, less friction
//!   for each particle inside of a collider
//!     x ← the surface, less friction
//!   for each particle                                                   update velocities
//!     v ← v + (x − predicted x)/h
//!   for each line, then each edge      Gauss–Seidel                     relax velocities
//!     v of its ends ← without the fraction q of the length rate; those of cells, hinges
//!     and fabrics likewise
//! ```
//!
//! Particles lie in *blocks* of about 2048, which stay in the nearest cache. An edge whose ends are in two neighboring
//! blocks belongs to the *shifted* block that reaches from the middle of one to the middle of the other, or to the end of
//! the last. Blocks of one row share no particle, so that threads solve them at the same time:
//!
//! ```text
//! slots     0        2048       4096       6144       8192
//! blocks    |    0    |    1     |    2     |    3     |
//! shifted        |    0'    |    1'    |       2'     |
//!
//! order     0  1 → 0'  ┐                two halves, each by one thread;
//!                      ├ join → 1'      then the shifted block over the middle
//!           2  3 → 2'  ┘
//! ```
//!
//! The halves are halved again the same way, so that every particle sees the same order for any number of threads.
//!
//! Stages that touch each block by itself are done together while it is in the cache: predicting and projecting, updating
//! and relaxing. A network of rigid edges with few hubs relaxes in eight sub-steps of a step. Where nothing is relaxed, the update of the velocities waits for the next prediction.

use fearless_simd::dispatch;

use crate::kernel::tether::Anchor;

use super::layout::block::Block;
use super::layout::particles::{Drift, Range};
use super::layout::partition::Partition;
use super::schedule::{Cuts, Order, each_block, sweep};
use super::state::Solver;

/// A sub-step relaxes rigid lines in this many sub-steps of a step: a direct solve per sub-step costs more than it gains.
const LINE_RELAXATIONS: usize = 4;

/// A network of rigid edges with few hubs relaxes in this many sub-steps of a step.
const RIGID_RELAXATIONS: usize = 8;

impl Solver {
    /// Makes sub-step `substep`, counted from 1. Returns true if it leaves the update of the velocities to the next one.
    pub(super) fn substep(&mut self, drift: Drift, substep: usize) -> bool {
        let (relaxes_lines, is_pending) = self.relaxations(substep);
        self.predict_and_project(drift, !is_pending);
        self.project_back(!is_pending);
        self.apply_limits(drift);
        if !is_pending {
            self.update_and_relax(drift, relaxes_lines);
            self.relax_cells();
            self.relax_hinges();
            self.relax_fabrics();
        }
        is_pending
    }

    /// [`substep`](Self::substep) of a network of which particles are dragged: by limits of position, and once velocities
    /// have been relaxed.
    pub(super) fn substep_with_drags(&mut self, drift: Drift, substep: usize) -> bool {
        self.substep_with(drift, substep, false, |_| {})
    }

    /// The same with further limits; if it `relaxes_always`, also in sub-steps in which the network would not relax by
    /// itself.
    pub(super) fn substep_with(
        &mut self,
        drift: Drift,
        substep: usize,
        relaxes_always: bool,
        limit: impl FnOnce(&mut Self),
    ) -> bool {
        let (relaxes_lines, is_pending) = self.relaxations(substep);
        let relaxes_lines = relaxes_lines || (relaxes_always && !self.partition.lines.is_empty());
        let is_pending = is_pending && !relaxes_always;
        self.predict_and_project(drift, !is_pending);
        self.project_back(!is_pending);
        self.apply_limits(drift);
        self.pull_drags(drift);
        limit(self);
        if !is_pending {
            self.update_and_relax(drift, relaxes_lines);
            self.relax_cells();
            self.relax_hinges();
            self.relax_fabrics();
        }
        self.damp_drags(drift, is_pending);
        is_pending
    }

    /// Returns whether sub-step `substep` relaxes lines, and whether it leaves the update of the velocities to the next one.
    pub(super) fn relaxations(&self, substep: usize) -> (bool, bool) {
        let substeps = self.substeps;
        let Partition { lines, has_edges, .. } = &self.partition;
        let is_due = lines.are_soft || substep.is_multiple_of(substeps.div_ceil(LINE_RELAXATIONS));
        let relaxes_lines = !lines.is_empty() && is_due;
        let is_due = substep.is_multiple_of(substeps.div_ceil(RIGID_RELAXATIONS));
        let waits = if self.relaxes_rarely { !is_due } else { !relaxes_lines && !has_edges };
        (
            relaxes_lines,
            waits
                && substep < substeps
                && self.bending.is_none()
                && self.weaving.is_none()
                && self.cells.is_none(),
        )
    }

    /// Predicts the particles by free motion, then sweeps over the length errors: lines first.
    fn predict_and_project(&mut self, drift: Drift, relaxes: bool) {
        let level = self.level;
        let predict = |block: &mut Block, at: Range<'_>| block.predict(level, at, drift);
        let project = |block: &mut Block, at: Range<'_>| block.project(level, at, relaxes);
        if self.partition.lines.is_empty() {
            let both = |block: &mut Block, mut particles: Range<'_>| {
                predict(block, particles.reborrow());
                project(block, particles);
            };
            self.sweep_both(Order::Forward, both, project);
            return;
        }
        self.sweep_both(Order::Forward, predict, |_, _| {});
        let Partition { lines, particles, .. } = &mut self.partition;
        dispatch!(level, s => lines.project(s, &mut particles.displacement));
        if self.partition.has_edges {
            self.sweep(Order::Forward, project);
        }
    }

    /// Sweeps over the length errors of hubs in reverse order.
    fn project_back(&mut self, relaxes: bool) {
        if !self.partition.has_hubs {
            return;
        }
        let level = self.level;
        self.sweep(Order::Backward, |block, at| block.project_back(level, at, relaxes));
        let Partition { lines, particles, .. } = &mut self.partition;
        dispatch!(level, s => lines.project_back(s, &mut particles.displacement));
    }

    /// Stretches fabrics, turns hinges, moves cells to their volumes, and applies tethers, volumes, skin constraints,
    /// contacts of the network with itself, and colliders.
    fn apply_limits(&mut self, drift: Drift) {
        self.project_fabrics();
        self.project_hinges();
        self.project_cells();
        self.pull_tethers();
        self.keep_volumes(drift.h);
        self.keep_in_skin(drift.passed);
        self.apply_contacts(drift);
    }

    /// Pulls particles back within the length of their tethers.
    fn pull_tethers(&mut self) {
        let Partition { blocks, awake, anchors, particles, .. } = &mut self.partition;
        if anchors.is_empty() {
            return;
        }
        Anchor::read(anchors, &particles.displacement);
        let level = self.level;
        let tether =
            |block: &mut Block, particles: Range<'_>| block.tether(level, particles, anchors);
        each_block((blocks, awake), particles.all(), self.parallel, &tether);
    }

    /// Pushes particles out of each other and out of colliders.
    pub(super) fn apply_contacts(&mut self, Drift { h, passed, .. }: Drift) {
        let Partition { blocks, awake, particles, .. } = &mut self.partition;
        if let Some(contact) = &mut self.self_contact {
            contact.project(self.level, particles.all(), h);
        }
        self.contacts.advance(passed);
        let contacts = self.contacts.all();
        if !contacts.is_empty() {
            let level = self.level;
            let touch = |block: &mut Block, particles: Range<'_>| {
                dispatch!(level, s => particles.of(&block.moving, 0).push_out(s, contacts, h));
            };
            each_block((blocks, awake), particles.all(), self.parallel, &touch);
        }
    }

    /// Adds to the velocities what the edges and limits have moved, then sweeps over the length rates: lines first.
    fn update_and_relax(&mut self, Drift { h, .. }: Drift, relaxes_lines: bool) {
        let level = self.level;
        let update = |block: &mut Block, at: Range<'_>| block.update(level, at, h);
        let relax = |block: &mut Block, particles: Range<'_>| block.relax(level, particles);
        if !relaxes_lines {
            let both = |block: &mut Block, mut particles: Range<'_>| {
                update(block, particles.reborrow());
                relax(block, particles);
            };
            self.sweep_both(Order::Forward, both, relax);
            return;
        }
        self.sweep_both(Order::Forward, update, |_, _| {});
        let Partition { lines, particles, .. } = &mut self.partition;
        let Range { displacement, velocity, .. } = particles.all();
        dispatch!(level, s => lines.relax(s, displacement, velocity));
        if self.partition.has_edges {
            self.sweep(Order::Forward, relax);
        }
    }

    /// Does the same with every block and every shifted block.
    pub(super) fn sweep(&mut self, order: Order, work: impl Fn(&mut Block, Range<'_>) + Sync) {
        self.sweep_both(order, &work, &work);
    }

    /// Does one thing with every block and another with every shifted one.
    pub(super) fn sweep_both(
        &mut self,
        order: Order,
        within: impl Fn(&mut Block, Range<'_>) + Sync,
        across: impl Fn(&mut Block, Range<'_>) + Sync,
    ) {
        let Partition { blocks, shifted, awake, particles, .. } = &mut self.partition;
        let cuts = Cuts { blocks, shifted, awake, first: 0 };
        sweep(cuts, particles.all(), 0, order, self.parallel, &within, &across);
    }
}
