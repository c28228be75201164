//! Tests of peaks: against brute force, formulas, and spectra made by hand.

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

#[test]
fn a_peak_is_compared_with_the_noise_near_it() {
    let threshold = Threshold { rises: 100.0, false_alarms: 0.002 };
    for bins_per_point in [1.0, 0.5] {
        // A thousand times as much noise in the middle third.
        let at = |bin: f64| (bin / bins_per_point) as usize;
        let mut powers: Vec<f64> =
            (0..at(3000.0)).map(|point| if point / at(1000.0) == 1 { 1e3 } else { 1.0 }).collect();
        let bins = [100.0, 167.0, 512.0, 650.0, 2400.0, 2431.0, 2900.0];
        for bin in bins {
            powers[at(bin)] = 60.0;
        }
        powers[at(1500.0)] = 100.0;
        let peaks = of_powers(vec![], vec![], bins_per_point).peaks(&powers, &threshold);
        let mut found: Vec<f64> = peaks.iter().map(|peak| peak.bin).collect();
        found.sort_by(f64::total_cmp);
        assert_eq!(found, bins);
    }
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
