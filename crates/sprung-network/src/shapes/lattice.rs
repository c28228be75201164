//! Lattice: a block of particles, each joined to all its neighbors.

use alloc::vec;

use crate::edge::Edge;
use crate::error::{Element, NetworkError, at_least};
use crate::mesh::closed_mesh::Lattice;
use crate::network::Network;
use crate::particle::Particle;

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
    for (field, count) in ["size[0]", "size[1]", "size[2]"].into_iter().zip(size) {
        at_least(field, count, 1)?;
    }
    let element = Element { kind: "block", index: 0 };
    element.all_positive([("spacing", spacing), ("mass", mass)])?;
    let lattice = Lattice { size, origin: [0.0; 3], spacing };
    Ok(joined_lattice(&lattice, mass, &vec![true; cells(size).count()]))
}

/// The points of a lattice for which `inside` holds, each joined to those of its 26 neighbors that are inside too.
pub(super) fn joined_lattice(lattice: &Lattice, mass: f32, inside: &[bool]) -> Network {
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
    net
}

/// The two triangles, counterclockwise as seen from outside, of every side that one whole cube of the points inside has and
/// its neighbor has not.
fn boundary(lattice: &Lattice, inside: &[bool]) -> impl Iterator<Item = [usize; 3]> {
    let counts = lattice.size.map(|count| count - 1);
    let is_whole = move |cube: [usize; 3]| {
        (0..3).all(|c| cube[c] < counts[c])
            && cells([2; 3])
                .all(|corner| inside[lattice.number([0, 1, 2].map(|c| cube[c] + corner[c]))])
    };
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
