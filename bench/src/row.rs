//! One measurement, and how rows are shown: a table for people, JSON for programs.

use serde::Serialize;
use std::fmt::Write;

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
    let width = rows.iter().map(|row| row.engine.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut block = None;
    for row in rows {
        if block != Some((&row.case, row.n)) {
            block = Some((&row.case, row.n));
            let _ = writeln!(text, "\n{}/{}  n = {}", row.area, row.case, row.n);
            let _ = writeln!(
                text,
                "  {:width$}  {:>12} {:>9} {:>9} {:>9} {:>11}",
                "engine", "ns/item", "99 %", "best", "GB/s", "max error"
            );
        }
        let bandwidth = row.gb_per_s.map_or(String::from("-"), |x| format!("{x:.1}"));
        let error = row.max_error.map_or(String::from("-"), |x| format!("{x:.2e}"));
        let _ = writeln!(
            text,
            "  {:width$}  {:>12.3} {:>9.3} {:>9.3} {bandwidth:>9} {error:>11}",
            row.engine, row.ns_per_item, row.ns_99, row.ns_best
        );
    }
    text
}
