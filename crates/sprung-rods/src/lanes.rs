//! Vectors, quaternions and symmetric matrices of sixteen rods at a time.
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

/// A number of each lane that is 0.
pub(crate) const ZERO: Stored = [0.0; LANES];

pub(crate) type Wide<S> = Lanes<S>;

pub(crate) type Condition<S> = Mask<S>;

pub(crate) type Vector<S> = [Wide<S>; 3];

/// x, y, z, w.
pub(crate) type Quaternion<S> = [Wide<S>; 4];

/// xx, yx, yy, zx, zy, zz of a symmetric matrix.
pub(crate) type Symmetric<S> = [Wide<S>; 6];

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

/// Stores the lanes where a mask is true.
#[inline(always)]
pub(crate) fn store_where<S: Simd, const N: usize>(
    s: S,
    mask: Condition<S>,
    wide: [Wide<S>; N],
    stored: &mut [Stored; N],
) {
    store(choose(mask, wide, load(s, stored)), stored);
}

/// The lanes that are not NaN.
#[inline(always)]
pub(crate) fn is_known<S: Simd>(number: Wide<S>) -> Condition<S> {
    number.simd_eq(number)
}

/// The lanes of `a` where a mask is true, else those of `b`.
#[inline(always)]
pub(crate) fn choose<S: Simd, const N: usize>(
    mask: Condition<S>,
    mut a: [Wide<S>; N],
    b: [Wide<S>; N],
) -> [Wide<S>; N] {
    for (a, b) in a.iter_mut().zip(b) {
        *a = mask.select(*a, b);
    }
    a
}

/// All lanes the same vector.
#[inline(always)]
pub(crate) fn splat<S: Simd>(s: S, vector: [f32; 3]) -> Vector<S> {
    [Wide::splat(s, vector[0]), Wide::splat(s, vector[1]), Wide::splat(s, vector[2])]
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

/// What a rotation adds to a vector.
#[inline(always)]
pub(crate) fn turned_by<S: Simd>([x, y, z, w]: Quaternion<S>, vector: Vector<S>) -> Vector<S> {
    let axis = [x, y, z];
    let turned = cross(axis, vector);
    let turned = add(turned, turned);
    add(scale(turned, w), cross(axis, turned))
}

/// A vector, rotated.
#[inline(always)]
pub(crate) fn rotate<S: Simd>(rotation: Quaternion<S>, vector: Vector<S>) -> Vector<S> {
    add(vector, turned_by(rotation, vector))
}

/// The third axis of a frame.
#[inline(always)]
pub(crate) fn third_axis<S: Simd>([x, y, z, w]: Quaternion<S>) -> Vector<S> {
    let (xz, wy, yz, wx) = (x * z, w * y, y * z, w * x);
    let square = x * x + y * y;
    [(xz + wy) * 2.0, (yz - wx) * 2.0, square * -2.0 + 1.0]
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

/// The rotation from `a` to `b`, in coordinates of `a`: the conjugate of `a` by `b`.
#[inline(always)]
pub(crate) fn relative<S: Simd>(a: Quaternion<S>, b: Quaternion<S>) -> Quaternion<S> {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx - ax * bw - (ay * bz - az * by),
        aw * by - ay * bw - (az * bx - ax * bz),
        aw * bz - az * bw - (ax * by - ay * bx),
        aw * bw + (ax * bx + ay * by + az * bz),
    ]
}

/// The rotation with the Gibbs vector `½ vector`: about it, by `2 arctan(½ |vector|)`. The Cayley transform.
#[inline(always)]
pub(crate) fn cayley<S: Simd>(s: S, vector: Vector<S>) -> Quaternion<S> {
    let half = Wide::splat(s, 0.5);
    let [x, y, z] = scale(vector, half);
    let one = Wide::splat(s, 1.0);
    let w = one / (x * x + y * y + z * z + one).sqrt();
    [x * w, y * w, z * w, w]
}

/// What the rotation with a Gibbs vector adds to a vector.
#[inline(always)]
pub(crate) fn turned_by_gibbs<S: Simd>(s: S, gibbs: Vector<S>, vector: Vector<S>) -> Vector<S> {
    let turned = cross(gibbs, vector);
    let two = Wide::splat(s, 2.0);
    scale(add(turned, cross(gibbs, turned)), two / (dot(gibbs, gibbs) + 1.0))
}

/// A vector of at most a length, in the same direction.
#[inline(always)]
pub(crate) fn limit<S: Simd>(s: S, vector: Vector<S>, length: f32) -> Vector<S> {
    let most = Wide::splat(s, length);
    let square = dot(vector, vector);
    let is_long = square.simd_gt(most * most);
    if !is_long.any_true() {
        return vector;
    }
    let part = is_long.select(most / square.sqrt(), Wide::splat(s, 1.0));
    scale(vector, part)
}

/// `isotropic` times the identity and `along` times the dyad of `axis`, by a vector.
#[inline(always)]
pub(crate) fn apply_dyad<S: Simd>(
    [isotropic, along]: [Wide<S>; 2],
    axis: Vector<S>,
    vector: Vector<S>,
) -> Vector<S> {
    add_scaled(scale(vector, isotropic), axis, along * dot(axis, vector))
}

/// `isotropic` times the identity and `along` times the dyad of a vector.
#[inline(always)]
pub(crate) fn dyad<S: Simd>(
    isotropic: Wide<S>,
    along: Wide<S>,
    [x, y, z]: Vector<S>,
) -> Symmetric<S> {
    let (ax, ay, az) = (along * x, along * y, along * z);
    [isotropic + ax * x, ay * x, isotropic + ay * y, az * x, az * y, isotropic + az * z]
}

#[inline(always)]
pub(crate) fn sum<S: Simd>(mut a: Symmetric<S>, b: Symmetric<S>) -> Symmetric<S> {
    for (a, b) in a.iter_mut().zip(b) {
        *a += b;
    }
    a
}
