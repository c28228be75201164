//! Volume: a closed mesh filled with a lattice of particles.

use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Element, NetworkError, at_least};
use crate::mesh::closed_mesh::{ClosedMesh, Lattice};
use crate::network::Network;

use super::lattice::{Filling, cells, joined_lattice};

/// The inside of a closed triangle mesh, filled with particles `spacing` m apart and joined as in a [`lattice`](super::lattice); `mass` is
/// of the whole, the same for each particle.
///
/// The lattice lies in the middle of the mesh's box, and every particle stands for a cube round it: the outermost are
/// about half a spacing inside the surface, and a box of whole cubes is filled exactly. A point is inside where the
/// winding number of the mesh is not 0, so that shells may overlap (together they are one body) and a shell that faces
/// inward is a cavity. The orientation of the whole does not matter; points at the same place count as one.
///
/// A particle is kept if it is a corner of a whole cube of 8: the network has no loose threads and holds its shape
/// everywhere. Parts thinner than that stay empty, and parts closer than a spacing are joined. [`Skin`](crate::Skin) lets
/// the mesh follow, its thin parts too.
///
/// # Errors
/// Fewer than 4 triangles; a triangle that names a missing point; a point that is not finite; a mesh that is not closed or whose triangles face
/// different ways, with the edge; a spacing or mass that is not finite and > 0; a spacing so coarse that nothing is
/// inside, or so fine that the box of the mesh holds more than 10⁶ particles.
///
/// ```
/// use sprung_network::{Skin, shapes::volume_lattice};
/// // A pyramid of 1 m by 1 m, 1 m high: a third of a cubic meter.
/// let points = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0, 0.0, 1.0], [0.5, 1.0, 0.5]];
/// let triangles = [[0, 1, 2], [0, 2, 3], [1, 0, 4], [2, 1, 4], [3, 2, 4], [0, 3, 4]];
/// let pyramid = volume_lattice(&points, &triangles, 0.05, 2.0)?;
/// let volume = pyramid.particles.len() as f32 * 0.05_f32.powi(3);
/// assert!((volume - 1.0 / 3.0).abs() < 0.01);
/// let skin = Skin::bind(&pyramid, &points)?;
/// assert_eq!(skin.len(), 5);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "soft body")]
#[doc(alias = "jelly")]
pub fn volume_lattice(
    points: &[[f32; 3]],
    triangles: &[[u32; 3]],
    spacing: f32,
    mass: f32,
) -> Result<Network, NetworkError> {
    filled(points, triangles, spacing, mass, Filling::Edges)
}

/// The inside of a closed triangle mesh, filled as by [`volume_lattice`], whose cubes keep their volume as those of
/// [`lattice_with_cells`](super::lattice_with_cells) do.
///
/// # Errors
/// As [`volume_lattice`].
pub fn volume_lattice_with_cells(
    points: &[[f32; 3]],
    triangles: &[[u32; 3]],
    spacing: f32,
    mass: f32,
) -> Result<Network, NetworkError> {
    filled(points, triangles, spacing, mass, Filling::Cells)
}

fn filled(
    points: &[[f32; 3]],
    triangles: &[[u32; 3]],
    spacing: f32,
    mass: f32,
    filling: Filling,
) -> Result<Network, NetworkError> {
    at_least("triangles", triangles.len(), 4)?;
    let element = Element { kind: "mesh", index: 0 };
    element.all_positive([("spacing", spacing), ("mass", mass)])?;
    for (index, &point) in points.iter().enumerate() {
        Element { kind: "point", index }.finite("position", point)?;
    }
    let mesh = ClosedMesh::new(points, triangles)?;
    let lattice = lattice_over(points, spacing)?;
    let inside = in_whole_cubes(lattice.size, &mesh.inside(&lattice));
    let some = inside.contains(&true);
    element.require(some, "spacing", spacing, "so fine that a cube of 8 particles fits inside")?;
    joined_lattice(&lattice, mass, &inside, filling)
}

/// Those of the points inside that are corners of a cube whose eight corners all are.
fn in_whole_cubes(size: [usize; 3], inside: &[bool]) -> Vec<bool> {
    let mut whole = vec![false; inside.len()];
    for [i, j, k] in cells(size.map(|count| count - 1)) {
        let corners = cells([2; 3]).map(|[a, b, c]| ((k + c) * size[1] + j + b) * size[0] + i + a);
        if corners.clone().all(|corner| inside[corner]) {
            corners.for_each(|corner| whole[corner] = true);
        }
    }
    whole
}

/// The greatest number of particles that a box may hold: a whole one takes 0.7 GB.
const MAX_PARTICLES: f64 = 1e6;

/// A lattice in the middle of the box round some points, with one cube of `spacing` around each of its points.
///
/// Whole cubes are rounded, not added: the outermost points are then at least a quarter of a spacing away from the sides
/// of the box, and none is missed inside.
fn lattice_over(points: &[[f32; 3]], spacing: f32) -> Result<Lattice, NetworkError> {
    let mut counts = [0.0; 3];
    let mut origin = [0.0; 3];
    for axis in 0..3 {
        let along = points.iter().map(|point| f64::from(point[axis]));
        let low = along.clone().fold(f64::INFINITY, f64::min);
        let high = along.fold(f64::NEG_INFINITY, f64::max);
        counts[axis] = libm::round((high - low) / f64::from(spacing)).max(1.0);
        origin[axis] = (0.5 * (low + high - (counts[axis] - 1.0) * f64::from(spacing))) as f32;
    }
    let element = Element { kind: "mesh", index: 0 };
    let few = counts[0] * counts[1] * counts[2] <= MAX_PARTICLES;
    let rule = "so coarse that at most 1e6 particles fill its box";
    element.require(few, "spacing", spacing, rule)?;
    Ok(Lattice { size: counts.map(|count| count as usize), origin, spacing })
}
