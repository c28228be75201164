//! One measurement: the speed and stretch of one engine on one scene with one budget.

use serde::Serialize;

use crate::table;

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
    /// The deepest overlap of the network with itself at the end, 1 is the thickness.
    pub overlap: Option<f64>,
    /// The number of sides that cross a triangle at the end.
    pub crossed: Option<usize>,
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
    table::table(
        rows,
        |row| format!("network/{}  n = {}", row.case, row.n),
        |row| &row.engine,
        &[
            ("threads", 7, |row| row.threads.to_string()),
            ("substeps", 8, |row| row.substeps.to_string()),
            ("ms/step", 9, |row| format!("{:.4}", row.ms_per_step)),
            ("99 %", 9, |row| format!("{:.4}", row.ms_99)),
            ("best", 9, |row| format!("{:.4}", row.ms_best)),
            ("M spr/s", 8, |row| format!("{:.1}", row.springs_per_s / 1e6)),
            ("max %", 10, |row| format!("{:.4}", 100.0 * row.stretch_max)),
            ("mean %", 10, |row| format!("{:.5}", 100.0 * row.stretch_mean)),
            ("peak %", 10, |row| format!("{:.3}", 100.0 * row.stretch_peak)),
            ("deep %", 7, |row| row.overlap.map_or(String::new(), |o| format!("{:.1}", 100.0 * o))),
            ("cross", 6, |row| row.crossed.map_or(String::new(), |n| n.to_string())),
            ("energy", 7, |row| format!("{:.2}", row.energy_drift)),
        ],
    )
}
