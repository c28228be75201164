//! A flag on its mast, and paper with a crease.

use anyhow::Result;
use sprung_network::Stiffness;
use sprung_network::shapes::Cloth;

use super::look::Look;
use super::pin::Pin;
use super::shape::{Body, LOOK, stand};

/// The weight of the cloth of a flag, kg/m².
const FLAG_WEIGHT: f32 = 0.15;

/// The weight of paper, kg/m².
const PAPER_WEIGHT: f32 = 0.08;

/// The frequency of the hinges of paper of one cell and a side of 1 m, Hz: paper that is held at an edge sinks by about a
/// tenth of its side, at every size and number of cells.
const PAPER_STIFFNESS: f32 = 1.2;

impl Body {
    /// An upright flag with `size` particles along its length; its mast is on the left.
    pub(super) fn flag(size: usize, length: f32, height: f32) -> Result<Self> {
        let spacing = length / (size - 1) as f32;
        let rows = (height / spacing).round().clamp(1.0, 999.0) as usize + 1;
        let mass = FLAG_WEIGHT * length * spacing * (rows - 1) as f32;
        let flag = Cloth::new(size, rows, spacing, mass);
        let mast: Vec<usize> = (0..rows).map(|row| flag.at(0, row)).collect();
        let ends = vec![mast[0], mast[rows - 1]];
        let mut net = flag.build()?;
        net.particles.iter_mut().for_each(stand);
        let look = Look { color: [0.6, 0.05, 0.06], crease: -1.0, ..LOOK };
        let hooks = vec![(Pin::Edge, mast), (Pin::Corners, ends)];
        Ok(Body { hooks, look, ..Body::new(net, flag.triangles(), vec![]) })
    }

    /// A level square of paper with a crease along its middle: its angle in degrees, within −180 and 180, above 0 for sides
    /// that are folded up. It is held at the first two rows, as by a hand.
    pub(super) fn paper(size: usize, side: f32, crease: f32, bend: Option<f32>) -> Result<Self> {
        let mass = PAPER_WEIGHT * side * side;
        let sheet =
            Cloth::new(size, size, side / (size - 1) as f32, mass).with_shear(Stiffness::RIGID);
        let hooks = vec![(Pin::Edge, (0..2 * size).collect()), (Pin::Corner, vec![0])];
        let look = Look { color: [0.75, 0.73, 0.68], crease: 0.94, ..LOOK };
        let body = Body::new(sheet.build()?, sheet.triangles(), vec![]);
        let mut body = Body { hooks, look, ..body };
        let cells = (size - 1) as f32;
        body.bend(bend.unwrap_or(PAPER_STIFFNESS * cells * cells / side.sqrt()))?;
        let row = size / 2;
        for hinge in &mut body.net.hinges {
            if hinge.edge.iter().all(|&particle| particle / size == row) {
                // The triangles face down.
                hinge.rest_angle = -crease.to_radians();
            }
        }
        Ok(body)
    }
}
