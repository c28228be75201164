//! One measurement: the speed and stretch of one engine on one scene with one budget.

use serde::Serialize;
use std::fmt::Write;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// The area on the command line.
    pub area: &'static str,
    /// The scene.
    pub case: String,
    /// The engine.
    pub engine: String,
    /// The number of particles.
    pub n: usize,
    /// The number of threads available to the engine.
    pub threads: usize,
    /// Sub-steps per step of 1/60 s.
    pub substeps: usize,
    /// Milliseconds per step, the mean of all steps of the fastest race.
    pub ms_per_step: f64,
    /// Milliseconds, the 99th percentile of the steps of that race.
    pub ms_99: f64,
    /// Milliseconds, the fastest step of that race.
    pub ms_best: f64,
    /// Springs times sub-steps per second.
    pub springs_per_s: f64,
    /// Maximum stretch in the last second, 1 is 100 %.
    pub stretch_max: f64,
    /// Mean stretch in the last second.
    pub stretch_mean: f64,
    /// Maximum stretch of the whole run.
    pub stretch_peak: f64,
    /// Energy gained over weight times size; below 0 is lost.
    pub energy_drift: f64,
}

impl Row {
    /// Replaces this row by that of a repeated race if it was faster. All else is the same in every race.
    pub(crate) fn keep_faster(&mut self, again: Self) {
        if again.ms_per_step < self.ms_per_step {
            *self = again;
        }
    }
}

/// The rows as a table, one block per scene.
pub(crate) fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.engine.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut block = None;
    for row in rows {
        if block != Some(&row.case) {
            block = Some(&row.case);
            let _ = writeln!(text, "\nnetwork/{}  n = {}", row.case, row.n);
            let _ = writeln!(
                text,
                "  {:width$} {:>7} {:>8} {:>9} {:>9} {:>9} {:>8} {:>10} {:>10} {:>10} {:>7}",
                "engine",
                "threads",
                "substeps",
                "ms/step",
                "99 %",
                "best",
                "M spr/s",
                "max %",
                "mean %",
                "peak %",
                "energy"
            );
        }
        let _ = writeln!(
            text,
            "  {:width$} {:>7} {:>8} {:>9.4} {:>9.4} {:>9.4} {:>8.1} {:>10.4} {:>10.5} {:>10.3} {:>7.2}",
            row.engine,
            row.threads,
            row.substeps,
            row.ms_per_step,
            row.ms_99,
            row.ms_best,
            row.springs_per_s / 1e6,
            100.0 * row.stretch_max,
            100.0 * row.stretch_mean,
            100.0 * row.stretch_peak,
            row.energy_drift
        );
    }
    text
}
