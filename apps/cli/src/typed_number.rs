//! Parsers of numbers in arguments: `-1.5`, and seconds as `0.0166` or `1/60`.

use std::str::FromStr;

/// Reads any number except infinity and NaN.
pub(crate) fn finite<R: FromStr + Copy + Into<f64>>(text: &str) -> Result<R, String> {
    let value: R = text.parse().map_err(|_| format!("must be a number, got {text}"))?;
    let is_finite = value.into().is_finite();
    if is_finite { Ok(value) } else { Err(format!("must be a finite number, got {text}")) }
}

/// Reads a number above zero.
pub(crate) fn positive<R: FromStr + Copy + Into<f64>>(text: &str) -> Result<R, String> {
    checked(text, "> 0", |value| value > 0.0)
}

/// Reads a number that is zero or above.
pub(crate) fn not_negative<R: FromStr + Copy + Into<f64>>(text: &str) -> Result<R, String> {
    checked(text, ">= 0", |value| value >= 0.0)
}

fn checked<R>(text: &str, rule: &str, holds: fn(f64) -> bool) -> Result<R, String>
where
    R: FromStr + Copy + Into<f64>,
{
    let value: R = finite(text)?;
    let holds = holds(value.into());
    if holds { Ok(value) } else { Err(format!("must be finite and {rule}, got {text}")) }
}

/// Reads seconds above zero, as a number or as a fraction.
pub(crate) fn positive_seconds(text: &str) -> Result<f64, String> {
    let value = seconds(text)?;
    if value > 0.0 { Ok(value) } else { Err(format!("must be above 0, got {text}")) }
}

fn seconds(text: &str) -> Result<f64, String> {
    let read = |part: &str| part.trim().parse::<f64>().ok();
    let value = match text.split_once('/') {
        Some((over, under)) => read(over).zip(read(under)).map(|(over, under)| over / under),
        None => read(text),
    };
    match value {
        Some(value) if value.is_finite() => Ok(value),
        _ => Err(format!("must be seconds like 0.02 or 1/60, got {text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_numbers_are_numbers() {
        assert_eq!(finite("-1.5e3"), Ok(-1500.0));
        for text in ["", "x", "NaN", "inf", "1/2"] {
            assert!(finite::<f64>(text).unwrap_err().ends_with(&format!("got {text}")));
        }
        assert_eq!(finite::<f32>("1e39"), Err("must be a finite number, got 1e39".into()));
    }

    #[test]
    fn zero_is_not_negative_and_not_positive() {
        assert_eq!((positive("0.5"), not_negative("0")), (Ok(0.5), Ok(0.0)));
        assert_eq!(positive::<f32>("0"), Err("must be finite and > 0, got 0".into()));
        assert_eq!(not_negative::<f32>("-1"), Err("must be finite and >= 0, got -1".into()));
    }

    #[test]
    fn a_frame_can_be_typed_as_a_fraction() {
        assert_eq!(positive_seconds("1/60"), Ok(1.0 / 60.0));
        assert_eq!(positive_seconds("0.25"), Ok(0.25));
    }

    #[test]
    fn an_invalid_step_is_refused_with_valid_examples() {
        for text in ["", "fast", "1/0", "1/60/2", "NaN", "inf"] {
            assert!(positive_seconds(text).unwrap_err().contains("like 0.02 or 1/60"), "{text}");
        }
        assert_eq!(positive_seconds("-1"), Err("must be above 0, got -1".into()));
        assert_eq!(positive_seconds("0"), Err("must be above 0, got 0".into()));
    }
}
