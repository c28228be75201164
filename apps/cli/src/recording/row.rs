//! A row of a recording: the text of its cells, without the quotes around them.

use std::borrow::Cow;
use std::io::{self, Write};

use csv::{Terminator, WriterBuilder};

use super::delimiter::Delimiter;

/// A row of cells. Blanks around the text of a cell belong to it, so that they are written again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    text: Vec<u8>,
    // Where each cell ends in the text.
    ends: Vec<usize>,
    delimiter: Delimiter,
    /// True if its line ends with a carriage return, as on Windows.
    crlf: bool,
    /// The line of the file that it starts in, from 1.
    pub(crate) line: usize,
}

impl Row {
    /// A row of these cells: their text, one after the other, and where each ends.
    pub(super) fn new(
        mut text: Vec<u8>,
        mut ends: Vec<usize>,
        delimiter: Delimiter,
        line: usize,
    ) -> Self {
        let crlf = text.last() == Some(&b'\r');
        if crlf {
            text.pop();
        }
        if let Some(last) = ends.last_mut() {
            *last = text.len();
        }
        Row { text, ends, delimiter, crlf, line }
    }

    /// A row whose cells are divided by blanks; each cell has those before it, the last one also those behind it.
    pub(super) fn between_blanks(line: &[u8], number: usize) -> Self {
        let text = line.strip_suffix(b"\n").unwrap_or(line).to_vec();
        let is_end = |at: &usize| {
            let next_is_blank = text.get(*at).is_none_or(u8::is_ascii_whitespace);
            !text[at - 1].is_ascii_whitespace() && next_is_blank
        };
        let ends = (1..=text.len()).filter(is_end).collect();
        Row::new(text, ends, Delimiter::Spaces, number)
    }

    /// Returns the number of cells.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text of a cell, without the blanks around it.
    pub(crate) fn cell(&self, index: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(self.bytes(index).trim_ascii())
    }

    /// All cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.len()).map(|index| self.cell(index))
    }

    fn bytes(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start..self.ends[index]]
    }

    /// Writes the row as a line.
    pub(crate) fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        self.write_with(to, [])
    }

    /// Writes the row with new text in some cells, given in the order of the cells.
    pub(crate) fn write_with<'a>(
        &self,
        to: &mut dyn Write,
        replaced: impl IntoIterator<Item = (usize, &'a str)>,
    ) -> io::Result<()> {
        let mut replaced = replaced.into_iter().peekable();
        let cells = (0..self.len()).map(|index| {
            let bytes = self.bytes(index);
            match replaced.next_if(|(at, _)| *at == index) {
                Some((_, text)) => Cow::Owned(between_its_blanks(bytes, text)),
                None => Cow::Borrowed(bytes),
            }
        });
        match self.delimiter {
            Delimiter::Byte(delimiter) if !self.is_plain(delimiter) => {
                return to.write_all(&self.quoted(delimiter, cells)?);
            }
            Delimiter::Byte(delimiter) => {
                for (index, cell) in cells.enumerate() {
                    if index > 0 {
                        to.write_all(&[delimiter])?;
                    }
                    to.write_all(&cell)?;
                }
            }
            Delimiter::Spaces => {
                for cell in cells {
                    to.write_all(&cell)?;
                }
            }
        }
        to.write_all(if self.crlf { b"\r\n" } else { b"\n" })
    }

    /// Returns true if no cell needs quotes, as in nearly every row.
    fn is_plain(&self, delimiter: u8) -> bool {
        let needs_quotes = |byte: &u8| *byte == delimiter || b"\"\r\n".contains(byte);
        !self.text.iter().any(needs_quotes) && !self.starts_as_comment() && self.text != b""
    }

    fn starts_as_comment(&self) -> bool {
        matches!(self.text.first(), Some(b'#' | b'%'))
    }

    fn quoted<'a>(
        &self,
        delimiter: u8,
        cells: impl Iterator<Item = Cow<'a, [u8]>>,
    ) -> io::Result<Vec<u8>> {
        // A row that starts as a comment does would be read as one if its first cell were not quoted.
        let comment = self.text.first().copied().filter(|_| self.starts_as_comment());
        let mut csv = WriterBuilder::new()
            .delimiter(delimiter)
            .comment(comment)
            .terminator(if self.crlf { Terminator::CRLF } else { Terminator::Any(b'\n') })
            .from_writer(Vec::new());
        csv.write_record(cells)?;
        csv.into_inner().map_err(|error| error.into_error())
    }
}

/// New text between the blanks that were around the old one.
fn between_its_blanks(old: &[u8], new: &str) -> Vec<u8> {
    let after = old.trim_ascii_start();
    let (before, after) = (&old[..old.len() - after.len()], &after[after.trim_ascii_end().len()..]);
    [before, new.as_bytes(), after].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(row: &Row, replaced: &[(usize, &str)]) -> String {
        let mut to = Vec::new();
        row.write_with(&mut to, replaced.iter().copied()).unwrap();
        String::from_utf8(to).unwrap()
    }

    fn row(cells: &[&str]) -> Row {
        let text = cells.concat().into_bytes();
        let mut end = 0;
        let ends = cells.iter().map(|cell| {
            end += cell.len();
            end
        });
        Row::new(text, ends.collect(), Delimiter::Byte(b','), 1)
    }

    #[test]
    fn blanks_of_any_number_divide_the_cells_of_motion_capture_and_stay() {
        let row = Row::between_blanks(b"  1.0\t2  -3 \r\n", 1);
        assert_eq!(row.cells().collect::<Vec<_>>(), ["1.0", "2", "-3"]);
        assert_eq!(written(&row, &[(2, "4.5")]), "  1.0\t2  4.5 \r\n");
        assert_eq!(Row::between_blanks(b" \n", 1).len(), 0);
    }

    #[test]
    fn only_the_replaced_cells_change_and_blanks_stay() {
        let row = row(&["a ", " 2", "b,\"c\"", " 003.50 \r"]);
        assert_eq!(row.cells().collect::<Vec<_>>(), ["a", "2", "b,\"c\"", "003.50"]);
        assert_eq!(written(&row, &[]), "a , 2,\"b,\"\"c\"\"\", 003.50 \r\n");
        assert_eq!(written(&row, &[(1, "2.5"), (3, "4")]), "a , 2.5,\"b,\"\"c\"\"\", 4 \r\n");
    }

    #[test]
    fn a_cell_that_would_be_a_comment_or_no_row_at_all_is_quoted() {
        assert_eq!(written(&row(&["#1", "2"]), &[]), "\"#1\",2\n");
        assert_eq!(written(&row(&["% done", "2"]), &[]), "\"% done\",2\n");
        assert_eq!(written(&row(&[""]), &[]), "\"\"\n");
        assert_eq!(written(&row(&["", ""]), &[]), ",\n");
    }
}
