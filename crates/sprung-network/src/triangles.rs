//! Triangles of a network that do something: they enclose a volume, feel air, resist bending, stretch and shear.

use alloc::vec::Vec;

use crate::aero::{AeroCoefficients, AeroSurface};
use crate::error::{Element, NetworkError};
use crate::fabric::{Fabric, Weave};
use crate::geometry::dihedral::Dihedral;
use crate::geometry::membrane::Membrane;
use crate::hinge::Hinge;
use crate::network::Network;
use crate::stiffness::Stiffness;
use crate::volume::{Volume, VolumeContent, spanned};

impl Network {
    /// Lets a closed surface of triangles keep the volume that it encloses in the rest shape; returns the index of the
    /// [`Volume`]. Triangles that are wound inward are turned.
    ///
    /// # Errors
    /// A missing particle, a side along which the triangles do not close, or a volume that is 0 or not finite.
    pub fn add_volume(&mut self, triangles: &[[u32; 3]]) -> Result<usize, NetworkError> {
        let (index, content) = (self.volumes.len(), VolumeContent::Incompressible { volume: 1.0 });
        let mut volume = Volume { triangles: triangles.to_vec(), content };
        volume.check(index, self.particles.len())?;
        let enclosed = spanned(triangles, |p| self.rest_position(p)) as f32;
        if enclosed < 0.0 {
            volume.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
        }
        volume.content = VolumeContent::Incompressible { volume: enclosed.abs() };
        volume.content.check(index)?;
        self.volumes.push(volume);
        Ok(index)
    }

    /// Lets air press on triangles, of a sheet or of a closed surface; returns the index of the [`AeroSurface`], which has the
    /// coefficients of a plate in air at sea level.
    ///
    /// # Errors
    /// A missing particle, or one that is twice in a triangle.
    pub fn add_aero_surface(&mut self, triangles: &[[u32; 3]]) -> Result<usize, NetworkError> {
        let (index, coefficients) = (self.aero_surfaces.len(), AeroCoefficients::default());
        let surface = AeroSurface { triangles: triangles.to_vec(), coefficients };
        surface.check(index, self.particles.len())?;
        self.aero_surfaces.push(surface);
        Ok(index)
    }

    /// Puts a [`Hinge`] at every side that two of these triangles share, with the angle of the rest shape; returns the index
    /// of the first. A side that more than two share, or whose triangles have the same third particle, has none.
    ///
    /// # Errors
    /// A missing particle or one that is twice in a triangle, a bad stiffness, or a triangle at a hinge that has no area in
    /// the rest shape.
    pub fn add_hinges(
        &mut self,
        triangles: &[[u32; 3]],
        stiffness: impl Into<Stiffness>,
    ) -> Result<usize, NetworkError> {
        let (first, stiffness) = (self.hinges.len(), stiffness.into());
        for (index, &corners) in triangles.iter().enumerate() {
            Element { kind: "triangle", index }.corners(corners, self.particles.len())?;
        }
        // Sides with the lower particle first, whether they run the other way, and the third particle.
        let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b, c], [b, c, a], [c, a, b]]);
        let mut sides: Vec<_> = sides.map(|[a, b, c]| (a.min(b), a.max(b), a > b, c)).collect();
        sides.sort_unstable();
        let mut hinges = Vec::new();
        for pair in sides.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let &[(a, b, _, c), (_, _, _, d)] = pair else { continue };
            if c == d {
                continue;
            }
            let [a, b, c, d] = [a, b, c, d].map(|p| p as usize);
            let index = first + hinges.len();
            let bend = Dihedral::of([a, b, c, d].map(|p| self.rest_position(p).map(f64::from)));
            let (angle, size) = bend.map_or((0.0, 0.0), |bend| (bend.angle as f32, 1.0));
            let element = Element { kind: "hinge", index };
            element.require(size > 0.0, "areas of the triangles", size, "finite and > 0")?;
            let hinge = Hinge { edge: [a, b], opposite: [c, d], rest_angle: angle, stiffness };
            hinge.check(index, self.particles.len())?;
            hinges.push(hinge);
        }
        self.hinges.append(&mut hinges);
        Ok(first)
    }

    /// Makes a [`Fabric`] of triangles, at rest in the rest shape; returns its index. Its warp runs in the direction `warp`, as
    /// nearly as each triangle lies along it; its weft perpendicular to the warp in the plane of the triangle.
    ///
    /// A fabric with seams, or with material coordinates of its own, is added to [`fabrics`](Network::fabrics).
    ///
    /// # Errors
    /// A missing particle or one that is twice in a triangle, a bad number of the weave, a triangle that has no area in the rest
    /// shape or is perpendicular to the warp.
    pub fn add_fabric(
        &mut self,
        triangles: &[[u32; 3]],
        warp: [f32; 3],
        weave: Weave,
    ) -> Result<usize, NetworkError> {
        let index = self.fabrics.len();
        weave.check(index)?;
        Element { kind: "fabric", index }.bounded("warp", warp)?;
        let mut coordinates = Vec::with_capacity(triangles.len());
        for (index, &corners) in triangles.iter().enumerate() {
            let element = Element { kind: "fabric triangle", index };
            element.corners(corners, self.particles.len())?;
            let places = corners.map(|p| self.rest_position(p as usize).map(f64::from));
            let flat = Membrane::unrolled(places, warp.map(f64::from));
            let size = if flat.is_some() { 1.0 } else { 0.0 };
            element.require(size > 0.0, "area along the warp", size, "finite and > 0")?;
            coordinates.push(flat.unwrap_or_default());
        }
        let fabric = Fabric { triangles: triangles.to_vec(), coordinates, weave };
        fabric.check(index, self.particles.len())?;
        self.fabrics.push(fabric);
        Ok(index)
    }
}
