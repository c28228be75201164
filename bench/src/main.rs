//! Speed and error of this library and its rivals, measured in one process.
//!
//! `cargo run --release -p bench -- AREA` races every engine of one area in one process and prints a table with the
//! machine and the commit; `report DIR` does that for all areas and writes one page. `--help` lists the options.
//! The exit code is 1 if a promise was missed.

mod areas;
mod batch;
mod body;
mod bones;
mod filters;
mod limits;
mod network;
mod programs;
mod provenance;
mod python;
mod recordings;
mod report;
mod rods;
mod table;
mod timeline;
mod timing;
mod verdict;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use areas::{Area, Bench, Measured};
use clap::Parser;
use provenance::Provenance;

fn main() -> Result<ExitCode> {
    let bench = Bench::parse().settled();
    // Before the races: files may change while they run.
    let provenance = &Provenance::read();
    let missed = match (bench.area, &bench.folder) {
        (Area::Report, Some(folder)) => report::write(&bench, provenance, folder)?,
        (_, Some(folder)) => bail!("only a report has a folder, got {}", folder.display()),
        (area, None) => {
            let Measured { table, verdicts, json, .. } = bench.measure(area, provenance)?;
            print!("{}{table}{}", provenance.line(), verdicts.text);
            if let Some(file) = &bench.json {
                std::fs::write(file, json)
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
            verdicts.missed
        }
    };
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
