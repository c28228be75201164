//! The promises on filters.

use super::Row;
use crate::verdict::Verdicts;

pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    for recording in ["pointer", "ecg"] {
        for jitter in [0.1, 0.03, 0.01] {
            let lag = |engine: &str| lag_at(rows, recording, engine, jitter);
            for engine in ["EMA", "Butterworth", "1 €", "damper", "spring", "spring, track"] {
                verdicts.note(format!("{recording}: {jitter} {engine} {:.2} ms", lag(engine)));
            }
        }
    }
    verdicts
}

/// The least lag in milliseconds with which filters whose names begin so pass this part of the jitter: between the
/// settings along straight lines of logarithms.
fn lag_at(rows: &[Row], recording: &str, engine: &str, jitter: f64) -> f64 {
    let of = |row: &&Row| {
        row.recording == recording
            && (row.engine == engine || engine == "1 €" && row.engine.starts_with(engine))
    };
    let rows: Vec<&Row> = rows.iter().filter(of).collect();
    let mut least = f64::NAN;
    for pair in rows.windows(2).filter(|pair| pair[0].engine == pair[1].engine) {
        let [a, b] = [pair[0].measures, pair[1].measures];
        if (a.jitter - jitter) * (b.jitter - jitter) <= 0.0 {
            let part = (jitter / a.jitter).ln() / (b.jitter / a.jitter).ln();
            least = least.min(a.lag_ms + part * (b.lag_ms - a.lag_ms));
        }
    }
    least
}
