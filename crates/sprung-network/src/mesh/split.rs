//! Splits a triangle mesh along torn edges.
//!
//! Two triangles stay together at an edge that they share unless it has torn. So the triangles around a vertex fall into
//! fans, found by union–find on their corners; every fan but the first gets a copy of the vertex.

use alloc::vec;
use alloc::vec::Vec;

use crate::error::NetworkError;
use crate::graph::union_find::UnionFind;

/// A triangle mesh whose vertices are particles, split along torn edges.
///
/// ```
/// use sprung_network::SplitMesh;
/// // Two triangles over the edge from 1 to 2.
/// let triangles = [[0, 1, 2], [2, 1, 3]];
/// let whole = SplitMesh::new(4, &triangles, [])?;
/// assert_eq!((whole.triangles.as_slice(), whole.particles.len()), (&triangles[..], 4));
/// let torn = SplitMesh::new(4, &triangles, [[1, 2]])?;
/// assert_eq!(torn.triangles, [[0, 1, 2], [4, 5, 3]]);
/// assert_eq!(torn.particles, [0, 1, 2, 3, 2, 1]);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitMesh {
    /// Three vertices each, in the order of the triangles given.
    pub triangles: Vec<[u32; 3]>,
    /// The particle of each vertex: each particle once, in order, then those of the copies.
    pub particles: Vec<u32>,
}

impl SplitMesh {
    /// Splits triangles of particles, of which there are `particles`, along the edges that have torn, each given by its two
    /// ends in either order. Edges that are none of the triangles do nothing.
    ///
    /// A tear opens where it reaches the border or another tear: two triangles at a single torn edge inside of a mesh are
    /// still held together around both its ends. Takes O(n log n).
    ///
    /// # Errors
    /// A triangle that names a particle that does not exist.
    pub fn new(
        particles: usize,
        triangles: &[[u32; 3]],
        torn: impl IntoIterator<Item = [usize; 2]>,
    ) -> Result<Self, NetworkError> {
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&point) = corners.iter().find(|&&corner| corner as usize >= particles) {
                let (point, points) = (point as usize, particles);
                return Err(NetworkError::MissingPoint { triangle, point, points });
            }
        }
        let mut torn: Vec<[usize; 2]> =
            torn.into_iter().map(|[a, b]| [a.min(b), a.max(b)]).collect();
        torn.sort_unstable();
        let vertex = |corner: usize| triangles[corner / 3][corner % 3] as usize;
        // Every side of a triangle: its ends in order, and the corners there.
        let sides = (0..3 * triangles.len()).map(|corner| {
            let next = corner / 3 * 3 + (corner + 1) % 3;
            let (a, b) = (vertex(corner), vertex(next));
            if a < b { ([a, b], [corner, next]) } else { ([b, a], [next, corner]) }
        });
        let mut sides: Vec<([usize; 2], [usize; 2])> = sides.collect();
        sides.sort_unstable();
        let mut fans = UnionFind::default();
        fans.reset(3 * triangles.len());
        for side in sides.windows(2).filter(|side| side[0].0 == side[1].0) {
            if torn.binary_search(&side[0].0).is_err() {
                let ([a, b], [c, d]) = (side[0].1, side[1].1);
                fans.union(a, c);
                fans.union(b, d);
            }
        }
        let mut split =
            Self { triangles: triangles.to_vec(), particles: (0..).take(particles).collect() };
        let (mut is_used, mut of_fan) =
            (vec![false; particles], vec![u32::MAX; 3 * triangles.len()]);
        for corner in 0..3 * triangles.len() {
            let (fan, particle) = (fans.find(corner), vertex(corner));
            if of_fan[fan] == u32::MAX {
                of_fan[fan] = particle as u32;
                if core::mem::replace(&mut is_used[particle], true) {
                    of_fan[fan] = split.particles.len() as u32;
                    split.particles.push(particle as u32);
                }
            }
            split.triangles[corner / 3][corner % 3] = of_fan[fan];
        }
        Ok(split)
    }
}
