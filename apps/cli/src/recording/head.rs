//! The head of a recording: its columns, and the times of its rows.

use anyhow::{Context, Result, bail};

use super::lines::Lines;
use super::number::Decimal;
use super::time::TimeFormat;

/// A recording of which only the head has been read.
pub(crate) struct Recording {
    /// The name of the file in messages.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// An assumption of which the user is told.
    pub(crate) assumption: Option<String>,
    /// The columns of every row.
    pub(crate) columns: Vec<Column>,
    /// The times of the rows.
    pub(crate) clock: Clock,
    /// The notation of its numbers.
    pub(crate) decimal: Decimal,
    /// The number of rows declared in its head.
    pub(crate) rows: Option<usize>,
    /// The rows, and the lines before and between them.
    pub(crate) lines: Lines,
}

/// The kind of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Table,
    MotionCapture,
}

/// A column of a recording.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    /// Its name in the header, `Joint.Channel` in motion capture, or its number if there is no header.
    pub(crate) name: String,
    /// True for an angle in degrees.
    pub(crate) is_angle: bool,
}

/// The times of the rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Clock {
    /// A column holds the time.
    Column {
        /// The column, from 0.
        index: usize,
        format: TimeFormat,
    },
    /// Rows at equal intervals of this many seconds.
    Even(f64),
}

impl Recording {
    /// The column of this name or number (from 1).
    pub(crate) fn column(&self, wanted: &str) -> Result<usize> {
        column(&self.columns, wanted)
    }

    /// The columns of this name or number, or all of a joint or of a kind of channel: `Hips`, `Xposition`.
    pub(crate) fn columns_of(&self, wanted: &str) -> Result<Vec<usize>> {
        let is_part = |name: &str| {
            name.rsplit_once('.')
                .is_some_and(|(joint, channel)| joint == wanted || channel == wanted)
        };
        match self.column(wanted) {
            Ok(index) => Ok(vec![index]),
            Err(error) => {
                let indices = 0..self.columns.len();
                let parts: Vec<usize> =
                    indices.filter(|&i| is_part(&self.columns[i].name)).collect();
                if parts.is_empty() { Err(error) } else { Ok(parts) }
            }
        }
    }
}

/// The column of this name or number (from 1).
pub(super) fn column(columns: &[Column], wanted: &str) -> Result<usize> {
    let mut all = (0..columns.len()).filter(|&at| columns[at].name == wanted);
    let named = all.next();
    if let (Some(first), Some(second)) = (named, all.next()) {
        let (first, second) = (first + 1, second + 1);
        bail!("`{wanted}` is the name of columns {first} and {second}; type a number");
    }
    let numbered = || wanted.parse::<usize>().ok()?.checked_sub(1).filter(|&i| i < columns.len());
    named.or_else(numbered).with_context(|| {
        format!("there is no column `{wanted}`; the columns are: {}", names(columns))
    })
}

/// The names of all columns, for a message.
pub(super) fn names(columns: &[Column]) -> String {
    columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}
