//! Speed and error of this library and its rivals, measured in one process.
//!
//! `cargo run --release -p bench -- AREA [--json FILE] [--long] [--case TEXT] [--engine TEXT] [--races COUNT]` races every engine of one area in one process
//! and prints a table with the machine and the commit; `--json` also writes the rows to a file, `--long` adds races that
//! take minutes.
//! It exits with 1 if a promise was missed.

mod batch;
mod body;
mod bones;
mod filters;
mod limits;
mod network;
mod provenance;
mod python;
mod recordings;
mod rods;
mod table;
mod timeline;
mod timing;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{Parser, ValueEnum};
use provenance::{Provenance, Recorded};
use serde::Serialize;
use verdict::Verdicts;

/// Race every engine of an area and print a table; the exit code is 1 if a promise was missed
#[derive(Parser, Debug)]
struct Bench {
    #[arg(value_enum)]
    area: Area,
    /// Also write the rows to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Add races that take minutes
    #[arg(long)]
    long: bool,
    /// Run only the network cases whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    case: String,
    /// Run only the network engines whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    engine: String,
    /// The number of races of each network case; the fastest counts
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    races: usize,
    /// A Python with SciPy (filters) or pandas (recordings); by default one is made in target/bench-python
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,
    #[command(flatten)]
    recordings: recordings::Options,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Area {
    /// Many springs at once
    Batch,
    /// Springs on rigid bodies
    Body,
    /// Spring bones on a skeleton
    Bones,
    /// Rods that bend and twist
    Rods,
    /// Limited tracking
    Limits,
    /// Networks of springs
    Network,
    /// A large network after ten seconds, by each engine at about the same time
    Cloth,
    /// A motion that was interrupted a thousand times
    Timeline,
    /// Filters of recordings, with those of SciPy
    Filters,
    /// Files of recordings, beside pandas
    Recordings,
}

fn main() -> Result<ExitCode> {
    let bench = Bench::parse();
    let missed = match bench.area {
        Area::Batch => bench.report(&batch::rows(), batch::table, batch::bars),
        Area::Body => bench.report(&body::rows(), body::table, body::bars),
        Area::Bones => bench.report(&bones::rows()?, bones::table, bones::bars),
        Area::Rods => bench.report(&rods::rows()?, rods::table, rods::bars),
        Area::Limits => bench.report(&limits::rows()?, limits::table, limits::bars),
        Area::Network => {
            // The promises are about all cases and engines.
            let all = bench.case.is_empty() && bench.engine.is_empty();
            let bars = if all { network::bars } else { |_: &_| Verdicts::new() };
            bench.report(
                &network::rows([&bench.case, &bench.engine], bench.races, bench.long)?,
                network::table,
                bars,
            )
        }
        Area::Cloth => {
            let cloths = network::cloth::rows()?;
            bench.report(&cloths, network::cloth::table_of, |_| Verdicts::new())
        }
        Area::Timeline => bench.report(&timeline::rows(), timeline::table, timeline::bars),
        Area::Filters => {
            bench.report(&filters::rows(bench.python.as_deref())?, filters::table, filters::bars)
        }
        Area::Recordings => {
            let rows = recordings::rows(&bench.recordings, bench.python.as_deref())?;
            bench.report(&rows, recordings::table, recordings::bars)
        }
    };
    Ok(if missed? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Bench {
    /// Prints the rows as a table and the verdict on each promise, writes the rows as JSON if asked to, and returns the
    /// number of promises that were missed.
    fn report<R: Serialize>(
        &self,
        rows: &[R],
        table: fn(&[R]) -> String,
        bars: fn(&[R]) -> Verdicts,
    ) -> Result<usize> {
        ensure!(!rows.is_empty(), "the area measured nothing");
        let provenance = &Provenance::read();
        let Verdicts { text, missed } = bars(rows);
        print!("{}{}{text}", provenance.line(), table(rows));
        if let Some(file) = &self.json {
            let recorded: Vec<_> = rows.iter().map(|row| Recorded { row, provenance }).collect();
            std::fs::write(file, serde_json::to_string_pretty(&recorded)?)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
        Ok(missed)
    }
}
