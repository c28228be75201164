//! The columns that are taken of a recording, and the samples that its rows become.

use std::io::{self, Write};

use anyhow::{Context, Result, bail, ensure};
use sprung_signal::{Gaps, PhaseUnwrapper};

use super::head::{Clock, Column, Kind, Recording};
use super::lines::{Line, Lines};
use super::notes::Notes;
use super::number::{Decimal, Value};
use super::row::Row;
use super::time::Times;
use super::units::is_time;

/// The options of a user about the columns.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choice<'a> {
    /// Names or numbers of the columns to take; all with numbers if there are none.
    pub(crate) columns: &'a [String],
    /// Those that are angles in degrees.
    pub(crate) angles: &'a [String],
    /// Digits after the decimal point.
    pub(crate) decimals: Option<usize>,
    /// The policy for missing values; without one they are errors.
    pub(crate) gaps: Option<Gaps>,
}

/// The columns that are taken, and the rules for a good row.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    columns: Vec<Column>,
    // Ascending.
    taken: Vec<usize>,
    clock: Clock,
    decimal: Decimal,
    promised_rows: Option<usize>,
    pub(crate) gaps: Option<Gaps>,
}

/// Turns rows into samples, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    plan: &'a Plan,
    rows: usize,
    samples: usize,
    /// The time of the first sample.
    start: f64,
    timer: Timer,
    /// The time of the last sample, and its text.
    last: Option<(f64, String)>,
}

/// The times of the rows, as they are read.
#[derive(Clone, Debug)]
enum Timer {
    Column(usize, Times),
    Even(f64),
}

/// The values of the taken columns at a time, in seconds; a missing one is NaN.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) time: f64,
    pub(crate) values: Vec<f64>,
}

impl Plan {
    pub(crate) fn new(choice: Choice, recording: &mut Recording) -> Result<Self> {
        let mut taken = Vec::new();
        for wanted in choice.columns {
            taken.extend(recording.columns_of(wanted)?);
        }
        let mut columns = recording.columns.clone();
        for wanted in choice.angles {
            for index in recording.columns_of(wanted)? {
                columns[index].is_angle = true;
            }
        }
        let decimal = recording.decimal;
        let time = match recording.clock {
            Clock::Column { index, .. } => Some(index),
            Clock::Even(_) => None,
        };
        if choice.columns.is_empty() {
            let named = columns.iter().find(|column| is_time(&column.name));
            if let (Kind::Table, None, Some(named)) = (recording.kind, time, named) {
                bail!(
                    "--rate is for a table without times, and the column {} is named as one; omit --rate, or choose --columns",
                    named.name
                );
            }
            let first: Option<Vec<Value>> = recording
                .lines
                .peek_row()?
                .map(|row| row.cells().map(|cell| decimal.read(&cell)).collect());
            let holds_numbers = |index: &usize| {
                let value = first.as_ref().and_then(|values| values.get(*index));
                Some(*index) != time && value != Some(&Value::Text)
            };
            taken = (0..columns.len()).filter(holds_numbers).collect();
        }
        taken.sort_unstable();
        taken.dedup();
        ensure!(!taken.is_empty(), "there is no column with numbers in it");
        if let Some(time) = time.filter(|time| taken.contains(time)) {
            bail!("the column {} is the time and no signal", columns[time].name);
        }
        Ok(Plan {
            columns,
            taken,
            clock: recording.clock,
            decimal: Decimal { places: choice.decimals.or(decimal.places), ..decimal },
            promised_rows: recording.rows,
            gaps: choice.gaps,
        })
    }

    /// Returns the number of columns that are taken.
    pub(crate) fn channels(&self) -> usize {
        self.taken.len()
    }

    /// The names of the columns that are taken.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.taken.iter().map(|&index| self.columns[index].name.as_str())
    }

    /// One for each taken column that is an angle.
    pub(crate) fn unwrappers(&self) -> Vec<Option<PhaseUnwrapper>> {
        let unwrapper =
            |&index: &usize| self.columns[index].is_angle.then(|| PhaseUnwrapper::new(360.0));
        self.taken.iter().map(unwrapper).collect()
    }

    pub(crate) fn reader(&self) -> Reader<'_> {
        let timer = match self.clock {
            Clock::Column { index, format } => {
                Timer::Column(index, Times::new(format, self.decimal))
            }
            Clock::Even(step) => Timer::Even(step),
        };
        Reader { plan: self, rows: 0, samples: 0, start: 0.0, timer, last: None }
    }

    /// Passes on every sample of the lines, to the end of the recording.
    pub(crate) fn read_all(
        &self,
        lines: Lines,
        notes: &mut Notes,
        mut each: impl FnMut(Sample),
    ) -> Result<()> {
        let mut reader = self.reader();
        for line in lines {
            let Line::Row(row) = line? else { continue };
            if let Some(sample) = reader.sample(&row, notes)? {
                each(sample);
            }
        }
        reader.finish().map(|_| ())
    }

    /// Writes the row with its smoothed values; where there is none, the cell is unchanged.
    pub(crate) fn write(&self, row: &Row, values: &[f64], to: &mut dyn Write) -> io::Result<()> {
        let texts: Vec<(usize, String)> = self
            .taken
            .iter()
            .zip(values)
            .filter(|(_, value)| value.is_finite())
            .map(|(&index, &value)| (index, self.decimal.write(value)))
            .collect();
        row.write_with(to, texts.iter().map(|(index, text)| (*index, text.as_str())))
    }
}

impl Reader<'_> {
    /// The sample of a row; none if the row is bad and may be left unchanged.
    pub(crate) fn sample(&mut self, row: &Row, notes: &mut Notes) -> Result<Option<Sample>> {
        let row_index = self.rows;
        self.rows += 1;
        let (time, text) = match self.time_of(row, row_index) {
            Err(error) if self.plan.gaps.is_some() => {
                notes.row(|| error.to_string());
                return Ok(None);
            }
            time => time?,
        };
        let values = self.values(row, notes)?;
        self.start = if self.samples == 0 { time } else { self.start };
        self.samples += 1;
        self.last = Some((time, text));
        Ok(Some(Sample { time, values }))
    }

    /// Checks the number of rows against the head of the recording. Returns the mean time between two samples, in
    /// seconds; 0 of a single one.
    pub(crate) fn finish(&self) -> Result<f64> {
        ensure!(self.rows > 0, "there are no rows");
        if let Some(promised) = self.plan.promised_rows {
            ensure!(promised == self.rows, "Frames declares {promised}, but {} follow", self.rows);
        }
        let duration = self.last.as_ref().map_or(0.0, |last| last.0 - self.start);
        Ok(duration / self.samples.saturating_sub(1).max(1) as f64)
    }

    /// The time of a row, and its text.
    fn time_of(&mut self, row: &Row, row_index: usize) -> Result<(f64, String)> {
        let (plan, line) = (self.plan, row.line);
        let expected = plan.columns.len();
        ensure!(
            row.len() == expected,
            "line {line}: {} cells where there are {expected} columns",
            row.len()
        );
        let (index, times) = match &mut self.timer {
            Timer::Even(step) => return Ok((row_index as f64 * *step, String::new())),
            Timer::Column(index, times) => (*index, times),
        };
        let place = || format!("line {line}, column {}", plan.columns[index].name);
        let cell = row.cell(index);
        let time = times.read(&cell).with_context(place)?;
        if let Some((_, previous)) = self.last.as_ref().filter(|last| !(time > last.0)) {
            bail!("{}: time must go forward, got {cell} after {previous}", place());
        }
        Ok((time, cell.into_owned()))
    }

    fn values(&self, row: &Row, notes: &mut Notes) -> Result<Vec<f64>> {
        let plan = self.plan;
        let mut values = Vec::with_capacity(plan.taken.len());
        for &index in &plan.taken {
            let cell = row.cell(index);
            let place = || format!("line {}, column {}", row.line, plan.columns[index].name);
            values.push(match plan.decimal.read(&cell) {
                Value::Number(value) => value,
                _ if plan.gaps.is_some() => {
                    notes.value(place);
                    f64::NAN
                }
                Value::Missing => {
                    bail!(
                        "{}: the value is missing; use --gaps hold or --gaps skip to continue",
                        place()
                    )
                }
                Value::Text => bail!("{}: must be a number, got `{cell}`", place()),
            });
        }
        Ok(values)
    }
}
