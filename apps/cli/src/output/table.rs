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

/// JSON has no infinity and no NaN: they are written as the same text as in the other formats. All digits are kept.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let is_number = match self {
            Cell::F64(value) => value.is_finite(),
            Cell::F32(value) => value.is_finite(),
            Cell::Text(_) => false,
            Cell::Empty => return to.serialize_none(),
        };
        if is_number {
            RawValue::from_string(self.text()).map_err(S::Error::custom)?.serialize(to)
        } else {
            to.serialize_str(&self.text())
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

    /// Writes all rows in the format.
    pub(crate) fn write(&self, format: Format, to: &mut dyn Write) -> Result<()> {
        match format {
            Format::Table => self.write_aligned(to),
            Format::Csv => self.write_csv(to),
            Format::Json => self.write_json(to),
        }
    }

    fn write_aligned(&self, to: &mut dyn Write) -> Result<()> {
        let width = |at: usize| {
            let cells = self.rows.iter().map(|row| row[at].short().chars().count());
            cells.chain([self.columns[at].chars().count()]).max().unwrap_or(0)
        };
        // A column of numbers is flush right, a column with text flush left.
        let is_text = |at: usize| self.rows.iter().any(|row| matches!(row[at], Cell::Text(_)));
        let layout: Vec<(usize, bool)> =
            (0..self.columns.len()).map(|at| (width(at), is_text(at))).collect();
        let line = |cells: &mut dyn Iterator<Item = String>| {
            let cells = cells.zip(&layout).map(|(cell, &(width, is_text))| match is_text {
                true => format!("{cell:<width$}  "),
                false => format!("{cell:>width$}  "),
            });
            cells.collect::<String>()
        };
        writeln!(to, "{}", line(&mut self.columns.iter().cloned()).trim_end())?;
        for row in &self.rows {
            writeln!(to, "{}", line(&mut row.iter().map(Cell::short)).trim_end())?;
        }
        Ok(())
    }

    fn write_csv(&self, to: &mut dyn Write) -> Result<()> {
        let mut csv = csv::Writer::from_writer(to);
        csv.write_record(&self.columns)?;
        for row in &self.rows {
            csv.write_record(row.iter().map(Cell::text))?;
        }
        csv.flush()?;
        Ok(())
    }

    fn write_json(&self, to: &mut dyn Write) -> Result<()> {
        let mut before = "[\n  ";
        for cells in &self.rows {
            write!(to, "{before}")?;
            let object = self.columns.iter().zip(cells);
            serde_json::Serializer::new(&mut *to).collect_map(object).map_err(io::Error::from)?;
            before = ",\n  ";
        }
        writeln!(to, "{}", if self.rows.is_empty() { "[\n]" } else { "\n]" })?;
        Ok(())
    }
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
        table.write(format, &mut bytes).unwrap();
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
        assert_eq!(value[1]["value"], "inf");
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
