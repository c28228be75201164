//! Changes of a running cloth of 128 × 128: the time of each by itself, of a step, of a step with one change before it, and
//! of a new layout.

use std::time::Instant;

use anyhow::{Result, ensure};
use sprung_network::shapes::Cloth;
use sprung_network::{Edge, NetworkError, Particle, Settings, Solver, Stiffness, Tether};

use super::row::Row;
use super::scene::{DT, SIDE};

pub(super) const CASE: &str = "changes of cloth 128";
const SIZE: usize = 128;
const MASS: f32 = 1.0;
/// The number of calls of each change, with different particles each time.
const COUNT: usize = 200;
const REBUILDS: usize = 20;

/// A call of a solver, the k-th of its kind.
type Change = fn(&mut Solver, usize) -> Result<(), NetworkError>;

/// The changes and their names, in an order in which none undoes what another needs.
const CHANGES: [(&str, Change); 8] = [
    ("sprung: set_stiffness", |solver, k| {
        solver.set_stiffness(90 * k, Stiffness::Physical { stiffness: 900.0, damping: 3.0 })
    }),
    ("sprung: pin", |solver, k| {
        solver.pin(inner(k));
        Ok(())
    }),
    ("sprung: release", |solver, k| solver.release(inner(k), MASS / (SIZE * SIZE) as f32)),
    ("sprung: add_edge", |solver, k| {
        solver.add_edge(Edge::new(inner(k), inner(k) + 5, 0.1)).map(drop)
    }),
    ("sprung: remove_edge", |solver, k| {
        solver.remove_edge(90 * k + 7);
        Ok(())
    }),
    ("sprung: add_particle", |solver, k| {
        solver.add_particle(Particle::new([0.1 * k as f32, -3.0, 0.0], 0.1)).map(drop)
    }),
    ("sprung: add_tether", |solver, k| {
        solver.add_tether(Tether { anchor: 0, particle: inner(k), length: 3.0 })
    }),
    ("sprung: remove_tether", |solver, k| {
        solver.remove_tether(0, inner(k));
        Ok(())
    }),
];

/// A particle that is not at the border, another for each k.
fn inner(k: usize) -> usize {
    (1 + k % 120) * SIZE + 1 + (37 * k + k / 120) % 120
}

/// A row for each change, with times in ms.
pub(super) fn rows() -> Result<Vec<Row>> {
    let sheet = Cloth::new(SIZE, SIZE, SIDE / (SIZE - 1) as f32, MASS);
    let mut net = sheet.build()?;
    net.fix([sheet.at(0, 0), sheet.at(SIZE - 1, 0)]);
    let mut solver = Solver::new(&net, Settings::default())?;
    (0..60).for_each(|_| solver.step(DT));
    // The first change of all finds the places of all edges.
    let mut rows = vec![row("sprung: the first change", 1, |_| solver.release(inner(300), 0.1))?];
    for (name, change) in CHANGES {
        rows.push(row(name, COUNT, |k| change(&mut solver, k))?);
    }
    rows.push(row("sprung: step", COUNT, |_| {
        solver.step(DT);
        Ok(())
    })?);
    let mut pinned = 0;
    rows.push(row("sprung: pin, and step", COUNT, |k| {
        solver.pin(inner(k));
        pinned += usize::from(solver.is_fixed(inner(k)));
        solver.step(DT);
        Ok(())
    })?);
    ensure!(pinned == COUNT, "{pinned} of {COUNT} particles are fixed");
    rows.push(row("sprung: rebuild", REBUILDS, |_| {
        solver.rebuild();
        Ok(())
    })?);
    Ok(rows)
}

fn row(
    engine: &str,
    count: usize,
    mut change: impl FnMut(usize) -> Result<(), NetworkError>,
) -> Result<Row> {
    let mut milliseconds = Vec::with_capacity(count);
    for k in 0..count {
        let clock = Instant::now();
        change(k)?;
        milliseconds.push(1e3 * clock.elapsed().as_secs_f64());
    }
    let (case, engine) = (CASE.to_owned(), engine.to_owned());
    let mut row = Row { case, engine, n: SIZE * SIZE, ms_per_step: 1.0, ..Row::of_another_area() };
    row.milliseconds = milliseconds;
    row.sum_up();
    Ok(row)
}
