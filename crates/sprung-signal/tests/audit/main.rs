//! Resonance over many seeds, against a Fourier transform under a Hann window on the same data, against a joint fit of
//! all tones by least squares, and against the stated rate of false alarms.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod binomial;
mod calibration;
mod clean_tones;
mod false_alarms;
mod fits;
mod least_squares;
mod noisy_tones;
#[path = "../oracle/mod.rs"]
mod oracle;
mod polynomials;
mod uneven_times;

use std::f64::consts::TAU;

use sprung_signal::{Resonance, ResonanceFinder};
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
