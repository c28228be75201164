//! How deep a network overlaps itself: by brute force over all particles, triangles and segments.

use sprung_network::{Network, Particle};

type V3 = [f64; 3];

/// Returns the deepest overlap, 1 is the thickness, and the number of segments that cross a triangle. Those that are
/// closer than two thicknesses in the rest shape do not count as overlapping.
pub(super) fn of(net: &Network, particles: &[Particle]) -> (f64, usize) {
    let at: Vec<V3> = particles.iter().map(|p| p.position.map(f64::from)).collect();
    let rest: Vec<V3> = net.rest_shape.iter().map(|p| p.map(f64::from)).collect();
    let thickness = 2.0 * f64::from(net.surface.radii[0]);
    let triangles = net.surface.triangles.iter().map(|t| t.map(|p| p as usize));
    let triangles: Vec<[usize; 3]> = triangles.collect();
    let segments = segments(net, &triangles);
    let bounds = |of: &[usize], by: f64| {
        let fold = |start: f64, pick: fn(f64, f64) -> f64, c: usize| {
            of.iter().map(|&p| at[p][c]).fold(start, pick)
        };
        let low: V3 = std::array::from_fn(|c| fold(f64::INFINITY, f64::min, c) - by);
        let high: V3 = std::array::from_fn(|c| fold(f64::NEG_INFINITY, f64::max, c) + by);
        (low, high)
    };
    let meet = |a: &(V3, V3), b: &(V3, V3)| (0..3).all(|c| a.0[c] <= b.1[c] && b.0[c] <= a.1[c]);
    let (mut least, mut crossed) = (thickness, 0);
    let boxes: Vec<_> = triangles.iter().map(|t| bounds(t, 0.0)).collect();
    for (p, segment) in segments.iter().enumerate() {
        let own = bounds(segment, 0.0);
        let near = triangles
            .iter()
            .zip(&boxes)
            .filter(|(t, other)| meet(&own, other) && !segment.iter().any(|p| t.contains(p)));
        let [a, b] = [segment[0], segment[1]].map(|p| at[p]);
        crossed += near.filter(|(t, _)| pierces(a, b, t.map(|p| at[p]))).count();
        if triangles.is_empty() {
            for other in &segments[p + 1..] {
                let far = distance(rest[segment[0]], rest[other[0]]) > 4.0 * thickness;
                if far && meet(&bounds(segment, thickness), &bounds(other, 0.0)) {
                    let [c, d] = other.map(|p| at[p]);
                    least = least.min(between_segments([a, b], [c, d]));
                }
            }
        }
    }
    for p in 0..at.len() {
        let own = bounds(&[p], thickness);
        for (t, other) in triangles.iter().zip(&boxes) {
            let far = t.iter().all(|&q| distance(rest[p], rest[q]) > 2.0 * thickness);
            if meet(&own, other) && far && !t.contains(&p) {
                least = least.min(to_triangle(at[p], t.map(|q| at[q])));
            }
        }
    }
    (1.0 - least / thickness, crossed)
}

/// The sides of the triangles; where there are none, the edges.
fn segments(net: &Network, triangles: &[[usize; 3]]) -> Vec<[usize; 2]> {
    if triangles.is_empty() {
        return net.edges.iter().map(|e| [e.a, e.b]).collect();
    }
    let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut sides: Vec<[usize; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    sides.sort_unstable();
    sides.dedup();
    sides
}

fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn distance(a: V3, b: V3) -> f64 {
    dot(sub(a, b), sub(a, b)).sqrt()
}

/// True if the segment from `a` to `b` passes through a triangle.
fn pierces(a: V3, b: V3, [u, v, w]: [V3; 3]) -> bool {
    let volume = |x: V3, y: V3, z: V3, at: V3| dot(cross(sub(y, x), sub(z, x)), sub(at, x));
    let sides = [volume(a, b, u, v), volume(a, b, v, w), volume(a, b, w, u)];
    volume(u, v, w, a) * volume(u, v, w, b) < 0.0
        && (sides.iter().all(|&s| s > 0.0) || sides.iter().all(|&s| s < 0.0))
}

fn to_segment(p: V3, [a, b]: [V3; 2]) -> f64 {
    let along = sub(b, a);
    let t = (dot(sub(p, a), along) / dot(along, along)).clamp(0.0, 1.0);
    distance(p, std::array::from_fn(|c| a[c] + t * along[c]))
}

fn to_triangle(p: V3, [a, b, c]: [V3; 3]) -> f64 {
    let n = cross(sub(b, a), sub(c, a));
    let inside = |x: V3, y: V3| dot(n, cross(sub(y, x), sub(p, x))) >= 0.0;
    if inside(a, b) && inside(b, c) && inside(c, a) {
        return dot(n, sub(p, a)).abs() / dot(n, n).sqrt();
    }
    to_segment(p, [a, b]).min(to_segment(p, [b, c])).min(to_segment(p, [c, a]))
}

fn between_segments(x: [V3; 2], y: [V3; 2]) -> f64 {
    let n = cross(sub(x[1], x[0]), sub(y[1], y[0]));
    let part = |of: V3| dot(cross(sub(y[0], x[0]), of), n) / dot(n, n);
    let (s, t) = (part(sub(y[1], y[0])), part(sub(x[1], x[0])));
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        return dot(n, sub(y[0], x[0])).abs() / dot(n, n).sqrt();
    }
    to_segment(x[0], y).min(to_segment(x[1], y)).min(to_segment(y[0], x)).min(to_segment(y[1], x))
}
