//! A recording before and after, as a figure.

use anyhow::{Result, ensure};
use sprung_figure::{Curve, Figure};

use super::Setup;
use crate::output::file_title;
use crate::recording::Kind;

/// The maximum number of columns; more hide each other.
const MAX_COLUMNS: usize = 4;

/// Time and value.
type Points = Vec<(f64, f64)>;

impl Setup {
    /// Each smoothed column, with the recorded one beneath it.
    pub(crate) fn figure(&self) -> Result<Figure> {
        let recording = self.options.open(&self.file)?;
        ensure!(
            recording.kind == Kind::Table || self.options.table.rate.is_none(),
            "a figure shows motion capture at its own frames; omit --rate"
        );
        let unit = recording.time_unit();
        let spring =
            self.options.spring.as_ref().map_or(String::new(), |s| format!(": {}", s.text()));
        let phase = if self.options.zero_phase.is_some() { ", zero phase" } else { "" };
        let mut figure = Figure::new(file_title(&self.file) + &spring + phase);
        let (mut names, mut columns): (Vec<String>, Vec<[Points; 2]>) = (Vec::new(), Vec::new());
        self.options.smooth(recording, |taken, rows, _| {
            if columns.is_empty() {
                names = taken.names().to_vec();
                columns.resize_with(names.len(), Default::default);
            }
            for (row, sample) in rows.iter().filter_map(|row| Some((row, row.sample()?))) {
                let values = taken.recorded(row).zip(sample.recorded());
                for ([before, after], (recorded, smoothed)) in columns.iter_mut().zip(values) {
                    before.push((sample.time, recorded));
                    after.push((sample.time, smoothed));
                }
            }
            Ok(())
        })?;
        ensure!(
            names.len() <= MAX_COLUMNS,
            "a figure shows {MAX_COLUMNS} columns at most, not {}; choose with --columns {}",
            names.len(),
            names[..MAX_COLUMNS].join(",")
        );
        figure = figure.axes(unit.time_axis(), names.join(", "));
        let mut smoothed = Vec::new();
        for (at, (name, [before, after])) in names.iter().zip(columns).enumerate() {
            let color = if names.len() == 1 { 7 } else { at };
            figure = figure.curve(Curve::new(name, before).color(color).thin());
            smoothed.push(Curve::new(format!("{name}, smoothed"), after).color(at));
        }
        Ok(figure.curves(smoothed))
    }
}
