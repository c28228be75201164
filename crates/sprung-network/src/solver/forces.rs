//! Forces of edges and reactions at fixed particles, measured in a step.

use alloc::vec::Vec;

use crate::geometry::vector::sub;
use crate::kernel::recorder::{Held, Recorder};
use crate::kernel::tether::Tethers;
use crate::lanes::record::Record;

/// The forces of the edges of a network and the reactions at its fixed particles: the means over one step.
///
/// [`Solver::step_with_forces`](crate::Solver::step_with_forces) measures them in a step that it makes,
/// [`Solver::forces`](crate::Solver::forces) in one that is not made.
///
/// A force is the impulse that an edge has given to its ends in the step, of its stiffness and its damping, divided by
/// the step. So it does not depend on the number of sub-steps but by the error of the motion, and an impact has the mean of its
/// impulse over the step. At rest forces balance gravity at every particle, to rounding: about 1e-6 of the weight
/// for ropes, 1e-4 for cloth. A force beyond f32 is the largest that it has, and one that is no number, of a
/// [quarantined](crate::Solver::quarantined) component, is 0.
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
    pub(super) recorder: Recorder,
    pub(super) edges: Vec<f32>,
    pub(super) reactions: Vec<[f32; 3]>,
    /// The particle in every slot that is fixed; `u32::MAX` in all others.
    pub(super) fixed_in_slot: Vec<u32>,
    /// Of tethers to all particles, then of edges too, N·s.
    pub(super) impulses: Vec<[f64; 3]>,
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

    /// Adds what tethers of an anchor in some slot have moved, of particles that were at `before`.
    pub(super) fn add_tethers(
        &mut self,
        anchor: usize,
        tethers: &Tethers,
        before: &[Record],
        after: &[Record],
        h: f32,
    ) {
        let fixed = self.fixed_in_slot[anchor];
        let Some(sum) = self.impulses.get_mut(fixed as usize) else { return };
        for (&slot, before) in tethers.slots().iter().zip(before).take(tethers.count()) {
            let [x, y, z, w] = after[slot as usize];
            let moved = sub([x, y, z], [before[0], before[1], before[2]]);
            if w > 0.0 && moved.iter().all(|c| c.is_finite()) {
                let per = 1.0 / (f64::from(w) * f64::from(h));
                sum.iter_mut().zip(moved).for_each(|(sum, c)| *sum += f64::from(c) * per);
            }
        }
    }

    /// Ends a step of `dt` seconds.
    pub(super) fn end(&mut self, dt: f32) {
        let per = 1.0 / f64::from(dt);
        let Self { recorder, edges, reactions, impulses, .. } = self;
        let is_finite = |held: &&Held| held.impulse.iter().all(|c| c.is_finite());
        for held in recorder.held.iter().filter(is_finite) {
            let sums = impulses[held.fixed as usize].iter_mut().zip(held.impulse);
            sums.for_each(|(sum, c)| *sum -= c);
        }
        edges.clear();
        let force = |impulse: f64| {
            let force = ((impulse * per) as f32).clamp(f32::MIN, f32::MAX);
            // Of a component that has been put back.
            if force.is_nan() { 0.0 } else { force }
        };
        edges.extend(recorder.impulses.iter().map(|&impulse| force(impulse)));
        reactions.clear();
        reactions.extend(impulses.iter().map(|sum| sum.map(force)));
    }
}

/// The forces at which edges tear.
#[derive(Clone, Debug, Default)]
pub(super) struct ForceLimits {
    /// (edge, N), in the order of the edges.
    pub(super) limits: Vec<(u32, f32)>,
    pub(super) forces: Forces,
}
