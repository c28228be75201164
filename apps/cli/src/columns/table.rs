//! The columns that are taken of a table, and the samples that its rows become.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use sprung_signal::{Gaps, PhaseUnwrapper};

use super::numbers;
use super::reader::Reader;
use super::time_cell::{self, TimeCell};
use super::writer::Writer;
use crate::recording::{Choice, Column, Decimal, Notes, TableOptions, Timer, column, refuse_rate};

/// A table of which some columns are taken, batch by batch.
pub(crate) struct Table {
    reader: Reader,
    first: Option<RecordBatch>,
    // Ascending.
    taken: Vec<usize>,
    unwrappers: Vec<Option<PhaseUnwrapper>>,
    // That of the output.
    schema: SchemaRef,
    pub(crate) gaps: Option<Gaps>,
    pub(crate) notes: Notes,
    timer: Timer,
    // The number of rows and of samples so far, and the times of the first and the last sample.
    rows: usize,
    samples: usize,
    start: f64,
    last: Option<(f64, Option<TimeCell>)>,
}

/// Rows of a table, and the samples of the good ones.
pub(crate) struct Batch {
    rows: RecordBatch,
    /// The time of each row in seconds; NaN of a bad one.
    pub(crate) times: Vec<f64>,
    /// The values of the taken columns, row after row; a missing one is NaN, and angles have no jumps.
    pub(crate) values: Vec<f64>,
    // The whole turns that were added to each for this.
    turns: Vec<f64>,
}

impl Table {
    /// Plans to take the chosen columns.
    pub(crate) fn new(choice: Choice, mut reader: Reader, options: &TableOptions) -> Result<Self> {
        let format = reader.format.name();
        options.refuse_for_text(format)?;
        ensure!(choice.decimals.is_none(), "--decimals is for text; {format} keeps every digit");
        let first = reader.next_with_rows()?;
        let fields = reader.schema.fields();
        let columns: Vec<Column> = fields.iter().map(|field| Column::new(field.name())).collect();
        let cells =
            first.columns().iter().map(|array| time_cell::text(array, 0)).collect::<Vec<_>>();
        let (clock, assumption) = options.clock(&columns, &cells, Decimal::default())?;
        let time = clock.column();
        let name = |index: usize| &columns[index].name;
        if let Some(index) = time {
            let data_type = fields[index].data_type();
            let is_time = time_cell::is_time(data_type);
            ensure!(is_time, "the column {} is of type {data_type} and no time", name(index));
        }
        let indices = |names: &[String]| {
            names.iter().map(|wanted| column(&columns, wanted)).collect::<Result<Vec<_>>>()
        };
        let (mut taken, angles) = (indices(choice.columns)?, indices(choice.angles)?);
        if taken.is_empty() {
            if time.is_none() {
                refuse_rate(&columns)?;
            }
            let all = 0..columns.len();
            let is_number = |index: &usize| numbers::is_number(fields[*index].data_type());
            taken = all.filter(is_number).filter(|index| Some(*index) != time).collect();
        }
        taken.sort_unstable();
        taken.dedup();
        ensure!(!taken.is_empty(), "there is no column with numbers in it");
        for &index in &taken {
            let (data_type, name) = (fields[index].data_type(), name(index));
            ensure!(Some(index) != time, "the column {name} is the time and no signal");
            ensure!(
                numbers::is_number(data_type),
                "the column {name} is of type {data_type}; only integers and floating-point numbers are smoothed"
            );
        }
        let unwrapper = |index| angles.contains(index).then(|| PhaseUnwrapper::new(360.0));
        let unwrappers = taken.iter().map(unwrapper).collect();
        let mut notes = Notes::new(reader.name.clone());
        assumption.into_iter().for_each(|text| notes.remark(text));
        let timer = Timer::new(clock, Decimal::default());
        let (schema, gaps) = (smoothed_schema(&reader.schema, &taken), choice.gaps);
        let (first, rows, samples, start, last) = (Some(first), 0, 0, 0.0, None);
        Ok(Table {
            reader,
            first,
            taken,
            unwrappers,
            schema,
            gaps,
            notes,
            timer,
            rows,
            samples,
            start,
            last,
        })
    }

    /// Returns the number of columns that are taken.
    pub(crate) fn channels(&self) -> usize {
        self.taken.len()
    }

    /// The bytes of a row, by the first batch.
    pub(crate) fn row_length(&self) -> usize {
        self.first.as_ref().map_or(0, |batch| batch.get_array_memory_size() / batch.num_rows())
    }

    /// Returns the mean time between two samples so far, in seconds; 0 of a single one.
    pub(crate) fn interval(&self) -> f64 {
        let duration = self.last.as_ref().map_or(0.0, |(last, _)| last - self.start);
        duration / self.samples.saturating_sub(1).max(1) as f64
    }

    /// Starts a file with these columns.
    pub(crate) fn writer(&self) -> Result<Writer> {
        Writer::new(&self.reader.head, &self.schema)
    }

    /// Reads the next rows; none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Batch>> {
        let rows = match self.first.take() {
            Some(first) => Some(first),
            None => self.reader.next()?,
        };
        rows.map(|rows| self.samples_of(rows)).transpose()
    }

    fn samples_of(&mut self, rows: RecordBatch) -> Result<Batch> {
        let columns: Vec<Vec<f64>> =
            self.taken.iter().map(|&index| numbers::read(rows.column(index))).collect();
        let (count, channels) = (rows.num_rows(), columns.len());
        let times = Vec::with_capacity(count);
        let (values, turns) = (vec![f64::NAN; count * channels], vec![0.0; count * channels]);
        let mut batch = Batch { rows, times, values, turns };
        for row in 0..count {
            let time = self.time_of(&batch.rows, row);
            self.rows += 1;
            let time = match time {
                Err(error) if self.gaps.is_some() => {
                    self.notes.row(|| error.to_string());
                    batch.times.push(f64::NAN);
                    continue;
                }
                time => time?,
            };
            self.start = if self.samples == 0 { time } else { self.start };
            self.samples += 1;
            batch.times.push(time);
            for (channel, values) in columns.iter().enumerate() {
                let value = self.value(values[row], channel)?;
                let at = row * channels + channel;
                batch.values[at] = match &mut self.unwrappers[channel] {
                    Some(unwrapper) => {
                        let value = unwrapper.unwrap(value);
                        batch.turns[at] = unwrapper.added();
                        value
                    }
                    None => value,
                };
            }
        }
        Ok(batch)
    }

    /// The time of a row, after that of the last one.
    fn time_of(&mut self, rows: &RecordBatch, row: usize) -> Result<f64> {
        let (index, times) = match &mut self.timer {
            Timer::Even(step) => {
                let time = self.rows as f64 * *step;
                self.last = Some((time, None));
                return Ok(time);
            }
            Timer::Column(index, times) => (*index, times),
        };
        let name = self.reader.schema.field(index).name();
        let number = self.rows + 1;
        let place = || format!("row {number}, column {name}");
        let cell = time_cell::read(rows.column(index), row);
        let cell = cell.with_context(|| format!("{}: the time is missing", place()))?;
        let time = match &cell {
            TimeCell::Nanoseconds(time) => times.of_nanoseconds(*time),
            TimeCell::Text(text) => times.read(text).with_context(place)?,
        };
        if let Some((last, Some(previous))) = &self.last
            && !(time > *last)
        {
            bail!("{}: time must go forward, got {cell} after {previous}", place());
        }
        self.last = Some((time, Some(cell)));
        Ok(time)
    }

    /// The value of a channel in the last row, which may be missing under a policy.
    fn value(&mut self, value: f64, channel: usize) -> Result<f64> {
        if value.is_finite() {
            return Ok(value);
        }
        let name = self.reader.schema.field(self.taken[channel]).name();
        let number = self.rows;
        let place = || format!("row {number}, column {name}");
        if self.gaps.is_some() {
            self.notes.value(place);
            return Ok(f64::NAN);
        }
        ensure!(value.is_nan(), "{}: must be a finite number, got {value}", place());
        bail!("{}: the value is missing; use --gaps hold or --gaps skip to continue", place())
    }

    /// The rows of a batch with its values.
    pub(crate) fn smoothed(&self, batch: &Batch) -> Result<RecordBatch> {
        let channels = self.channels();
        let mut columns = batch.rows.columns().to_vec();
        for (channel, &index) in self.taken.iter().enumerate() {
            let cells = batch.values.iter().zip(&batch.turns).skip(channel).step_by(channels);
            let values = cells.map(|(value, turns)| value - turns);
            columns[index] = numbers::smoothed(&columns[index], values);
        }
        Ok(RecordBatch::try_new(Arc::clone(&self.schema), columns)?)
    }
}

/// The schema in which integers that are smoothed are floating-point numbers.
fn smoothed_schema(schema: &Schema, taken: &[usize]) -> SchemaRef {
    let fields = schema.fields().iter().enumerate().map(|(index, field)| {
        let data_type = numbers::smoothed_type(field.data_type());
        match taken.contains(&index) && data_type != *field.data_type() {
            true => Arc::new(field.as_ref().clone().with_data_type(data_type)),
            false => Arc::clone(field),
        }
    });
    Arc::new(Schema::new_with_metadata(fields.collect::<Vec<_>>(), schema.metadata().clone()))
}
