//! Sums and products with their rounding errors: an angle of 30 rad rounded once is off by 2e-6 in single precision.
//!
//! By Knuth and Dekker, not with a fused multiply-add, so that all targets give the same bits.

use crate::float::Float;

/// `a + b` and its rounding error.
#[inline(always)]
pub(crate) fn two_sum<T: Float>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let b_part = sum - a;
    (sum, (a - (sum - b_part)) + (b - b_part))
}

/// `a · b` and its rounding error, exact while nothing over- or underflows.
#[inline(always)]
pub(crate) fn two_product<T: Float>(a: T, b: T) -> (T, T) {
    let product = a * b;
    let (a_high, a_low) = split(a);
    let (b_high, b_low) = split(b);
    let error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, error)
}

/// Two halves of a number, each with half of its digits.
#[inline(always)]
fn split<T: Float>(a: T) -> (T, T) {
    let scaled = a * T::SPLITTER;
    let high = scaled - (scaled - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_keep_every_digit() {
        let (product, error) = two_product(0.1f32, 0.3f32);
        assert_eq!(f64::from(product) + f64::from(error), f64::from(0.1f32) * f64::from(0.3f32));
        assert_eq!(two_sum(1e16f64, 1.0), (1e16, 1.0));
        assert_eq!(two_sum(1.0f32, -1e-9), (1.0, -1e-9));
    }
}
