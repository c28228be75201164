//! Tubes around lines of particles.
//!
//! A ring of vertices around each particle, across the tangent there. The rings do not twist against each other: each frame
//! is that of the ring before, turned by the shortest rotation between the tangents (parallel transport).

use core::f32::consts::TAU;

use bevy::prelude::*;

/// The vertices of one ring: the first is there twice, for the seam of the texture.
fn ring(sides: u32) -> u32 {
    sides + 1
}

#[cfg(test)]
/// The vertices of a tube along `count` points: rings, then a rim and a center for either cap.
pub(super) fn vertex_count(count: u32, sides: u32) -> u32 {
    (count + 2) * ring(sides) + 2
}

/// Triangles of a tube, counterclockwise as seen from outside. `is_gap` tells whether there is nothing between a point and
/// the next.
pub(super) fn triangles(count: u32, sides: u32, is_gap: impl Fn(u32) -> bool) -> Vec<[u32; 3]> {
    let (ring, mut triangles) = (ring(sides), Vec::new());
    for point in (0..count.saturating_sub(1)).filter(|&point| !is_gap(point)) {
        for side in 0..sides {
            let [a, b] = [point * ring + side, (point + 1) * ring + side];
            triangles.extend([[a, a + 1, b], [b, a + 1, b + 1]]);
        }
    }
    let (rims, centers) = (count * ring, (count + 2) * ring);
    for side in 0..sides {
        let [a, b] = [rims + side, rims + ring + side];
        triangles.extend([[centers, a + 1, a], [centers + 1, b, b + 1]]);
    }
    triangles
}

/// Texture coordinates: u around the tube, v along it from 0 to 1.
pub(super) fn uvs(count: u32, sides: u32) -> Vec<[f32; 2]> {
    let last = count.saturating_sub(1);
    let rings = (0..count).chain([0, last]);
    let along = |point: u32| point as f32 / last.max(1) as f32;
    let uv = |point| (0..=sides).map(move |side| [side as f32 / sides as f32, along(point)]);
    rings.flat_map(uv).chain([[0.5, 0.0], [0.5, 1.0]]).collect()
}

/// Writes the vertices of a tube. `across` is a direction across the first tangent, kept from call to call, so that the tube
/// does not spin.
pub(super) fn write(
    points: &[Vec3],
    radius: f32,
    sides: u32,
    across: &mut Vec3,
    positions: &mut Vec<Vec3>,
    normals: &mut Vec<Vec3>,
) {
    positions.clear();
    normals.clear();
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
    let tangent = |i: usize| {
        let [before, after] = [i.saturating_sub(1), (i + 1).min(points.len() - 1)];
        (points[after] - points[before]).try_normalize()
    };
    let mut along = (0..points.len()).find_map(tangent).unwrap_or(Vec3::Y);
    *across = (*across - along * across.dot(along))
        .try_normalize()
        .unwrap_or_else(|| along.any_orthonormal_vector());
    let circle = |along: Vec3, across: Vec3| {
        let aside = along.cross(across);
        (0..=sides).map(move |side| {
            let turned = Vec2::from_angle(TAU * (side % sides) as f32 / sides as f32);
            across * turned.x + aside * turned.y
        })
    };
    let (start, mut side) = ((along, *across), *across);
    for (i, &point) in points.iter().enumerate() {
        let next = tangent(i).unwrap_or(along);
        let turned = Quat::from_rotation_arc(along, next) * side;
        // Rounding is taken out.
        side = (turned - next * turned.dot(next))
            .try_normalize()
            .unwrap_or_else(|| next.any_orthonormal_vector());
        along = next;
        for normal in circle(along, side) {
            positions.push(point + radius * normal);
            normals.push(normal);
        }
    }
    for (point, (along, side), outward) in [(first, start, -start.0), (last, (along, side), along)]
    {
        for normal in circle(along, side) {
            positions.push(point + radius * normal);
            normals.push(outward);
        }
    }
    positions.extend([first, last]);
    normals.extend([-start.0, along]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tube(points: &[Vec3]) -> (Vec<Vec3>, Vec<Vec3>) {
        let (mut positions, mut normals, mut across) = (vec![], vec![], Vec3::X);
        write(points, 0.1, 8, &mut across, &mut positions, &mut normals);
        (positions, normals)
    }

    #[test]
    fn a_helix_has_a_closed_tube_of_its_volume() {
        let count = 400;
        let points: Vec<Vec3> = (0..count)
            .map(|i| {
                let (sin, cos) = (i as f32 * 0.05).sin_cos();
                Vec3::new(cos, 0.02 * i as f32, sin)
            })
            .collect();
        let (positions, normals) = tube(&points);
        assert_eq!(positions.len(), vertex_count(count, 8) as usize);
        assert_eq!(uvs(count, 8).len(), positions.len());
        let triangles = triangles(count, 8, |_| false);
        // The volume inside by the divergence theorem is that of a prism of 8 sides along the line.
        let volume: f32 = (triangles.iter())
            .map(|t| {
                let [a, b, c] = t.map(|v| positions[v as usize]);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        let length: f32 = points.windows(2).map(|two| two[0].distance(two[1])).sum();
        let section = 0.5 * 8.0 * 0.01 * (TAU / 8.0).sin();
        assert!((volume / (length * section) - 1.0).abs() < 2e-3, "{volume} {}", length * section);
        for (i, point) in points.iter().enumerate() {
            for k in 9 * i..9 * i + 9 {
                assert!((positions[k].distance(*point) - 0.1).abs() < 1e-5);
                assert!((positions[k] - *point).normalize().distance(normals[k]) < 1e-4);
                // Rings do not twist: neighbors are a step apart, not a side.
                assert!(i == 0 || positions[k].distance(positions[k - 9]) < 0.07);
            }
        }
    }

    #[test]
    fn tubes_of_bad_points_stay_defined() {
        assert!(tube(&[]).0.is_empty() && triangles(0, 3, |_| false).len() == 6);
        for points in [&[Vec3::ONE][..], &[Vec3::ONE; 3], &[Vec3::Y, Vec3::ZERO, Vec3::Y]] {
            let (positions, normals) = tube(points);
            assert!(positions.iter().chain(&normals).all(|v| v.is_finite()), "{points:?}");
        }
        let torn = triangles(3, 4, |point| point == 1);
        assert_eq!(torn.len(), 8 + 8);
    }
}
