//! Behavior at the ends of ranges: velocities that overflow, a single sample, frequencies of 0, infinite time spans.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::error::Error;

use sprung::{Rotation, Spring};
use sprung_signal::{
    Filter, Gaps, ResonanceFinder, RowError, Smoother, TimeError, smooth_evenly, smooth_grouped,
    smooth_in_chunks, smooth_rotations_zero_phase, spring_resonant_at_by_halflife,
};

#[test]
fn a_velocity_that_overflows_starts_anew_as_a_position_does() {
    // So stiff that the velocity overflows before the position does.
    let spring = Spring::new(1e12, 0.1).unwrap();
    let values: Vec<f64> = (0..600).map(|at| f64::from(at / 5 % 3 - 1) * 9e299).collect();
    let times: Vec<f64> = (0..600).map(|at| f64::from(at) * 1e-12).collect();
    // There it is at rest on the value.
    let jumps: Vec<usize> = (5..600).step_by(5).collect();
    for filter in [Filter::Follow(spring), Filter::Track(spring)] {
        let mut smoother = Smoother::new(filter, Gaps::Skip, 1);
        for (value_at, (&time, &value)) in times.iter().zip(&values).enumerate() {
            let mut row = [value];
            smoother.advance(time, &mut row).unwrap();
            assert!(row[0].is_finite(), "{filter:?} {time}: {row:?}");
            if jumps.contains(&value_at) {
                assert_eq!(row[0], value, "{filter:?} {time}");
            }
        }
        let (mut even, mut chunks) = (values.clone(), values.clone());
        smooth_evenly(&filter, Gaps::Skip, 1e-12, &mut even).unwrap();
        smooth_in_chunks(&filter, Gaps::Skip, &times, &mut chunks, None).unwrap();
        assert!(even.iter().chain(&chunks).all(|value| value.is_finite()), "{filter:?}");
        assert!(jumps.iter().all(|&at| even[at] == values[at]), "{filter:?}");
    }
}

#[test]
fn an_error_of_a_row_names_the_time_that_is_its_cause() {
    let filter = Filter::Follow(Spring::critical(1.0).unwrap());
    let error = smooth_grouped(&filter, Gaps::Hold, &[1.0, 1.0], &mut [0.0; 2], &[0, 2], None);
    let error = error.unwrap_err();
    assert!(matches!(&error, RowError::Time(1, _)), "{error}");
    assert!(error.source().unwrap().is::<TimeError>());
    assert!(RowError::Key(0, 3, 2).source().is_none());
}

#[test]
fn settings_of_0_are_refused_by_their_name() {
    let tone: Vec<f64> = (0..64).map(|at| (f64::from(at) * 0.7).sin()).collect();
    let finder = ResonanceFinder { to: Some(0.0), ..Default::default() };
    let error = finder.run(&tone, 1.0).unwrap_err().to_string();
    assert!(error.starts_with("to "), "{error}");
    let error = spring_resonant_at_by_halflife(0.0, 1.0).unwrap_err().to_string();
    assert!(error.starts_with("frequency"), "{error}");
    let error = spring_resonant_at_by_halflife(1.0, 0.0).unwrap_err().to_string();
    assert_eq!(error, "halflife must be > 0, got 0");
    let times: Vec<f64> = (0..8).map(|at| (f64::from(at) / 3.5 - 1.0) * f64::MAX).collect();
    let error = ResonanceFinder::default().run_at_times(&times, &tone[..8]).unwrap_err();
    assert_eq!(error.to_string(), "times must be of a span that is above 0 and finite, got inf");
}

#[test]
fn one_known_rotation_is_its_own_smooth_one() {
    let filter = Filter::Follow(Spring::critical(5.0).unwrap());
    let turned = Rotation::from_rotation_vector([0.1, 0.2, 0.3]);
    let mut rotations = [None, Some(turned), None];
    smooth_rotations_zero_phase(&filter, Gaps::Skip, &[0.0, 1.0, 2.0], &mut rotations).unwrap();
    let [None, Some(smooth), None] = rotations else { panic!("{rotations:?}") };
    for (a, b) in smooth.xyzw().into_iter().zip(turned.xyzw()) {
        assert!((a - b).abs() < 1e-15, "{smooth:?}");
    }
}

/// The sum of tones of frequencies in hertz and amplitudes, 4096 samples a second for a second.
fn tones(tones: impl IntoIterator<Item = (f64, f64)> + Clone) -> Vec<f64> {
    let value = |at: u32| {
        let phase = |frequency: f64| std::f64::consts::TAU * frequency * f64::from(at) / 4096.0;
        let tones = tones.clone().into_iter();
        tones.map(|(frequency, amplitude)| amplitude * phase(frequency).sin()).sum()
    };
    (0..4096).map(value).collect()
}

#[test]
fn a_tone_at_an_end_of_the_range_is_in_it() {
    let signal = tones([(100.3, 1.0)]);
    for (from, to) in [(100.3, 200.0), (50.0, 100.3)] {
        let finder =
            ResonanceFinder { from: Some(from), to: Some(to), ..ResonanceFinder::default() };
        let found = finder.run(&signal, 1.0 / 4096.0).unwrap();
        assert_eq!(found.len(), 1, "{from} to {to}");
        assert!((found[0].frequency - 100.3).abs() < 1e-6, "{found:?}");
    }
}

#[test]
fn no_more_than_64_tones_are_found() {
    // The weak ones are found in a second search.
    let strong = (0..40).map(|at| (50.3 + 40.0 * f64::from(at), 1.0));
    let weak = (0..40).map(|at| (70.3 + 40.0 * f64::from(at), 1e-5));
    let found = ResonanceFinder::default().run(&tones(strong.chain(weak)), 1.0 / 4096.0).unwrap();
    assert_eq!(found.len(), 64);
}

#[test]
fn a_tone_is_exact_beside_one_that_is_too_near_to_be_another() {
    // Four bins apart, and half of the resolution.
    let signal = tones([(800.3, 1.0), (804.3, 0.9)]);
    let found = ResonanceFinder::default().run(&signal, 1.0 / 4096.0).unwrap();
    assert!((found[0].frequency - 800.3).abs() < 1e-6, "{found:?}");
}

/// A fitted tone needs half of the signal-to-noise ratio with which tones are detected.
#[test]
fn tones_little_above_the_noise_are_found() {
    let tone = 0.9 / std::f64::consts::TAU * 4096.0;
    let found = (0..40).filter(|&seed| {
        let mut random = testkit::random::Random::new(seed);
        let value = |at: u32| {
            // Nearly Gaussian, of variance 1.
            let noise: f64 = (0..12).map(|_| random.uniform(-0.5, 0.5)).sum();
            noise + 0.14 * (f64::from(at) * 0.9).sin()
        };
        let values: Vec<f64> = (0..4096).map(value).collect();
        let tones = ResonanceFinder::default().run(&values, 1.0 / 4096.0).unwrap();
        tones.iter().any(|found| (found.frequency - tone).abs() < 2.0)
    });
    // With the threshold to be found, eight are left.
    let count = found.count();
    assert!(count >= 30, "{count}");
}
