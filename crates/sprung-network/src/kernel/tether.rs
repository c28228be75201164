//! Long-range attachments, sixteen at a time: they pull particles back within their length of a fixed particle.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{LANES, Record, Stored, Turn, Wide, keep, numbers, of, turns};
use crate::lanes::slots::Slots;

/// Up to sixteen particles of one block tied to one anchor. Lanes that are not needed repeat the last tether.
#[derive(Clone, Debug)]
pub(crate) struct Tethers {
    /// The index of the anchor in the list of anchors.
    anchor: usize,
    count: usize,
    /// From the start of the block.
    slots: Slots,
    length: Stored,
    /// Of the particles from the anchor, at the start of a step.
    offset: [Stored; 3],
}

impl Tethers {
    /// None yet, of the anchor with this index.
    pub(crate) fn new(anchor: usize) -> Self {
        let (slots, length) = (Slots::new([0; LANES]), [f32::INFINITY; LANES]);
        Self { anchor, count: 0, slots, length, offset: [[0.0; LANES]; 3] }
    }

    /// Adds one of fewer than sixteen.
    pub(crate) fn push(&mut self, slot: usize, length: f32) {
        let mut slots = *self.slots.all();
        slots[self.count..].fill(slot as u32);
        self.slots = Slots::new(slots);
        self.length[self.count..].fill(length);
        self.count += 1;
    }

    /// Sets the length of one tether; infinite is none.
    pub(crate) fn set_length(&mut self, lane: usize, length: f32) {
        let lanes = if lane + 1 == self.count { lane..LANES } else { lane..lane + 1 };
        self.length[lanes].fill(length);
    }

    /// The number of tethers.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the slot of the particle of the last tether, from the start of the block.
    pub(crate) fn last_slot(&self) -> usize {
        self.slots.all()[LANES - 1] as usize
    }

    /// Follows an anchor that has been inserted into the list of anchors.
    pub(crate) fn insert_anchor(&mut self, at: usize) {
        self.anchor += usize::from(self.anchor >= at);
    }

    /// Returns the slots of the particles, from the start of the block; the last of them also in lanes that are not needed.
    pub(crate) fn slots(&self) -> &[u32; LANES] {
        self.slots.all()
    }

    /// The index of the anchor in the list of anchors.
    pub(crate) fn anchor(&self) -> usize {
        self.anchor
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, anchors: &[Anchor], reference: &[Record]) {
        let from = anchors[self.anchor].splat(s);
        for at in turns::<S, Turn<S>, LANES>() {
            keep(&mut self.offset, at, sub(self.slots.load(s, reference, at).xyz, from));
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn project<S: Simd>(&self, s: S, anchors: &[Anchor], displacement: &mut [Record]) {
        let from = anchors[self.anchor].splat(s);
        // Later turns would move the last particle again.
        for lane in turns::<S, Turn<S>, LANES>().filter(|&lane| lane < self.count) {
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

/// A particle that tethers begin at. Blocks read its record while another thread writes to its block.
#[derive(Clone, Debug)]
pub(crate) struct Anchor {
    pub(crate) slot: usize,
    pub(crate) at: Record,
}

impl Anchor {
    /// Reads the records of all anchors.
    pub(crate) fn read(anchors: &mut [Self], records: &[Record]) {
        for anchor in anchors {
            anchor.at = records[anchor.slot];
        }
    }

    /// All lanes the same place.
    #[inline(always)]
    fn splat<S: Simd>(&self, s: S) -> [Turn<S>; 3] {
        let [x, y, z, _] = self.at;
        [Turn::splat(s, x), Turn::splat(s, y), Turn::splat(s, z)]
    }
}
