//! Long-range attachments, sixteen at a time: they pull particles back within their length of a fixed particle.

use fearless_simd::{Simd, f32x16, prelude::*};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{LANES, Record, Stored, Wide, keep, of};
use crate::lanes::slots::Slots;

/// Up to sixteen particles tied to one anchor. Lanes that are not needed name the anchor itself.
#[derive(Clone, Debug)]
pub(crate) struct Tethers {
    anchor: u32,
    slots: Slots,
    length: Stored,
    /// Of the particles from the anchor, at the start of a step.
    offset: [Stored; 3],
}

impl Tethers {
    /// From (slot, length) of each tether.
    pub(crate) fn new(anchor: usize, tethers: &[(usize, f32)]) -> Self {
        let mut slots = [anchor as u32; LANES];
        let mut length = [f32::INFINITY; LANES];
        for (lane, &(slot, longest)) in tethers.iter().enumerate() {
            slots[lane] = slot as u32;
            length[lane] = longest;
        }
        let slots = Slots::new(slots);
        Self { anchor: anchor as u32, slots, length, offset: [[0.0; LANES]; 3] }
    }

    #[inline(always)]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        let from = anchor(s, reference[self.anchor as usize]);
        keep(&mut self.offset, sub(self.slots.load(s, reference).xyz, from));
    }

    #[inline(always)]
    pub(crate) fn project<S: Simd>(&self, s: S, displacement: &mut [Record]) {
        let at = self.slots.load(s, displacement);
        let from = anchor(s, displacement[self.anchor as usize]);
        let d = add(of(s, &self.offset), sub(at.xyz, from));
        let squared = dot(d, d);
        let length = f32x16::load_array_ref(s, &self.length);
        let taut = squared.simd_gt(length * length);
        if !taut.any_true() {
            return;
        }
        let zero = f32x16::splat(s, 0.0);
        let back = taut.select(1.0 - length / squared.sqrt(), zero);
        let moved = Wide { xyz: sub(at.xyz, scale(d, back)), w: at.w };
        self.slots.store(s, displacement, moved);
    }
}

/// All lanes the same place.
#[inline(always)]
fn anchor<S: Simd>(s: S, [x, y, z, _]: Record) -> [f32x16<S>; 3] {
    [f32x16::splat(s, x), f32x16::splat(s, y), f32x16::splat(s, z)]
}
