//! What can be sprung: anything that adds and scales.

use crate::real::Real;

/// A quantity that a spring can move: it adds, subtracts and scales.
///
/// Implemented for `f32`, `f64`, arrays `[V; N]`, pairs and triples of vectors with one scalar, and, each behind
/// a feature, the vectors of `glam` (`glam-032`, `glam-033`, `glam-034`) and `mint`. Implement it for your own types: a
/// color, a pose, a whole state of a user interface.
///
/// Rotations are not vectors; they have springs of their own.
pub trait Vector: Copy {
    /// The number type that it scales by.
    type Scalar: Real;
    /// The vector that changes nothing when added.
    const ZERO: Self;
    /// The sum.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The difference.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// The vector scaled by a number.
    #[must_use]
    fn times(self, factor: Self::Scalar) -> Self;
    /// The inner product, a sum over all components.
    fn dot(self, other: Self) -> Self::Scalar;

    /// The Euclidean length, also where the squares of the components over- or underflow.
    #[inline]
    fn length(self) -> Self::Scalar {
        let square = self.dot(self);
        let least = Self::Scalar::MIN_POSITIVE / Self::Scalar::EPSILON;
        if square >= least && square < Self::Scalar::INFINITY {
            return square.sqrt();
        }
        length_of_extremes(self, square)
    }
}

/// The length of a vector whose `square` cannot be counted: very long, very short, infinite or NaN.
#[cold]
fn length_of_extremes<V: Vector>(vector: V, square: V::Scalar) -> V::Scalar {
    let huge = V::Scalar::HUGE;
    if square == V::Scalar::INFINITY {
        let small = V::Scalar::ONE / huge;
        let scaled = vector.times(small).times(small);
        return scaled.dot(scaled).sqrt() * huge * huge;
    }
    let scaled = vector.times(huge);
    let square = scaled.dot(scaled);
    if square >= V::Scalar::ONE / huge {
        return square.sqrt() / huge;
    }
    let scaled = scaled.times(huge);
    scaled.dot(scaled).sqrt() / huge / huge
}

/// Implements [`Vector`] for a type with operators and a zero: used here and by `interop`.
macro_rules! vector_by_operators {
    ($($type:ty, $scalar:ty, $zero:expr, $dot:expr;)*) => {$(
        impl $crate::Vector for $type {
            type Scalar = $scalar;
            const ZERO: Self = $zero;
            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self - other
            }
            #[inline]
            fn times(self, factor: $scalar) -> Self {
                self * factor
            }
            #[inline]
            fn dot(self, other: Self) -> $scalar {
                #[allow(clippy::redundant_closure_call)]
                $dot(self, other)
            }
        }
    )*};
}
#[cfg(any(feature = "glam-032", feature = "glam-033", feature = "glam-034"))]
pub(crate) use vector_by_operators;

vector_by_operators! {
    f32, f32, 0.0, |a, b| a * b;
    f64, f64, 0.0, |a, b| a * b;
}

impl<V: Vector, const N: usize> Vector for [V; N] {
    type Scalar = V::Scalar;
    const ZERO: Self = [V::ZERO; N];
    #[inline]
    fn plus(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].plus(other[i]))
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i].minus(other[i]))
    }
    #[inline]
    fn times(self, factor: Self::Scalar) -> Self {
        self.map(|component| component.times(factor))
    }
    #[inline]
    fn dot(self, other: Self) -> Self::Scalar {
        (0..N).fold(V::Scalar::ZERO, |sum, i| sum + self[i].dot(other[i]))
    }
}

macro_rules! tuple {
    ($first:ident $($name:ident)*) => {
        impl<$first: Vector, $($name: Vector<Scalar = $first::Scalar>),*> Vector for ($first, $($name),*) {
            type Scalar = $first::Scalar;
            const ZERO: Self = ($first::ZERO, $($name::ZERO),*);
            #[allow(non_snake_case)]
            #[inline]
            fn plus(self, other: Self) -> Self {
                let ($first, $($name),*) = self;
                tuple!(@pairs plus other; $first $($name)*)
            }
            #[allow(non_snake_case)]
            #[inline]
            fn minus(self, other: Self) -> Self {
                let ($first, $($name),*) = self;
                tuple!(@pairs minus other; $first $($name)*)
            }
            #[allow(non_snake_case)]
            #[inline]
            fn times(self, factor: Self::Scalar) -> Self {
                let ($first, $($name),*) = self;
                ($first.times(factor), $($name.times(factor)),*)
            }
            #[allow(non_snake_case)]
            #[inline]
            fn dot(self, other: Self) -> Self::Scalar {
                let ($first, $($name),*) = self;
                tuple!(@dot other; $first $($name)*)
            }
        }
    };
    (@pairs $method:ident $other:ident; $a:ident $b:ident) => { ($a.$method($other.0), $b.$method($other.1)) };
    (@pairs $method:ident $other:ident; $a:ident $b:ident $c:ident) => {
        ($a.$method($other.0), $b.$method($other.1), $c.$method($other.2))
    };
    (@dot $other:ident; $a:ident $b:ident) => { $a.dot($other.0) + $b.dot($other.1) };
    (@dot $other:ident; $a:ident $b:ident $c:ident) => { $a.dot($other.0) + $b.dot($other.1) + $c.dot($other.2) };
}
tuple!(A B);
tuple!(A B C);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_of_any_size_have_a_length() {
        for scale in [1e-320, 1e-300, 1e-160, 1e-140, 1.0, 1e140, 1e160, 1e300] {
            let expected = 5.0f64 * scale;
            assert!(([3.0 * scale, 4.0 * scale].length() - expected).abs() <= 1e-3 * expected);
        }
        for scale in [1e-38, 1e-30, 1e-20, 1e-15, 1e18, 1e19, 1e20, 1e37] {
            let expected = 5.0f32 * scale;
            assert!(([3.0 * scale, 4.0 * scale].length() - expected).abs() <= 1e-6 * expected);
        }
        assert_eq!([0.0f64; 3].length(), 0.0);
        assert_eq!([f64::NEG_INFINITY, 1.0].length(), f64::INFINITY);
        assert!([f64::NAN, 1.0].length().is_nan());
    }

    #[test]
    fn arrays_and_tuples_are_vectors_componentwise() {
        let a = ([1.0f64, 2.0], 3.0);
        let b = ([10.0, 20.0], 30.0);
        assert_eq!(a.plus(b), ([11.0, 22.0], 33.0));
        assert_eq!(b.minus(a), ([9.0, 18.0], 27.0));
        assert_eq!(a.times(2.0), ([2.0, 4.0], 6.0));
        assert_eq!(a.dot(b), 10.0 + 40.0 + 90.0);
        assert_eq!((3.0f32, 4.0f32, 12.0f32).length(), 13.0);
    }
}
