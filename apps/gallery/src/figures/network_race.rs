//! Stretch against time, measured: every engine of the benchmark over its budgets.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;
use sprung_figure::{Curve, Figure, Line, Panel};

use crate::system::{Drawing, Words};

/// Machine and date in the caption are those of this file: change both together.
/// The output of `cargo run --release -p bench -- network --long --json data/networks.json`.
const ROWS: &str = include_str!("../../data/networks.json");
/// The output of `cargo run --release -p bench -- cloth --json data/cloth.json`.
const CLOTHS: &str = include_str!("../../data/cloth.json");

/// The engines by their names in the rows, each with its color and whether it is dashed.
const ENGINES: [(&str, usize, bool); 17] = [
    ("sprung", 0, false),
    ("sprung, no lines", 0, true),
    ("sprung, attached", 2, false),
    ("sprung, attached, masses scaled", 2, true),
    ("sprung within 1 %", 7, true),
    ("Nissen 1/(n+1)", 1, false),
    ("Nissen mass splitting", 2, false),
    ("plain projection", 3, false),
    ("plain projection, attached", 3, true),
    ("global Newton, 2 iterations", 1, false),
    ("global Newton, 3 iterations", 1, true),
    ("global Newton, multigrid", 6, true),
    ("global Newton, sparse Cholesky", 4, true),
    ("rapier3d soft body", 4, false),
    ("rapier3d stiff soft body", 5, false),
    ("rapier3d stiff, one iteration", 6, false),
    ("rapier3d rope joints", 7, false),
];

/// The scenes shown, by their names in the rows, and their titles.
const SCENES: [(&str, &str); 12] = [
    ("net 32", "Net of 32 × 32 on two corners"),
    ("net 64", "Net of 64 × 64 on two corners"),
    ("irregular 64", "Triangles, 64 × 64 on two corners"),
    ("irregular 128", "Triangles, 128 × 128 on two corners"),
    ("irregular 256", "Triangles, 256 × 256 on two corners"),
    ("irregular 128, one corner", "Triangles, 128 × 128 on one corner"),
    ("irregular 128 over a ball", "Triangles, 128 × 128 over a ball"),
    ("tube of 32 around", "Tube of 2048 particles, fixed at its ends"),
    ("sphere of 30 rings", "Sphere of triangles, held at its pole"),
    ("rope 60, 1000 : 1", "Rope of 60 springs, end mass 1000 : 1"),
    ("shrub of 9 forks, 1000 : 1", "Shrub of 1024 particles, tips 1000 : 1"),
    ("jelly 12", "Jelly of 12 × 12 × 12"),
];

pub(super) fn stretch_against_time(_: &Words) -> Result<Drawing> {
    let rows: Vec<Value> = serde_json::from_str(ROWS).context("data/networks.json")?;
    let figures = SCENES.map(|(case, title)| {
        let figure = Figure::new(title).axes("ms per step", "maximum stretch, %").log_x().log_y();
        figure.curves(ENGINES.iter().filter_map(|&(engine, color, dashed)| {
            let points = Some(points(&rows, case, engine)).filter(|points| !points.is_empty());
            let curve = Curve::new(engine, points?).color(color).marked();
            Some(if dashed { curve.dashed() } else { curve })
        }))
    });
    Ok(Drawing(figures.map(|figure| figure.inline_svg()).into()))
}

/// The cloth of each engine at the end, three in a row.
pub(super) fn cloth_at_equal_time(words: &Words) -> Result<Drawing> {
    let cloths: Vec<Cloth> = serde_json::from_str(CLOTHS).context("data/cloth.json")?;
    let mut pictures = Vec::new();
    for row in cloths.chunks(3) {
        let mut moving = words.moving(1.0);
        for Cloth { engine, stretch_max, lines } in row {
            let color = usize::from(!engine.starts_with("sprung"));
            let digits = if *stretch_max < 0.1 { 1 } else { 0 };
            let label = format!("{engine}: {:.digits$} %", 100.0 * stretch_max);
            let lines: Option<Vec<Line>> = lines.iter().map(|line| parsed(line)).collect();
            let lines = lines.context("data/cloth.json: points must be x,y")?;
            let ruler = vec![vec![(-0.2, 0.0), (-0.2, -2.0)]];
            let panel = Panel::new(label, (-0.5, 2.5), (-3.2, 0.3));
            moving = moving.panel(panel.lines(color, vec![lines]).lines(7, vec![ruler]));
        }
        pictures.push(moving.inline_svg());
    }
    Ok(Drawing(pictures))
}

/// Points `x,y` in mm, as m.
fn parsed(line: &str) -> Option<Line> {
    let point = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((1e-3 * x.parse::<f64>().ok()?, 1e-3 * y.parse::<f64>().ok()?))
    };
    line.split(' ').map(point).collect()
}

/// A cloth of `bench -- cloth`.
#[derive(Deserialize)]
struct Cloth {
    engine: String,
    stretch_max: f64,
    /// Points `x,y`, mm.
    lines: Vec<String>,
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
            let shown = SCENES.iter().any(|(case, _)| row["case"] == *case);
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
