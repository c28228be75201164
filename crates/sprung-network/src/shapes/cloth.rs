//! Cloth: a rectangle of particles, woven.

use alloc::vec::Vec;

use sprung::Real;

use crate::error::{Element, NetworkError, at_least};
use crate::mesh::closed_mesh::Lattice;
use crate::network::Network;
use crate::particle::Particle;
use crate::stiffness::Stiffness;

use super::lattice::cells;

/// A sheet of `columns` by `rows` particles in the plane y = 0, one corner at the origin.
///
/// Particle (column i, row j) is number `j·columns + i` and lies at `(i·spacing, 0, j·spacing)`. Warp and weft springs
/// join neighbors; [`with_shear`](Cloth::with_shear) adds both diagonals of every cell,
/// [`with_bend`](Cloth::with_bend) springs that skip one particle.
///
/// ```
/// use sprung_network::{Stiffness, shapes::Cloth};
/// let sheet = Cloth::new(32, 32, 0.05, 0.3).with_bend(Stiffness::per_step(0.01, 0.01));
/// let mut net = sheet.build()?;
/// net.fix(sheet.corners());
/// assert_eq!(net.edges.len(), 2 * 32 * 31 + 2 * 32 * 30);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "cloth")]
#[doc(alias = "flag")]
#[doc(alias = "curtain")]
#[doc(alias = "fabric")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloth {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) spacing: f32,
    pub(crate) mass: f32,
    pub(crate) structural: Stiffness,
    pub(crate) shear: Option<Stiffness>,
    pub(crate) bend: Option<Stiffness>,
}

impl Cloth {
    /// A sheet of rigid warp and weft: distance of neighbors in m, mass of the whole in kg.
    pub fn new(columns: usize, rows: usize, spacing: f32, mass: f32) -> Self {
        let structural = Stiffness::RIGID;
        Self { columns, rows, spacing, mass, structural, shear: None, bend: None }
    }

    /// Returns the sheet with another stiffness of warp and weft.
    pub fn with_structure(self, stiffness: impl Into<Stiffness>) -> Self {
        Self { structural: stiffness.into(), ..self }
    }

    /// Returns the sheet with both diagonals in every cell, against shear.
    pub fn with_shear(self, stiffness: impl Into<Stiffness>) -> Self {
        Self { shear: Some(stiffness.into()), ..self }
    }

    /// Returns the sheet with springs over two cells, against bending.
    pub fn with_bend(self, stiffness: impl Into<Stiffness>) -> Self {
        Self { bend: Some(stiffness.into()), ..self }
    }

    /// The number of the particle in a column and a row.
    pub fn at(&self, column: usize, row: usize) -> usize {
        row * self.columns + column
    }

    /// Returns the two corners of row 0, which hold a flag or a curtain.
    pub fn corners(&self) -> [usize; 2] {
        [0, self.columns - 1]
    }

    /// All of row 0.
    pub fn edge(&self) -> core::ops::Range<usize> {
        0..self.columns
    }

    /// The two triangles of every cell: the surface of the network, also for drawing.
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let mut triangles = Vec::new();
        for j in 1..self.rows {
            for i in 1..self.columns {
                let [a, b, c, d] = [(i - 1, j - 1), (i, j - 1), (i - 1, j), (i, j)]
                    .map(|(i, j)| self.at(i, j) as u32);
                triangles.extend([[a, c, b], [b, c, d]]);
            }
        }
        triangles
    }

    /// Checks the numbers of the sheet; those of its stiffnesses are checked with the network.
    pub(crate) fn check(&self) -> Result<(), NetworkError> {
        at_least("columns", self.columns, 2)?;
        at_least("rows", self.rows, 2)?;
        let element = Element { kind: "cloth", index: 0 };
        element.all_positive([("spacing", self.spacing), ("mass", self.mass)])
    }

    /// The network.
    ///
    /// # Errors
    /// Fewer than 2 columns or rows, or a spacing or mass that is not finite and > 0.
    pub fn build(&self) -> Result<Network, NetworkError> {
        self.check()?;
        let size = [self.columns, 1, self.rows];
        let lattice = Lattice { size, origin: [0.0; 3], spacing: self.spacing };
        let each = self.mass / (self.columns * self.rows) as f32;
        let mut net = Network::default();
        for at in cells(size) {
            net.add_particle(Particle::new(lattice.position(at), each));
        }
        let weaves = [
            (Some(self.structural), [[1, 0, 0], [0, 0, 1]]),
            (self.shear, [[1, 0, 1], [-1, 0, 1]]),
            (self.bend, [[2, 0, 0], [0, 0, 2]]),
        ];
        for (stiffness, steps) in weaves {
            let Some(stiffness) = stiffness else { continue };
            for step in steps {
                for edge in cells(size).filter_map(|at| lattice.edge(at, step)) {
                    net.add_edge(edge.with_stiffness(stiffness));
                }
            }
        }
        if cfg!(feature = "self-contact") {
            net.surface.triangles = self.triangles();
        }
        Ok(net)
    }

    /// The network with a pleat at every column: `width` times as wide as flat, so that it may sag between fixed particles
    /// without stretching. Every second column is raised such that warp, weft and shear springs are at rest; those against
    /// bending are not. The rest shape is the flat sheet.
    ///
    /// # Errors
    /// As [`build`](Self::build), or a width that is not within 0 and 1.
    ///
    /// ```
    /// use sprung_network::{Stretch, shapes::Cloth};
    /// let net = Cloth::new(8, 6, 0.05, 0.3).build_pleated(0.9)?;
    /// assert!(Stretch::of(&net.edges, |i| net.particles[i].position).max < 1e-6);
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    pub fn build_pleated(&self, width: f32) -> Result<Network, NetworkError> {
        Element { kind: "cloth", index: 0 }.fraction("width", width)?;
        let mut net = self.build()?;
        for (i, particle) in net.particles.iter_mut().enumerate() {
            particle.position[0] *= width;
            if i % self.columns % 2 == 1 {
                particle.position[1] = self.spacing * Real::sqrt(1.0 - width * width);
            }
        }
        Ok(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn springs_of_every_kind_are_at_rest() {
        let net = Cloth::new(5, 4, 0.1, 1.0)
            .with_shear(Stiffness::RIGID)
            .with_bend(Stiffness::RIGID)
            .build()
            .expect("good");
        // Warp and weft 4·4 + 5·3, diagonals 2·4·3, bending 3·4 + 5·2.
        assert_eq!(net.edges.len(), 31 + 24 + 22);
        assert!(net.check().is_ok());
        for s in &net.edges {
            let [a, b] = [s.a, s.b].map(|i| net.particles[i].position);
            assert!((crate::geometry::vector::distance(a, b) - s.rest_length).abs() < 1e-6);
        }
    }

    #[test]
    fn triangles_cover_every_cell_once() {
        assert_eq!(Cloth::new(4, 3, 1.0, 1.0).triangles().len(), 2 * 3 * 2);
    }

    #[test]
    fn a_line_is_no_cloth() {
        let error = Cloth::new(1, 9, 1.0, 1.0).build().map_err(|e| e.to_string());
        assert_eq!(error, Err("columns must be >= 2, got 1".to_owned()));
    }
}
