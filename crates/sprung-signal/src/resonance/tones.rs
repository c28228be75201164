//! The tones of a series: candidates from its periodograms, all of them fitted together.

use std::f64::consts::TAU;

use super::Resonance;
use super::detection::{Detection, Noise, Threshold};
use super::periodogram::{Periodogram, Transform};
use super::series::Series;
use super::sinusoids::{Model, Sinusoid};

/// Tones nearer than this many bins of `1/T` are one, at any resolution.
const MIN_BINS_APART: f64 = 2.5;
/// Tones that a search fits at most.
const MAX_TONES: usize = 64;
/// Maximum number of searches of the residual.
const MAX_ROUNDS: usize = 8;
/// Uneven times have another leakage: a round takes only tones of this part of the maximum power, this many bins
/// apart.
const UNEVEN_PART: f64 = 0.25;
const UNEVEN_APART: f64 = 8.0;
const MAX_UNEVEN_ROUNDS: usize = 32;
/// Residual power this near to a tone, as a part of the resolution, is attributed to that tone.
const NEAR_PART: f64 = 0.9;
/// A tone must keep this part of the threshold once all tones are fitted.
const STILL_SIGNIFICANT: f64 = 0.5;
/// A tone below this part of the strongest is indistinguishable from its rounding error.
const DYNAMIC_RANGE: f64 = 1e-8;
/// A tone below this part of the largest sample is rounding.
const ROUNDING: f64 = 1e-12;
/// A frequency this far outside the range, relatively, is inside: the rounding of a tone on its end.
const RANGE_ROUNDING: f64 = 1e-6;

/// The tones between two frequencies. All are fitted, or those outside would leak in.
pub(super) fn tones(series: &Series, resolution: f64, from: f64, to: f64) -> Vec<Resonance> {
    let bin = 1.0 / (series.len() as f64 * series.step);
    let omega_per_bin = TAU / series.len() as f64;
    let detection = Detection::new(series, (to - from) / bin);
    let mut transform = Transform::new(series);
    let mut model = Model::new(series);
    let mut spectrum = transform.run(series, &model.residual);
    let rounds = if series.is_even { MAX_ROUNDS } else { MAX_UNEVEN_ROUNDS };
    for _ in 0..rounds {
        if model.sinusoids.len() >= MAX_TONES {
            break;
        }
        let taken: Vec<f64> =
            model.sinusoids.iter().map(|tone| tone.omega / omega_per_bin).collect();
        let least = if series.is_even { 0.0 } else { MIN_BINS_APART };
        let near = |bin: f64| (NEAR_PART * resolution * bin).max(least);
        let mut found = detection.peaks(&spectrum, &taken, &near);
        if !series.is_even {
            let power = |bin: &f64| spectrum.greatest(&spectrum.hann, *bin, 0.5);
            let greatest = found.iter().map(power).fold(0.0, f64::max);
            found.retain(|bin| power(bin) >= UNEVEN_PART * greatest);
            found = kept_apart(found, |bin, other| (bin - other).abs() < UNEVEN_APART);
        }
        // Of more peaks than can be fitted, those in the range are what is asked for.
        found.sort_by_key(|at| !(from..=to).contains(&(at * bin)));
        found.truncate(MAX_TONES - model.sinusoids.len());
        if found.is_empty() {
            break;
        }
        model.add(found.iter().map(|bin| bin * omega_per_bin));
        model.fit();
        spectrum = transform.run(series, &model.residual);
    }
    let mut tones = model.sinusoids.clone();
    tones.sort_by(|a, b| b.amplitude().total_cmp(&a.amplitude()));
    let strongest = tones.first().map_or(0.0, Sinusoid::amplitude);
    tones.retain(|tone| tone.amplitude() > ROUNDING.max(DYNAMIC_RANGE * strongest));
    let tones = kept_apart(tones, |tone, other| {
        let least = resolution * tone.omega.min(other.omega);
        (tone.omega - other.omega).abs() < least.max(MIN_BINS_APART * omega_per_bin)
    });
    let range = from * (1.0 - RANGE_ROUNDING)..=to * (1.0 + RANGE_ROUNDING);
    let mut resonances = Vec::new();
    for tone in tones {
        let frequency = tone.omega / (TAU * series.step);
        let signal_to_noise = signal_to_noise(&model, &spectrum, &detection, &tone);
        if range.contains(&frequency) && signal_to_noise > 0.0 {
            let strength = tone.amplitude() * series.scale;
            resonances.push(Resonance { frequency, strength, signal_to_noise });
        }
    }
    resonances
}

/// The items that are not near one before them.
fn kept_apart<T>(items: Vec<T>, is_near: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut apart: Vec<T> = Vec::new();
    for item in items {
        if !apart.iter().any(|other| is_near(&item, other)) {
            apart.push(item);
        }
    }
    apart
}

/// The power of a tone over the noise around it, faded or as it is, whichever is greater; 0 if noise explains it.
fn signal_to_noise(
    model: &Model,
    spectrum: &Periodogram,
    detection: &Detection,
    tone: &Sinusoid,
) -> f64 {
    let bin = tone.omega / TAU * model.residual.len() as f64;
    let (hann, flat) = model.powers(tone);
    let over = |power: f64, noise: Option<Noise>, threshold: &Threshold| {
        let noise = noise?;
        let ratio = if noise.level > 0.0 { power / noise.level } else { f64::INFINITY };
        (ratio > STILL_SIGNIFICANT * threshold.over(&noise)).then_some(ratio)
    };
    let hann = over(hann, spectrum.noise(&spectrum.hann, bin), &detection.hann);
    let flat = over(flat, spectrum.noise(&spectrum.flat, bin), &detection.flat);
    hann.unwrap_or_default().max(flat.unwrap_or_default())
}
