//! The table of COMPARE.md: of each scene the fastest budget within 1 %, of this library and of its rivals.

use std::fmt::Write;

use super::coupled::OURS_ONE_WAY;
use super::row::Row;

/// The stretch that is compared at.
const MAX_STRETCH: f64 = 0.01;

/// The table of rows on one thread for all scenes that are compared by the stretch of their edges, not by their contacts or
/// by another error. A scene without a budget within 1 % has the budget with the least stretch.
pub(crate) fn within(rows: &[Row]) -> String {
    let mut text = String::from(
        "| scene | engine × sub-steps | ms per step (99 %) | max % | mean % | peak % |\n|---|---|---|---|---|---|\n",
    );
    for of_case in rows.chunk_by(|a, b| a.case == b.case) {
        if of_case.iter().any(|row| row.overlap.is_some() || row.error.is_some()) {
            continue;
        }
        let mut case = of_case[0].case.as_str();
        for is_ours in [true, false] {
            let races = of_case.iter().filter(|row| {
                row.engine.starts_with("sprung") == is_ours && row.engine != OURS_ONE_WAY
            });
            let Some(row) = best(races.filter(|row| row.threads == 1)) else { continue };
            let Row { engine, substeps, ms_per_step, ms_99, .. } = row;
            let [max, mean, peak] = [row.stretch_max, row.stretch_mean, row.stretch_peak]
                .map(|part| short(100.0 * part));
            let (ms, ms_99) = (short(*ms_per_step), short(*ms_99));
            let _ = writeln!(
                text,
                "| {case} | {engine} ×{substeps} | {ms} ({ms_99}) | {max} | {mean} | {peak} |"
            );
            case = "";
        }
    }
    text
}

/// The fastest of the rows within 1 %, or else the row with the least stretch.
fn best<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Option<&'a Row> {
    let stretches = rows.filter(|row| row.stretch_max > 0.0);
    let within = stretches.clone().filter(|row| row.stretch_max <= MAX_STRETCH);
    let fastest = within.min_by(|a, b| a.ms_per_step.total_cmp(&b.ms_per_step));
    fastest.or_else(|| stretches.min_by(|a, b| a.stretch_max.total_cmp(&b.stretch_max)))
}

/// Three digits.
fn short(number: f64) -> String {
    let digits = (2.0 - number.abs().log10().floor()).clamp(0.0, 9.0);
    if number == 0.0 { String::from("0") } else { format!("{number:.0$}", digits as usize) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_within_one_percent_counts_or_the_one_that_leaves_least() {
        let row = |case: &str, engine: &str, ms_per_step: f64, stretch_max: f64| Row {
            case: case.to_owned(),
            engine: engine.to_owned(),
            threads: 1,
            substeps: 8,
            ms_per_step,
            ms_99: ms_per_step,
            stretch_max,
            ..Row::default()
        };
        let table = within(&[
            row("rope", "sprung", 1.0, 0.5),
            row("rope", "sprung", 3.0, 0.009),
            row("rope", "sprung, no lines", 2.0, 0.004),
            row("rope", "other", 2.0, 0.3),
            row("rope", "other", 1.0, 0.6),
            row("rope", OURS_ONE_WAY, 0.5, 0.001),
            row("bones", "sprung-bones", 1.0, 0.0),
            Row { overlap: Some(0.1), ..row("heap", "sprung", 1.0, 0.001) },
            Row { error: Some(0.1), ..row("balloon", "sprung", 1.0, 0.001) },
        ]);
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| rope | sprung, no lines ×8 | 2.00 (2.00) | 0.400 | 0 | 0 |",
                "|  | other ×8 | 2.00 (2.00) | 30.0 | 0 | 0 |",
            ]
        );
    }
}
