//! Networks of springs: how much stretch each engine leaves for its time, as curves over budgets.
//!
//! Every scene runs for ten seconds at 60 steps per second with a drag of 0.5/s. Stretch is `| length / rest − 1 |` over
//! the last second, time the best of all runs of ten steps in three races, in which all engines take turns, energy drift
//! the energy at the end less that at the start over weight times size of the scene.

mod bars;
mod cases;
mod engine;
mod nissen;
mod ours;
mod projection;
mod rapier;
mod row;
mod scene;

use std::time::Instant;

use anyhow::Result;
use sprung_network::{Particle, Stretch, measure};

pub(crate) use bars::bars;
use engine::Contestant;
pub(crate) use row::{Row, table};
use scene::Scene;

const DT: f32 = 1.0 / 60.0;
const STEPS: usize = 600;
/// How often every engine runs a scene: a neighbour on the machine slows one race, hardly all of them.
const RACES: usize = 3;
/// Steps that are timed together.
const WINDOW: usize = 10;
const LAST_SECOND: usize = 60;

/// Runs every case; `long` adds those that take minutes.
pub(crate) fn rows(long: bool) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for case in cases::cases()? {
        let first = rows.len();
        for race in 0..RACES {
            let contestants = case.contestants.iter().filter(|c| long || !c.slow);
            for (i, contestant) in contestants.enumerate() {
                if race > 0 && contestant.slow {
                    continue;
                }
                let row = Row { case: case.scene.name.clone(), ..run(&case.scene, contestant)? };
                let Row { case, engine, substeps, ms_per_step, .. } = &row;
                eprintln!("{case}, race {}: {engine} ×{substeps}, {ms_per_step:.4} ms", race + 1);
                match rows.get_mut(first + i) {
                    Some(before) => before.keep_faster(row),
                    None => rows.push(row),
                }
            }
        }
    }
    Ok(rows)
}

fn run(scene: &Scene, contestant: &Contestant) -> Result<Row> {
    let mut engine = (contestant.make)(scene, contestant.substeps)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(contestant.threads).build()?;
    let energy = |particles: Vec<Particle>| measure::energy(particles, scene.environment.gravity);
    let start = energy(engine.particles());
    let (mut best, mut max, mut mean) = (f64::INFINITY, 0.0f64, 0.0);
    for window in 0..STEPS / WINDOW {
        let seconds = pool.install(|| {
            let clock = Instant::now();
            for _ in 0..WINDOW {
                engine.step(DT);
            }
            clock.elapsed().as_secs_f64()
        });
        best = best.min(seconds / WINDOW as f64);
        if (window + 1) * WINDOW > STEPS - LAST_SECOND {
            let at = engine.particles();
            let stretch = Stretch::of(&scene.net.springs, |i| at[i].position);
            max = max.max(stretch.max);
            mean += stretch.mean / (LAST_SECOND / WINDOW) as f64;
        }
    }
    let springs = scene.net.springs.len();
    Ok(Row {
        area: "network",
        case: String::new(),
        engine: contestant.name.to_owned(),
        n: scene.net.particles.len(),
        threads: contestant.threads,
        substeps: contestant.substeps,
        ms_per_step: 1e3 * best,
        springs_per_s: (springs * contestant.substeps) as f64 / best,
        stretch_max: max,
        stretch_mean: mean,
        energy_drift: (energy(engine.particles()) - start) / scene.weight_times_size(),
    })
}
