//! The length of the hypotenuse.

use crate::real::Real;

/// Returns `√(a² + b²)` without overflow or underflow of the squares. NaN with ∞ gives ∞, otherwise NaN.
pub(crate) fn hypot<R: Real>(a: R, b: R) -> R {
    let (long, short) = (a.abs().max(b.abs()), a.abs().min(b.abs()));
    if long == R::INFINITY {
        return long;
    }
    if a.is_nan() || b.is_nan() {
        return a + b;
    }
    if short == R::ZERO {
        return long;
    }
    let ratio = short / long;
    long * (R::ONE + ratio * ratio).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_any_size_have_a_hypotenuse() {
        assert_eq!(hypot(-3.0f64, 4.0), 5.0);
        assert_eq!(hypot(3e300f64, 4e300), 5e300);
        assert_eq!(hypot(3e-38f32, 4e-38), 5e-38);
        assert_eq!(hypot(0.0f32, 0.0), 0.0);
        assert_eq!(hypot(f64::INFINITY, 1.0), f64::INFINITY);
        assert_eq!(hypot(f64::NAN, -f64::INFINITY), f64::INFINITY);
        assert_eq!(hypot(3e-45f32, -4e-45), 6e-45);
        assert!(hypot(f64::NAN, 1.0).is_nan() && hypot(0.0, f64::NAN).is_nan());
    }
}
