//! `num-complex`: a complex number is a vector of two components.

use num_complex::Complex;

use crate::real::Real;
use crate::vector::Vector;

impl<R: Real> Vector for Complex<R> {
    type Scalar = R;
    const ZERO: Self = Complex { re: R::ZERO, im: R::ZERO };
    #[inline]
    fn plus(self, other: Self) -> Self {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        Complex { re: self.re - other.re, im: self.im - other.im }
    }
    #[inline]
    fn times(self, factor: R) -> Self {
        Complex { re: self.re * factor, im: self.im * factor }
    }
    /// The real part of the product with the conjugate.
    #[inline]
    fn dot(self, other: Self) -> R {
        self.re * other.re + self.im * other.im
    }
}
