//! Smoothing of a series that is evenly sampled.

use sprung::State;

use crate::channel::finite;
use crate::error::TimeError;
use crate::filter::{Filter, FilterStep};
use crate::gaps::{Gaps, is_known};

/// Smooths one evenly sampled series in one pass, in place: [`smooth`](crate::smooth) with steps of exactly `dt` seconds.
///
/// Sample `i` is at the time `i·dt`. There the differences of neighboring times are rounded, here each step has the same
/// duration: the result is that of [`Spring::follow_step`](sprung::Spring::follow_step)`(dt)` or another step of the
/// filter, applied to each sample, bit for bit. A step after `n` missing values has the duration `(n + 1)·dt`.
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::{Filter, Gaps, smooth_evenly};
///
/// let mut ramp = [0.0, 1.0, 2.0, 3.0, 4.0];
/// smooth_evenly(&Filter::Follow(Spring::critical(20.0)?), Gaps::Hold, 1.0, &mut ramp)?;
/// assert!((ramp[4] - (4.0 - 2.0 / 20.0)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A step that is not above 0 and finite, or so long that the time of the last sample overflows. Nothing is smoothed then.
pub fn smooth_evenly(
    filter: &Filter,
    gaps: Gaps,
    dt: f64,
    values: &mut [f64],
) -> Result<(), TimeError> {
    if values.len() > 1 {
        TimeError::check(dt, Some(0.0))?;
        TimeError::check((values.len() - 1) as f64 * dt, None)?;
    }
    // The kind of step is known outside of the loop, so that its coefficients lie in registers.
    match filter.step(dt) {
        FilterStep::Damper(step) => pass(filter, gaps, dt, values, |state, from, to| {
            State::at_rest(step.apply(state.position, from, to))
        }),
        FilterStep::Spring(step) => {
            pass(filter, gaps, dt, values, |state, from, to| step.apply(state, from, to));
        }
    }
    Ok(())
}

#[inline]
fn pass(
    filter: &Filter,
    gaps: Gaps,
    dt: f64,
    values: &mut [f64],
    apply: impl Fn(State<f64>, f64, f64) -> State<f64>,
) {
    let Some(first) = values.iter().position(|value| is_known(*value)) else {
        return values.fill(f64::NAN);
    };
    let (before, values) = values.split_at_mut(first);
    before.fill(f64::NAN);
    let (mut state, mut from) = (State::at_rest(values[0]), values[0]);
    let mut missing = 0_usize;
    for value in &mut values[1..] {
        let mut to = *value;
        if !is_known(to) {
            if gaps != Gaps::Hold {
                (*value, missing) = (f64::NAN, missing + 1);
                continue;
            }
            to = from;
        }
        let next = if missing == 0 {
            apply(state, from, to)
        } else {
            let dt = (missing + 1) as f64 * dt;
            missing = 0;
            filter.step(dt).apply(state, from, to)
        };
        state = finite(next, to);
        (*value, from) = (state.position, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smoother::smooth;
    use sprung::{Damper, Spring};
    use testkit::random::Random;

    fn filters() -> [Filter; 5] {
        let spring = |ratio| Spring::new(9.0, ratio).unwrap();
        [
            Filter::Damper(Damper::from_rate(6.0).unwrap()),
            Filter::Follow(spring(0.3)),
            Filter::Track(spring(1.0)),
            Filter::Track(spring(3.0)),
            Filter::Follow(Spring::new(1e6, 0.7).unwrap()),
        ]
    }

    /// Values of a few magnitudes, in which about one in 16 is missing.
    fn series(random: &mut Random, count: usize) -> Vec<f64> {
        let value = |random: &mut Random| match random.uniform(0.0, 64.0) as u32 {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => -1.7e308,
            3 => 2e300,
            4 => -0.0,
            5 => 1e300,
            _ => random.uniform(-5.0, 5.0),
        };
        (0..count).map(|_| value(random)).collect()
    }

    #[test]
    fn times_without_rounding_give_the_bits_of_smooth() {
        let mut random = Random::new(1);
        for dt in [2.0_f64.powi(-60), 2.0_f64.powi(-7), 0.75, 2.0_f64.powi(300)] {
            for filter in filters() {
                for gaps in [Gaps::Hold, Gaps::Skip, Gaps::Line] {
                    for count in [0, 1, 2, 3, 500] {
                        let mut ours = series(&mut random, count);
                        let mut expected = ours.clone();
                        let times: Vec<f64> = (0..count).map(|at| at as f64 * dt).collect();
                        smooth(&filter, gaps, &times, &mut expected).unwrap();
                        smooth_evenly(&filter, gaps, dt, &mut ours).unwrap();
                        let bits = |values: &[f64]| -> Vec<u64> {
                            values.iter().map(|value| value.to_bits()).collect()
                        };
                        assert_eq!(bits(&ours), bits(&expected), "{filter:?} {gaps:?} {dt}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_steps_are_those_of_the_core_bit_for_bit() {
        let (spring, dt) = (Spring::new(9.0, 0.6).unwrap(), 0.01);
        let mut random = Random::new(2);
        let values: Vec<f64> = (0..300).map(|_| random.uniform(-5.0, 5.0)).collect();
        let mut ours = values.clone();
        smooth_evenly(&Filter::Track(spring), Gaps::Hold, dt, &mut ours).unwrap();
        let mut state = State::at_rest(values[0]);
        for at in 1..values.len() {
            state = spring.track_step(dt).apply(state, values[at - 1], values[at]);
            assert_eq!(ours[at].to_bits(), state.position.to_bits());
        }
    }

    #[test]
    fn a_bad_step_is_named_and_changes_nothing() {
        let message = |dt| {
            let mut values = [1.0, 2.0, 4.0];
            let error = smooth_evenly(&filters()[1], Gaps::Hold, dt, &mut values).unwrap_err();
            assert_eq!(values, [1.0, 2.0, 4.0]);
            error.to_string()
        };
        assert_eq!(message(0.0), "time must go forward, got 0 after 0");
        assert_eq!(message(-1.0), "time must go forward, got -1 after 0");
        assert_eq!(message(f64::NAN), "time must be finite, got NaN");
        assert_eq!(message(f64::INFINITY), "time must be finite, got inf");
        assert_eq!(message(f64::MAX), "time must be finite, got inf");
    }
}
