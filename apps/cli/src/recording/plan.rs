//! The columns that are taken of a recording, and the samples that its rows become.

use anyhow::{Context, Result, bail, ensure};
use sprung_signal::{Gaps, PhaseUnwrapper};

use super::head::{Column, Kind, Recording};
use super::line::Line;
use super::notes::Notes;
use super::number::{Value, hint};
use super::row::{Row, Sample, Taken};
use super::timer::Timer;
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
    taken: Taken,
    // One for each taken column, if any of them is an angle.
    unwrappers: Vec<Option<PhaseUnwrapper>>,
    pub(crate) gaps: Option<Gaps>,
    pub(crate) notes: Notes,
    timer: Timer,
    // The number of rows and of samples so far, and the time of the first sample.
    rows: usize,
    samples: usize,
    start: f64,
    last: Last,
}

/// The time of the last good row, and its text.
#[derive(Default)]
struct Last {
    time: Option<f64>,
    text: String,
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
        let time = recording.clock.column();
        let mut way_out = "";
        if choice.columns.is_empty() {
            if let (Kind::Table, None) = (recording.kind, time) {
                refuse_rate(&recording.columns)?;
            }
            let decimal = recording.decimal;
            let first = recording.lines.peek_row()?;
            let is_text = |index: usize| {
                let row = first.filter(|row| index < row.cells.len());
                row.is_some_and(|row| decimal.read(&row.cell(index)) == Value::Text)
            };
            let hint_of = |row: &Line| {
                let mut hints = (0..row.cells.len()).map(|index| hint(&row.cell(index)));
                hints.find(|hint| !hint.is_empty())
            };
            way_out = first.and_then(hint_of).unwrap_or_default();
            let columns = 0..recording.columns.len();
            taken = columns.filter(|&index| Some(index) != time && !is_text(index)).collect();
        }
        taken.sort_unstable();
        taken.dedup();
        ensure!(!taken.is_empty(), "there is no column with numbers in it{way_out}");
        if let Some(time) = time.filter(|time| taken.contains(time)) {
            bail!("the column {} is the time and no signal", recording.columns[time].name);
        }
        let angle = |&index: &usize| recording.columns[index].is_angle;
        let unwrapper = |index| angle(index).then(|| PhaseUnwrapper::new(360.0));
        let mut unwrappers: Vec<_> = taken.iter().map(unwrapper).collect();
        if unwrappers.iter().all(Option::is_none) {
            unwrappers.clear();
        }
        let names = taken.iter().map(|&index| recording.columns[index].name.clone()).collect();
        recording.decimal.places = choice.decimals.or(recording.decimal.places);
        let taken = Taken { columns: taken, names, decimal: recording.decimal };
        let mut notes = Notes::new(recording.name.clone());
        recording.assumption.take().into_iter().for_each(|text| notes.remark(text));
        let timer = Timer::new(recording.clock, recording.decimal);
        let (gaps, rows, samples) = (choice.gaps, 0, 0);
        let (start, last) = (0.0, Last::default());
        Ok(Plan { recording, taken, unwrappers, gaps, notes, timer, rows, samples, start, last })
    }

    /// Reads the times and the values of one column, by its name or number or because it is the only one; a missing value is
    /// NaN.
    pub(crate) fn one_column(
        column: Option<&String>,
        gaps: Option<Gaps>,
        recording: Recording,
    ) -> Result<(Vec<f64>, Vec<f64>)> {
        let columns = column.map_or(&[][..], std::slice::from_ref);
        let mut plan = Plan::new(Choice { columns, gaps, ..Choice::default() }, recording)?;
        let names = plan.taken().names();
        ensure!(names.len() == 1, "which column? Type --column with one of: {}", names.join(", "));
        let (mut times, mut values) = (Vec::new(), Vec::new());
        plan.each_sample(|sample| {
            times.push(sample.time);
            values.push(sample.values[0]);
        })?;
        plan.notes.tell();
        Ok((times, values))
    }

    /// The columns that are taken.
    pub(crate) fn taken(&self) -> &Taken {
        &self.taken
    }

    /// Returns the number of columns that are taken.
    pub(crate) fn channels(&self) -> usize {
        self.taken.columns.len()
    }

    /// Returns the mean time between two samples so far, in seconds; 0 of a single one.
    pub(crate) fn interval(&self) -> f64 {
        let duration = self.last.time.map_or(0.0, |last| last - self.start);
        duration / self.samples.saturating_sub(1).max(1) as f64
    }

    /// The bytes of the first row.
    pub(crate) fn first_length(&mut self) -> Result<usize> {
        Ok(self.recording.lines.peek_row()?.map_or(1, |row| row.bytes.len()))
    }

    /// Returns whether the next line can be read without waiting for more input.
    pub(crate) fn is_ready(&self) -> bool {
        self.recording.lines.is_ready()
    }

    /// Reads the next line, and its sample if it is a good row; false at the end. The head of the recording is a line too.
    pub(crate) fn read(&mut self, row: &mut Row) -> Result<bool> {
        row.is_sample = false;
        if self.recording.lines.read_into(&mut row.line)? {
            row.is_sample = row.line.is_row() && self.read_sample(&row.line, &mut row.sample)?;
            return Ok(true);
        }
        let rows = self.rows;
        ensure!(rows > 0, "there are no rows");
        if let Some(promised) = self.recording.rows {
            ensure!(promised == rows, "Frames declares {promised}, but {rows} follow");
        }
        Ok(false)
    }

    /// Passes on every sample, to the end of the recording.
    pub(crate) fn each_sample(&mut self, mut each: impl FnMut(&Sample)) -> Result<()> {
        let mut row = Row::default();
        while self.read(&mut row)? {
            row.sample().map(&mut each);
        }
        Ok(())
    }

    /// Reads the sample of a row; false if the row is bad and may be left unchanged.
    fn read_sample(&mut self, row: &Line, sample: &mut Sample) -> Result<bool> {
        let time = self.time_of(row);
        self.rows += 1;
        sample.time = match time {
            Err(error) if self.gaps.is_some() => {
                self.notes.row(|| error.to_string());
                return Ok(false);
            }
            time => time?,
        };
        sample.values.clear();
        sample.turns.clear();
        for channel in 0..self.channels() {
            let mut value = self.value(row, self.taken.columns[channel])?;
            if let Some(unwrapper) = self.unwrappers.get_mut(channel) {
                value = unwrapper.as_mut().map_or(value, |unwrapper| unwrapper.unwrap(value));
                sample.turns.push(unwrapper.as_ref().map_or(0.0, PhaseUnwrapper::added));
            }
            sample.values.push(value);
        }
        self.start = if self.samples == 0 { sample.time } else { self.start };
        self.samples += 1;
        Ok(true)
    }

    /// The time of a row, after that of the last one.
    fn time_of(&mut self, row: &Line) -> Result<f64> {
        let columns = &self.recording.columns;
        let (line, cells) = (row.number, row.cells.len());
        let expected = columns.len();
        let counted = |count, name| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
        ensure!(
            cells == expected,
            "line {line}: {} where there {} {}",
            counted(cells, "cell"),
            if expected == 1 { "is" } else { "are" },
            counted(expected, "column")
        );
        let last = &mut self.last;
        let time = match &mut self.timer {
            Timer::Even(step) => self.rows as f64 * *step,
            Timer::Column(index, times) => {
                let place = || format!("line {line}, column {}", columns[*index].name);
                let cell = row.cell(*index);
                let time = times.read(&cell).with_context(place)?;
                if last.time.is_some_and(|last| !(time > last)) {
                    let (place, previous) = (place(), &last.text);
                    bail!("{place}: time must go forward, got {cell} after {previous}");
                }
                last.text.clear();
                last.text.push_str(&cell);
                time
            }
        };
        last.time = Some(time);
        Ok(time)
    }

    fn value(&mut self, row: &Line, index: usize) -> Result<f64> {
        let decimal = self.recording.decimal;
        if let Some(number) = decimal.number(row.written_cell(index)) {
            return Ok(number);
        }
        let cell = row.cell(index);
        let name = &self.recording.columns[index].name;
        let place = || format!("line {}, column {name}", row.number);
        match decimal.read(&cell) {
            Value::Number(value) => Ok(value),
            _ if self.gaps.is_some() => {
                self.notes.value(place);
                Ok(f64::NAN)
            }
            Value::Missing => bail!(
                "{}: the value is missing; use --gaps hold or --gaps skip to continue",
                place()
            ),
            Value::Text => bail!("{}: must be a number, got `{cell}`{}", place(), hint(&cell)),
        }
    }
}

/// Refuses `--rate` for a table that has a column with the name of a time and of which none are chosen.
pub(crate) fn refuse_rate(columns: &[Column]) -> Result<()> {
    match columns.iter().find(|column| is_time(&column.name)) {
        Some(named) => bail!(
            "--rate is for a table without times, and the column {} is named as one; omit --rate, or choose --columns",
            named.name
        ),
        None => Ok(()),
    }
}
