//! The frequencies of real recordings, against a Fourier transform that knows no spring.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::f64::consts::TAU;
use std::path::Path;

use sprung_signal::{Resonance, ResonanceSearch};

fn read(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name)).unwrap()
}

/// The samples of a 16-bit mono file of 44.1 kHz.
fn sound(name: &str) -> Vec<f64> {
    let bytes = read(name);
    let data = bytes.windows(4).position(|word| word == b"data").unwrap() + 8;
    let samples = bytes[data..].chunks_exact(2).map(|b| i16::from_le_bytes([b[0], b[1]]));
    samples.map(|sample| f64::from(sample) / 32_768.0).collect()
}

/// The Fourier transform of complex numbers, their count being a power of two (Cooley and Tukey).
fn transform(values: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if values.len() == 1 {
        return values.to_vec();
    }
    let half = |start: usize| -> Vec<(f64, f64)> {
        transform(&values.iter().skip(start).step_by(2).copied().collect::<Vec<_>>())
    };
    let (even, odd) = (half(0), half(1));
    let turned: Vec<(f64, f64)> = odd
        .iter()
        .enumerate()
        .map(|(k, (re, im))| {
            let (sin, cos) = (-TAU * k as f64 / values.len() as f64).sin_cos();
            (re * cos - im * sin, re * sin + im * cos)
        })
        .collect();
    let add = even.iter().zip(&turned).map(|(a, b)| (a.0 + b.0, a.1 + b.1));
    let subtract = even.iter().zip(&turned).map(|(a, b)| (a.0 - b.0, a.1 - b.1));
    add.chain(subtract).collect()
}

/// The magnitude over frequency of a signal that is faded in and out and followed by as much silence.
struct Spectrum {
    bins: Vec<f64>,
    hertz_per_bin: f64,
}

impl Spectrum {
    fn new(values: &[f64], dt: f64) -> Self {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let last = (values.len() - 1) as f64;
        let fading = |i: usize| 0.5 * (1.0 - (TAU * i as f64 / last).cos());
        let mut faded: Vec<(f64, f64)> =
            values.iter().enumerate().map(|(i, x)| ((x - mean) * fading(i), 0.0)).collect();
        let size = (2 * faded.len()).next_power_of_two();
        faded.resize(size, (0.0, 0.0));
        let bins = transform(&faded).iter().map(|(re, im)| re.hypot(*im)).take(size / 2).collect();
        Spectrum { bins, hertz_per_bin: 1.0 / (size as f64 * dt) }
    }

    /// The frequency of the greatest bin between two frequencies.
    fn peak(&self, from: f64, to: f64) -> f64 {
        let frequency = |bin: usize| bin as f64 * self.hertz_per_bin;
        let inside = (0..self.bins.len()).filter(|bin| (from..to).contains(&frequency(*bin)));
        frequency(inside.max_by(|a, b| self.bins[*a].total_cmp(&self.bins[*b])).unwrap())
    }
}

fn assert_flute(name: &str, note: f64) {
    let (values, dt) = (sound(name), 1.0 / 44_100.0);
    let search =
        ResonanceSearch { from: Some(50.0), to: Some(5000.0), ..ResonanceSearch::default() };
    let found = search.run(&values, dt).unwrap();
    let spectrum = Spectrum::new(&values, dt);
    let strongest = spectrum.peak(20.0, 20_000.0);
    assert_near(found[0].frequency, strongest);
    assert!(found.is_sorted_by(|a, b| a.strength >= b.strength));
    for harmonic in 1..=3 {
        let about = f64::from(harmonic) * note;
        let peak = spectrum.peak(about * 0.97, about * 1.03);
        // A quarter of a semitone.
        assert!((peak / about).log2().abs() < 1.0 / 48.0, "{name}: {peak}");
        let distance = |found: &Resonance| (found.frequency - peak).abs();
        let nearest = found.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
        assert_near(nearest.frequency, peak);
    }
}

fn assert_near(frequency: f64, peak: f64) {
    assert!((frequency / peak - 1.0).abs() < 0.005, "{frequency} and {peak}");
}

#[test]
fn the_flute_plays_the_a_of_its_name_and_of_its_spectrum() {
    assert_flute("flute-A4.wav", 440.0);
}

#[test]
fn the_flute_plays_the_c_of_its_name_and_of_its_spectrum() {
    assert_flute("flute-C5.wav", 523.25);
}

#[test]
fn the_sun_has_a_period_of_eleven_years() {
    let text = String::from_utf8(read("sunspots.csv")).unwrap();
    let cells = text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap());
    let values: Vec<f64> = cells.map(|cell| cell.parse().unwrap()).collect();
    let found = ResonanceSearch::default().run(&values, 1.0).unwrap();
    let period = found[0].period();
    assert!((10.5..11.5).contains(&period), "{period}");
    let peak = Spectrum::new(&values, 1.0).peak(0.01, 0.45);
    assert!((found[0].frequency / peak - 1.0).abs() < 0.02, "{period} and {}", 1.0 / peak);
}
