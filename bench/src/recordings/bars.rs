//! The promises on files of recordings, and the rows as a table.

use super::Row;
use crate::table;
use crate::verdict::Verdicts;

/// Times faster than pandas, on two cores.
const FASTER: f64 = 3.0;
/// Megabytes.
const MEMORY: f64 = 200.0;
/// Both round in double precision; pandas reads numbers to about one unit in the last place.
const DIFFERENCE: f64 = 1e-12;

impl Row {
    fn megabytes_per_second(&self) -> f64 {
        self.megabytes / self.seconds
    }
}

/// The promises and what this run measured.
pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    if let [pandas, ours] = rows {
        let faster = ours.megabytes_per_second() / pandas.megabytes_per_second();
        verdicts.at_least("times faster than pandas", faster, FASTER, " ×");
        verdicts.at_most("memory of the program", ours.memory, MEMORY, " MB");
        verdicts.at_most(
            format!("{DIFFERENCE:.0e} of the largest value apart from pandas"),
            ours.max_difference / DIFFERENCE,
            1.0,
            "",
        );
    }
    verdicts
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
