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
    #[inline]
    pub(super) fn number(self, cell: &[u8]) -> Option<f64> {
        short(cell, if self.comma { b',' } else { b'.' }).or_else(|| self.any_number(cell))
    }

    fn any_number(self, cell: &[u8]) -> Option<f64> {
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

/// The most digits whose number is below 2^53, so that one division rounds it to the nearest.
const SHORT_DIGITS: usize = 15;

/// Powers of ten, all exact.
const POWERS: [f64; SHORT_DIGITS + 1] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// The number of up to 15 digits with a point among them: what the standard library reads, in a third of its time.
#[inline]
fn short(cell: &[u8], point: u8) -> Option<f64> {
    let (is_negative, digits) = match cell {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if digits.len() > SHORT_DIGITS + 1 {
        return None;
    }
    let (mut number, mut count, mut places) = (0_u64, 0, None);
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            number = number * 10 + u64::from(digit);
            count += 1;
        } else if byte == point && places.is_none() {
            places = Some(count);
        } else {
            return None;
        }
    }
    if count == 0 || count > SHORT_DIGITS {
        return None;
    }
    let magnitude = number as f64 / POWERS[count - places.unwrap_or(count)];
    Some(if is_negative { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::random::Random;

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

    #[test]
    fn short_numbers_are_those_of_the_standard_library_bit_for_bit() {
        let mut random = Random::new(3);
        let mut texts: Vec<String> =
            ["0", "-0", "-0.0", ".5", "5.", "-.5", "007.10", "999999999999999"]
                .map(String::from)
                .to_vec();
        for _ in 0..100_000 {
            let mut text = format!("{:0>1$}", random.bits() % 10_u64.pow(15), 1 + random.index(15));
            text.truncate(15);
            let point = random.index(text.len() + 1);
            text.insert(point, '.');
            texts.push(if random.index(2) == 0 { format!("-{text}") } else { text });
        }
        for text in texts {
            let expected = text.parse::<f64>().map(f64::to_bits);
            assert_eq!(short(text.as_bytes(), b'.').map(f64::to_bits), expected.ok(), "{text}");
        }
        for text in
            ["", "-", ".", "-.", "+1", "1e3", "1.2.3", "1,2", "--1", "1234567890123456", " 1"]
        {
            assert_eq!(short(text.as_bytes(), b'.'), None, "{text}");
        }
    }
}
