//! Rivals side by side, error beside speed.
//!
//! `cargo run --release -p bench -- AREA [--json FILE]` races every engine of one area in one process
//! and prints a table; `--json` also writes the rows to a file.

mod batch;
mod row;
mod timing;

use anyhow::{Context, Result, bail};
use row::Row;

/// One area: its name on the command line and the race that yields its rows.
type Area = (&'static str, fn() -> Vec<Row>);

const AREAS: &[Area] = &[("batch", batch::rows)];

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
    let Some((_, race)) = AREAS.iter().find(|(name, _)| *name == area) else {
        bail!("area must be one of {}, got `{area}`\n{}", names(), usage());
    };
    let rows = race();
    if rows.is_empty() {
        bail!("area `{area}` measured nothing");
    }
    print!("{}", row::table(&rows));
    if let Some(file) = json {
        std::fs::write(&file, row::json(&rows)?).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(())
}

fn usage() -> String {
    format!("usage: bench {} [--json FILE]", names().replace(", ", "|"))
}

fn names() -> String {
    AREAS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}
