//! Fixed particles that are let go while the network moves.

use anyhow::{Result, ensure};
use sprung_network::{Particle, Solver};

/// The time until all fixed particles are let go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Release {
    /// Seconds.
    left: f32,
    /// The mass that each gets, kg.
    mass: f32,
}

impl Release {
    /// All fixed particles, after a time in seconds, with the mean mass of the others.
    pub(super) fn after(seconds: f32, solver: &Solver) -> Result<Self> {
        let (fixed, others): (Vec<_>, Vec<_>) = solver.particles().partition(Particle::is_fixed);
        ensure!(!fixed.is_empty(), "--release {seconds}: no particle is fixed");
        let mass = others.iter().map(|p| 1.0 / p.inverse_mass).sum::<f32>() / others.len() as f32;
        Ok(Release { left: seconds, mass: if mass.is_finite() { mass } else { 1.0 } })
    }

    /// Returns the particles to let go before a step of `dt` seconds, each with its mass.
    pub(super) fn due(&mut self, solver: &Solver, dt: f32) -> Vec<(usize, f32)> {
        let is_due = self.left < 0.5 * dt;
        self.left -= dt;
        if !is_due {
            return Vec::new();
        }
        self.left = f32::INFINITY;
        let fixed = solver.particles().enumerate().filter(|(_, particle)| particle.is_fixed());
        fixed.map(|(index, _)| (index, self.mass)).collect()
    }
}
