//! Networks of springs: the remaining stretch of each engine against its time, as curves over budgets.
//!
//! Every scene runs for ten seconds, or as many steps as its name says, at 60 steps per second with a drag of 0.5/s.
//! Stretch is `| length / rest − 1 |` after each step: its maximum and its mean in the last second, and its peak in the
//! whole run. Time is the mean, the 99th percentile and the minimum of all steps, each in the fastest of three races,
//! because load by other programs rarely slows the same step of all of them; all engines take turns.
//! The engines for surfaces run with long-range attachments too (`attached`), and ours with a twentieth of the mass added
//! where the network is held. Those of one sweep per sub-step get twice the sub-steps.
//!
//! Where a network touches itself, the table has the deepest overlap at the end, of the thickness, and the number of sides
//! that are in a triangle.
//!
//! A ball has the error of its volume. Rods and spring bones are measured by the areas `rods` and `bones`, with the best of
//! their runs.
//!
//! The case `changes` has the time of each change of a running solver, in ms, beside a step and a new layout.
//!
//! Energy drift is the energy at the end less that at the start, over weight times size of the scene.

mod bars;
mod cases;
mod changes;
pub(crate) mod cloth;
mod coupled;
mod elsewhere;
mod engine;
mod lanes;
mod newton;
mod nissen;
mod ours;
mod overlap;
mod plates;
mod projection;
mod rapier;
mod row;
mod scene;
mod touching;
mod within;

use std::time::Instant;

use anyhow::Result;
use sprung_network::{Network, Particle, Stretch, measure};

pub(crate) use bars::bars;
use engine::Entry;
pub(crate) use row::{Row, table};
use scene::{DT, Scene};
pub(crate) use within::within;

use crate::timing::Times;

const LAST_SECOND: usize = 60;

/// Runs every case and engine whose names contain these texts that many times, since load by other programs rarely slows all of them; `long` adds races that take minutes.
pub(crate) fn rows([case_name, engine]: [&str; 2], races: usize, long: bool) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let cases = cases::cases()?.into_iter().filter(|one| one.scene.name.contains(case_name));
    for mut case in cases {
        case.entries.retain(|entry| (long || !entry.slow) && entry.name.contains(engine));
        let first = rows.len();
        for race in 0..races {
            for (i, entry) in case.entries.iter().enumerate() {
                if race > 0 && entry.slow {
                    continue;
                }
                let (row, _) = run(&case.scene, entry)?;
                let row = Row { case: case.scene.name.clone(), ..row };
                let Row { case, engine, substeps, ms_per_step, .. } = &row;
                eprintln!("{case}, race {}: {engine} ×{substeps}, {ms_per_step:.4} ms", race + 1);
                match rows.get_mut(first + i) {
                    Some(before) => before.keep_faster(&row),
                    None => rows.push(row),
                }
            }
        }
    }
    rows.extend(elsewhere::rows([case_name, engine])?);
    Ok(rows)
}

/// The row of an engine, and the particles at the end.
fn run(scene: &Scene, entry: &Entry) -> Result<(Row, Vec<Particle>)> {
    let mut engine = (entry.make)(scene, entry.substeps)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(entry.threads).build()?;
    let gravity = scene.environment.gravity;
    let energy = |particles: &[Particle]| measure::energy(particles.iter().copied(), gravity);
    let start = energy(&engine.particles());
    let mut milliseconds = Vec::with_capacity(scene.steps);
    let (mut max, mut mean, mut peak) = (0.0f64, 0.0, 0.0f64);
    let volume = |particles: &[Particle]| volume(&scene.net, particles);
    let enclosed = volume(&scene.net.particles);
    let mut error = enclosed.map(|_| 0.0f64);
    for step in 1..=scene.steps {
        milliseconds.push(pool.install(|| {
            let clock = Instant::now();
            engine.step(DT);
            1e3 * clock.elapsed().as_secs_f64()
        }));
        let at = engine.particles();
        let stretch = Stretch::of(&scene.net.edges, |i| at[i].position);
        peak = peak.max(stretch.max);
        if step > scene.steps - LAST_SECOND {
            max = max.max(stretch.max);
            mean += stretch.mean / LAST_SECOND as f64;
            let now = enclosed.zip(volume(&at)).map(|(start, now)| (now / start - 1.0).abs());
            error = error.zip(now).map(|(error, now)| error.max(now));
        }
    }
    let end = engine.particles();
    let overlap = scene.is_touching().then(|| overlap::of(&scene.net, &end));
    let springs = scene.net.edges.len();
    let times = Times::of(milliseconds.clone());
    let row = Row {
        milliseconds,
        area: "network",
        case: String::new(),
        engine: entry.name.to_owned(),
        n: scene.net.particles.len(),
        threads: entry.threads,
        substeps: entry.substeps,
        ms_per_step: times.mean,
        ms_99: times.p99,
        ms_best: times.best,
        springs_per_s: 1e3 * (springs * entry.substeps) as f64 / times.mean,
        stretch_max: max,
        stretch_mean: mean,
        stretch_peak: peak,
        overlap: overlap.map(|(deepest, _)| deepest),
        crossed: overlap.map(|(_, crossed)| crossed),
        error,
        energy_drift: (energy(&end) - start) / scene.weight_times_size(),
    };
    Ok((row, end))
}

/// The volume that the surfaces of a network enclose between particles, m³, if it has any.
fn volume(net: &Network, particles: &[Particle]) -> Option<f64> {
    let triangles = net.volumes.iter().flat_map(|volume| &volume.triangles);
    let spans = |corners: &[u32; 3]| {
        let [a, b, c] = corners.map(|p| particles[p as usize].position.map(f64::from));
        let cross =
            [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
        a.iter().zip(cross).map(|(a, b)| a * b).sum::<f64>() / 6.0
    };
    (!net.volumes.is_empty()).then(|| triangles.map(spans).sum())
}
