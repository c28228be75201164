//! Shortest paths against straight lines, a cube, and Dijkstra's algorithm over many points.

use super::*;

/// Shortest paths from a particle over a network of points whose edges are as long as they are apart.
fn paths(points: &[[f64; 3]], edges: &[[usize; 2]], start: usize) -> Vec<f64> {
    let ends = edges.iter().enumerate().map(|(i, &ends)| (i as u32, ends));
    let adjacency = Adjacency::new(points.len(), ends);
    let lengths = edges.iter().map(|&[a, b]| apart(points[a], points[b])).collect();
    Geodesics::new(&adjacency, lengths).from(start, f64::INFINITY)
}

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|c| (a[c] - b[c]) * (a[c] - b[c])).sum::<f64>().sqrt()
}

/// The edges of a net of columns and rows with one diagonal in each cell, either as `side` says; both without it.
fn net(columns: usize, rows: usize, mut side: impl FnMut() -> Option<bool>) -> Vec<[usize; 2]> {
    let mut edges = Vec::new();
    for j in 0..rows {
        for i in 0..columns {
            let here = j * columns + i;
            if i > 0 {
                edges.push([here - 1, here]);
            }
            if j > 0 {
                edges.push([here - columns, here]);
            }
            if i > 0 && j > 0 {
                let side = side();
                if side != Some(true) {
                    edges.push([here - columns - 1, here]);
                }
                if side != Some(false) {
                    edges.push([here - columns, here - 1]);
                }
            }
        }
    }
    edges
}

fn noise(mut seed: u32) -> impl FnMut() -> f64 {
    move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 8) / f64::from(1 << 24)
    }
}

/// Points of an n × n net moved by up to 0.2 of a cell, so that no triangle turns over; those on the border along it.
fn flat(n: usize, noise: &mut impl FnMut() -> f64) -> Vec<[f64; 3]> {
    let moved = |i: usize, by: f64| {
        let inside = i > 0 && i + 1 < n;
        i as f64 + if inside { 0.4 * (by - 0.5) } else { 0.0 }
    };
    let at = |p: usize| [moved(p % n, noise()), 0.0, moved(p / n, noise())];
    (0..n * n).map(at).collect()
}

#[test]
fn on_a_flat_sheet_paths_are_straight() {
    for seed in 0..20 {
        let mut noise = noise(seed);
        let points = flat(24, &mut noise);
        let edges = net(24, 24, || Some(noise() < 0.5));
        for start in [0, 23, 300, 575] {
            for (found, &point) in paths(&points, &edges, start).into_iter().zip(&points) {
                let straight = apart(points[start], point);
                assert!((found - straight).abs() <= 1e-9 * straight, "{found} {straight}");
            }
        }
    }
}

#[test]
fn a_regular_sheet_with_one_or_both_diagonals_is_as_good() {
    let points: Vec<[f64; 3]> = (0..400).map(|p| [(p % 20) as f64, 0.0, (p / 20) as f64]).collect();
    for side in [Some(false), Some(true), None] {
        for (found, &point) in paths(&points, &net(20, 20, || side), 0).into_iter().zip(&points) {
            let straight = apart(points[0], point);
            assert!((found - straight).abs() <= 1e-9 * straight, "{side:?} {found} {straight}");
        }
    }
}

/// Corners of a cube, each face with the diagonal at corner 0 or 7: that corner is √5 away, over one edge.
#[test]
fn around_a_cube() {
    let points: Vec<[f64; 3]> =
        (0..8).map(|p| [p & 1, p >> 1 & 1, p >> 2].map(|c| c as f64)).collect();
    let pairs = (0..8_usize).flat_map(|a| (a + 1..8).map(move |b| [a, b]));
    let joined = |&[a, b]: &[usize; 2]| match (a ^ b).count_ones() {
        1 => true,
        diagonal => diagonal == 2 && (a == 0 || b == 7),
    };
    let edges: Vec<[usize; 2]> = pairs.filter(joined).collect();
    let found = paths(&points, &edges, 0);
    let expected = [0.0, 1.0, 1.0, 2f64.sqrt(), 1.0, 2f64.sqrt(), 2f64.sqrt(), 5f64.sqrt()];
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
}

/// Dijkstra's algorithm over points on all edges, all of which are joined within a triangle.
fn by_many_points(points: &[[f64; 3]], edges: &[[usize; 2]], start: usize, cut: usize) -> Vec<f64> {
    let ends = edges.iter().enumerate().map(|(i, &ends)| (i as u32, ends));
    let adjacency = Adjacency::new(points.len(), ends);
    let lengths: Vec<f64> = edges.iter().map(|&[a, b]| apart(points[a], points[b])).collect();
    let surface = Surface::new(&adjacency, &lengths);
    let mut all = points.to_vec();
    let on_edge: Vec<Vec<usize>> = edges
        .iter()
        .map(|&[a, b]| {
            let between = (1..cut).map(|k| {
                let part = k as f64 / cut as f64;
                all.push([0, 1, 2].map(|c| points[a][c] + part * (points[b][c] - points[a][c])));
                all.len() - 1
            });
            [a, b].into_iter().chain(between.collect::<Vec<_>>()).collect()
        })
        .collect();
    let index =
        |a: usize, b: usize| adjacency.at(a).iter().find(|i| i.other == b).map(|i| i.edge as usize);
    let mut joined = edges.to_vec();
    for triangle in &surface.triangles {
        let [a, b, c] = triangle.corners;
        let sides = [[a, b], [b, c], [c, a]].map(|[a, b]| &on_edge[index(a, b).unwrap()]);
        for (i, side) in sides.iter().enumerate() {
            for other in &sides[i + 1..] {
                joined.extend(side.iter().flat_map(|&p| other.iter().map(move |&q| [p, q])));
            }
        }
    }
    joined.retain(|[a, b]| a != b);
    let ends = joined.iter().enumerate().map(|(i, &ends)| (i as u32, ends));
    let graph = Adjacency::new(all.len(), ends);
    let length = |i: usize| apart(all[joined[i][0]], all[joined[i][1]]);
    let lengths = (0..joined.len()).map(length).collect();
    let geodesics = Geodesics { adjacency: &graph, lengths, surface: Surface::default() };
    let nearest = geodesics.nearest(&[start], 1);
    nearest[..points.len()].iter().map(|n| n.first().map_or(f64::INFINITY, |n| n.1)).collect()
}

#[test]
fn on_rough_surfaces_paths_are_as_short_as_those_over_many_points() {
    let mut most = 0.0_f64;
    for seed in 100..112 {
        let mut noise = noise(seed);
        let mut points = flat(9, &mut noise);
        points.iter_mut().for_each(|p| p[1] = 1.5 * noise());
        let mut edges = net(9, 9, || Some(noise() < 0.5));
        // Holes, and a rope from one side to the other.
        edges.retain(|_| noise() < 0.97);
        edges.push([4, 76]);
        let (found, oracle) = (paths(&points, &edges, 0), by_many_points(&points, &edges, 0, 24));
        for (found, oracle) in found.into_iter().zip(oracle) {
            assert!(found - oracle <= 1e-9 * oracle, "seed {seed}: {found} {oracle}");
            most = most.max(oracle / found.max(1e-300) - 1.0);
        }
    }
    assert!(most < 3e-3, "{most}");
}

#[test]
fn what_cannot_be_reached_is_infinitely_far() {
    let points = [[0.0; 3], [1.0, 0.0, 0.0], [5.0, 0.0, 0.0], [6.0, 0.0, 0.0]];
    assert_eq!(paths(&points, &[[0, 1], [2, 3]], 0), [0.0, 1.0, f64::INFINITY, f64::INFINITY]);
}
