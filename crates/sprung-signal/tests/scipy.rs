//! Smoothing and resonance against SciPy 1.17 on the same series (`tools/golden_signal.py`).

#![allow(clippy::unwrap_used, reason = "these are tests")]

use sprung::{Damper, Spring};
use sprung_signal::{Filter, Gaps, ResonanceFinder, smooth, smooth_zero_phase};
use testkit::golden::{Columns, periodogram, response, zero_phase};
use testkit::tolerance::{
    FILTER_RESPONSE, LOMB_PEAK, PERIODOGRAM_PEAK, PERIODOGRAM_STRENGTH, ZERO_PHASE,
};

/// The filters of a table by the names of their columns, kind_ω_ζ (a damper's rate is ω), and SciPy's result.
fn filters(table: &Columns) -> Vec<(Filter, &[f64])> {
    let mut filters = Vec::new();
    for (name, expected) in table {
        if ["time", "recorded"].contains(name) {
            continue;
        }
        let mut parts = name.split('_');
        let kind = parts.next().unwrap();
        let [w, z] = [(); 2].map(|()| parts.next().unwrap().parse::<f64>().unwrap());
        let filter = match kind {
            "damper" => Filter::Damper(Damper::from_rate(w).unwrap()),
            "follow" => Filter::Follow(Spring::new(w, z).unwrap()),
            "track" => Filter::Track(Spring::new(w, z).unwrap()),
            other => panic!("no filter: {other}"),
        };
        filters.push((filter, &expected[..]));
    }
    assert_eq!(filters.len(), 6);
    filters
}

/// The maximum difference, per greatest sample.
fn error(ours: &[f64], expected: &[f64], samples: &[f64]) -> f64 {
    assert_eq!(ours.len(), expected.len());
    let greatest = samples.iter().fold(0.0, |greatest: f64, x| greatest.max(x.abs()));
    let errors = ours.iter().zip(expected).map(|(a, b)| (a - b).abs());
    errors.fold(0.0, f64::max) / greatest
}

#[test]
fn one_pass_is_the_response_to_straight_lines() {
    let table = response();
    let (times, samples) = (&table["time"], &table["recorded"]);
    for (filter, expected) in filters(&table) {
        let mut ours = samples.clone();
        smooth(&filter, Gaps::Hold, times, &mut ours).unwrap();
        let error = error(&ours, expected, samples);
        println!("{filter:?}: {error:.1e}");
        assert!(error < FILTER_RESPONSE.bar::<f64>(), "{filter:?}: {error}");
    }
}

#[test]
fn two_passes_are_those_of_the_digital_filter_of_straight_lines() {
    let table = zero_phase();
    let (times, samples) = (&table["time"], &table["recorded"]);
    let duration = times[times.len() - 1] - times[0];
    for (filter, expected) in filters(&table) {
        let mut ours = samples.clone();
        smooth_zero_phase(&filter, Gaps::Hold, times, &mut ours).unwrap();
        let error = error(&ours, expected, samples);
        // Both pad by the whole series at most and start in their own manner, which a slow filter remembers.
        let remembered = (-filter.slowest_decay_rate() * duration).exp();
        let bar = ZERO_PHASE.bar::<f64>() + 4.0 * remembered;
        println!("{filter:?}: {error:.1e}, remembered {remembered:.1e}");
        assert!(error < bar, "{filter:?}: {error} {bar}");
    }
}

#[test]
fn resonances_are_the_peaks_of_the_periodograms() {
    let table = periodogram();
    let (times, even, peaks) = (&table["time"], &table["even"], &table["peak"]);
    let search = ResonanceFinder::default();
    let found = search.run(even, times[1] - times[0]).unwrap();
    assert_eq!((found.len(), peaks.len(), table["strength"].len()), (3, 3, 3), "{found:?}");
    for ((tone, peak), strength) in found.iter().zip(peaks).zip(&table["strength"]) {
        let error = (tone.frequency / peak - 1.0).abs();
        let strength_error = (tone.strength / strength - 1.0).abs();
        println!("{peak} Hz: {error:.1e}, strength {strength_error:.1e}");
        assert!(error < PERIODOGRAM_PEAK.bar::<f64>(), "{tone:?} {peak}");
        assert!(strength_error < PERIODOGRAM_STRENGTH.bar::<f64>(), "{tone:?} {strength}");
    }
    let (times, uneven, lomb) = (&table["uneven_time"], &table["uneven"], &table["lomb_peak"]);
    let found = search.run_at_times(times, uneven).unwrap();
    assert_eq!((found.len(), lomb.len()), (3, 3), "{found:?}");
    let duration = times[times.len() - 1] - times[0];
    for (tone, peak) in found.iter().zip(lomb) {
        let error = (tone.frequency - peak).abs() * duration;
        println!("{peak} Hz, Lomb and Scargle: {error:.1e}/T");
        assert!(error < LOMB_PEAK.bar::<f64>(), "{tone:?} {peak}");
    }
}
