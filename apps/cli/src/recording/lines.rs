//! Reads a recording line by line, in the memory of a line.

use std::collections::VecDeque;
use std::io::BufRead;

use anyhow::{Context, Result, bail};
use memchr::memchr;

use super::delimiter::Delimiter;
use super::line::Line;
use super::source::Input;

/// The maximum length of a quoted cell, in bytes; a longer one is an unmatched quote.
const MAX_ROW_BYTES: usize = 1_000_000;

/// The lines of a recording. After an error there are no more.
///
/// The crate csv returns the text of cells but not where it is in the line, and drops comments; here a line is written
/// back as it was, except for new numbers.
pub(crate) struct Lines {
    reader: Input,
    delimiter: Delimiter,
    line: usize,
    crlf: Option<bool>,
    // Read already and not yet returned.
    waiting: VecDeque<Line>,
    failed: bool,
}

/// The part of a cell that a byte is in.
#[derive(Clone, Copy)]
enum Part {
    /// Only blanks so far.
    Start,
    Text,
    Quoted,
    /// After the quote at this byte, which closes or is the first of two.
    Closed(usize),
}

impl Lines {
    /// The lines of a reader, continuing after a number of lines already read.
    pub(super) fn new(reader: Input, delimiter: Delimiter, line: usize) -> Self {
        Lines { reader, delimiter, line, crlf: None, waiting: VecDeque::new(), failed: false }
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
    pub(crate) fn peek_row(&mut self) -> Result<Option<&Line>> {
        while !self.waiting.back().is_some_and(Line::is_row) {
            let mut line = Line::default();
            if !self.read(&mut line)? {
                break;
            }
            self.waiting.push_back(line);
        }
        Ok(self.waiting.iter().find(|line| line.is_row()))
    }

    /// Reads the next line into one whose memory is used again; false at the end.
    pub(super) fn read_into(&mut self, line: &mut Line) -> Result<bool> {
        if let Some(waiting) = self.waiting.pop_front() {
            *line = waiting;
            return Ok(true);
        }
        if self.failed {
            return Ok(false);
        }
        let read = self.read(line);
        self.failed = read.is_err();
        read
    }

    fn read(&mut self, line: &mut Line) -> Result<bool> {
        line.clear();
        if !self.advance(&mut line.bytes)? {
            return Ok(false);
        }
        line.number = self.line;
        match self.delimiter {
            _ if is_comment(&line.bytes) => {}
            Delimiter::Spaces => line.split_at_blanks(),
            Delimiter::Byte(delimiter) if memchr(b'"', &line.bytes).is_none() => {
                line.split_at_delimiters(delimiter);
            }
            Delimiter::Byte(delimiter) => self.split_quoted(delimiter, line)?,
        }
        Ok(true)
    }

    /// Finds the cells of a row with quotes, and reads on while one is open.
    fn split_quoted(&mut self, delimiter: u8, line: &mut Line) -> Result<()> {
        let (mut part, mut start) = (Part::Start, 0);
        for at in 0.. {
            if at == line.bytes.len() && (at > MAX_ROW_BYTES || !self.advance(&mut line.bytes)?) {
                bail!("line {}: a quote is opened and not closed", line.number);
            }
            let byte = line.bytes[at];
            part = match part {
                Part::Quoted if byte == b'"' => Part::Closed(at),
                Part::Quoted => Part::Quoted,
                Part::Closed(quote) if byte == b'"' && at == quote + 1 => Part::Quoted,
                _ if byte == delimiter || byte == b'\n' => {
                    line.cells.push(start..if let Part::Closed(quote) = part { quote } else { at });
                    start = at + 1;
                    if byte == b'\n' {
                        break;
                    }
                    Part::Start
                }
                Part::Start if byte == b'"' => {
                    start = at + 1;
                    Part::Quoted
                }
                Part::Start | Part::Closed(_) if byte.is_ascii_whitespace() => part,
                // Text behind a closing quote: the quotes are part of it.
                Part::Closed(_) => {
                    start -= 1;
                    Part::Text
                }
                _ => Part::Text,
            };
        }
        Ok(())
    }

    /// Appends the next line; false if there is none. A last line without an end is given that of the first.
    fn advance(&mut self, bytes: &mut Vec<u8>) -> Result<bool> {
        self.line += 1;
        let read = self.reader.read_until(b'\n', bytes);
        if read.with_context(|| format!("line {}", self.line))? == 0 {
            return Ok(false);
        }
        let crlf = *self.crlf.get_or_insert(bytes.ends_with(b"\r\n"));
        if !bytes.ends_with(b"\n") {
            bytes.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
        }
        Ok(true)
    }
}

impl Iterator for Lines {
    type Item = Result<Line>;

    fn next(&mut self) -> Option<Result<Line>> {
        let mut line = Line::default();
        self.read_into(&mut line).map(|is_line| is_line.then_some(line)).transpose()
    }
}

/// Returns true if a line is empty or starts with `#` or `%`.
fn is_comment(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), None | Some(b'#' | b'%'))
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
        let kind = |line: &Result<Line>| line.as_ref().unwrap().is_row();
        assert_eq!(lines.iter().map(kind).collect::<Vec<_>>(), [false, true, false, true]);
        assert_eq!(lines[3].as_ref().unwrap().number, 4);
    }

    #[test]
    fn a_quoted_cell_runs_over_lines_and_lines_are_counted() {
        let lines = lines("1,\"a\nb\"\n2,c\n");
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[1].as_ref().unwrap().number, 3);
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
