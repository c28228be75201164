//! The surface that the edges of a network span: triangles by the lengths of their sides, without positions.
//!
//! Three particles joined by three edges are a triangle. A sheet whose cells have both diagonals is triangulated twice; of
//! triangles that lie on one another, and of more than two at an edge, those found first are the surface.

use alloc::vec;
use alloc::vec::Vec;

use sprung::Real;

use super::adjacency::{Adjacency, Incident};
use super::compressed_lists::CompressedLists;

/// The neighbor of an edge on a border.
pub(crate) const NONE: u32 = u32::MAX;

/// One triangle. Side `i` runs from corner `i` to corner `i + 1`, counted round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub(crate) corners: [usize; 3],
    /// The lengths of the sides, m.
    pub(crate) lengths: [f64; 3],
    /// The side of another triangle that lies on each side, as `3 · triangle + side`; [`NONE`] on a border.
    pub(crate) across: [u32; 3],
}

/// Triangles, of which at most two meet at an edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surface {
    pub(crate) triangles: Vec<Triangle>,
    /// The triangles at each particle, each as `3 · triangle + corner`.
    at: CompressedLists<u32>,
    /// Shortest paths may bend at the particle: it is on a border with an angle of at least π, or has more than 2π.
    pub(crate) bends: Vec<bool>,
    /// For each edge of the network whether it is a side of a triangle.
    pub(crate) has_edge: Vec<bool>,
}

/// Rounding of a sum of angles, rad.
const ANGLE_ROUNDING: f64 = 1e-6;

/// The particles and edges (index, length) of a triangle that may be part of the surface.
type Candidate = [(usize, usize, f64); 3];

impl Surface {
    /// The surface of edges with these lengths, m; edges of infinite length do not count.
    pub(crate) fn new(adjacency: &Adjacency, lengths: &[f64]) -> Self {
        let mut found = Builder {
            adjacency,
            lengths,
            sides: vec![[NONE; 2]; lengths.len()],
            triangles: Vec::new(),
        };
        // The edge to each neighbor of `a`.
        let mut edge_to = vec![NONE; adjacency.len()];
        for a in 0..adjacency.len() {
            let higher = |of: usize| adjacency.at(of).iter().filter(move |i| i.other > of);
            higher(a).for_each(|i| edge_to[i.other] = i.edge);
            for &Incident { edge: ab, other: b } in higher(a) {
                for &Incident { edge: bc, other: c } in higher(b) {
                    if edge_to[c] != NONE {
                        found.add([(a, ab), (b, bc), (c, edge_to[c])]);
                    }
                }
            }
            higher(a).for_each(|i| edge_to[i.other] = NONE);
        }
        found.finish()
    }

    /// The triangles at a particle, each as `3 · triangle + corner`.
    pub(crate) fn around(&self, particle: usize) -> &[u32] {
        self.at.at(particle)
    }

    /// The triangle and the index in it of a side or corner.
    pub(crate) fn triangle(&self, side: u32) -> (&Triangle, usize) {
        (&self.triangles[side as usize / 3], side as usize % 3)
    }
}

impl Triangle {
    /// The corner opposite of side `i`, with corner `i` at (0, 0) and corner `i + 1` at (length, 0): above the side.
    pub(crate) fn apex(&self, i: usize) -> [f64; 2] {
        apex([self.lengths[i], self.lengths[(i + 1) % 3], self.lengths[(i + 2) % 3]])
    }

    fn angle(&self, corner: usize) -> f64 {
        let [x, y] = self.apex(corner);
        libm::atan2(y, x)
    }
}

/// The corner at which the sides of lengths `b`, from the end of side `a`, and `c`, from its start, meet.
fn apex([a, b, c]: [f64; 3]) -> [f64; 2] {
    let x = 0.5 * (a + (c - b) * (c + b) / a);
    [x, Real::sqrt((c * c - x * x).max(0.0))]
}

struct Builder<'a> {
    adjacency: &'a Adjacency,
    lengths: &'a [f64],
    /// The one or two sides on each edge.
    sides: Vec<[u32; 2]>,
    triangles: Vec<Triangle>,
}

impl Builder<'_> {
    /// Adds the triangle of three corners, each with the edge from it to the next, unless it has no area, one of its
    /// edges has two triangles already, or it lies on another one.
    fn add(&mut self, corners: [(usize, u32); 3]) {
        let sides: Candidate =
            corners.map(|(p, edge)| (p, edge as usize, self.lengths[edge as usize]));
        let lengths = sides.map(|(.., length)| length);
        let has_area = (0..3).all(|i| lengths[i] < lengths[(i + 1) % 3] + lengths[(i + 2) % 3]);
        let new = Triangle { corners: corners.map(|(p, _)| p), lengths, across: [NONE; 3] };
        if !has_area || (0..3).any(|i| self.is_taken(&new, i, sides[i].1)) {
            return;
        }
        let first = 3 * self.triangles.len() as u32;
        self.triangles.push(new);
        for (i, (_, edge, _)) in sides.into_iter().enumerate() {
            let side = first + i as u32;
            match &mut self.sides[edge] {
                [there, _] if *there == NONE => *there = side,
                [there, free] => {
                    *free = side;
                    self.triangles[*there as usize / 3].across[*there as usize % 3] = side;
                    self.triangles[side as usize / 3].across[side as usize % 3] = *there;
                }
            }
        }
    }

    /// True if the edge of side `i` has two triangles, or one that the new one lies on: their other corners are joined
    /// by an edge as long as their distance with both on the same side.
    fn is_taken(&self, new: &Triangle, i: usize, edge: usize) -> bool {
        let [there, second] = self.sides[edge];
        if there == NONE || second != NONE {
            return second != NONE;
        }
        let (old, j) = (&self.triangles[there as usize / 3], there as usize % 3);
        let other = old.corners[(j + 2) % 3];
        let joined = self.adjacency.at(new.corners[(i + 2) % 3]).iter().find(|e| e.other == other);
        let Some(joined) = joined else { return false };
        let length = self.lengths[joined.edge as usize];
        let ([x, y], [mut u, v]) = (new.apex(i), old.apex(j));
        if new.corners[i] != old.corners[j] {
            u = old.lengths[j] - u;
        }
        let apart = Real::sqrt((x - u) * (x - u) + (y - v) * (y - v));
        (apart - length).abs() <= 1e-3 * length
    }

    fn finish(self) -> Surface {
        let particles = self.adjacency.len();
        let (mut angle, mut borders) = (vec![0.0; particles], vec![0; particles]);
        for triangle in &self.triangles {
            for i in 0..3 {
                let corner = triangle.corners[i];
                angle[corner] += triangle.angle(i);
                if triangle.across[i] == NONE {
                    borders[corner] += 1;
                    borders[triangle.corners[(i + 1) % 3]] += 1;
                }
            }
        }
        let corners = self.triangles.iter().flat_map(|triangle| triangle.corners);
        let at = CompressedLists::new(particles, corners.zip(0..));
        let pi = core::f64::consts::PI;
        let bends = angle.iter().zip(borders).map(|(&angle, borders)| match borders {
            0 => angle > 2.0 * pi + ANGLE_ROUNDING,
            2 => angle > pi - ANGLE_ROUNDING,
            _ => true,
        });
        let bends = bends.collect();
        let has_edge = self.sides.iter().map(|[first, _]| *first != NONE).collect();
        Surface { triangles: self.triangles, at, bends, has_edge }
    }
}
