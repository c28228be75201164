//! What was promised of networks, held against the rows of this run.

use std::fmt::Write;

use super::cases::{GENERAL, OURS, RAPIER, RAPIER_ONCE};
use super::row::Row;

/// Each promise on a line: whether it holds, what was measured, what was wanted.
pub(crate) fn bars(rows: &[Row]) -> String {
    let mut text = String::from("\nbars\n");
    let mut at_least = |claim: &str, measured: f64, wanted: f64, unit: &str| {
        let verdict = if measured >= wanted { "holds" } else { "MISSED" };
        let _ = writeln!(text, "  {verdict:6}  {measured:8.2} >= {wanted:6.2}{unit}  {claim}");
    };
    let against = |row: Option<&Row>, rival: Option<&Row>| match (row, rival) {
        (Some(row), Some(rival)) => rival.ms_per_step / row.ms_per_step,
        _ => f64::NAN,
    };

    // What rapier3d's 32 sub-steps leave, and how fast it gets there: by them, or in any way it has.
    let once = one(rows, "net 32", RAPIER_ONCE, 32);
    let (max, mean) = once.map_or((f64::NAN, f64::NAN), |row| (row.stretch_max, row.stretch_mean));
    let ways = [RAPIER, RAPIER_ONCE].map(|e| fastest(rows, "net 32", e, 1.01 * max, 1.01 * mean));
    let quick = ways.into_iter().flatten().min_by(|a, b| a.ms_per_step.total_cmp(&b.ms_per_step));
    let whole = fastest(rows, "net 32", OURS, max, mean);
    let single = fastest(rows, "net 32", GENERAL, max, mean);
    at_least(
        "net 32: times faster than rapier3d's 32 sub-steps at no more stretch",
        against(whole, once),
        30.0,
        " ×",
    );
    at_least("net 32, every spring by itself: the same", against(single, once), 7.0, " ×");
    let held = fastest(rows, "net 64", OURS, 0.01, 0.0001);
    at_least(
        "net 64 below 1 % max and 0.01 % mean: times faster than rapier3d's 32 sub-steps",
        against(held, one(rows, "net 64", RAPIER_ONCE, 32)),
        15.0,
        " ×",
    );
    let irregular = |threads: usize| {
        let found = |row: &&Row| row.case == "irregular 128" && row.engine == OURS;
        rows.iter().filter(found).find(|row| row.threads == threads)
    };
    // Each sub-step visits every spring twice: its length, then its rate.
    at_least(
        "irregular 128 on one thread: millions of spring solves per second",
        irregular(1).map_or(f64::NAN, |row| 2.0 * row.springs_per_s / 1e6),
        300.0,
        " M",
    );
    at_least("irregular 128: two threads over one", against(irregular(2), irregular(1)), 1.7, " ×");
    let quicker = "over rapier3d's fastest way there, of all its settings here (not promised)";
    for (who, row) in [("net 32", whole), ("net 32, every spring by itself", single)] {
        let _ = writeln!(text, "          {:8.2}            {who}: {quicker}", against(row, quick));
    }

    let mut at_most = |claim: &str, row: Option<&Row>, wanted: f64| {
        let measured = row.map_or(f64::NAN, |row| row.ms_per_step);
        let verdict = if measured <= wanted { "holds" } else { "MISSED" };
        let _ = writeln!(text, "  {verdict:6}  {measured:8.4} <= {wanted:6.2} ms  {claim}");
    };
    at_most("net 64 below 1 % max and 0.01 % mean", held, 0.8);
    let large = fastest(rows, "net 128", OURS, 0.1, 0.0005);
    at_most("net 128 below 10 % max and 0.05 % mean", large, 5.0);
    let rope = fastest(rows, "rope 60, 1000 : 1", OURS, 1e-4, 1e-4);
    at_most("rope 60, 1000 : 1, below 0.01 %", rope, 0.03);
    let ropes = fastest(rows, "50 ropes 60, 1000 : 1", OURS, 1e-4, 1e-4);
    at_most("50 of these ropes below 0.01 %", ropes, 0.5);
    at_most("jelly 12 below 0.5 % max", fastest(rows, "jelly 12", OURS, 0.005, f64::INFINITY), 1.0);
    text
}

fn one<'a>(rows: &'a [Row], case: &str, engine: &str, substeps: usize) -> Option<&'a Row> {
    rows.iter().find(|row| row.case == case && row.engine == engine && row.substeps == substeps)
}

/// The fastest row of an engine that stretches no more than allowed.
fn fastest<'a>(rows: &'a [Row], case: &str, engine: &str, max: f64, mean: f64) -> Option<&'a Row> {
    let allowed = |row: &&Row| {
        row.case == case
            && row.engine == engine
            && row.stretch_max <= max
            && row.stretch_mean <= mean
    };
    rows.iter().filter(allowed).min_by(|a, b| a.ms_per_step.total_cmp(&b.ms_per_step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_whose_race_was_not_run_is_missed() {
        let text = bars(&[]);
        assert!(text.contains("MISSED") && !text.contains("holds"), "{text}");
    }
}
