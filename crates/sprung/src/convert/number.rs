//! Number formatting: the shortest text that parses to the same number, with an exponent for very large and small ones.

use core::fmt;

use crate::math::short_text::ShortText;
use crate::real::Real;

/// Writes `0.25`, `170`, `5e-324`, `inf`.
pub(crate) struct Shortest<R>(pub(crate) R);

impl<R: Real> fmt::Display for Shortest<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.abs().to_f64();
        let plain = magnitude == 0.0 || (1e-4..1e15).contains(&magnitude) || !magnitude.is_finite();
        if plain { write!(f, "{}", self.0) } else { write!(f, "{:e}", self.0) }
    }
}

/// Returns the number rounded to this many significant decimal digits, at least one.
pub(crate) fn round_to_digits(number: f64, digits: usize) -> f64 {
    let text = ShortText::of(format_args!("{number:.*e}", digits - 1));
    text.and_then(|text| text.as_str().parse().ok()).unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn zeros_do_not_fill_the_line() {
        let text = |x: f64| Shortest(x).to_string();
        assert_eq!((text(0.25), text(170.0)), ("0.25".into(), "170".into()));
        assert_eq!((text(5e-324), text(-1e300)), ("5e-324".into(), "-1e300".into()));
        assert_eq!((text(0.0), text(f64::INFINITY)), ("0".into(), "inf".into()));
        assert_eq!(Shortest(0.1f32).to_string(), "0.1");
    }

    #[test]
    fn every_number_fits_a_short_text() {
        for number in [f64::MIN, -f64::MIN_POSITIVE, -1.7976931348623157e-308, -123456.78901234567]
        {
            let text = ShortText::of(Shortest(number)).unwrap();
            assert_eq!(text.as_str().parse(), Ok(number));
        }
    }

    #[test]
    fn digits_are_significant_ones() {
        assert_eq!(round_to_digits(0.30000000000000004, 15), 0.3);
        assert_eq!(round_to_digits(-123456.0, 2), -120000.0);
        assert_eq!(round_to_digits(9.99, 1), 10.0);
        assert!(round_to_digits(f64::NAN, 3).is_nan());
        assert_eq!(round_to_digits(f64::INFINITY, 3), f64::INFINITY);
    }
}
