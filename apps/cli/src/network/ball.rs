//! Balls and closed meshes that keep their volume, or hold a gas.

use anyhow::{Context, Result};
use clap::Args;
use sprung_network::shapes::sphere;
use sprung_network::{Solver, VolumeContent};

use super::look::Look;
use super::pin::Pin;
use super::shape::{Body, LOOK};
use crate::typed_number::not_negative;

/// The pressure of the air outside, Pa.
const OUTSIDE: f32 = 101_325.0;

/// The gas in a closed surface.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Gas {
    /// A gas inside, which keeps pressure times volume: its pressure above that of the air outside at the start, Pa
    #[arg(long, value_name = "PA", value_parser = not_negative::<f32>)]
    pressure: Option<f32>,
}

impl Gas {
    /// True if there is a gas.
    pub(super) fn is_some(self) -> bool {
        self.pressure.is_some()
    }

    /// Fills the volumes of a body with the gas, if there is one; without it they keep their volume.
    pub(super) fn fill(self, mut body: Body) -> Body {
        let Some(pressure) = self.pressure else { return body };
        for volume in &mut body.net.volumes {
            if let VolumeContent::Incompressible { volume: size } = volume.content {
                volume.content = VolumeContent::gas(size, OUTSIDE + pressure, OUTSIDE);
            }
        }
        body
    }
}

impl Body {
    /// A hollow ball that keeps its volume.
    pub(super) fn ball(rings: usize, radius: f32) -> Result<Self> {
        let net = sphere(radius, rings, 1.0)?;
        let triangles = net.volumes[0].triangles.clone();
        let look = Look { color: [0.65, 0.12, 0.04], roughness: 0.35, crease: -1.0, ..LOOK };
        let look = Look { is_open: false, ..look };
        // Its skin is as stiff at every number of rings, and it is squeezed by the same part of any radius.
        let hz = Some(SOFTNESS * rings as f32 / radius.sqrt());
        let hooks = vec![(Pin::None, vec![])];
        Ok(Body { hz, hooks, look, ..Body::new(net, triangles, vec![]) })
    }

    /// Lets the triangles of a closed mesh keep the volume inside.
    pub(super) fn keep_volume(&mut self) -> Result<()> {
        self.net.add_volume(&self.mesh.triangles).context("only a closed mesh has a volume")?;
        Ok(())
    }
}

/// The frequency of the springs of a ball of one ring and a radius of 1 m, Hz.
const SOFTNESS: f32 = 2.0;

/// The volume that the surfaces of a network enclose now, m³.
pub(super) fn enclosed(solver: &Solver) -> f32 {
    (0..solver.volume_count()).map(|volume| solver.enclosed_volume(volume)).sum()
}
