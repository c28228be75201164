//! The rows as a table, and the promise that is checked on them.

use super::Row;
use super::alone::Alone;
use super::bounce::{LANDING, QUANTITY as REBOUND};
use super::scene::Scene;
use crate::table;
use crate::verdict::Verdicts;

/// The engine that is promised to be exact.
const EXACT: &str = "sprung exact";

/// The engine whose energy must never grow.
const SAFE: &str = "sprung";

fn alone(rows: &[Row]) -> impl Iterator<Item = &Alone> + Clone {
    rows.iter().filter_map(|row| if let Row::Alone(row) = row { Some(row) } else { None })
}

fn scenes(rows: &[Row]) -> impl Iterator<Item = &Scene> + Clone {
    rows.iter().filter_map(|row| if let Row::Scene(row) = row { Some(row) } else { None })
}

/// One block per case and step.
pub(crate) fn table(rows: &[Row]) -> String {
    let alone = table::table(
        alone(rows),
        |row| format!("body/{}  {:.0} steps/s", row.case, 1.0 / row.dt),
        |row| row.engine,
        &[
            ("ratio", 10, |row| format!("{:.4}", row.ratio_measured)),
            ("of map", 9, |row| row.ratio_of_map.map_or("-".into(), |ratio| format!("{ratio:.4}"))),
            ("error", 9, |row| {
                format!("{:.2}%", 100.0 * (row.ratio_measured / row.ratio_set - 1.0))
            }),
            ("overshoot", 9, |row| format!("{:.4}", row.overshoot)),
            ("steady error", 12, |row| format!("{:.3}%", 100.0 * row.steady_error)),
            ("ns/spring", 10, |row| format!("{:.0}", row.cost.ns_per_spring)),
            ("99 %", 7, |row| format!("{:.0}", row.cost.ns_99)),
            ("best", 7, |row| format!("{:.0}", row.cost.ns_best)),
        ],
    );
    let scenes = table::table(
        scenes(rows),
        |row| {
            let Scene { case, dt, quantity, finding, .. } = row;
            format!("body/{case}  {:.0} steps/s  {quantity}: {:.4}", 1.0 / dt, finding.expected)
        },
        |row| row.engine,
        &[
            ("measured", 10, |row| format!("{:.4}", row.finding.measured)),
            ("error", 9, |row| {
                format!("{:.2}%", 100.0 * (row.finding.measured / row.finding.expected - 1.0))
            }),
            ("most energy", 12, |row| format!("{:.5}", row.finding.energy)),
            ("ns/spring", 10, |row| format!("{:.0}", row.cost.ns_per_spring)),
            ("99 %", 7, |row| format!("{:.0}", row.cost.ns_99)),
            ("best", 7, |row| format!("{:.0}", row.cost.ns_best)),
        ],
    );
    alone + &scenes
}

/// At worst over all steps and springs: the error of each engine's damping ratio, and of its rest position under gravity.
pub(crate) fn bars(rows: &[Row]) -> Verdicts {
    let mut verdicts = Verdicts::new();
    bars_alone(&alone(rows).collect::<Vec<_>>(), &mut verdicts);
    bars_of_scenes(&scenes(rows).collect::<Vec<_>>(), &mut verdicts);
    verdicts
}

/// Energy that grows by at most 1 %, and a rebound within 5 % and one frame of fall.
fn bars_of_scenes(rows: &[&Scene], verdicts: &mut Verdicts) {
    let mut done: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        if done.contains(&(row.case, row.engine)) {
            continue;
        }
        done.push((row.case, row.engine));
        let same =
            || rows.iter().filter(|other| (other.case, other.engine) == (row.case, row.engine));
        let energy =
            same().fold(f64::NEG_INFINITY, |max, row| max.max(100.0 * (row.finding.energy - 1.0)));
        let claim = format!("{} in {}", row.engine, row.case);
        if row.engine != SAFE {
            let error = same().fold(0.0, |max: f64, row| max.max(100.0 * row.error()));
            verdicts
                .note(format_args!("{claim}: off by {error:.1} %, energy gained {energy:.2} %"));
            continue;
        }
        verdicts.at_most(format!("{claim}: energy gained"), energy, 1.0, " %");
        for row in same().filter(|row| row.quantity == REBOUND) {
            let max = 100.0 * (0.05 + LANDING * row.dt / row.finding.expected);
            let claim = format!("{claim}: error of the height at {:.0}/s", 1.0 / row.dt);
            verdicts.at_most(claim, 100.0 * row.error(), max, " %");
        }
    }
}

fn bars_alone(rows: &[&Alone], verdicts: &mut Verdicts) {
    let mut engines: Vec<&str> = Vec::new();
    for row in rows {
        if !engines.contains(&row.engine) {
            engines.push(row.engine);
        }
    }
    for engine in engines {
        let max_error = |error: fn(&Alone) -> f64| {
            let of_engine = rows.iter().filter(|row| row.engine == engine);
            // A path without a ratio, of one that explodes, counts as infinite.
            of_engine.map(|row| error(row)).fold(0.0, |max: f64, error| {
                if error.is_nan() { f64::INFINITY } else { max.max(error) }
            })
        };
        let ratio = 100.0 * max_error(|row| (row.ratio_measured / row.ratio_set - 1.0).abs());
        let steady = 100.0 * max_error(|row| row.steady_error);
        if engine == EXACT {
            verdicts.at_most(format!("{engine}: error of the damping ratio"), ratio, 2.0, " %");
            verdicts.at_most(format!("{engine}: error at rest under gravity"), steady, 0.1, " %");
        } else {
            verdicts.note(format_args!(
                "{engine}: damping ratio off by {ratio:.2} %, rest position by {steady:.3} %"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::cost::Cost;
    use crate::body::scene::Finding;

    fn row(engine: &'static str, quantity: &'static str, measured: f64, energy: f64) -> Row {
        let finding = Finding { expected: 0.81, measured, energy };
        Row::Scene(Scene {
            area: "body",
            case: "case",
            engine,
            dt: 1.0 / 240.0,
            quantity,
            finding,
            cost: Cost::default(),
        })
    }

    #[test]
    fn only_the_default_engine_has_bars_on_energy_and_rebound() {
        let missed = |engine, measured, energy| {
            bars(&[row(engine, REBOUND, 0.81, 1.0), row(engine, REBOUND, measured, energy)]).missed
        };
        assert_eq!(missed(SAFE, 0.8, 1.005), 0);
        assert_eq!(missed(SAFE, 0.8, 1.02), 1);
        assert_eq!(missed(SAFE, 0.7, 1.0), 1);
        assert_eq!(missed(SAFE, f64::NAN, f64::INFINITY), 2);
        assert_eq!(missed("another", f64::NAN, f64::INFINITY), 0);
    }
}
