//! A line of a recording: its bytes, and where its cells are if it is a row.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

/// One line, or several when a quoted cell runs over them. A comment, a header or an empty line has no cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Line {
    /// All bytes, to be written back unchanged, except for the text of new cells.
    pub(super) bytes: Vec<u8>,
    /// The text of each cell, between delimiters or the quotes around it; blanks at its ends are not part of a value.
    pub(super) cells: Vec<Range<usize>>,
    /// The line of the file that it starts in, from 1.
    pub(crate) number: usize,
}

impl Line {
    /// A line whose cells are divided by blanks.
    pub(super) fn between_blanks(bytes: Vec<u8>, number: usize) -> Self {
        let is_blank = |at: usize| bytes.get(at).is_none_or(u8::is_ascii_whitespace);
        let starts = (0..bytes.len()).filter(|&at| !is_blank(at) && (at == 0 || is_blank(at - 1)));
        let end = |start: usize| (start..).find(|&at| is_blank(at)).unwrap_or(start);
        let cells = starts.map(|start| start..end(start)).collect();
        Line { bytes, cells, number }
    }

    /// The same line without cells: one that is only written back.
    pub(super) fn without_cells(self) -> Self {
        Line { cells: Vec::new(), ..self }
    }

    /// Returns whether it has cells.
    pub(crate) fn is_row(&self) -> bool {
        !self.cells.is_empty()
    }

    /// The text of a cell, without the blanks around it.
    pub(crate) fn cell(&self, index: usize) -> Cow<'_, str> {
        let text = String::from_utf8_lossy(&self.bytes[self.place(index)]);
        let is_quoted = self.bytes[..self.cells[index].start].ends_with(b"\"");
        if is_quoted && text.contains("\"\"") { text.replace("\"\"", "\"").into() } else { text }
    }

    /// All cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.cells.len()).map(|index| self.cell(index))
    }

    /// The place of a cell without the blanks around it.
    fn place(&self, index: usize) -> Range<usize> {
        let Range { start, end } = self.cells[index];
        let blanks = self.bytes[start..end].len() - self.bytes[start..end].trim_ascii_start().len();
        let start = start + blanks;
        start..start + self.bytes[start..end].trim_ascii_end().len()
    }

    /// Writes the line with new text in some cells, given in the order of the cells.
    pub(crate) fn write(
        &self,
        to: &mut dyn Write,
        replaced: impl IntoIterator<Item = (usize, String)>,
    ) -> io::Result<()> {
        let mut written = 0;
        for (index, text) in replaced {
            let place = self.place(index);
            to.write_all(&self.bytes[written..place.start])?;
            to.write_all(text.as_bytes())?;
            written = place.end;
        }
        to.write_all(&self.bytes[written..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::delimiter::Delimiter;
    use crate::recording::lines::Lines;
    use crate::recording::source::Input;

    fn written(line: &Line, replaced: &[(usize, &str)]) -> String {
        let mut to = Vec::new();
        line.write(&mut to, replaced.iter().map(|(at, text)| (*at, text.to_string()))).unwrap();
        String::from_utf8(to).unwrap()
    }

    fn row(text: &'static str) -> Line {
        let mut lines = Lines::new(Input::of(text), Delimiter::Byte(b','), 0);
        lines.next().unwrap().unwrap()
    }

    #[test]
    fn blanks_of_any_number_divide_the_cells_of_motion_capture_and_stay() {
        let row = Line::between_blanks(b"  1.0\t2  -3 \r\n".to_vec(), 1);
        assert_eq!(row.cells().collect::<Vec<_>>(), ["1.0", "2", "-3"]);
        assert_eq!(written(&row, &[(2, "4.5")]), "  1.0\t2  4.5 \r\n");
        assert!(!Line::between_blanks(b" \n".to_vec(), 1).is_row());
    }

    #[test]
    fn only_the_replaced_cells_change_and_blanks_and_quotes_stay() {
        let text = "a , 2,\"b,\"\"c\"\"\", 003.50 ,  ,\" 7 \"\r\n";
        let row = row(text);
        assert_eq!(row.cells().collect::<Vec<_>>(), ["a", "2", "b,\"c\"", "003.50", "", "7"]);
        assert_eq!(written(&row, &[]), text);
        assert_eq!(
            written(&row, &[(1, "2.5"), (3, "4"), (4, "5"), (5, "6")]),
            "a , 2.5,\"b,\"\"c\"\"\", 4 ,  5,\" 6 \"\r\n"
        );
    }

    #[test]
    fn a_cell_that_would_be_a_comment_or_no_row_at_all_stays_quoted() {
        for text in ["\"#1\",2\n", "\"% done\",2\n", "\"\"\n", ",\n"] {
            assert_eq!(written(&row(text), &[]), text);
            assert!(row(text).is_row());
        }
    }

    #[test]
    fn text_behind_a_closing_quote_makes_no_number() {
        assert_eq!(row("\"5\" x,\"6\" ,7\n").cells().collect::<Vec<_>>(), ["\"5\" x", "6", "7"]);
    }
}
