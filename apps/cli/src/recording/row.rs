//! A row of a recording: its bytes, and where its cells lie in them.

use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;

use super::dialect::Delimiter;

/// A row that knows its bytes, line end included, so that untouched cells are written back as they were.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    bytes: Vec<u8>,
    // Without the quotes and blanks around them.
    cells: Vec<Range<usize>>,
    /// The line of the file that it starts in, from 1.
    pub(crate) line: usize,
}

/// A quoted cell whose closing quote is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenQuote;

impl Row {
    /// Splits a line into cells.
    pub(super) fn split(
        bytes: Vec<u8>,
        delimiter: Delimiter,
        line: usize,
    ) -> Result<Row, (Vec<u8>, OpenQuote)> {
        let end = content(&bytes).len();
        let cells = match delimiter {
            Delimiter::Spaces => Ok(between_blanks(&bytes[..end])),
            Delimiter::Byte(delimiter) => between_delimiters(&bytes[..end], delimiter),
        };
        match cells {
            Ok(cells) => Ok(Row { bytes, cells, line }),
            Err(open) => Err((bytes, open)),
        }
    }

    /// How many cells it has.
    pub(crate) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The text of a cell, without quotes and blanks around it.
    pub(crate) fn cell(&self, index: usize) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes[self.cells[index].clone()])
    }

    /// All cells.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.len()).map(|index| self.cell(index))
    }

    /// Its bytes as they were.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes the row with new text in some cells, given in the order of the cells.
    pub(crate) fn write_with<'a>(
        &self,
        to: &mut dyn Write,
        replaced: impl IntoIterator<Item = (usize, &'a str)>,
    ) -> io::Result<()> {
        let mut written = 0;
        for (index, text) in replaced {
            let cell = &self.cells[index];
            to.write_all(&self.bytes[written..cell.start])?;
            to.write_all(text.as_bytes())?;
            written = cell.end;
        }
        to.write_all(&self.bytes[written..])
    }
}

/// A line without its end.
pub(super) fn content(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

fn between_blanks(line: &[u8]) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut at = 0;
    while at < line.len() {
        let blanks = line[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let letters =
            line[at + blanks..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        if letters > 0 {
            cells.push(at + blanks..at + blanks + letters);
        }
        at += blanks + letters;
    }
    cells
}

fn between_delimiters(line: &[u8], delimiter: u8) -> Result<Vec<Range<usize>>, OpenQuote> {
    let is_blank = |byte: &u8| (*byte == b' ' || *byte == b'\t') && *byte != delimiter;
    let mut cells = Vec::new();
    let mut start = 0;
    loop {
        let first = start + line[start..].iter().take_while(|byte| is_blank(byte)).count();
        let (cell, end) = if line.get(first) == Some(&b'"') {
            let inside = first + 1;
            let close = inside + closing_quote(&line[inside..]).ok_or(OpenQuote)?;
            // What stands behind the quotes belongs to no cell and is kept.
            let rest = line[close..].iter().position(|byte| *byte == delimiter);
            (inside..close, rest.map_or(line.len(), |rest| close + rest))
        } else {
            let rest = line[first..].iter().position(|byte| *byte == delimiter);
            let end = rest.map_or(line.len(), |rest| first + rest);
            let blanks = line[first..end].iter().rev().take_while(|byte| is_blank(byte)).count();
            (first..end - blanks, end)
        };
        let blanks = line[cell.clone()].iter().take_while(|byte| is_blank(byte)).count();
        let trailing =
            line[cell.start + blanks..cell.end].iter().rev().take_while(|b| is_blank(b)).count();
        cells.push(cell.start + blanks..cell.end - trailing);
        if end >= line.len() {
            return Ok(cells);
        }
        start = end + 1;
    }
}

/// Where the quote is that closes; a doubled quote is a quote.
fn closing_quote(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].iter().position(|byte| *byte == b'"')?;
        if text.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(text: &str, delimiter: Delimiter) -> Row {
        Row::split(text.into(), delimiter, 1).unwrap()
    }

    fn cells(text: &str, delimiter: u8) -> Vec<String> {
        row(text, Delimiter::Byte(delimiter)).cells().map(Cow::into_owned).collect()
    }

    #[test]
    fn cells_are_found_between_delimiters_quotes_and_blanks() {
        assert_eq!(cells("1,2,3\n", b','), ["1", "2", "3"]);
        assert_eq!(cells("1, 2 ,3\r\n", b','), ["1", "2", "3"]);
        assert_eq!(cells("a,\"b,c\",\"d\"\"e\"\n", b','), ["a", "b,c", "d\"\"e"]);
        assert_eq!(cells(" \" 4 \" ;5", b';'), ["4", "5"]);
        assert_eq!(cells("1\t\t3\n", b'\t'), ["1", "", "3"]);
        assert_eq!(cells(",\n", b','), ["", ""]);
        assert_eq!(cells("a\nb", b','), ["a\nb"]);
    }

    #[test]
    fn blanks_of_any_number_divide_the_cells_of_motion_capture() {
        let row = row("  1.0\t2  -3 \r\n", Delimiter::Spaces);
        assert_eq!(row.cells().collect::<Vec<_>>(), ["1.0", "2", "-3"]);
    }

    #[test]
    fn a_quote_that_is_not_closed_is_told() {
        assert!(Row::split(b"1,\"2\n".to_vec(), Delimiter::Byte(b','), 1).is_err());
        assert!(Row::split(b"1,2\"\n".to_vec(), Delimiter::Byte(b','), 1).is_ok());
    }

    #[test]
    fn only_the_replaced_cells_change() {
        let text = "a , \"2\",x\"y, 003.50 \r\n";
        let row = row(text, Delimiter::Byte(b','));
        let mut same = Vec::new();
        row.write_with(&mut same, []).unwrap();
        assert_eq!(same, text.as_bytes());
        let mut changed = Vec::new();
        row.write_with(&mut changed, [(1, "2.5"), (3, "4")]).unwrap();
        assert_eq!(String::from_utf8(changed).unwrap(), "a , \"2.5\",x\"y, 4 \r\n");
    }
}
