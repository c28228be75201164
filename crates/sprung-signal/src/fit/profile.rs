//! Standard errors where the motion bends in its parameters: damping ratios from about 1 on.
//!
//! A spring with a higher damping ratio and a later release fits an over-damped motion nearly as well, and the likelihood is
//! lopsided: it falls at smaller damping ratios, and stays as it is at greater ones, where the fast decay is over within a few
//! samples. The derivatives at the best fit show nothing of that. Therefore the damping ratio is held at greater and smaller
//! values, and all else is fitted again. A fit whose sum of squares is above the least by `k²σ²` is `k` standard errors away;
//! the standard error of a parameter is the greatest of its changes over their `k`.

use super::model::{DELAY, FREQUENCY, RATIO, Shape};
use super::normal::PARAMETERS;
use super::refine::{Solution, refine_at_ratio};
use super::series::Series;

/// Standard errors at which the walk ends: motions farther away than this are not looked for.
const ERRORS: f64 = 4.0;
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
        let (mut shape, mut growth) = (best, FIRST);
        for _ in 0..STEPS {
            let ratio = if direction > 0.0 {
                best.ratio * (1.0 + growth)
            } else {
                best.ratio / (1.0 + growth)
            };
            let held = refine_at_ratio(series, Shape { ratio, ..shape }, solution.free);
            shape = held.shape;
            let away = ((held.squares - solution.squares) / variance).max(0.0).sqrt();
            let changes = [
                (FREQUENCY, shape.frequency - best.frequency),
                (RATIO, shape.ratio - best.ratio),
                (DELAY, shape.delay - best.delay),
            ];
            for (at, change) in changes {
                // What is nearer than one standard error shows no more than what is as near as one.
                errors[at] = errors[at].max(change.abs() / away.max(1.0));
            }
            if away > ERRORS {
                break;
            }
            growth *= 2.0;
        }
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SpringFitter;
    use sprung::{Spring, State};
    use testkit::random::Random;

    #[test]
    fn a_damping_ratio_that_noise_leaves_open_upwards_is_uncertain_by_no_more_than_the_last_that_is_tried()
     {
        let mut random = Random::new(5);
        for (ratio, noise) in [(3.0, 0.02), (4.0, 0.01), (2.5, 0.04)] {
            let spring = Spring::new(10.0, ratio).unwrap();
            let times: Vec<f64> = (0..150).map(|i| f64::from(i) * 0.02).collect();
            let mut value = |time: f64| {
                let moved = spring.step((time - 0.5).max(0.0)).apply(State::at_rest(0.0), 1.0);
                moved.position + random.uniform(-noise, noise)
            };
            let values: Vec<f64> = times.iter().map(|&time| value(time)).collect();
            let found = SpringFitter::default().run(&times, &values).unwrap().damping_ratio;
            // The last ratio is greater by 0.03·2⁸ = 7.68 times the best, and few standard errors away.
            let last = FIRST * f64::from(1 << (STEPS - 1)) * found.value;
            let error = found.standard_error;
            assert!(
                error <= last * (1.0 + 1e-9) && error > last / ERRORS,
                "{ratio}: {error} of {last}"
            );
        }
    }
}
