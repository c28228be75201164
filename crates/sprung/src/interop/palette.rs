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
use crate::vector::{Vector, impl_vector};

macro_rules! palette_vectors {
    ($($color:ty { $($field:ident),+ } $marker:ident;)+) => {$(
        impl<R: Real, S> Vector for $color {
            impl_vector! { @items R { $($field),+ } $marker: PhantomData }
        }
    )+};
}

palette_vectors! {
    Rgb<Linear<S>, R> { red, green, blue } standard;
    Luma<Linear<S>, R> { luma } standard;
    Xyz<S, R> { x, y, z } white_point;
    Lab<S, R> { l, a, b } white_point;
    Luv<S, R> { l, u, v } white_point;
}
impl_vector! { <R> Oklab<R>: R { l, a, b } }
