//! One measurement, and the rows as a table.

use serde::Serialize;

use crate::table;

/// One engine on one file.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// `recordings`.
    pub(super) area: &'static str,
    /// The engine and its version.
    pub(super) engine: String,
    /// The size of the recording in megabytes.
    pub(super) megabytes: f64,
    /// Seconds from start to end, the fastest run.
    pub(super) seconds: f64,
    /// The most memory of any run, in megabytes.
    pub(super) memory: f64,
    /// The largest distance of its values from those of the other engine, as part of the largest value.
    pub(super) max_difference: f64,
}

impl Row {
    pub(super) fn megabytes_per_second(&self) -> f64 {
        self.megabytes / self.seconds
    }
}

/// The rows as a table.
pub(crate) fn table(rows: &[Row]) -> String {
    table::table(
        rows,
        |row| format!("{}  {:.0} MB", row.area, row.megabytes),
        |row| &row.engine,
        &[
            ("seconds", 10, |row| format!("{:.2}", row.seconds)),
            ("MB/s", 9, |row| format!("{:.1}", row.megabytes_per_second())),
            ("memory, MB", 12, |row| format!("{:.0}", row.memory)),
            ("difference", 11, |row| format!("{:.1e}", row.max_difference)),
        ],
    )
}
