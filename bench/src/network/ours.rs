//! The solver of sprung-network.

use anyhow::Result;
use sprung_network::{Particle, Settings, Solver};

use super::engine::Engine;
use super::scene::Scene;

/// The default solver: lines of springs as blocks where there are many, ropes and trees directly.
pub(super) fn default(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    solver(scene, Settings { substeps, ..Settings::default() })
}

/// Springs one by one, for any graph.
pub(super) fn general(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    solver(scene, Settings { substeps, line_solver: false, ..Settings::default() })
}

fn solver(scene: &Scene, settings: Settings) -> Result<Box<dyn Engine>> {
    let settings = Settings { environment: scene.environment, ..settings };
    Ok(Box::new(Solver::new(&scene.net, settings)?))
}

impl Engine for Solver {
    fn step(&mut self, dt: f32) {
        Solver::step(self, dt);
    }

    fn particles(&self) -> Vec<Particle> {
        Solver::particles(self).collect()
    }
}
