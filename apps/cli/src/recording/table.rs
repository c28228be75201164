//! The head of a table: byte order mark, comments, header, and the column of the time.

use std::io::{BufRead, Read};

use anyhow::{Result, bail};
use clap::Args;

use super::delimiter::Delimiter;
use super::dialect;
use super::head::{Clock, Column, Recording, column};
use super::lines::{Line, Lines};
use super::number::{Decimal, Value};
use super::row::Row;
use super::units::{TimeUnit, is_time};
use crate::typed_number::positive;

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
    /// Sampling rate in rows per second, for a table without a time column
    #[arg(long, value_name = "HZ", value_parser = positive::<f64>)]
    rate: Option<f64>,
    /// The delimiter of the cells: a character, tab or space; else detected from the first lines
    #[arg(long, value_name = "CHAR", value_parser = Delimiter::parse)]
    delimiter: Option<Delimiter>,
    /// Treat the first row as data even if it has text
    #[arg(long)]
    no_header: bool,
}

/// Reads a table up to its first row of data.
pub(super) fn read_head(
    name: String,
    beginning: &[u8],
    reader: Box<dyn BufRead>,
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
            Some(Line::Other(bytes)) => head.extend(bytes),
            Some(Line::Row(row)) => break row,
            None => bail!("there are no rows"),
        }
    };
    let columns: Vec<Column> = if !options.no_header && is_header(&first, decimal) {
        first.write(&mut head)?;
        first.cells().map(|name| Column { name: name.into_owned(), is_angle: false }).collect()
    } else {
        let count = first.len();
        lines.put_back(Line::Row(first));
        (1..=count).map(|number| Column { name: number.to_string(), is_angle: false }).collect()
    };
    let clock = clock(&columns, options)?;
    Ok(Recording { name, head, columns, clock, decimal, rows: None, lines })
}

/// Returns whether a row is a header: whether it has text.
fn is_header(row: &Row, decimal: Decimal) -> bool {
    row.cells().any(|cell| decimal.read(&cell) == Value::Text)
}

fn clock(columns: &[Column], options: &TableOptions) -> Result<Clock> {
    if let Some(rate) = options.rate {
        return Ok(Clock::Even(1.0 / rate));
    }
    let index = match &options.time {
        Some(name) => column(columns, name)?,
        None => match columns.iter().position(|column| is_time(&column.name)) {
            Some(index) => index,
            None => {
                let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
                bail!(
                    "which column is the time? Type --time COLUMN, or --rate HZ if there is none; the columns are: {}",
                    names.join(", ")
                )
            }
        },
    };
    let unit = options.time_unit.unwrap_or_else(|| TimeUnit::in_name(&columns[index].name));
    Ok(Clock::Column { index, unit: unit.seconds() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn read(text: &'static str, options: TableOptions) -> Result<Recording> {
        read_head("test".into(), text.as_bytes(), Box::new(Cursor::new(text)), &options)
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
        let recording = read(text, TableOptions::default()).unwrap();
        assert_eq!(recording.head, "\u{feff}# by hand\r\n\r\nTime [ms],x\r\n".as_bytes());
        assert_eq!(names(&recording), ["Time [ms]", "x"]);
        assert_eq!(recording.clock, Clock::Column { index: 0, unit: 1e-3 });
        assert_eq!(recording.lines.count(), 1);
    }

    #[test]
    fn without_a_header_columns_have_numbers_and_no_row_is_lost() {
        let recording = read("0,1\n1,2\n", rate(50.0)).unwrap();
        assert_eq!(names(&recording), ["1", "2"]);
        assert_eq!(recording.clock, Clock::Even(0.02));
        assert_eq!(recording.lines.count(), 2);
        let named = TableOptions { time: Some("1".into()), ..TableOptions::default() };
        assert_eq!(read("0,1\n1,2\n", named).unwrap().clock, Clock::Column { index: 0, unit: 1.0 });
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
