//! The solver of sprung-network.

use anyhow::Result;
use sprung_network::{Network, Particle, Settings, Solver};

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
    make(scene, &scene.net, settings)
}

/// With long-range attachments.
pub(super) fn attached(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let settings = Settings { substeps, environment: scene.environment, ..Settings::default() };
    make(scene, &scene.attached(), settings)
}

/// With long-range attachments and a twentieth of its mass where it is held.
pub(super) fn scaled(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let settings = Settings { substeps, environment: scene.environment, ..Settings::default() };
    let mut net = scene.attached();
    net.scale_masses(0.05)?;
    make(scene, &net, settings)
}

/// The number of sub-steps that keeps the stretch within 1 %, at most `substeps`.
pub(super) fn accurate(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    let settings = Settings { substeps, environment: scene.environment, ..Settings::default() };
    let mut solver = Solver::within_stretch(&scene.net, 0.01, settings)?;
    if let Some(ball) = scene.ball {
        solver.set_colliders(&[ball.collider()])?;
    }
    Ok(Box::new(solver))
}

fn make(scene: &Scene, net: &Network, settings: Settings) -> Result<Box<dyn Engine>> {
    let mut solver = Solver::new(net, settings)?;
    if let Some(ball) = scene.ball {
        solver.set_colliders(&[ball.collider()])?;
    }
    Ok(Box::new(solver))
}

impl Engine for Solver {
    fn step(&mut self, dt: f32) {
        Solver::step(self, dt);
    }

    fn particles(&self) -> Vec<Particle> {
        Solver::particles(self).collect()
    }
}
