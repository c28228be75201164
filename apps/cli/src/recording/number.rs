//! Numbers in the cells of a recording, with a point or a comma.

use memchr::memchr;

use super::digits::{write_places, write_shortest};

/// The notation of the numbers in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decimal {
    /// `0,5` instead of `0.5`.
    pub(crate) comma: bool,
    /// The number of digits after the decimal point, instead of as many as needed.
    pub(crate) places: Option<usize>,
}

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    /// A finite number.
    Number(f64),
    /// An empty cell, or a marker of a missing value: NaN, NA, null …
    Missing,
    /// Anything else.
    Text,
}

/// The way out for a text that is a number in another notation: with a blank before it, or empty.
pub(super) fn hint(text: &str) -> &'static str {
    let digits = text.trim_start_matches(['+', '-']);
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    if hexadecimal.is_some_and(|digits| u128::from_str_radix(digits, 16).is_ok()) {
        return "; hexadecimal numbers are not read: write it in decimal";
    }
    // Groups of three digits, the first one shorter or not, then a fraction or nothing.
    let is_mark = |mark: char| ",.'_\u{2019} \u{a0}\u{202f}".contains(mark);
    let Some(mark) = digits.chars().find(|&mark| is_mark(mark)) else { return "" };
    let groups: Vec<&str> = digits.split(mark).collect();
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (first, last) = (groups[0], groups[groups.len() - 1]);
    let (whole, fraction) = last.split_once([',', '.']).unwrap_or((last, "0"));
    let inside = groups[1..groups.len() - 1].iter().chain([&whole]);
    let is_grouped = is_digits(first)
        && first.len() <= 3
        && inside.into_iter().all(|group| group.len() == 3 && is_digits(group))
        && is_digits(fraction);
    if is_grouped {
        "; thousands separators are not read: write 1000.5 and not 1,000.5"
    } else {
        ""
    }
}

const MISSING: &[&str] = &["", "nan", "na", "n/a", "null", "none", "-", "?"];

impl Decimal {
    /// Reads the text of a cell.
    pub(crate) fn read(self, text: &str) -> Value {
        match self.number(text.as_bytes()) {
            Some(number) => Value::Number(number),
            None if MISSING.iter().any(|word| text.eq_ignore_ascii_case(word)) => Value::Missing,
            None => Value::Text,
        }
    }

    /// The finite number that a cell holds.
    pub(super) fn number(self, cell: &[u8]) -> Option<f64> {
        let text = std::str::from_utf8(cell).ok()?;
        let number = if self.comma { text.replace(',', ".").parse() } else { text.parse::<f64>() };
        number.ok().filter(|number| number.is_finite())
    }

    /// Appends a finite number: the shortest text that reads back as the same, unless places are given.
    pub(super) fn write(self, number: f64, to: &mut Vec<u8>) {
        let start = to.len();
        match self.places {
            Some(places) => write_places(number, places, to),
            None => write_shortest(number, to),
        }
        if self.comma
            && let Some(point) = memchr(b'.', &to[start..])
        {
            to[start + point] = b',';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: Decimal = Decimal { comma: false, places: None };

    fn written(decimal: Decimal, number: f64) -> String {
        let mut text = b"1.5;".to_vec();
        decimal.write(number, &mut text);
        String::from_utf8(text).unwrap().strip_prefix("1.5;").unwrap().into()
    }

    #[test]
    fn numbers_gaps_and_words_are_distinguished() {
        for (text, value) in [
            ("-1.5e3", Value::Number(-1500.0)),
            ("+7", Value::Number(7.0)),
            ("", Value::Missing),
            ("NaN", Value::Missing),
            ("n/a", Value::Missing),
            ("inf", Value::Text),
            ("1e999", Value::Text),
            ("1,5", Value::Text),
            ("12:30", Value::Text),
        ] {
            assert_eq!(POINT.read(text), value, "{text}");
        }
        let comma = Decimal { comma: true, places: None };
        assert_eq!(comma.read("1,5"), Value::Number(1.5));
        assert_eq!(written(comma, 1.5), "1,5");
        assert_eq!(written(comma, 1e300), "1e300");
        assert_eq!(written(Decimal { places: Some(2), ..comma }, 1.0 / 3.0), "0,33");
    }
}
