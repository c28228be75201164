//! The interface of an engine in a race, and its budget.

use anyhow::Result;
use fearless_simd::{Level, Simd, dispatch};
use sprung_network::Particle;

use super::lanes::{Record, particles};
use super::scene::Scene;

/// A network in motion. `Send`, because a race runs in a pool with the number of threads in its row.
pub(super) trait Engine: Send {
    /// Moves the network on by `dt` seconds.
    fn step(&mut self, dt: f32);
    /// The particles as they are now, in the order of the scene.
    fn particles(&self) -> Vec<Particle>;
}

/// A rival that takes small steps in our lanes.
pub(super) trait SmallSteps: Send {
    /// Sub-steps per step, and the SIMD level.
    fn plan(&self) -> (usize, Level);
    /// One sub-step of `h` seconds.
    fn substep<S: Simd>(&mut self, s: S, h: f32);
    /// Positions and velocities, with a dummy at the end.
    fn records(&self) -> (&[Record], &[Record]);
}

impl<T: SmallSteps> Engine for T {
    fn step(&mut self, dt: f32) {
        let (substeps, level) = self.plan();
        for _ in 0..substeps {
            dispatch!(level, s => self.substep(s, dt / substeps as f32));
        }
    }

    fn particles(&self) -> Vec<Particle> {
        let (at, velocity) = self.records();
        particles(at, velocity)
    }
}

/// Makes an engine that runs a scene with the given number of sub-steps per step.
pub(super) type Make = fn(&Scene, usize) -> Result<Box<dyn Engine>>;

/// One engine at one budget.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) make: Make,
    pub(super) substeps: usize,
    pub(super) threads: usize,
    /// Runs only among the long races.
    pub(super) slow: bool,
}
