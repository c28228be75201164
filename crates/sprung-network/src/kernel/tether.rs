//! Long-range attachments, sixteen at a time: they pull particles back within their length of a fixed particle.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{LANES, Record, Stored, Turn, Wide, keep, numbers, of, turns};
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

    /// Sets the length of one lane; infinite is no tether.
    pub(crate) fn set_length(&mut self, lane: usize, length: f32) {
        self.length[lane] = length;
    }

    /// The number of tethers.
    pub(crate) fn count(&self) -> usize {
        self.slots().iter().filter(|&&slot| slot != self.anchor).count()
    }

    /// The slot of the anchor.
    pub(crate) fn anchor(&self) -> u32 {
        self.anchor
    }

    /// Returns the slots of the particles; those of lanes that are not needed are the anchor's.
    pub(crate) fn slots(&self) -> &[u32; LANES] {
        self.slots.all()
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        let from = anchor(s, reference[self.anchor as usize]);
        for at in turns::<S, Turn<S>, LANES>() {
            keep(&mut self.offset, at, sub(self.slots.load(s, reference, at).xyz, from));
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn project<S: Simd>(&self, s: S, displacement: &mut [Record]) {
        let from = anchor(s, displacement[self.anchor as usize]);
        for lane in turns::<S, Turn<S>, LANES>() {
            let Seen { at, d, squared, length } = self.see(s, lane, from, displacement);
            let taut = squared.simd_gt(length * length);
            if taut.any_true() {
                let back = taut.select(1.0 - length / squared.sqrt(), Turn::splat(s, 0.0));
                let moved = Wide { xyz: sub(at.xyz, scale(d, back)), w: at.w };
                self.slots.store(s, displacement, lane, moved);
            }
        }
    }

    #[inline(always)]
    fn see<S: Simd>(
        &self,
        s: S,
        lane: usize,
        from: [Turn<S>; 3],
        displacement: &[Record],
    ) -> Seen<Turn<S>> {
        let at: Wide<Turn<S>> = self.slots.load(s, displacement, lane);
        let d = add(of(s, &self.offset, lane), sub(at.xyz, from));
        Seen { at, d, squared: dot(d, d), length: numbers(s, &self.length, lane) }
    }
}

/// The particles of a turn, where they are from the anchor, and how far they may be.
struct Seen<V> {
    at: Wide<V>,
    d: [V; 3],
    squared: V,
    length: V,
}

/// All lanes the same place.
#[inline(always)]
fn anchor<S: Simd>(s: S, [x, y, z, _]: Record) -> [Turn<S>; 3] {
    [Turn::splat(s, x), Turn::splat(s, y), Turn::splat(s, z)]
}
