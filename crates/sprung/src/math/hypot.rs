//! The length of the hypotenuse.

use crate::real::Real;

/// `√(a² + b²)`, where the squares may neither overflow nor vanish.
pub(crate) fn hypot<R: Real>(a: R, b: R) -> R {
    let (long, short) = (a.abs().max(b.abs()), a.abs().min(b.abs()));
    if short == R::ZERO || long == R::INFINITY {
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
    }
}
