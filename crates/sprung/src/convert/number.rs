//! Numbers as text: the shortest that read back, with an exponent where zeros would fill the line.

use core::fmt;

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
}
