//! Arithmetic on three vectors of components, and their memory.

use fearless_simd::{Simd, f32x16, prelude::*};

use super::record::{Floats, Stored};

#[inline(always)]
pub(crate) fn load<S: Simd>(s: S, from: &Stored) -> f32x16<S> {
    f32x16::load_array_ref(s, from)
}

#[inline(always)]
pub(crate) fn dot<S: Simd, V: Floats<S>>(a: [V; 3], b: [V; 3]) -> V {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn sub<S: Simd, V: Floats<S>>(a: [V; 3], b: [V; 3]) -> [V; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(crate) fn add<S: Simd, V: Floats<S>>(a: [V; 3], b: [V; 3]) -> [V; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(crate) fn scale<S: Simd, V: Floats<S>>(a: [V; 3], by: V) -> [V; 3] {
    [a[0] * by, a[1] * by, a[2] * by]
}

/// Loads three components.
#[inline(always)]
pub(crate) fn of<S: Simd, V: Floats<S>, const W: usize>(s: S, stored: &[[f32; W]; 3]) -> [V; 3] {
    [V::from_slice(s, &stored[0]), V::from_slice(s, &stored[1]), V::from_slice(s, &stored[2])]
}

/// Stores three components.
#[inline(always)]
pub(crate) fn keep<S: Simd, V: Floats<S>, const W: usize>(stored: &mut [[f32; W]; 3], xyz: [V; 3]) {
    for (stored, c) in stored.iter_mut().zip(xyz) {
        c.store_slice(stored);
    }
}
