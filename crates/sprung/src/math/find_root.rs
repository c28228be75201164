//! A root of a continuous function between two points of opposite sign.

use crate::real::Real;

/// Returns the root of `f` between `low` and `high`, to the last digits of the number type.
///
/// Secant steps kept inside the bracket (Illinois), halved when they do not shrink it: never leaves the bracket,
/// ends after at most 200 evaluations. If the signs do not differ, the end with the smaller value is returned.
pub(crate) fn find_root<R: Real>(mut low: R, mut high: R, f: impl Fn(R) -> R) -> R {
    let (mut f_low, mut f_high) = (f(low), f(high));
    if f_low == R::ZERO {
        return low;
    }
    if (f_low > R::ZERO) == (f_high > R::ZERO) {
        return if f_low.abs() < f_high.abs() { low } else { high };
    }
    let mut kept = 0i8;
    for round in 0..200 {
        if (high - low).abs() <= R::EPSILON * low.abs().max(high.abs()) {
            break;
        }
        let secant = high - f_high * (high - low) / (f_high - f_low);
        let inside = secant > low.min(high) && secant < low.max(high);
        let middle = if inside && round % 4 != 3 { secant } else { low + (high - low) * R::HALF };
        let f_middle = f(middle);
        if f_middle == R::ZERO {
            return middle;
        }
        // An end that stays twice in a row loses half of its weight, or the secant would creep.
        if (f_middle > R::ZERO) == (f_high > R::ZERO) {
            (high, f_high) = (middle, f_middle);
            f_low = if kept == -1 { f_low * R::HALF } else { f_low };
            kept = -1;
        } else {
            (low, f_low) = (middle, f_middle);
            f_high = if kept == 1 { f_high * R::HALF } else { f_high };
            kept = 1;
        }
    }
    low + (high - low) * R::HALF
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_roots_to_the_last_digits() {
        let root = find_root(0.0, 2.0, |x: f64| x * x - 2.0);
        assert!((root - core::f64::consts::SQRT_2).abs() <= f64::EPSILON);
        let steep = find_root(0.0, 10.0, |x: f64| x.exp() - 1e4);
        assert!((steep - 9.210340371976184).abs() < 1e-14);
        let flat = find_root(0.0f32, 8.0, |x: f32| (x - 3.0) * (x - 3.0) * (x - 3.0));
        assert!((flat - 3.0).abs() < 1e-2);
    }

    #[test]
    fn without_a_change_of_sign_the_end_with_the_smaller_value_is_returned() {
        assert_eq!([find_root(1.0, 2.0, |x: f64| x), find_root(-2.0, -1.0, |x| x)], [1.0, -1.0]);
    }

    #[test]
    fn it_ends_as_soon_as_the_root_is_found() {
        let calls = core::cell::Cell::new(0);
        let root = find_root(0.0, 4.0, |x: f64| {
            calls.set(calls.get() + 1);
            // Never exactly 0.
            if x < core::f64::consts::PI { -1.0 } else { 1.0 }
        });
        assert!((root - core::f64::consts::PI).abs() <= 4.0 * f64::EPSILON && calls.get() < 70);
    }
}
