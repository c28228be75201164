//! The head of a table: byte order mark, comments, header, and the column of the time.

use std::borrow::Cow;
use std::io::Read;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::delimiter::Delimiter;
use super::dialect;
use super::head::{Clock, Column, Kind, Recording, column, names};
use super::line::Line;
use super::lines::Lines;
use super::number::{Decimal, Value};
use super::source::Input;
use super::time::{TimeFormat, epoch_unit};
use super::units::{TimeUnit, is_time};
use crate::typed_number::positive_hertz;

/// Options for a table whose text does not determine them.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading a table")]
pub(crate) struct TableOptions {
    /// The column with the time, by name or number; else the first one called time, t, timestamp, seconds, year …
    #[arg(long, value_name = "COLUMN", conflicts_with = "rate")]
    time: Option<String>,
    /// The unit of the time column; else the last part of its name, as in time_ms; else seconds
    #[arg(long, value_name = "UNIT", conflicts_with = "rate")]
    time_unit: Option<TimeUnit>,
    /// Sampling rate in rows per second, for a table without a time column; the frame rate that motion capture is to have
    #[arg(long, value_name = "HZ", value_parser = positive_hertz)]
    pub(crate) rate: Option<f64>,
    /// The delimiter of the cells: a character, tab or space; else detected from the first lines
    #[arg(long, value_name = "CHAR", value_parser = Delimiter::parse)]
    delimiter: Option<Delimiter>,
    /// Treat the first row as data even if it has text
    #[arg(long)]
    no_header: bool,
}

impl TableOptions {
    /// Refuses these options for a file that is no table, except for a rate where it may have one.
    pub(super) fn refuse(&self, what: &str, may_have_rate: bool) -> Result<()> {
        let options = [
            ("--time", self.time.is_some()),
            ("--time-unit", self.time_unit.is_some()),
            ("--rate", self.rate.is_some() && !may_have_rate),
        ];
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => bail!("{option} is for tables; this is {what}"),
            None => self.refuse_for_text(what),
        }
    }

    /// Refuses the options for the text of a table, for another format.
    pub(crate) fn refuse_for_text(&self, what: &str) -> Result<()> {
        let options = [("--delimiter", self.delimiter.is_some()), ("--no-header", self.no_header)];
        match options.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => bail!("{option} is for tables of text; this is {what}"),
            None => Ok(()),
        }
    }

    /// The times of the rows by the cells of the first one, and what was assumed about them.
    pub(crate) fn clock(
        &self,
        columns: &[Column],
        first: &[String],
        decimal: Decimal,
    ) -> Result<(Clock, Option<String>)> {
        if let Some(rate) = self.rate {
            return Ok((Clock::Even(1.0 / rate), None));
        }
        let cell = |index: usize| first.get(index).map_or("", String::as_str);
        let format = |index: usize| TimeFormat::of(cell(index), decimal);
        let is_date = |index: &usize| format(*index) == Some(TimeFormat::Date);
        let named = || columns.iter().position(|column| is_time(&column.name));
        let index = match &self.time {
            Some(name) => column(columns, name)?,
            None => named().or_else(|| (0..columns.len()).find(is_date)).with_context(|| {
                format!(
                    "which column is the time? Type --time COLUMN, or --rate HZ if there is none; {}",
                    names(columns)
                )
            })?,
        };
        let name = &columns[index].name;
        let format = format(index).unwrap_or(TimeFormat::Number(TimeUnit::S));
        let is_number = matches!(format, TimeFormat::Number(_));
        ensure!(
            is_number || self.time_unit.is_none(),
            "--time-unit is for a column of numbers; the column {name} holds `{}`",
            cell(index)
        );
        if !is_number {
            return Ok((Clock::Column { index, format }, None));
        }
        let (unit, assumption) = match self.time_unit.or_else(|| TimeUnit::in_name(name)) {
            Some(unit) => (unit, None),
            None => match epoch_unit(cell(index)) {
                Some(unit) => {
                    let unit_name = unit.name();
                    let text = format!(
                        "the column {name} is read as {unit_name} since 1970; type --time-unit for others"
                    );
                    (unit, Some(text))
                }
                None => (TimeUnit::S, None),
            },
        };
        Ok((Clock::Column { index, format: TimeFormat::Number(unit) }, assumption))
    }
}

/// Reads a table up to its first row of data.
pub(super) fn read_head(
    name: String,
    beginning: &[u8],
    reader: Input,
    options: &TableOptions,
) -> Result<Recording> {
    let delimiter = options.delimiter.unwrap_or_else(|| dialect::delimiter(beginning));
    let decimal = dialect::decimal(beginning, delimiter);
    let mut reader = reader;
    let mut head = Vec::new();
    if beginning.starts_with(b"\xef\xbb\xbf") {
        head.extend_from_slice(b"\xef\xbb\xbf");
        reader.read_exact(&mut [0; 3])?;
    }
    let mut lines = Lines::new(reader, delimiter, 0);
    let first = loop {
        match lines.next().transpose()? {
            Some(row) if row.is_row() => break row,
            Some(line) => head.extend(line.bytes),
            None => bail!("there are no rows"),
        }
    };
    // A first row with text other than times is a header.
    let is_text = |cell: Cow<str>| {
        decimal.read(&cell) == Value::Text && TimeFormat::of(&cell, decimal).is_none()
    };
    let is_header = first.cells().any(is_text);
    let is_header = is_header && !options.no_header;
    let names = first.cells().enumerate();
    let names =
        names.map(|(at, name)| if is_header { name.into_owned() } else { (at + 1).to_string() });
    let columns: Vec<Column> = names.map(Column::new).collect();
    lines.put_back(if is_header { first.without_cells() } else { first });
    lines.put_back(Line { bytes: head, ..Line::default() });
    let times = lines.peek_row()?.map(|row| row.cells().map(Cow::into_owned).collect());
    let times: Vec<String> = times.unwrap_or_default();
    let (clock, assumption) = options.clock(&columns, &times, decimal)?;
    let kind = Kind::Table;
    Ok(Recording { name, kind, assumption, columns, clock, decimal, rows: None, lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &'static str, options: TableOptions) -> Result<Recording> {
        read_head("test".into(), text.as_bytes(), Input::of(text), &options)
    }

    fn names(recording: &Recording) -> Vec<&str> {
        recording.columns.iter().map(|column| column.name.as_str()).collect()
    }

    fn rate(hertz: f64) -> TableOptions {
        TableOptions { rate: Some(hertz), ..TableOptions::default() }
    }

    #[test]
    fn the_head_is_mark_comments_and_header() {
        let text = "\u{feff}# by hand\r\n\r\nTime [ms],x\r\n0,1\r\n";
        let mut recording = read(text, TableOptions::default()).unwrap();
        let head: Vec<u8> =
            recording.lines.by_ref().take(2).flat_map(|l| l.unwrap().bytes).collect();
        assert_eq!(head, "\u{feff}# by hand\r\n\r\nTime [ms],x\r\n".as_bytes());
        assert_eq!(names(&recording), ["Time [ms]", "x"]);
        assert_eq!(
            recording.clock,
            Clock::Column { index: 0, format: TimeFormat::Number(TimeUnit::Ms) }
        );
        assert_eq!(recording.lines.count(), 1);
    }

    #[test]
    fn without_a_header_columns_have_numbers_and_no_row_is_lost() {
        let recording = read("0,1\n1,2\n", rate(50.0)).unwrap();
        assert_eq!(names(&recording), ["1", "2"]);
        assert_eq!(recording.clock, Clock::Even(0.02));
        assert_eq!(recording.lines.filter(|line| line.as_ref().unwrap().is_row()).count(), 2);
        let named = TableOptions { time: Some("1".into()), ..TableOptions::default() };
        assert_eq!(
            read("0,1\n1,2\n", named).unwrap().clock,
            Clock::Column { index: 0, format: TimeFormat::Number(TimeUnit::S) }
        );
    }

    #[test]
    fn dates_need_no_name_and_make_no_header() {
        let recording = read("2024-01-01,1\n2024-01-02,2\n", TableOptions::default()).unwrap();
        assert_eq!(names(&recording), ["1", "2"]);
        assert_eq!(recording.clock, Clock::Column { index: 0, format: TimeFormat::Date });
        let recording = read(
            "x,when\n1,12:00:00\n",
            TableOptions { time: Some("when".into()), ..TableOptions::default() },
        );
        assert_eq!(recording.unwrap().clock, Clock::Column { index: 1, format: TimeFormat::Clock });
    }

    #[test]
    fn an_assumed_unit_is_told_and_a_typed_one_is_not() {
        let text = "Timestamp,x\n1700000000000,1\n";
        let recording = read(text, TableOptions::default()).unwrap();
        let ms = Clock::Column { index: 0, format: TimeFormat::Number(TimeUnit::Ms) };
        assert_eq!(recording.clock, ms);
        assert!(recording.assumption.unwrap().contains("milliseconds since 1970"));
        let typed = TableOptions { time_unit: Some(TimeUnit::Us), ..TableOptions::default() };
        assert_eq!(read(text, typed).unwrap().assumption, None);
    }

    #[test]
    fn a_table_without_time_is_told_what_to_type() {
        let error = |text| read(text, TableOptions::default()).err().map(|e| e.to_string());
        assert_eq!(
            error("x,y\n1,2\n").unwrap(),
            "which column is the time? Type --time COLUMN, or --rate HZ if there is none; the columns are: x, y"
        );
        assert_eq!(error("# nothing\n").unwrap(), "there are no rows");
    }
}
