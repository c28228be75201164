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

#[cfg(test)]
mod tests {
    use super::*;

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
