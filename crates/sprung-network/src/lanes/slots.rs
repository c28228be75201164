//! Sixteen records anywhere in memory: gathered to components and scattered back.

use fearless_simd::{Simd, f32x4, f32x16, f64x8, prelude::*};

use super::record::{Floats, LANES, Record, Wide, read, records, transpose, write};

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

    /// Lets a lane name another slot.
    pub(crate) fn set(&mut self, lane: usize, slot: u32) {
        let mut at = self.at;
        at[lane] = slot;
        *self = Self::new(at);
    }

    /// The slot of each lane.
    pub(crate) fn all(&self) -> &[u32; LANES] {
        &self.at
    }

    /// The records of the lanes from `lane` on.
    #[inline(always)]
    pub(crate) fn load<S: Simd, V: Anywhere<S>>(
        &self,
        s: S,
        from: &[Record],
        lane: usize,
    ) -> Wide<V> {
        if self.run {
            read(s, &from[self.at[lane] as usize..][..V::LEN])
        } else {
            V::gather(s, from, &self.at[lane..])
        }
    }

    /// Slots that appear twice must get the same record.
    #[inline(always)]
    pub(crate) fn store<S: Simd, V: Anywhere<S>>(
        &self,
        s: S,
        to: &mut [Record],
        lane: usize,
        wide: Wide<V>,
    ) {
        if self.run {
            write(&mut to[self.at[lane] as usize..][..V::LEN], wide);
        } else {
            V::scatter(s, to, &self.at, lane, wide);
        }
    }
}

/// Writes the first `count` lanes of each corner. The other lanes name particles of these, and would write an old place.
#[inline(always)]
pub(crate) fn store_first<const N: usize>(
    corners: &[Slots; N],
    count: usize,
    to: &mut [Record],
    moved: &[[Record; LANES]; N],
) {
    for (corner, moved) in corners.iter().zip(moved) {
        for (&slot, record) in corner.at[..count].iter().zip(moved) {
            to[slot as usize] = *record;
        }
    }
}

/// Vectors of the components of records that lie anywhere.
pub(crate) trait Anywhere<S: Simd>: Floats<S> {
    /// The records in the first of some slots.
    fn gather(s: S, from: &[Record], slots: &[u32]) -> Wide<Self>;
    fn scatter(s: S, to: &mut [Record], slots: &[u32; LANES], lane: usize, wide: Wide<Self>);
}

impl<S: Simd> Anywhere<S> for f32x16<S> {
    #[inline(always)]
    fn gather(s: S, from: &[Record], slots: &[u32]) -> Wide<Self> {
        gather(s, from, &slots.as_chunks().0[0])
    }

    #[inline(always)]
    fn scatter(s: S, to: &mut [Record], slots: &[u32; LANES], _: usize, wide: Wide<Self>) {
        scatter(s, to, slots, wide);
    }
}

impl<S: Simd> Anywhere<S> for f32x4<S> {
    #[inline(always)]
    fn gather(s: S, from: &[Record], slots: &[u32]) -> Wide<Self> {
        let [a, b, c, d] = slots.as_chunks().0[0];
        let one = |slot: u32| f32x4::load_array(s, from[slot as usize]);
        transpose([one(a), one(b), one(c), one(d)])
    }

    #[inline(always)]
    fn scatter(_: S, to: &mut [Record], slots: &[u32; LANES], lane: usize, wide: Wide<Self>) {
        for (i, record) in records(wide).into_iter().enumerate() {
            to[slots[lane + i] as usize] = record.to_array();
        }
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

/// The records of two kinds in eight slots, in double precision.
#[inline(always)]
pub(crate) fn gather_eight<S: Simd>(
    s: S,
    one: &[Record],
    other: &[Record],
    slots: &[u32; 8],
) -> [Wide<f64x8<S>>; 2] {
    let Wide { xyz: [x, y, z], w } = transpose([
        four(s, one, slots, 0),
        four(s, one, slots, 4),
        four(s, other, slots, 0),
        four(s, other, slots, 4),
    ]);
    let ((x, ox), (y, oy)) = (s.widen_f32x16(x), s.widen_f32x16(y));
    let ((z, oz), (w, ow)) = (s.widen_f32x16(z), s.widen_f32x16(w));
    [Wide { xyz: [x, y, z], w }, Wide { xyz: [ox, oy, oz], w: ow }]
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
fn four<S: Simd>(s: S, records: &[Record], slots: &[u32], at: usize) -> f32x16<S> {
    let [a, b, c, d] = [
        f32x4::load_array(s, records[slots[at] as usize]),
        f32x4::load_array(s, records[slots[at + 1] as usize]),
        f32x4::load_array(s, records[slots[at + 2] as usize]),
        f32x4::load_array(s, records[slots[at + 3] as usize]),
    ];
    s.combine_f32x8(s.combine_f32x4(a, b), s.combine_f32x4(c, d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::levels::levels;
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
