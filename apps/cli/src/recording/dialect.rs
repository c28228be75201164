//! How a table is written: what divides its cells, and whether numbers have a comma.

use super::lines::is_comment;
use super::number::{Decimal, Value};
use super::row::Row;

/// What divides the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delimiter {
    /// One byte.
    Byte(u8),
    /// Any number of blanks.
    Spaces,
}

// A comma comes late: it may be a decimal comma. Blanks come last: they may stand inside of names.
const TRIED: [Delimiter; 5] = [
    Delimiter::Byte(b'\t'),
    Delimiter::Byte(b';'),
    Delimiter::Byte(b'|'),
    Delimiter::Byte(b','),
    Delimiter::Spaces,
];

impl Delimiter {
    /// Reads what is typed: one character, `tab` or `space`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        match (text, text.as_bytes()) {
            ("tab" | "\\t", _) => Ok(Delimiter::Byte(b'\t')),
            ("space" | " ", _) => Ok(Delimiter::Spaces),
            (_, [byte]) if !byte.is_ascii_alphanumeric() && !b"\"+-.\r\n".contains(byte) => {
                Ok(Delimiter::Byte(*byte))
            }
            _ => Err(format!(
                "must be one character like , or ; or the word tab or space, got {text}"
            )),
        }
    }

    /// The first delimiter that cuts every line of the beginning into the same number of cells, more than one; if
    /// none does, the one that cuts the first line into the most.
    pub(super) fn detect(beginning: &[u8]) -> Self {
        let lines = rows(beginning);
        let counts = |delimiter: Delimiter| -> Vec<usize> {
            let split =
                |line: &&[u8]| Row::split(line.to_vec(), delimiter, 0).map_or(1, |row| row.len());
            lines.iter().map(split).collect()
        };
        let even = |counts: &[usize]| counts.iter().all(|count| *count > 1 && *count == counts[0]);
        let first = |delimiter: Delimiter| counts(delimiter).first().copied().unwrap_or(0);
        let fits =
            TRIED.into_iter().find(|delimiter| !lines.is_empty() && even(&counts(*delimiter)));
        let ragged = TRIED.into_iter().filter(|delimiter| *delimiter != Delimiter::Spaces);
        fits.or_else(|| {
            ragged.rev().max_by_key(|delimiter| first(*delimiter)).filter(|d| first(*d) > 1)
        })
        .unwrap_or(Delimiter::Byte(b','))
    }

    /// Whether numbers have a decimal comma: some do, and none has a point.
    pub(super) fn detect_decimal(self, beginning: &[u8]) -> Decimal {
        let point = Decimal::default();
        if self == Delimiter::Byte(b',') {
            return point;
        }
        let comma = Decimal { comma: true, ..point };
        let (mut commas, mut points) = (0, 0);
        for row in
            rows(beginning).into_iter().filter_map(|line| Row::split(line.to_vec(), self, 0).ok())
        {
            for cell in row.cells() {
                let is_number = |decimal: Decimal| matches!(decimal.read(&cell), Value::Number(_));
                commas += usize::from(cell.contains(',') && is_number(comma));
                points += usize::from(cell.contains('.') && is_number(point));
            }
        }
        if commas > 0 && points == 0 { comma } else { point }
    }
}

/// The lines that are rows, the last one left out unless it is the only one: it may be cut off.
fn rows(beginning: &[u8]) -> Vec<&[u8]> {
    let text = beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(beginning);
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let mut rows: Vec<&[u8]> = lines.filter(|line| !is_comment(line)).collect();
    if rows.len() > 1 && rows.last().is_some_and(|line| !line.ends_with(b"\n")) {
        rows.pop();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_delimiter_is_the_one_that_cuts_all_lines_alike() {
        for (text, delimiter) in [
            ("time,x\n0,1\n1,2\n", Delimiter::Byte(b',')),
            ("time;x\n0,5;1,5\n1,5;2,5\n", Delimiter::Byte(b';')),
            ("time\tx y\n0\t1\n", Delimiter::Byte(b'\t')),
            ("# a, b, c\n0.0 1.0\n0.1   1.5\n", Delimiter::Spaces),
            ("my value\n1\n2\n", Delimiter::Byte(b',')),
            ("x\n1\n", Delimiter::Byte(b',')),
            ("", Delimiter::Byte(b',')),
            ("a,b,c\n1,2\n", Delimiter::Byte(b',')),
            ("\u{feff}a;b\n1;2\n", Delimiter::Byte(b';')),
            ("name;text\n1;\"a;b\"\n", Delimiter::Byte(b';')),
        ] {
            assert_eq!(Delimiter::detect(text.as_bytes()), delimiter, "{text}");
        }
    }

    #[test]
    fn a_decimal_comma_is_known_by_its_numbers() {
        let comma =
            |text: &str| Delimiter::detect(text.as_bytes()).detect_decimal(text.as_bytes()).comma;
        assert!(comma("t;x\n0;1\n0,5;2\n"));
        assert!(!comma("t;x\n0;1\n0.5;2\n"));
        assert!(!comma("t,x\n0,1\n5,2\n"));
        assert!(!comma("t;x\n0;a,b\n1;c\n"));
    }

    #[test]
    fn a_typed_delimiter_is_a_character_or_its_name() {
        assert_eq!(Delimiter::parse(";"), Ok(Delimiter::Byte(b';')));
        assert_eq!(Delimiter::parse("tab"), Ok(Delimiter::Byte(b'\t')));
        assert!(Delimiter::parse("ab").unwrap_err().contains("one character"));
    }
}
