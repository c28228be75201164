//! Vectors and quaternions of sixteen bones at a time: more than a register of most machines, so that their long chains of
//! operations overlap.
//!
//! Every SIMD level does the same operations, all of them correctly rounded and none fused: the bits are the same. Closures
//! would not be compiled for the level.

use fearless_simd::{Simd, prelude::*};
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
use fearless_simd::{f32x4 as Lanes, mask32x4 as Mask};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use fearless_simd::{f32x16 as Lanes, mask32x16 as Mask};

/// Four where there may be no vectors: a compiler takes minutes for sixteen numbers one by one. Lanes are independent of each
/// other, so that their number changes no bit.
pub(crate) const LANES: usize =
    if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) { 16 } else { 4 };

/// One number for each lane, as stored.
pub(crate) type Stored = [f32; LANES];

pub(crate) type Wide<S> = Lanes<S>;

pub(crate) type Vector<S> = [Wide<S>; 3];

/// x, y, z, w.
pub(crate) type Quaternion<S> = [Wide<S>; 4];

#[inline(always)]
pub(crate) fn load<S: Simd, const N: usize>(s: S, stored: &[Stored; N]) -> [Wide<S>; N] {
    let mut wide = [Wide::splat(s, 0.0); N];
    for (wide, stored) in wide.iter_mut().zip(stored) {
        *wide = Wide::load_array_ref(s, stored);
    }
    wide
}

#[inline(always)]
pub(crate) fn number<S: Simd>(s: S, stored: &Stored) -> Wide<S> {
    Wide::load_array_ref(s, stored)
}

#[inline(always)]
pub(crate) fn store<S: Simd, const N: usize>(wide: [Wide<S>; N], stored: &mut [Stored; N]) {
    for (wide, stored) in wide.into_iter().zip(stored) {
        wide.store_array(stored);
    }
}

/// Each of some vectors' components by one number.
#[inline(always)]
pub(crate) fn divide<S: Simd, const N: usize>(mut wide: [Wide<S>; N], by: Wide<S>) -> [Wide<S>; N] {
    for part in &mut wide {
        *part /= by;
    }
    wide
}

/// The lanes of `a` where a mask is true, else those of `b`.
#[inline(always)]
pub(crate) fn choose<S: Simd>(mask: Mask<S>, a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [mask.select(a[0], b[0]), mask.select(a[1], b[1]), mask.select(a[2], b[2])]
}

/// All lanes the same vector.
#[inline(always)]
pub(crate) fn splat<S: Simd>(s: S, vector: [f32; 3]) -> Vector<S> {
    [Wide::splat(s, vector[0]), Wide::splat(s, vector[1]), Wide::splat(s, vector[2])]
}

/// All lanes the same rotation.
#[inline(always)]
pub(crate) fn splat_rotation<S: Simd>(s: S, [x, y, z, w]: [f32; 4]) -> Quaternion<S> {
    [Wide::splat(s, x), Wide::splat(s, y), Wide::splat(s, z), Wide::splat(s, w)]
}

#[inline(always)]
pub(crate) fn add<S: Simd>(a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(crate) fn sub<S: Simd>(a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(crate) fn scale<S: Simd>(a: Vector<S>, by: Wide<S>) -> Vector<S> {
    [a[0] * by, a[1] * by, a[2] * by]
}

#[inline(always)]
pub(crate) fn add_scaled<S: Simd>(a: Vector<S>, b: Vector<S>, by: Wide<S>) -> Vector<S> {
    add(a, scale(b, by))
}

#[inline(always)]
pub(crate) fn dot<S: Simd>(a: Vector<S>, b: Vector<S>) -> Wide<S> {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(crate) fn cross<S: Simd>(a: Vector<S>, b: Vector<S>) -> Vector<S> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A vector, rotated.
#[inline(always)]
pub(crate) fn rotate<S: Simd>([x, y, z, w]: Quaternion<S>, vector: Vector<S>) -> Vector<S> {
    let axis = [x, y, z];
    let turned = cross(axis, vector);
    let turned = add(turned, turned);
    add(add_scaled(vector, turned, w), cross(axis, turned))
}

/// A vector, rotated back.
#[inline(always)]
pub(crate) fn rotate_back<S: Simd>([x, y, z, w]: Quaternion<S>, vector: Vector<S>) -> Vector<S> {
    rotate([x, y, z, -w], vector)
}

/// The rotation `b`, then `a`.
#[inline(always)]
pub(crate) fn product<S: Simd>(a: Quaternion<S>, b: Quaternion<S>) -> Quaternion<S> {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + (ay * bz - az * by),
        aw * by + ay * bw + (az * bx - ax * bz),
        aw * bz + az * bw + (ax * by - ay * bx),
        aw * bw - (ax * bx + ay * by + az * bz),
    ]
}

/// Part of the product of two lengths that their scalar product is taken for at least, so that opposite directions have a
/// rotation between them.
const LEAST_COSINE: f32 = 1e-7;

/// The shortest rotation between two directions of the same length, whose square is given; of opposite ones, any.
#[inline(always)]
pub(crate) fn rotation_between<S: Simd>(
    s: S,
    from: Vector<S>,
    to: Vector<S>,
    square: Wide<S>,
) -> Quaternion<S> {
    let [x, y, z] = cross(from, to);
    let w = (square + dot(from, to)).max(square * LEAST_COSINE);
    let length = (dot([x, y, z], [x, y, z]) + w * w).sqrt();
    let inverse = Wide::splat(s, 1.0) / length;
    [x * inverse, y * inverse, z * inverse, w * inverse]
}
