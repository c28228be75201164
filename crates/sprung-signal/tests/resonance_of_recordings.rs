//! The frequencies of real recordings, against a Fourier transform that knows no spring.

#![allow(clippy::unwrap_used, reason = "these are tests")]

mod oracle;

use std::path::Path;

use oracle::Spectrum;
use sprung_signal::{Resonance, ResonanceFinder};

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

fn assert_flute(name: &str, note: f64) {
    // Three seconds of it.
    let (mut values, dt) = (sound(name), 1.0 / 44_100.0);
    values.truncate(132_300);
    let search =
        ResonanceFinder { from: Some(50.0), to: Some(5000.0), ..ResonanceFinder::default() };
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

/// The highest point of the springs' spectrum at frequencies in equal ratios, of a resolution finer than their distance.
fn highest(values: &[f64], dt: f64, from: f64, to: f64) -> f64 {
    let frequencies: Vec<f64> =
        (0..400).map(|at| from * (to / from).powf(f64::from(at) / 399.0)).collect();
    let finder = ResonanceFinder { resolution: 0.005, ..ResonanceFinder::default() };
    let shaken = finder.spectrum_at(values, dt, &frequencies).unwrap();
    shaken.iter().max_by(|a, b| a.strength.total_cmp(&b.strength)).unwrap().frequency
}

#[test]
fn the_spectrum_of_springs_has_its_peaks_where_the_fourier_transform_has_them() {
    for (name, note) in [("flute-A4.wav", 440.0), ("flute-C5.wav", 523.25)] {
        let (mut values, dt) = (sound(name), 1.0 / 44_100.0);
        values.truncate(44_100);
        let spectrum = Spectrum::new(&values, dt);
        for harmonic in 1..=3 {
            let (from, to) = [0.97, 1.03].map(|part| part * f64::from(harmonic) * note).into();
            assert_near(highest(&values, dt, from, to), spectrum.peak(from, to));
        }
    }
    let text = String::from_utf8(read("sunspots.csv")).unwrap();
    let cells = text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap());
    let values: Vec<f64> = cells.map(|cell| cell.parse().unwrap()).collect();
    let peak = Spectrum::new(&values, 1.0).peak(0.05, 0.2);
    assert!((highest(&values, 1.0, 0.05, 0.2) / peak - 1.0).abs() < 0.01);
    let two = |t: f64| (40.0 * t).sin() + 0.5 * (44.0 * t).sin();
    let values: Vec<f64> = (0..10_000).map(|at| two(f64::from(at) * 0.01)).collect();
    let spectrum = Spectrum::new(&values, 0.01);
    for (from, to) in [(6.0, 6.7), (6.7, 7.4)] {
        let peak = spectrum.peak(from, to);
        assert!((highest(&values, 0.01, from, to) / peak - 1.0).abs() < 0.001);
    }
}

#[test]
fn the_sun_has_a_period_of_eleven_years() {
    let text = String::from_utf8(read("sunspots.csv")).unwrap();
    let cells = text.lines().skip(1).map(|line| line.split(',').nth(1).unwrap());
    let values: Vec<f64> = cells.map(|cell| cell.parse().unwrap()).collect();
    let found = ResonanceFinder::default().run(&values, 1.0).unwrap();
    let period = found[0].period();
    assert!((10.5..11.5).contains(&period), "{period}");
    let peak = Spectrum::new(&values, 1.0).peak(0.01, 0.45);
    assert!((found[0].frequency / peak - 1.0).abs() < 0.02, "{period} and {}", 1.0 / peak);
}
