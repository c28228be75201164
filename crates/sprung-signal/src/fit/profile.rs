//! Standard errors where the motion bends in its parameters: damping ratios from about 1 on.
//!
//! The fast decay of an over-damped spring may be shorter than the samples are apart, and a higher damping ratio with a later
//! release then fits nearly as well: the derivatives at the best fit do not show how far. Therefore the damping ratio is held
//! at greater and smaller values, and all else is fitted again, until the sum of squares has risen by `(2σ)²`: half of the way
//! there is a standard error, of each parameter that came along.

use super::model::{DELAY, FREQUENCY, RATIO, Shape};
use super::normal::PARAMETERS;
use super::refine::{Solution, refine_at_ratio};
use super::series::Series;

/// Standard errors at which the walk ends; what was covered is divided by as many.
const ERRORS: f64 = 2.0;
/// The first factor of the damping ratio, less 1; it doubles with each step.
const FIRST: f64 = 0.03;
const STEPS: usize = 9;

/// The standard errors of angular frequency, damping ratio and delay by the sums of squares beside the solution, each at least
/// that of `linear`; `variance` is that of a sample.
pub(super) fn profiled(
    series: &Series,
    solution: &Solution,
    variance: f64,
    linear: [f64; PARAMETERS],
) -> [f64; PARAMETERS] {
    let mut errors = linear;
    let best = solution.shape;
    if best.ratio + 4.0 * linear[RATIO] < 1.0 || !(variance > 0.0) {
        return errors;
    }
    for direction in [1.0, -1.0] {
        let (mut last, mut risen, mut growth) = (best, 0.0, FIRST);
        for _ in 0..STEPS {
            let ratio = if direction > 0.0 {
                best.ratio * (1.0 + growth)
            } else {
                best.ratio / (1.0 + growth)
            };
            let start = Shape { ratio, ..last };
            let held = refine_at_ratio(series, start, solution.free);
            let rise = (held.squares - solution.squares).max(0.0) / variance;
            let shape = held.shape;
            let limit = ERRORS * ERRORS;
            // The last step is shortened to where the rise passes the limit.
            let part = if rise > limit { (limit - risen) / (rise - risen) } else { 1.0 };
            let mut covers = |at: usize, before: f64, after: f64, of: f64| {
                let end = before + part * (after - before);
                errors[at] = errors[at].max((end - of).abs() / ERRORS);
            };
            covers(FREQUENCY, last.frequency, shape.frequency, best.frequency);
            covers(RATIO, last.ratio, shape.ratio, best.ratio);
            covers(DELAY, last.delay, shape.delay, best.delay);
            if rise > limit {
                break;
            }
            (last, risen, growth) = (shape, rise, 2.0 * growth);
        }
    }
    errors
}
