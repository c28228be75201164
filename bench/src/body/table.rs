//! The rows for people, and the promise they are held against.

use std::fmt::Write;

use super::Row;

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
                "  {:width$}  {:>9} {:>9} {:>9} {:>12} {:>10}",
                "engine", "ratio", "error", "overshoot", "steady error", "ns/spring"
            );
        }
        let _ = writeln!(
            text,
            "  {:width$}  {:>9.4} {:>8.2}% {:>9.4} {:>11.2}% {:>10.0}",
            row.engine,
            row.ratio_measured,
            100.0 * (row.ratio_measured / row.ratio_set - 1.0),
            row.overshoot,
            100.0 * row.steady_error,
            row.ns_per_spring
        );
    }
    text
}

/// How far each engine's damping ratio strays from the one set, at worst over all steps and springs.
pub(crate) fn bars(rows: &[Row]) -> String {
    let mut text = String::from("\nworst error of the damping ratio, 30 to 240 steps/s:\n");
    let mut engines: Vec<&str> = Vec::new();
    for row in rows {
        if !engines.contains(&row.engine) {
            engines.push(row.engine);
        }
    }
    for engine in engines {
        let of_engine = rows.iter().filter(|row| row.engine == engine);
        let miss = |row: &Row| (row.ratio_measured / row.ratio_set - 1.0).abs();
        // A path without a ratio, of one that explodes, counts as endless.
        let worst = of_engine.map(miss).fold(0.0, |most: f64, miss| {
            if miss.is_nan() { f64::INFINITY } else { most.max(miss) }
        });
        let verdict = match engine {
            "sprung exact" if worst < 0.02 => " (bar 2 %: held)",
            "sprung exact" => " (bar 2 %: MISSED)",
            _ => "",
        };
        let _ = writeln!(text, "  {engine:28} {:.2} %{verdict}", 100.0 * worst);
    }
    text
}
