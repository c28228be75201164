//! Arithmetic on three numbers: in f32 where particles are moved, one or many side by side, in f64 where many of them are
//! summed.

use core::ops::{Add, Mul, Sub};

use sprung::Real;

pub(crate) type Vector = [f32; 3];

/// f32, f64 or a SIMD vector.
pub(crate) trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}
impl<N: Copy + Add<Output = N> + Sub<Output = N> + Mul<Output = N>> Number for N {}

#[inline(always)]
pub(crate) fn add<N: Number>(a: [N; 3], b: [N; 3]) -> [N; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(crate) fn sub<N: Number>(a: [N; 3], b: [N; 3]) -> [N; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(crate) fn scale<N: Number>(a: [N; 3], by: N) -> [N; 3] {
    [a[0] * by, a[1] * by, a[2] * by]
}

#[inline(always)]
pub(crate) fn dot<N: Number>(a: [N; 3], b: [N; 3]) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross<N: Number>(a: [N; 3], b: [N; 3]) -> [N; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// xx, yy, zz, yz, zx, xy of a vector and a multiple of it.
pub(crate) fn products([ax, ay, az]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 6] {
    [ax * x, ay * y, az * z, ay * z, az * x, ax * y]
}

/// `a + s·b`
pub(crate) fn add_scaled(a: Vector, s: f32, b: Vector) -> Vector {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

pub(crate) fn distance(a: Vector, b: Vector) -> f32 {
    let d = sub(b, a);
    Real::sqrt(dot(d, d))
}
