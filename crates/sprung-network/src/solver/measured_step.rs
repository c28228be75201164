//! A step that measures the forces of its edges.

use fearless_simd::dispatch;

use crate::geometry::vector::sub;
use crate::kernel::recorder::Recorder;
use crate::kernel::tether::Anchor;

use super::forces::Forces;
use super::layout::block::Block;
use super::layout::particles::{Drift, Range};
use super::layout::partition::Partition;
use super::schedule::Order;
use super::state::Solver;

impl Forces {
    /// Room for a network, so that a step allocates nothing.
    pub(super) fn make_room(&mut self, solver: &Solver) {
        let (edges, particles) = (solver.edges.len(), solver.len());
        let slots = solver.partition.particles.len();
        self.recorder.make_room(edges);
        self.edges.reserve(edges.saturating_sub(self.edges.len()));
        self.reactions.reserve(particles.saturating_sub(self.reactions.len()));
        self.impulses.reserve(particles.saturating_sub(self.impulses.len()));
        self.fixed_in_slot.reserve(slots.saturating_sub(self.fixed_in_slot.len()));
    }

    /// Starts a step.
    fn begin(&mut self, solver: &Solver) {
        let Self { recorder, fixed_in_slot, impulses, .. } = self;
        recorder.begin(solver.edges.len());
        let whole = solver.edges.iter().zip(&solver.torn).enumerate();
        for (i, (edge, _)) in whole.filter(|(_, (_, torn))| !**torn) {
            let [a, b] = [edge.a, edge.b];
            let is_fixed = |p: usize| solver.inverse_mass[p] == 0.0;
            if is_fixed(a) != is_fixed(b) {
                let [fixed, other] = if is_fixed(a) { [a, b] } else { [b, a] };
                recorder.hold(i, fixed, sub(solver.position(other), solver.position(fixed)));
            }
        }
        fixed_in_slot.clear();
        fixed_in_slot.resize(solver.partition.particles.len(), u32::MAX);
        for block in &solver.partition.blocks {
            for kinematic in &block.kinematic {
                fixed_in_slot[block.slots.start + kinematic.slot] = kinematic.particle;
            }
        }
        impulses.clear();
        impulses.resize(solver.len(), [0.0; 3]);
    }
}

impl Solver {
    /// [`step`](Self::step), with the forces of its edges and the reactions at fixed particles. The motion has the same
    /// bits; on one thread, and about twice the time where edges are solved one by one.
    ///
    /// Islands that [sleep](Self::is_particle_asleep) are solved too, for the forces that hold them, and put back to where they
    /// are. Awake ones next to them in lanes may then differ from [`step`](Self::step) by rounding.
    ///
    /// Where there is no step (`dt` is none, or the network sleeps) the forces stay as they were, or are 0 if they are of
    /// another network. Allocates only if `forces` has not been used with as large a network before.
    pub fn step_with_forces(&mut self, dt: f32, forces: &mut Forces) {
        self.prepare_step();
        self.measure_islands(true);
        if self.step_recorded(dt, forces) {
            self.tear_by_force(forces);
        }
        self.measure_islands(false);
    }

    /// A step with its forces; returns whether there was one.
    pub(super) fn step_recorded(&mut self, dt: f32, forces: &mut Forces) -> bool {
        let mut steps = false;
        self.step_by(dt, |solver, drift, substep| {
            if substep == 1 {
                forces.begin(solver);
                steps = true;
            }
            solver.substep_with_forces(drift, substep, forces)
        });
        if steps {
            forces.end(dt);
        } else if forces.edges.len() != self.edges.len() || forces.reactions.len() != self.len() {
            forces.edges.clear();
            forces.edges.resize(self.edges.len(), 0.0);
            forces.reactions.clear();
            forces.reactions.resize(self.len(), [0.0; 3]);
        }
        steps
    }

    /// Returns the forces that a step of `dt` seconds from here would have, without making it. A network that sleeps has
    /// those that hold it at rest.
    ///
    /// Copies the solver; where a step is made anyway, [`step_with_forces`](Self::step_with_forces) does not.
    pub fn forces(&self, dt: f32) -> Forces {
        let (mut copy, mut forces) = (self.clone(), Forces::default());
        copy.wake();
        copy.step_with_forces(dt, &mut forces);
        forces
    }

    /// [`substep`](Self::substep) on one thread, with every impulse recorded.
    fn substep_with_forces(&mut self, drift: Drift, substep: usize, forces: &mut Forces) -> bool {
        let (level, h) = (self.level, drift.h);
        let (relaxes_lines, is_pending) = self.relaxations(substep);
        let predict = |block: &mut Block, at: Range<'_>| block.predict(level, at, drift);
        self.sweep_both(Order::Forward, predict, |_, _| {});
        forces.recorder.in_positions(h);
        self.project_recorded(!is_pending, false, &mut forces.recorder);
        if self.partition.has_hubs {
            self.project_recorded(!is_pending, true, &mut forces.recorder);
        }
        self.project_fabrics();
        self.project_hinges();
        self.project_cells();
        let Partition { blocks, anchors, particles, .. } = &mut self.partition;
        Anchor::read(anchors, &particles.displacement);
        for block in blocks.iter_mut().filter(|block| !block.is_asleep) {
            let displacement = &mut particles.displacement[block.slots.clone()];
            for tethers in &block.tethers {
                let before = tethers.slots().map(|slot| displacement[slot as usize]);
                dispatch!(level, s => tethers.project(s, anchors, displacement));
                let anchor = anchors[tethers.anchor()].slot;
                forces.add_tethers(anchor, tethers, &before, displacement, h);
            }
        }
        self.keep_volumes(h);
        self.keep_in_skin(drift.passed);
        self.apply_contacts(drift);
        self.pull_drags(drift);
        if !is_pending {
            let update = |block: &mut Block, at: Range<'_>| block.update(level, at, h);
            self.sweep_both(Order::Forward, update, |_, _| {});
            forces.recorder.in_velocities();
            self.relax_recorded(relaxes_lines, &mut forces.recorder);
            self.relax_cells();
            self.relax_hinges();
            self.relax_fabrics();
        }
        self.damp_drags(drift, is_pending);
        is_pending
    }

    /// Sweeps over the length errors, those of hubs in reverse order if `back`. Blocks of one cut share no particle, so
    /// that their order does not matter.
    fn project_recorded(&mut self, relaxes: bool, back: bool, recorder: &mut Recorder) {
        let level = self.level;
        let Partition { blocks, shifted, lines, particles, .. } = &mut self.partition;
        if !back {
            let displacement = &mut particles.displacement;
            dispatch!(level, s => lines.project_recorded(s, displacement, false, recorder));
        }
        let (first, second) = if back { (shifted, blocks) } else { (blocks, shifted) };
        for block in first.iter_mut().chain(second).filter(|block| !block.is_asleep) {
            let slots = block.slots.clone();
            block.project_recorded(level, particles.all().of(&slots, 0), relaxes, back, recorder);
        }
        if back {
            let displacement = &mut particles.displacement;
            dispatch!(level, s => lines.project_recorded(s, displacement, true, recorder));
        }
    }

    /// Sweeps over the length rates.
    fn relax_recorded(&mut self, relaxes_lines: bool, recorder: &mut Recorder) {
        let level = self.level;
        let Partition { blocks, shifted, lines, particles, .. } = &mut self.partition;
        if relaxes_lines {
            let Range { displacement, velocity, .. } = particles.all();
            dispatch!(level, s => lines.relax_recorded(s, displacement, velocity, recorder));
        }
        for block in blocks.iter_mut().chain(shifted).filter(|block| !block.is_asleep) {
            let slots = block.slots.clone();
            block.relax_recorded(level, particles.all().of(&slots, 0), recorder);
        }
    }
}
