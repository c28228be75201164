//! `nalgebra`: vectors and points of fixed size implement [`Vector`](crate::Vector), unit quaternions convert.

use nalgebra_033::{ArrayStorage, Point, Quaternion, SVector, Unit, UnitQuaternion};

use crate::real::Real;
use crate::rotation::Rotation;
use crate::vector::{Vector, impl_vector};

impl<R: Real, const N: usize> Vector for SVector<R, N> {
    type Scalar = R;
    const ZERO: Self = SVector::from_array_storage(ArrayStorage([[R::ZERO; N]]));
    #[inline]
    fn plus(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] + other[i]).into()
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        core::array::from_fn(|i| self[i] - other[i]).into()
    }
    #[inline]
    fn times(self, factor: R) -> Self {
        core::array::from_fn(|i| self[i] * factor).into()
    }
    #[inline]
    fn dot(self, other: Self) -> R {
        (0..N).fold(R::ZERO, |sum, i| sum + self[i] * other[i])
    }
}

impl<R: Real, const N: usize> Vector for Point<R, N> {
    impl_vector! { @items R { coords } }
}

/// Normalized, as by [`Rotation::from_xyzw`].
impl<R: Real> From<UnitQuaternion<R>> for Rotation<R> {
    fn from(quaternion: UnitQuaternion<R>) -> Self {
        let coords = quaternion.into_inner().coords;
        Rotation::from_xyzw(core::array::from_fn(|i| coords[i]))
    }
}

/// The same components.
impl<R: Real> From<Rotation<R>> for UnitQuaternion<R> {
    fn from(rotation: Rotation<R>) -> Self {
        Unit::new_unchecked(Quaternion { coords: rotation.xyzw().into() })
    }
}
