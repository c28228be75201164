//! The promises on the speed and stretch of networks, checked against the rows of this run.

use super::cases::{ATTACHED, GENERAL, OURS, RAPIER, RAPIER_ONCE};
use super::coupled;
use super::row::Row;
use super::touching;
use crate::verdict::Verdicts;

/// The promises and what this run measured; times are means over all steps.
pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    let ratio = |row: Option<&Row>, rival: Option<&Row>| match (row, rival) {
        (Some(row), Some(rival)) => rival.ms_per_step / row.ms_per_step,
        _ => f64::NAN,
    };

    // The stretch that rapier3d's 32 sub-steps leave, and its fastest setting that leaves no more.
    let once = one(rows, "net 32", RAPIER_ONCE, 32);
    let (max, mean) = once.map_or((f64::NAN, f64::NAN), |row| (row.stretch_max, row.stretch_mean));
    let rapiers =
        [RAPIER, RAPIER_ONCE].map(|e| fastest(rows, "net 32", e, 1.01 * max, 1.01 * mean));
    let fastest_rapier =
        rapiers.into_iter().flatten().min_by(|a, b| a.ms_per_step.total_cmp(&b.ms_per_step));
    for (engine, name, required) in [(OURS, "by lines", 30.0), (GENERAL, "no lines", 7.0)] {
        let row = fastest(rows, "net 32", engine, max, mean);
        verdicts.at_least(
            format!("net 32, {name}: times faster than rapier3d's 32 sub-steps at no more stretch"),
            ratio(row, once),
            required,
            " ×",
        );
        verdicts.note(format_args!(
            "{:9.3} ×  over rapier3d's fastest setting at that stretch (not promised)",
            ratio(row, fastest_rapier)
        ));
    }
    let stiff = fastest(rows, "net 64", OURS, 0.01, 0.0001);
    verdicts.at_least(
        "net 64 below 1 % max and 0.01 % mean: times faster than rapier3d's 32 sub-steps",
        ratio(stiff, one(rows, "net 64", RAPIER_ONCE, 32)),
        15.0,
        " ×",
    );
    let irregular = |threads: usize| {
        let found =
            |row: &&Row| row.case == "irregular 128" && row.engine == OURS && row.substeps == 32;
        rows.iter().filter(found).find(|row| row.threads == threads)
    };
    let stretch = irregular(1).map_or(f64::NAN, |row| 100.0 * row.stretch_max);
    // Each sub-step visits every spring twice: its length, then its rate.
    verdicts.at_least(
        format!("irregular 128, one thread, at {stretch:.0} % stretch: spring solves per second"),
        irregular(1).map_or(f64::NAN, |row| 2.0 * row.springs_per_s / 1e6),
        300.0,
        " M",
    );
    let threads = ratio(irregular(2), irregular(1));
    verdicts.at_least("irregular 128: two threads over one", threads, 1.7, " ×");

    for (claim, case, max, mean, required) in [
        ("net 64 below 1 % max and 0.01 % mean", "net 64", 0.01, 0.0001, 0.8),
        ("net 128 below 10 % max and 0.05 % mean", "net 128", 0.1, 0.0005, 5.0),
        ("rope 60, 1000 : 1, below 0.01 %", "rope 60, 1000 : 1", 1e-4, 1e-4, 0.03),
        ("50 of these ropes below 0.01 %", "50 ropes 60, 1000 : 1", 1e-4, 1e-4, 0.5),
        ("jelly 12 below 0.5 % max", "jelly 12", 0.005, f64::INFINITY, 1.0),
    ] {
        let row = fastest(rows, case, OURS, max, mean);
        verdicts.at_most(claim, row.map_or(f64::NAN, |row| row.ms_per_step), required, " ms");
    }
    for (claim, case, engine, peak, required) in [
        ("shrub 1000 : 1 below 0.03 % in its fall", "shrub of 9 forks, 1000 : 1", OURS, 3e-4, 0.15),
        ("irregular 128 below 1 %, 6 % in its fall", "irregular 128", ATTACHED, 0.06, 8.0),
    ] {
        let within = |row: &&Row| {
            let is_case = row.case == case && row.engine == engine && row.threads == 1;
            is_case && row.stretch_max <= 0.01 && row.stretch_peak <= peak
        };
        let rows = rows.iter().filter(within);
        let row = rows.min_by(|a, b| a.ms_per_step.total_cmp(&b.ms_per_step));
        verdicts.at_most(claim, row.map_or(f64::NAN, |row| row.ms_per_step), required, " ms");
    }
    for case in ["crate on cloth 32", "balloon 1986"] {
        let at_16 = |name: &str| {
            let mut rows = rows.iter().filter(|row| row.case == case && row.substeps == 16);
            rows.find(|row| row.engine.starts_with(name))
        };
        let (ours, rapier) = (at_16(OURS), at_16("rapier3d"));
        let part = |of: fn(&Row) -> f64| [ours, rapier].map(|row| 100.0 * row.map_or(f64::NAN, of));
        let (stretch, error) = (part(|row| row.stretch_max), part(|row| row.error.unwrap_or(0.0)));
        verdicts.note(format_args!(
            "{:9.3} ×  over rapier3d at 16 sub-steps, stretch {:.1} and {:.1} %, volume {:.3} and {:.3} %: {case} (not promised)",
            ratio(ours, rapier),
            stretch[0], stretch[1], error[0], error[1]
        ));
    }
    for substeps in [8, 16, 32] {
        let of = |engine| one(rows, "crate on cloth 32", engine, substeps);
        verdicts.at_most(
            format!(
                "crate on cloth at {substeps} sub-steps: time over that with a crate that is fixed"
            ),
            ratio(of(coupled::OURS_ONE_WAY), of(coupled::OURS)),
            1.2,
            " ×",
        );
    }
    let mut contacts = |case: &str, substeps, required| {
        let of = |engine| one(rows, case, engine, substeps);
        verdicts.at_most(
            format!("{case} at {substeps} sub-steps: time with contacts over that without"),
            ratio(of(touching::OURS_THROUGH), of(touching::OURS)),
            required,
            " ×",
        );
    };
    contacts("rope heap 400", 8, 2.2);
    contacts("folded sheet 64", 8, 4.5);
    contacts("folded sheet 64", 32, 2.0);
    let long = "folded sheet 64, 10000 steps";
    // A long race.
    if rows.iter().any(|row| row.case == long) {
        [8, 16, 32].into_iter().for_each(|substeps| contacts(long, substeps, 2.0));
    }
    for case in ["rope heap 400", "folded sheet 64"] {
        let of = |engine| one(rows, case, engine, 8);
        verdicts.at_least(
            format!("{case}: times faster than rapier3d with contacts"),
            ratio(of(touching::OURS), of(touching::RAPIER)),
            7.0,
            " ×",
        );
    }
    for case in SURFACES {
        let at_one_percent = |ours: bool| {
            let of = |row: &&Row| {
                row.case == case && row.stretch_max <= 0.01 && row.engine.starts_with(OURS) == ours
            };
            rows.iter().filter(of).min_by(|a, b| a.ms_per_step.total_cmp(&b.ms_per_step))
        };
        let (row, rival) = (at_one_percent(true), at_one_percent(false));
        verdicts.note(format_args!(
            "{:9.3} ×  over the fastest rival at 1 % max, in {:.3} ms: {case} (not promised)",
            ratio(row, rival),
            row.map_or(f64::NAN, |row| row.ms_per_step)
        ));
    }
    verdicts
}

/// Cases of large surfaces.
const SURFACES: [&str; 6] = [
    "irregular 64",
    "irregular 128",
    "irregular 256",
    "irregular 64, one corner",
    "irregular 128, one corner",
    "irregular 128 over a ball",
];

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
        let verdicts = bars(&[]);
        assert!(verdicts.missed > 0 && !verdicts.text.contains("holds"), "{}", verdicts.text);
    }
}
