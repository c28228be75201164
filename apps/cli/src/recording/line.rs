//! A line of a recording: its bytes, and where its cells are if it is a row.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr_iter, memchr2_iter, memchr3_iter};

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

/// The capacity of a line that keeps its memory for the next one, in bytes.
const KEPT_BYTES: usize = 1 << 16;

impl Line {
    /// Makes it an empty line that keeps its memory, unless it was an unusually long one.
    pub(super) fn clear(&mut self) {
        if self.bytes.capacity() > KEPT_BYTES {
            *self = Line::default();
        }
        self.bytes.clear();
        self.cells.clear();
    }

    /// Finds the cells between single delimiters, in a line without quotes that ends in a line feed.
    pub(super) fn split_at_delimiters(&mut self, delimiter: u8) {
        let mut start = 0;
        for end in memchr_iter(delimiter, &self.bytes) {
            self.cells.push(start..end);
            start = end + 1;
        }
        self.cells.push(start..self.bytes.len() - 1);
    }

    /// Finds the cells between any number of blanks.
    pub(super) fn split_at_blanks(&mut self) {
        let text = self.bytes.trim_ascii_end();
        let (mut from, mut start) = (0, 0);
        // Three kinds of blanks at a time; the other two are rare but at the end.
        for to in memchr2_iter(b'\n', b'\x0c', text).chain([text.len()]) {
            let blanks = memchr3_iter(b' ', b'\t', b'\r', &text[from..to]).map(|at| from + at);
            for end in blanks.chain([to]) {
                if start < end {
                    self.cells.push(start..end);
                }
                start = end + 1;
            }
            from = to + 1;
        }
    }

    /// The same line without cells: one that is only written back, or kept.
    pub(crate) fn without_cells(&self) -> Self {
        Line { bytes: self.bytes.clone(), cells: Vec::new(), number: self.number }
    }

    /// Returns whether it has cells.
    pub(crate) fn is_row(&self) -> bool {
        !self.cells.is_empty()
    }

    /// The text of a cell, without the blanks around it.
    pub(crate) fn cell(&self, index: usize) -> Cow<'_, str> {
        let text = String::from_utf8_lossy(self.written_cell(index));
        let is_quoted = self.bytes[..self.cells[index].start].ends_with(b"\"");
        if is_quoted && text.contains("\"\"") { text.replace("\"\"", "\"").into() } else { text }
    }

    /// The bytes of a cell, without the blanks around it; within quotes a quote is two.
    pub(super) fn written_cell(&self, index: usize) -> &[u8] {
        self.bytes[self.cells[index].clone()].trim_ascii()
    }

    /// All cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.cells.len()).map(|index| self.cell(index))
    }

    /// Appends the line to a text, with new values in some cells, given in the order of the cells.
    pub(super) fn write<T>(
        &self,
        to: &mut Vec<u8>,
        replaced: impl IntoIterator<Item = (usize, T)>,
        write_value: impl Fn(T, &mut Vec<u8>),
    ) {
        let mut written = 0;
        for (index, value) in replaced {
            let Range { start, end } = self.cells[index];
            let cell = &self.bytes[start..end];
            let start = end - cell.trim_ascii_start().len();
            to.extend_from_slice(&self.bytes[written..start]);
            write_value(value, to);
            written = start + self.bytes[start..end].trim_ascii_end().len();
        }
        to.extend_from_slice(&self.bytes[written..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::delimiter::Delimiter;
    use crate::recording::lines::Lines;
    use crate::recording::source::Input;
    use testkit::random::Random;

    fn written(line: &Line, replaced: &[(usize, &str)]) -> String {
        let mut to = Vec::new();
        line.write(&mut to, replaced.iter().copied(), |text, to| to.extend(text.bytes()));
        String::from_utf8(to).unwrap()
    }

    fn row(text: &'static str) -> Line {
        let mut lines = Lines::new(Input::of(text), Delimiter::Byte(b','), 0);
        lines.next().unwrap().unwrap()
    }

    #[test]
    fn blanks_of_any_number_divide_the_cells_of_motion_capture_and_stay() {
        let split = |text: &[u8]| {
            let mut line = Line { bytes: text.to_vec(), ..Line::default() };
            line.split_at_blanks();
            line
        };
        let row = split(b"  1.0\t2  -3 \r\n");
        assert_eq!(row.cells().collect::<Vec<_>>(), ["1.0", "2", "-3"]);
        assert_eq!(written(&row, &[(2, "4.5")]), "  1.0\t2  4.5 \r\n");
        assert!(!split(b" \n").is_row());
        assert_eq!(split(b"1 23").cells, [0..1, 2..4]);
        let mut random = Random::new(5);
        for _ in 0..2000 {
            let text: Vec<u8> =
                (0..random.index(40)).map(|_| b" \t\r\n\x0c1.-\xe9"[random.index(9)]).collect();
            let row = split(&text);
            let cells: Vec<&[u8]> = row.cells.iter().map(|cell| &text[cell.clone()]).collect();
            let expected = text.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty());
            assert!(expected.eq(cells), "{text:?}");
        }
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
