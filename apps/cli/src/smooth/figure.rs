//! A recording before and after, as a figure.

use std::io::{Read, stdin};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sprung_figure::{Curve, Figure};

use super::Setup;
use crate::recording::{self, Notes, Plan, Recording};

/// The maximum number of columns; more hide each other.
const MAX_COLUMNS: usize = 4;

/// Time and value, one line for each column.
type Series = Vec<Vec<(f64, f64)>>;

impl Setup {
    /// Each smoothed column, with the recorded one beneath it.
    pub(crate) fn figure(&self) -> Result<Figure> {
        let name = self.file.display().to_string();
        let recorded = self.bytes().with_context(|| format!("cannot read {name}"))?;
        let open = |bytes| recording::from_bytes(name.clone(), bytes, &self.table);
        let mut smoothed = Vec::new();
        self.smooth(self.filter()?, open(recorded.clone())?, &mut smoothed)?;
        let (names, before) = self.series(open(recorded)?)?;
        let (_, after) = self.series(open(smoothed)?)?;
        ensure!(
            names.len() <= MAX_COLUMNS,
            "a figure shows {MAX_COLUMNS} columns at most, not {}; choose with --columns {}",
            names.len(),
            names[..MAX_COLUMNS].join(",")
        );
        let mut figure = Figure::new(&name).axes("time", names.join(", "));
        for (at, (name, points)) in names.iter().zip(before).enumerate() {
            let color = if names.len() == 1 { 7 } else { at };
            figure = figure.curve(Curve::new(name, points).color(color).thin());
        }
        for (at, (name, points)) in names.iter().zip(after).enumerate() {
            figure = figure.curve(Curve::new(format!("{name}, smoothed"), points).color(at));
        }
        Ok(figure)
    }

    fn bytes(&self) -> std::io::Result<Vec<u8>> {
        if self.file != Path::new("-") {
            return std::fs::read(&self.file);
        }
        let mut bytes = Vec::new();
        stdin().lock().read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The names of the smoothed columns, and what the recording has in them.
    fn series(&self, mut recording: Recording) -> Result<(Vec<String>, Series)> {
        let plan = Plan::new(self.choice(), &mut recording)?;
        let mut notes = Notes::new(recording.name.clone());
        let mut series = vec![Vec::new(); plan.channels()];
        plan.read_all(recording.lines, &mut notes, |sample| {
            for (points, value) in series.iter_mut().zip(sample.values) {
                points.push((sample.time, value));
            }
        })?;
        Ok((plan.names().map(String::from).collect(), series))
    }
}
