//! The same step after each sample: smoothing without lag at the speed of a filter of constant coefficients.

use sprung::State;

use crate::error::TimeError;
use crate::even::{Motion, Pass};
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::zero_phase::{START_LEFT, smooth_zero_phase};

/// Residuals and reflections of values up to this are far from the range of missing values.
const MAX_SIZE: f64 = 1e298;

/// Smooths an even series forwards and backwards, in place: as [`smooth_zero_phase`](crate::smooth_zero_phase) with steps of
/// exactly `dt` seconds.
///
/// Sample `i` is at the time `i·dt`, and the result is that of `smooth_zero_phase` at these times to rounding (1e-13 of the
/// greatest value at 10⁵ samples), in a sixth of the time. A series with missing values that are not held is passed on to it.
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::{Filter, Gaps, smooth_zero_phase_evenly};
///
/// let mut ramp: Vec<f64> = (0..500).map(|i| 0.03 * f64::from(i)).collect();
/// smooth_zero_phase_evenly(&Filter::Follow(Spring::critical(20.0)?), Gaps::Hold, 0.01, &mut ramp)?;
/// assert!(ramp.iter().zip(0..).all(|(x, i)| (x - 0.03 * f64::from(i)).abs() < 1e-13));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A step that is not above 0 and finite, or so long that the time of the last sample overflows. Nothing is smoothed then.
#[doc(alias("filtfilt", "offline smoothing"))]
pub fn smooth_zero_phase_evenly(
    filter: &Filter,
    gaps: Gaps,
    dt: f64,
    values: &mut [f64],
) -> Result<usize, TimeError> {
    TimeError::check_even(dt, values.len())?;
    if values.len() < 2 || !values.iter().all(|value| value.abs() <= MAX_SIZE) {
        let times: Vec<f64> = (0..values.len()).map(|at| at as f64 * dt).collect();
        return smooth_zero_phase(filter, gaps, &times, values);
    }
    let line = EvenLine::through(values);
    let end = values.len() - 1;
    let pad = (filter.memory(START_LEFT) / dt).clamp(1.0, end as f64) as usize;
    values.iter_mut().enumerate().for_each(|(at, value)| *value -= line.at(at));
    let (first, last) = (values[0], values[end]);
    let reflected = |through: f64| move |value: &f64| 2.0 * through - value;
    let mut before: Vec<f64> = values[1..=pad].iter().rev().map(reflected(first)).collect();
    let mut after: Vec<f64> = values[end - pad..end].iter().rev().map(reflected(last)).collect();
    let pass = Pass { filter, gaps: Gaps::Skip, dt };
    let mut motion = on_the_line(before[0]);
    pass.run(before.iter_mut(), &mut motion);
    pass.run(values.iter_mut(), &mut motion);
    pass.run(after.iter_mut(), &mut motion);
    // What lies before the first sample is of use to the forward pass alone.
    let mut motion = on_the_line(after[pad - 1]);
    pass.run(after.iter_mut().rev(), &mut motion);
    pass.run(values.iter_mut().rev(), &mut motion);
    values.iter_mut().enumerate().for_each(|(at, value)| *value += line.at(at));
    Ok(0)
}

/// At rest on the line at the first residual of a pass.
fn on_the_line(residual: f64) -> Motion {
    Motion { from: None, relative: State::at_rest(-residual) }
}

/// The straight line of least squares through an even series.
#[derive(Clone, Copy)]
struct EvenLine {
    middle: f64,
    mean: f64,
    /// Change from sample to sample.
    slope: f64,
}

impl EvenLine {
    /// The line through two values or more.
    fn through(values: &[f64]) -> Self {
        let count = values.len() as f64;
        let (middle, part) = (0.5 * (count - 1.0), 1.0 / count);
        let mean: f64 = values.iter().map(|value| value * part).sum();
        let moment = |(at, value): (usize, &f64)| (at as f64 - middle) * ((value - mean) * part);
        let moment: f64 = values.iter().enumerate().map(moment).sum();
        EvenLine { middle, mean, slope: moment * 12.0 / (count * count - 1.0) }
    }

    /// The value at a sample.
    fn at(&self, sample: usize) -> f64 {
        self.mean + self.slope * (sample as f64 - self.middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Damper, Spring};
    use testkit::random::Random;

    fn filters() -> [Filter; 6] {
        let spring = |frequency, ratio| Spring::new(frequency, ratio).unwrap();
        [
            Filter::Damper(Damper::from_rate(6.0).unwrap()),
            Filter::Follow(spring(9.0, 0.3)),
            Filter::Track(spring(30.0, 1.0)),
            Filter::Track(spring(9.0, 3.0)),
            Filter::Follow(spring(1e6, 0.7)),
            Filter::Follow(spring(1e-6, 1.0)),
        ]
    }

    #[test]
    fn it_is_the_result_at_even_times() {
        let mut random = Random::new(5);
        for filter in filters() {
            for count in [0, 1, 2, 3, 10, 1000] {
                for (missing, size) in [(0, 1.0), (0, 1e6), (0, 1e300), (5, 1.0)] {
                    let mut ours: Vec<f64> = (0..count)
                        .map(|at| size * (random.uniform(-1.0, 1.0) + 0.01 * f64::from(at % 50)))
                        .collect();
                    for _ in 0..missing.min(count) {
                        ours[random.index(count as usize)] = f64::NAN;
                    }
                    for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
                        let (mut ours, mut expected) = (ours.clone(), ours.clone());
                        let dt = 0.01;
                        let times: Vec<f64> = (0..count).map(|at| f64::from(at) * dt).collect();
                        let filled = smooth_zero_phase(&filter, gaps, &times, &mut expected);
                        assert_eq!(smooth_zero_phase_evenly(&filter, gaps, dt, &mut ours), filled);
                        for (at, (ours, expected)) in ours.iter().zip(&expected).enumerate() {
                            let is_near = (ours - expected).abs() <= 2e-13 * size;
                            let are_missing = ours.is_nan() && expected.is_nan();
                            let all = format!("{filter:?} {gaps:?} {at}/{count}");
                            assert!(is_near || are_missing, "{all}: {ours} {expected}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_line_stays_straight_and_nothing_overflows() {
        for filter in filters() {
            for dt in [1e-300, 0.01, 1e3, 1e300] {
                for (offset, slope) in [(1e9, 3.0), (-1e298, 1e295), (0.0, -1e-300)] {
                    let line = |at: usize| offset + slope * at as f64;
                    let mut values: Vec<f64> = (0..300).map(line).collect();
                    smooth_zero_phase_evenly(&filter, Gaps::Hold, dt, &mut values).unwrap();
                    for (at, value) in values.iter().enumerate() {
                        let size = line(0).abs().max(line(299).abs());
                        assert!((value - line(at)).abs() <= 1e-13 * size, "{filter:?} {dt} {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_bad_step_is_named_and_changes_nothing() {
        let message = |dt| {
            let mut values = [1.0, 2.0, 4.0];
            let result = smooth_zero_phase_evenly(&filters()[1], Gaps::Hold, dt, &mut values);
            assert_eq!(values, [1.0, 2.0, 4.0]);
            result.unwrap_err().to_string()
        };
        assert_eq!(message(0.0), "time must go forward, got 0 after 0");
        assert_eq!(message(f64::NAN), "time must be finite, got NaN");
        assert_eq!(message(f64::MAX), "time must be finite, got inf");
    }
}
