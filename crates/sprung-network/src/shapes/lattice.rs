//! Lattice: a block of particles, each joined to all its neighbors.

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
    let &Lattice { size, spacing, .. } = lattice;
    let cell = |[i, j, k]: [usize; 3]| (k * size[1] + j) * size[0] + i;
    let each = mass / inside.iter().filter(|&&is| is).count() as f32;
    let mut net = Network::default();
    let mut number = vec![usize::MAX; inside.len()];
    for at in cells(size).filter(|&at| inside[cell(at)]) {
        let position = [0, 1, 2].map(|axis| lattice.coordinate(axis, at[axis]));
        number[cell(at)] = net.add_particle(Particle::new(position, each));
    }
    for at in cells(size).filter(|&at| inside[cell(at)]) {
        for step in FORWARD {
            let [Some(i), Some(j), Some(k)] = [0, 1, 2].map(|c| at[c].checked_add_signed(step[c]))
            else {
                continue;
            };
            if i < size[0] && j < size[1] && k < size[2] && inside[cell([i, j, k])] {
                let steps: isize = step.iter().map(|s| s * s).sum();
                let (a, b) = (number[cell(at)], number[cell([i, j, k])]);
                net.add_edge(Edge::new(a, b, spacing * (steps as f32).sqrt()));
            }
        }
    }
    net
}

/// One of each opposite pair of the 26 neighbors.
const FORWARD: [[isize; 3]; 13] = [
    [1, 0, 0],
    [-1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
    [-1, -1, 1],
    [0, -1, 1],
    [1, -1, 1],
    [-1, 0, 1],
    [0, 0, 1],
    [1, 0, 1],
    [-1, 1, 1],
    [0, 1, 1],
    [1, 1, 1],
];

pub(super) fn cells(size: [usize; 3]) -> impl Iterator<Item = [usize; 3]> + Clone {
    let [x, y, z] = size;
    (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
}
