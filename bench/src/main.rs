//! Rivals side by side, error beside speed.
//!
//! `cargo run --release -p bench -- AREA [--json FILE]` races every engine of one area in one process
//! and prints a table; `--json` also writes the rows to a file.

mod batch;
mod row;
mod timing;

use anyhow::{Context, Result, bail};
use row::Row;

/// What is raced together.
struct Area {
    /// Its name on the command line.
    name: &'static str,
    /// Runs the races.
    rows: fn() -> Vec<Row>,
    /// Holds the rows against what was promised.
    bars: fn(&[Row]) -> String,
}

const AREAS: &[Area] = &[Area { name: "batch", rows: batch::rows, bars: batch::bars }];

fn main() -> Result<()> {
    let (mut area, mut json) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => {
                json = Some(arguments.next().context("--json must be followed by a file name")?)
            }
            _ if area.is_none() => area = Some(argument),
            _ => bail!("unexpected argument `{argument}`\n{}", usage()),
        }
    }
    let area = area.with_context(usage)?;
    let Some(found) = AREAS.iter().find(|candidate| candidate.name == area) else {
        bail!("area must be one of {}, got `{area}`\n{}", names(), usage());
    };
    let rows = (found.rows)();
    if rows.is_empty() {
        bail!("area `{area}` measured nothing");
    }
    print!("{}{}", row::table(&rows), (found.bars)(&rows));
    if let Some(file) = json {
        std::fs::write(&file, row::json(&rows)?).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(())
}

fn usage() -> String {
    format!("usage: bench {} [--json FILE]", names().replace(", ", "|"))
}

fn names() -> String {
    AREAS.iter().map(|area| area.name).collect::<Vec<_>>().join(", ")
}
