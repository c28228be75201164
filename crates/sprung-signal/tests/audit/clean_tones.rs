//! Tones without noise.

use std::f64::consts::TAU;

use testkit::audit::{cases, measured};
use testkit::random::Random;

use super::oracle::Spectrum;
use super::{normal, run, sinusoid};
use sprung_signal::ResonanceFinder;

#[test]
fn a_clean_tone_is_found_at_every_frequency() {
    let mut random = Random::new(21);
    let seeds = cases(8, 400);
    let bands = [(0.002, 0.02), (0.02, 0.1), (0.1, 0.25), (0.25, 0.4), (0.4, 0.45)];
    for swings in [3.0, 10.0, 20.0, 50.0] {
        for (low, high) in bands {
            let (mut worst, mut worst_strength, mut worst_fourier) = (0.0f64, 0.0f64, 0.0f64);
            let mut missed = 0;
            for _ in 0..seeds {
                let frequency = random.log_uniform(low, high);
                let count = (swings / frequency).ceil() as usize + 1;
                let mut values: Vec<f64> =
                    sinusoid(count, frequency, random.uniform(0.0, TAU)).collect();
                values.iter_mut().for_each(|x| *x *= 0.7);
                let found = run(&values, 1.0);
                // Too few powers around it to tell it from noise: it may be missed, but not be wrong.
                if swings < 10.0 && count < 24 && found.is_empty() {
                    missed += 1;
                    continue;
                }
                assert_eq!(found.len(), 1, "{frequency}, {count} samples: {found:?}");
                let error = (found[0].frequency / frequency - 1.0).abs();
                let peak = Spectrum::new(&values, 1.0).peak(0.5 * frequency, 0.5);
                worst = worst.max(error);
                worst_strength = worst_strength.max((found[0].strength / 0.7 - 1.0).abs());
                worst_fourier = worst_fourier.max((peak / frequency - 1.0).abs());
            }
            let what = format!("resonance of a clean tone, {swings} swings, {low} to {high} of fs");
            let result = format!(
                "frequency {worst:.1e}, strength {worst_strength:.1e}, missed {missed}; \
                 Hann FFT {worst_fourier:.1e}"
            );
            measured(what, seeds, result);
            assert!(worst < 1e-8 && worst_strength < 1e-7, "{swings} {low}: {worst}");
        }
    }
}

#[test]
fn two_equal_tones_are_two_from_the_resolution_on() {
    let mut random = Random::new(26);
    let seeds = cases(6, 100);
    let dt = 0.002;
    // The resolution limits in the first three, the duration in the last.
    for (count, resolution) in [(10_000, 0.01), (10_000, 0.02), (5000, 0.03), (1000, 0.01f64)] {
        let least = resolution.max(2.5 / (50.0 * count as f64 * dt));
        for (part, wanted) in [(0.5, 1), (0.97, 1), (1.03, 2), (1.2, 2), (2.0, 2)] {
            if wanted == 1 && least > resolution {
                continue;
            }
            for _ in 0..seeds {
                let second = 50.0 * (1.0 + part * least);
                let (a, b) = (random.uniform(0.0, TAU), random.uniform(0.0, TAU));
                let values: Vec<f64> = sinusoid(count, 50.0 * dt, a)
                    .zip(sinusoid(count, second * dt, b))
                    .map(|(a, b)| a + b + 1e-3 * normal(&mut random))
                    .collect();
                let search = ResonanceFinder { resolution, ..ResonanceFinder::default() };
                let mut found = search.run(&values, dt).unwrap();
                // The noise may cause another one.
                found.retain(|found| found.strength > 0.1);
                assert_eq!(found.len(), wanted, "{count} {resolution} {part}: {found:?}");
                if wanted == 2 {
                    found.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
                    assert!((found[0].frequency - 50.0).abs() < 1e-3, "{part}: {found:?}");
                    assert!((found[1].frequency - second).abs() < 1e-3, "{part}: {found:?}");
                }
            }
        }
    }
    measured("two equal tones from 1.03 times the resolution, one below", seeds, "all");
}

#[test]
fn a_weak_tone_beside_a_strong_one_is_found() {
    let mut random = Random::new(27);
    let seeds = cases(5, 100);
    for weak in [1e-2, 1e-4, 1e-6, 3e-8] {
        for frequency in [20.0, 48.0, 52.0, 200.0, 440.0] {
            for _ in 0..seeds {
                let (a, b) = (random.uniform(0.0, TAU), random.uniform(0.0, TAU));
                let values: Vec<f64> = sinusoid(4000, 0.05, a)
                    .zip(sinusoid(4000, frequency * 0.001, b))
                    .map(|(a, b)| a + weak * b)
                    .collect();
                let found = run(&values, 0.001);
                assert_eq!(found.len(), 2, "{weak} {frequency}: {found:?}");
                assert!((found[1].frequency / frequency - 1.0).abs() < 1e-5, "{found:?}");
                assert!((found[1].strength / weak - 1.0).abs() < 1e-3, "{found:?}");
            }
        }
    }
    measured("a tone of 3e-8 beside one of 1", seeds * 20, "found in all");
}
