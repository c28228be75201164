//! Closest points of a point and a triangle, and of two segments (Ericson, *Real-Time Collision Detection*, 5.1).

use super::vector::{Vector, dot, sub};

/// The barycentric coordinates of the point of a triangle that is closest to `p`.
///
/// Of a triangle without area, those of a point on one of its sides.
pub(crate) fn on_triangle(p: Vector, [a, b, c]: [Vector; 3]) -> [f32; 3] {
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let bp = sub(p, b);
    let (d3, d4) = (dot(ab, bp), dot(ac, bp));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = part(d1, d1 - d3);
        return [1.0 - t, t, 0.0];
    }
    let cp = sub(p, c);
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = part(d2, d2 - d6);
        return [1.0 - t, 0.0, t];
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let t = part(d4 - d3, (d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - t, t];
    }
    let sum = va + vb + vc;
    let (v, w) = (part(vb, sum), part(vc, sum));
    [(1.0 - v - w).max(0.0), v, w]
}

/// The parameters of the closest points of the segments from `a` to `b` and from `c` to `d`, from 0 to 1 each. Segments
/// may be points.
pub(crate) fn of_segments([a, b]: [Vector; 2], [c, d]: [Vector; 2]) -> [f32; 2] {
    let (u, v, r) = (sub(b, a), sub(d, c), sub(a, c));
    let (uu, vv, vr) = (dot(u, u), dot(v, v), dot(v, r));
    if uu == 0.0 {
        return [0.0, part(vr, vv)];
    }
    let ur = dot(u, r);
    if vv == 0.0 {
        return [part(-ur, uu), 0.0];
    }
    let uv = dot(u, v);
    let area = uu * vv - uv * uv;
    // Parallel segments: from the end of the first, which the second may correct.
    let mut s = if area > 1e-6 * uu * vv { part(uv * vr - ur * vv, area) } else { part(-ur, uu) };
    let mut t = (uv * s + vr) / vv;
    if t < 0.0 {
        t = 0.0;
        s = part(-ur, uu);
    } else if t > 1.0 {
        t = 1.0;
        s = part(uv - ur, uu);
    }
    // NaN has passed both comparisons.
    [s, part(t, 1.0)]
}

/// `a/b` within 0 and 1; 0 if it is no number.
fn part(a: f32, b: f32) -> f32 {
    let part = a / b;
    if part > 0.0 { part.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::vector::add_scaled;
    use crate::solver::tests::noise::noise;

    fn vector(state: &mut u64) -> Vector {
        [noise(state), noise(state), noise(state)]
    }

    fn mix(points: &[Vector], weights: &[f32]) -> Vector {
        let add = |sum, (&p, &w): (&Vector, &f32)| add_scaled(sum, w, p);
        points.iter().zip(weights).fold([0.0; 3], add)
    }

    fn distance(a: Vector, b: Vector) -> f32 {
        dot(sub(a, b), sub(a, b)).sqrt()
    }

    #[test]
    fn no_point_of_a_triangle_is_closer() {
        let mut seed = 7;
        for _ in 0..300 {
            let p = vector(&mut seed);
            let corners = [vector(&mut seed), vector(&mut seed), vector(&mut seed)];
            let closest = distance(p, mix(&corners, &on_triangle(p, corners)));
            for i in 0..=40 {
                for j in 0..=40 - i {
                    let [v, w] = [i, j].map(|i| i as f32 / 40.0);
                    let other = distance(p, mix(&corners, &[1.0 - v - w, v, w]));
                    assert!(closest <= other + 1e-5, "{closest} {other}");
                }
            }
        }
    }

    #[test]
    fn no_points_of_two_segments_are_closer() {
        let mut seed = 11;
        for round in 0..600 {
            let [a, b, c] = [vector(&mut seed), vector(&mut seed), vector(&mut seed)];
            // A third of them parallel, a third of them with a point for a segment.
            let d = match round % 3 {
                0 => vector(&mut seed),
                1 => add_scaled(c, 0.7, sub(b, a)),
                _ => c,
            };
            let [s, t] = of_segments([a, b], [c, d]);
            let closest = distance(mix(&[a, b], &[1.0 - s, s]), mix(&[c, d], &[1.0 - t, t]));
            for i in 0..=60 {
                for j in 0..=60 {
                    let [s, t] = [i, j].map(|i| i as f32 / 60.0);
                    let other = distance(mix(&[a, b], &[1.0 - s, s]), mix(&[c, d], &[1.0 - t, t]));
                    assert!(closest <= other + 1e-4, "{round}: {closest} {other}");
                }
            }
        }
    }

    #[test]
    fn hostile_numbers_leave_weights_within_bounds() {
        let values = [0.0, -0.0, 1.0, 1e-40, 1e15, f32::INFINITY, f32::NAN];
        for x in values {
            for y in values {
                let (p, q) = ([x, y, 0.0], [y, 1.0, x]);
                let weights = on_triangle(p, [q, [0.0; 3], p]);
                assert!(weights.into_iter().all(|w| (0.0..=1.0).contains(&w)), "{weights:?}");
                let weights = of_segments([p, q], [q, [0.0; 3]]);
                assert!(weights.into_iter().all(|w| (0.0..=1.0).contains(&w)), "{weights:?}");
            }
        }
    }
}
