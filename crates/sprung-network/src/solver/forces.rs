//! Forces of edges and reactions at fixed particles, measured in a step.

use alloc::vec::Vec;

use fearless_simd::dispatch;

use crate::geometry::vector::sub;
use crate::kernel::recorder::Recorder;

use super::layout::block::Block;
use super::layout::particles::{Drift, Range};
use super::layout::partition::Partition;
use super::schedule::Order;
use super::state::Solver;

/// The forces of the edges of a network and the reactions at its fixed particles: the means over one step.
///
/// [`Solver::step_with_forces`] measures them in a step that it makes, [`Solver::forces`] in one that is not made.
///
/// A force is the impulse that an edge has given to its ends in the step, of its stiffness and its damping, divided by
/// the step. So it does not depend on the number of sub-steps but by the error of the motion, and an impact has the mean of its
/// impulse over the step. At rest forces balance gravity at every particle, to rounding: about 1e-6 of the weight
/// for ropes, 1e-4 for cloth.
///
/// ```
/// use sprung_network::{Forces, Settings, Solver, shapes::rope};
/// // Ten particles of 0.1 kg, the first of them fixed.
/// let mut net = rope([0.0; 3], [0.0, -0.9, 0.0], 9, 1.0)?;
/// net.fix([0]);
/// let mut solver = Solver::new(&net, Settings::default())?;
/// let mut forces = Forces::default();
/// solver.step_with_forces(1.0 / 60.0, &mut forces);
/// let weight = |particles: f32| particles * 0.1 * 9.81;
/// assert!((forces.edge(0) - weight(9.0)).abs() < 1e-4);
/// assert!((forces.edge(8) - weight(1.0)).abs() < 1e-4);
/// assert!((forces.reaction(0)[1] - weight(9.0)).abs() < 1e-4);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Forces {
    recorder: Recorder,
    edges: Vec<f32>,
    reactions: Vec<[f32; 3]>,
    /// The particle in every slot that is fixed; `u32::MAX` in all others.
    fixed_in_slot: Vec<u32>,
    /// Of tethers to all particles, then of edges too, N·s.
    impulses: Vec<[f64; 3]>,
}

impl Forces {
    /// Returns the force of an edge, N, > 0 where it pulls its ends together; 0 for one that has torn.
    ///
    /// # Panics
    /// If there was no such edge in the step.
    #[doc(alias = "tension")]
    pub fn edge(&self, edge: usize) -> f32 {
        self.edges[edge]
    }

    /// Returns the force with which a fixed particle holds the network, N: the sum over its edges and tethers. 0 for
    /// particles that are not fixed.
    ///
    /// # Panics
    /// If there was no such particle in the step.
    pub fn reaction(&self, particle: usize) -> [f32; 3] {
        self.reactions[particle]
    }

    /// Room for a network, so that a step allocates nothing.
    pub(super) fn make_room(&mut self, solver: &Solver) {
        let (edges, particles) = (solver.edges.len(), solver.len());
        self.recorder.make_room(edges);
        self.edges.resize(edges, 0.0);
        self.reactions.resize(particles, [0.0; 3]);
        self.impulses.resize(particles, [0.0; 3]);
        self.fixed_in_slot.resize(solver.partition.particles.len(), u32::MAX);
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

    /// Adds what tethers of one anchor have moved, of particles that were at `before`.
    fn add_tethers(
        &mut self,
        anchor: u32,
        slots: &[u32],
        before: &[[f32; 4]],
        after: &[[f32; 4]],
        h: f32,
    ) {
        let fixed = self.fixed_in_slot[anchor as usize];
        let Some(sum) = self.impulses.get_mut(fixed as usize) else { return };
        for (&slot, before) in slots.iter().zip(before) {
            let [x, y, z, w] = after[slot as usize];
            if w > 0.0 {
                let moved = sub([x, y, z], [before[0], before[1], before[2]]);
                let per = 1.0 / (f64::from(w) * f64::from(h));
                sum.iter_mut().zip(moved).for_each(|(sum, c)| *sum += f64::from(c) * per);
            }
        }
    }

    /// Ends a step of `dt` seconds.
    fn end(&mut self, dt: f32) {
        let per = 1.0 / f64::from(dt);
        let Self { recorder, edges, reactions, impulses, .. } = self;
        for held in &recorder.held {
            let sums = impulses[held.fixed as usize].iter_mut().zip(held.impulse);
            sums.for_each(|(sum, c)| *sum -= c);
        }
        edges.clear();
        edges.extend(recorder.impulses.iter().map(|impulse| (impulse * per) as f32));
        reactions.clear();
        reactions.extend(impulses.iter().map(|sum| sum.map(|c| (c * per) as f32)));
    }
}

impl Solver {
    /// [`step`](Self::step), with the forces of its edges and the reactions at fixed particles. The motion has the same
    /// bits; on one thread, and about twice the time where edges are solved one by one.
    ///
    /// Where there is no step (`dt` is none, or the network sleeps) the forces stay as they were, or are 0 if they are of
    /// another network. Allocates only if `forces` has not been used with as large a network before.
    pub fn step_with_forces(&mut self, dt: f32, forces: &mut Forces) {
        self.prepare_step();
        if self.step_recorded(dt, forces) {
            self.tear_by_force(forces);
        }
    }

    /// A step with its forces; returns whether there was one.
    pub(super) fn step_recorded(&mut self, dt: f32, forces: &mut Forces) -> bool {
        let mut steps = false;
        self.step_by(dt, |solver, drift, substep| {
            if substep == 1 {
                forces.begin(solver);
                steps = true;
            }
            let is_pending = solver.substep_with_forces(drift, substep, forces);
            solver.apply_drags(drift, is_pending);
            is_pending
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
        let Partition { tethers, particles, .. } = &mut self.partition;
        for tethers in tethers {
            let slots = *tethers.slots();
            let before = slots.map(|slot| particles.displacement[slot as usize]);
            dispatch!(level, s => tethers.project(s, &mut particles.displacement));
            forces.add_tethers(tethers.anchor(), &slots, &before, &particles.displacement, h);
        }
        self.apply_colliders(drift);
        if !is_pending {
            let update = |_: &mut Block, mut particles: Range<'_>| {
                dispatch!(level, s => particles.update_velocities(s, h));
            };
            self.sweep_both(Order::Forward, update, |_, _| {});
            forces.recorder.in_velocities();
            self.relax_recorded(relaxes_lines, &mut forces.recorder);
        }
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
        for block in first.iter_mut().chain(second) {
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
        for block in blocks.iter_mut().chain(shifted) {
            let slots = block.slots.clone();
            block.relax_recorded(level, particles.all().of(&slots, 0), recorder);
        }
    }
}
