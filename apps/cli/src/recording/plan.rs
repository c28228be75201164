//! The columns that are taken of a recording, and the samples that its rows become.

use std::io::Write;

use anyhow::{Context, Result, bail, ensure};
use sprung_signal::{Gaps, PhaseUnwrapper};

use super::head::{Clock, Kind, Recording};
use super::line::Line;
use super::notes::Notes;
use super::number::Value;
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

/// A recording of which some columns are taken, sample by sample.
pub(crate) struct Plan {
    recording: Recording,
    // Ascending.
    taken: Vec<usize>,
    // One for each taken column that is an angle.
    unwrappers: Vec<Option<PhaseUnwrapper>>,
    pub(crate) gaps: Option<Gaps>,
    pub(crate) notes: Notes,
    timer: Timer,
    // The number of rows and of samples so far, the time of the first sample, and that of the last with its text.
    rows: usize,
    samples: usize,
    start: f64,
    last: Option<(f64, String)>,
}

/// The times of the rows, as they are read.
enum Timer {
    Column(usize, Times),
    Even(f64),
}

/// The values of the taken columns at a time, in seconds; a missing one is NaN.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) time: f64,
    /// Angles without jumps from turn to turn.
    pub(crate) values: Vec<f64>,
    /// The whole turns that were added to each for this.
    turns: Vec<f64>,
}

impl Plan {
    pub(crate) fn new(choice: Choice, mut recording: Recording) -> Result<Self> {
        let mut taken = Vec::new();
        for wanted in choice.columns {
            taken.extend(recording.columns_of(wanted)?);
        }
        for wanted in choice.angles {
            for index in recording.columns_of(wanted)? {
                recording.columns[index].is_angle = true;
            }
        }
        let time = match recording.clock {
            Clock::Column { index, .. } => Some(index),
            Clock::Even(_) => None,
        };
        if choice.columns.is_empty() {
            let named = recording.columns.iter().find(|column| is_time(&column.name));
            if let (Kind::Table, None, Some(named)) = (recording.kind, time, named) {
                bail!(
                    "--rate is for a table without times, and the column {} is named as one; omit --rate, or choose --columns",
                    named.name
                );
            }
            let decimal = recording.decimal;
            let first = recording.lines.peek_row()?;
            let is_text = |index: usize| {
                let row = first.filter(|row| index < row.cells.len());
                row.is_some_and(|row| decimal.read(&row.cell(index)) == Value::Text)
            };
            let columns = 0..recording.columns.len();
            taken = columns.filter(|&index| Some(index) != time && !is_text(index)).collect();
        }
        taken.sort_unstable();
        taken.dedup();
        ensure!(!taken.is_empty(), "there is no column with numbers in it");
        if let Some(time) = time.filter(|time| taken.contains(time)) {
            bail!("the column {} is the time and no signal", recording.columns[time].name);
        }
        let is_angle = |index: &usize| recording.columns[*index].is_angle;
        let unwrapper = |index| is_angle(index).then(|| PhaseUnwrapper::new(360.0));
        let unwrappers = taken.iter().map(unwrapper).collect();
        recording.decimal.places = choice.decimals.or(recording.decimal.places);
        let mut notes = Notes::new(recording.name.clone());
        recording.assumption.take().into_iter().for_each(|text| notes.remark(text));
        let timer = match recording.clock {
            Clock::Column { index, format } => {
                Timer::Column(index, Times::new(format, recording.decimal))
            }
            Clock::Even(step) => Timer::Even(step),
        };
        let (gaps, rows, samples) = (choice.gaps, 0, 0);
        let (start, last) = (0.0, None);
        Ok(Plan { recording, taken, unwrappers, gaps, notes, timer, rows, samples, start, last })
    }

    /// Returns the number of columns that are taken.
    pub(crate) fn channels(&self) -> usize {
        self.taken.len()
    }

    /// Returns the mean time between two samples so far, in seconds; 0 of a single one.
    pub(crate) fn interval(&self) -> f64 {
        let duration = self.last.as_ref().map_or(0.0, |last| last.0 - self.start);
        duration / self.samples.saturating_sub(1).max(1) as f64
    }

    /// Returns whether the next line can be read without waiting for more input.
    pub(crate) fn is_ready(&self) -> bool {
        self.recording.lines.is_ready()
    }

    /// The names of the columns that are taken.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.taken.iter().map(|&index| self.recording.columns[index].name.as_str())
    }

    /// The next line, and its sample if it is a good row; none at the end. The head of the recording is a line too.
    pub(crate) fn next_line(&mut self) -> Result<Option<(Line, Option<Sample>)>> {
        let Some(line) = self.recording.lines.next().transpose()? else {
            let rows = self.rows;
            ensure!(rows > 0, "there are no rows");
            if let Some(promised) = self.recording.rows {
                ensure!(promised == rows, "Frames declares {promised}, but {rows} follow");
            }
            return Ok(None);
        };
        let sample = if line.is_row() { self.sample(&line)? } else { None };
        Ok(Some((line, sample)))
    }

    /// The values of the taken columns in a row, as they are recorded; a missing one is NaN.
    pub(crate) fn recorded(&self, row: &Line) -> impl Iterator<Item = f64> {
        self.taken.iter().map(|&index| match self.recording.decimal.read(&row.cell(index)) {
            Value::Number(value) => value,
            _ => f64::NAN,
        })
    }

    /// Passes on every sample, to the end of the recording.
    pub(crate) fn each_sample(&mut self, mut each: impl FnMut(Sample)) -> Result<()> {
        while let Some((_, sample)) = self.next_line()? {
            sample.map(&mut each);
        }
        Ok(())
    }

    /// Writes the line with the values of its sample; where there is none, the cell is unchanged.
    pub(crate) fn write(
        &self,
        line: &Line,
        sample: Option<&Sample>,
        to: &mut dyn Write,
    ) -> Result<()> {
        let values = sample.into_iter().flat_map(Sample::recorded);
        let cells = self.taken.iter().zip(values).filter(|(_, value)| value.is_finite());
        let decimal = self.recording.decimal;
        Ok(line.write(to, cells.map(|(&index, value)| (index, decimal.write(value))))?)
    }

    /// The sample of a row; none if the row is bad and may be left unchanged.
    fn sample(&mut self, row: &Line) -> Result<Option<Sample>> {
        let time = self.time_of(row);
        self.rows += 1;
        let (time, text) = match time {
            Err(error) if self.gaps.is_some() => {
                self.notes.row(|| error.to_string());
                return Ok(None);
            }
            time => time?,
        };
        let (mut values, mut turns) = (Vec::new(), Vec::new());
        for channel in 0..self.channels() {
            let value = self.value(row, self.taken[channel])?;
            let unwrapper = &mut self.unwrappers[channel];
            values.push(unwrapper.as_mut().map_or(value, |unwrapper| unwrapper.unwrap(value)));
            turns.push(unwrapper.as_ref().map_or(0.0, PhaseUnwrapper::added));
        }
        self.start = if self.samples == 0 { time } else { self.start };
        self.samples += 1;
        self.last = Some((time, text));
        Ok(Some(Sample { time, values, turns }))
    }

    /// The time of a row, and its text.
    fn time_of(&mut self, row: &Line) -> Result<(f64, String)> {
        let columns = &self.recording.columns;
        let (line, cells) = (row.number, row.cells.len());
        let expected = columns.len();
        ensure!(cells == expected, "line {line}: {cells} cells where there are {expected} columns");
        let (index, times) = match &mut self.timer {
            Timer::Even(step) => return Ok((self.rows as f64 * *step, String::new())),
            Timer::Column(index, times) => (*index, times),
        };
        let place = || format!("line {line}, column {}", columns[index].name);
        let cell = row.cell(index);
        let time = times.read(&cell).with_context(place)?;
        if let Some((_, previous)) = self.last.as_ref().filter(|last| !(time > last.0)) {
            bail!("{}: time must go forward, got {cell} after {previous}", place());
        }
        Ok((time, cell.into_owned()))
    }

    fn value(&mut self, row: &Line, index: usize) -> Result<f64> {
        let cell = row.cell(index);
        let name = &self.recording.columns[index].name;
        let place = || format!("line {}, column {name}", row.number);
        Ok(match self.recording.decimal.read(&cell) {
            Value::Number(value) => value,
            _ if self.gaps.is_some() => {
                self.notes.value(place);
                f64::NAN
            }
            Value::Missing => bail!(
                "{}: the value is missing; use --gaps hold or --gaps skip to continue",
                place()
            ),
            Value::Text => bail!("{}: must be a number, got `{cell}`", place()),
        })
    }
}

impl Sample {
    /// The values as a recording has them: angles within the turn that they are recorded in.
    pub(crate) fn recorded(&self) -> impl Iterator<Item = f64> {
        self.values.iter().zip(&self.turns).map(|(value, turns)| value - turns)
    }
}
