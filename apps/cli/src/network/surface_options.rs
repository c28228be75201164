//! The options of shapes with triangles: the air that presses on them, their bending, their fabric.

use std::collections::HashSet;

use anyhow::{Context, Result, ensure};
use clap::Args;
use sprung_network::{Stiffness, Weave};

use super::gusts::Gusts;
use super::shape::Body;
use crate::typed_number::{positive, vector};

const AIR: &str = "Air";
const MATERIAL: &str = "Material";

/// The air that presses on the triangles of a shape.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Air {
    /// The velocity of air that presses on the triangles, m/s; 0,0,0 is still air [default: no air; of a flag 8,0,0; of a cape still air]
    #[arg(long, value_name = "X,Y,Z", value_parser = vector::<3>, allow_hyphen_values = true, help_heading = AIR)]
    wind: Option<[f32; 3]>,
    /// Gusts: their root mean square speed, m/s, and the size of the largest, m [default: none; of a flag 2,1.5]
    #[arg(long, value_name = "SPEED,SIZE", value_parser = vector::<2>, allow_hyphen_values = true, help_heading = AIR)]
    gusts: Option<[f32; 2]>,
}

/// The material of a cloth.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Material {
    /// The frequency of the hinges between triangles, which resist bending, Hz [default: no hinges; of a cape by its size]
    #[arg(long, value_name = "HZ", value_parser = positive::<f32>, help_heading = MATERIAL)]
    bend: Option<f32>,
    /// A fabric in place of springs: its stiffness along the warp, along the weft and in shear, N/m: 300,300,5
    #[arg(
        long, value_name = "WARP,WEFT,SHEAR", value_parser = vector::<3>, allow_hyphen_values = true, help_heading = MATERIAL,
        conflicts_with_all = ["bend", "hz", "damping_ratio", "spring", "per_step"]
    )]
    fabric: Option<[f32; 3]>,
    /// The limits of the length of its threads, as multiples of that at rest: 0.9,1.05 [default: no limits]
    #[arg(
        long, value_name = "MIN,MAX", value_parser = vector::<2>, allow_hyphen_values = true, help_heading = MATERIAL,
        requires = "fabric"
    )]
    thread_limits: Option<[f32; 2]>,
}

/// The time constant of the damping of a fabric, s.
const FABRIC_DAMPING: f32 = 5e-3;

/// The damping ratio of hinges.
const HINGE_DAMPING: f32 = 0.3;

impl Air {
    /// The air around a flag, where no other is asked for.
    pub(super) fn of_flag(self) -> Self {
        let wind = self.wind.or(Some([8.0, 0.0, 0.0]));
        Air { wind, gusts: self.gusts.or(Some([2.0, 1.5])) }
    }

    /// The air around a cape, where no other is asked for.
    pub(super) fn of_cape(self) -> Self {
        Air { wind: self.wind.or(Some([0.0; 3])), ..self }
    }

    /// Puts the triangles of a body into the air.
    pub(super) fn around(self, mut body: Body) -> Result<Body> {
        if self.wind.is_none() && self.gusts.is_none() {
            return Ok(body);
        }
        ensure!(!body.mesh.triangles.is_empty(), "--wind presses on triangles, and there are none");
        body.net.add_aero_surface(&body.mesh.triangles)?;
        body.wind = self.wind.unwrap_or_default();
        let gusts = self.gusts.filter(|[speed, _]| *speed != 0.0);
        body.gusts = gusts.map(|[speed, size]| Gusts::new(speed, size, body.wind)).transpose()?;
        Ok(body)
    }
}

impl Material {
    /// The material of a cape, where no other is asked for: hinges of a frequency, Hz.
    pub(super) fn of_cape(self, hz: f32) -> Self {
        let bend = self.bend.or(self.fabric.is_none().then_some(hz));
        Material { bend, ..self }
    }

    /// Makes a cloth, whose warp runs along x, of the material.
    pub(super) fn weave(self, mut body: Body) -> Result<Body> {
        if let Some(hz) = self.bend {
            body.bend(hz)?;
        }
        if let Some([warp, weft, shear]) = self.fabric {
            let of = |stiffness| Weave::membrane(stiffness, FABRIC_DAMPING);
            let [min, max] = self.thread_limits.unwrap_or([0.0, f32::INFINITY]);
            let weave = Weave::new(of(warp), of(weft), of(shear)).with_limits(min, max);
            body.net.edges.clear();
            body.net
                .add_fabric(&body.mesh.triangles, [1.0, 0.0, 0.0], weave)
                .context("--fabric")?;
        }
        Ok(body)
    }
}

impl Body {
    /// Puts hinges of a frequency, Hz, between its triangles, and springs along the sides that have none.
    pub(super) fn bend(&mut self, hz: f32) -> Result<()> {
        let net = &mut self.net;
        let mut joined: HashSet<_> =
            net.edges.iter().map(|edge| (edge.a.min(edge.b), edge.a.max(edge.b))).collect();
        for &[a, b, c] in &self.mesh.triangles {
            for [a, b] in [[a, b], [b, c], [c, a]].map(|side| side.map(|p| p as usize)) {
                if joined.insert((a.min(b), a.max(b))) {
                    net.connect(a, b);
                }
            }
        }
        net.add_hinges(&self.mesh.triangles, Stiffness::from_frequency(hz, HINGE_DAMPING)?)?;
        Ok(())
    }
}
