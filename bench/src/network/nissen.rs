//! Nissen's scheme as his article writes it, one pass per sub-step.

use anyhow::Result;
use sprung_network::Particle;
use sprung_network::reference::{CoefficientLimit, JacobiSolver};

use super::engine::Engine;
use super::scene::Scene;

struct Scheme {
    scheme: JacobiSolver,
    substeps: usize,
}

/// Coefficients limited to 1/(n + 1).
pub(super) fn article(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    limited(scene, substeps, CoefficientLimit::Article)
}

/// Coefficients limited by mass splitting.
pub(super) fn mass_splitting(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    limited(scene, substeps, CoefficientLimit::MassSplitting)
}

fn limited(scene: &Scene, substeps: usize, limit: CoefficientLimit) -> Result<Box<dyn Engine>> {
    let scheme = JacobiSolver::new(&scene.net, scene.environment, limit)?;
    Ok(Box::new(Scheme { scheme, substeps }))
}

impl Engine for Scheme {
    fn step(&mut self, dt: f32) {
        for _ in 0..self.substeps {
            self.scheme.step(dt / self.substeps as f32);
        }
    }

    fn particles(&self) -> Vec<Particle> {
        self.scheme.particles().to_vec()
    }
}
