//! Which columns are smoothed, and how a row becomes a sample.

use std::io::{self, Write};

use anyhow::{Result, bail, ensure};
use sprung_signal::Unwrapper;

use super::Setup;
use super::notes::Notes;
use crate::output::number;
use crate::recording::{Clock, Column, Decimal, Recording, Row, Value};

/// Which columns are smoothed, and what makes a good row.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    columns: Vec<Column>,
    // Ascending.
    smoothed: Vec<usize>,
    clock: Clock,
    decimal: Decimal,
    promised_rows: Option<usize>,
    pub(super) gaps: Option<sprung_signal::Gaps>,
}

/// Turns rows into samples, in their order.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    plan: &'a Plan,
    rows: usize,
    time: Option<f64>,
}

/// The values of the smoothed columns at a time, in seconds; a missing one is NaN.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) time: f64,
    pub(super) values: Vec<f64>,
}

impl Plan {
    pub(super) fn new(options: &Setup, recording: &mut Recording) -> Result<Self> {
        let mut smoothed = Vec::new();
        for wanted in &options.columns {
            smoothed.extend(recording.columns_of(wanted)?);
        }
        let mut columns = recording.columns.clone();
        for wanted in &options.angles {
            for index in recording.columns_of(wanted)? {
                columns[index].is_angle = true;
            }
        }
        let decimal = recording.decimal;
        let time = match recording.clock {
            Clock::Column { index, .. } => Some(index),
            Clock::Even(_) => None,
        };
        if options.columns.is_empty() {
            let first: Option<Vec<Value>> = recording
                .lines
                .peek_row()?
                .map(|row| row.cells().map(|cell| decimal.read(&cell)).collect());
            let holds_numbers = |index: &usize| {
                let value = first.as_ref().and_then(|values| values.get(*index));
                Some(*index) != time && value != Some(&Value::Text)
            };
            smoothed = (0..columns.len()).filter(holds_numbers).collect();
        }
        smoothed.sort_unstable();
        smoothed.dedup();
        ensure!(!smoothed.is_empty(), "there is no column with numbers to smooth");
        if let Some(time) = time.filter(|time| smoothed.contains(time)) {
            bail!("the column {} is the time and cannot be smoothed", columns[time].name);
        }
        Ok(Plan {
            columns,
            smoothed,
            clock: recording.clock,
            decimal: Decimal {
                places: options.decimals.map(usize::from).or(decimal.places),
                ..decimal
            },
            promised_rows: recording.rows,
            gaps: options.gaps.map(Into::into),
        })
    }

    /// The names of the smoothed columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.smoothed.iter().map(|&index| self.columns[index].name.as_str())
    }

    /// How many columns are smoothed.
    pub(super) fn channels(&self) -> usize {
        self.smoothed.len()
    }

    /// One for each smoothed column that is an angle.
    pub(super) fn unwrappers(&self) -> Vec<Option<Unwrapper>> {
        let unwrapper =
            |&index: &usize| self.columns[index].is_angle.then(|| Unwrapper::new(360.0));
        self.smoothed.iter().map(unwrapper).collect()
    }

    pub(super) fn reader(&self) -> Reader<'_> {
        Reader { plan: self, rows: 0, time: None }
    }

    /// Writes the row with its smoothed values; where there is none, the cell stays as it is.
    pub(super) fn write(&self, row: &Row, values: &[f64], to: &mut dyn Write) -> io::Result<()> {
        let texts: Vec<(usize, String)> = self
            .smoothed
            .iter()
            .zip(values)
            .filter(|(_, value)| value.is_finite())
            .map(|(&index, &value)| (index, self.decimal.write(value)))
            .collect();
        row.write_with(to, texts.iter().map(|(index, text)| (*index, text.as_str())))
    }
}

impl Reader<'_> {
    /// The sample of a row; none if the row is bad and may be left as it is.
    pub(super) fn sample(&mut self, row: &Row, notes: &mut Notes) -> Result<Option<Sample>> {
        let number = self.rows;
        self.rows += 1;
        match self.time_of(row, number) {
            Ok(time) => {
                let values = self.values(row, notes)?;
                self.time = Some(time);
                Ok(Some(Sample { time, values }))
            }
            Err(error) if self.plan.gaps.is_some() => {
                notes.row(|| error.to_string());
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Whether there were as many rows as promised.
    pub(super) fn finish(&self) -> Result<()> {
        ensure!(self.rows > 0, "there are no rows");
        if let Some(promised) = self.plan.promised_rows {
            ensure!(promised == self.rows, "Frames says {promised}, but {} follow", self.rows);
        }
        Ok(())
    }

    fn time_of(&self, row: &Row, number: usize) -> Result<f64> {
        let (plan, line) = (self.plan, row.line);
        let expected = plan.columns.len();
        ensure!(
            row.len() == expected,
            "line {line}: {} cells where there are {expected} columns",
            row.len()
        );
        let (index, unit) = match plan.clock {
            Clock::Even(step) => return Ok(number as f64 * step),
            Clock::Column { index, unit } => (index, unit),
        };
        let name = &plan.columns[index].name;
        let cell = row.cell(index);
        let Value::Number(time) = plan.decimal.read(&cell) else {
            bail!("line {line}, column {name}: the time must be a number, got `{cell}`");
        };
        let time = time * unit;
        if let Some(previous) = self.time.filter(|previous| !(time > *previous)) {
            let previous = number_in(previous, unit);
            bail!("line {line}, column {name}: time must go forward, got {cell} after {previous}");
        }
        Ok(time)
    }

    fn values(&self, row: &Row, notes: &mut Notes) -> Result<Vec<f64>> {
        let plan = self.plan;
        let mut values = Vec::with_capacity(plan.smoothed.len());
        for &index in &plan.smoothed {
            let cell = row.cell(index);
            let place = || format!("line {}, column {}", row.line, plan.columns[index].name);
            values.push(match plan.decimal.read(&cell) {
                Value::Number(value) => value,
                _ if plan.gaps.is_some() => {
                    notes.value(place);
                    f64::NAN
                }
                Value::Missing => {
                    bail!("{}: the value is missing; --gaps hold or --gaps skip goes on", place())
                }
                Value::Text => bail!("{}: must be a number, got `{cell}`", place()),
            });
        }
        Ok(values)
    }
}

fn number_in(seconds: f64, unit: f64) -> String {
    number(seconds / unit)
}
