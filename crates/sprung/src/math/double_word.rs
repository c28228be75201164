//! Sums and products with their rounding error: the value is the unevaluated sum of two numbers.
//!
//! Used where a phase is formed: an angle of 30 rad that is rounded once is already off by 2e-6 in single precision.
//! Dekker's splitting is used, not a fused multiply-add, so that all targets give the same bits.

use crate::real::Real;

/// Returns `a + b` and its rounding error (Knuth).
#[inline(always)]
pub fn two_sum<R: Real>(a: R, b: R) -> (R, R) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// Returns `a · b` and its rounding error (Dekker), exact unless something over- or underflows.
#[inline(always)]
pub fn two_product<R: Real>(a: R, b: R) -> (R, R) {
    let product = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, error)
}

/// Two halves of a number, each with half of its digits.
#[inline(always)]
fn split<R: Real>(a: R) -> (R, R) {
    let scaled = a * R::SPLITTER;
    let high = scaled - (scaled - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn product_and_error_are_exact() {
        // (1 + 2^-30)^2 = 1 + 2^-29 + 2^-60: the last term does not fit in 53 bits.
        let a = 1.0 + (-30f64).exp2();
        let (product, error) = two_product(a, a);
        assert_eq!(product, 1.0 + (-29f64).exp2());
        assert_eq!(error, (-60f64).exp2());
        // All 48 digits of a single-precision product are kept: f64 is the oracle.
        let (product, error) = two_product(0.1f32, 0.3f32);
        assert_eq!(f64::from(product) + f64::from(error), f64::from(0.1f32) * f64::from(0.3f32));
    }

    #[test]
    fn sum_and_error_are_exact() {
        assert_eq!(two_sum(1e16f64, 1.0), (1e16, 1.0));
        assert_eq!(two_sum(1.0f32, -1e-9), (1.0, -1e-9));
    }
}
