//! The areas that can be measured, and the command line that names one.

use std::path::PathBuf;

use anyhow::{Result, bail, ensure};
use clap::{Parser, ValueEnum};
use serde::Serialize;

use crate::provenance::{Provenance, Recorded};
use crate::verdict::Verdicts;
use crate::{batch, body, bones, filters, limits, network, recordings, rods, timeline};

/// Race every engine of an area and print a table; the exit code is 1 if a promise was missed
#[derive(Parser, Debug)]
pub(crate) struct Bench {
    #[arg(value_enum)]
    pub(crate) area: Area,
    /// The folder of a report
    #[arg(value_name = "DIR", required_if_eq("area", "report"))]
    pub(crate) folder: Option<PathBuf>,
    /// Also write the rows to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Add races that take minutes
    #[arg(long)]
    pub(crate) long: bool,
    /// Of a report: one race of ropes, and little data, to see that all of it runs; its numbers are no results
    #[arg(long)]
    pub(crate) quick: bool,
    /// Run only the network cases whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) case: String,
    /// Run only the network engines whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(crate) engine: String,
    /// The number of races of each network case; the fastest counts
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    pub(crate) races: usize,
    /// A Python with SciPy (filters) or pandas (recordings); by default one is made in target/bench-python
    #[arg(long, value_name = "FILE")]
    pub(crate) python: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) recordings: recordings::Options,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Area {
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
    /// All of these: a page of tables and the rows of each area in a folder
    Report,
}

/// The results of one area.
pub(crate) struct Measured {
    /// The rows as a table.
    pub(crate) table: String,
    /// The part of them that COMPARE.md prints, in its form, if that is another.
    pub(crate) summary: String,
    /// The verdicts on the promises.
    pub(crate) verdicts: Verdicts,
    /// The rows as JSON, each with machine and commit.
    pub(crate) json: String,
}

impl Bench {
    /// The options that follow from others: a report has the long races, a quick one no more than it needs to run through.
    pub(crate) fn settled(mut self) -> Self {
        if let Area::Report = self.area {
            self.long = true;
            self.recordings.settle(self.quick);
            if self.quick {
                self.case = String::from("rope 60, 1 : 1");
                self.races = 1;
            }
        }
        self
    }

    /// The rows of the series that other programs smooth.
    pub(crate) fn series(&self) -> u64 {
        if self.quick { 1_000_000 } else { 100_000_000 }
    }

    /// Races every engine of an area.
    pub(crate) fn measure(&self, area: Area, provenance: &Provenance) -> Result<Measured> {
        let python = self.python.as_deref();
        match area {
            Area::Batch => measured(provenance, &batch::rows(), batch::table, batch::bars),
            Area::Body => measured(provenance, &body::rows(), body::table, body::bars),
            Area::Bones => measured(provenance, &bones::rows()?, bones::table, bones::bars),
            Area::Rods => measured(provenance, &rods::rows()?, rods::table, rods::bars),
            Area::Limits => measured(provenance, &limits::rows()?, limits::table, limits::bars),
            Area::Network => {
                // The promises are about all cases and engines.
                let all = self.case.is_empty() && self.engine.is_empty();
                let bars = if all { network::bars } else { |_: &_| Verdicts::new() };
                let rows = network::rows([&self.case, &self.engine], self.races, self.long)?;
                let mut measured = measured(provenance, &rows, network::table, bars)?;
                measured.summary = network::within(&rows);
                Ok(measured)
            }
            Area::Cloth => {
                let rows = network::cloth::rows(self.quick)?;
                measured(provenance, &rows, network::cloth::table_of, |_| Verdicts::new())
            }
            Area::Timeline => {
                measured(provenance, &timeline::rows(), timeline::table, timeline::bars)
            }
            Area::Filters => {
                measured(provenance, &filters::rows(python)?, filters::table, filters::bars)
            }
            Area::Recordings => {
                let rows = recordings::rows(&self.recordings, python)?;
                measured(provenance, &rows, recordings::table, recordings::bars)
            }
            Area::Report => bail!("a report is made of the other areas"),
        }
    }
}

/// The rows of an area as table, verdicts and JSON.
fn measured<R: Serialize>(
    provenance: &Provenance,
    rows: &[R],
    table: fn(&[R]) -> String,
    bars: fn(&[R]) -> Verdicts,
) -> Result<Measured> {
    ensure!(!rows.is_empty(), "the area measured nothing");
    let recorded: Vec<_> = rows.iter().map(|row| Recorded { row, provenance }).collect();
    let json = serde_json::to_string_pretty(&recorded)?;
    Ok(Measured { table: table(rows), summary: String::new(), verdicts: bars(rows), json })
}
