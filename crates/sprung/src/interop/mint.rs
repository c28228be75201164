//! `mint` vectors, the interchange types of the ecosystem, can be sprung.

use crate::vector::Vector;

macro_rules! mint_vectors {
    ($($type:ident { $($field:ident)+ })+) => {$(
        impl<R: crate::Real> Vector for mint::$type<R> {
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
