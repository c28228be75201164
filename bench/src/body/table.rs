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
                "  {:width$}  {:>9} {:>9} {:>9} {:>9} {:>12} {:>10}",
                "engine", "ratio", "of map", "error", "overshoot", "steady error", "ns/spring"
            );
        }
        let _ = writeln!(
            text,
            "  {:width$}  {:>9.4} {:>9} {:>8.2}% {:>9.4} {:>11.3}% {:>10.0}",
            row.engine,
            row.ratio_measured,
            row.ratio_of_map.map_or("-".into(), |ratio| format!("{ratio:.4}")),
            100.0 * (row.ratio_measured / row.ratio_set - 1.0),
            row.overshoot,
            100.0 * row.steady_error,
            row.ns_per_spring
        );
    }
    text
}

/// At worst over all steps and springs: how far each engine's damping ratio strays from the one set, and how far its
/// bodies rest from where their weight says.
pub(crate) fn bars(rows: &[Row]) -> String {
    let mut text =
        String::from("\nworst of all, 30 to 240 steps/s:      ratio      steady error\n");
    let mut engines: Vec<&str> = Vec::new();
    for row in rows {
        if !engines.contains(&row.engine) {
            engines.push(row.engine);
        }
    }
    for engine in engines {
        let worst = |miss: fn(&Row) -> f64| {
            let of_engine = rows.iter().filter(|row| row.engine == engine);
            // A path without a ratio, of one that explodes, counts as endless.
            of_engine.map(miss).fold(0.0, |most: f64, miss| {
                if miss.is_nan() { f64::INFINITY } else { most.max(miss) }
            })
        };
        let ratio = worst(|row| (row.ratio_measured / row.ratio_set - 1.0).abs());
        let steady = worst(|row| row.steady_error);
        let verdict = match engine {
            "sprung exact" if ratio < 0.02 && steady < 0.001 => " (bars 2 % and 0.1 %: held)",
            "sprung exact" => " (bars 2 % and 0.1 %: MISSED)",
            _ => "",
        };
        let _ = writeln!(
            text,
            "  {engine:28} {:>10.2} % {:>11.3} %{verdict}",
            100.0 * ratio,
            100.0 * steady
        );
    }
    text
}
