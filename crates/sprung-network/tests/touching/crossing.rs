//! Oracle: whether a surface passes through itself on straight lines from one time to another, by the roots of the cubic
//! at which four particles lie in one plane (Provot, 1997), for all pairs of particles and triangles and of sides whose
//! boxes meet.

use std::collections::BTreeSet;

use sprung_network::Network;

pub(crate) type V3 = [f64; 3];

/// What touches.
pub(crate) struct Surface {
    pub(crate) points: Vec<usize>,
    pub(crate) triangles: Vec<[usize; 3]>,
    pub(crate) segments: Vec<[usize; 2]>,
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

/// Boxes in the order of their lowest x, so that those that meet one are side by side.
pub(crate) struct Boxes {
    /// Low and high corner, and the index.
    sorted: Vec<(V3, V3, usize)>,
    widest: f64,
}

impl Boxes {
    /// Around what is between `before` and `after`, `margin` wider on all sides.
    pub(crate) fn of<const N: usize>(
        all: &[[usize; N]],
        [before, after]: [&[V3]; 2],
        margin: f64,
    ) -> Self {
        let bounds = |(index, of): (usize, &[usize; N])| {
            let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
            for at in of.iter().flat_map(|&p| [before[p], after[p]]) {
                for c in 0..3 {
                    low[c] = low[c].min(at[c] - margin);
                    high[c] = high[c].max(at[c] + margin);
                }
            }
            (low, high, index)
        };
        let mut sorted: Vec<_> = all.iter().enumerate().map(bounds).collect();
        sorted.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
        let widest = sorted.iter().map(|(low, high, _)| high[0] - low[0]).fold(0.0, f64::max);
        Self { sorted, widest }
    }

    /// The indices of all pairs of a box here and one there that meet.
    pub(crate) fn meeting<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = [usize; 2]> + 'a {
        self.sorted.iter().flat_map(move |(low, high, index)| {
            let from = other.sorted.partition_point(|b| b.0[0] < low[0] - other.widest);
            let near = other.sorted[from..].iter().take_while(move |b| b.0[0] <= high[0]);
            let meets =
                |b: &&(V3, V3, usize)| (0..3).all(|c| low[c] <= b.1[c] && b.0[c] <= high[c]);
            near.filter(meets).map(|b| [*index, b.2])
        })
    }
}

/// Some four particles (a particle and a triangle, or two segments) that pass through each other between `before` and
/// `after`.
pub(crate) fn crossing(surface: &Surface, before: &[V3], after: &[V3]) -> Option<[usize; 4]> {
    let Surface { points, triangles, segments } = surface;
    let points: Vec<[usize; 1]> = points.iter().map(|&p| [p]).collect();
    let way = [before, after];
    let [points_in, of_triangles] = [Boxes::of(&points, way, 0.0), Boxes::of(triangles, way, 0.0)];
    for [p, t] in points_in.meeting(&of_triangles) {
        let ([p], [a, b, c]) = (points[p], triangles[t]);
        if ![a, b, c].contains(&p) && meets([p, a, b, c], before, after, true) {
            return Some([p, a, b, c]);
        }
    }
    let boxes = Boxes::of(segments, way, 0.0);
    for [i, j] in boxes.meeting(&boxes).filter(|[i, j]| i < j) {
        let ([a, b], [c, d]) = (segments[i], segments[j]);
        let shares = a == c || a == d || b == c || b == d;
        if !shares && meets([a, b, c, d], before, after, false) {
            return Some([a, b, c, d]);
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

pub(crate) fn sub(a: V3, b: V3) -> V3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn dot(a: V3, b: V3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
