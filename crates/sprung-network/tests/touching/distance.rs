//! Oracle: how near all of a network is to itself, of what its radii ask for, by the distances of all pairs in f64.

use std::collections::BTreeMap;

use sprung_network::Network;

use crate::touching::crossing::{Boxes, Surface, V3, dot, sub};

/// The pairs of a network that may touch.
pub(crate) struct Distances {
    surface: Surface,
    radii: Vec<f64>,
    rest: Vec<V3>,
    /// The first particle of the body of each.
    body: Vec<usize>,
    /// A body has triangles: its borders have distances to others that no rule asks for.
    has_triangles: BTreeMap<usize, bool>,
}

impl Distances {
    pub(crate) fn of(net: &Network) -> Self {
        let mut body: Vec<usize> = (0..net.particles.len()).collect();
        loop {
            let before = body.clone();
            for edge in &net.edges {
                let first = body[edge.a].min(body[edge.b]);
                (body[edge.a], body[edge.b]) = (first, first);
            }
            if body == before {
                break;
            }
        }
        let mut has_triangles: BTreeMap<usize, bool> = body.iter().map(|&b| (b, false)).collect();
        for &p in net.surface.triangles.as_flattened() {
            has_triangles.insert(body[p as usize], true);
        }
        let mut surface = Surface::of(net);
        let mut is_end = vec![false; body.len()];
        surface.segments.as_flattened().iter().for_each(|&p| is_end[p] = true);
        // A loose particle is a segment of no length.
        surface.segments.extend(surface.points.iter().filter(|&&p| !is_end[p]).map(|&p| [p, p]));
        Self {
            surface,
            radii: net.surface.radii.iter().map(|&r| f64::from(r)).collect(),
            rest: (0..body.len()).map(|p| net.rest_shape[p].map(f64::from)).collect(),
            body,
            has_triangles,
        }
    }

    /// The least distance of a pair, of the sum of its radii; pairs of one body with triangles are left out.
    pub(crate) fn nearest(&self, at: &[V3]) -> f64 {
        let Surface { points, triangles, segments } = &self.surface;
        let most = self.radii.iter().copied().fold(0.0, f64::max);
        let mut nearest = f64::INFINITY;
        let mut see = |of: [usize; 4], closest: fn([V3; 4]) -> (f64, [f64; 4])| {
            let (distance, weights) = closest(of.map(|p| at[p]));
            let mut thickness: f64 = of.iter().zip(weights).map(|(&p, w)| w * self.radii[p]).sum();
            if self.body[of[0]] == self.body[of[3]] {
                thickness = thickness.min(0.5 * closest(of.map(|p| self.rest[p])).0);
            }
            if distance < nearest * thickness {
                nearest = distance / thickness;
            }
        };
        let is_sheet = |p: usize| self.has_triangles[&self.body[p]];
        let points: Vec<[usize; 1]> = points.iter().map(|&p| [p]).collect();
        let [own, other] = [Boxes::of(&points, [at; 2], most), Boxes::of(triangles, [at; 2], most)];
        for [p, t] in own.meeting(&other) {
            let ([p], [a, b, c]) = (points[p], triangles[t]);
            if self.body[p] != self.body[a] {
                see([p, a, b, c], to_triangle);
            }
        }
        let boxes = Boxes::of(segments, [at; 2], most);
        for [i, j] in boxes.meeting(&boxes).filter(|[i, j]| i < j) {
            let ([a, b], [c, d]) = (segments[i], segments[j]);
            let shares = a == c || a == d || b == c || b == d;
            let in_sheet = self.body[a] == self.body[c] && is_sheet(a);
            if !(shares || in_sheet) {
                see([a, b, c, d], between_segments);
            }
        }
        nearest
    }
}

/// The distance of a point to a segment, and where along it.
fn to_segment(p: V3, a: V3, b: V3) -> (f64, f64) {
    let (along, from) = (sub(b, a), sub(p, a));
    let squared = dot(along, along);
    let t = if squared > 0.0 { (dot(from, along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    let off: V3 = core::array::from_fn(|c| from[c] - t * along[c]);
    (dot(off, off).sqrt(), t)
}

fn nearer(best: &mut (f64, [f64; 4]), other: (f64, [f64; 4])) {
    if other.0 < best.0 {
        *best = other;
    }
}

/// The distance of the first to the triangle of the others, and the weights of the four where they are closest.
fn to_triangle([p, a, b, c]: [V3; 4]) -> (f64, [f64; 4]) {
    let mut best = (f64::INFINITY, [0.0; 4]);
    for (from, to, i, j) in [(a, b, 1, 2), (b, c, 2, 3), (c, a, 3, 1)] {
        let (distance, t) = to_segment(p, from, to);
        let mut weights = [1.0, 0.0, 0.0, 0.0];
        (weights[i], weights[j]) = (1.0 - t, t);
        nearer(&mut best, (distance, weights));
    }
    // The foot of the perpendicular, by Cramer's rule.
    let (u, v, w) = (sub(b, a), sub(c, a), sub(p, a));
    let (uu, uv, vv, uw, vw) = (dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w));
    let area = uu * vv - uv * uv;
    let (s, t) = ((vv * uw - uv * vw) / area, (uu * vw - uv * uw) / area);
    if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
        let off: V3 = core::array::from_fn(|c| w[c] - s * u[c] - t * v[c]);
        nearer(&mut best, (dot(off, off).sqrt(), [1.0, 1.0 - s - t, s, t]));
    }
    best
}

/// The distance of two segments, and the weights of their ends where they are closest.
fn between_segments([a, b, c, d]: [V3; 4]) -> (f64, [f64; 4]) {
    let mut best = (f64::INFINITY, [0.0; 4]);
    for (end, s) in [(a, 0.0), (b, 1.0)] {
        let (distance, t) = to_segment(end, c, d);
        nearer(&mut best, (distance, [1.0 - s, s, 1.0 - t, t]));
    }
    for (end, t) in [(c, 0.0), (d, 1.0)] {
        let (distance, s) = to_segment(end, a, b);
        nearer(&mut best, (distance, [1.0 - s, s, 1.0 - t, t]));
    }
    let (u, v, w) = (sub(b, a), sub(d, c), sub(c, a));
    let (uu, uv, vv, uw, vw) = (dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w));
    let area = uu * vv - uv * uv;
    let (s, t) = ((vv * uw - uv * vw) / area, (uv * uw - uu * vw) / area);
    if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        let off: V3 = core::array::from_fn(|c| w[c] + t * v[c] - s * u[c]);
        nearer(&mut best, (dot(off, off).sqrt(), [1.0 - s, s, 1.0 - t, t]));
    }
    best
}
