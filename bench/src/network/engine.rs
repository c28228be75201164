//! The interface of an engine in a race, and its budget.

use anyhow::Result;
use sprung_network::Particle;

use super::scene::Scene;

/// A network in motion. `Send`, because a race runs in a pool with the number of threads in its row.
pub(super) trait Engine: Send {
    /// Moves the network on by `dt` seconds.
    fn step(&mut self, dt: f32);
    /// The particles as they are now, in the order of the scene.
    fn particles(&self) -> Vec<Particle>;
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
