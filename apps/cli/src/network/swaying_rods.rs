//! Rods in wind, whose held ends and head sway.

use std::f32::consts::TAU;

use anyhow::Result;
use sprung_network::Turbulence;
use sprung_rods::{Pose, RodSettings, Rods};

use super::film::Simulation;

/// Rods in wind, whose held ends sway.
pub(super) struct SwayingRods {
    /// One set of all rods; in gusts a set of each, for a set has one wind.
    pub(super) sets: Vec<(Rods, [f32; 3])>,
    pub(super) gusts: Option<Turbulence>,
    pub(super) wind: [f32; 3],
    pub(super) sway: Sway,
    pub(super) has_head: bool,
    /// Seconds since the start.
    pub(super) time: f64,
}

/// The motion of the held ends.
#[derive(Clone, Copy)]
pub(super) struct Sway {
    /// m.
    pub(super) amplitude: [f32; 3],
    pub(super) hz: f32,
}

impl Sway {
    /// Returns the displacement at a time, m.
    pub(super) fn at(&self, time: f64) -> [f32; 3] {
        // Whole periods are taken off in f64.
        let phase = TAU * (f64::from(self.hz) * time).fract() as f32;
        self.amplitude.map(|c| c * phase.sin())
    }
}

impl SwayingRods {
    /// The places of all vertices, rod by rod.
    pub(super) fn points(&self) -> Vec<[f32; 3]> {
        let rods = |(rods, _): &(Rods, [f32; 3])| -> Vec<[f32; 3]> {
            (0..rods.len()).flat_map(|rod| rods.positions(rod)).collect()
        };
        self.sets.iter().flat_map(rods).collect()
    }
}

impl Simulation for SwayingRods {
    const REMEDY: &'static str = "increase --substeps, or reduce --young";

    fn step(&mut self, dt: f32) -> Result<()> {
        self.time += f64::from(dt);
        let pose = Pose::at(self.sway.at(self.time));
        let time = self.time as f32;
        for (rods, root) in &mut self.sets {
            if let Some(field) = &self.gusts {
                let carried = [0, 1, 2].map(|c| root[c] - self.wind[c] * time);
                let gust = field.velocity(carried, time);
                let wind = [0, 1, 2].map(|c| self.wind[c] + gust[c]);
                rods.set_settings(RodSettings { wind, ..rods.settings() })?;
            }
            for rod in 0..rods.len() {
                rods.set_start(rod, pose)?;
                rods.set_end(rod, pose)?;
            }
            if self.has_head {
                rods.set_collider(0, pose)?;
            }
            rods.step(dt)?;
        }
        Ok(())
    }
}
