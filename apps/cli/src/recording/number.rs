//! Numbers in the cells of a recording, with a point or a comma.

use crate::output;

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

const MISSING: &[&str] = &["", "nan", "na", "n/a", "null", "none", "-", "?"];

impl Decimal {
    /// Reads the text of a cell.
    pub(crate) fn read(self, text: &str) -> Value {
        let number = if self.comma { text.replace(',', ".").parse() } else { text.parse::<f64>() };
        match number {
            Ok(number) if number.is_finite() => Value::Number(number),
            _ if MISSING.iter().any(|word| text.eq_ignore_ascii_case(word)) => Value::Missing,
            _ => Value::Text,
        }
    }

    /// The text of a finite number: the shortest that reads back as the same, unless places are given.
    pub(crate) fn write(self, number: f64) -> String {
        let text = match self.places {
            Some(places) => {
                let text = format!("{number:.places$}");
                let is_zero = !text.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
                if is_zero { text.trim_start_matches('-').into() } else { text }
            }
            None => output::number(number),
        };
        if self.comma { text.replace('.', ",") } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: Decimal = Decimal { comma: false, places: None };

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
        assert_eq!(comma.write(1.5), "1,5");
    }

    #[test]
    fn places_are_kept_and_zero_has_no_sign() {
        let places = Decimal { comma: false, places: Some(3) };
        assert_eq!(places.write(2.0 / 3.0), "0.667");
        assert_eq!(places.write(-0.0001), "0.000");
        assert_eq!(places.write(-0.001), "-0.001");
        assert_eq!(POINT.write(0.1), "0.1");
    }
}
