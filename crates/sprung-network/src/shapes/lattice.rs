//! Lattice: a block of particles, each joined to all its neighbors.

use alloc::vec;
use alloc::vec::Vec;

use crate::edge::Edge;
use crate::error::{Element, NetworkError, at_least};
use crate::mesh::closed_mesh::Lattice;
use crate::network::Network;
use crate::particle::Particle;
use crate::stiffness::Stiffness;

/// A block of `size[0] × size[1] × size[2]` particles with up to 26 springs each: edges, face and space diagonals.
///
/// Particle (i, j, k) is number `(k·size[1] + j)·size[0] + i` and lies at `(i, j, k)·spacing`; `mass` is of the whole.
///
/// # Errors
/// A side of no particles, or a spacing or mass that is not finite and > 0.
///
/// ```
/// let cube = sprung_network::shapes::lattice([12, 12, 12], 0.1, 5.0)?;
/// assert_eq!((cube.particles.len(), cube.edges.len()), (1728, 18_788));
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "jelly")]
#[doc(alias = "soft body")]
pub fn lattice(size: [usize; 3], spacing: f32, mass: f32) -> Result<Network, NetworkError> {
    block(size, spacing, mass, Filling::Edges)
}

/// A [`lattice`] whose cubes keep their volume, by five rigid [cells](crate::Cell) each: cubes that are turned inside out come back.
///
/// A corner of a cube is cut off by every second of its corners, and a regular tetrahedron is left; neighbors are mirror
/// images.
///
/// # Errors
/// As [`lattice`].
///
/// ```
/// use sprung_network::{Settings, Solver, Stiffness, shapes::lattice_with_cells};
/// // Soft jelly that keeps its volume under its own weight.
/// let mut jelly = lattice_with_cells([5, 5, 5], 0.1, 2.0)?;
/// let soft = Stiffness::from_frequency(8.0, 0.2)?;
/// jelly.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
/// jelly.fix((0..125).filter(|particle| particle / 5 % 5 == 0));
/// let mut solver = Solver::new(&jelly, Settings::default())?;
/// for _ in 0..60 {
///     solver.step(1.0 / 60.0);
/// }
/// let worst = (0..jelly.cells.len()).map(|cell| (solver.cell_volume_ratio(cell) - 1.0).abs());
/// assert!(worst.fold(0.0, f32::max) < 0.05);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "jelly")]
#[doc(alias = "soft body")]
#[doc(alias = "tetrahedral mesh")]
pub fn lattice_with_cells(
    size: [usize; 3],
    spacing: f32,
    mass: f32,
) -> Result<Network, NetworkError> {
    block(size, spacing, mass, Filling::Cells)
}

/// What joins the points of a lattice.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Filling {
    Edges,
    /// Edges, and cells in every cube.
    Cells,
}

fn block(
    size: [usize; 3],
    spacing: f32,
    mass: f32,
    filling: Filling,
) -> Result<Network, NetworkError> {
    for (field, count) in ["size[0]", "size[1]", "size[2]"].into_iter().zip(size) {
        at_least(field, count, 1)?;
    }
    let element = Element { kind: "block", index: 0 };
    element.all_positive([("spacing", spacing), ("mass", mass)])?;
    let lattice = Lattice { size, origin: [0.0; 3], spacing };
    joined_lattice(&lattice, mass, &vec![true; cells(size).count()], filling)
}

/// The points of a lattice for which `inside` holds, each joined to those of its 26 neighbors that are inside too.
pub(super) fn joined_lattice(
    lattice: &Lattice,
    mass: f32,
    inside: &[bool],
    filling: Filling,
) -> Result<Network, NetworkError> {
    let each = mass / inside.iter().filter(|&&is| is).count() as f32;
    let mut net = Network::default();
    let mut number = vec![usize::MAX; inside.len()];
    let points = cells(lattice.size).filter(|&at| inside[lattice.number(at)]);
    for at in points.clone() {
        number[lattice.number(at)] = net.add_particle(Particle::new(lattice.position(at), each));
    }
    // One of each opposite pair of the 26 neighbors: those after the middle of a cube.
    let forward = cells([3; 3]).skip(14).map(|cell| cell.map(|i| i as isize - 1));
    for at in points {
        for edge in forward.clone().filter_map(|step| lattice.edge(at, step)) {
            if inside[edge.b] {
                net.add_edge(Edge { a: number[edge.a], b: number[edge.b], ..edge });
            }
        }
    }
    if cfg!(feature = "self-contact") {
        let boundary = boundary(lattice, inside);
        net.surface.triangles =
            boundary.map(|corners| corners.map(|at| number[at] as u32)).collect();
    }
    if filling == Filling::Cells {
        let cubes = cells(lattice.size.map(|count| count - 1));
        let cubes = cubes.filter(|&cube| is_whole(lattice, inside, cube));
        let tetrahedra = cubes.flat_map(|cube| tetrahedra(lattice, cube));
        let tetrahedra: Vec<[u32; 4]> =
            tetrahedra.map(|corners| corners.map(|at| number[at] as u32)).collect();
        net.add_cells(&tetrahedra, Stiffness::RIGID)?;
    }
    Ok(net)
}

/// True if all eight corners of a cube of a lattice are there and inside; its first corner is `cube`.
fn is_whole(lattice: &Lattice, inside: &[bool], cube: [usize; 3]) -> bool {
    (0..3).all(|c| cube[c] < lattice.size[c] - 1)
        && cells([2; 3])
            .all(|corner| inside[lattice.number([0, 1, 2].map(|c| cube[c] + corner[c]))])
}

/// The five tetrahedra of a cube: its corners of odd sums of indices with their three neighbors, and those of even sums.
fn tetrahedra(lattice: &Lattice, cube: [usize; 3]) -> impl Iterator<Item = [usize; 4]> {
    let number = |corner: [usize; 3]| lattice.number([0, 1, 2].map(|c| cube[c] + corner[c]));
    let other = |corner: [usize; 3], c: usize| {
        let mut other = corner;
        other[c] = 1 - corner[c];
        other
    };
    let sum: usize = cube.iter().sum();
    let first = [sum % 2, 0, 0];
    let [b, c, d] = [[0, 1], [0, 2], [1, 2]].map(|[c, d]| other(other(first, c), d));
    let odd =
        [other(first, 0), other(first, 1), other(first, 2), other(other(other(first, 0), 1), 2)];
    let cut_off = odd.map(|at| [at, other(at, 0), other(at, 1), other(at, 2)].map(number));
    cut_off.into_iter().chain([[first, b, c, d].map(number)])
}

/// The two triangles, counterclockwise as seen from outside, of every side that one whole cube of the points inside has and
/// its neighbor has not.
fn boundary(lattice: &Lattice, inside: &[bool]) -> impl Iterator<Item = [usize; 3]> {
    let counts = lattice.size.map(|count| count - 1);
    let is_whole = move |cube| is_whole(lattice, inside, cube);
    let cubes = cells(counts).filter(move |&cube| is_whole(cube));
    cubes
        .flat_map(move |cube| {
            (0..6).filter_map(move |side| {
                let (axis, forward) = (side % 3, side / 3);
                // Before 0 it is no cube.
                let mut next = cube;
                next[axis] = if forward == 1 { cube[axis] + 1 } else { cube[axis].wrapping_sub(1) };
                (!is_whole(next)).then(|| {
                    let around = [[0, 0], [1, 0], [1, 1], [0, 1]];
                    around.map(|[u, v]| if forward == 1 { [u, v] } else { [v, u] }).map(|[u, v]| {
                        let mut at = cube;
                        at[axis] += forward;
                        at[(axis + 1) % 3] += u;
                        at[(axis + 2) % 3] += v;
                        lattice.number(at)
                    })
                })
            })
        })
        .flat_map(|[a, b, c, d]| [[a, b, c], [c, d, a]])
}

pub(super) fn cells(size: [usize; 3]) -> impl Iterator<Item = [usize; 3]> + Clone {
    let [x, y, z] = size;
    let count = x.saturating_mul(y).saturating_mul(z);
    (0..count).map(move |n| [n % x, n / x % y, n / x / y])
}
