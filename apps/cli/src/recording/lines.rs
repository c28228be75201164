//! The lines of a recording: rows, and what stands between them.

use std::collections::VecDeque;
use std::io::BufRead;

use anyhow::{Context, Result, bail};

use super::dialect::Delimiter;
use super::row::{Row, content};

/// A quoted cell that runs on for longer than this was not meant to be quoted.
const LONGEST_ROW_BYTES: usize = 1_000_000;

/// One line, or several when a quoted cell runs over them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    /// A row of cells.
    Row(Row),
    /// A comment or an empty line, to be written back as it is.
    Other(Vec<u8>),
}

/// Reads line by line. After an error there are no more lines.
pub(crate) struct Lines {
    reader: Box<dyn BufRead>,
    delimiter: Delimiter,
    line: usize,
    // Read already and not yet handed out.
    waiting: VecDeque<Line>,
    failed: bool,
}

impl Lines {
    /// The lines of a reader that has read so many lines already.
    pub(super) fn new(reader: Box<dyn BufRead>, delimiter: Delimiter, line: usize) -> Self {
        Lines { reader, delimiter, line, waiting: VecDeque::new(), failed: false }
    }

    /// Hands out a line again, before all others.
    pub(super) fn put_back(&mut self, line: Line) {
        self.waiting.push_front(line);
    }

    /// The next row, which stays there, or none at the end.
    pub(crate) fn peek_row(&mut self) -> Result<Option<&Row>> {
        let is_row = |line: &Line| matches!(line, Line::Row(_));
        while !self.waiting.back().is_some_and(is_row) {
            match self.read()? {
                Some(line) => self.waiting.push_back(line),
                None => break,
            }
        }
        Ok(self.waiting.iter().find_map(|line| match line {
            Line::Row(row) => Some(row),
            Line::Other(_) => None,
        }))
    }

    fn read(&mut self) -> Result<Option<Line>> {
        let mut bytes = Vec::new();
        if !self.append(&mut bytes)? {
            return Ok(None);
        }
        let start = self.line;
        if is_comment(&bytes) {
            return Ok(Some(Line::Other(bytes)));
        }
        loop {
            match Row::split(bytes, self.delimiter, start) {
                Ok(row) => return Ok(Some(Line::Row(row))),
                Err((open, _)) => bytes = open,
            }
            if bytes.len() > LONGEST_ROW_BYTES || !self.append(&mut bytes)? {
                bail!("line {start}: a quote is opened and not closed");
            }
        }
    }

    /// Appends the next line; false if there is none.
    fn append(&mut self, bytes: &mut Vec<u8>) -> Result<bool> {
        self.line += 1;
        let read = self.reader.read_until(b'\n', bytes);
        Ok(read.with_context(|| format!("line {}", self.line))? > 0)
    }
}

impl Iterator for Lines {
    type Item = Result<Line>;

    fn next(&mut self) -> Option<Result<Line>> {
        if let Some(line) = self.waiting.pop_front() {
            return Some(Ok(line));
        }
        if self.failed {
            return None;
        }
        let line = self.read().transpose();
        self.failed = matches!(line, Some(Err(_)));
        line
    }
}

/// Whether a line is empty or starts with `#` or `%`.
pub(super) fn is_comment(line: &[u8]) -> bool {
    let text = content(line).trim_ascii();
    text.is_empty() || text[0] == b'#' || text[0] == b'%'
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    fn lines(text: &'static str) -> Vec<Result<Line>> {
        Lines::new(Box::new(Cursor::new(text)), Delimiter::Byte(b','), 0).collect()
    }

    #[test]
    fn comments_and_empty_lines_are_no_rows() {
        let lines = lines("# made by hand\r\n1,2\r\n\r\n 3,4");
        let kind = |line: &Result<Line>| matches!(line, Ok(Line::Row(_)));
        assert_eq!(lines.iter().map(kind).collect::<Vec<_>>(), [false, true, false, true]);
        let Ok(Line::Row(row)) = &lines[3] else { panic!() };
        assert_eq!(row.line, 4);
    }

    #[test]
    fn a_quoted_cell_runs_over_lines_and_lines_are_counted() {
        let lines = lines("1,\"a\nb\"\n2,c\n");
        assert_eq!(lines.len(), 2);
        let Ok(Line::Row(row)) = &lines[1] else { panic!() };
        assert_eq!(row.line, 3);
    }

    #[test]
    fn a_row_can_be_looked_at_before_it_is_read() {
        let mut lines = Lines::new(Box::new(Cursor::new("#\n1\n2\n")), Delimiter::Byte(b','), 0);
        for _ in 0..2 {
            assert_eq!(lines.peek_row().unwrap().unwrap().cell(0), "1");
        }
        assert_eq!(lines.count(), 3);
    }

    #[test]
    fn an_open_quote_is_an_error_in_its_first_line() {
        let lines = lines("1,2\n3,\"4\n5,6\n");
        assert_eq!(lines.len(), 2);
        let error = lines[1].as_ref().unwrap_err();
        assert_eq!(error.to_string(), "line 2: a quote is opened and not closed");
    }
}
