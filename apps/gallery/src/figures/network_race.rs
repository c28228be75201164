//! Stretch against time, measured: every engine of the benchmark over its budgets.

use anyhow::{Context, Result};
use serde_json::Value;
use sprung_figure::{Curve, Figure};

use crate::system::{Drawing, Words};

/// Machine and date in the caption are those of this file: change both together.
/// The output of `cargo run --release -p bench -- network --json data/networks.json`.
const ROWS: &str = include_str!("../../data/networks.json");

/// The engines by their names in the rows, each with its color and whether it is dashed.
const ENGINES: [(&str, usize, bool); 9] = [
    ("sprung", 0, false),
    ("sprung, no lines", 0, true),
    ("Nissen 1/(n+1)", 1, false),
    ("Nissen mass splitting", 2, false),
    ("plain projection", 3, false),
    ("rapier3d soft body", 4, false),
    ("rapier3d stiff soft body", 5, false),
    ("rapier3d stiff, one iteration", 6, false),
    ("rapier3d rope joints", 7, false),
];

pub(super) fn stretch_against_time(_: &Words) -> Result<Drawing> {
    let rows: Vec<Value> = serde_json::from_str(ROWS).context("data/networks.json")?;
    let scenes = [
        ("net 32", "Net of 32 × 32 on two corners"),
        ("net 64", "Net of 64 × 64 on two corners"),
        ("rope 60, 1000 : 1", "Rope of 60 springs, end mass 1000 : 1"),
    ];
    let figures = scenes.map(|(case, title)| {
        let figure = Figure::new(title).axes("ms per step", "maximum stretch, %").log_x().log_y();
        figure.curves(ENGINES.iter().filter_map(|&(engine, color, dashed)| {
            let points = Some(points(&rows, case, engine)).filter(|points| !points.is_empty());
            let curve = Curve::new(engine, points?).color(color).marked();
            Some(if dashed { curve.dashed() } else { curve })
        }))
    });
    Ok(Drawing(figures.map(|figure| figure.inline_svg()).into()))
}

/// Milliseconds and percent of an engine's rows on one thread, in the order of its budgets.
fn points(rows: &[Value], case: &str, engine: &str) -> Vec<(f64, f64)> {
    let wanted = |row: &&Value| {
        row["case"] == case && row["engine"] == engine && row["threads"].as_u64() == Some(1)
    };
    let mut rows: Vec<&Value> = rows.iter().filter(wanted).collect();
    rows.sort_by_key(|row| row["substeps"].as_u64());
    let point = |row: &Value| Some((row["ms_per_step"].as_f64()?, row["stretch_max"].as_f64()?));
    let points = rows.into_iter().filter_map(point);
    points.map(|(time, stretch)| (time, 100.0 * stretch)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Value> {
        serde_json::from_str(ROWS).unwrap()
    }

    #[test]
    fn every_engine_of_the_scenes_shown_has_its_curve() {
        for row in rows() {
            let shown = ["net 32", "net 64", "rope 60, 1000 : 1"].iter().any(|c| row["case"] == *c);
            let known = ENGINES.iter().any(|(engine, ..)| row["engine"] == *engine);
            assert!(known || !shown, "{row}");
        }
    }

    #[test]
    fn a_curve_holds_every_budget_of_its_engine_once() {
        let rows = rows();
        let ours = points(&rows, "net 32", "sprung");
        let all = rows.iter().filter(|row| {
            row["case"] == "net 32" && row["engine"] == "sprung" && row["threads"] == 1
        });
        assert_eq!(ours.len(), all.count());
        assert!(
            ours.len() >= 4 && ours.iter().all(|(time, stretch)| *time > 0.0 && *stretch > 0.0)
        );
    }
}
