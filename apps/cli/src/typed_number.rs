//! Parsers of numbers in arguments: `-1.5`, `1/60`, and times and rates with their units: `20ms`, `60fps`.

use std::str::FromStr;

use anyhow::Context;

/// Reads any number except infinity and NaN, also as a fraction.
pub(crate) fn finite<R: FromStr + Copy + Into<f64>>(text: &str) -> Result<R, String> {
    let fraction = || fraction(text)?.to_string().parse().ok();
    let value: Option<R> = text.parse().ok().or_else(fraction);
    let value = value.ok_or_else(|| match text.contains(',') {
        true => format!("must be a number with a decimal point, got {text}"),
        false => format!("must be a number, got {text}"),
    })?;
    let is_finite = value.into().is_finite();
    if is_finite { Ok(value) } else { Err(format!("must be a finite number, got {text}")) }
}

/// Numbers joined by commas: a number, or a vector.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Numbers(Vec<f64>);

impl Numbers {
    /// Reads one to four finite numbers.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let numbers: Vec<f64> = text.split(',').map(finite).collect::<Result<_, _>>()?;
        let fits = (1..=4).contains(&numbers.len());
        if fits { Ok(Numbers(numbers)) } else { Err(format!("must be 1 to 4 numbers, got {text}")) }
    }

    pub(crate) fn values(&self) -> &[f64] {
        &self.0
    }

    /// The numbers of an option of which there must be `N`.
    pub(crate) fn fixed<const N: usize>(&self, option: &str) -> anyhow::Result<[f64; N]> {
        let numbers = <[f64; N]>::try_from(self.0.as_slice()).ok();
        numbers.with_context(|| {
            let (got, comma) = (self.0.len(), "; a decimal comma is written as a point");
            let hint = if got == N + 1 { comma } else { "" };
            format!("--{option} must have as many numbers as the goal, {N}, and has {got}{hint}")
        })
    }
}

/// Reads `N` finite numbers joined by commas.
pub(crate) fn vector<const N: usize>(text: &str) -> Result<[f32; N], String> {
    let numbers: Vec<f32> = text.split(',').map(finite).collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| format!("must be {N} numbers joined by commas, got {text}"))
}

/// A number or a fraction of two.
fn fraction(text: &str) -> Option<f64> {
    let read = |part: &str| part.trim().parse::<f64>().ok();
    match text.split_once('/') {
        Some((over, under)) => Some(read(over)? / read(under)?),
        None => read(text),
    }
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

/// The units of a time, s, and of a rate, 1/s; negative for the number of them in one.
const SECONDS: &[(&str, f64)] =
    &[("ms", -1e3), ("us", -1e6), ("µs", -1e6), ("min", 60.0), ("s", 1.0), ("h", 3600.0)];
const HERTZ: &[(&str, f64)] = &[("kHz", 1e3), ("Hz", 1.0), ("fps", 1.0)];

/// Reads seconds above zero, as a number or a fraction, with a unit or without.
pub(crate) fn positive_seconds(text: &str) -> Result<f64, String> {
    quantity(text, SECONDS, "seconds like 0.02, 20ms or 1/60")
}

/// Reads a rate per second above zero, as a number or a fraction, with a unit or without.
pub(crate) fn positive_hertz(text: &str) -> Result<f64, String> {
    quantity(text, HERTZ, "a rate like 60, 60fps or 44.1kHz")
}

fn quantity(text: &str, units: &[(&str, f64)], what: &str) -> Result<f64, String> {
    let of_unit = |(unit, size): &(&str, f64)| Some((text.strip_suffix(unit)?, *size));
    let (number, size) = units.iter().find_map(of_unit).unwrap_or((text, 1.0));
    let value = fraction(number);
    match value.map(|value| if size < 0.0 { value / -size } else { value * size }) {
        Some(value) if value > 0.0 && value.is_finite() => Ok(value),
        Some(value) if value <= 0.0 => Err(format!("must be above 0, got {text}")),
        _ => Err(format!("must be {what}, got {text}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_finite_numbers_are_numbers() {
        assert_eq!(finite("-1.5e3"), Ok(-1500.0));
        for text in ["", "x", "NaN", "inf", "1/0"] {
            assert!(finite::<f64>(text).unwrap_err().ends_with(&format!("got {text}")));
        }
        assert_eq!(finite::<f32>("1e39"), Err("must be a finite number, got 1e39".into()));
    }

    #[test]
    fn a_vector_has_as_many_numbers_as_it_needs() {
        assert_eq!(vector("-8,0,1/2"), Ok([-8.0, 0.0, 0.5]));
        let error = Err("must be 3 numbers joined by commas, got 1,2".into());
        assert_eq!(vector::<3>("1,2"), error);
        assert_eq!(vector::<2>("1,NaN"), Err("must be a finite number, got NaN".into()));
        assert_eq!(vector::<2>("1,"), Err("must be a number, got ".into()));
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
        assert_eq!((finite("1/2"), finite("-3/4")), (Ok(0.5), Ok(-0.75f32)));
    }

    #[test]
    fn units_are_read_where_they_are_clear() {
        for (text, seconds) in [("20ms", 0.02), ("1/4 s", 0.25), ("2min", 120.0), ("5us", 5e-6)] {
            assert_eq!(positive_seconds(text), Ok(seconds), "{text}");
        }
        for (text, rate) in [("60fps", 60.0), ("44.1kHz", 44_100.0), ("1/2Hz", 0.5)] {
            assert_eq!(positive_hertz(text), Ok(rate), "{text}");
        }
        assert!(positive_hertz("60ms").unwrap_err().contains("60fps"));
        assert!(finite::<f64>("0,5").unwrap_err().contains("decimal point"));
    }

    #[test]
    fn an_invalid_step_is_refused_with_valid_examples() {
        for text in ["", "fast", "1/0", "1/60/2", "NaN", "inf"] {
            assert!(
                positive_seconds(text).unwrap_err().contains("like 0.02, 20ms or 1/60"),
                "{text}"
            );
        }
        assert_eq!(positive_seconds("-1"), Err("must be above 0, got -1".into()));
        assert_eq!(positive_seconds("0"), Err("must be above 0, got 0".into()));
    }
}
