//! Tones in noise.

use std::f64::consts::TAU;

use testkit::audit::{cases, measured};
use testkit::random::Random;

use super::oracle::Spectrum;
use super::{normal, run, sinusoid};

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
