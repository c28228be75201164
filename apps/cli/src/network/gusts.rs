//! Gusts that blow on a network.

use anyhow::{Context, Result};
use sprung_network::{Solver, Turbulence};

/// Gusts in a wind that carries them along.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gusts {
    field: Turbulence,
    wind: [f32; 3],
    /// Seconds since the start.
    time: f32,
}

impl Gusts {
    pub(super) fn new(speed: f32, size: f32, wind: [f32; 3]) -> Result<Self> {
        let field = Turbulence::new(speed, size, 0).context("--gusts")?;
        Ok(Gusts { field, wind, time: 0.0 })
    }

    /// Blows on a network during the next step of `dt` seconds.
    pub(super) fn blow(&mut self, solver: &mut Solver, dt: f32) -> Result<()> {
        let Gusts { field, wind, time } = *self;
        solver.set_wind_field(|place| {
            field.velocity([0, 1, 2].map(|c| place[c] - wind[c] * time), time)
        })?;
        self.time += dt;
        Ok(())
    }
}
