//! Jelly: a cube with its six sides drawn, or a closed mesh that is filled and follows.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use sprung_network::shapes::{
    lattice, lattice_with_cells, volume_lattice, volume_lattice_with_cells,
};
use sprung_network::{NetworkError, Skin, Solver};

use super::mesh::Mesh;
use super::mesh_file;
use super::shape::Body;

impl Body {
    /// A cube of `size³` particles, whose cells may keep their volume.
    pub(super) fn jelly(size: usize, side: f32, keep_volume: bool) -> Result<Self> {
        let fill = if keep_volume { lattice_with_cells } else { lattice };
        let net = fill([size; 3], side / (size - 1) as f32, 1.0)?;
        let body = Body::new(net, sides(size), vec![]);
        let hz = Some(softness(size as f32, side));
        Ok(Body { hz, ..body }.closed())
    }

    /// A closed mesh with `size` particles along its longest side, whose cells may keep their volume.
    pub(super) fn filled(file: &Path, size: u32, keep_volume: bool) -> Result<Self> {
        let fill = if keep_volume { volume_lattice_with_cells } else { volume_lattice };
        let mesh = mesh_file::read(file)?;
        let name = file.display();
        let longest = mesh.extent().into_iter().fold(0.0, f32::max);
        let net = fill(&mesh.points, &mesh.triangles, longest / size as f32, 1.0)
            .map_err(|error| located(error, &mesh))
            .with_context(|| format!("cannot fill {name} with --size {size}"))?;
        let mesh = mesh.welded();
        let skin = Skin::bind(&net, &mesh.points)
            .with_context(|| format!("{name} cannot follow its jelly"))?;
        let body = Body::new(net, vec![], vec![]);
        let hz = Some(softness(size as f32, longest));
        Ok(Body { mesh, skin: Some(skin), hz, ..body }.closed())
    }

    /// The look of jelly, which is seen from outside, and its softness where it is held.
    fn closed(mut self) -> Self {
        (self.look.color, self.look.roughness, self.look.is_open) = (GREEN, 0.3, false);
        self.held = HELD;
        self
    }
}

/// The largest change of the volume of a cell, as a part of it; without cells there is none.
pub(super) fn volume_change(solver: &Solver) -> Option<f64> {
    let change = |cell| f64::from((solver.cell_volume_ratio(cell) - 1.0).abs());
    (0..solver.cell_count()).map(change).reduce(f64::max)
}

/// Linear red, green and blue.
const GREEN: [f32; 3] = [0.08, 0.45, 0.12];

/// The frequency of springs, Hz, by which a cube of `count` particles along a `side` that falls by three of its sides is
/// squeezed by a quarter and comes back to its form, at every size and resolution. Much softer springs fold, and stay so.
fn softness(count: f32, side: f32) -> f32 {
    3.0 * count / side.sqrt()
}

/// Part of this frequency for jelly that is held and does not fall: it first stretches by an eighth.
const HELD: f32 = 1.0 / 3.0;

/// Adds the coordinates of an open edge to its error: an editor shows coordinates rather than indices.
fn located(error: NetworkError, mesh: &Mesh) -> anyhow::Error {
    let NetworkError::OpenEdge { from, to, .. } = error else { return error.into() };
    let [from, to] = [from, to].map(|i| mesh.points[i]);
    anyhow!("{error}; the edge is from {from:?} to {to:?}")
}

/// The triangles on the six sides of a lattice of `n³` particles, facing out.
fn sides(n: usize) -> Vec<[u32; 3]> {
    let at = |cell: [usize; 3]| ((cell[2] * n + cell[1]) * n + cell[0]) as u32;
    let mut triangles = Vec::new();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for end in [0, n - 1] {
            for i in 1..n {
                for j in 1..n {
                    let corner = |di: usize, dj: usize| {
                        let mut cell = [end; 3];
                        (cell[u], cell[v]) = (i - di, j - dj);
                        at(cell)
                    };
                    let (a, b, c, d) = (corner(1, 1), corner(0, 1), corner(0, 0), corner(1, 0));
                    let faces_out = [[a, b, c], [a, c, d]];
                    let faces_in = [[a, c, b], [a, d, c]];
                    triangles.extend(if end == 0 { faces_in } else { faces_out });
                }
            }
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung_network::{Environment, Settings, Solver};

    #[test]
    fn the_sides_of_a_cube_are_closed_and_face_out() {
        let body = Body::jelly(4, 3.0, false).unwrap();
        let point = |i: u32| body.mesh.points[i as usize];
        // Six times the volume enclosed, by the divergence theorem.
        let volume: f32 = body
            .mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(point);
                a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0])
            })
            .sum();
        assert!((volume / 6.0 - 27.0).abs() < 1e-3, "{volume}");
        assert_eq!(body.mesh.triangles.len(), 6 * 2 * 9);
    }

    #[test]
    fn a_hanging_cube_sags_alike_at_every_size_and_resolution() {
        for (size, side) in [(4, 1.0), (8, 1.0), (8, 0.1), (6, 20.0)] {
            let mut body = Body::jelly(size, side, false).unwrap();
            body.pin(None).unwrap();
            body.soften(None, 1.0).unwrap();
            let environment = Environment { drag: 5.0 / side.sqrt(), ..Environment::default() };
            let settings = Settings { substeps: 8, environment, ..Settings::default() };
            let mut solver = Solver::new(&body.net, settings).unwrap();
            for _ in 0..300 {
                solver.step(1.0 / 60.0);
            }
            let low = solver.particles().map(|p| p.position[1]).fold(f32::INFINITY, f32::min);
            assert!((0.04..0.25).contains(&(-low / side)), "{size} {side}: {}", low / side);
        }
    }
}
