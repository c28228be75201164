//! Filters of recordings, measured: lag against jitter of those of SciPy, of the 1 € filter and of this library.

use anyhow::{Context, Result};
use serde_json::Value;
use sprung_figure::{Curve, Figure};

use crate::system::{Drawing, Words};

/// The output of `cargo run --release -p bench -- filters --json data/filters.json`.
const ROWS: &str = include_str!("../../data/filters.json");

/// The filters by their names in the rows, each with its color and whether it is dashed.
const CAUSAL: [(&str, usize, bool); 8] = [
    ("spring", 0, false),
    ("spring, ζ = 0.71", 5, false),
    ("spring, track", 0, true),
    ("damper", 4, false),
    ("EMA", 1, false),
    ("Butterworth", 2, false),
    ("1 € filter, β = 0.003", 3, false),
    ("1 € filter, β = 0.03", 3, true),
];
const BOTH_WAYS: [(&str, usize, bool); 4] = [
    ("zero phase", 0, false),
    ("zero phase, ζ = 0.71", 5, false),
    ("Butterworth, filtfilt", 2, false),
    ("Savitzky-Golay", 6, false),
];

pub(super) fn lag_against_jitter(_: &Words) -> Result<Drawing> {
    let rows: Vec<Value> = serde_json::from_str(ROWS).context("data/filters.json")?;
    let recordings = [
        ("pointer", "Pointer, 120 Hz", "pixels"),
        ("ecg", "Electrocardiogram, 360 Hz", "raw units"),
    ];
    let mut figures = Vec::new();
    for (recording, title, unit) in recordings {
        let lag = Figure::new(format!("{title}: in one pass"))
            .axes("lag, ms", "jitter, % of the noise's")
            .log_x()
            .log_y();
        figures.push(lag.curves(curves(&rows, recording, &CAUSAL, "lag_ms")));
        let distortion = Figure::new(format!("{title}: without lag"))
            .axes(format!("distortion, {unit}"), "jitter, % of the noise's")
            .log_x()
            .log_y();
        figures.push(distortion.curves(curves(&rows, recording, &BOTH_WAYS, "distortion")));
    }
    Ok(Drawing(figures.iter().map(Figure::inline_svg).collect()))
}

fn curves(
    rows: &[Value],
    recording: &str,
    filters: &[(&str, usize, bool)],
    measure: &str,
) -> impl Iterator<Item = Curve> {
    filters.iter().filter_map(move |&(filter, color, dashed)| {
        let points =
            Some(points(rows, recording, filter, measure)).filter(|points| !points.is_empty());
        let curve = Curve::new(filter, points?).color(color);
        Some(if dashed { curve.dashed() } else { curve })
    })
}

/// A measure and the jitter in percent of a filter's rows, in the order of its settings.
fn points(rows: &[Value], recording: &str, filter: &str, measure: &str) -> Vec<(f64, f64)> {
    let of = |row: &&Value| row["recording"] == recording && row["engine"] == filter;
    let mut rows: Vec<&Value> = rows.iter().filter(of).collect();
    rows.sort_by(|a, b| {
        a["time"].as_f64().unwrap_or(0.0).total_cmp(&b["time"].as_f64().unwrap_or(0.0))
    });
    let point = |row: &Value| Some((row[measure].as_f64()?, 100.0 * row["jitter"].as_f64()?));
    rows.into_iter().filter_map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_filter_shown_was_measured_on_both_recordings() {
        let rows: Vec<Value> = serde_json::from_str(ROWS).unwrap();
        for recording in ["pointer", "ecg"] {
            for (filters, measure) in [(&CAUSAL[..], "lag_ms"), (&BOTH_WAYS[..], "distortion")] {
                for (filter, ..) in filters {
                    let points = points(&rows, recording, filter, measure);
                    assert!(points.len() > 15, "{recording}: {filter}");
                    assert!(points.iter().all(|(_, jitter)| *jitter > 0.0), "{filter}");
                }
            }
        }
    }
}
