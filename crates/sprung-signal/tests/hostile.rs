//! Every public function with hostile inputs: a clear error or the documented result, never a panic or a NaN that stays.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::num::NonZero;

use sprung::{Damper, Spring};
use sprung_signal::{
    Filter, Gaps, PhaseUnwrapper, ResonanceFinder, Smoother, SpringFitter, resample_uniform,
    resonant_frequency, smooth, smooth_zero_phase, spring_resonant_at,
    spring_resonant_at_by_halflife,
};

const HOSTILE: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    5e-324,
    -1e-310,
    1e-300,
    1e300,
    -1.7e308,
    f64::MAX,
    f64::MIN,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];
const GAPS: [Gaps; 3] = [Gaps::Hold, Gaps::Skip, Gaps::Line];

fn filters() -> Vec<Filter> {
    let mut filters = Vec::new();
    for value in HOSTILE {
        filters.extend(Damper::from_rate(value).map(Filter::Damper));
        for ratio in HOSTILE {
            filters.extend(Spring::new(value, ratio).map(Filter::Follow));
            filters.extend(Spring::new(value, ratio).map(Filter::Track));
        }
    }
    filters
}

/// Series of values with one or all of them hostile.
fn series(count: usize) -> Vec<Vec<f64>> {
    let mut series = Vec::new();
    for value in HOSTILE {
        series.push(vec![value; count]);
        for at in 0..count.min(3) {
            let mut one: Vec<f64> = (0..count).map(|i| (i as f64).sin()).collect();
            one[at] = value;
            series.push(one);
        }
    }
    series
}

/// Ascending times, and some that are not.
fn times(count: usize) -> Vec<Vec<f64>> {
    let made = |f: &dyn Fn(f64) -> f64| (0..count).map(|i| f(i as f64)).collect::<Vec<f64>>();
    let span = count.max(2) as f64 - 1.0;
    vec![
        made(&|i| i),
        made(&|i| i * 1e300),
        made(&|i| i * 5e-324),
        made(&|i| f64::MAX * (2.0 * (i / span) - 1.0)),
        made(&|i| 1.7e9 + i * 1e-3),
        made(&|i| -i),
        made(&|_| 3.0),
        made(&|i| if i == 1.0 { f64::NAN } else { i }),
        made(&|i| if i == 1.0 { f64::INFINITY } else { i }),
        made(&|_| f64::NEG_INFINITY),
    ]
}

fn is_ascending(times: &[f64]) -> bool {
    times.iter().all(|time| time.is_finite()) && times.is_sorted_by(|a, b| a < b)
}

#[test]
fn smoothing_gives_an_error_for_bad_times_and_recovers_from_bad_values() {
    for filter in filters() {
        let is_mild = filter.slowest_decay_rate() > 1e-3 && filter.slowest_decay_rate() < 1e3;
        for count in [0, 1, 2, 40] {
            let tests: Vec<Vec<f64>> =
                if is_mild || count < 40 { series(count) } else { vec![vec![f64::MAX; count]] };
            for values in tests {
                for times in times(count) {
                    for gaps in GAPS {
                        let (mut once, mut both) = (values.clone(), values.clone());
                        let result = smooth(&filter, gaps, &times, &mut once);
                        assert_eq!(result.is_ok(), is_ascending(&times), "{times:?}");
                        let result = smooth_zero_phase(&filter, gaps, &times, &mut both);
                        assert_eq!(result.is_ok(), is_ascending(&times), "{times:?}");
                        if result.is_err() {
                            continue;
                        }
                        for ((once, both), value) in once.iter().zip(&both).zip(&values) {
                            let is_known = value.abs() <= 1e300;
                            assert!(once.is_finite() || !is_known, "{filter:?} {values:?} {once}");
                            assert!(
                                both.is_finite() || !is_known,
                                "{filter:?} {times:?} {values:?} {both:?}"
                            );
                            assert!(gaps != Gaps::Skip || is_known || once.is_nan());
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_smoother_takes_any_row_and_names_bad_times() {
    let filter = Filter::Track(Spring::new(9.0, 0.3).unwrap());
    for gaps in GAPS {
        let mut smoother = Smoother::new(filter, gaps, 2);
        assert!(smoother.smoothed().all(f64::is_nan));
        for (index, value) in HOSTILE.iter().enumerate() {
            smoother.advance(index as f64, &mut [*value, 1.0]).unwrap();
            assert!(smoother.advance(index as f64, &mut [0.0; 2]).is_err());
            assert!(smoother.advance(f64::NAN, &mut [0.0; 2]).is_err());
        }
        smoother.advance(100.0, &mut [3.0, 1.0]).unwrap();
        assert!(smoother.smoothed().all(f64::is_finite));
    }
    Smoother::new(filter, Gaps::Hold, 0).advance(0.0, &mut []).unwrap();
}

#[test]
fn even_samples_are_finite_or_an_error() {
    for count in [0, 1, 2, 3, 40] {
        for values in series(count) {
            for times in times(count) {
                match resample_uniform(&times, &values) {
                    Ok((even, step)) => {
                        assert!(is_ascending(&times) && step >= 0.0);
                        assert_eq!(even.len(), values.iter().filter(|x| x.is_finite()).count());
                        assert!(
                            even.iter().all(|x| x.is_finite()),
                            "{times:?} {values:?} {even:?}"
                        );
                    }
                    Err(_) => assert!(!is_ascending(&times)),
                }
            }
        }
    }
}

#[test]
fn a_search_gives_finite_resonances_or_an_error() {
    let search = ResonanceFinder { resolution: 0.05, ..ResonanceFinder::default() };
    let alone = ResonanceFinder { threads: NonZero::new(1), ..search };
    for count in [0, 1, 2, 7, 8, 9, 40] {
        for values in series(count) {
            let is_sound = count >= 8 && values.iter().all(|value| value.is_finite());
            for dt in HOSTILE {
                let result = search.run(&values, dt);
                assert!(result.is_err() || (is_sound && dt > 0.0 && dt.is_finite()));
                for found in result.into_iter().flatten() {
                    assert!(found.frequency > 0.0 && found.frequency.is_finite(), "{dt} {found:?}");
                    assert!(found.strength > 0.0 && found.signal_to_noise > 0.0, "{dt} {found:?}");
                }
                let spectrum = alone.spectrum(&values, dt);
                assert!(spectrum.is_err() || (is_sound && dt > 0.0 && dt.is_finite()));
                if let Ok(spectrum) = spectrum
                    && dt == 1.0
                {
                    assert!(
                        spectrum.iter().all(|spring| spring.strength.is_finite()),
                        "{values:?}"
                    );
                }
            }
            for times in times(count) {
                let result = search.run_at_times(&times, &values);
                assert!(result.is_err() || (is_ascending(&times) && count >= 8));
                for found in result.into_iter().flatten() {
                    assert!(found.frequency > 0.0 && found.frequency.is_finite());
                    assert!(found.strength > 0.0 && found.signal_to_noise > 0.0);
                }
            }
        }
    }
}

#[test]
fn an_invalid_frequency_range_is_an_error() {
    let values: Vec<f64> = (0..100).map(|i| (f64::from(i) * 0.7).sin()).collect();
    for value in HOSTILE {
        for other in HOSTILE {
            let ends = ResonanceFinder {
                from: Some(value),
                to: Some(other),
                ..ResonanceFinder::default()
            };
            let is_range = value > 0.0 && value < other && other <= 0.5;
            assert_eq!(ends.run(&values, 1.0).is_ok(), is_range, "{value} {other}");
        }
        let sharp = ResonanceFinder { resolution: value, ..ResonanceFinder::default() };
        assert!(sharp.run(&values, 1.0).is_err() && sharp.spectrum(&values, 1.0).is_err());
    }
}

#[test]
fn the_motion_of_a_fit_is_a_number_also_near_the_largest() {
    let step = [0.0, 0.0, 0.1, 0.4, 0.9, 1.2, 1.1, 1.0, 0.95, 1.0, 1.01, 1.0];
    let even: Vec<f64> = (0..step.len()).map(|i| 0.1 * i as f64).collect();
    let with_last = |numbers: &[f64], last: f64| {
        let mut numbers = numbers.to_vec();
        numbers[step.len() - 1] = last;
        numbers
    };
    let tall: Vec<f64> = step.iter().map(|x| f64::MAX * (x - 0.6) / 0.6).collect();
    let all_times = [with_last(&even, f64::MAX), even];
    let all_values = [step.to_vec(), with_last(&step, f64::MAX), with_last(&step, f64::MIN), tall];
    for times in &all_times {
        for values in &all_values {
            let fit = SpringFitter::default().run(times, values).unwrap();
            for estimate in [fit.start, fit.goal, fit.velocity, fit.delay] {
                assert!(estimate.value.is_finite(), "{fit:?}");
            }
            for time in [-1.0, 0.0, 1e-300, 0.5, 1.1, 1e300, f64::INFINITY] {
                let state = fit.state_at(time);
                let is_known = !state.position.is_nan() && !state.velocity.is_nan();
                assert!(is_known, "{time} {state:?} {fit:?}");
            }
        }
    }
}

#[test]
fn springs_and_angles_take_any_number() {
    for value in HOSTILE {
        for other in HOSTILE {
            let springs = [
                spring_resonant_at(value, other),
                spring_resonant_at_by_halflife(value, other),
                Spring::new(value, other),
            ];
            for spring in springs.into_iter().flatten() {
                let frequency = resonant_frequency(&spring);
                assert!(frequency.is_none_or(|frequency| frequency >= 0.0), "{spring:?}");
            }
            let mut unwrapper = PhaseUnwrapper::new(value);
            unwrapper.unwrap(other);
            unwrapper.unwrap(value);
            assert!(unwrapper.unwrap(1.0).is_finite() && unwrapper.added().is_finite());
        }
    }
}
