//! Rows under named columns, written as an aligned table, CSV or JSON.

use std::io::{self, Write};

use anyhow::Result;
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::format::Format;
use super::number::{nine_digits, number};

/// Rows under named columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// One value of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    /// A number in double precision.
    F64(f64),
    /// A number in single precision, written with the digits that it has.
    F32(f32),
    /// Text.
    Text(String),
    /// No value.
    Empty,
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Cell::F64(value)
    }
}

impl From<f32> for Cell {
    fn from(value: f32) -> Self {
        Cell::F32(value)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.into())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Cell::F64(value) => number(value),
            Cell::F32(value) => number(value),
            Cell::Text(text) => text.clone(),
            Cell::Empty => String::new(),
        }
    }

    /// Rounds numbers to nine digits for a table that people read.
    fn short(&self) -> String {
        match self {
            Cell::F64(value) => nine_digits(*value),
            // Single precision has hardly more.
            _ => self.text(),
        }
    }
}

/// JSON has no infinity and no NaN: they are null, as in JavaScript. All digits of numbers are kept.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let is_finite = match self {
            Cell::F64(value) => value.is_finite(),
            Cell::F32(value) => value.is_finite(),
            Cell::Text(text) => return to.serialize_str(text),
            Cell::Empty => false,
        };
        if is_finite {
            RawValue::from_string(self.text()).map_err(S::Error::custom)?.serialize(to)
        } else {
            to.serialize_none()
        }
    }
}

impl Table {
    /// An empty table.
    pub(crate) fn new(columns: &[&str]) -> Self {
        Table { columns: columns.iter().map(|name| name.to_string()).collect(), rows: Vec::new() }
    }

    /// Adds a row, one cell for each column.
    pub(crate) fn row(&mut self, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// Returns the names of the columns.
    pub(crate) fn columns(&self) -> Vec<&str> {
        self.columns.iter().map(String::as_str).collect()
    }

    /// Returns the rows, from the first on.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Vec<Cell>> {
        self.rows.iter().cloned()
    }
}

/// Writes rows in the format, each as it comes. For an aligned table they are asked for twice: its widths come first.
pub(crate) fn write_rows<I: Iterator<Item = Vec<Cell>>>(
    columns: &[&str],
    rows: impl Fn() -> I,
    format: Format,
    to: &mut dyn Write,
) -> Result<()> {
    match format {
        Format::Table => write_aligned(columns, rows, to),
        Format::Csv => write_csv(columns, rows(), to),
        Format::Json => write_json(columns, rows(), to),
    }
}

fn write_aligned<I: Iterator<Item = Vec<Cell>>>(
    columns: &[&str],
    rows: impl Fn() -> I,
    to: &mut dyn Write,
) -> Result<()> {
    // A column of numbers is flush right, a column with text flush left.
    let mut layout: Vec<(usize, bool)> =
        columns.iter().map(|name| (name.chars().count(), false)).collect();
    for row in rows() {
        for ((width, is_text), cell) in layout.iter_mut().zip(&row) {
            *width = cell.short().chars().count().max(*width);
            *is_text |= matches!(cell, Cell::Text(_));
        }
    }
    let line = |cells: &mut dyn Iterator<Item = String>| {
        let cells = cells.zip(&layout).map(|(cell, &(width, is_text))| match is_text {
            true => format!("{cell:<width$}  "),
            false => format!("{cell:>width$}  "),
        });
        cells.collect::<String>()
    };
    writeln!(to, "{}", line(&mut columns.iter().map(|name| name.to_string())).trim_end())?;
    for row in rows() {
        writeln!(to, "{}", line(&mut row.iter().map(Cell::short)).trim_end())?;
    }
    Ok(())
}

fn write_csv(
    columns: &[&str],
    rows: impl Iterator<Item = Vec<Cell>>,
    to: &mut dyn Write,
) -> Result<()> {
    let mut csv = csv::Writer::from_writer(to);
    csv.write_record(columns)?;
    for row in rows {
        csv.write_record(row.iter().map(Cell::text))?;
    }
    csv.flush()?;
    Ok(())
}

fn write_json(
    columns: &[&str],
    rows: impl Iterator<Item = Vec<Cell>>,
    to: &mut dyn Write,
) -> Result<()> {
    let mut before = "[\n  ";
    for cells in rows {
        write!(to, "{before}")?;
        let object = columns.iter().zip(&cells);
        serde_json::Serializer::new(&mut *to).collect_map(object).map_err(io::Error::from)?;
        before = ",\n  ";
    }
    writeln!(to, "{}", if before.starts_with('[') { "[\n]" } else { "\n]" })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn written(format: Format) -> String {
        let mut table = Table::new(&["name", "value"]);
        table.row(vec!["a, b".into(), (1.0 / 3.0).into()]);
        table.row(vec!["c".into(), f64::INFINITY.into()]);
        table.row(vec!["d".into(), Cell::Empty]);
        let mut bytes = Vec::new();
        write_rows(&table.columns(), || table.rows(), format, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn csv_keeps_every_digit_and_quotes_commas() {
        assert_eq!(written(Format::Csv), "name,value\n\"a, b\",0.3333333333333333\nc,inf\nd,\n");
    }

    #[test]
    fn json_is_an_array_of_objects_in_column_order() {
        let text = written(Format::Json);
        assert!(
            text.starts_with("[\n  {\"name\":\"a, b\",\"value\":0.3333333333333333},\n"),
            "{text}"
        );
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value[1]["value"], Value::Null);
        assert_eq!(value[2]["value"], Value::Null);
    }

    #[test]
    fn a_table_is_aligned_and_short() {
        assert_eq!(
            written(Format::Table),
            "name        value\na, b  0.333333333\nc             inf\nd\n"
        );
    }
}
