//! Levenberg–Marquardt on angular frequency, damping ratio and delay; start, goal and velocity are solved for at each.

use sprung::Real;

use super::model::{DELAY, FREQUENCY, Free, Linear, RATIO, Shape};
use super::normal::PARAMETERS;
use super::series::Series;

/// Steps of a search: some ten, and 200 along the valley of a motion whose fast decay is nearly over within a sample.
const STEPS: usize = 400;
/// The damping of the first step, and its bounds.
const DAMPING: f64 = 1e-3;
const MIN_DAMPING: f64 = 1e-12;
const MAX_DAMPING: f64 = 1e9;
/// The search ends where a step changes the shape or the sum of squares less than this part.
const SMALL_CHANGE: f64 = 1e-12;
/// The sum of squares of rounding errors, per sample.
const ROUNDING: f64 = 1e-28;
/// The damping ratio below which its steps are even, and from which they are parts of it.
const EVEN_RATIOS: f64 = 0.1;

/// The sum of squares of rounding errors: sums that differ by less are the same, and a search may end at any of them.
pub(super) fn rounding(samples: usize) -> f64 {
    ROUNDING * samples as f64
}

/// A solution of least squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solution {
    pub(super) shape: Shape,
    pub(super) linear: Linear,
    pub(super) free: Free,
    /// The sum of squares that it leaves.
    pub(super) squares: f64,
    /// The number of samples.
    pub(super) samples: usize,
}

/// The Bayesian information criterion of a fit of this many parameters that leaves a sum of squares.
///
/// Squares below one part in 1e9 of the range are all the same: rounding errors decide nothing.
pub(super) fn criterion(squares: f64, samples: usize, parameters: usize) -> f64 {
    let samples = samples as f64;
    let mean = (squares / samples).max(1e-18);
    samples * Real::ln(mean) + parameters as f64 * Real::ln(samples)
}

impl Solution {
    pub(super) fn criterion(&self) -> f64 {
        criterion(self.squares, self.samples, self.free.count())
    }
}

/// The nearest minimum of least squares to a shape.
pub(super) fn refine(series: &Series, start: Shape, free: Free) -> Solution {
    refine_within(series, start, free, free.all())
}

/// The nearest minimum with the damping ratio of the shape.
pub(super) fn refine_at_ratio(series: &Series, start: Shape, free: Free) -> Solution {
    let mut varied = free.all();
    varied[RATIO] = false;
    refine_within(series, start, free, varied)
}

fn refine_within(
    series: &Series,
    start: Shape,
    free: Free,
    varied: [bool; PARAMETERS],
) -> Solution {
    let mut basis = Vec::with_capacity(series.len());
    let mut shape = start.bounded(series.len());
    let (mut linear, mut squares) = shape.solve(series, free, &mut basis);
    let mut damping = DAMPING;
    let nothing = rounding(series.len());
    'steps: for _ in 0..STEPS {
        if squares <= nothing {
            break;
        }
        let normal = shape.normal(&linear, series);
        // At a bound, a parameter that would leave it stays there.
        let mut mask = varied;
        mask[DELAY] &= shape.delay > 0.0 || normal.right[DELAY] > 0.0;
        mask[RATIO] &= shape.ratio > 0.0 || normal.right[RATIO] > 0.0;
        loop {
            let damped = [damping, damping, damping, 0.0, 0.0, 0.0];
            let change = normal.solve(mask, damped);
            let moved = shape.moved(&change).bounded(series.len());
            let (moved_linear, moved_squares) = moved.solve(series, free, &mut basis);
            if moved_squares < squares {
                let is_small =
                    squares - moved_squares < SMALL_CHANGE * squares && shape.is_near(&moved);
                (shape, linear, squares) = (moved, moved_linear, moved_squares);
                damping = (0.1 * damping).max(MIN_DAMPING);
                if is_small {
                    break 'steps;
                }
                break;
            }
            damping *= 8.0;
            if damping > MAX_DAMPING || shape.is_near(&moved) {
                break 'steps;
            }
        }
    }
    Solution { shape, linear, free, squares, samples: series.len() }
}

impl Shape {
    /// The shape changed to first order: the angular frequency, and a damping ratio above 0.1, by a factor.
    fn moved(&self, change: &[f64; PARAMETERS]) -> Shape {
        let factor = |change: f64, of: f64| Real::exp((change / of).clamp(-1.5, 1.5));
        let ratio = if self.ratio > EVEN_RATIOS {
            self.ratio * factor(change[RATIO], self.ratio)
        } else {
            self.ratio + change[RATIO].clamp(-0.3, 0.3)
        };
        Shape {
            frequency: self.frequency * factor(change[FREQUENCY], self.frequency),
            ratio,
            delay: self.delay + change[DELAY].clamp(-0.2, 0.2),
        }
    }

    fn is_near(&self, other: &Shape) -> bool {
        let near = |a: f64, b: f64, scale: f64| (a - b).abs() <= SMALL_CHANGE * scale;
        near(self.frequency, other.frequency, self.frequency)
            && near(self.ratio, other.ratio, 1.0 + self.ratio)
            && near(self.delay, other.delay, 1.0)
    }
}
