//! Three vectors of components in memory.

use fearless_simd::Simd;

use super::record::Floats;

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
