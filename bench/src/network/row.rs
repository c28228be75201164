//! One measurement: the speed and stretch of one engine on one scene with one budget.

use serde::Serialize;

use crate::table;
use crate::timing::Times;

#[derive(Clone, Debug, Default, Serialize)]
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
    /// Milliseconds per step: each step counts with its fastest race.
    #[serde(skip)]
    pub milliseconds: Vec<f64>,
    /// Their mean.
    pub ms_per_step: f64,
    /// Their 99th percentile.
    pub ms_99: f64,
    /// The fastest step.
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
    /// The error of the case: of a ball the largest change of its volume in the last second, 1 is the volume; of spring
    /// bones the distance from where they are at 240 frames a second, 1 is the length of a bone.
    pub error: Option<f64>,
    /// Energy gained over weight times size; below 0 is lost.
    pub energy_drift: f64,
}

impl Row {
    /// A row whose times are sums already, of one step on one thread.
    pub(super) fn of_another_area() -> Self {
        Row { area: "network", threads: 1, substeps: 1, ..Row::default() }
    }

    /// Takes the steps of a repeated race that were faster. All else is the same in every race.
    pub(crate) fn keep_faster(&mut self, again: &Self) {
        for (step, again) in self.milliseconds.iter_mut().zip(&again.milliseconds) {
            *step = step.min(*again);
        }
        self.sum_up();
    }

    /// Computes what follows from the times of the steps.
    pub(crate) fn sum_up(&mut self) {
        let before = self.ms_per_step;
        let times = Times::of(self.milliseconds.clone());
        (self.ms_per_step, self.ms_99, self.ms_best) = (times.mean, times.p99, times.best);
        self.springs_per_s *= before / self.ms_per_step;
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
            ("error %", 7, |row| row.error.map_or(String::new(), |e| format!("{:.3}", 100.0 * e))),
            ("energy", 7, |row| format!("{:.2}", row.energy_drift)),
        ],
    )
}
