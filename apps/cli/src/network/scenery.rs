//! The obstacles of a shape, so that one sees them: the ball under hair, the floor.

use std::f32::consts::{PI, TAU};

use glam_033::{Quat, Vec3};

use super::vertices::Vertices;

/// Friction coefficient of the floor, of a crate, and of the shape on itself.
pub(super) const ROUGH: f32 = 0.5;

/// A thing that moves by itself, if at all.
#[derive(Clone, Debug)]
pub(super) struct Scenery {
    pub(super) name: &'static str,
    pub(super) vertices: Vertices,
    pub(super) triangles: Vec<[u32; 3]>,
    /// Its rotation in each frame, a quaternion (x, y, z, w); none if it is at rest.
    pub(super) rotations: Vec<[f32; 4]>,
    /// Its place in each frame, m; none if it stays.
    pub(super) places: Vec<[f32; 3]>,
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
        Scenery { name: "ball", vertices, triangles, rotations: vec![], places: vec![] }
    }

    /// A cuboid around the origin.
    pub(super) fn cuboid(name: &'static str, half: [f32; 3]) -> Self {
        let (mut vertices, mut triangles) = (Vertices::default(), Vec::new());
        push_cuboid(&mut vertices, &mut triangles, Vec3::ZERO, half.into());
        Scenery { name, vertices, triangles, rotations: vec![], places: vec![] }
    }

    /// The same at a place in each frame, m.
    pub(super) fn with_places(self, places: Vec<[f32; 3]>) -> Self {
        Scenery { places, ..self }
    }

    /// A square floor under a point, reaching so far to each side.
    pub(super) fn floor(height: f32, center: [f32; 3], reach: f32) -> Self {
        let mut vertices = Vertices::default();
        for [x, z] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]] {
            let [dx, dz] = [reach * x, reach * z];
            vertices.push(Vec3::new(center[0] + dx, height, center[2] + dz), Vec3::Y);
        }
        let triangles = vec![[0, 1, 2], [0, 2, 3]];
        Scenery { name: "floor", vertices, triangles, rotations: vec![], places: vec![] }
    }
}

impl Scenery {
    /// The back and the head of who wears a cape, at angles about y, one for each frame.
    pub(super) fn wearer(size: [f32; 3], angles: impl Iterator<Item = f32>) -> Self {
        let [width, height, depth] = size;
        let head = Scenery::ball(0.6 * depth);
        let mut vertices = Vertices::default();
        let neck = Vec3::Y * 0.55 * depth;
        for (position, normal) in head.vertices.positions.iter().zip(&head.vertices.normals) {
            vertices.push(neck + Vec3::from(*position), Vec3::from(*normal));
        }
        let mut triangles = head.triangles;
        let half = 0.5 * Vec3::new(width, height, depth - 2.0 * GAP);
        push_cuboid(&mut vertices, &mut triangles, -Vec3::Y * half.y, half);
        let rotations = angles.map(|angle| Quat::from_rotation_y(angle).to_array()).collect();
        Scenery { name: "wearer", vertices, triangles, rotations, places: vec![] }
    }
}

/// Adds the six sides of a cuboid around a center.
fn push_cuboid(vertices: &mut Vertices, triangles: &mut Vec<[u32; 3]>, center: Vec3, half: Vec3) {
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let first = vertices.positions.len() as u32;
            let normal = side * Vec3::AXES[axis];
            let across = Vec3::AXES[(axis + 1) % 3];
            let along = normal.cross(across);
            for [a, b] in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
                vertices.push(center + half * (normal + a * across + b * along), normal);
            }
            triangles.extend([[0, 1, 2], [0, 2, 3]].map(|t| t.map(|i| first + i)));
        }
    }
}

/// The distance of what is drawn of a back inside its skin, m: cloth that lies on the skin is in front of it.
const GAP: f32 = 0.03;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_face_as_their_normals() {
        let floor = Scenery::floor(-1.0, [3.0, 0.0, 2.0], 5.0);
        let wearer = Scenery::wearer([0.5, 0.8, 0.2], [0.0].into_iter());
        let crate_ = Scenery::cuboid("crate", [0.1, 0.2, 0.3]);
        for scenery in [Scenery::ball(0.3), floor, wearer, crate_] {
            for triangle in &scenery.triangles {
                let [a, b, c] =
                    triangle.map(|i| Vec3::from(scenery.vertices.positions[i as usize]));
                let normal = Vec3::from(scenery.vertices.normals[triangle[0] as usize]);
                assert!((b - a).cross(c - a).dot(normal) > 0.0, "{}", scenery.name);
            }
        }
    }
}
