//! The rows for people, and the promise they are held against.

use std::fmt::Write;

use super::Row;
use crate::verdict::Verdicts;

/// The engine that is promised to be exact.
const EXACT: &str = "sprung exact";

/// One block per case and step.
pub(crate) fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| row.engine.len()).max().unwrap_or(0);
    let (mut text, mut block) = (String::new(), None);
    for row in rows {
        if block != Some((&row.case, row.dt.to_bits())) {
            block = Some((&row.case, row.dt.to_bits()));
            let _ = writeln!(text, "\nbody/{}  {:.0} steps/s", row.case, 1.0 / row.dt);
            let _ = writeln!(
                text,
                "  {:width$}  {:>9} {:>9} {:>9} {:>9} {:>12} {:>10} {:>7} {:>7}",
                "engine",
                "ratio",
                "of map",
                "error",
                "overshoot",
                "steady error",
                "ns/spring",
                "99 %",
                "best"
            );
        }
        let _ = writeln!(
            text,
            "  {:width$}  {:>9.4} {:>9} {:>8.2}% {:>9.4} {:>11.3}% {:>10.0} {:>7.0} {:>7.0}",
            row.engine,
            row.ratio_measured,
            row.ratio_of_map.map_or("-".into(), |ratio| format!("{ratio:.4}")),
            100.0 * (row.ratio_measured / row.ratio_set - 1.0),
            row.overshoot,
            100.0 * row.steady_error,
            row.ns_per_spring,
            row.ns_99,
            row.ns_best
        );
    }
    text
}

/// At worst over all steps and springs: the error of each engine's damping ratio, and of its rest position under gravity.
pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    let mut engines: Vec<&str> = Vec::new();
    for row in rows {
        if !engines.contains(&row.engine) {
            engines.push(row.engine);
        }
    }
    for engine in engines {
        let worst = |miss: fn(&Row) -> f64| {
            let of_engine = rows.iter().filter(|row| row.engine == engine);
            // A path without a ratio, of one that explodes, counts as infinite.
            of_engine.map(miss).fold(0.0, |most: f64, miss| {
                if miss.is_nan() { f64::INFINITY } else { most.max(miss) }
            })
        };
        let ratio = 100.0 * worst(|row| (row.ratio_measured / row.ratio_set - 1.0).abs());
        let steady = 100.0 * worst(|row| row.steady_error);
        if engine == EXACT {
            verdicts.at_most(format!("{engine}: error of the damping ratio"), ratio, 2.0, " %");
            verdicts.at_most(format!("{engine}: error at rest under gravity"), steady, 0.1, " %");
        } else {
            verdicts.note(format_args!(
                "{engine}: damping ratio off by {ratio:.2} %, rest position by {steady:.3} %"
            ));
        }
    }
    verdicts
}
