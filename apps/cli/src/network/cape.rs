//! A cape on a back that turns: cloth within a distance of a skin and out of a backstop.

use anyhow::Result;
use clap::Args;
use sprung_network::SkinConstraint;
use sprung_network::shapes::Cloth;

use super::look::Look;
use super::pin::Pin;
use super::shape::{Body, LOOK};
use super::wearer::Wearer;
use crate::typed_number::{finite, not_negative, positive};

/// The weight of the cloth, kg/m².
const WEIGHT: f32 = 0.3;

/// The frequency of the hinges of a cape of one cell and a width of 1 m, Hz: its hem stays wide at every size and number of
/// cells.
const STIFFNESS: f32 = 0.063;

/// The distance of the back from the axis about which it turns, m.
const BACK: f32 = 0.1;

/// The backstop: its distance behind the skin, and its radius, m.
const BACKSTOP: [f32; 2] = [0.005, 0.5];

/// The size of a cape, and how its wearer turns.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct CapeOptions {
    /// Its width, m
    #[arg(long, default_value = "0.5", value_parser = positive::<f32>)]
    width: f32,
    /// Its length, m
    #[arg(long, default_value = "0.8", value_parser = positive::<f32>)]
    length: f32,
    /// The maximum distance of the hem from the skin, m; it increases linearly from 0 at the shoulders
    #[arg(long, default_value = "0.4", value_parser = not_negative::<f32>)]
    loose: f32,
    /// Let the cape pass through the back
    #[arg(long)]
    no_backstop: bool,
    /// The angle through which the wearer turns to each side, degrees
    #[arg(long, default_value = "70", value_parser = finite::<f32>)]
    turn: f32,
    /// The period of the turning, s
    #[arg(long, default_value = "2.2", value_parser = positive::<f32>)]
    period: f32,
}

impl CapeOptions {
    /// The default frequency of the hinges of a cape with `size` particles along its width, Hz.
    pub(super) fn bend(&self, size: usize) -> f32 {
        STIFFNESS * ((size - 1) as f32).powi(2) / self.width.sqrt()
    }
}

impl Body {
    /// A cape with `size` particles along its width, upright behind a back that looks along z.
    pub(super) fn cape(size: usize, options: CapeOptions) -> Result<Self> {
        let CapeOptions { width, length, loose, no_backstop, turn, period } = options;
        let spacing = width / (size - 1) as f32;
        let rows = (length / spacing).round().clamp(1.0, 999.0) as usize + 1;
        let mass = WEIGHT * width * spacing * (rows - 1) as f32;
        let cloth = Cloth::new(size, rows, spacing, mass);
        let mut net = cloth.build()?;
        for particle in &mut net.particles {
            let [x, _, z] = particle.position;
            particle.position = [x - 0.5 * width, -z, -BACK];
        }
        net.rest_shape = net.particles.iter().map(|p| p.position).collect();
        net.skin_constraints = (0..net.particles.len())
            .map(|p| {
                let constraint =
                    SkinConstraint::new(p, loose * (p / size) as f32 / (rows - 1) as f32);
                let [offset, radius] = BACKSTOP;
                if no_backstop { constraint } else { constraint.with_backstop(offset, radius) }
            })
            .collect();
        let extent = [width, length, 2.0 * BACK];
        let (rest, turn) = (net.rest_shape.clone(), turn.to_radians());
        let wearer = Wearer { rest, size: extent, turn, period, time: 0.0 };
        let shoulders = (0..size).map(|column| cloth.at(column, 0)).collect();
        let look = Look { color: [0.25, 0.02, 0.1], crease: -1.0, ..LOOK };
        let body = Body::new(net, cloth.triangles(), vec![]);
        Ok(Body { hooks: vec![(Pin::Edge, shoulders)], look, wearer: Some(wearer), ..body })
    }
}
