//! Position-based dynamics with small steps, in a plain form: a scalar loop over the springs in the order
//! of the network, once per sub-step (Macklin et al., *Small Steps in Physics Simulation*, 2019).

use anyhow::Result;
use sprung_network::{Edge, Environment, Particle};

use super::engine::Engine;
use super::scene::Scene;

struct Projection {
    particles: Vec<Particle>,
    before: Vec<[f32; 3]>,
    edges: Vec<Edge>,
    environment: Environment,
    substeps: usize,
}

pub(super) fn small_steps(scene: &Scene, substeps: usize) -> Result<Box<dyn Engine>> {
    Ok(Box::new(Projection {
        particles: scene.net.particles.clone(),
        before: vec![[0.0; 3]; scene.net.particles.len()],
        edges: scene.net.edges.clone(),
        environment: scene.environment,
        substeps,
    }))
}

impl Projection {
    fn substep(&mut self, h: f32) {
        let Environment { gravity, drag, .. } = self.environment;
        let keep = 1.0 / (1.0 + h * drag);
        for (p, before) in self.particles.iter_mut().zip(&mut self.before) {
            *before = p.position;
            if p.inverse_mass > 0.0 {
                p.velocity = [0, 1, 2].map(|c| (p.velocity[c] + h * gravity[c]) * keep);
                p.position = [0, 1, 2].map(|c| p.position[c] + h * p.velocity[c]);
            }
        }
        for s in &self.edges {
            let (a, b) = (self.particles[s.a], self.particles[s.b]);
            let w = a.inverse_mass + b.inverse_mass;
            let d = [0, 1, 2].map(|c| b.position[c] - a.position[c]);
            let length = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
            if w > 0.0 && length > 0.0 {
                let pull = (length - s.rest_length) / (length * w);
                for (c, d) in d.into_iter().enumerate() {
                    self.particles[s.a].position[c] += pull * a.inverse_mass * d;
                    self.particles[s.b].position[c] -= pull * b.inverse_mass * d;
                }
            }
        }
        for (p, before) in self.particles.iter_mut().zip(&self.before) {
            p.velocity = [0, 1, 2].map(|c| (p.position[c] - before[c]) / h);
        }
    }
}

impl Engine for Projection {
    fn step(&mut self, dt: f32) {
        for _ in 0..self.substeps {
            self.substep(dt / self.substeps as f32);
        }
    }

    fn particles(&self) -> Vec<Particle> {
        self.particles.clone()
    }
}
