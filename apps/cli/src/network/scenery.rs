//! The obstacles of a shape, so that one sees them: the ball under hair, the floor.

use std::f32::consts::{PI, TAU};

use glam_033::Vec3;

use super::vertices::Vertices;

/// A thing that does not move.
#[derive(Clone, Debug)]
pub(super) struct Scenery {
    pub(super) name: &'static str,
    pub(super) vertices: Vertices,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Scenery {
    /// A ball around the origin.
    pub(super) fn ball(radius: f32) -> Self {
        let (rings, sides) = (16u32, 32u32);
        let mut vertices = Vertices::default();
        for ring in 0..=rings {
            let (out, up) = (PI * ring as f32 / rings as f32).sin_cos();
            for side in 0..sides {
                let (sin, cos) = (TAU * side as f32 / sides as f32).sin_cos();
                let normal = Vec3::new(out * cos, up, out * sin).normalize();
                vertices.push(radius * normal, normal);
            }
        }
        let at = |ring: u32, side: u32| ring * sides + side % sides;
        let quad = |ring, side| {
            let [a, b] = [at(ring, side), at(ring, side + 1)];
            let [d, c] = [at(ring + 1, side), at(ring + 1, side + 1)];
            // A side of no length at the poles makes one triangle.
            let upper = (ring > 0).then_some([a, b, c]);
            let lower = (ring + 1 < rings).then_some([a, c, d]);
            upper.into_iter().chain(lower)
        };
        let rings = (0..rings).flat_map(|ring| (0..sides).map(move |side| (ring, side)));
        let triangles = rings.flat_map(|(ring, side)| quad(ring, side)).collect();
        Scenery { name: "ball", vertices, triangles }
    }

    /// A square floor under a point, reaching so far to each side.
    pub(super) fn floor(height: f32, center: [f32; 3], reach: f32) -> Self {
        let mut vertices = Vertices::default();
        for [x, z] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]] {
            let [dx, dz] = [reach * x, reach * z];
            vertices.push(Vec3::new(center[0] + dx, height, center[2] + dz), Vec3::Y);
        }
        Scenery { name: "floor", vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_face_as_their_normals() {
        for scenery in [Scenery::ball(0.3), Scenery::floor(-1.0, [3.0, 0.0, 2.0], 5.0)] {
            for triangle in &scenery.triangles {
                let [a, b, c] =
                    triangle.map(|i| Vec3::from(scenery.vertices.positions[i as usize]));
                let normal = Vec3::from(scenery.vertices.normals[triangle[0] as usize]);
                assert!((b - a).cross(c - a).dot(normal) > 0.0, "{}", scenery.name);
            }
        }
    }
}
