//! Shapes from which the fit starts: a grid over angular frequencies and damping ratios on the ends of the series.
//!
//! From any time after the release, a motion is a spring from a position with a velocity, whatever the delay was. Six ends of
//! the series, each with the grid, need no delay therefore: it is looked for afterwards, for the best shapes of each end.

use std::f64::consts::PI;

use super::model::{Free, Shape};
use super::series::Series;

/// Ends of the series: from the first sample on, and from each sixth.
const ENDS: usize = 6;
/// An end has this many samples, twice the number of its parameters.
const MIN_SAMPLES: usize = 10;
/// Shapes of the grid that are kept for each end, and delays of each.
const KEPT: usize = 3;
/// Delays that are tried for each shape: from rest, and with a velocity, where each swing has a delay that nearly fits.
const DELAYS: usize = 24;
const DELAYS_OF_KICKS: usize = 120;
/// Damping ratios of the grid.
const RATIOS: [f64; 8] = [0.02, 0.07, 0.2, 0.45, 0.8, 1.2, 3.0, 12.0];

/// A shape and the sum of squares that it leaves.
type Candidate = (Shape, f64);

/// The best shapes of the grid for each end of a series.
pub(super) struct Ends {
    /// The index of the first sample of an end, and its best shapes.
    found: Vec<(usize, Vec<Shape>)>,
}

impl Ends {
    /// Searches each end; only the whole series if no delay is asked for.
    pub(super) fn of(series: &Series, with_delays: bool) -> Self {
        let mut basis = Vec::new();
        let ends = (0..if with_delays { ENDS } else { 1 }).map(|end| end * series.len() / ENDS);
        let long = ends.filter(|&from| from == 0 || series.len() - from >= MIN_SAMPLES);
        Ends { found: long.map(|from| (from, best_of_end(series, from, &mut basis))).collect() }
    }

    /// Shapes near the minima of least squares of the whole series, the best first.
    pub(super) fn candidates(&self, series: &Series, free: Free) -> Vec<Shape> {
        let mut basis = Vec::new();
        let mut found: Vec<Candidate> = Vec::new();
        let ends = if free.delay { &self.found[..] } else { &self.found[..1] };
        for (from, shapes) in ends {
            for shape in shapes {
                found.extend(with_delays(series, *shape, *from, free, &mut basis));
            }
        }
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut shapes: Vec<Shape> = Vec::new();
        for (shape, _) in found {
            if !shapes.iter().any(|other| other.is_like(&shape)) {
                shapes.push(shape);
            }
        }
        shapes
    }
}

/// The best shapes of the grid for the samples from an index on, in motion from the first of them.
fn best_of_end(series: &Series, from: usize, basis: &mut Vec<[f64; 3]>) -> Vec<Shape> {
    let in_motion = Free { delay: false, velocity: true };
    let start = series.times[from];
    let end = Series {
        times: series.times[from..].iter().map(|time| time - start).collect(),
        values: series.values[from..].to_vec(),
        ..*series
    };
    let highest = PI * series.len() as f64;
    let mut best: Vec<Candidate> = Vec::new();
    for ratio in RATIOS {
        // The slow decay of an over-damped spring is as slow as an under-damped spring's turn.
        let slower = (2.0 * ratio).max(1.0);
        let mut frequency = 0.4 * slower;
        while frequency <= highest * slower {
            let shape = Shape { frequency, ratio, delay: 0.0 };
            let (_, squares) = shape.solve(&end, in_motion, basis);
            keep(&mut best, (shape, squares));
            // Half of the width of the minimum: by the duration, or by the decay.
            let width =
                if ratio < 1.0 { (0.6 * ratio * frequency).max(1.2) } else { 0.4 * frequency };
            frequency += width.min(0.4 * frequency);
        }
    }
    best.into_iter().map(|(shape, _)| shape).collect()
}

/// Keeps a candidate among the best, one of a kind.
fn keep(best: &mut Vec<Candidate>, new: Candidate) {
    match best.iter_mut().find(|other| other.0.is_like(&new.0)) {
        Some(other) if new.1 < other.1 => *other = new,
        Some(_) => return,
        None => best.push(new),
    }
    best.sort_by(|a, b| a.1.total_cmp(&b.1));
    best.truncate(KEPT);
}

/// The shape with the delays that fit the whole series best: the least sums of squares among those of their neighbors.
fn with_delays(
    series: &Series,
    shape: Shape,
    from: usize,
    free: Free,
    basis: &mut Vec<[f64; 3]>,
) -> Vec<Candidate> {
    let delays = match free {
        Free { delay: false, .. } => 1,
        Free { velocity: true, .. } => DELAYS_OF_KICKS,
        _ => DELAYS,
    };
    let last = series.len() - MIN_SAMPLES.min(series.len());
    let mut indices: Vec<usize> = (0..delays).map(|at| at * last / delays).chain([from]).collect();
    indices.sort_unstable();
    indices.dedup();
    let tried: Vec<Candidate> = indices
        .into_iter()
        .map(|index| {
            let shape = Shape { delay: series.times[index], ..shape };
            let (_, squares) = shape.solve(series, free, basis);
            (shape, squares)
        })
        .collect();
    let squares =
        |at: Option<usize>| at.and_then(|at| tried.get(at)).map_or(f64::INFINITY, |t| t.1);
    let is_least = |at: &usize| {
        let neighbors = [at.checked_sub(1), Some(at + 1)].map(squares);
        neighbors.iter().all(|&other| tried[*at].1 <= other)
    };
    let mut best: Vec<Candidate> = (0..tried.len()).filter(is_least).map(|at| tried[at]).collect();
    best.sort_by(|a, b| a.1.total_cmp(&b.1));
    best.truncate(KEPT);
    best
}

impl Shape {
    /// Whether two shapes would be refined to the same.
    fn is_like(&self, other: &Shape) -> bool {
        let near = |a: f64, b: f64, part: f64| (a - b).abs() <= part * a.max(b);
        near(self.frequency, other.frequency, 0.15)
            && (self.ratio - other.ratio).abs() <= 0.1 + 0.3 * self.ratio
            && (self.delay - other.delay).abs() <= 0.02
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_begin_at_each_sixth_and_have_enough_samples() {
        let starts = |count: usize, with_delays: bool| {
            let times: Vec<f64> = (0..count).map(|i| i as f64).collect();
            let values: Vec<f64> = times.iter().map(|time| (0.1 * time).sin()).collect();
            let series = Series::new(&times, &values).expect("values differ");
            let ends = Ends::of(&series, with_delays);
            ends.found.into_iter().map(|(from, _)| from).collect::<Vec<_>>()
        };
        assert_eq!(starts(120, true), [0, 20, 40, 60, 80, 100]);
        assert_eq!(starts(30, true), [0, 5, 10, 15, 20]);
        assert_eq!(starts(120, false), [0]);
    }

    #[test]
    fn shapes_are_like_each_other_by_their_relative_frequencies_and_ratios_and_by_their_delays() {
        let shape = |frequency, ratio, delay| Shape { frequency, ratio, delay };
        let middle = shape(10.0, 0.02, 0.3);
        for near in [shape(11.0, 0.02, 0.3), shape(10.0, 0.1, 0.3), shape(10.0, 0.02, 0.315)] {
            assert!(middle.is_like(&near), "{near:?}");
        }
        for far in [shape(12.0, 0.02, 0.3), shape(10.0, 0.45, 0.3), shape(10.0, 0.02, 0.35)] {
            assert!(!middle.is_like(&far), "{far:?}");
        }
        // An over-damped motion hardly depends on its damping ratio.
        assert!(shape(100.0, 12.0, 0.0).is_like(&shape(100.0, 14.0, 0.0)));
        assert!(!shape(100.0, 12.0, 0.0).is_like(&shape(100.0, 18.0, 0.0)));
    }
}
