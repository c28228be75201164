//! Numbers as text: the shortest form that reads back as the same number.

use std::fmt::Debug;

/// The shortest text that reads back as the same `f32` or `f64`: `0.1`, `42`, `1e-7`, `NaN`, `inf`.
pub(crate) fn number(value: impl Debug) -> String {
    let mut text = format!("{value:?}");
    if let Some(whole) = text.strip_suffix(".0") {
        text.truncate(whole.len());
    }
    text
}

/// The number rounded to nine digits, in its shortest form, for people.
pub(crate) fn nine_digits(value: f64) -> String {
    number(format!("{value:.8e}").parse().unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_digits_are_kept_and_no_more() {
        assert_eq!(nine_digits(0.1 + 0.2), "0.3");
        assert_eq!(nine_digits(-1_234.567_890_12), "-1234.56789");
        assert_eq!(nine_digits(f64::INFINITY), "inf");
    }

    #[test]
    fn numbers_are_short_and_read_back() {
        assert_eq!(number(0.1f64), "0.1");
        assert_eq!(number(0.1f32), "0.1");
        assert_eq!(number(-42.0f64), "-42");
        assert_eq!(number(1e-7f64), "1e-7");
        assert_eq!(number(f64::MAX), "1.7976931348623157e308");
        assert_eq!(number(f64::INFINITY), "inf");
        for value in [1.0 / 3.0, 2f64.powi(60), 5e-324, 123456.789e-12] {
            assert_eq!(number(value).parse::<f64>().unwrap(), value);
        }
    }
}
