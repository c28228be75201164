//! The floating-point type that a test runs in: [`f32`] or [`f64`].

use core::fmt::{Debug, Display};

/// A floating-point type under test. Errors are always measured in `f64`.
pub trait Precision: Copy + Debug + Display + PartialEq + PartialOrd + 'static {
    /// `"f32"` or `"f64"`.
    const NAME: &'static str;
    /// The distance from 1 to the next number, 2⁻²³ or 2⁻⁵².
    const EPSILON: f64;

    /// The nearest number of this type.
    fn nearest(value: f64) -> Self;
    /// The same value in double precision, always exact.
    fn to_f64(self) -> f64;

    /// The number of the lowest 32 or all 64 of these bits.
    fn from_low_bits(bits: u64) -> Self;

    /// The number of this type that equals `value`, if there is one.
    ///
    /// ```
    /// use testkit::precision::Precision;
    /// assert_eq!(f32::exact(0.5), Some(0.5_f32));
    /// assert_eq!(f32::exact(0.1), None);
    /// ```
    fn exact(value: f64) -> Option<Self> {
        let nearest = Self::nearest(value);
        (nearest.to_f64() == value).then_some(nearest)
    }
}

impl Precision for f32 {
    const NAME: &'static str = "f32";
    const EPSILON: f64 = f32::EPSILON as f64;

    fn nearest(value: f64) -> Self {
        value as f32
    }
    fn to_f64(self) -> f64 {
        f64::from(self)
    }
    fn from_low_bits(bits: u64) -> Self {
        f32::from_bits(bits as u32)
    }
}

impl Precision for f64 {
    const NAME: &'static str = "f64";
    const EPSILON: f64 = f64::EPSILON;

    fn nearest(value: f64) -> Self {
        value
    }
    fn to_f64(self) -> f64 {
        self
    }
    fn from_low_bits(bits: u64) -> Self {
        f64::from_bits(bits)
    }
}

/// Makes the tests `$name::double` and `$name::single` of each function `$name::<P>()`.
///
/// ```
/// # #![allow(dead_code)]
/// fn addition_is_commutative<P>() {}
/// testkit::in_both_precisions! { addition_is_commutative }
/// ```
#[macro_export]
macro_rules! in_both_precisions {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn double() {
                super::$name::<f64>();
            }
            #[test]
            fn single() {
                super::$name::<f32>();
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_is_exact_in_f32_only_when_it_reads_back() {
        assert_eq!(f32::exact(f64::from(0.1_f32)), Some(0.1));
        assert_eq!(f32::exact(1.0 + f64::EPSILON), None);
        assert_eq!(f32::exact(1e300), None);
        assert_eq!(f64::exact(1e300), Some(1e300));
    }
}
