//! The irregular cloth of 128 × 128 particles after ten seconds, by each engine with the sub-steps that take it about 10 ms.

use anyhow::Result;
use serde::Serialize;

use super::cases::{ATTACHED, NEWTON, OURS, PROJECTION, PROJECTION_ATTACHED, RAPIER};
use super::engine::{Entry, Make};
use super::row::{Row, table};
use super::scene::Scene;
use super::{newton, ours, projection, rapier, run};

/// Particles along a side, and the same in a quick run; a line is drawn for each eighth of them, with a point at each fourth.
const SIDE: usize = 128;
const QUICK_SIDE: usize = 32;
const LINES: usize = 8;
const POINTS: usize = 4;

/// The engines with their sub-steps.
const ENGINES: [(&str, Make, usize); 6] = [
    (OURS, ours::default, 56),
    (ATTACHED, ours::attached, 56),
    (PROJECTION, projection::small_steps, 48),
    (PROJECTION_ATTACHED, projection::with_tethers, 40),
    (NEWTON, newton::two_iterations, 8),
    (RAPIER, rapier::stiff_soft_body, 2),
];

/// The cloth of one engine.
#[derive(Serialize)]
pub(crate) struct Cloth {
    #[serde(flatten)]
    row: Row,
    /// Every eighth row and column of particles from the front: x and y of their points, mm.
    lines: Vec<String>,
}

pub(crate) fn rows(quick: bool) -> Result<Vec<Cloth>> {
    let side = if quick { QUICK_SIDE } else { SIDE };
    let scene = Scene::irregular(side, 2);
    let cloths = ENGINES.into_iter().map(|(name, make, substeps)| {
        let (row, particles) =
            run(&scene, &Entry { name, make, substeps, threads: 1, slow: false })?;
        eprintln!("{name} ×{substeps}, {:.4} ms", row.ms_per_step);
        let front = |i: usize| {
            let [x, y, _] = particles[i].position;
            format!("{:.0},{:.0}", 1e3 * x, 1e3 * y)
        };
        let places = || (0..side - 1).step_by(POINTS).chain([side - 1]);
        let lines = (0..side - 1).step_by(LINES).chain([side - 1]).flat_map(|line| {
            let row: Vec<String> = places().map(|i| front(line * side + i)).collect();
            let column: Vec<String> = places().map(|j| front(j * side + line)).collect();
            [row.join(" "), column.join(" ")]
        });
        Ok(Cloth { lines: lines.collect(), row: Row { case: scene.name.clone(), ..row } })
    });
    cloths.collect()
}

pub(crate) fn table_of(cloths: &[Cloth]) -> String {
    table(&cloths.iter().map(|cloth| cloth.row.clone()).collect::<Vec<_>>())
}
