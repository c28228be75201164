//! Files of recordings: `sprung smooth` beside pandas, from file to file, taking turns in one run.
//!
//! Both read a table of times and random walks, smooth every walk by the same half-life, and write a table. Pandas takes a
//! value as constant until the next, the program as a straight line to it; the one result is computed from the other.

mod bars;
mod difference;
mod file;
mod race;
mod row;

use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;

use crate::python;
pub(crate) use bars::bars;
use race::Race;
pub(crate) use row::{Row, table};

/// The options of the area `recordings`.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The size of the recording in megabytes (recordings); by default 100, in a report 1000
    #[arg(long, value_name = "MB")]
    megabytes: Option<u64>,
    /// How often the engines take turns (recordings)
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

impl Options {
    /// Those of a report, where they are not given: of a quick one as little as there is to measure.
    pub(crate) fn settle(&mut self, quick: bool) {
        if quick {
            self.rounds = 1;
        }
        self.megabytes.get_or_insert(if quick { 2 } else { 1000 });
    }
}

pub(crate) fn rows(options: &Options, python: Option<&Path>) -> Result<Vec<Row>> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let python = python::python(python)?;
    let race = Race::prepare(python, folder.path())?;
    let size = file::write(&race.input, options.megabytes.unwrap_or(100) * 1_000_000)?;
    let (mut pandas, mut ours) = ((f64::INFINITY, 0f64), (f64::INFINITY, 0f64));
    for _ in 0..options.rounds {
        for (best, run) in [(&mut pandas, race.pandas()?), (&mut ours, race.sprung()?)] {
            *best = (best.0.min(run.0), best.1.max(run.1));
        }
    }
    let max_difference = difference::greatest(&race.output("sprung"), &race.output("pandas"))?;
    let row = |engine: String, (seconds, memory)| Row {
        area: "recordings",
        engine,
        megabytes: size as f64 / 1e6,
        seconds,
        memory,
        max_difference,
    };
    Ok(vec![row(race.version.clone(), pandas), row("sprung smooth".into(), ours)])
}
