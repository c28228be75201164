//! Sixteen particles at a time: records in memory, one vector per component in registers.
//!
//! A record is `[x, y, z, w]` with the inverse mass in `w`. Every SIMD level works on the same sixteen lanes with the
//! same operations, all of them correctly rounded and none fused, so every level gives the same bits; there are no
//! tails, because lanes that are not needed name a dummy particle of inverse mass 0.

use fearless_simd::{Simd, f32x4, f32x16, prelude::*};

/// Lanes of a bundle.
pub(crate) const LANES: usize = 16;

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
pub(crate) trait Floats<S: Simd>: SimdFloat<S, Element = f32> {}
impl<S: Simd, V: SimdFloat<S, Element = f32>> Floats<S> for V {}

#[inline(always)]
fn four<S: Simd>(s: S, records: &[Record], slots: &[u32; LANES], at: usize) -> f32x16<S> {
    let [a, b, c, d] = [
        f32x4::load_array(s, records[slots[at] as usize]),
        f32x4::load_array(s, records[slots[at + 1] as usize]),
        f32x4::load_array(s, records[slots[at + 2] as usize]),
        f32x4::load_array(s, records[slots[at + 3] as usize]),
    ];
    s.combine_f32x8(s.combine_f32x4(a, b), s.combine_f32x4(c, d))
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
    transpose(core::array::from_fn(|i| V::from_slice(s, &numbers[i * V::LEN..(i + 1) * V::LEN])))
}

/// Consecutive records, the inverse of [`read`].
#[inline(always)]
pub(crate) fn write<S: Simd, V: Floats<S>>(to: &mut [Record], wide: Wide<V>) {
    let numbers = to.as_flattened_mut();
    for (i, vector) in records(wide).into_iter().enumerate() {
        vector.store_slice(&mut numbers[i * V::LEN..(i + 1) * V::LEN]);
    }
}

/// Sixteen slots, and whether they are consecutive: then records are read and written as they lie.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    at: [u32; LANES],
    run: bool,
}

impl Slots {
    pub(crate) fn new(at: [u32; LANES]) -> Self {
        Self { at, run: at.is_sorted_by(|a, b| a + 1 == *b) }
    }

    #[inline(always)]
    pub(crate) fn load<S: Simd>(&self, s: S, from: &[Record]) -> Wide<f32x16<S>> {
        if self.run {
            read(s, &from[self.at[0] as usize..][..LANES])
        } else {
            gather(s, from, &self.at)
        }
    }

    /// Slots that appear twice must get the same record.
    #[inline(always)]
    pub(crate) fn store<S: Simd>(&self, s: S, to: &mut [Record], wide: Wide<f32x16<S>>) {
        if self.run {
            write(&mut to[self.at[0] as usize..][..LANES], wide);
        } else {
            scatter(s, to, &self.at, wide);
        }
    }
}

/// Records from anywhere, as many as the vector has lanes.
pub(crate) trait Gather<S: Simd, const W: usize>: Floats<S> {
    fn gather(s: S, from: &[Record], slots: &[u32; W]) -> Wide<Self>;
}

impl<S: Simd> Gather<S, 4> for f32x4<S> {
    #[inline(always)]
    fn gather(s: S, from: &[Record], slots: &[u32; 4]) -> Wide<Self> {
        transpose(slots.map(|slot| f32x4::load_array(s, from[slot as usize])))
    }
}

/// Sixteen records from anywhere.
#[inline(always)]
fn gather<S: Simd>(s: S, from: &[Record], slots: &[u32; LANES]) -> Wide<f32x16<S>> {
    transpose([
        four(s, from, slots, 0),
        four(s, from, slots, 4),
        four(s, from, slots, 8),
        four(s, from, slots, 12),
    ])
}

/// Sixteen records to anywhere.
#[inline(always)]
fn scatter<S: Simd>(s: S, to: &mut [Record], slots: &[u32; LANES], wide: Wide<f32x16<S>>) {
    let records = records(wide);
    if <S::f32s as SimdBase<S>>::LEN == LANES {
        // Four records in one register: the compiler would build every record by itself, with three times the shuffles, if
        // it saw that they are taken apart again.
        let mut buffer = [[0.0; LANES]; 4];
        for (vector, to) in records.into_iter().zip(&mut buffer) {
            vector.store_array(to);
        }
        core::hint::black_box(&mut buffer);
        for (record, &slot) in buffer.as_flattened().as_chunks::<4>().0.iter().zip(slots) {
            to[slot as usize] = *record;
        }
        return;
    }
    for (r, slots) in records.into_iter().zip(slots.as_chunks::<4>().0) {
        let (low, high) = s.split_f32x16(r);
        let ((a, b), (c, d)) = (s.split_f32x8(low), s.split_f32x8(high));
        to[slots[0] as usize] = a.to_array();
        to[slots[1] as usize] = b.to_array();
        to[slots[2] as usize] = c.to_array();
        to[slots[3] as usize] = d.to_array();
    }
}

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

/// The levels this machine has, best first. The one without SIMD is that of targets which have none: there the golden
/// hash of `testkit/determinism` holds it to the same bits (`cargo xtask determinism`, wasm32).
#[cfg(test)]
pub(crate) fn levels() -> Vec<fearless_simd::Level> {
    use fearless_simd::Level;
    let best = Level::new();
    #[allow(unused_mut, reason = "only x86 has more than one")]
    let mut levels = vec![best];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        levels.extend(best.as_avx2().map(Level::Avx2));
        levels.extend(best.as_sse4_2().map(Level::Sse4_2));
        levels.extend(best.as_sse2().map(Level::Sse2));
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use fearless_simd::dispatch;

    #[inline(always)]
    fn double_through_lanes<S: Simd>(s: S, all: &mut [Record], slots: &[u32; LANES]) {
        let mut wide = gather(s, all, slots);
        wide.xyz = wide.xyz.map(|c| c + c);
        scatter(s, all, slots, wide);
    }

    #[test]
    fn gathered_records_return_to_their_slots_at_every_level() {
        let slots: [u32; LANES] = core::array::from_fn(|i| (i * 7 % 23) as u32);
        for level in levels() {
            let mut all: Vec<Record> =
                (0..23).map(|i| [i as f32, 100.0 + i as f32, -(i as f32), 0.5]).collect();
            let before = all.clone();
            dispatch!(level, s => double_through_lanes(s, &mut all, &slots));
            for (i, (was, is)) in before.iter().zip(&all).enumerate() {
                let twice = if slots.contains(&(i as u32)) { 2.0 } else { 1.0 };
                assert_eq!(*is, [was[0] * twice, was[1] * twice, was[2] * twice, 0.5]);
            }
        }
    }
}
