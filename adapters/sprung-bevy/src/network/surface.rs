//! Normals of triangles.

use bevy::prelude::*;

/// Sets the normal of each vertex to the mean of those of its triangles, weighted by their areas; up (y) where there is none.
pub(super) fn set_normals(triangles: &[[u32; 3]], positions: &[Vec3], normals: &mut Vec<Vec3>) {
    normals.clear();
    normals.resize(positions.len(), Vec3::ZERO);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|corner| positions[corner as usize]);
        let doubled_area = (b - a).cross(c - a);
        for &corner in triangle {
            normals[corner as usize] += doubled_area;
        }
    }
    for normal in normals {
        *normal = normal.try_normalize().unwrap_or(Vec3::Y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normals_are_weighted_by_area_and_defined_without_any() {
        // A large triangle facing y and a small one facing z share vertex 0.
        let positions = [
            Vec3::ZERO,
            Vec3::new(0.0, 0.0, 2.0),
            Vec3::new(2.0, 0.0, 0.0),
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(0.0, 1.0, 0.0),
            Vec3::splat(f32::NAN),
        ];
        let mut normals = Vec::new();
        set_normals(&[[0, 1, 2], [0, 3, 4], [3, 3, 3]], &positions, &mut normals);
        assert!(normals[0].distance(Vec3::new(0.0, 4.0, 1.0).normalize()) < 1e-6);
        assert_eq!((normals[1], normals[4], normals[5]), (Vec3::Y, Vec3::Z, Vec3::Y));
    }
}
