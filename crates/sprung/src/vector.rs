//! The [`Vector`] trait: quantities that a spring can move.

use crate::real::Real;

/// A quantity that a spring can move: it adds, subtracts and scales.
///
/// Implemented for `f32`, `f64`, arrays `[V; N]`, pairs and triples of vectors with one scalar, and, each behind
/// a feature:
///
/// | feature | types |
/// |---|---|
/// | `glam-030`, `glam-032`, `glam-033`, `glam-034` | `Vec2`, `Vec3`, `Vec3A`, `Vec4`, `DVec2`, `DVec3`, `DVec4` |
/// | `mint` | `Vector2` … `Vector4`, `Point2`, `Point3` |
/// | `nalgebra-033` | `SVector` (`Vector3` …), `Point` |
/// | `num-complex` | `Complex` |
/// | `palette` | colors of linear light (`LinSrgb`, `LinLuma`, `Xyz`), `Oklab`, `Lab`, `Luv` |
///
/// For a type of your own, a pose or a whole state of a user interface, [`impl_vector!`](crate::impl_vector) writes the
/// implementation.
///
/// Rotations are not vectors; they have separate springs.
///
/// ```
/// use sprung::Vector;
///
/// // Arrays of any length are vectors.
/// let offset = [3.0f64, 4.0].minus([0.0, 0.0]);
/// assert_eq!((offset.length(), offset.times(2.0)), (5.0, [6.0, 8.0]));
/// ```
#[doc(alias("Vec3", "Vector3", "FVector"))]
pub trait Vector: Copy {
    /// The scalar type.
    type Scalar: Real;
    /// The zero vector.
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

/// Returns the length of a vector whose square over- or underflows, or is infinite or NaN.
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

/// Implements [`Vector`](crate::Vector) for a struct of yours, field by field.
///
/// The type, its scalar and all of its fields are named; every field must be a [`Vector`](crate::Vector) of that scalar.
/// The inner product is the sum over the fields: give fields of different units a common scale if a length of the whole
/// is to mean something (rest thresholds and speed limits use it, springs do not). A generic struct names its number
/// type first.
///
/// ```
/// use sprung::{Spring, State, impl_vector};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct View {
///     center: [f32; 2],
///     zoom: f32,
/// }
/// impl_vector! { View: f32 { center, zoom } }
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Price<R>(R, R);
/// impl_vector! { <R> Price<R>: R { 0, 1 } }
///
/// let spring = Spring::from_halflife(0.1, 1.0)?;
/// let view = State::at_rest(View { center: [0.0, 0.0], zoom: 1.0 });
/// let view = spring.step(0.1).apply(view, View { center: [4.0, 8.0], zoom: 3.0 });
/// assert!((view.position.center[1] - 4.0).abs() < 1e-5 && (view.position.zoom - 2.0).abs() < 1e-5);
///
/// let price = spring.step(f32::INFINITY).apply(State::at_rest(Price(1.0, 2.0)), Price(3.0, 4.0));
/// assert_eq!(price.position, Price(3.0, 4.0));
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[macro_export]
macro_rules! impl_vector {
    (<$generic:ident> $type:ty: $scalar:ty { $($field:tt),+ $(,)? }) => {
        impl<$generic: $crate::Real> $crate::Vector for $type {
            $crate::impl_vector! { @items $scalar { $($field),+ } }
        }
    };
    (@items $scalar:ty { $($field:tt),+ } $($other:ident: $value:expr)?) => {
        type Scalar = $scalar;
        const ZERO: Self = Self { $($field: $crate::Vector::ZERO,)+ $($other: $value)? };
        #[inline]
        fn plus(self, other: Self) -> Self {
            Self { $($field: $crate::Vector::plus(self.$field, other.$field),)+ $($other: $value)? }
        }
        #[inline]
        fn minus(self, other: Self) -> Self {
            Self { $($field: $crate::Vector::minus(self.$field, other.$field),)+ $($other: $value)? }
        }
        #[inline]
        fn times(self, factor: $scalar) -> Self {
            Self { $($field: $crate::Vector::times(self.$field, factor),)+ $($other: $value)? }
        }
        #[inline]
        fn dot(self, other: Self) -> $scalar {
            <$scalar as $crate::Vector>::ZERO
                $(+ $crate::Vector::dot(self.$field, other.$field))+
        }
    };
    ($type:ty: $scalar:ty { $($field:tt),+ $(,)? }) => {
        impl $crate::Vector for $type {
            $crate::impl_vector! { @items $scalar { $($field),+ } }
        }
    };
}

/// Implements [`Vector`] for a type with operators and a zero: used here and by `interop`.
macro_rules! vector_by_operators {
    ($scalar:ty, $zero:expr, $dot:expr; $($type:ty),+) => {$(
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
    )+};
}
#[allow(unused_imports, reason = "the features of `interop` use them")]
pub(crate) use {impl_vector, vector_by_operators};

vector_by_operators! { f32, 0.0, |a, b| a * b; f32 }
vector_by_operators! { f64, 0.0, |a, b| a * b; f64 }

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
        core::array::from_fn(|i| self[i].times(factor))
    }
    #[inline]
    fn dot(self, other: Self) -> Self::Scalar {
        (0..N).fold(V::Scalar::ZERO, |sum, i| sum + self[i].dot(other[i]))
    }
}

macro_rules! tuple {
    ($first:ident $($name:ident $index:tt)+) => {
        impl<$first: Vector, $($name: Vector<Scalar = $first::Scalar>),+> Vector for ($first, $($name),+) {
            type Scalar = $first::Scalar;
            const ZERO: Self = ($first::ZERO, $($name::ZERO),+);
            #[inline]
            fn plus(self, other: Self) -> Self {
                (self.0.plus(other.0), $(self.$index.plus(other.$index)),+)
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                (self.0.minus(other.0), $(self.$index.minus(other.$index)),+)
            }
            #[inline]
            fn times(self, factor: Self::Scalar) -> Self {
                (self.0.times(factor), $(self.$index.times(factor)),+)
            }
            #[inline]
            fn dot(self, other: Self) -> Self::Scalar {
                self.0.dot(other.0) $(+ self.$index.dot(other.$index))+
            }
        }
    };
}
tuple!(A B 1);
tuple!(A B 1 C 2);

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
