//! Smoothing in one pass: each sample advances a spring, whose position is the result.

use crate::channel::Channel;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::Gaps;
use crate::step_cache::StepCache;

/// Smooths any number of channels in one pass, sample by sample, at any times.
///
/// Every channel is a signal with a separate spring; all are sampled together. The signal runs straight from
/// sample to sample and the spring follows it exactly, so the result at one sample does not depend on how often the
/// line before it was cut. Before the first value a signal is taken to be constant: its spring starts
/// on it, at rest. All state lies in the smoother: a series may come in chunks of any size, and between them
/// [`save`](Self::save) and [`restore`](Self::restore) carry it to another process.
///
/// Accuracy: each step is exact to rounding, see [`sprung::MovingGoalStep`].
///
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call* (smoothing, filtering).
///
/// ```
/// use sprung::Damper;
/// use sprung_signal::{Filter, Gaps, Smoother};
///
/// let filter = Filter::Damper(Damper::from_halflife(1.0)?);
/// let mut smoother = Smoother::new(filter, Gaps::Hold, 2);
/// let mut row = [0.0, 8.0];
/// smoother.advance(0.0, &mut row)?;
/// assert_eq!(row, [0.0, 8.0]);
/// row = [0.0, 0.0];
/// smoother.advance(1.0, &mut row)?;
/// assert!(row[0] == 0.0 && row[1] > 4.0 && row[1] < 8.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "low-pass filter")]
#[derive(Clone, Debug)]
pub struct Smoother {
    gaps: Gaps,
    pub(crate) time: Option<f64>,
    pub(crate) channels: Vec<Channel>,
    steps: StepCache,
}

impl Smoother {
    /// A smoother with this number of channels.
    pub fn new(filter: Filter, gaps: Gaps, channels: usize) -> Self {
        let (channels, steps) = (vec![Channel::NEW; channels], StepCache::new(filter));
        Smoother { gaps, time: None, channels, steps }
    }

    /// Moves on to the next sample: reads one value per channel and leaves the smoothed one in its place.
    ///
    /// A value that is NaN, infinite or beyond ±1e300 is missing, see [`Gaps`]. A spring whose motion overflows starts
    /// anew, at rest on the value.
    ///
    /// # Errors
    /// A time that is not finite or not after the last one. The smoother and the row are then as before.
    ///
    /// # Panics
    /// If the row has not one value per channel.
    pub fn advance(&mut self, time: f64, row: &mut [f64]) -> Result<(), TimeError> {
        let channels = self.channels.len();
        assert!(row.len() == channels, "{} values for {channels} channels", row.len());
        TimeError::check(time, self.time)?;
        self.time = Some(time);
        for (channel, value) in self.channels.iter_mut().zip(row) {
            *value = channel.take(&mut self.steps, self.gaps, time, *value);
        }
        Ok(())
    }

    /// Returns the smoothed value of each channel at the last sample; NaN before a channel's first value.
    pub fn smoothed(&self) -> impl Iterator<Item = f64> + '_ {
        self.channels.iter().map(|channel| match channel.last {
            Some(_) => channel.state.position,
            None => f64::NAN,
        })
    }
}

/// Smooths one series in one pass, in place: [`Smoother`] with one channel.
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::{Filter, Gaps, smooth};
///
/// let mut ramp = [0.0, 1.0, 2.0, 3.0, 4.0];
/// let filter = Filter::Follow(Spring::critical(20.0)?);
/// smooth(&filter, Gaps::Hold, &[0.0, 1.0, 2.0, 3.0, 4.0], &mut ramp)?;
/// assert!((ramp[4] - (4.0 - 2.0 / 20.0)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A time that is not finite or not after the one before; the series is smoothed up to there.
///
/// # Panics
/// If there are not as many times as values.
pub fn smooth(
    filter: &Filter,
    gaps: Gaps,
    times: &[f64],
    values: &mut [f64],
) -> Result<(), TimeError> {
    assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
    let (mut channel, mut steps, mut before) = (Channel::NEW, StepCache::new(*filter), None);
    for (&time, value) in times.iter().zip(values) {
        TimeError::check(time, before.replace(time))?;
        *value = channel.take(&mut steps, gaps, time, *value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Damper, Spring, State};
    use testkit::random::Random;
    use testkit::reference_ode::solve;

    fn filters() -> [Filter; 5] {
        let spring = |ratio| Spring::new(9.0, ratio).unwrap();
        [
            Filter::Damper(Damper::from_rate(6.0).unwrap()),
            Filter::Follow(spring(0.3)),
            Filter::Follow(spring(1.0)),
            Filter::Track(spring(0.7)),
            Filter::Track(spring(3.0)),
        ]
    }

    fn series(seed: u64, count: usize) -> (Vec<f64>, Vec<f64>) {
        let mut random = Random::new(seed);
        let mut time = -3.0;
        let times = (0..count).map(|_| {
            time += random.log_uniform(1e-3, 0.3);
            time
        });
        let times: Vec<f64> = times.collect();
        let values = (0..count).map(|_| random.uniform(-5.0, 5.0)).collect();
        (times, values)
    }

    fn smoothed(filter: &Filter, gaps: Gaps, times: &[f64], values: &[f64]) -> Vec<f64> {
        let mut result = values.to_vec();
        smooth(filter, gaps, times, &mut result).unwrap();
        result
    }

    /// The differential equation itself, along the straight lines of the signal.
    fn by_ode(filter: &Filter, times: &[f64], values: &[f64]) -> Vec<f64> {
        let mut state = [values[0], 0.0];
        let mut result = vec![values[0]];
        for i in 1..times.len() {
            let (start, end) = (times[i - 1], times[i]);
            let slope = (values[i] - values[i - 1]) / (end - start);
            let goal = |t: f64| values[i - 1] + slope * (t - start);
            let derivative = |t: f64, [x, v]: [f64; 2]| match filter {
                Filter::Damper(damper) => [damper.rate() * (goal(t) - x), 0.0],
                Filter::Follow(s) | Filter::Track(s) => {
                    let (w, a) = (s.angular_frequency(), s.decay_rate());
                    let reference = if matches!(filter, Filter::Track(_)) { slope } else { 0.0 };
                    [v, w * w * (goal(t) - x) - 2.0 * a * (v - reference)]
                }
            };
            state = solve(derivative, state, start, end);
            result.push(state[0]);
        }
        result
    }

    #[test]
    fn every_filter_obeys_its_differential_equation_at_uneven_times() {
        for filter in filters() {
            let (times, values) = series(1, 60);
            let ours = smoothed(&filter, Gaps::Hold, &times, &values);
            for (ours, true_value) in ours.iter().zip(by_ode(&filter, &times, &values)) {
                assert!((ours - true_value).abs() < 1e-11, "{filter:?}: {ours} {true_value}");
            }
        }
    }

    #[test]
    fn it_is_the_step_of_the_core_bit_for_bit() {
        let spring = Spring::new(9.0, 0.6).unwrap();
        let (times, values) = series(2, 300);
        let ours = smoothed(&Filter::Follow(spring), Gaps::Hold, &times, &values);
        let mut state = State::at_rest(values[0]);
        for i in 1..times.len() {
            let step = spring.follow_step(times[i] - times[i - 1]);
            state = step.apply(state, values[i - 1], values[i]);
            assert_eq!(ours[i].to_bits(), state.position.to_bits());
        }
    }

    #[test]
    fn chunks_and_neighbors_change_nothing_bit_for_bit() {
        for filter in filters() {
            let (times, mut values) = series(3, 200);
            values[40] = f64::NAN;
            for gaps in [Gaps::Hold, Gaps::Skip] {
                let alone = smoothed(&filter, gaps, &times, &values);
                let mut smoother = Smoother::new(filter, gaps, 3);
                for start in (0..200).step_by(17) {
                    // What crosses from chunk to chunk is the smoother alone.
                    let mut next = smoother.clone();
                    for i in start..(start + 17).min(200) {
                        let mut row = [-2.0 * i as f64, values[i], (i * i) as f64];
                        next.advance(times[i], &mut row).unwrap();
                        assert_eq!(row[1].to_bits(), alone[i].to_bits());
                    }
                    smoother = next;
                }
            }
        }
    }

    #[test]
    fn a_straight_line_may_be_cut_anywhere() {
        for filter in filters() {
            let times = [0.0, 0.5, 1.5];
            let cut_times = [0.0, 0.2, 0.5, 0.501, 1.4, 1.5];
            let line = |t: f64| 3.0 - 4.0 * t;
            let coarse = smoothed(&filter, Gaps::Hold, &times, &times.map(line));
            let fine = smoothed(&filter, Gaps::Hold, &cut_times, &cut_times.map(line));
            assert!((coarse[1] - fine[2]).abs() < 1e-14);
            assert!((coarse[2] - fine[5]).abs() < 1e-14);
        }
    }

    #[test]
    fn skipping_bridges_a_gap_as_if_the_sample_were_not_there() {
        let (mut times, mut values) = series(4, 50);
        let filter = filters()[1];
        values[20] = f64::INFINITY;
        let mut gapped = smoothed(&filter, Gaps::Skip, &times, &values);
        assert!(gapped.remove(20).is_nan());
        times.remove(20);
        values.remove(20);
        assert_eq!(gapped, smoothed(&filter, Gaps::Skip, &times, &values));
    }

    #[test]
    fn values_beyond_1e300_are_treated_as_missing() {
        let (times, clean) = series(6, 200);
        for filter in filters() {
            for mark in [f64::MAX, -1.7e308, 1.7e308] {
                let mut values = clean.clone();
                (values[20], values[21], values[22]) = (mark, -mark, mark);
                let mut gapped = clean.clone();
                gapped[20..23].fill(f64::NAN);
                let ours = smoothed(&filter, Gaps::Hold, &times, &values);
                assert_eq!(ours, smoothed(&filter, Gaps::Hold, &times, &gapped));
            }
            let mut values = clean.clone();
            (values[20], values[21]) = (1e300, -1e300);
            let stiff = Filter::Track(Spring::new(1e12, 0.1).unwrap());
            for filter in [filter, stiff] {
                let ours = smoothed(&filter, Gaps::Hold, &times, &values);
                assert!(ours.iter().all(|x| x.is_finite()), "{filter:?}");
            }
        }
    }

    #[test]
    fn holding_fills_a_gap_with_the_last_value() {
        let (times, mut values) = series(5, 50);
        let filter = filters()[1];
        values[20] = f64::NAN;
        values[21] = f64::NAN;
        let gapped = smoothed(&filter, Gaps::Hold, &times, &values);
        values[20] = values[19];
        values[21] = values[19];
        assert_eq!(gapped, smoothed(&filter, Gaps::Hold, &times, &values));
    }

    #[test]
    fn before_the_first_value_there_is_nothing() {
        for gaps in [Gaps::Hold, Gaps::Skip] {
            let values = [f64::NAN, 7.0, 7.0];
            let result = smoothed(&filters()[1], gaps, &[0.0, 1.0, 2.0], &values);
            assert!(result[0].is_nan());
            assert_eq!(result[1..], [7.0, 7.0]);
        }
    }

    #[test]
    fn a_bad_time_is_named_and_changes_nothing() {
        let mut smoother = Smoother::new(filters()[0], Gaps::Hold, 1);
        smoother.advance(1.0, &mut [3.0]).unwrap();
        let message = |smoother: &mut Smoother, time| {
            let mut row = [5.0];
            let error = smoother.advance(time, &mut row).unwrap_err();
            assert_eq!(row, [5.0]);
            error.to_string()
        };
        assert_eq!(message(&mut smoother, 1.0), "time must go forward, got 1 after 1");
        assert_eq!(message(&mut smoother, 0.5), "time must go forward, got 0.5 after 1");
        assert_eq!(message(&mut smoother, f64::NAN), "time must be finite, got NaN");
        assert_eq!(smoother.smoothed().collect::<Vec<_>>(), [3.0]);
        smoother.advance(2.0, &mut [3.0]).unwrap();
    }
}
