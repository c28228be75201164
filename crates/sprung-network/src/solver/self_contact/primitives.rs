//! What of a network touches: particles, segments and triangles, and what they were in the rest shape.

use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::closest::{of_segments, on_triangle};
use crate::geometry::vector::{Vector, add, dot, scale, sub};
use crate::graph::compressed_lists::CompressedLists;
use crate::graph::incidence::incidence;
use crate::graph::sorting::sort_by_key;
use crate::graph::union_find::UnionFind;
use crate::network::Network;

use sprung::Real;

/// No edge of the network, and no particle of it.
pub(super) const NONE: u32 = u32::MAX;

/// Particles, segments and triangles that touch others.
#[derive(Clone, Debug, Default)]
pub(super) struct Primitives {
    /// The particles with a radius, ascending.
    pub(super) particles: Vec<u32>,
    pub(super) triangles: Simplices<3>,
    /// Sides of triangles, edges, and lone particles as segments from a particle to itself.
    pub(super) segments: Simplices<2>,
    /// The segments that are the sides of each triangle.
    sides: Vec<[u32; 3]>,
    /// The edge of the network that is each segment.
    edges: Vec<u32>,
    /// The segment is a side of a triangle.
    pub(super) is_side: Vec<bool>,
    /// The other corners of the triangles of each segment, up to two of them; none if there are more.
    pub(super) opposite: Vec<[u32; 2]>,
    /// The radius of every particle of the network, m.
    pub(super) radius: Vec<f32>,
    pub(super) is_fixed: Vec<bool>,
    /// What edges and triangles join.
    body: Vec<u32>,
    rest: Vec<Vector>,
    /// The longest segment in the rest shape, m.
    pub(super) longest: f32,
    /// The number of segments that are no sides of triangles.
    pub(super) free_segments: usize,
}

/// Segments or triangles.
#[derive(Clone, Debug, Default)]
pub(super) struct Simplices<const N: usize> {
    /// The particles of each.
    pub(super) of: Vec<[u32; N]>,
    /// Those at each particle.
    at: CompressedLists<u32>,
    /// Those that [`Primitives::tear`] has not dropped.
    pub(super) is_whole: Vec<bool>,
}

/// Four particles: one and the triangle of the others, or two segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    PointTriangle,
    Segments,
}

/// Where two primitives are closest: with the signed weights of their particles, and from the second to the first.
pub(super) struct Closest {
    pub(super) weights: [f32; 4],
    pub(super) distance: f32,
    /// 0 where they touch.
    pub(super) normal: Vector,
}

impl Kind {
    /// The number of particles of the first primitive.
    pub(super) fn first(self) -> usize {
        match self {
            Self::PointTriangle => 1,
            Self::Segments => 2,
        }
    }

    /// The distance of two primitives, and the direction from the second to the first; 0 where they touch.
    pub(super) fn closest(self, [a, b, c, d]: [Vector; 4]) -> (f32, Vector) {
        // Along the sides, so that the rounding of the weights does not change the distance.
        let apart = match self {
            Self::PointTriangle => {
                let [_, v, w] = on_triangle(a, [b, c, d]);
                let along = add(scale(sub(c, b), v), scale(sub(d, b), w));
                sub(sub(a, b), along)
            }
            Self::Segments => {
                let [s, t] = of_segments([a, b], [c, d]);
                let along = sub(scale(sub(b, a), s), scale(sub(d, c), t));
                add(sub(a, c), along)
            }
        };
        let distance = Real::sqrt(dot(apart, apart));
        let normal = if distance > 0.0 { scale(apart, 1.0 / distance) } else { [0.0; 3] };
        let is_unit = normal.iter().all(|c| c.is_finite());
        (distance, if is_unit { normal } else { [0.0; 3] })
    }
}

impl<const N: usize> Simplices<N> {
    fn new(particles: usize, of: Vec<[u32; N]>) -> Self {
        Self { at: incidence(particles, &of), is_whole: vec![true; of.len()], of }
    }

    /// The whole ones of which a particle is the first of `some`.
    pub(super) fn owned_by<'a>(
        &'a self,
        particle: u32,
        some: &'a [bool],
    ) -> impl Iterator<Item = usize> + Clone {
        let all = self.at.at(particle as usize).iter().map(|&i| i as usize);
        let whole = all.filter(|&i| self.is_whole[i]);
        whole.filter(move |&i| self.of[i].iter().all(|&p| p >= particle || !some[p as usize]))
    }
}

impl Primitives {
    pub(super) fn new(net: &Network) -> Self {
        let n = net.particles.len();
        let radius: Vec<f32> = (0..n).map(|p| net.surface.radius(p)).collect();
        let has_radius = |p: usize| radius[p] > 0.0;
        let all = net.surface.triangles.iter().copied();
        let triangles: Vec<[u32; 3]> =
            all.filter(|corners| corners.iter().all(|&p| has_radius(p as usize))).collect();
        let mut is_corner = vec![false; n];
        triangles.as_flattened().iter().for_each(|&p| is_corner[p as usize] = true);

        // Sides of triangles and edges, each as (ends, edge or NONE, triangle side or NONE), equal ends together.
        let mut found: Vec<([u32; 2], u32, u32)> = Vec::new();
        for (t, corners) in triangles.iter().enumerate() {
            for i in 0..3 {
                let ends = ascending(corners[i], corners[(i + 1) % 3]);
                found.push((ends, NONE, (3 * t + i) as u32));
            }
        }
        for (i, edge) in net.edges.iter().enumerate() {
            if has_radius(edge.a) && has_radius(edge.b) {
                found.push((ascending(edge.a as u32, edge.b as u32), i as u32, NONE));
            }
        }
        sort_by_key(&mut found, |(ends, ..)| ends[1]);
        sort_by_key(&mut found, |(ends, ..)| ends[0]);
        let mut segments = Vec::new();
        let mut made = Self { sides: vec![[NONE; 3]; triangles.len()], ..Self::default() };
        let mut is_end = is_corner.clone();
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let ends = same[0].0;
            let edge = same.iter().map(|of| of.1).find(|&edge| edge != NONE);
            let is_side = same.iter().any(|of| of.2 != NONE);
            if !is_side && ends.iter().all(|&p| is_corner[p as usize]) {
                continue;
            }
            for &(.., side) in same.iter().filter(|of| of.2 != NONE) {
                made.sides[side as usize / 3][side as usize % 3] = segments.len() as u32;
            }
            ends.iter().for_each(|&p| is_end[p as usize] = true);
            made.free_segments += usize::from(!is_side);
            segments.push(ends);
            made.is_side.push(is_side);
            let opposite = |side: u32| triangles[side as usize / 3][(side as usize % 3 + 2) % 3];
            let mut of_sides = same.iter().filter(|of| of.2 != NONE).map(|of| opposite(of.2));
            let two = [0; 2].map(|_| of_sides.next().unwrap_or(NONE));
            made.opposite.push(if of_sides.next().is_some() { [NONE; 2] } else { two });
            made.edges.push(edge.unwrap_or(NONE));
        }
        for p in (0..n).filter(|&p| has_radius(p) && !is_end[p]) {
            segments.push([p as u32; 2]);
            made.is_side.push(false);
            made.opposite.push([NONE; 2]);
            made.edges.push(NONE);
            made.free_segments += 1;
        }
        let mut sets = UnionFind::with_capacity(n);
        sets.reset(n);
        net.edges.iter().for_each(|edge| sets.union(edge.a, edge.b));
        net.surface.triangles.iter().for_each(|&[a, b, c]| {
            sets.union(a as usize, b as usize);
            sets.union(b as usize, c as usize);
        });
        made.body = (0..n).map(|p| sets.find(p) as u32).collect();
        made.rest = (0..n).map(|p| net.rest_position(p)).collect();
        let length = |&[a, b]: &[u32; 2]| {
            let d = sub(made.rest[a as usize], made.rest[b as usize]);
            Real::sqrt(dot(d, d))
        };
        made.is_fixed = net.particles.iter().map(|p| p.is_fixed()).collect();
        made.longest = segments.iter().map(length).fold(0.0, f32::max);
        made.particles = (0..n as u32).filter(|&p| has_radius(p as usize)).collect();
        made.triangles = Simplices::new(n, triangles);
        made.segments = Simplices::new(n, segments);
        Self { radius, ..made }
    }

    /// True if a particle with a radius is fixed.
    pub(super) fn is_held(&self) -> bool {
        self.particles.iter().any(|&p| self.is_fixed[p as usize])
    }

    /// Drops the triangles of which a side has torn, and the segments that have torn or are a side of nothing else.
    pub(super) fn tear(&mut self, torn: &[bool]) {
        let is_torn = |edge: u32| edge != NONE && torn[edge as usize];
        let Self { edges, sides, triangles, segments, .. } = self;
        for (i, whole) in segments.is_whole.iter_mut().enumerate() {
            let [a, b] = segments.of[i];
            *whole = a == b || (edges[i] != NONE && !is_torn(edges[i]));
        }
        for (sides, whole) in sides.iter().zip(&mut triangles.is_whole) {
            *whole = sides.iter().all(|&side| !is_torn(edges[side as usize]));
            if *whole {
                sides.iter().for_each(|&side| segments.is_whole[side as usize] = true);
            }
        }
    }

    /// Half the distance of two primitives in the rest shape, m; infinite where they are not of one body, or so far apart
    /// that it is more than `thickness`.
    pub(super) fn half_rest_distance(&self, kind: Kind, of: [u32; 4], thickness: f32) -> f32 {
        let at = of.map(|p| p as usize);
        if self.body[at[0]] != self.body[at[3]] {
            return f32::INFINITY;
        }
        let rest = at.map(|p| self.rest[p]);
        let apart = sub(rest[0], rest[3]);
        let far = 2.0 * thickness + 2.0 * self.longest;
        if dot(apart, apart) > far * far {
            return f32::INFINITY;
        }
        0.5 * kind.closest(rest).0
    }
}

fn ascending(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
