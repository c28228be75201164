//! `mint`, the interchange types: vectors and points implement [`Vector`](crate::Vector), quaternions convert.

use crate::real::Real;
use crate::rotation::Rotation;
use crate::vector::Vector;

macro_rules! mint_vectors {
    ($($type:ident { $($field:ident)+ })+) => {$(
        impl<R: Real> Vector for mint::$type<R> {
            type Scalar = R;
            const ZERO: Self = mint::$type { $($field: R::ZERO),+ };
            #[inline]
            fn plus(self, other: Self) -> Self {
                mint::$type { $($field: self.$field + other.$field),+ }
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                mint::$type { $($field: self.$field - other.$field),+ }
            }
            #[inline]
            fn times(self, factor: R) -> Self {
                mint::$type { $($field: self.$field * factor),+ }
            }
            #[inline]
            fn dot(self, other: Self) -> R {
                R::ZERO $(+ self.$field * other.$field)+
            }
        }
    )+};
}

mint_vectors! {
    Vector2 { x y }
    Vector3 { x y z }
    Vector4 { x y z w }
    Point2 { x y }
    Point3 { x y z }
}

/// Normalized, as by [`Rotation::from_xyzw`].
impl<R: Real> From<mint::Quaternion<R>> for Rotation<R> {
    fn from(quaternion: mint::Quaternion<R>) -> Self {
        let mint::Quaternion { v: mint::Vector3 { x, y, z }, s } = quaternion;
        Rotation::from_xyzw([x, y, z, s])
    }
}

/// The same components.
impl<R: Real> From<Rotation<R>> for mint::Quaternion<R> {
    fn from(rotation: Rotation<R>) -> Self {
        let [x, y, z, s] = rotation.xyzw();
        mint::Quaternion { v: mint::Vector3 { x, y, z }, s }
    }
}
