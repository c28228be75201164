//! Shortest paths over the surface of a network, and along its edges where there is none.
//!
//! A shortest path over triangles is straight in each of them and from one to the next, laid flat; it bends only at
//! corners of more than 2π and on borders. So the distance from a point is carried over the triangles by *windows*:
//! an interval of a side that rays from one point (the start, or a corner at which paths bend) reach, with that point
//! laid flat into the plane of the triangle ahead (Chen and Han, *Shortest paths on a polyhedron*, 1990; Xin and Wang,
//! *Improving Chen and Han's algorithm on the discrete geodesic problem*, 2009). Windows are taken by their distance,
//! with the particles, as in Dijkstra's algorithm. A window is dropped where a path by a corner of its side is shorter,
//! and of the windows through one side only the nearest goes on to both sides of the corner ahead.
//!
//! Every distance is the length of a path that is there: dropping a window makes distances longer, never shorter.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use sprung::Real;

use super::adjacency::{Adjacency, Incident};
use super::surface::{NONE, Surface};

/// Relative rounding of lengths.
const ROUNDING: f64 = 1e-10;
/// A search goes this much farther than it is asked to.
const MARGIN: f64 = 1.000001;
/// A search ends its windows after this many per particle and per root of the number of particles.
const MAX_WINDOWS: f64 = 64.0;

/// Shortest paths in a network.
pub(crate) struct Geodesics<'a> {
    adjacency: &'a Adjacency,
    /// Of the edges, m; infinite for those that paths do not take.
    lengths: Vec<f64>,
    surface: Surface,
}

/// An interval of a side that rays from a point reach.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// The side through which the rays enter its triangle.
    side: u32,
    /// From corner `i` of the side, m.
    from: f64,
    to: f64,
    /// The point laid flat: corner `i` is at (0, 0), the next at (length, 0), the triangle above.
    source: [f64; 2],
    /// The distance of that point from the start, m.
    before: f64,
}

/// What is next by distance.
enum Event {
    Particle(usize),
    Window(Window),
}

struct Queued {
    distance: f64,
    event: Event,
}

/// The distances found so far.
struct Search<'a> {
    geodesics: &'a Geodesics<'a>,
    /// Of every particle from the start, m.
    distance: Vec<f64>,
    /// The shortest path takes an edge that is no side of a triangle to the particle.
    by_edge: Vec<bool>,
    /// The nearest window through each side to the corner ahead: its distance there, and where the ray to it enters.
    nearest: Vec<[f64; 2]>,
    queue: BinaryHeap<Reverse<Queued>>,
    radius: f64,
    windows: usize,
}

impl<'a> Geodesics<'a> {
    /// Paths over edges of these lengths, m, that do not grow; infinite ones are not taken.
    pub(crate) fn new(adjacency: &'a Adjacency, lengths: Vec<f64>) -> Self {
        let surface = Surface::new(adjacency, &lengths);
        Self { adjacency, lengths, surface }
    }

    /// Returns the particles with up to `count` of the starts that are nearest to each along edges, and the distances.
    pub(crate) fn nearest(&self, starts: &[usize], count: usize) -> Vec<Vec<(usize, f64)>> {
        let mut found: Vec<Vec<(usize, f64)>> = vec![Vec::new(); self.adjacency.len()];
        let mut queue: BinaryHeap<_> =
            starts.iter().enumerate().map(|(i, &at)| Reverse((0, i, at))).collect();
        while let Some(Reverse((bits, start, at))) = queue.pop() {
            if found[at].len() >= count || found[at].iter().any(|&(of, _)| of == start) {
                continue;
            }
            // The bits of lengths that are not negative have the order of the lengths.
            let path = f64::from_bits(bits);
            found[at].push((start, path));
            for &Incident { edge, other } in self.adjacency.at(at) {
                let path = path + self.lengths[edge as usize];
                if path.is_finite() {
                    queue.push(Reverse((path.to_bits(), start, other)));
                }
            }
        }
        found
    }

    /// Returns the lengths of the shortest paths from a particle, m; infinite where there is none. Those beyond the
    /// radius may be too long.
    pub(crate) fn from(&self, start: usize, radius: f64) -> Vec<f64> {
        let particles = self.adjacency.len();
        let mut search = Search {
            geodesics: self,
            distance: vec![f64::INFINITY; particles],
            by_edge: vec![false; particles],
            nearest: vec![[f64::INFINITY; 2]; 3 * self.surface.triangles.len()],
            queue: BinaryHeap::new(),
            radius: radius * MARGIN,
            windows: (MAX_WINDOWS * particles as f64 * Real::sqrt(particles as f64)) as usize,
        };
        search.reach(start, 0.0, true);
        while let Some(Reverse(Queued { distance, event })) = search.queue.pop() {
            match event {
                Event::Particle(at) if distance <= search.distance[at] => search.leave(at),
                Event::Window(window) if search.is_useful(&window) => search.propagate(&window),
                _ => {}
            }
        }
        search.distance
    }
}

impl Search<'_> {
    /// There is a path of this length to a particle.
    fn reach(&mut self, at: usize, path: f64, by_edge: bool) {
        if path < self.distance[at] {
            self.by_edge[at] = by_edge;
            self.distance[at] = path;
            self.queue.push(Reverse(Queued { distance: path, event: Event::Particle(at) }));
        }
    }

    /// Goes on from a particle whose distance is known: along its edges, and over its triangles if paths bend there.
    fn leave(&mut self, at: usize) {
        let Geodesics { adjacency, lengths, surface } = self.geodesics;
        let path = self.distance[at];
        for &Incident { edge, other } in adjacency.at(at) {
            let edge = edge as usize;
            self.reach(other, path + lengths[edge], !surface.has_edge[edge]);
        }
        if !self.by_edge[at] && !surface.bends[at] {
            return;
        }
        for &corner in surface.around(at) {
            let (triangle, i) = surface.triangle(corner);
            let opposite = (i + 1) % 3;
            let across = triangle.across[opposite];
            if across == NONE {
                continue;
            }
            let [x, y] = triangle.apex(opposite);
            let to = triangle.lengths[opposite];
            let flips = surface.triangle(across).0.corners[across as usize % 3]
                != triangle.corners[opposite];
            let source = [if flips { to - x } else { x }, -y];
            self.add(Window { side: across, from: 0.0, to, source, before: path });
        }
    }

    /// Queues a window unless it is of no use.
    fn add(&mut self, window: Window) {
        let Window { from, to, source: [x, y], before, .. } = window;
        let distance = before + length([x.clamp(from, to) - x, y]);
        if self.windows > 0 && distance <= self.radius && self.is_useful(&window) {
            self.windows -= 1;
            self.queue.push(Reverse(Queued { distance, event: Event::Window(window) }));
        }
    }

    /// False if each point of the window is nearer by a corner of its side.
    fn is_useful(&self, &Window { side, from, to, source: [x, y], before }: &Window) -> bool {
        let (triangle, i) = self.geodesics.surface.triangle(side);
        let [start, end] = [i, (i + 1) % 3].map(|i| self.distance[triangle.corners[i]]);
        let shortest = 1.0 - ROUNDING;
        start + to >= shortest * (before + length([to - x, y]))
            && end + (triangle.lengths[i] - from) >= shortest * (before + length([from - x, y]))
    }

    /// Carries a window over its triangle.
    fn propagate(&mut self, window: &Window) {
        let &Window { side, from, to, source: [x, y], before } = window;
        let surface = &self.geodesics.surface;
        let (triangle, i) = surface.triangle(side);
        let width = triangle.lengths[i];
        let [u, v] = triangle.apex(i);
        // Where the ray to the corner ahead enters.
        let ahead = x - (u - x) * y / (v - y);
        let slack = ROUNDING * width;
        let (mut to_left, mut to_right) = (from < ahead, to > ahead);
        if from - slack <= ahead && ahead <= to + slack {
            let path = before + length([u - x, v - y]);
            let [nearest, its_ahead] = &mut self.nearest[side as usize];
            if path < *nearest {
                [*nearest, *its_ahead] = [path, ahead];
            } else if path > *nearest * (1.0 + ROUNDING) {
                to_left &= ahead < *its_ahead;
                to_right &= ahead >= *its_ahead;
            }
            self.reach(triangle.corners[(i + 2) % 3], path, false);
        }
        if to_left {
            self.cross(window, (i + 2) % 3, [0.0, 0.0], [u, v], [from, to.min(ahead)]);
        }
        if to_right {
            self.cross(window, (i + 1) % 3, [width, 0.0], [u, v], [from.max(ahead), to]);
        }
    }

    /// Carries the rays through an interval over another side, from `start`, a corner of the window's side, to `end`.
    fn cross(
        &mut self,
        window: &Window,
        side: usize,
        start: [f64; 2],
        end: [f64; 2],
        rays: [f64; 2],
    ) {
        let Window { source: [x, y], before, .. } = *window;
        let surface = &self.geodesics.surface;
        let (triangle, i) = surface.triangle(window.side);
        let across = triangle.across[side];
        if across == NONE {
            return;
        }
        let width = triangle.lengths[side];
        let along = [(end[0] - start[0]) / width, (end[1] - start[1]) / width];
        let source = [x - start[0], y - start[1]];
        let [forward, aside] = [dot(source, along), cross(source, along)];
        // The distance from `start` at which the ray through (at, 0) crosses the side.
        let hits = rays.map(|at| {
            let ray = [at - x, -y];
            (forward - aside * dot(ray, along) / cross(ray, along)).clamp(0.0, width)
        });
        let [mut from, mut to] = if hits[0] <= hits[1] { hits } else { [hits[1], hits[0]] };
        let lit = to - from;
        if lit.is_nan() || lit <= 1e-3 * ROUNDING * width {
            return;
        }
        // A corner beside the rays may be nearer to all of them.
        let (own, beside) = if side == (i + 1) % 3 { (side, i) } else { (i, (i + 1) % 3) };
        let at = [start[0] + from * along[0], start[1] + from * along[1]];
        let corner = [triangle.lengths[i] - start[0], 0.0];
        let beside = self.distance[triangle.corners[beside]] + length(sub(at, corner));
        if beside < (1.0 - ROUNDING) * (before + length(sub(at, window.source))) {
            return;
        }
        let mut x = forward;
        let first = triangle.corners[own];
        let (next, j) = surface.triangle(across);
        if next.corners[j] != first {
            (from, to, x) = (width - to, width - from, width - x);
        }
        self.add(Window { side: across, from, to, source: [x, -aside.abs()], before });
    }
}

fn sub([a, b]: [f64; 2], [x, y]: [f64; 2]) -> [f64; 2] {
    [a - x, b - y]
}

fn dot([a, b]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    a * x + b * y
}

fn cross([a, b]: [f64; 2], [x, y]: [f64; 2]) -> f64 {
    a * y - b * x
}

fn length(v: [f64; 2]) -> f64 {
    Real::sqrt(dot(v, v))
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance)
    }
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Queued {}

#[cfg(test)]
mod tests;
