//! The promises on files of recordings.

use super::row::Row;
use crate::verdict::Verdicts;

/// Times faster than pandas, on two cores.
const FASTER: f64 = 3.0;
/// Megabytes.
const MEMORY: f64 = 200.0;
/// Pandas counts rows and the program takes the times, which at 5000 s are rounded to 1e-12 s: to 1e-9 of a step.
const DIFFERENCE: f64 = 1e-10;

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
