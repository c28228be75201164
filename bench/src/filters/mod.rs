//! Filters of recordings: SciPy's, the 1 € filter and this library's, lag against jitter.

mod bars;
mod measure;
mod one_euro;
mod python;
mod recordings;

use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use sprung::{Damper, Spring};
use sprung_signal::{Filter, Gaps, smooth, smooth_zero_phase};

pub(crate) use bars::bars;
use measure::{Measures, Recording};
use one_euro::one_euro;
use python::{Question, ask};

use crate::table::{self, Column};

/// The time constants of the filters, seconds: from less than a sample on, in equal ratios.
const TIMES: [f64; 2] = [0.002, 0.2];
const COUNT: usize = 21;
/// The factors of speed that the 1 € filter is tried with, hertz per unit and second; its result is the best of them.
const BETAS: [f64; 6] = [0.0, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2];

/// One filter with one setting on one recording.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) recording: &'static str,
    pub(crate) engine: String,
    /// The library or the paper that it is from.
    pub(crate) from: String,
    /// True if an output needs no later sample.
    pub(crate) is_causal: bool,
    /// The time constant, seconds.
    pub(crate) time: f64,
    #[serde(flatten)]
    pub(crate) measures: Measures,
}

/// Every filter over its settings, on each recording; SciPy by the Python that is given, or by one made for it.
pub(crate) fn rows(python: Option<&Path>) -> Result<Vec<Row>> {
    let python = python::python(python)?;
    let ratio = |at: usize| at as f64 / (COUNT - 1) as f64;
    let times: Vec<f64> =
        (0..COUNT).map(|at| TIMES[0] * (TIMES[1] / TIMES[0]).powf(ratio(at))).collect();
    let mut rows = Vec::new();
    for recording in [recordings::pointer(), recordings::heart()?] {
        let signals = [recording.truth.clone(), recording.noisy.clone()];
        let question = Question { rate: recording.rate, times: &times, signals: &signals };
        let answer = ask(&python, &question)?;
        let mut add = |engine: &str, from: &str, is_causal: bool, time: f64, measures: Measures| {
            let (engine, from) = (engine.to_owned(), from.to_owned());
            rows.push(Row { recording: recording.name, engine, from, is_causal, time, measures });
        };
        let scipy = format!("SciPy {}", answer.version);
        for (engine, outputs) in &answer.outputs {
            let is_causal = matches!(engine.as_str(), "EMA" | "Butterworth");
            for (time, outputs) in times.iter().zip(outputs) {
                add(engine, &scipy, is_causal, *time, recording.measure(&outputs[0], &outputs[1]));
            }
        }
        for beta in BETAS {
            for &time in &times {
                let filtered = |values: &[f64]| {
                    one_euro(values, recording.rate, 1.0 / (std::f64::consts::TAU * time), beta)
                };
                let measures =
                    recording.measure(&filtered(&recording.truth), &filtered(&recording.noisy));
                add(&format!("1 € filter, β = {beta}"), "Casiez 2012", true, time, measures);
            }
        }
        for &time in &times {
            for (engine, is_causal, filter) in ours(time)? {
                let filtered = |values: &[f64]| apply(&recording, values, &filter, is_causal);
                let measures =
                    recording.measure(&filtered(&recording.truth)?, &filtered(&recording.noisy)?);
                add(engine, "Sprung", is_causal, time, measures);
            }
        }
    }
    Ok(rows)
}

/// The springs of this library with a lag of `time` seconds in one pass: the settings of `sprung smooth`.
fn ours(time: f64) -> Result<[(&'static str, bool, Filter); 4]> {
    let critical = Spring::critical(2.0 / time)?;
    Ok([
        ("damper", true, Filter::Damper(Damper::from_rate(1.0 / time)?)),
        ("spring", true, Filter::Follow(critical)),
        ("spring, track", true, Filter::Track(critical)),
        ("spring, zero phase", false, Filter::Follow(critical)),
    ])
}

fn apply(
    recording: &Recording,
    values: &[f64],
    filter: &Filter,
    is_causal: bool,
) -> Result<Vec<f64>> {
    let times: Vec<f64> = (0..values.len()).map(|at| at as f64 / recording.rate).collect();
    let mut values = values.to_vec();
    match is_causal {
        true => smooth(filter, Gaps::Hold, &times, &mut values)?,
        false => smooth_zero_phase(filter, Gaps::Hold, &times, &mut values).map(drop)?,
    }
    Ok(values)
}

pub(crate) fn table(rows: &[Row]) -> String {
    const COLUMNS: &[Column<Row>] = &[
        ("time, ms", 9, |row| format!("{:.1}", 1e3 * row.time)),
        ("lag, ms", 9, |row| format!("{:.2}", row.measures.lag_ms)),
        ("jitter, %", 10, |row| format!("{:.3}", 100.0 * row.measures.jitter)),
        ("noise, %", 9, |row| format!("{:.1}", 100.0 * row.measures.noise)),
        ("distortion", 11, |row| format!("{:.3}", row.measures.distortion)),
        ("from", 14, |row| row.from.clone()),
    ];
    // Every fourth setting: the figure has them all.
    let shown = rows.iter().filter(|row| (row.time / TIMES[0]).log10().fract().min(0.5) < 0.02);
    let shown: Vec<&Row> = shown.collect();
    table::table(
        shown.iter().copied(),
        |row| format!("filters of {}", row.recording),
        |row| &row.engine,
        COLUMNS,
    )
}
