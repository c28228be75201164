//! The functions of libm, and those of WebAssembly's vector instructions in place of its long ones: both are correctly rounded,
//! with the same bits.

pub(crate) use libm::*;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use core::arch::wasm32::{
    f32x4_extract_lane, f32x4_floor, f32x4_splat, f32x4_sqrt, f64x2_extract_lane, f64x2_floor,
    f64x2_splat, f64x2_sqrt,
};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
macro_rules! instruction {
    ($($name:ident: $type:ident = $extract:ident $operation:ident $splat:ident;)+) => {
        $(
            #[inline(always)]
            pub(crate) fn $name(x: $type) -> $type {
                $extract::<0>($operation($splat(x)))
            }
        )+
    };
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
instruction! {
    sqrt: f64 = f64x2_extract_lane f64x2_sqrt f64x2_splat;
    sqrtf: f32 = f32x4_extract_lane f32x4_sqrt f32x4_splat;
    floor: f64 = f64x2_extract_lane f64x2_floor f64x2_splat;
    floorf: f32 = f32x4_extract_lane f32x4_floor f32x4_splat;
}
