//! Peaks of a periodogram that noise does not explain, at a stated rate of false alarms.
//!
//! The noise around a peak is estimated from the lower three quarters of the powers near it, the maximum
//! likelihood for exponential powers of which the largest are cut off (radar: censored mean level). With `m` powers
//! used of `K`, a power of noise exceeds `θ` times the estimate with the probability `(1 + θ/m)^(−m)`.
//!
//! A search over `B` bins of `1/T` has more chances than `B`: the power is a continuous function of the frequency. Rice's
//! formula gives the mean count of its rises above a level `z`, `B·s·√z·e^(−z)`, with `s = √(4π·var t)/T` and the variance
//! of the times weighted by the squares of the window: 1.023 for even times as they are, 0.501 under the Hann window.
//! Averaged over the estimated level, with the lowest frequency by itself, a search has a false alarm with the probability
//! `B·s·√θ·(1 + θ/m)^(−m−½) + (1 + θ/m)^(−m)` at most, which [`Threshold::over`] solves for `θ`.
//!
//! Sources: P. P. Gandhi, S. A. Kassam, IEEE Trans. AES 24 (1988), detectors of constant false-alarm rate; R. V. Baluev,
//! MNRAS 385 (2008), the count of peaks of a periodogram above a threshold (Rice's formula).

use std::f64::consts::PI;

use sprung::Real;

use super::periodogram::Periodogram;
use super::series::Series;

/// Probability that white noise alone gives a resonance, for each of the two periodograms.
const FALSE_ALARMS_FLAT: f64 = 0.008;
const FALSE_ALARMS_HANN: f64 = 0.002;
/// Steps of the equation of the threshold: each leaves a third of the error at most, a thirtieth where many powers are used.
const THRESHOLD_STEPS: usize = 12;
/// Powers of noise are read this far from a peak, in bins, every second bin.
const MIN_DISTANCE: f64 = 3.0;
const MAX_DISTANCE: f64 = 256.0;
const BETWEEN: f64 = 2.0;
/// Part of the powers that is used, from the lowest.
const USED: f64 = 0.75;
/// The lowest frequency of a peak, bins.
const MIN_BIN: f64 = 1.0;
/// Two peaks of the faded series are at least this far apart, bins.
const APART: f64 = 1.2;
/// A peak of the unfaded series must also exceed the faded series' noise by this factor.
const ALSO_HANN: f64 = 4.5;
/// A peak must exceed the leakage of greater ones by this factor in amplitude.
const OVER_LEAKAGE: f64 = 2.0;
/// A peak of less than this part of the power of a near one is a side band of it.
const SIDE_BAND: f64 = 0.1;
/// Points per search for peaks that are compared with one coarse level of noise first.
const COARSE: usize = 64;
const COARSE_FACTOR: f64 = 4.0;

/// The noise around a bin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    /// The mean power.
    pub(super) level: f64,
    /// The number of powers in the mean.
    used: f64,
}

/// A peak in the two periodograms.
#[derive(Clone, Copy, Debug)]
struct Peak {
    bin: f64,
    power: f64,
}

/// The threshold of one periodogram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threshold {
    // Rises above the level 1 per e^(−1): bins times `s`.
    rises: f64,
    false_alarms: f64,
}

/// Thresholds for a search over a number of bins, of the faded series and of the series as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detection {
    pub(super) hann: Threshold,
    pub(super) flat: Threshold,
}

impl Detection {
    /// Returns the thresholds for a search of a series over `bins` bins.
    pub(super) fn new(series: &Series, bins: f64) -> Self {
        let rises = |weight: &dyn Fn(usize) -> f64| {
            let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
            for (index, at) in series.at.iter().enumerate() {
                let (weight, at) = (weight(index), at / series.len() as f64);
                sum += weight;
                first += weight * at;
                second += weight * at * at;
            }
            let mean = first / sum;
            let variance = (second / sum - mean * mean).max(0.0);
            bins.max(1.0) * (4.0 * PI * variance).sqrt()
        };
        let hann_rises = rises(&|index| series.window[index] * series.window[index]);
        Detection {
            hann: Threshold { rises: hann_rises, false_alarms: FALSE_ALARMS_HANN },
            flat: Threshold { rises: rises(&|_| 1.0), false_alarms: FALSE_ALARMS_FLAT },
        }
    }

    /// The bins of the peaks that neither noise nor the leakage of larger peaks explains, the largest first.
    ///
    /// Within `separation(bin)` bins of one in `taken` there is none, and of a greater one none that is much weaker.
    pub(super) fn peaks(
        &self,
        spectrum: &Periodogram,
        taken: &[f64],
        separation: &dyn Fn(f64) -> f64,
    ) -> Vec<f64> {
        let hann = spectrum.peaks(&spectrum.hann, &self.hann);
        let mut flat = spectrum.peaks(&spectrum.flat, &self.flat);
        flat.retain(|peak| {
            let around = spectrum.noise(&spectrum.hann, peak.bin);
            let own = spectrum.greatest(&spectrum.hann, peak.bin, 0.7);
            around.is_some_and(|noise| own > ALSO_HANN * noise.level)
        });
        let mut accepted: Vec<f64> = Vec::new();
        let mut accept = |peaks: &[Peak], envelope: fn(f64) -> f64, powers: &[f64]| {
            for peak in peaks {
                let mut leakage = 0.0;
                for other in &accepted {
                    let power = spectrum.greatest(powers, *other, 0.5);
                    leakage += power.sqrt() * envelope((peak.bin - other).abs().max(APART));
                }
                let is_near = |other: &f64| {
                    let distance = (peak.bin - other).abs();
                    let is_weak = peak.power < SIDE_BAND * spectrum.greatest(powers, *other, 0.5);
                    distance < APART || (is_weak && distance < separation(peak.bin))
                };
                let is_known =
                    |other: &f64| (peak.bin - other).abs() < separation(peak.bin).max(APART);
                let is_new = !accepted.iter().any(is_near) && !taken.iter().any(is_known);
                if is_new && peak.power.sqrt() > OVER_LEAKAGE * leakage {
                    accepted.push(peak.bin);
                }
            }
        };
        accept(&hann, hann_leakage, &spectrum.hann);
        accept(&flat, |bins| 1.0 / (PI * bins), &spectrum.flat);
        accepted
    }
}

/// The maximum part of a tone's amplitude that the Hann window lets through this many bins away.
fn hann_leakage(bins: f64) -> f64 {
    (1.0 / (PI * bins * (bins * bins - 1.0))).min(0.35)
}

impl Threshold {
    /// The power of a peak over the level of the noise at which it is reported.
    pub(super) fn over(&self, noise: &Noise) -> f64 {
        let mut threshold = 1.0f64;
        for _ in 0..THRESHOLD_STEPS {
            // The single chance is counted with the rises: its own factor is √(1 + θ/m) greater, which is above 1.
            let single = (1.0 + threshold / noise.used).sqrt();
            let chances = (self.rises * threshold.sqrt() + single) / self.false_alarms;
            threshold = noise.used * Real::exp_m1(Real::ln(chances) / (noise.used + 0.5));
        }
        threshold
    }
}

impl Periodogram {
    fn point(&self, bin: f64) -> usize {
        (bin / self.bins_per_point + 0.5) as usize
    }

    /// The largest power within a distance of a bin.
    pub(super) fn greatest(&self, powers: &[f64], bin: f64, distance: f64) -> f64 {
        let last = powers.len() - 1;
        let from = self.point((bin - distance).max(0.0)).min(last);
        let to = self.point(bin + distance).min(last);
        powers[from..=to].iter().fold(0.0, |a, b| if *b > a { *b } else { a })
    }

    /// The noise around a bin; `None` where there is nothing around it.
    pub(super) fn noise(&self, powers: &[f64], bin: f64) -> Option<Noise> {
        let last = (powers.len() - 1) as f64 * self.bins_per_point;
        let mut around = Vec::with_capacity((MAX_DISTANCE / BETWEEN) as usize * 2);
        let mut distance = MIN_DISTANCE;
        while distance < MAX_DISTANCE {
            for other in [bin - distance, bin + distance] {
                if other >= MIN_BIN && other <= last {
                    around.push(powers[self.point(other).min(powers.len() - 1)]);
                }
            }
            distance += BETWEEN;
        }
        if around.is_empty() {
            return None;
        }
        let used = ((USED * around.len() as f64) as usize).max(1);
        around.select_nth_unstable_by(used - 1, f64::total_cmp);
        let sum: f64 = around[..used].iter().sum();
        let cut_off = (around.len() - used) as f64 * around[used - 1];
        Some(Noise { level: (sum + cut_off) / used as f64, used: used as f64 })
    }

    /// The local maxima whose power exceeds the threshold, the largest first.
    fn peaks(&self, powers: &[f64], threshold: &Threshold) -> Vec<Peak> {
        let lowest = self.point(MIN_BIN).max(1);
        let mut peaks = Vec::new();
        let mut coarse = (usize::MAX, 0.0);
        for point in lowest..powers.len().saturating_sub(1) {
            let (left, middle, right) = (powers[point - 1], powers[point], powers[point + 1]);
            if !(middle > left && middle >= right) {
                continue;
            }
            if coarse.0 != point / COARSE {
                let center = (point / COARSE * COARSE + COARSE / 2).min(powers.len() - 1);
                let noise = self.noise(powers, center as f64 * self.bins_per_point);
                coarse = (point / COARSE, noise.map_or(0.0, |noise| noise.level));
            }
            if middle < COARSE_FACTOR * coarse.1 {
                continue;
            }
            let bend = left - 2.0 * middle + right;
            let shift = if bend < 0.0 { 0.5 * (left - right) / bend } else { 0.0 };
            let bin = (point as f64 + shift) * self.bins_per_point;
            let power = middle - 0.25 * (left - right) * shift;
            let stands_out = |noise: Noise| power > threshold.over(&noise) * noise.level;
            if self.noise(powers, bin).is_some_and(stands_out) {
                peaks.push(Peak { bin, power });
            }
        }
        peaks.sort_by(|a, b| b.power.total_cmp(&a.power));
        peaks
    }
}

#[cfg(test)]
mod tests;
