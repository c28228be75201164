//! Tubes along the lines of a mesh, with frames by parallel transport, which twist no more than they must.

use std::f32::consts::TAU;

use glam_033::{Quat, Vec3};

use super::vertices::Vertices;

/// Tubes along chains of points, from frame to frame of a film.
#[derive(Clone, Debug)]
pub(super) struct Tubes {
    radius: f32,
    /// The corners of a cross-section.
    sides: usize,
    chains: Vec<Chain>,
}

/// A path along lines, between points where it ends or branches, or around.
#[derive(Clone, Debug)]
struct Chain {
    /// The indices of its points; of a closed one each once.
    points: Vec<usize>,
    is_closed: bool,
    /// A direction across its start in the frame before: the next is turned no more than the start is.
    across: Vec3,
}

impl Tubes {
    /// Tubes along lines between so many points.
    pub(super) fn new(lines: &[[u32; 2]], points: usize, radius: f32, sides: usize) -> Self {
        Tubes { radius, sides, chains: chains(lines, points) }
    }

    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        let tips = |chain: &Chain| if chain.is_closed { 0 } else { 2 };
        self.chains.iter().map(|chain| self.sides * chain.points.len() + tips(chain)).sum()
    }

    /// The triangles of the tubes, facing out, of vertices counted from `first`.
    pub(super) fn triangles(&self, first: usize) -> Vec<[u32; 3]> {
        let (mut triangles, mut first) = (Vec::new(), first);
        let sides = self.sides;
        for chain in &self.chains {
            let (start, count) = (first, chain.points.len());
            let at = |section: usize, side: usize| {
                (start + sides * (section % count) + side % sides) as u32
            };
            for section in 0..count - usize::from(!chain.is_closed) {
                for side in 0..sides {
                    let (a, b) = (at(section, side), at(section, side + 1));
                    let (c, d) = (at(section + 1, side + 1), at(section + 1, side));
                    triangles.extend([[a, b, c], [a, c, d]]);
                }
            }
            first += sides * count;
            if !chain.is_closed {
                let (begin, end) = (first as u32, first as u32 + 1);
                for side in 0..sides {
                    triangles.push([begin, at(0, side + 1), at(0, side)]);
                    triangles.push([end, at(count - 1, side), at(count - 1, side + 1)]);
                }
                first += 2;
            }
        }
        triangles
    }

    /// Adds the vertices of the next frame, whose points are given.
    pub(super) fn add(&mut self, points: &[[f32; 3]], to: &mut Vertices) {
        for chain in &mut self.chains {
            let places: Vec<Vec3> = chain.points.iter().map(|&i| Vec3::from(points[i])).collect();
            let along = tangents(&places, chain.is_closed);
            let start = chain.across.reject_from(along[0]).try_normalize();
            chain.across = start.unwrap_or_else(|| along[0].any_orthonormal_vector());
            let mut across = vec![chain.across];
            for pair in along.windows(2) {
                let turn = Quat::from_rotation_arc(pair[0], pair[1]);
                let carried = (turn * across[across.len() - 1]).reject_from(pair[1]);
                across.push(carried.try_normalize().unwrap_or(pair[1].any_orthonormal_vector()));
            }
            let last = along.len() - 1;
            if chain.is_closed {
                // The twist around a loop is shared by all sections.
                let end = Quat::from_rotation_arc(along[last], along[0]) * across[last];
                let twist = end.cross(across[0]).dot(along[0]).atan2(end.dot(across[0]));
                for (at, (across, along)) in across.iter_mut().zip(&along).enumerate() {
                    let part = twist * at as f32 / (last + 1) as f32;
                    *across = Quat::from_axis_angle(*along, part) * *across;
                }
            }
            for ((place, along), across) in places.iter().zip(&along).zip(&across) {
                let up = along.cross(*across);
                for side in 0..self.sides {
                    let (sin, cos) = (TAU * side as f32 / self.sides as f32).sin_cos();
                    let out = (cos * *across + sin * up).normalize();
                    to.push(*place + self.radius * out, out);
                }
            }
            if !chain.is_closed {
                to.push(places[0] - self.radius * along[0], -along[0]);
                to.push(places[last] + self.radius * along[last], along[last]);
            }
        }
    }
}

/// The directions of a path at its points.
fn tangents(places: &[Vec3], is_closed: bool) -> Vec<Vec3> {
    let count = places.len();
    let mut last = Vec3::X;
    let tangent = |at: usize| {
        let (before, after) = match is_closed {
            true => ((at + count - 1) % count, (at + 1) % count),
            false => (at.saturating_sub(1), (at + 1).min(count - 1)),
        };
        let [back, on] = [[before, at], [at, after]]
            .map(|[from, to]| (places[to] - places[from]).normalize_or_zero());
        // A path that turns back has the direction of one of its sides, one of no length that before.
        last = (back + on).try_normalize().or(on.try_normalize()).unwrap_or(last);
        last
    };
    (0..count).map(tangent).collect()
}

/// The chains of lines between so many points, each line in one of them.
fn chains(lines: &[[u32; 2]], points: usize) -> Vec<Chain> {
    let mut at_point: Vec<Vec<usize>> = vec![Vec::new(); points];
    for (line, ends) in lines.iter().enumerate() {
        ends.iter().for_each(|&end| at_point[end as usize].push(line));
    }
    let mut is_used = vec![false; lines.len()];
    let mut chains = Vec::new();
    // From ends and branches first; what is left are loops.
    for loops in [false, true] {
        for start in 0..points {
            let starts: &[usize] =
                if loops || at_point[start].len() != 2 { &at_point[start] } else { &[] };
            for &line in starts {
                if !is_used[line] {
                    chains.push(walk(start, line, lines, &at_point, &mut is_used));
                }
            }
        }
    }
    chains
}

/// The chain that starts at a point with a line.
fn walk(
    start: usize,
    line: usize,
    lines: &[[u32; 2]],
    at_point: &[Vec<usize>],
    is_used: &mut [bool],
) -> Chain {
    let (mut points, mut line) = (vec![start], Some(line));
    while let Some(next) = line {
        is_used[next] = true;
        let [a, b] = lines[next].map(|end| end as usize);
        let end = if points[points.len() - 1] == a { b } else { a };
        points.push(end);
        let goes_on = at_point[end].len() == 2 && end != start;
        line = at_point[end].iter().copied().find(|&other| goes_on && !is_used[other]);
    }
    let is_closed = points.len() > 3 && points[points.len() - 1] == start;
    points.truncate(points.len() - usize::from(is_closed));
    Chain { points, is_closed, across: Vec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points_of(chains: &[Chain]) -> Vec<(Vec<usize>, bool)> {
        chains.iter().map(|chain| (chain.points.clone(), chain.is_closed)).collect()
    }

    #[test]
    fn lines_are_joined_to_chains_and_loops() {
        // A loop 0 1 2 3, a chain 4 5 6, and a fork at 7.
        let lines = [[0, 1], [2, 1], [2, 3], [3, 0], [5, 4], [5, 6], [7, 8], [7, 9], [10, 7]];
        let expected = [
            (vec![4, 5, 6], false),
            (vec![7, 8], false),
            (vec![7, 9], false),
            (vec![7, 10], false),
            (vec![0, 1, 2, 3], true),
        ];
        assert_eq!(points_of(&chains(&lines, 11)), expected);
    }

    /// The vertices of a frame and their triangles.
    fn built(tubes: &mut Tubes, points: &[[f32; 3]]) -> (Vertices, Vec<[u32; 3]>) {
        let mut vertices = Vertices::default();
        tubes.add(points, &mut vertices);
        assert_eq!(vertices.positions.len(), tubes.len());
        (vertices, tubes.triangles(0))
    }

    #[test]
    fn a_tube_is_closed_faces_out_and_has_its_volume() {
        let bent: Vec<[f32; 3]> = (0..40)
            .map(|i| {
                let t = i as f32 * 0.05;
                [t.cos(), t.sin(), 0.3 * t]
            })
            .collect();
        let lines: Vec<[u32; 2]> = (1..40).map(|i| [i - 1, i]).collect();
        let (vertices, triangles) = built(&mut Tubes::new(&lines, 40, 0.05, 12), &bent);
        let at = |i: u32| Vec3::from(vertices.positions[i as usize]);
        let volume: f32 =
            triangles.iter().map(|t| at(t[0]).dot(at(t[1]).cross(at(t[2]))) / 6.0).sum();
        // π·r² by the length of a helix, less what twelve corners and more what the caps add.
        let expected = std::f32::consts::PI * 0.0025 * 1.95 * 1.044;
        assert!((volume / expected - 1.0).abs() < 0.06, "{volume} {expected}");
        for triangle in &triangles {
            let [a, b, c] = triangle.map(at);
            let face = (b - a).cross(c - a);
            let normal: Vec3 =
                triangle.iter().map(|i| Vec3::from(vertices.normals[*i as usize])).sum();
            assert!(face.dot(normal) > 0.0);
        }
    }

    #[test]
    fn sections_are_round_across_the_path_and_do_not_jump_from_frame_to_frame() {
        let lines: Vec<[u32; 2]> = (1..30).map(|i| [i - 1, i]).collect();
        let mut tubes = Tubes::new(&lines, 30, 0.02, 6);
        let mut before: Option<Vertices> = None;
        for frame in 0..200 {
            let swing = frame as f32 * 0.02;
            let points: Vec<[f32; 3]> = (0..30)
                .map(|i| {
                    let t = i as f32 * 0.1;
                    [(swing + t).sin(), -(swing * 0.7).cos() * t, (swing * 1.3).cos() * t]
                })
                .collect();
            let (vertices, _) = built(&mut tubes, &points);
            for (index, position) in vertices.positions[..180].iter().enumerate() {
                let normal = Vec3::from(vertices.normals[index]);
                let off = Vec3::from(*position) - Vec3::from(points[index / 6]);
                assert!((normal.length() - 1.0).abs() < 1e-5);
                assert!((off - 0.02 * normal).length() < 1e-6);
            }
            if let Some(before) = before {
                for (now, then) in vertices.normals.iter().zip(&before.normals) {
                    let turn = Vec3::from(*now).distance(Vec3::from(*then));
                    assert!(turn < 0.3, "{frame}: {turn}");
                }
            }
            before = Some(vertices);
        }
    }

    #[test]
    fn a_loop_closes_without_a_twist() {
        let lines: Vec<[u32; 2]> = (0..24).map(|i| [i, (i + 1) % 24]).collect();
        // Bent out of its plane, so that parallel transport turns by an angle around it.
        let points: Vec<[f32; 3]> = (0..24)
            .map(|i| {
                let t = TAU * i as f32 / 24.0;
                [t.cos(), t.sin(), 0.4 * (2.0 * t).sin() + 0.2 * (3.0 * t).cos()]
            })
            .collect();
        let (vertices, triangles) = built(&mut Tubes::new(&lines, 24, 0.05, 8), &points);
        assert_eq!(triangles.len(), 24 * 8 * 2);
        let normal = |section: usize| Vec3::from(vertices.normals[8 * (section % 24)]);
        for section in 0..24 {
            let turn = normal(section).distance(normal(section + 1));
            assert!(turn < 0.6, "{section}: {turn}");
        }
    }
}
