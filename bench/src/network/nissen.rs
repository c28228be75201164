//! Nissen's scheme as his article writes it, one pass per sub-step.

use anyhow::Result;
use sprung_network::Particle;
use sprung_network::reference::{CoefficientLimit, JacobiSolver};

use super::engine::Engine;
use super::scene::Scene;

struct Plain {
    scheme: JacobiSolver,
    substeps: usize,
}

/// Held to 1/(n + 1).
pub(super) fn article(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    plain(scene, substeps, CoefficientLimit::Article)
}

/// Held by mass splitting.
pub(super) fn mass_splitting(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    plain(scene, substeps, CoefficientLimit::MassSplitting)
}

fn plain(scene: &Scene, substeps: usize, cap: CoefficientLimit) -> Result<Box<dyn Engine>> {
    let scheme = JacobiSolver::new(&scene.net, scene.environment, cap)?;
    Ok(Box::new(Plain { scheme, substeps }))
}

impl Engine for Plain {
    fn step(&mut self, dt: f32) {
        for _ in 0..self.substeps {
            self.scheme.step(dt / self.substeps as f32);
        }
    }

    fn particles(&self) -> Vec<Particle> {
        self.scheme.particles().to_vec()
    }
}
