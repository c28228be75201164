//! The lines of a recording: rows, and the lines between them.

use std::collections::VecDeque;
use std::io::BufRead;

use anyhow::{Context, Result, bail};
use csv_core::{ReadRecordResult, ReaderBuilder, Terminator};

use super::delimiter::Delimiter;
use super::row::Row;
use super::source::Input;

/// The maximum length of a quoted cell, in bytes; a longer one is an unmatched quote.
const MAX_ROW_BYTES: usize = 1_000_000;

/// One line, or several when a quoted cell runs over them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Line {
    /// A row of cells.
    Row(Row),
    /// A comment or an empty line, to be written back unchanged.
    Other(Vec<u8>),
}

/// Reads line by line, in the memory of a line. After an error there are no more lines.
///
/// The crate csv drops comments; its core is given only the other lines.
pub(crate) struct Lines {
    reader: Input,
    delimiter: Delimiter,
    csv: Box<csv_core::Reader>,
    line: usize,
    // The line that was read last.
    bytes: Vec<u8>,
    crlf: Option<bool>,
    // Read already and not yet returned.
    waiting: VecDeque<Line>,
    failed: bool,
}

impl Lines {
    /// The lines of a reader, continuing after a number of lines already read.
    pub(super) fn new(reader: Input, delimiter: Delimiter, line: usize) -> Self {
        let mut csv = ReaderBuilder::new();
        csv.terminator(Terminator::Any(b'\n'));
        if let Delimiter::Byte(byte) = delimiter {
            csv.delimiter(byte);
        }
        let (csv, bytes, waiting) = (Box::new(csv.build()), Vec::new(), VecDeque::new());
        Lines { reader, delimiter, csv, line, bytes, crlf: None, waiting, failed: false }
    }

    /// Returns whether a line can be read without waiting for more input.
    pub(crate) fn is_ready(&self) -> bool {
        !self.waiting.is_empty() || self.reader.has_line()
    }

    /// Puts a line back, before all others.
    pub(super) fn put_back(&mut self, line: Line) {
        self.waiting.push_front(line);
    }

    /// Returns the next row without consuming it, or none at the end.
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
        if !self.advance()? {
            return Ok(None);
        }
        Ok(Some(match self.delimiter {
            _ if is_comment(&self.bytes) => Line::Other(std::mem::take(&mut self.bytes)),
            Delimiter::Spaces => Line::Row(Row::between_blanks(&self.bytes, self.line)),
            Delimiter::Byte(delimiter) => Line::Row(self.delimited_row(delimiter)?),
        }))
    }

    /// The row that starts with the line that was read last.
    fn delimited_row(&mut self, delimiter: u8) -> Result<Row> {
        let start = self.line;
        let mut part = Part::Start(0);
        unpad(&mut self.bytes, delimiter, &mut part);
        let (mut text, mut ends) = (vec![0; self.bytes.len()], vec![0; 16]);
        let (mut read, mut written, mut cells) = (0, 0, 0);
        loop {
            let (result, input, output, ended) =
                self.csv.read_record(&self.bytes[read..], &mut text[written..], &mut ends[cells..]);
            (read, written, cells) = (read + input, written + output, cells + ended);
            match result {
                ReadRecordResult::OutputFull => text.resize(2 * text.len() + 16, 0),
                ReadRecordResult::OutputEndsFull => ends.resize(2 * ends.len(), 0),
                ReadRecordResult::Record | ReadRecordResult::End => break,
                // The line has ended but not the row: a quote is open.
                ReadRecordResult::InputEmpty => {
                    if written > MAX_ROW_BYTES || !self.advance()? {
                        bail!("line {start}: a quote is opened and not closed");
                    }
                    unpad(&mut self.bytes, delimiter, &mut part);
                    read = 0;
                }
            }
        }
        text.truncate(written);
        ends.truncate(cells);
        Ok(Row::new(text, ends, self.delimiter, start))
    }

    /// Reads the next line; false if there is none. A last line without an end is given that of the first.
    fn advance(&mut self) -> Result<bool> {
        self.line += 1;
        self.bytes.clear();
        let read = self.reader.read_until(b'\n', &mut self.bytes);
        if read.with_context(|| format!("line {}", self.line))? == 0 {
            return Ok(false);
        }
        let crlf = *self.crlf.get_or_insert(self.bytes.ends_with(b"\r\n"));
        if !self.bytes.ends_with(b"\n") {
            self.bytes.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
        }
        Ok(true)
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

/// The part of a cell that a byte is in.
#[derive(Clone, Copy)]
enum Part {
    /// Only blanks so far, from this byte on.
    Start(usize),
    Text,
    Quoted,
    /// After a quote that closes, or is the first of two.
    Closed,
}

/// Takes out the blanks before an opening quote: csv-core would treat the quote as text.
fn unpad(line: &mut Vec<u8>, delimiter: u8, part: &mut Part) {
    if !line.contains(&b'"') {
        return;
    }
    let mut unpadded = Vec::with_capacity(line.len());
    for &byte in line.iter() {
        let next = match (*part, byte) {
            (Part::Start(at), b'"') => {
                unpadded.truncate(at);
                Part::Quoted
            }
            (Part::Quoted, b'"') => Part::Closed,
            (Part::Quoted, _) | (Part::Closed, b'"') => Part::Quoted,
            (_, byte) if byte == delimiter => Part::Start(unpadded.len() + 1),
            (Part::Start(at), byte) if byte.is_ascii_whitespace() => Part::Start(at),
            _ => Part::Text,
        };
        unpadded.push(byte);
        *part = next;
    }
    *line = unpadded;
}

/// Returns true if a line is empty or starts with `#` or `%`.
fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii().first(), None | Some(b'#' | b'%'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &'static str) -> Vec<Result<Line>> {
        Lines::new(Input::of(text), Delimiter::Byte(b','), 0).collect()
    }

    fn cells(text: &'static str, delimiter: u8) -> Vec<String> {
        let mut lines = Lines::new(Input::of(text), Delimiter::Byte(delimiter), 0);
        lines.peek_row().unwrap().unwrap().cells().map(|cell| cell.into_owned()).collect()
    }

    #[test]
    fn cells_are_found_between_delimiters_quotes_and_blanks() {
        assert_eq!(cells("1,2,3\n", b','), ["1", "2", "3"]);
        assert_eq!(cells("1, 2 ,3\r\n", b','), ["1", "2", "3"]);
        assert_eq!(cells("a,\"b,c\",\"d\"\"e\"\r\n", b','), ["a", "b,c", "d\"e"]);
        assert_eq!(cells(" \" 4 \" ;5", b';'), ["4", "5"]);
        assert_eq!(cells("1, \"2\",\t\"b,\"\" \"\n", b','), ["1", "2", "b,\""]);
        assert_eq!(cells("\"a\n, \"\"b\", \"c\"\n", b','), ["a\n, \"b", "c"]);
        assert_eq!(cells("x \"y, z\"\n", b','), ["x \"y", "z\""]);
        assert_eq!(cells("1\t\t3\n", b'\t'), ["1", "", "3"]);
        assert_eq!(cells(",\n", b','), ["", ""]);
        assert_eq!(cells("1,2\"\n", b','), ["1", "2\""]);
        assert_eq!(cells("a\rb,c\n", b','), ["a\rb", "c"]);
    }

    #[test]
    fn many_and_long_cells_are_all_kept() {
        let wide: &'static str = format!("{}\n", vec!["1.5"; 1000].join(",")).leak();
        assert_eq!(cells(wide, b',').len(), 1000);
        let long: &'static str = format!("a,\"{}\"\n", "x\ny,".repeat(5000)).leak();
        assert_eq!(cells(long, b',')[1].len(), 20_000);
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
        let mut lines = Lines::new(Input::of("#\n1\n2\n"), Delimiter::Byte(b','), 0);
        for _ in 0..2 {
            assert_eq!(lines.peek_row().unwrap().unwrap().cell(0), "1");
        }
        assert_eq!(lines.count(), 3);
    }

    #[test]
    fn an_open_quote_is_an_error_in_its_first_line() {
        for text in ["1,2\n3,\"4\n5,6\n", "1,2\n3,\"4", "1,2\n\"", "1,2\n3,\"4\n5"] {
            let lines = lines(text);
            assert_eq!(lines.len(), 2, "{text}");
            let error = lines[1].as_ref().unwrap_err();
            assert_eq!(error.to_string(), "line 2: a quote is opened and not closed");
        }
    }
}
