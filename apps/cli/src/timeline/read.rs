//! Timelines from tables, or as the library saves them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use sprung::motion::TimelineKey;
use sprung::{Spec, Spring, State};

use crate::spec::SpecArg;

/// The keys of a file.
pub(crate) fn keys(path: &Path, start: f64, spring: &SpecArg) -> Result<Vec<TimelineKey<f64>>> {
    ensure!(start.is_finite(), "--start must be a finite number, got {start}");
    let spring = of(&spring.spec)?;
    if path == Path::new("-") {
        return table(io::stdin().lock(), start, spring);
    }
    let file = File::open(path).context("cannot be read")?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json")) {
        return Ok(serde_json::from_reader(io::BufReader::new(file))?);
    }
    table(file, start, spring)
}

fn of(spec: &Spec<f64>) -> Result<Spring<f64>> {
    match spec {
        Spec::Spring(spring) => Ok(*spring),
        Spec::Damper(_) => {
            bail!("a timeline needs springs; a damper starts with a jump in velocity")
        }
    }
}

/// The names of the columns.
const COLUMNS: [&str; 4] = ["time", "goal", "spring", "kick"];

fn table(text: impl Read, start: f64, spring: Spring<f64>) -> Result<Vec<TimelineKey<f64>>> {
    let mut csv = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text);
    let header = csv.headers()?.clone();
    let place = |name: &str| header.iter().position(|column| column == name);
    let known = header.iter().all(|column| COLUMNS.contains(&column));
    ensure!(
        known && place("time").is_some() && place("goal").is_some(),
        "line 1: the header must be time,goal with, if wanted, spring and kick, and is {}",
        header.iter().collect::<Vec<_>>().join(",")
    );
    let places = COLUMNS.map(place);
    let mut keys: Vec<TimelineKey<f64>> = Vec::new();
    for record in csv.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let cell =
            |at: usize| places[at].map(|place| &record[place]).filter(|cell| !cell.is_empty());
        let value = |at: usize| -> Result<Option<f64>> {
            let read = |cell: &str| match cell.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(value),
                _ => bail!("line {line}, column {}: must be a number, got `{cell}`", COLUMNS[at]),
            };
            cell(at).map(read).transpose()
        };
        let missing =
            |at: usize| format!("line {line}, column {}: the value is missing", COLUMNS[at]);
        let time = value(0)?.with_context(|| missing(0))?;
        let goal = value(1)?.with_context(|| missing(1))?;
        let mut key = match keys.last() {
            None => TimelineKey::new(time, State::at_rest(start), goal, spring),
            Some(last) if time < last.time() => {
                bail!(
                    "line {line}, column time: must not go back, got {time} after {}",
                    last.time()
                )
            }
            Some(last) => last.key_at(time).with_goal(goal),
        };
        if let Some(text) = cell(2) {
            let spec = SpecArg::read(text);
            let spec = spec.with_context(|| format!("line {line}, column spring"))?;
            key = key.with_spring(of(&spec.spec)?);
        }
        if let Some(kick) = value(3)? {
            key = key.with_added_velocity(kick);
        }
        keys.push(key);
    }
    ensure!(!keys.is_empty(), "there are no rows");
    Ok(keys)
}
