//! `palette`: colors of the spaces in which a mean of two colors is the color between them.
//!
//! Linear light (`LinSrgb` and other linear RGB, `LinLuma`, `Xyz`) mixes as light does; `Oklab`, `Lab` and `Luv` as it is
//! seen. Gamma-encoded colors (`Srgb`) and those with a hue (`Hsl`, `Oklch`) are no vectors: convert them. A color with
//! alpha is a pair of a color, multiplied by its alpha, and the alpha.

use core::marker::PhantomData;

use palette::encoding::Linear;
use palette::luma::Luma;
use palette::rgb::Rgb;
use palette::{Lab, Luv, Oklab, Xyz};

use crate::real::Real;
use crate::vector::Vector;

macro_rules! palette_vectors {
    ($($color:ty, $($generic:ident)?, { $($field:ident)+ }, $($phantom:ident)?;)+) => {$(
        impl<R: Real $(, $generic)?> Vector for $color {
            type Scalar = R;
            const ZERO: Self = Self { $($field: R::ZERO,)+ $($phantom: PhantomData)? };
            #[inline]
            fn plus(self, other: Self) -> Self {
                Self { $($field: self.$field + other.$field,)+ $($phantom: PhantomData)? }
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                Self { $($field: self.$field - other.$field,)+ $($phantom: PhantomData)? }
            }
            #[inline]
            fn times(self, factor: R) -> Self {
                Self { $($field: self.$field * factor,)+ $($phantom: PhantomData)? }
            }
            #[inline]
            fn dot(self, other: Self) -> R {
                R::ZERO $(+ self.$field * other.$field)+
            }
        }
    )+};
}

palette_vectors! {
    Rgb<Linear<S>, R>, S, { red green blue }, standard;
    Luma<Linear<S>, R>, S, { luma }, standard;
    Xyz<S, R>, S, { x y z }, white_point;
    Lab<S, R>, S, { l a b }, white_point;
    Luv<S, R>, S, { l u v }, white_point;
    Oklab<R>, , { l a b }, ;
}
