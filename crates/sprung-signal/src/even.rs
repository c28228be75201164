//! Smoothing of a series that is evenly sampled.

use sprung::State;

use crate::error::TimeError;
use crate::filter::{Filter, FilterStep};
use crate::gaps::{Gaps, is_known};

/// Smooths one evenly sampled series in one pass, in place: [`smooth`](crate::smooth) with steps of exactly `dt` seconds.
///
/// Sample `i` is at the time `i·dt`. There the differences of neighboring times are rounded, here each step has the same
/// duration, and the state is kept relative to the signal: the result is that of
/// [`MovingGoalStep::apply_relative`](sprung::MovingGoalStep::apply_relative) at each sample, bit for bit, and that of
/// `apply` to rounding. A step after `n` missing values has the duration `(n + 1)·dt`.
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
    TimeError::check_even(dt, values.len())?;
    Pass { filter, gaps, dt }.run(values.iter_mut(), &mut Motion::default());
    Ok(())
}

/// The motion of a filter relative to an even series.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Motion {
    /// The last known value; none before the first, at which the motion starts.
    pub(crate) from: Option<f64>,
    /// The offset from it, and the velocity.
    pub(crate) relative: State<f64>,
}

/// A pass over an even series with a step that is known to be good.
#[derive(Clone, Copy)]
pub(crate) struct Pass<'a> {
    pub(crate) filter: &'a Filter,
    pub(crate) gaps: Gaps,
    pub(crate) dt: f64,
}

impl Pass<'_> {
    /// Smooths the next values, where the last of those before was known; the first of all stays as it is.
    #[inline]
    pub(crate) fn run<'a>(self, values: impl Iterator<Item = &'a mut f64>, motion: &mut Motion) {
        // The kind of step is known outside of the loop, so that its coefficients lie in registers.
        match self.filter.step(self.dt) {
            FilterStep::Damper(step) => self.run_by(values, motion, |relative, way| {
                State::at_rest(step.apply_relative(relative.position, way))
            }),
            FilterStep::Spring(step) => {
                self.run_by(values, motion, |relative, way| step.apply_relative(relative, way));
            }
        }
    }

    #[inline]
    fn run_by<'a>(
        self,
        mut values: impl Iterator<Item = &'a mut f64>,
        motion: &mut Motion,
        apply: impl Fn(State<f64>, f64) -> State<f64>,
    ) {
        let Motion { from, mut relative } = *motion;
        let first = || {
            values.by_ref().find_map(|value| {
                let known = is_known(*value).then_some(*value);
                *value = known.unwrap_or(f64::NAN);
                known
            })
        };
        let Some(mut from) = from.or_else(first) else { return };
        let mut missing = 0_usize;
        for value in values {
            let mut to = *value;
            if !is_known(to) {
                if self.gaps != Gaps::Hold {
                    (*value, missing) = (f64::NAN, missing + 1);
                    continue;
                }
                to = from;
            }
            let way = to - from;
            relative = if missing == 0 {
                apply(relative, way)
            } else {
                let dt = (missing + 1) as f64 * self.dt;
                missing = 0;
                self.filter.step(dt).apply_relative(relative, way)
            };
            let mut smooth = to + relative.position;
            if !(smooth.is_finite() && relative.velocity.is_finite()) {
                (relative, smooth) = overflowed(to);
            }
            (*value, from) = (smooth, to);
        }
        *motion = Motion { from: Some(from), relative };
    }
}

/// At rest on the signal: what has overflowed would stay NaN. A call, for the next step would wait for a choice of states.
#[cold]
#[inline(never)]
fn overflowed(to: f64) -> (State<f64>, f64) {
    (State::at_rest(0.0), to)
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

    /// Values between ±`size`, of which about one in 64 is missing and one has a negative zero.
    fn series(random: &mut Random, count: usize, size: f64) -> Vec<f64> {
        let value = |random: &mut Random| match random.uniform(0.0, 64.0) as u32 {
            0 => [f64::NAN, f64::INFINITY][random.index(2)],
            1 => -0.0,
            _ => random.uniform(-size, size),
        };
        (0..count).map(|_| value(random)).collect()
    }

    const DURATIONS: [f64; 4] = [1.0 / (1u64 << 60) as f64, 0.007_812_5, 0.75, 2e90];

    #[test]
    fn times_without_rounding_give_the_result_of_smooth() {
        let mut random = Random::new(1);
        for dt in DURATIONS {
            for (filter, gaps) in
                filters().into_iter().flat_map(|f| [Gaps::Hold, Gaps::Skip].map(|gaps| (f, gaps)))
            {
                for (count, size) in [(0, 1.0), (1, 1.0), (2, 1.0), (500, 5.0), (500, 1e300)] {
                    let mut ours = series(&mut random, count, size);
                    let mut expected = ours.clone();
                    let times: Vec<f64> = (0..count).map(|at| at as f64 * dt).collect();
                    smooth(&filter, gaps, &times, &mut expected).unwrap();
                    smooth_evenly(&filter, gaps, dt, &mut ours).unwrap();
                    for (at, (ours, expected)) in ours.iter().zip(expected).enumerate() {
                        let is_near = (ours - expected).abs() <= 2e-14 * size;
                        let are_missing = ours.is_nan() && expected.is_nan();
                        let all = format!("{filter:?} {gaps:?} {dt} {at}: {ours} {expected}");
                        assert!(is_near || are_missing, "{all}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_step_is_the_relative_one_of_the_core_bit_for_bit() {
        let (spring, dt) = (Spring::new(9.0, 0.6).unwrap(), 0.01);
        let mut random = Random::new(2);
        let values: Vec<f64> = (0..300).map(|_| random.uniform(-5.0, 5.0)).collect();
        let mut ours = values.clone();
        smooth_evenly(&Filter::Track(spring), Gaps::Hold, dt, &mut ours).unwrap();
        let mut relative = State::at_rest(0.0);
        for at in 1..values.len() {
            let motion = values[at] - values[at - 1];
            relative = spring.track_step(dt).apply_relative(relative, motion);
            assert_eq!(ours[at].to_bits(), (values[at] + relative.position).to_bits());
        }
    }

    #[test]
    fn what_overflows_is_forgotten() {
        let mut random = Random::new(3);
        for (filter, dt) in filters().into_iter().flat_map(|f| DURATIONS.map(|dt| (f, dt))) {
            let mut values = series(&mut random, 3000, f64::MAX);
            values[..100].fill(0.25);
            values[2900..].fill(0.5);
            smooth_evenly(&filter, Gaps::Hold, dt, &mut values).unwrap();
            assert!(values.iter().all(|value| value.is_finite()), "{filter:?} {dt}");
            assert!(values[..100].iter().all(|value| *value == 0.25), "{filter:?} {dt}");
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
