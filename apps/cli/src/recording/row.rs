//! A line of a recording with its sample, and the columns that samples are taken of.

use super::line::Line;
use super::number::Decimal;

/// A line of a recording, and its sample if it is a good row. Its memory is used again for later lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(super) line: Line,
    pub(super) sample: Sample,
    pub(super) is_sample: bool,
}

/// The values of the taken columns at a time, in seconds; a missing one is NaN.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) time: f64,
    /// Angles without jumps from turn to turn.
    pub(crate) values: Vec<f64>,
    /// The whole turns that were added to each for this; empty if there are no angles.
    pub(super) turns: Vec<f64>,
}

/// The columns that are taken of a recording, and the notation of their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    // Ascending.
    pub(super) columns: Vec<usize>,
    pub(super) names: Vec<String>,
    pub(super) decimal: Decimal,
}

impl Row {
    /// The sample; none of a line that is no good row.
    pub(crate) fn sample(&self) -> Option<&Sample> {
        self.is_sample.then_some(&self.sample)
    }

    /// The same, to be changed.
    pub(crate) fn sample_mut(&mut self) -> Option<&mut Sample> {
        self.is_sample.then_some(&mut self.sample)
    }

    /// Gives it a sample whose angles are written as they are, from turn to turn.
    pub(crate) fn set_values(&mut self, time: f64, values: Vec<f64>) {
        self.sample = Sample { time, values, turns: Vec::new() };
        self.is_sample = true;
    }

    /// Returns whether it has cells but no sample.
    pub(crate) fn is_bad(&self) -> bool {
        self.line.is_row() && !self.is_sample
    }

    /// The line of the file, from 1.
    pub(crate) fn number(&self) -> usize {
        self.line.number
    }

    /// The same row without the places of its cells and without its sample: its text alone.
    pub(crate) fn text(&self) -> Self {
        Row { line: self.line.without_cells(), ..Row::default() }
    }

    /// Takes over the text of another row, in memory that it has already.
    pub(crate) fn copy_text(&mut self, other: &Row) {
        self.line.bytes.clone_from(&other.line.bytes);
        self.line.cells.clone_from(&other.line.cells);
        (self.line.number, self.is_sample) = (other.line.number, false);
    }

    /// Finds the cells between its blanks, unless they are known.
    pub(crate) fn split(&mut self) {
        if !self.line.is_row() {
            self.line.split_at_blanks();
        }
    }

    /// The number of bytes of the line.
    pub(crate) fn length(&self) -> usize {
        self.line.bytes.len()
    }
}

impl Sample {
    /// The values as a recording has them: angles within the turn that they are recorded in.
    pub(crate) fn recorded(&self) -> impl Iterator<Item = f64> {
        let turns = self.turns.iter().copied().chain(std::iter::repeat(0.0));
        self.values.iter().zip(turns).map(|(value, turns)| value - turns)
    }
}

impl Taken {
    /// The names of the columns.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The values of the columns in a row, as they are recorded; a missing one is NaN.
    pub(crate) fn recorded(&self, row: &Row) -> impl Iterator<Item = f64> {
        let number = |cell: &[u8]| self.decimal.number(cell).unwrap_or(f64::NAN);
        self.columns.iter().map(move |&index| number(row.line.written_cell(index)))
    }

    /// Appends the line with the values of its sample; where there is none, the cell is unchanged.
    pub(crate) fn write(&self, row: &Row, to: &mut Vec<u8>) {
        let values = row.sample().into_iter().flat_map(Sample::recorded);
        let cells = self.columns.iter().copied().zip(values);
        let known = cells.filter(|(_, value)| value.is_finite());
        row.line.write(to, known, |value, to| self.decimal.write(value, to));
    }
}
