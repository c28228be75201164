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
mod tests {
    use super::*;

    #[test]
    fn the_threshold_has_the_probability_of_the_formula() {
        for used in [1.0, 2.0, 10.0, 190.0, 1e9] {
            for rises in [0.5, 10.0, 1e3, 1e6] {
                for probability in [0.002, 0.008] {
                    let level = Threshold { rises, false_alarms: probability }
                        .over(&Noise { level: 1.0, used });
                    let single = (-used * (level / used).ln_1p()).exp();
                    let all = single * (rises * level.sqrt() / (1.0 + level / used).sqrt() + 1.0);
                    assert!((all / probability - 1.0).abs() < 2e-3, "{used} {rises}: {all}");
                }
            }
        }
    }

    #[test]
    fn the_rises_per_bin_are_those_of_the_windows() {
        let detection = Detection::new(&Series::even(&[1.0; 4000], 1.0), 100.0);
        // Variances of T²/12 and of 0.020008 T².
        assert!((detection.flat.rises / 100.0 - 1.0233).abs() < 1e-3);
        assert!((detection.hann.rises / 100.0 - 0.5014).abs() < 1e-3);
    }

    #[test]
    fn a_weak_peak_near_a_greater_one_is_a_side_band_of_it() {
        let series = Series::even(&[1.0; 4000], 1.0);
        let detection = Detection::new(&series, 1000.0);
        let mut random = testkit::random::Random::new(6);
        let mut hann: Vec<f64> = (0..2000).map(|_| -random.unit().max(1e-300).ln()).collect();
        // Forty times the leakage of the greater one.
        (hann[500], hann[510]) = (1e9, 1e6);
        let spectrum = Periodogram { flat: vec![1.0; hann.len()], hann, bins_per_point: 1.0 };
        let peaks = |separation: f64| detection.peaks(&spectrum, &[], &|_| separation);
        let is_near = |peaks: &[f64], bin: f64| peaks.iter().any(|peak| (peak - bin).abs() < 1.0);
        let (near, far) = (peaks(20.0), peaks(5.0));
        assert!(is_near(&near, 500.0) && !is_near(&near, 510.0), "{near:?}");
        assert!(is_near(&far, 500.0) && is_near(&far, 510.0), "{far:?}");
    }

    fn of_powers(hann: Vec<f64>, flat: Vec<f64>, bins_per_point: f64) -> Periodogram {
        Periodogram { hann, flat, bins_per_point }
    }

    #[test]
    fn the_greatest_power_is_that_of_the_points_within_the_distance() {
        let powers = [3.0, 1.0, 7.0, 2.0, 9.0, 4.0, 5.0];
        let spectrum = of_powers(vec![], vec![], 0.5);
        for (bin, distance, greatest) in [
            (0.0, 0.5, 3.0),
            (0.0, 1.0, 7.0),
            (0.5, 0.0, 1.0),
            (1.5, 0.5, 9.0),
            (1.5, 0.2, 2.0),
            (3.0, 0.5, 5.0),
            (3.0, 1.0, 9.0),
            (1.0, 9.0, 9.0),
            // Beyond the last point there is the last one.
            (9.0, 1.0, 5.0),
        ] {
            assert_eq!(spectrum.greatest(&powers, bin, distance), greatest, "{bin} {distance}");
        }
    }

    #[test]
    fn the_noise_is_that_of_the_lower_three_quarters_of_every_second_bin() {
        let mut random = testkit::random::Random::new(8);
        for (points, bins_per_point) in [(700, 1.0), (1400, 0.5), (200, 1.0), (9, 1.0)] {
            let powers: Vec<f64> = (0..points).map(|_| random.unit()).collect();
            let spectrum = of_powers(vec![], vec![], bins_per_point);
            let last = (points - 1) as f64 * bins_per_point;
            for bin in [0.0, 1.0, 4.0, 0.5 * last, last] {
                let mut around: Vec<f64> = (0..=126)
                    .flat_map(|step| {
                        [bin - 3.0 - 2.0 * f64::from(step), bin + 3.0 + 2.0 * f64::from(step)]
                    })
                    .filter(|other| (1.0..=last).contains(other))
                    .map(|other| powers[(other / bins_per_point).round() as usize])
                    .collect();
                around.sort_by(f64::total_cmp);
                let used = (around.len() * 3 / 4).max(1);
                let level = (0..around.len()).map(|i| around[i.min(used - 1)]).sum::<f64>();
                let noise = spectrum.noise(&powers, bin).expect("noise");
                assert_eq!(noise.used, used as f64);
                assert!((noise.level / (level / used as f64) - 1.0).abs() < 1e-12, "{bin}");
            }
        }
        assert!(of_powers(vec![], vec![], 1.0).noise(&[1.0, 2.0, 3.0], 1.0).is_none());
    }

    /// Noise of the level 1 with parabolas of some places and powers.
    fn with_peaks(points: usize, peaks: &[(f64, f64)]) -> Vec<f64> {
        let curve = |point: f64| {
            let near = peaks.iter().find(|(at, _)| (point - at).abs() < 1.5);
            near.map_or(1.0, |(at, power)| power * (1.0 - 0.3 * (point - at) * (point - at)))
        };
        (0..points).map(|point| curve(point as f64)).collect()
    }

    #[test]
    fn peaks_have_the_place_and_the_power_of_the_parabola_through_three_points() {
        let threshold = Threshold { rises: 100.0, false_alarms: 0.002 };
        let expected = [(200.3, 900.0), (90.0, 500.0), (400.75, 300.0), (2.2, 200.0)];
        for bins_per_point in [1.0, 0.5] {
            let powers = with_peaks(500, &expected);
            let spectrum = of_powers(vec![], vec![], bins_per_point);
            let found = spectrum.peaks(&powers, &threshold);
            assert_eq!(found.len(), 4);
            for (peak, (at, power)) in found.iter().zip(expected) {
                assert!((peak.bin - at * bins_per_point).abs() < 1e-9, "{peak:?}");
                assert!((peak.power / power - 1.0).abs() < 1e-9, "{peak:?}");
            }
        }
        // The first of equal powers, and no rise up to the end.
        let mut powers = vec![1.0; 500];
        (powers[100], powers[101], powers[499]) = (100.0, 100.0, 1e6);
        let found = of_powers(vec![], vec![], 1.0).peaks(&powers, &threshold);
        assert_eq!(found.len(), 1);
        assert!((found[0].bin - 100.5).abs() < 1e-9 && (found[0].power - 112.375).abs() < 1e-9);
    }

    #[test]
    fn a_peak_is_reported_from_the_threshold_on() {
        let threshold = Threshold { rises: 100.0, false_alarms: 0.002 };
        let spectrum = of_powers(vec![], vec![], 1.0);
        let noise = spectrum.noise(&with_peaks(600, &[]), 300.0).expect("noise");
        let level = threshold.over(&noise) * noise.level;
        for (part, count) in [(0.999, 0), (1.001, 1)] {
            let powers = with_peaks(600, &[(300.0, part * level)]);
            assert_eq!(spectrum.peaks(&powers, &threshold).len(), count, "{part}");
        }
        // It does not depend on the unit of power.
        let powers = with_peaks(600, &[(300.0, 1.001 * level)]);
        let tiny: Vec<f64> = powers.iter().map(|power| 1e-9 * power).collect();
        assert_eq!(spectrum.peaks(&tiny, &threshold).len(), 1);
    }

    fn detection() -> Detection {
        Detection::new(&Series::even(&[1.0; 4000], 1.0), 1000.0)
    }

    #[test]
    fn what_is_known_is_not_reported_again() {
        let hann = with_peaks(1000, &[(300.0, 1e6), (600.0, 1e6)]);
        let spectrum = of_powers(hann, vec![1.0; 1000], 1.0);
        let found = |taken: &[f64], separation: f64| {
            let mut found = detection().peaks(&spectrum, taken, &|_| separation);
            found.sort_by(f64::total_cmp);
            found
        };
        assert_eq!(found(&[], 4.0), [300.0, 600.0]);
        assert_eq!(found(&[303.9], 4.0), [600.0]);
        assert_eq!(found(&[296.1], 4.0), [600.0]);
        assert_eq!(found(&[304.1, 595.9], 4.0), [300.0, 600.0]);
        // Never nearer than 1.2 bins.
        assert_eq!(found(&[301.1], 0.1), [600.0]);
        assert_eq!(found(&[301.3], 0.1), [300.0, 600.0]);
    }

    #[test]
    fn a_peak_that_may_be_leakage_is_not_reported() {
        let greater = 1e12_f64;
        // Twice the amplitude that each window lets through 20 bins away.
        let hann_limit = 2.0 / (PI * 20.0 * 399.0);
        let flat_limit = 2.0 / (PI * 20.0);
        for (part, count) in [(0.99, 1), (1.01, 2)] {
            let power = |limit: f64| greater * (part * limit).powi(2);
            let hann = with_peaks(1000, &[(500.0, greater), (520.0, power(hann_limit))]);
            let spectrum = of_powers(hann, vec![1.0; 1000], 1.0);
            assert_eq!(detection().peaks(&spectrum, &[], &|_| 1.0).len(), count, "{part}");
            let flat = with_peaks(1000, &[(500.0, greater), (520.0, power(flat_limit))]);
            let hann = with_peaks(1000, &[(500.0, greater), (520.0, 10.0)]);
            let spectrum = of_powers(hann, flat, 1.0);
            assert_eq!(detection().peaks(&spectrum, &[], &|_| 1.0).len(), count, "{part}");
        }
        assert_eq!(hann_leakage(1.0), 0.35);
        assert_eq!(hann_leakage(1.2), 0.35);
        // Of the window itself: sin(πb)/(πb(1 − b²)) at half a bin between its zeros.
        for bins in [2.5_f64, 7.5, 30.5] {
            let window = (PI * bins).sin() / (PI * bins * (1.0 - bins * bins));
            assert!((hann_leakage(bins) / window.abs() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn a_peak_of_the_unfaded_series_stands_out_of_the_faded_one_too() {
        let flat = with_peaks(1000, &[(400.0, 1e4)]);
        for (own, count) in [(4.4, 0), (4.6, 1)] {
            let mut hann = vec![1.0; 1000];
            hann[400] = own;
            let level = of_powers(vec![], vec![], 1.0).noise(&hann, 400.0).expect("noise").level;
            hann[400] = own * level;
            let spectrum = of_powers(hann, flat.clone(), 1.0);
            assert_eq!(detection().peaks(&spectrum, &[], &|_| 1.0).len(), count, "{own}");
        }
    }

    #[test]
    fn the_level_is_the_mean_of_exponential_powers_and_ignores_a_tone() {
        let mut random = testkit::random::Random::new(5);
        let mut powers: Vec<f64> = (0..500).map(|_| -random.unit().max(1e-300).ln()).collect();
        powers[200] = 1e6;
        let spectrum = Periodogram { hann: Vec::new(), flat: powers.clone(), bins_per_point: 1.0 };
        let noise = spectrum.noise(&spectrum.flat, 250.0).unwrap();
        assert!((noise.level - 1.0).abs() < 0.25, "{}", noise.level);
    }
}
