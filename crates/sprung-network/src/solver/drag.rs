//! Particles dragged by springs, as by a pointer.

use sprung::Spring;

use crate::error::{Element, NetworkError};
use crate::graph::components::NONE;
use crate::stiffness::Stiffness;

use super::layout::particles::Drift;
use super::projections::projections;
use super::state::Solver;

/// A spring from a particle to a goal, as of a pointer that drags it.
///
/// Its force is that of a mass on the spring, `mass (ω² (goal − x) + 2ζω (v_goal − v))`: it bears a load of `mass ω²` N per
/// meter of offset. The goal moves from where it was to where it is in a straight line during a step. Every sub-step
/// takes the backward Euler step of the spring, so that no stiffness is too much, at any frame rate.
///
/// ```
/// use sprung_network::{Drag, Settings, Solver, shapes::Cloth};
/// let sheet = Cloth::new(16, 16, 0.05, 0.3);
/// let mut net = sheet.build()?;
/// net.fix(sheet.corners());
/// let mut solver = Solver::new(&net, Settings::default())?;
/// let [ray, down] = [[0.4, 1.0, 0.4], [0.0, -1.0, 0.0]];
/// let (particle, _) = solver.pick(ray, down, 0.05).expect("the sheet is under the ray");
/// let [x, _, z] = solver.position(particle);
/// for frame in 1..=30 {
///     let goal = [x, 0.005 * frame as f32, z];
///     solver.set_drags(&[Drag::new(particle, goal, 5.0, 0.3)?])?;
///     solver.step(1.0 / 60.0);
/// }
/// assert!((solver.position(particle)[1] - 0.15).abs() < 0.05, "it follows");
/// solver.set_drags(&[])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mouse spring")]
#[doc(alias = "mouse joint")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The index of the particle. A fixed one is not dragged.
    pub particle: usize,
    /// Where it is dragged to at the end of the next step, m, each component within ±1e15.
    pub goal: [f32; 3],
    /// Frequency and damping of the spring.
    pub spring: Spring<f32>,
    /// The mass that the spring is made to drag, kg, > 0: that of the particle and of what hangs on it.
    pub mass: f32,
}

impl Drag {
    /// A critically damped spring of a frequency in Hz for a mass in kg.
    ///
    /// # Errors
    /// A frequency that is negative or NaN.
    pub fn new(
        particle: usize,
        goal: [f32; 3],
        frequency: f32,
        mass: f32,
    ) -> Result<Self, sprung::ParameterError> {
        Ok(Self { particle, goal, spring: Spring::from_frequency(frequency, 1.0)?, mass })
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Result<(), NetworkError> {
        let element = Element { kind: "drag", index };
        if self.particle >= particles {
            let (element, particle) = ("drag", self.particle);
            return Err(NetworkError::MissingParticle { element, index, particle, particles });
        }
        element.bounded("goal", self.goal)?;
        element.positive("mass", self.mass)
    }
}

/// A drag on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dragged {
    pub(super) drag: Drag,
    /// The goal at the start of the next step.
    pub(super) from: [f32; 3],
}

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
        for &drag in drags {
            let same = self.drags[..before].iter().find(|old| old.drag.particle == drag.particle);
            let from = same.map_or(drag.goal, |old| old.from);
            self.drags.push(Dragged { drag, from });
        }
        self.drags.drain(..before);
        self.own_step = Some(Self::step_after_changes);
        self.energy.invalidate();
        self.wake();
        Ok(())
    }

    /// Pulls the dragged particles at the end of a sub-step that leaves the update of the velocities to the next, or not.
    pub(super) fn apply_drags(&mut self, drift: Drift, is_pending: bool) {
        let Self { drags, partition, components, energy, inverse_mass, substeps, .. } = self;
        for Dragged { drag, from } in drags {
            let w = inverse_mass[drag.particle];
            let slot = partition.slot[drag.particle];
            let path = [0, 1, 2].map(|c| drag.goal[c] - from[c]);
            if w > 0.0 {
                let goal = [0, 1, 2].map(|c| from[c] + path[c] * drift.passed);
                let velocity = path.map(|c| c * drift.per_step);
                let frequency = drag.spring.angular_frequency();
                let stiffness = drag.mass * frequency * frequency;
                let damping = 2.0 * drag.mass * drag.spring.decay_rate();
                let stiffness = Stiffness::Physical { stiffness, damping };
                let gains = projections(stiffness, drift.h, *substeps, 1.0 / w);
                partition.particles.pull(slot, (goal, velocity), gains, drift.h, is_pending);
                if components.of_slot[slot] != NONE {
                    energy.drive(components.of_slot[slot] as usize);
                }
            }
            if drift.passed >= 1.0 {
                *from = drag.goal;
            }
        }
    }
}
