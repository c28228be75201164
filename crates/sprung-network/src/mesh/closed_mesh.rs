//! The inside of a closed triangle mesh: which points of a lattice it winds around.
//!
//! Every row of the lattice is a ray along x, and a point is inside where the signed crossings further along do not
//! cancel: the winding number is not 0. Unlike the parity of the crossings, that makes one body of shells that overlap,
//! and a cavity of a shell that faces inward.
//!
//! A row that meets a corner or an edge needs no tolerance: a corner at the height of the row counts as above it, so each
//! edge is crossed or not, at a place that does not depend on the triangle that asks. What one triangle loses
//! its neighbor gains, and the crossings of a whole row cancel exactly, however thin the triangles are.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use sprung::Real;

use crate::edge::Edge;
use crate::error::NetworkError;
use crate::graph::sorting::sort;

/// Triangles each edge of which is used as often in one direction as in the other.
pub(crate) struct ClosedMesh<'a> {
    points: &'a [[f32; 3]],
    triangles: &'a [[u32; 3]],
}

/// Points at `origin + (i, j, k)·spacing`; `i` runs fastest.
pub(crate) struct Lattice {
    pub(crate) size: [usize; 3],
    pub(crate) origin: [f32; 3],
    pub(crate) spacing: f32,
}

impl Lattice {
    /// The coordinate of point `i` along an axis.
    pub(crate) fn coordinate(&self, axis: usize, i: usize) -> f32 {
        self.origin[axis] + i as f32 * self.spacing
    }

    /// The position of a point.
    pub(crate) fn position(&self, at: [usize; 3]) -> [f32; 3] {
        [0, 1, 2].map(|axis| self.coordinate(axis, at[axis]))
    }

    /// The number of a point.
    pub(crate) fn number(&self, [i, j, k]: [usize; 3]) -> usize {
        (k * self.size[1] + j) * self.size[0] + i
    }

    /// An edge between the numbers of a point and of the one `step` further, if there is one.
    pub(crate) fn edge(&self, at: [usize; 3], step: [isize; 3]) -> Option<Edge> {
        let mut to = at;
        for axis in 0..3 {
            to[axis] = at[axis].checked_add_signed(step[axis]).filter(|&i| i < self.size[axis])?;
        }
        let steps: isize = step.iter().map(|s| s * s).sum();
        let rest_length = self.spacing * Real::sqrt(steps as f32);
        Some(Edge::new(self.number(at), self.number(to), rest_length))
    }
}

impl<'a> ClosedMesh<'a> {
    /// Points at the same place count as one: textures and normals have seams where the surface has none.
    pub(crate) fn new(
        points: &'a [[f32; 3]],
        triangles: &'a [[u32; 3]],
    ) -> Result<Self, NetworkError> {
        let mut first = BTreeMap::new();
        // Adding 0 makes one of both zeros.
        let place = |point: [f32; 3]| point.map(|c| (c + 0.0).to_bits());
        let same: Vec<usize> = (points.iter().enumerate())
            .map(|(i, &point)| *first.entry(place(point)).or_insert(i))
            .collect();
        for (index, &triangle) in triangles.iter().enumerate() {
            let corners = triangle.map(|corner| corner as usize);
            if let Some(&point) = corners.iter().find(|&&corner| corner >= points.len()) {
                let points = points.len();
                return Err(NetworkError::MissingPoint { triangle: index, point, points });
            }
        }
        check_closed(triangles.iter().map(|t| t.map(|corner| same[corner as usize] as u32)))?;
        Ok(Self { points, triangles })
    }

    /// For each point of the lattice whether it is inside.
    pub(crate) fn inside(&self, lattice: &Lattice) -> Vec<bool> {
        let [columns, rows, layers] = lattice.size;
        let mut winding = vec![0_i32; columns * rows * layers];
        for triangle in self.triangles {
            let corners = triangle.map(|corner| self.points[corner as usize].map(f64::from));
            for k in 0..layers {
                let z = f64::from(lattice.coordinate(2, k));
                let Some(cut) = Cut::new(corners, z) else { continue };
                for j in 0..rows {
                    let y = f64::from(lattice.coordinate(1, j));
                    let Some((x, direction)) = cut.crossing(y) else { continue };
                    let row = &mut winding[(k * rows + j) * columns..][..columns];
                    for (i, turns) in row.iter_mut().enumerate() {
                        if f64::from(lattice.coordinate(0, i)) < x {
                            *turns += direction;
                        }
                    }
                }
            }
        }
        winding.into_iter().map(|turns| turns != 0).collect()
    }
}

/// Checks that triangles run along each of their sides as often in one direction as in the other.
pub(crate) fn check_closed(triangles: impl Iterator<Item = [u32; 3]>) -> Result<(), NetworkError> {
    let (mut forward, mut back) = (Vec::new(), Vec::new());
    for [a, b] in triangles.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]) {
        match a.cmp(&b) {
            Ordering::Less => forward.push((a, b)),
            Ordering::Greater => back.push((b, a)),
            Ordering::Equal => {}
        }
    }
    sort(&mut forward);
    sort(&mut back);
    let differs = forward.iter().zip(&back).find(|(side, other)| side != other);
    // Sides that are left over run in circles, along which numbers rise and fall: neither list is the beginning of the other.
    let Some((&side, &other)) = differs else { return Ok(()) };
    let lonely = side.min(other);
    let count = |sides: &[(u32, u32)]| sides.iter().filter(|&&side| side == lonely).count();
    let (from, to) = (lonely.0 as usize, lonely.1 as usize);
    Err(NetworkError::OpenEdge { from, to, forward: count(&forward), back: count(&back) })
}

/// The line on which a triangle is cut by a plane of constant z: two of its edges, crossed at (x, y) upward (1) or downward (−1).
struct Cut([(f64, f64, i32); 2]);

impl Cut {
    fn new(corners: [[f64; 3]; 3], z: f64) -> Option<Self> {
        let [a, b, c] = corners;
        let mut crossed = [(a, b), (b, c), (c, a)].into_iter().filter_map(|(from, to)| {
            let (low, high, direction) = match (from[2] < z, to[2] < z) {
                (true, false) => (from, to, 1),
                (false, true) => (to, from, -1),
                _ => return None,
            };
            let t = (z - low[2]) / (high[2] - low[2]);
            Some((low[0] + t * (high[0] - low[0]), low[1] + t * (high[1] - low[1]), direction))
        });
        Some(Self([crossed.next()?, crossed.next()?]))
    }

    /// Returns x at which a row at height `y` crosses the triangle, and the direction of the crossing.
    fn crossing(&self, y: f64) -> Option<(f64, i32)> {
        let [p, q] = self.0;
        let (low, high) = match (p.1 < y, q.1 < y) {
            (true, false) => (p, q),
            (false, true) => (q, p),
            _ => return None,
        };
        Some((low.0 + (y - low.1) / (high.1 - low.1) * (high.0 - low.0), high.2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the winding number of a mesh around a point, by the solid angles of its triangles (van Oosterom and Strackee 1983); NaN on
    /// the surface.
    fn winding(points: &[[f32; 3]], triangles: &[[u32; 3]], at: [f64; 3]) -> f64 {
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let mut angle = 0.0;
        for triangle in triangles {
            let [a, b, c] =
                triangle.map(|i| [0, 1, 2].map(|d| f64::from(points[i as usize][d]) - at[d]));
            let cross =
                [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            let [la, lb, lc] = [a, b, c].map(|v| dot(v, v).sqrt());
            let below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
            let on_it = dot(a, cross).abs() < 1e-9 && below < 1e-9;
            angle += if on_it { f64::NAN } else { 2.0 * libm::atan2(dot(a, cross), below) };
        }
        angle / (4.0 * core::f64::consts::PI)
    }

    /// An octahedron round a point, facing out; its corners, edges and the rows of a lattice through its middle meet.
    fn octahedron(center: [f32; 3], radius: f32, points: &mut Vec<[f32; 3]>) -> Vec<[u32; 3]> {
        let first = points.len() as u32;
        for axis in 0..3 {
            for side in [radius, -radius] {
                let mut corner = center;
                corner[axis] += side;
                points.push(corner);
            }
        }
        let faces = [
            [0, 2, 4],
            [2, 1, 4],
            [1, 3, 4],
            [3, 0, 4],
            [2, 0, 5],
            [1, 2, 5],
            [3, 1, 5],
            [0, 3, 5],
        ];
        faces.map(|face| face.map(|corner| corner + first)).to_vec()
    }

    /// Asserts that a lattice finds inside what the solid angles do, away from the surface; how many that are.
    fn agrees(points: &[[f32; 3]], triangles: &[[u32; 3]], lattice: &Lattice) -> usize {
        let inside = ClosedMesh::new(points, triangles).expect("closed").inside(lattice);
        let mut count = 0;
        for (cell, &is) in inside.iter().enumerate() {
            let [nx, ny, _] = lattice.size;
            let at = [cell % nx, cell / nx % ny, cell / nx / ny];
            let at = [0, 1, 2].map(|axis| f64::from(lattice.coordinate(axis, at[axis])));
            let turns = winding(points, triangles, at);
            // A point on the surface may be in or out.
            if !turns.is_nan() {
                assert!((turns - turns.round()).abs() < 1e-6, "{at:?}: {turns}");
                assert_eq!(is, turns.round() != 0.0, "{at:?}: {turns}");
                count += usize::from(is);
            }
        }
        assert!(0 < count && count < inside.len());
        count
    }

    #[test]
    fn rows_through_corners_and_edges_agree_with_the_solid_angle() {
        let lattice = Lattice { size: [11; 3], origin: [-5.0; 3], spacing: 1.0 };
        let mut points = Vec::new();
        let triangles = octahedron([0.0; 3], 4.0, &mut points);
        // The points with |x| + |y| + |z| < 4.
        assert_eq!(agrees(&points, &triangles, &lattice), 63);
    }

    #[test]
    fn overlapping_shells_are_one_body_and_a_shell_facing_inward_is_a_cavity() {
        let lattice = Lattice { size: [14; 3], origin: [-6.3, -6.1, -6.2], spacing: 0.9 };
        let mut points = Vec::new();
        let mut triangles = octahedron([-1.0, 0.3, 0.0], 4.2, &mut points);
        let alone = agrees(&points, &triangles, &lattice);
        triangles.extend(octahedron([1.5, 0.0, 0.4], 3.7, &mut points));
        let together = agrees(&points, &triangles, &lattice);
        assert!(together > alone);
        let cavity = octahedron([-1.0, 0.3, 0.0], 2.0, &mut points);
        triangles.extend(cavity.iter().map(|&[a, b, c]| [a, c, b]));
        triangles.extend(cavity.iter().map(|&[a, b, c]| [a, c, b]));
        agrees(&points, &triangles, &lattice);
        let hollow = {
            let mut points = Vec::new();
            let mut triangles = octahedron([0.0; 3], 5.0, &mut points);
            let cavity = octahedron([0.0; 3], 2.5, &mut points);
            triangles.extend(cavity.iter().map(|&[a, b, c]| [a, c, b]));
            agrees(&points, &triangles, &lattice)
        };
        assert!(hollow < alone + together);
    }

    #[test]
    fn a_seam_between_equal_points_is_closed() {
        let mut points = Vec::new();
        let triangles = octahedron([0.0; 3], 1.0, &mut points);
        let apart: Vec<[f32; 3]> =
            triangles.iter().flatten().map(|&corner| points[corner as usize]).collect();
        let loose: Vec<[u32; 3]> = (0..8).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        assert!(ClosedMesh::new(&apart, &loose).is_ok());
    }

    #[test]
    fn open_meshes_are_refused_with_the_open_edge() {
        let mut points = Vec::new();
        let whole = octahedron([0.0; 3], 1.0, &mut points);
        let message = |triangles: &[[u32; 3]]| {
            ClosedMesh::new(&points, triangles).err().map(|error| error.to_string())
        };
        assert_eq!(message(&whole), None);
        assert_eq!(
            message(&whole[1..]).as_deref(),
            Some(
                "edge from point 0 to point 2: a closed mesh runs along it as often forward as back, got 0 forward and 1 back"
            )
        );
        let mut turned = whole.clone();
        turned[6].swap(0, 1);
        assert_eq!(
            message(&turned).as_deref(),
            Some(
                "edge from point 1 to point 3: a closed mesh runs along it as often forward as back, got 2 forward and 0 back"
            )
        );
        turned[6][2] = 6;
        assert_eq!(
            message(&turned).as_deref(),
            Some("triangle 6: point must be < 6, the number of points, got 6")
        );
    }
}
