//! The promises on filters: lag and distortion at equal jitter.

use super::row::Row;
use crate::verdict::Verdicts;

/// The parts of the noise's jitter that filters are compared at: a little smoothing, and much.
const JITTERS: [f64; 2] = [0.1, 0.03];

/// The filters of one pass and those without lag, in the order of the notes.
const CAUSAL: [&str; 7] =
    ["EMA", "1 €", "Butterworth", "damper", "spring", "spring, ζ = 0.71", "spring, track"];
const BOTH_WAYS: [&str; 4] =
    ["Butterworth, filtfilt", "Savitzky-Golay", "zero phase", "zero phase, ζ = 0.71"];

pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    for recording in ["pointer", "ecg"] {
        for jitter in JITTERS {
            bars_at(rows, recording, jitter, &mut verdicts);
        }
    }
    verdicts
}

fn bars_at(rows: &[Row], recording: &str, jitter: f64, verdicts: &mut Verdicts) {
    let at = |engine: &str, measure: fn(&Row) -> f64| {
        at_jitter(rows, recording, engine, jitter, measure)
    };
    let lag = |engine: &str| at(engine, |row| row.measures.lag_ms);
    let distortion = |engine: &str| at(engine, |row| row.measures.distortion);
    verdicts.note(format!("{recording} at {} % of the noise's jitter", 100.0 * jitter));
    let named = |engines: &[&str], measure: &dyn Fn(&str) -> f64| {
        let each = engines.iter().map(|engine| format!("{engine} {:.2}", measure(engine)));
        each.collect::<Vec<_>>().join("; ")
    };
    verdicts.note(format!("lag, ms: {}", named(&CAUSAL, &lag)));
    verdicts.note(format!("distortion: {}", named(&BOTH_WAYS, &distortion)));
    for ours in ["damper", "spring"] {
        let ratio = lag(ours) / lag("EMA");
        verdicts.at_most(format!("lag of a {ours} over that of an EMA"), ratio, 0.9, "");
    }
    let [flat, zero_phase] = ["spring, ζ = 0.71", "zero phase, ζ = 0.71"];
    let ratio = lag(flat) / lag("Butterworth");
    verdicts.at_most("lag of a spring with ζ = 0.71 over Butterworth's", ratio, 1.25, "");
    verdicts.at_most("lag of a zero-phase spring", lag(zero_phase).abs(), 0.5, " ms");
    let ratio = distortion(zero_phase) / distortion("Savitzky-Golay");
    verdicts.at_most("distortion of a zero-phase spring over Savitzky-Golay's", ratio, 0.95, "");
    let more = distortion(zero_phase) - distortion("Butterworth, filtfilt");
    verdicts.at_most("distortion of a zero-phase spring over filtfilt's", more, 0.5, " units");
}

/// The least measure with which a filter (or the 1 € filter with any β) passes this part of the jitter: between its
/// settings, along straight lines over the logarithm of jitter.
fn at_jitter(
    rows: &[Row],
    recording: &str,
    engine: &str,
    jitter: f64,
    measure: fn(&Row) -> f64,
) -> f64 {
    let is_named = |row: &&Row| {
        row.recording == recording
            && (row.engine == engine || engine == "1 €" && row.engine.starts_with(engine))
    };
    let rows: Vec<&Row> = rows.iter().filter(is_named).collect();
    let mut least = f64::NAN;
    for pair in rows.windows(2).filter(|pair| pair[0].engine == pair[1].engine) {
        let [a, b] = [pair[0].measures.jitter, pair[1].measures.jitter];
        if (a - jitter) * (b - jitter) <= 0.0 {
            let part = if a == b { 0.0 } else { (jitter / a).ln() / (b / a).ln() };
            least = least.min(measure(pair[0]) + part * (measure(pair[1]) - measure(pair[0])));
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::super::measure::Measures;
    use super::*;

    #[test]
    fn a_measure_is_read_between_two_settings_of_the_better_variant() {
        let row = |engine: &str, lag_ms: f64, jitter: f64| Row {
            recording: "r",
            engine: engine.into(),
            from: String::new(),
            is_causal: true,
            time: 0.0,
            measures: Measures { lag_ms, jitter, noise: 0.0, distortion: 0.0 },
        };
        let rows = [
            row("1 € a", 10.0, 1.0),
            row("1 € a", 20.0, 0.01),
            row("1 € b", 1.0, 1.0),
            row("1 € b", 3.0, 0.01),
        ];
        let at = |engine: &str, jitter: f64| {
            at_jitter(&rows, "r", engine, jitter, |row| row.measures.lag_ms)
        };
        assert!((at("1 € a", 0.1) - 15.0).abs() < 1e-9 && (at("1 €", 0.1) - 2.0).abs() < 1e-9);
        assert!(at("1 €", 0.001).is_nan() && at("other", 0.1).is_nan());
    }
}
