//! Sixteen particles at a time: records in memory, one vector per component in registers.
//!
//! A record is `[x, y, z, w]` with the inverse mass in `w`. Every SIMD level works on the same sixteen lanes with the
//! same operations, all of them correctly rounded and none fused, so every level gives the same bits; there are no
//! tails, because lanes that are not needed name a dummy particle of inverse mass 0.
//!
//! Kernels take the sixteen lanes in one turn and are inlined on x86-64 and 64-bit Arm. In WebAssembly, whose vectors have
//! four lanes and whose code has to be short, and where there may be no vectors, which would make code that a compiler takes
//! minutes for, they take them in four turns and are functions.

use fearless_simd::{Simd, f32x4, f32x16, prelude::*};

/// Lanes of a bundle.
pub(crate) const LANES: usize = 16;

/// Lanes of the narrow vectors, for up to this many chains and for all trees: their many operations would make long code
/// in wide vectors.
pub(crate) const NARROW: usize = 4;

/// Lanes that a kernel takes at a time.
pub(crate) const TURN: usize =
    if cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) { LANES } else { NARROW };

/// Vectors of a kernel's turn.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) type Turn<S> = fearless_simd::f32x16<S>;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) type Turn<S> = fearless_simd::f32x4<S>;

/// The first lanes of the turns in which vectors go through `W` lanes.
#[inline(always)]
pub(crate) fn turns<S: Simd, V: Floats<S>, const W: usize>() -> impl Iterator<Item = usize> {
    (0..W / V::LEN).map(|turn| turn * V::LEN)
}

/// `x, y, z, inverse mass` of one particle.
pub(crate) type Record = [f32; 4];

/// One number for each lane, as stored.
pub(crate) type Stored = [f32; LANES];

/// The components of as many records as a vector has lanes.
#[derive(Clone, Copy)]
pub(crate) struct Wide<V> {
    pub(crate) xyz: [V; 3],
    pub(crate) w: V,
}

/// Vectors of numbers, of either width in use.
pub(crate) trait Floats<S: Simd>: SimdFloat<S, Element = f32> {
    /// Loads the numbers from `at` on, a multiple of the vector's length.
    fn load_lanes(s: S, stored: &[f32], at: usize) -> Self;
    fn store_lanes(self, stored: &mut [f32], at: usize);
}

/// The greater of two; the second where one is not a number, which targets decide differently for `max`.
#[inline(always)]
pub(crate) fn greater<S: Simd, V: Floats<S>>(a: V, b: V) -> V {
    a.simd_gt(b).select(a, b)
}

/// The lesser of two; the second where one is not a number.
#[inline(always)]
pub(crate) fn lesser<S: Simd, V: Floats<S>>(a: V, b: V) -> V {
    a.simd_lt(b).select(a, b)
}

impl<S: Simd> Floats<S> for f32x4<S> {
    #[inline(always)]
    fn load_lanes(s: S, stored: &[f32], at: usize) -> Self {
        Self::load_array(s, stored.as_chunks().0[at / Self::LEN])
    }

    #[inline(always)]
    fn store_lanes(self, stored: &mut [f32], at: usize) {
        self.store_array(&mut stored.as_chunks_mut().0[at / Self::LEN]);
    }
}

impl<S: Simd> Floats<S> for f32x16<S> {
    #[inline(always)]
    fn load_lanes(s: S, stored: &[f32], at: usize) -> Self {
        Self::load_array_ref(s, &stored.as_chunks().0[at / Self::LEN])
    }

    #[inline(always)]
    fn store_lanes(self, stored: &mut [f32], at: usize) {
        self.store_array(&mut stored.as_chunks_mut().0[at / Self::LEN]);
    }
}

/// Records to components: four vectors of consecutive records.
#[inline(always)]
pub(crate) fn transpose<S: Simd, V: Floats<S>>(records: [V; 4]) -> Wide<V> {
    let (xz0, yw0) = records[0].deinterleave(records[1]);
    let (xz1, yw1) = records[2].deinterleave(records[3]);
    let (x, z) = xz0.deinterleave(xz1);
    let (y, w) = yw0.deinterleave(yw1);
    Wide { xyz: [x, y, z], w }
}

/// Components to records, the inverse of [`transpose`].
#[inline(always)]
pub(crate) fn records<S: Simd, V: Floats<S>>(wide: Wide<V>) -> [V; 4] {
    let [x, y, z] = wide.xyz;
    let (xz0, xz1) = x.interleave(z);
    let (yw0, yw1) = y.interleave(wide.w);
    let (r0, r1) = xz0.interleave(yw0);
    let (r2, r3) = xz1.interleave(yw1);
    [r0, r1, r2, r3]
}

/// Consecutive records, as many as the vector has lanes.
#[inline(always)]
pub(crate) fn read<S: Simd, V: Floats<S>>(s: S, from: &[Record]) -> Wide<V> {
    let numbers = from.as_flattened();
    transpose(core::array::from_fn(|i| V::load_lanes(s, numbers, i * V::LEN)))
}

/// Consecutive records, the inverse of [`read`].
#[inline(always)]
pub(crate) fn write<S: Simd, V: Floats<S>>(to: &mut [Record], wide: Wide<V>) {
    let numbers = to.as_flattened_mut();
    for (i, vector) in records(wide).into_iter().enumerate() {
        vector.store_lanes(numbers, i * V::LEN);
    }
}

/// Loads the numbers of the lanes from `at` on.
#[inline(always)]
pub(crate) fn numbers<S: Simd, V: Floats<S>>(s: S, stored: &[f32], at: usize) -> V {
    V::load_lanes(s, stored, at)
}

/// Stores the numbers of the lanes from `at` on.
#[inline(always)]
pub(crate) fn set_numbers<S: Simd, V: Floats<S>>(stored: &mut [f32], at: usize, vector: V) {
    vector.store_lanes(stored, at);
}

/// Loads three components of the lanes from `at` on.
#[inline(always)]
pub(crate) fn of<S: Simd, V: Floats<S>, const W: usize>(
    s: S,
    stored: &[[f32; W]; 3],
    at: usize,
) -> [V; 3] {
    [numbers(s, &stored[0], at), numbers(s, &stored[1], at), numbers(s, &stored[2], at)]
}

/// Stores three components of the lanes from `at` on.
#[inline(always)]
pub(crate) fn keep<S: Simd, V: Floats<S>, const W: usize>(
    stored: &mut [[f32; W]; 3],
    at: usize,
    xyz: [V; 3],
) {
    let [x, y, z] = stored;
    set_numbers(x, at, xyz[0]);
    set_numbers(y, at, xyz[1]);
    set_numbers(z, at, xyz[2]);
}
