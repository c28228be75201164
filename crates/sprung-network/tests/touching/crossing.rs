//! Oracle: whether a surface passes through itself on straight lines from one time to another, by the roots of the cubic
//! at which four particles lie in one plane (Provot, 1997), for all pairs of particles and triangles and of sides.

use std::collections::BTreeSet;

use sprung_network::Network;

type V3 = [f64; 3];

/// What touches.
pub(crate) struct Surface {
    points: Vec<usize>,
    triangles: Vec<[usize; 3]>,
    segments: Vec<[usize; 2]>,
}

impl Surface {
    pub(crate) fn of(net: &Network) -> Self {
        let triangles: Vec<[usize; 3]> =
            net.surface.triangles.iter().map(|t| t.map(|p| p as usize)).collect();
        let mut corner = vec![false; net.particles.len()];
        triangles.as_flattened().iter().for_each(|&p| corner[p] = true);
        let mut segments = BTreeSet::new();
        for &[a, b, c] in &triangles {
            for [a, b] in [[a, b], [b, c], [c, a]] {
                segments.insert([a.min(b), a.max(b)]);
            }
        }
        let is_bare = |a: usize, b: usize| !(corner[a] && corner[b]);
        let touches = |p: usize| net.surface.radii[p] > 0.0;
        let bare = net.edges.iter().filter(|e| is_bare(e.a, e.b) && touches(e.a) && touches(e.b));
        for edge in bare {
            segments.insert([edge.a.min(edge.b), edge.a.max(edge.b)]);
        }
        let points = (0..net.particles.len()).filter(|&p| touches(p)).collect();
        Self { points, triangles, segments: segments.into_iter().collect() }
    }
}

/// The first four particles (a particle and a triangle, or two segments) that pass through each other between `before`
/// and `after`.
pub(crate) fn crossing(surface: &Surface, before: &[V3], after: &[V3]) -> Option<[usize; 4]> {
    let bounds = |of: &[usize]| {
        let mut low = [f64::INFINITY; 3];
        let mut high = [f64::NEG_INFINITY; 3];
        for at in of.iter().flat_map(|&p| [before[p], after[p]]) {
            for c in 0..3 {
                low[c] = low[c].min(at[c]);
                high[c] = high[c].max(at[c]);
            }
        }
        (low, high)
    };
    let meet = |a: &(V3, V3), b: &(V3, V3)| (0..3).all(|c| a.0[c] <= b.1[c] && b.0[c] <= a.1[c]);
    let boxes: Vec<_> = surface.triangles.iter().map(|t| bounds(t)).collect();
    for &p in &surface.points {
        let own = bounds(&[p]);
        for (t, other) in surface.triangles.iter().zip(&boxes) {
            if meet(&own, other)
                && !t.contains(&p)
                && meets([p, t[0], t[1], t[2]], before, after, true)
            {
                return Some([p, t[0], t[1], t[2]]);
            }
        }
    }
    let boxes: Vec<_> = surface.segments.iter().map(|s| bounds(s)).collect();
    for (i, a) in surface.segments.iter().enumerate() {
        for (j, b) in surface.segments.iter().enumerate().skip(i + 1) {
            let shares = a.iter().any(|p| b.contains(p));
            if !shares
                && meet(&boxes[i], &boxes[j])
                && meets([a[0], a[1], b[0], b[1]], before, after, false)
            {
                return Some([a[0], a[1], b[0], b[1]]);
            }
        }
    }
    None
}

fn meets(of: [usize; 4], before: &[V3], after: &[V3], is_point: bool) -> bool {
    let x = of.map(|p| sub(before[p], before[of[0]]));
    let y = of.map(|p| sub(after[p], after[of[0]]));
    let at = |t: f64| -> [V3; 4] {
        core::array::from_fn(|i| core::array::from_fn(|c| x[i][c] + t * (y[i][c] - x[i][c])))
    };
    let volume = |t: f64| {
        let [a, b, c, d] = at(t);
        dot(sub(b, a), cross(sub(c, a), sub(d, a)))
    };
    // The cubic through four values; its turning points part the roots.
    let f: Vec<f64> = (0..4).map(|i| volume(f64::from(i) / 3.0)).collect();
    let d1 = -5.5 * f[0] + 9.0 * f[1] - 4.5 * f[2] + f[3];
    let d2 = 9.0 * f[0] - 22.5 * f[1] + 18.0 * f[2] - 4.5 * f[3];
    let d3 = -4.5 * f[0] + 13.5 * f[1] - 13.5 * f[2] + 4.5 * f[3];
    // d1 + 2 d2 t + 3 d3 t² = 0
    let mut cuts = vec![0.0, 1.0];
    let root = (d2 * d2 - 3.0 * d3 * d1).max(0.0).sqrt();
    let q = -(d2 + d2.signum() * root);
    cuts.extend([q / (3.0 * d3), d1 / q].into_iter().filter(|t| (0.0..1.0).contains(t)));
    cuts.sort_by(f64::total_cmp);
    cuts.windows(2).any(|cut| {
        let (mut low, mut high) = (cut[0], cut[1]);
        let sign = volume(low).signum();
        if volume(high).signum() == sign && volume(high) != 0.0 {
            return false;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if volume(middle).signum() == sign { low = middle } else { high = middle }
        }
        let [a, b, c, d] = at(0.5 * (low + high));
        if is_point { in_triangle(a, [b, c, d]) } else { segments_meet([a, b], [c, d]) }
    })
}

/// Four points of one plane: whether the first lies strictly within the triangle of the others.
fn in_triangle(p: V3, [a, b, c]: [V3; 3]) -> bool {
    let n = cross(sub(b, a), sub(c, a));
    let height = dot(n, sub(p, a));
    if height * height > 1e-12 * dot(n, n) * dot(n, n).sqrt() {
        return false;
    }
    let side = |a: V3, b: V3| dot(n, cross(sub(b, a), sub(p, a)));
    let least = 1e-7 * dot(n, n);
    side(a, b) > least && side(b, c) > least && side(c, a) > least
}

/// Four points of one plane: whether the segments cross strictly within. Where they are nearly parallel the plane may be
/// any, so that the points where they cross are compared.
fn segments_meet([a, b]: [V3; 2], [c, d]: [V3; 2]) -> bool {
    let n = cross(sub(b, a), sub(d, c));
    let part = |of: V3| dot(cross(sub(c, a), of), n) / dot(n, n);
    let (s, t) = (part(sub(d, c)), part(sub(b, a)));
    let on = |a: V3, b: V3, s: f64| -> V3 { core::array::from_fn(|i| a[i] + s * (b[i] - a[i])) };
    let apart = sub(on(a, b, s), on(c, d, t));
    let size = dot(sub(b, a), sub(b, a)).max(dot(sub(d, c), sub(d, c)));
    let within = 1e-7..1.0 - 1e-7;
    within.contains(&s) && within.contains(&t) && dot(apart, apart) < 1e-12 * size
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
