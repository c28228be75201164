//! Resonance over many seeds, against a Fourier transform under a Hann window on the same data.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod oracle;

use std::f64::consts::TAU;

use oracle::Spectrum;
use sprung_signal::{Resonance, ResonanceFinder};
use testkit::audit::{cases, measured};
use testkit::random::Random;

fn run(values: &[f64], dt: f64) -> Vec<Resonance> {
    ResonanceFinder::default().run(values, dt).unwrap()
}

fn sinusoid(count: usize, frequency: f64, phase: f64) -> impl Iterator<Item = f64> {
    (0..count).map(move |i| (TAU * frequency * i as f64 + phase).sin())
}

/// A number of the normal distribution (Box and Muller).
fn normal(random: &mut Random) -> f64 {
    (-2.0 * (1.0 - random.unit()).ln()).sqrt() * (TAU * random.unit()).cos()
}

fn noise(random: &mut Random, count: usize) -> Vec<f64> {
    (0..count).map(|_| normal(random)).collect()
}

#[test]
fn a_clean_tone_is_found_at_every_frequency() {
    let mut random = Random::new(21);
    let seeds = cases(8, 400);
    let bands = [(0.002, 0.02), (0.02, 0.1), (0.1, 0.25), (0.25, 0.4), (0.4, 0.45)];
    for swings in [3.0, 10.0, 20.0, 50.0] {
        for (low, high) in bands {
            let (mut worst, mut worst_strength, mut worst_fourier) = (0.0f64, 0.0f64, 0.0f64);
            for _ in 0..seeds {
                let frequency = random.log_uniform(low, high);
                let count = (swings / frequency).ceil() as usize + 1;
                let mut values: Vec<f64> =
                    sinusoid(count, frequency, random.uniform(0.0, TAU)).collect();
                values.iter_mut().for_each(|x| *x *= 0.7);
                let found = run(&values, 1.0);
                if swings < 10.0 && count < 24 {
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
                "frequency {worst:.1e}, strength {worst_strength:.1e}; Hann FFT {worst_fourier:.1e}"
            );
            measured(what, seeds, result);
            assert!(worst < 1e-8 && worst_strength < 1e-7, "{swings} {low}: {worst}");
        }
    }
}

#[test]
fn in_noise_the_frequency_is_as_good_as_that_of_the_fourier_transform() {
    let mut random = Random::new(22);
    let seeds = cases(30, 1000);
    for (count, frequency, level) in
        [(300, 0.04, 0.3), (1000, 0.123, 0.5), (500, 0.31, 0.3), (200, 0.43, 0.2)]
    {
        let (mut sum, mut sum_fourier) = (0.0, 0.0);
        for _ in 0..seeds {
            let frequency = frequency * random.uniform(0.99, 1.01);
            let tone = sinusoid(count, frequency, random.uniform(0.0, TAU));
            let values: Vec<f64> = tone.map(|x| x + level * normal(&mut random)).collect();
            let found = run(&values, 1.0);
            let peak = Spectrum::new(&values, 1.0).peak(0.01, 0.49);
            sum += (found[0].frequency - frequency).powi(2);
            sum_fourier += (peak - frequency).powi(2);
        }
        let part = (sum / sum_fourier).sqrt();
        measured(
            format!("root mean square error of a frequency in noise, {frequency} of fs"),
            seeds,
            format!("{part:.3} of that of the Hann FFT"),
        );
        assert!(part < 1.05, "{frequency}: {part}");
    }
}

#[test]
fn white_noise_alone_gives_none_in_99_of_100_searches() {
    let mut random = Random::new(23);
    for (count, seeds) in [(8, 600), (20, 600), (60, 400), (300, 200), (2000, 40), (20_000, 4)] {
        let seeds = cases(seeds, 25 * seeds);
        let alarms =
            (0..seeds).filter(|_| !run(&noise(&mut random, count), 0.01).is_empty()).count();
        let what = format!("false alarms in white noise, {count} samples");
        measured(what, seeds, alarms);
        // Three standard deviations over 1 %.
        let most = 0.01 * seeds as f64;
        assert!(alarms as f64 <= most + 3.0 * most.sqrt(), "{count}: {alarms} of {seeds}");
    }
}

#[test]
fn a_tone_of_a_tenth_of_the_noise_comes_first() {
    let mut random = Random::new(24);
    let seeds = cases(40, 1000);
    let (count, dt) = (10_000, 0.001);
    for frequency in [20.0, 203.3] {
        let (mut first, mut fourier) = (0, 0);
        for _ in 0..seeds {
            let tone = sinusoid(count, frequency * dt, random.uniform(0.0, TAU));
            let values: Vec<f64> = tone.map(|x| 0.1 * x + normal(&mut random)).collect();
            let near = |f: f64| (f - frequency).abs() < 0.2;
            first += usize::from(run(&values, dt).first().is_some_and(|r| near(r.frequency)));
            fourier += usize::from(near(Spectrum::new(&values, dt).peak(0.3, 450.0)));
        }
        measured(
            format!("{frequency} Hz of amplitude 0.1 first in noise of 1"),
            seeds,
            format!("{first}; highest bin of the Hann FFT {fourier}"),
        );
        assert!(first as f64 >= 0.9 * seeds as f64, "{first} of {seeds}, FFT {fourier}");
    }
}

#[test]
fn the_signal_to_noise_ratio_is_that_of_the_formula() {
    let mut random = Random::new(25);
    let seeds = cases(20, 400);
    let mut sum = 0.0;
    for _ in 0..seeds {
        let tone = sinusoid(2000, 0.0731, random.uniform(0.0, TAU));
        let values: Vec<f64> = tone.map(|x| x + 0.5 * normal(&mut random)).collect();
        sum += run(&values, 1.0)[0].signal_to_noise;
    }
    let ratio = sum / seeds as f64 / (2000.0 / (4.0 * 0.25));
    measured("signal-to-noise ratio over A²n/4σ²", seeds, format!("{ratio:.3}"));
    assert!((ratio - 1.0).abs() < 0.1, "{ratio}");
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
                // The noise may give one of its own.
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

#[test]
fn uneven_times_neither_weaken_a_tone_nor_mirror_it() {
    let mut random = Random::new(28);
    let seeds = cases(4, 60);
    let mut worst = 0.0f64;
    for jitter in [0.0, 0.0045, 0.006, 0.02, 0.1, 0.45] {
        for frequency in [30.0, 3.0, 44.0] {
            for _ in 0..seeds {
                let times: Vec<f64> = (0..800)
                    .map(|i| (f64::from(i) + random.uniform(-jitter, jitter)) * 0.01)
                    .collect();
                let phase = random.uniform(0.0, TAU);
                let values: Vec<f64> =
                    times.iter().map(|t| (TAU * frequency * t + phase).sin() + 2.0 - t).collect();
                let found = ResonanceFinder::default().run_at_times(&times, &values).unwrap();
                assert_eq!(found.len(), 1, "{jitter} {frequency}: {found:?}");
                worst = worst.max((found[0].strength - 1.0).abs());
                worst = worst.max((found[0].frequency / frequency - 1.0).abs());
            }
        }
    }
    measured(
        "strength and frequency of a tone at jittered times",
        seeds * 18,
        format!("{worst:.1e}"),
    );
    assert!(worst < 1e-8, "{worst}");
}

#[test]
fn several_tones_at_uneven_times_with_gaps_are_found() {
    let mut random = Random::new(29);
    let seeds = cases(6, 300);
    let mut alarms = 0;
    for _ in 0..seeds {
        let mut times: Vec<f64> = (0..1500).map(|_| random.uniform(0.0, 15.0)).collect();
        times.retain(|t| !(4.0..7.0).contains(t));
        times.sort_by(f64::total_cmp);
        times.dedup();
        let tones = [(1.3, 2.0), (9.0, 1.0), (23.0, 0.5)];
        let values: Vec<f64> = times
            .iter()
            .map(|t| {
                let tone = |(f, a): &(f64, f64)| a * (TAU * f * t + f).cos();
                tones.iter().map(tone).sum::<f64>() + 0.1 * normal(&mut random)
            })
            .collect();
        let found = ResonanceFinder::default().run_at_times(&times, &values).unwrap();
        assert!(found.len() >= 3, "{found:?}");
        alarms += usize::from(found.len() > 3);
        for (found, (frequency, amplitude)) in found.iter().zip(tones) {
            assert!((found.frequency - frequency).abs() < 0.01, "{found:?}");
            assert!((found.strength / amplitude - 1.0).abs() < 0.08, "{found:?}");
        }
    }
    measured("false alarms beside three tones at random times with a gap", seeds, alarms);
    let most = 0.01 * seeds as f64;
    assert!(alarms as f64 <= 1.0 + most + 3.0 * most.sqrt(), "{alarms} of {seeds}");
}

#[test]
fn white_noise_at_uneven_times_gives_none_in_99_of_100_searches() {
    let mut random = Random::new(30);
    for (count, seeds) in [(20, 300), (100, 200), (500, 50)] {
        let seeds = cases(seeds, 25 * seeds);
        let alarms = (0..seeds)
            .filter(|_| {
                let mut times: Vec<f64> = (0..count).map(|_| random.uniform(0.0, 10.0)).collect();
                times.sort_by(f64::total_cmp);
                let values = noise(&mut random, count);
                !ResonanceFinder::default().run_at_times(&times, &values).unwrap().is_empty()
            })
            .count();
        measured(format!("false alarms at random times, {count} samples"), seeds, alarms);
        let most = 0.01 * seeds as f64;
        assert!(alarms as f64 <= most + 3.0 * most.sqrt(), "{count}: {alarms} of {seeds}");
    }
}
