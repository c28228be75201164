//! The triangles of a mesh with normals: smooth, but for creases.

use glam_033::Vec3;

use super::vertices::Vertices;

/// A surface whose vertices follow points; a point on a crease has several.
#[derive(Clone, Debug, Default)]
pub(super) struct Surface {
    /// The point of each vertex.
    points: Vec<u32>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The surface of triangles, with a crease where two that share a point enclose more than an angle whose cosine is given;
    /// −1 makes none.
    pub(super) fn new(triangles: &[[u32; 3]], places: &[[f32; 3]], crease: f32) -> Self {
        // The normals of the first triangles of the vertices of each point, and which of them a corner has.
        let mut at_point: Vec<Vec<Vec3>> = vec![Vec::new(); places.len()];
        let mut corners = Vec::new();
        for triangle in triangles {
            let normal = face(triangle, places).normalize_or_zero();
            corners.push(triangle.map(|point| {
                let vertices = &mut at_point[point as usize];
                let smooth = vertices.iter().position(|other| other.dot(normal) >= crease);
                smooth.unwrap_or_else(|| {
                    vertices.push(normal);
                    vertices.len() - 1
                })
            }));
        }
        // Vertices in the order of the points.
        let (mut first, mut points) = (Vec::new(), Vec::new());
        for (point, vertices) in at_point.iter().enumerate() {
            first.push(points.len());
            points.extend(vertices.iter().map(|_| point as u32));
        }
        let numbered = triangles.iter().zip(corners).map(|(triangle, corners)| {
            [0, 1, 2].map(|c| (first[triangle[c] as usize] + corners[c]) as u32)
        });
        Surface { triangles: numbered.collect(), points }
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Adds the vertices of a frame: normals are the mean of those of the triangles around, by their areas.
    pub(super) fn add(&self, places: &[[f32; 3]], to: &mut Vertices) {
        let moved: Vec<[f32; 3]> =
            self.points.iter().map(|&point| places[point as usize]).collect();
        let mut normals = vec![Vec3::ZERO; moved.len()];
        for triangle in &self.triangles {
            let normal = face(triangle, &moved);
            triangle.iter().for_each(|&corner| normals[corner as usize] += normal);
        }
        for (place, normal) in moved.into_iter().zip(normals) {
            to.push(place.into(), normal.try_normalize().unwrap_or(Vec3::Y));
        }
    }
}

/// The normal of a triangle, as long as twice its area.
fn face(triangle: &[u32; 3], places: &[[f32; 3]]) -> Vec3 {
    let [a, b, c] = triangle.map(|corner| Vec3::from(places[corner as usize]));
    (b - a).cross(c - a)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube without its creases made out: eight points, twelve triangles facing out.
    fn cube() -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
        let points = (0..8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|c: u8| f32::from(c)));
        let sides =
            [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        (points.collect(), triangles.collect())
    }

    #[test]
    fn a_cube_has_flat_sides_with_creases_and_round_corners_without() {
        let (points, triangles) = cube();
        for (crease, count) in [(0.7, 24), (-1.0, 8)] {
            let surface = Surface::new(&triangles, &points, crease);
            let mut vertices = Vertices::default();
            surface.add(&points, &mut vertices);
            assert_eq!((surface.len(), vertices.normals.len()), (count, count));
            for triangle in &surface.triangles {
                let flat = face(triangle, &vertices.positions).normalize();
                for corner in triangle {
                    let normal = Vec3::from(vertices.normals[*corner as usize]);
                    assert!((normal.length() - 1.0).abs() < 1e-6);
                    let dot = normal.dot(flat);
                    assert!(if crease > 0.0 { dot > 0.999 } else { (0.3..0.99).contains(&dot) });
                }
            }
        }
    }

    #[test]
    fn a_triangle_without_area_has_a_normal_all_the_same() {
        let surface = Surface::new(&[[0, 1, 2]], &[[0.0; 3]; 3], 0.7);
        let mut vertices = Vertices::default();
        surface.add(&[[0.0; 3]; 3], &mut vertices);
        assert_eq!(vertices.normals, [[0.0, 1.0, 0.0]; 3]);
    }
}
