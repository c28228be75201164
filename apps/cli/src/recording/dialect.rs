//! Detects the dialect of a table from its first lines: delimiter and decimal comma.

use super::delimiter::Delimiter;
use super::line::Line;
use super::lines::Lines;
use super::number::{Decimal, Value};
use super::signature::without_mark;
use super::source::Input;

// A comma comes late: it may be a decimal comma. Blanks come last: they may be inside names.
const TRIED: [Delimiter; 5] = [
    Delimiter::Byte(b'\t'),
    Delimiter::Byte(b';'),
    Delimiter::Byte(b'|'),
    Delimiter::Byte(b','),
    Delimiter::Spaces,
];

/// Returns the first delimiter that splits every line of the beginning into the same number of cells, more than one; if
/// none does, the one that splits the first line into the most.
pub(super) fn delimiter(beginning: &[u8]) -> Delimiter {
    let counts = |delimiter: Delimiter| -> Vec<usize> {
        rows(beginning, delimiter).iter().map(|row| row.cells.len()).collect()
    };
    let even = |counts: &[usize]| counts.iter().all(|count| *count > 1 && *count == counts[0]);
    let fits = |delimiter: &Delimiter| {
        let counts = counts(*delimiter);
        !counts.is_empty() && even(&counts)
    };
    let first = |delimiter: &Delimiter| counts(*delimiter).first().copied().unwrap_or(0);
    let ragged = TRIED.into_iter().filter(|delimiter| *delimiter != Delimiter::Spaces);
    TRIED
        .into_iter()
        .find(fits)
        .or_else(|| ragged.rev().max_by_key(first).filter(|delimiter| first(delimiter) > 1))
        .unwrap_or(Delimiter::Byte(b','))
}

/// Returns whether its numbers have a decimal comma: some have one, and none has a point.
pub(super) fn decimal(beginning: &[u8], delimiter: Delimiter) -> Decimal {
    let point = Decimal::default();
    if delimiter == Delimiter::Byte(b',') {
        return point;
    }
    let comma = Decimal { comma: true, ..point };
    let (mut commas, mut points) = (0, 0);
    for row in rows(beginning, delimiter) {
        for cell in row.cells() {
            let is_number = |decimal: Decimal| matches!(decimal.read(&cell), Value::Number(_));
            commas += usize::from(cell.contains(',') && is_number(comma));
            points += usize::from(cell.contains('.') && is_number(point));
        }
    }
    if commas > 0 && points == 0 { comma } else { point }
}

/// Returns the rows, without an unterminated last one, which may be cut off, unless it is the only one.
fn rows(beginning: &[u8], delimiter: Delimiter) -> Vec<Line> {
    let text = without_mark(beginning);
    let lines = Lines::new(Input::of(text), delimiter, 0);
    let mut rows: Vec<Line> = lines.flatten().filter(Line::is_row).collect();
    if rows.len() > 1 && !text.ends_with(b"\n") {
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
            ("# one row\n1;2", Delimiter::Byte(b';')),
            ("a;b\n1;2\n3", Delimiter::Byte(b';')),
        ] {
            assert_eq!(super::delimiter(text.as_bytes()), delimiter, "{text}");
        }
    }

    #[test]
    fn a_decimal_comma_is_known_by_its_numbers() {
        let comma = |text: &str| decimal(text.as_bytes(), delimiter(text.as_bytes())).comma;
        assert!(comma("t;x\n0;1\n0,5;2\n"));
        assert!(!comma("t;x\n0;1\n0.5;2\n"));
        assert!(!comma("t,x\n0,1\n5,2\n"));
        assert!(!comma("t;x\n0;a,b\n1;c\n"));
    }
}
