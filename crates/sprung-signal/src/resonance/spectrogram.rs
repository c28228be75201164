//! The strength of frequencies over time, by springs shaken by the signal forwards and backwards.

use sprung::Spring;

use super::bank::{Factors, LANES, held, share};
use crate::resonant_frequency::squared_ratio;

/// The strength of each frequency over time: the answer of [`ResonanceFinder::spectrogram`](crate::ResonanceFinder::spectrogram).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Spectrogram {
    /// The middle of each column, in seconds after the first sample.
    pub times: Vec<f64>,
    /// The frequency of each row, in hertz, as they were asked for.
    pub frequencies: Vec<f64>,
    /// Row by row, column by column: the amplitude, in the signal's unit, of a steady tone of this frequency that would
    /// shake the spring as much.
    pub strengths: Vec<Vec<f64>>,
}

/// The strength of each spring's frequency in each column of an evenly sampled signal. No bit depends on the number of
/// threads.
pub(super) fn over_time(
    tuned: &[(f64, Spring<f64>)],
    threads: usize,
    signal: &[f64],
    dt: f64,
    columns: usize,
) -> Vec<Vec<f64>> {
    let backwards: Vec<f64> = signal.iter().rev().copied().collect();
    let mut strengths = vec![Vec::new(); tuned.len()];
    share(tuned, &mut strengths, threads, |tuned, strengths| {
        for (tuned, strengths) in tuned.chunks(LANES).zip(strengths.chunks_mut(LANES)) {
            let factors = Factors::new(tuned, dt);
            let forth = energies(&factors, signal, columns, false);
            let back = energies(&factors, &backwards, columns, true);
            for (lane, ((frequency, spring), strengths)) in tuned.iter().zip(strengths).enumerate()
            {
                let per_energy = amplitude_squared(*frequency, spring, dt);
                let columns = forth.iter().zip(back.iter().rev());
                let energy = columns.map(|(forth, back)| forth[lane].sqrt() * back[lane].sqrt());
                *strengths = energy.map(|energy| (energy * per_energy).sqrt()).collect();
            }
        }
    });
    strengths
}

/// The mean energies per `ω²` of the second springs of a row of two, initially at rest, column by column. The signal
/// `is_reversed` where its columns divide it from its end on.
fn energies(
    factors: &Factors,
    signal: &[f64],
    columns: usize,
    is_reversed: bool,
) -> Vec<[f64; LANES]> {
    let [xx, xv, xf, xt] = &factors.position_from;
    let [vx, vv, vf, vt] = &factors.velocity_from;
    let (mut x, mut v, mut second_x, mut second_v) =
        ([0.0; LANES], [0.0; LANES], [0.0; LANES], [0.0; LANES]);
    let steps = signal.len() - 1;
    let boundary = |column: usize| (column as u128 * steps as u128 / columns as u128) as usize;
    let start = |column: usize| match is_reversed {
        true => steps - boundary(columns - column),
        false => boundary(column),
    };
    let mut means = Vec::with_capacity(columns);
    for column in 0..columns {
        let mut sum = [0.0; LANES];
        let samples = &signal[start(column)..=start(column + 1)];
        for pair in samples.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            for i in 0..LANES {
                let position = xx[i] * x[i] + xv[i] * v[i] + (xf[i] * from + xt[i] * to);
                v[i] = vx[i] * x[i] + vv[i] * v[i] + (vf[i] * from + vt[i] * to);
                let second =
                    xx[i] * second_x[i] + xv[i] * second_v[i] + (xf[i] * x[i] + xt[i] * position);
                second_v[i] =
                    vx[i] * second_x[i] + vv[i] * second_v[i] + (vf[i] * x[i] + vt[i] * position);
                (x[i], second_x[i]) = (position, second);
                sum[i] += second * second + second_v[i] * second_v[i];
            }
        }
        let count = (samples.len() - 1) as f64;
        means.push(sum.map(|sum| 0.5 * sum / count));
    }
    means
}

/// The squared amplitude of a steady tone over the energy per `ω²` that it keeps in the second of two springs.
fn amplitude_squared(frequency: f64, spring: &Spring<f64>, dt: f64) -> f64 {
    let ratio = spring.damping_ratio();
    let squared = squared_ratio(ratio);
    let apart = 1.0 - squared;
    // The squared gain of one spring, from signal to position.
    let gain = 1.0 / (apart * apart + 4.0 * ratio * ratio * squared);
    let lines = held(frequency, dt);
    let both = lines * lines;
    4.0 / (gain * gain * (1.0 + squared) * both * both)
}

#[cfg(test)]
mod tests {
    use super::super::ResonanceFinder;
    use std::f64::consts::{PI, TAU};
    use std::num::NonZero;

    const DT: f64 = 0.001;

    fn finder(resolution: f64) -> ResonanceFinder {
        ResonanceFinder { resolution, ..ResonanceFinder::default() }
    }

    fn series(count: usize, signal: impl Fn(f64) -> f64) -> Vec<f64> {
        (0..count).map(|i| signal(i as f64 * DT)).collect()
    }

    /// Frequencies in equal ratios.
    fn ladder(from: f64, to: f64, count: usize) -> Vec<f64> {
        let at = |i: usize| from * (to / from).powf(i as f64 / (count - 1) as f64);
        (0..count).map(at).collect()
    }

    #[test]
    fn a_steady_tone_has_its_amplitude_away_from_the_ends() {
        for (frequency, amplitude, resolution) in
            [(20.0, 3.0, 0.05), (100.0, 1e-9, 0.02), (250.0, 1e12, 0.05), (440.0, 1.0, 0.1)]
        {
            let values =
                series(8000, |t| amplitude * (TAU * frequency * t).sin() + 5.0 * amplitude);
            let over = finder(resolution).spectrogram(&values, DT, &[frequency], 40).unwrap();
            for strength in &over.strengths[0][16..24] {
                assert!((strength / amplitude - 1.0).abs() < 0.02, "{frequency}: {strength}");
            }
        }
    }

    #[test]
    fn the_ridge_of_a_chirp_is_its_frequency_at_each_time() {
        // From 20 to 200 Hz in 10 s, evenly in octaves: the phase is the integral of 20·10^(t/10).
        let rate = 10f64.ln() / 10.0;
        let values = series(10_000, |t| (TAU * 20.0 * ((rate * t).exp() - 1.0) / rate).sin());
        let frequencies = ladder(15.0, 300.0, 300);
        let over = finder(0.05).spectrogram(&values, DT, &frequencies, 100).unwrap();
        for (column, time) in over.times.iter().enumerate().take(95).skip(20) {
            let strongest = (0..300)
                .max_by(|&a, &b| over.strengths[a][column].total_cmp(&over.strengths[b][column]));
            let ridge = frequencies[strongest.unwrap()];
            let expected = 20.0 * (rate * time).exp();
            // Within half of the swings in which a change is followed, and the distance of two frequencies.
            let swings = 0.5 / (PI * 0.05);
            let bound = rate * swings / expected + 0.01;
            assert!((ridge / expected).ln().abs() < bound, "{time}: {ridge} for {expected}");
        }
    }

    #[test]
    fn a_burst_is_strong_only_while_it_lasts() {
        let is_on = |t: f64| (2.0..3.0).contains(&t);
        let values = series(6000, |t| if is_on(t) { (TAU * 80.0 * t).sin() } else { 0.0 });
        let over = finder(0.05).spectrogram(&values, DT, &[80.0], 60).unwrap();
        for (time, strength) in over.times.iter().zip(&over.strengths[0]) {
            match time {
                2.2..2.8 => assert!((0.9..1.05).contains(strength), "{time}: {strength}"),
                1.95..3.05 => {}
                _ => assert!(*strength < 0.03, "{time}: {strength}"),
            }
        }
    }

    #[test]
    fn backwards_is_the_mirror_image_and_no_bit_depends_on_the_threads() {
        let values = series(997, |t| (TAU * 40.0 * t * t).sin() + (TAU * 100.0 * t).sin() * t);
        let mirrored: Vec<f64> = values.iter().rev().copied().collect();
        let frequencies = ladder(20.0, 400.0, 37);
        let over = |values: &[f64], threads: usize| {
            let finder = ResonanceFinder { threads: NonZero::new(threads), ..finder(0.05) };
            finder.spectrogram(values, DT, &frequencies, 3).unwrap()
        };
        let alone = over(&values, 1);
        for threads in [2, 3, 16] {
            assert_eq!(over(&values, threads), alone);
        }
        for (row, mirror) in alone.strengths.iter().zip(over(&mirrored, 1).strengths) {
            for (a, b) in row.iter().zip(mirror.iter().rev()) {
                assert!((a - b).abs() < 1e-9, "{a} {b}");
            }
        }
        assert!(alone.times.iter().zip([0.166, 0.498, 0.83]).all(|(a, b)| (a - b).abs() < 1e-12));
    }

    #[test]
    fn what_cannot_be_shown_is_refused() {
        let values = series(100, |t| (TAU * 40.0 * t).sin());
        let error = |frequency: f64, columns: usize| {
            finder(0.05).spectrogram(&values, DT, &[frequency], columns).unwrap_err().to_string()
        };
        assert!(error(40.0, 0).starts_with("columns must be at least 1"));
        assert!(error(40.0, 100).ends_with("got 100"));
        for frequency in [0.0, -1.0, 501.0, f64::NAN, f64::INFINITY] {
            assert!(error(frequency, 5).starts_with("frequencies must be above 0"), "{frequency}");
        }
        let nothing = finder(0.05).spectrogram(&vec![3.0; 100], DT, &[40.0], 99).unwrap();
        assert!(nothing.strengths[0].iter().all(|strength| *strength < 1e-14));
    }
}
