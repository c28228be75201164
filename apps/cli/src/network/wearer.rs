//! A back that turns, on which a cape hangs.

use std::f32::consts::TAU;

use anyhow::Result;
use sprung_network::{SkinTarget, Solver};

/// The skin that a cape follows.
#[derive(Clone, Debug)]
pub(super) struct Wearer {
    pub(super) rest: Vec<[f32; 3]>,
    /// Width, height and depth of the back, m; its middle is on the axis, its upper side at the origin.
    pub(super) size: [f32; 3],
    /// Radians.
    pub(super) turn: f32,
    /// Period of the turning, s.
    pub(super) period: f32,
    /// Seconds since the start.
    pub(super) time: f64,
}

impl Wearer {
    /// Returns the angle about y at a time, radians.
    pub(super) fn angle(&self, time: f64) -> f32 {
        // Whole periods are taken off in f64.
        let phase = (time / f64::from(self.period)).fract() as f32;
        self.turn * (TAU * phase).sin()
    }

    /// Turns on during the next step of `dt` seconds.
    pub(super) fn turn(&mut self, solver: &mut Solver, dt: f32) -> Result<()> {
        self.time += f64::from(dt);
        let (sin, cos) = self.angle(self.time).sin_cos();
        let turned = |&[x, y, z]: &[f32; 3]| SkinTarget {
            position: [cos * x + sin * z, y, cos * z - sin * x],
            normal: [-sin, 0.0, -cos],
        };
        let targets: Vec<SkinTarget> = self.rest.iter().map(turned).collect();
        Ok(solver.set_skin_targets(&targets)?)
    }
}
