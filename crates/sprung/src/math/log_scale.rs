//! Scales as logarithms, in which doubling and halving are equal distances.

use crate::real::Real;

/// The logarithm of the ratio of two scales of one sign, neither of them 0: 0 for equal scales, bit for bit.
pub(crate) fn log_ratio<R: Real>(scale: R, other: R) -> R {
    let ratio = scale / other;
    if ratio >= R::MIN_POSITIVE && ratio <= R::MAX {
        ratio.ln()
    } else {
        scale.abs().ln() - other.abs().ln()
    }
}

/// A scale multiplied by `e^logarithm`; beyond the largest number, that number. NaN stays NaN.
pub(crate) fn scaled_by_log<R: Real>(scale: R, logarithm: R) -> R {
    let factor = logarithm.exp();
    if factor <= R::MAX && factor >= R::MIN_POSITIVE {
        return within_range(scale * factor);
    }
    // A tiny scale times a factor beyond the range may be within it.
    let root = (logarithm * R::from_f64(0.25)).exp();
    within_range(scale * root * root * root * root)
}

/// The number, or the largest one where it is infinite.
pub(crate) fn within_range<R: Real>(value: R) -> R {
    if value.abs() > R::MAX { R::MAX.copysign(value) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_of_any_size_are_found_and_applied() {
        for (scale, other) in [(3.0, 2.0), (-1e-300, -1e300), (5e-324, 1e308), (1e308, 5e-324)] {
            let back = scaled_by_log::<f64>(other, log_ratio(scale, other));
            assert!((back / scale - 1.0).abs() < 1e-12, "{scale} {other}: {back}");
        }
        assert_eq!(log_ratio(0.1f32, 0.1), 0.0);
        assert_eq!(scaled_by_log(0.1f32, 0.0), 0.1);
        assert_eq!(scaled_by_log(-1.0f32, 1e30), f32::MIN);
        assert!(scaled_by_log(f64::NAN, 1.0).is_nan() && scaled_by_log(1.0, f64::NAN).is_nan());
    }
}
