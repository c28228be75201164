//! Nissen's scheme as his article writes it, one pass per sub-step.

use anyhow::Result;
use sprung_network::Particle;
use sprung_network::reference::{Cap, Nissen};

use super::engine::Engine;
use super::scene::Scene;

struct Plain {
    scheme: Nissen,
    substeps: usize,
}

/// Held to 1/(n + 1).
pub(super) fn article(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    plain(scene, substeps, Cap::Article)
}

/// Held by mass splitting.
pub(super) fn mass_splitting(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    plain(scene, substeps, Cap::MassSplitting)
}

fn plain(scene: &Scene, substeps: usize, cap: Cap) -> Result<Box<dyn Engine>> {
    let scheme = Nissen::new(&scene.net, scene.environment, cap)?;
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
