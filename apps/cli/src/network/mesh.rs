//! A mesh: points, triangles and lines, and the network of springs along its edges.

use std::collections::{HashMap, HashSet};

use anyhow::{Result, ensure};
use sprung_network::{Network, Particle};

/// Points, and the triangles and lines that index them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Mesh {
    pub(super) points: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) lines: Vec<[u32; 2]>,
}

impl Mesh {
    /// The same mesh, if it has something in it and all of it is where it should be.
    pub(super) fn checked(self) -> Result<Self> {
        let indices = self.triangles.iter().flatten().chain(self.lines.iter().flatten());
        let count = self.points.len();
        ensure!(count > 0 && indices.clone().count() > 0, "it has no triangles and no lines");
        for &index in indices {
            ensure!(
                (index as usize) < count,
                "vertex index {index} is out of range (vertex count {count})"
            );
        }
        for (i, point) in self.points.iter().enumerate() {
            ensure!(point.iter().all(|c| c.is_finite()), "point {i} is not finite: {point:?}");
        }
        Ok(self)
    }

    /// Returns the least and the greatest of the coordinates.
    pub(super) fn bounds(&self) -> [[f32; 3]; 2] {
        let along = |c: usize| self.points.iter().map(move |point| point[c]);
        let low = [0, 1, 2].map(|c| along(c).fold(f32::INFINITY, f32::min));
        [low, [0, 1, 2].map(|c| along(c).fold(low[c], f32::max))]
    }

    /// Returns the lengths of its bounding box along x, y and z.
    pub(super) fn extent(&self) -> [f32; 3] {
        let [low, high] = self.bounds();
        [0, 1, 2].map(|c| high[c] - low[c])
    }

    /// The same mesh with points at the same place made one, as they are where a texture has a seam. Triangles and lines
    /// that shrink to less are left out, and so are points that nothing references.
    pub(crate) fn welded(&self) -> Self {
        let mut numbers = HashMap::new();
        let mut mesh = Mesh::default();
        let mut number = |index: u32| {
            // Adding 0 makes one of both zeros.
            let point = self.points[index as usize].map(|c| c + 0.0);
            *numbers.entry(point.map(f32::to_bits)).or_insert_with(|| {
                mesh.points.push(point);
                mesh.points.len() as u32 - 1
            })
        };
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(&mut number);
            if a != b && b != c && c != a {
                mesh.triangles.push([a, b, c]);
            }
        }
        for line in &self.lines {
            let [a, b] = line.map(&mut number);
            if a != b {
                mesh.lines.push([a, b]);
            }
        }
        mesh
    }

    /// A particle at every point and a spring along every edge, `mass` kg in all.
    pub(crate) fn network(&self, mass: f32) -> Network {
        let mut net = Network::default();
        for &point in &self.points {
            net.add_particle(Particle::new(point, mass / self.points.len() as f32));
        }
        let mut seen = HashSet::new();
        let sides = self.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        for [a, b] in sides.chain(self.lines.iter().copied()) {
            if seen.insert((a.min(b), a.max(b))) {
                net.connect(a as usize, b as usize);
            }
        }
        net
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seam_is_closed_and_every_edge_is_one_spring() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, -0.0, 0.0], [1.0; 3]];
        let mesh = Mesh { points, triangles: vec![[0, 1, 2], [2, 3, 4]], lines: vec![[1, 3]] };
        let welded = mesh.welded();
        assert_eq!((welded.points.len(), welded.lines.len()), (4, 0));
        let net = welded.network(8.0);
        assert_eq!((net.edges.len(), net.particles[0].inverse_mass), (5, 0.5));
        assert!(net.check().is_ok());
    }

    #[test]
    fn a_mesh_that_names_points_it_has_not_is_refused() {
        let mesh = Mesh { points: vec![[0.0; 3]], triangles: vec![[0, 1, 2]], lines: vec![] };
        let error = mesh.checked().unwrap_err().to_string();
        assert_eq!(error, "vertex index 1 is out of range (vertex count 1)");
        assert!(Mesh::default().checked().is_err());
    }
}
