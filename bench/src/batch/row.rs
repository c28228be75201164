//! One measurement, and how rows are shown: a table for people, JSON for programs.

use serde::Serialize;

use crate::table;

/// The speed and the maximum error of one engine on one case.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    /// The area on the command line, such as `batch`.
    pub area: &'static str,
    /// The case, such as `shared/in-cache`.
    pub case: String,
    /// The engine.
    pub engine: String,
    /// The number of items that one call advances.
    pub n: usize,
    /// Nanoseconds per item, the mean of all runs.
    pub ns_per_item: f64,
    /// Nanoseconds per item, the 99th percentile of the runs.
    pub ns_99: f64,
    /// Nanoseconds per item, the fastest run.
    pub ns_best: f64,
    /// Bytes that the engine must read and write per nanosecond, where the case is about memory.
    pub gb_per_s: Option<f64>,
    /// Maximum absolute error over the natural scale of the case, against a better oracle.
    pub max_error: Option<f64>,
}

/// The rows as a table, one block per case and size.
pub(crate) fn table(rows: &[Row]) -> String {
    table::table(
        rows,
        |row| format!("{}/{}  n = {}", row.area, row.case, row.n),
        |row| &row.engine,
        &[
            ("ns/item", 13, |row| format!("{:.3}", row.ns_per_item)),
            ("99 %", 9, |row| format!("{:.3}", row.ns_99)),
            ("best", 9, |row| format!("{:.3}", row.ns_best)),
            ("GB/s", 9, |row| row.gb_per_s.map_or("-".into(), |x| format!("{x:.1}"))),
            ("max error", 11, |row| row.max_error.map_or("-".into(), |x| format!("{x:.2e}"))),
        ],
    )
}
