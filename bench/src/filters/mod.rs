//! Filters of recordings: SciPy's, the 1 € filter and this library's, lag against jitter.

mod bars;
mod measure;
mod one_euro;
mod python;
mod recordings;
mod row;

use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::path::Path;

use anyhow::Result;
use sprung::{Damper, Spring};
use sprung_signal::{Filter, Gaps, smooth, smooth_zero_phase};

pub(crate) use bars::bars;
use measure::{Measures, Recording};
use one_euro::one_euro;
use python::{Question, ask};
use row::Row;

use crate::table::{self, Column};

/// The shortest time constant of a filter, seconds: less than a sample. The longest is the recording's, in equal ratios.
const SHORTEST: f64 = 0.002;
const COUNT: usize = 21;
/// The 1 € filter is tried with time constants so many times longer.
const LONGER: f64 = 8.0;
/// The factors of speed that the 1 € filter is tried with, hertz per unit and second; its result is the best of them.
const BETAS: [f64; 6] = [0.0, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2];

/// Every filter over its settings, on each recording; SciPy by the Python that is given, or by one made for it.
pub(crate) fn rows(python: Option<&Path>) -> Result<Vec<Row>> {
    let python = crate::python::python(python)?;
    let mut rows = Vec::new();
    for recording in [recordings::pointer(), recordings::heart()?] {
        let times = times_to(recording.longest);
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
        // Where it is to open with speed it may be nearly closed at rest.
        let slow = times_to(LONGER * recording.longest);
        for beta in BETAS {
            for &time in &slow {
                let filtered =
                    |values: &[f64]| one_euro(values, recording.rate, 1.0 / (TAU * time), beta);
                let clean = filtered(&recording.truth);
                let measures = recording.measure(&clean, &filtered(&recording.noisy));
                add(&format!("1 € filter, β = {beta}"), "Casiez 2012", true, time, measures);
            }
        }
        for (at, (engine, is_causal, _)) in ours(SHORTEST)?.into_iter().enumerate() {
            for &time in &times {
                let (_, _, filter) = ours(time)?[at];
                let filtered = |values: &[f64]| apply(&recording, values, &filter, is_causal);
                let clean = filtered(&recording.truth)?;
                let measures = recording.measure(&clean, &filtered(&recording.noisy)?);
                add(engine, "Sprung", is_causal, time, measures);
            }
        }
    }
    Ok(rows)
}

/// Time constants in equal ratios.
fn times_to(longest: f64) -> Vec<f64> {
    let part = |at: usize| at as f64 / (COUNT - 1) as f64;
    (0..COUNT).map(|at| SHORTEST * (longest / SHORTEST).powf(part(at))).collect()
}

/// The springs of this library with a lag of `time` seconds in one pass: the settings of `sprung smooth`.
fn ours(time: f64) -> Result<[(&'static str, bool, Filter); 6]> {
    // The lag of a spring is 2ζ/ω.
    let critical = Spring::critical(2.0 / time)?;
    let flat = Spring::new(2.0 * FRAC_1_SQRT_2 / time, FRAC_1_SQRT_2)?;
    Ok([
        ("damper", true, Filter::Damper(Damper::from_rate(1.0 / time)?)),
        ("spring", true, Filter::Follow(critical)),
        ("spring, ζ = 0.71", true, Filter::Follow(flat)),
        ("spring, track", true, Filter::Track(critical)),
        ("zero phase", false, Filter::Follow(critical)),
        ("zero phase, ζ = 0.71", false, Filter::Follow(flat)),
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
    // Every fifth setting: the figure has them all.
    let shown: Vec<&Row> = rows.chunks(COUNT).flat_map(|rows| rows.iter().step_by(5)).collect();
    table::table(
        shown.iter().copied(),
        |row| format!("filters of {}", row.recording),
        |row| &row.engine,
        COLUMNS,
    )
}
