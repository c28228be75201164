//! Smoothing without lag: a pass forwards, then a pass backwards over its result.

use crate::channel::Channel;
use crate::error::TimeError;
use crate::filter::Filter;
use crate::gaps::{Gaps, is_known};
use crate::line::Line;
use crate::step_cache::StepCache;
use sprung::motion::PiecewiseLinear;

/// Residual of the padding transient at the first sample.
pub(crate) const START_LEFT: f64 = 1e-9;

/// Smooths a whole series forwards and backwards, in place: no lag at any frequency, and the gain squared.
///
/// A wave of angular frequency `Ω` keeps its phase and is scaled by `|H(iΩ)|²`, see [`Filter`] for what straight
/// lines lose. Needs the complete series: the backward pass starts at the end. [`ZeroPhaseSmoother`](crate::ZeroPhaseSmoother) takes a series
/// of any length in blocks; [`smooth_zero_phase_evenly`](crate::smooth_zero_phase_evenly) is faster at even steps.
///
/// Ends: the series is continued beyond each end by its own reflection through the end point (`2x₀ − x`, so a
/// straight line stays straight), for as long as the filter remembers (to 1e-9) or the series lasts. Each pass
/// starts on the line of least squares through the series, and moves along with it: a straight line is kept to rounding
/// in a series of any length, and a series much shorter than the filter's memory becomes its line.
///
/// A value that is NaN, infinite or beyond ±1e300 is missing, see [`Gaps`]. Returns how many missing values were filled.
///
/// ```
/// use sprung::Spring;
/// use sprung_signal::{Filter, Gaps, smooth_zero_phase};
///
/// let times: Vec<f64> = (0..500).map(|i| f64::from(i) * 0.01).collect();
/// let mut ramp: Vec<f64> = times.iter().map(|t| 3.0 * t).collect();
/// smooth_zero_phase(&Filter::Follow(Spring::critical(20.0)?), Gaps::Hold, &times, &mut ramp)?;
/// assert!(ramp.iter().zip(&times).all(|(x, t)| (x - 3.0 * t).abs() < 1e-13));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A time that is not finite or not after the one before; the series is then as before.
///
/// # Panics
/// If there are not as many times as values.
#[doc(alias("filtfilt", "offline smoothing"))]
pub fn smooth_zero_phase(
    filter: &Filter,
    gaps: Gaps,
    times: &[f64],
    values: &mut [f64],
) -> Result<usize, TimeError> {
    assert!(times.len() == values.len(), "{} times for {} values", times.len(), values.len());
    TimeError::check_all(times)?;
    let missing = values.iter().filter(|value| !is_known(**value)).count();
    match gaps {
        Gaps::Hold => hold(values),
        Gaps::Line => fill(times, values),
        Gaps::Skip => {}
    }
    let known: Vec<usize> = (0..values.len()).filter(|&i| is_known(values[i])).collect();
    let samples: Vec<(f64, f64)> = known.iter().map(|&i| (times[i], values[i])).collect();
    // A line passes unchanged: only the residual from it needs the filter.
    let line = Line::through(&samples);
    let samples: Vec<(f64, f64)> =
        samples.iter().map(|(time, value)| (*time, value - line.at(*time))).collect();
    let pad = count_within(&samples, filter.memory(START_LEFT));
    let mut padded = reflected(&samples, pad.start, pad.end);
    pass(filter, padded.iter_mut());
    pass(filter, padded.iter_mut().rev());
    values.fill(f64::NAN);
    for (&i, &(_, smooth)) in known.iter().zip(&padded[pad.start..]) {
        values[i] = line.at(times[i]) + smooth;
    }
    Ok(missing - (values.len() - known.len()))
}

/// Fills each gap between two values with the straight line from one to the other.
fn fill(times: &[f64], values: &mut [f64]) {
    let known = times.iter().zip(values.iter()).filter(|(_, value)| is_known(**value));
    let (known_times, known): (Vec<f64>, Vec<f64>) = known.unzip();
    let (Some(first), Some(last)) = (known_times.first(), known_times.last()) else { return };
    let Ok(lines) = PiecewiseLinear::new(&known_times, &known) else { return };
    for (time, value) in times.iter().zip(values) {
        if !is_known(*value) && (first..=last).contains(&time) {
            *value = lines.at(*time);
        }
    }
}

/// Fills each gap with the value before it.
fn hold(values: &mut [f64]) {
    let mut held = f64::NAN;
    for value in values {
        if is_known(*value) {
            held = *value;
        }
        *value = held;
    }
}

/// Returns the number of samples within `duration` of the first and of the last, which are not counted themselves; one at
/// least if there are two samples, for the first of a pass is not filtered.
pub(crate) fn count_within(samples: &[(f64, f64)], duration: f64) -> std::ops::Range<usize> {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else { return 0..0 };
    let start = samples.partition_point(|sample| sample.0 - first.0 <= duration);
    let end = samples.len() - samples.partition_point(|sample| last.0 - sample.0 > duration);
    let others = |count: usize| count.max(2).min(samples.len()) - 1;
    others(start)..others(end)
}

/// The samples with `before` and `after` more at the ends, reflected through the end points.
pub(crate) fn reflected(samples: &[(f64, f64)], before: usize, after: usize) -> Vec<(f64, f64)> {
    let through = |end: (f64, f64)| {
        move |sample: &(f64, f64)| (2.0 * end.0 - sample.0, 2.0 * end.1 - sample.1)
    };
    let mut padded = Vec::with_capacity(before + samples.len() + after);
    if let (Some(&first), Some(&last)) = (samples.first(), samples.last()) {
        padded.extend(samples[1..=before].iter().rev().map(through(first)));
        padded.extend_from_slice(samples);
        let end = samples.len() - 1;
        padded.extend(samples[end - after..end].iter().rev().map(through(last)));
    }
    padded
}

/// One pass over (time, value) samples in the order given, from rest at 0; only the distances of the times matter.
fn pass<'a>(filter: &Filter, samples: impl Iterator<Item = &'a mut (f64, f64)>) {
    let (mut channel, mut steps) = (Channel::NEW, StepCache::new(*filter));
    for sample in samples {
        channel.last.get_or_insert(*sample);
        sample.1 = channel.advance(&mut steps, sample.0, sample.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung::{Damper, Spring};
    use std::f64::consts::TAU;
    use testkit::random::Random;

    fn follow(angular_frequency: f64, damping_ratio: f64) -> Filter {
        Filter::Follow(Spring::new(angular_frequency, damping_ratio).unwrap())
    }

    #[test]
    fn samples_are_counted_to_a_duration_from_both_ends() {
        let samples: Vec<(f64, f64)> = (0..11).map(|at| (f64::from(at), 0.0)).collect();
        for (duration, count) in [(0.0, 1), (2.0, 2), (2.5, 2), (3.0, 3), (100.0, 10)] {
            assert_eq!(count_within(&samples, duration), count..count, "{duration}");
        }
        let uneven = [(0.0, 0.0), (5.0, 0.0), (6.0, 0.0), (7.0, 0.0)];
        assert_eq!(count_within(&uneven, 2.0), 1..2);
        assert_eq!(count_within(&uneven[..1], 2.0), 0..0);
        assert_eq!(count_within(&[], 2.0), 0..0);
    }

    fn smoothed(filter: &Filter, gaps: Gaps, times: &[f64], values: &[f64]) -> Vec<f64> {
        let mut result = values.to_vec();
        smooth_zero_phase(filter, gaps, times, &mut result).unwrap();
        result
    }

    /// Amplitude and phase of the wave of angular frequency `wave` in whole periods of samples.
    fn amplitude_and_phase(wave: f64, times: &[f64], values: &[f64]) -> (f64, f64) {
        let project = |f: fn(f64) -> f64| {
            let sum: f64 = times.iter().zip(values).map(|(t, x)| x * f(wave * t)).sum();
            2.0 * sum / times.len() as f64
        };
        let (sin, cos) = (project(f64::sin), project(f64::cos));
        (sin.hypot(cos), cos.atan2(sin))
    }

    #[test]
    fn a_wave_keeps_its_phase_and_has_the_gain_squared() {
        let wave = TAU * 1.5;
        let times: Vec<f64> = (0..24_000).map(|i| f64::from(i) / 1000.0).collect();
        let values: Vec<f64> = times.iter().map(|t| (wave * t + 0.3).sin()).collect();
        // |H|² from the differential equation, not from the steps.
        let gain = |w: f64, z: f64, track: bool| {
            let (cross, pull) = (2.0 * z * w * wave, w * w);
            let top = if track { pull.hypot(cross) } else { pull };
            (top / (pull - wave * wave).hypot(cross)).powi(2)
        };
        let rate = 5.0;
        let damper = Filter::Damper(Damper::from_rate(rate).unwrap());
        let mut cases = vec![(damper, rate * rate / (rate * rate + wave * wave))];
        for (w, z) in [(20.0, 0.7), (9.0, 0.4), (9.0, 1.0), (30.0, 3.0), (3.0, 1.0)] {
            let spring = Spring::new(w, z).unwrap();
            cases.push((Filter::Follow(spring), gain(w, z, false)));
            cases.push((Filter::Track(spring), gain(w, z, true)));
        }
        for (filter, gain) in cases {
            let result = smoothed(&filter, Gaps::Hold, &times, &values);
            // Whole periods well inside of the series.
            let inside = 8000..16_000;
            let (amplitude, phase) =
                amplitude_and_phase(wave, &times[inside.clone()], &result[inside]);
            assert!((phase - 0.3).abs() < 2e-5, "{filter:?}: phase {phase}");
            assert!((amplitude / gain - 1.0).abs() < 2e-5, "{filter:?}: {amplitude} for {gain}");
        }
    }

    #[test]
    fn a_reversed_series_gives_the_reversed_result() {
        let mut random = Random::new(8);
        let times: Vec<f64> = (0..400).map(|i| f64::from(i) * 0.03).collect();
        let values: Vec<f64> = times.iter().map(|_| random.uniform(-1.0, 1.0)).collect();
        let mut reversed = values.clone();
        reversed.reverse();
        for filter in [follow(30.0, 0.8), follow(10.0, 2.0)] {
            let forwards = smoothed(&filter, Gaps::Hold, &times, &values);
            let mut backwards = smoothed(&filter, Gaps::Hold, &times, &reversed);
            backwards.reverse();
            // At the ends the first pass is not yet settled where the second starts.
            for i in 100..300 {
                assert!((forwards[i] - backwards[i]).abs() < 1e-6, "{i}");
            }
        }
    }

    #[test]
    fn constants_and_lines_stay_up_to_the_ends() {
        let times: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.01).collect();
        for filter in [
            follow(8.0, 1.0),
            follow(40.0, 0.3),
            Filter::Damper(Damper::from_halflife(0.2).unwrap()),
        ] {
            for slope in [0.0, 7.0] {
                let line: Vec<f64> = times.iter().map(|t| 5.0 - slope * t).collect();
                for (is, was) in smoothed(&filter, Gaps::Hold, &times, &line).iter().zip(&line) {
                    assert!((is - was).abs() < 1e-6, "{filter:?}: {is} {was}");
                }
            }
        }
    }

    #[test]
    fn a_line_stays_straight_in_a_series_of_any_length() {
        let springs = [(2.0, 1.0), (2.0, 0.1), (1e-6, 1.0), (0.3, 20.0), (1e6, 1.0)];
        let mut filters = vec![Filter::Damper(Damper::from_rate(0.01).unwrap())];
        for (frequency, ratio) in springs {
            let spring = Spring::new(frequency, ratio).unwrap();
            filters.extend([Filter::Follow(spring), Filter::Track(spring)]);
        }
        for filter in filters {
            for count in [1, 2, 3, 20, 100, 1000] {
                let times: Vec<f64> =
                    (0..count).map(|i| f64::from(i) * 0.01 + 0.003 * f64::from(i % 2)).collect();
                let line: Vec<f64> = times.iter().map(|t| 2.0 - 7.0 * t).collect();
                for (is, was) in smoothed(&filter, Gaps::Hold, &times, &line).iter().zip(&line) {
                    assert!((is - was).abs() < 1e-12, "{filter:?} {count}: {is} {was}");
                }
            }
        }
    }

    #[test]
    fn a_short_series_stays_within_its_data() {
        let mut random = Random::new(31);
        for _ in 0..200 {
            let times: Vec<f64> = (0..20).map(|i| f64::from(i) * 0.01).collect();
            let values: Vec<f64> =
                times.iter().map(|t| 50.0 * t + random.uniform(-1.0, 1.0)).collect();
            for filter in [follow(2.0, 1.0), follow(2.0, 0.1), follow(0.01, 1.0)] {
                let result = smoothed(&filter, Gaps::Hold, &times, &values);
                for (x, t) in result.iter().zip(&times) {
                    assert!((x - 50.0 * t).abs() < 1.5, "{filter:?} {t}: {x}");
                }
            }
        }
    }

    #[test]
    fn a_gap_filled_by_the_line_is_counted_and_changes_nothing_far_from_it() {
        let times: Vec<f64> = (0..300).map(|i| f64::from(i) * 0.01).collect();
        let wave = |t: &f64| 1.5 * (2.0 * t).sin();
        let mut values: Vec<f64> = times.iter().map(wave).collect();
        values[0] = f64::NAN;
        values[100..200].fill(1.7e308);
        let filter = follow(40.0, 1.0);
        let skipped = smoothed(&filter, Gaps::Skip, &times, &values);
        let mut lined = values.clone();
        assert_eq!(smooth_zero_phase(&filter, Gaps::Line, &times, &mut lined), Ok(100));
        let mut held = values.clone();
        assert_eq!(smooth_zero_phase(&filter, Gaps::Hold, &times, &mut held), Ok(100));
        assert_eq!(smooth_zero_phase(&filter, Gaps::Skip, &times, &mut values), Ok(0));
        assert!(lined[0].is_nan() && skipped[150].is_nan());
        let (from, to) = (wave(&times[99]), wave(&times[200]));
        let line = from + (to - from) * 51.0 / 101.0;
        assert!((lined[150] - line).abs() < 0.01, "{} {line}", lined[150]);
        for i in (1..40).chain(260..300) {
            // Near the gap the backward pass follows the line as filtered by the forward pass.
            assert!((lined[i] - skipped[i]).abs() < 1e-6, "{i}");
        }
    }

    #[test]
    fn noise_becomes_less() {
        let mut random = Random::new(9);
        let times: Vec<f64> = (0..2000).map(|i| f64::from(i) * 0.01).collect();
        let noise: Vec<f64> = times.iter().map(|_| random.uniform(-1.0, 1.0)).collect();
        let power = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64;
        let result = smoothed(&follow(10.0, 1.0), Gaps::Hold, &times, &noise);
        assert!(power(&result) < 0.05 * power(&noise));
    }

    #[test]
    fn a_filter_faster_than_the_samples_changes_nothing() {
        for count in [1, 2, 3, 100] {
            let times: Vec<f64> = (0..count).map(|i| f64::from(i) * 0.01).collect();
            let values: Vec<f64> = (0..count).map(|i| f64::from(i * i % 7)).collect();
            let filter = Filter::Track(Spring::new(1e7, 1.0).unwrap());
            for (is, was) in smoothed(&filter, Gaps::Hold, &times, &values).iter().zip(&values) {
                assert!((is - was).abs() < 1e-9, "{count}: {is} {was}");
            }
        }
    }

    #[test]
    fn gaps_are_held_or_skipped() {
        let times: Vec<f64> = (0..50).map(f64::from).collect();
        let mut values: Vec<f64> = times.iter().map(|t| (t * 0.3).sin()).collect();
        let filter = follow(2.0, 1.0);
        values[20] = f64::NAN;
        let held = smoothed(&filter, Gaps::Hold, &times, &values);
        let mut filled = values.clone();
        filled[20] = filled[19];
        assert_eq!(held, smoothed(&filter, Gaps::Hold, &times, &filled));
        let mut skipped = smoothed(&filter, Gaps::Skip, &times, &values);
        assert!(skipped.remove(20).is_nan());
        let (mut times, mut values) = (times, values);
        times.remove(20);
        values.remove(20);
        assert_eq!(skipped, smoothed(&filter, Gaps::Skip, &times, &values));
    }

    #[test]
    fn short_and_empty_series_are_no_special_case() {
        let filter = follow(3.0, 1.0);
        assert_eq!(smoothed(&filter, Gaps::Hold, &[], &[]), [0.0; 0]);
        assert_eq!(smoothed(&filter, Gaps::Hold, &[1.0], &[4.0]), [4.0]);
        assert!(smoothed(&filter, Gaps::Skip, &[1.0], &[f64::NAN])[0].is_nan());
        let two = smoothed(&filter, Gaps::Hold, &[0.0, 1.0], &[0.0, 1.0]);
        assert!(two.iter().all(|x| (0.0..=1.0).contains(x)) && two[0] < two[1], "{two:?}");
    }

    #[test]
    fn times_that_run_backwards_are_named_and_change_nothing() {
        let mut values = [1.0, 2.0, f64::NAN];
        let error = smooth_zero_phase(&follow(1.0, 1.0), Gaps::Hold, &[0.0, 2.0, 2.0], &mut values);
        assert_eq!(error.unwrap_err().to_string(), "time must go forward, got 2 after 2");
        assert!(values[2].is_nan());
    }
}
