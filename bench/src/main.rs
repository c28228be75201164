//! Speed and error of this library and its rivals, measured in one process.
//!
//! `cargo run --release -p bench -- AREA [--json FILE] [--long]` races every engine of one area in one process
//! and prints a table with the machine and the commit; `--json` also writes the rows to a file, `--long` adds races that
//! take minutes.
//! It exits with 1 if a promise was missed.

mod batch;
mod body;
mod network;
mod provenance;
mod row;
mod table;
mod timing;
mod verdict;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use provenance::{Provenance, Recorded};
use serde::Serialize;
use verdict::Verdicts;

/// The results of an area.
struct Outcome {
    /// The number of rows.
    rows: usize,
    /// The rows as a table, and the verdict on each promise.
    text: String,
    /// The number of promises that were missed.
    missed: usize,
    /// The rows as a JSON array.
    json: String,
}

impl Outcome {
    fn new<R: Serialize>(
        rows: &[R],
        table: fn(&[R]) -> String,
        bars: fn(&[R]) -> Verdicts,
    ) -> Result<Self> {
        let provenance = &Provenance::read();
        let recorded: Vec<_> = rows.iter().map(|row| Recorded { row, provenance }).collect();
        let json = serde_json::to_string_pretty(&recorded)?;
        let verdicts = bars(rows);
        let text = provenance.line() + &table(rows) + verdicts.text();
        Ok(Outcome { rows: rows.len(), text, missed: verdicts.missed(), json })
    }
}

/// Runs the races of an area, the long ones only on request.
type Races = fn(long: bool) -> Result<Outcome>;

/// The areas by their names on the command line.
const AREAS: [(&str, Races); 3] = [
    ("batch", |_| Outcome::new(&batch::rows(), row::table, batch::bars)),
    ("body", |_| Outcome::new(&body::rows(), body::table, body::bars)),
    ("network", |long| Outcome::new(&network::rows(long)?, network::table, network::bars)),
];

fn main() -> Result<ExitCode> {
    let (mut area, mut json, mut long) = (None, None, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => {
                json = Some(arguments.next().context("--json must be followed by a file name")?)
            }
            "--long" => long = true,
            _ if area.is_none() => area = Some(argument),
            _ => bail!("unexpected argument `{argument}`\n{}", usage()),
        }
    }
    let area = area.with_context(usage)?;
    let Some((_, races)) = AREAS.iter().find(|(name, _)| *name == area) else {
        bail!("area must be one of {}, got `{area}`\n{}", names(", "), usage());
    };
    let outcome = races(long)?;
    if outcome.rows == 0 {
        bail!("area `{area}` measured nothing");
    }
    print!("{}", outcome.text);
    if let Some(file) = json {
        std::fs::write(&file, outcome.json).with_context(|| format!("cannot write {file}"))?;
    }
    Ok(if outcome.missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn usage() -> String {
    format!("usage: bench {} [--json FILE] [--long]", names("|"))
}

fn names(separator: &str) -> String {
    AREAS.map(|(name, _)| name).join(separator)
}
