//! The moving particles, and the passes that touch each of them alone.

use fearless_simd::{Simd, f32x16, prelude::*};

use super::lanes::Record;

/// Four particles make one vector of sixteen numbers.
pub(crate) const PER_VECTOR: usize = 4;

/// All particles by slot; inverse mass in the last component of every record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Particles {
    /// Position at the start of the step.
    pub(crate) reference: Vec<Record>,
    /// Position now, from the reference.
    pub(crate) displacement: Vec<Record>,
    pub(crate) velocity: Vec<Record>,
    /// Displacement that the velocity alone would have given in this sub-step.
    predicted: Vec<Record>,
}

/// A contiguous range of [`Particles`].
pub(crate) struct Range<'a> {
    pub(crate) reference: &'a mut [Record],
    pub(crate) displacement: &'a mut [Record],
    pub(crate) velocity: &'a mut [Record],
    predicted: &'a mut [Record],
}

impl Particles {
    pub(crate) fn push(&mut self, position: [f32; 3], velocity: [f32; 3], inverse_mass: f32) {
        let record = |[x, y, z]: [f32; 3]| [x, y, z, inverse_mass];
        self.reference.push(record(position));
        self.displacement.push(record([0.0; 3]));
        self.velocity.push(record(velocity));
        self.predicted.push(record([0.0; 3]));
    }

    pub(crate) fn len(&self) -> usize {
        self.reference.len()
    }

    pub(crate) fn all(&mut self) -> Range<'_> {
        Range {
            reference: &mut self.reference,
            displacement: &mut self.displacement,
            velocity: &mut self.velocity,
            predicted: &mut self.predicted,
        }
    }

    pub(crate) fn position(&self, slot: usize) -> [f32; 3] {
        [0, 1, 2].map(|c| self.reference[slot][c] + self.displacement[slot][c])
    }
}

/// One sub-step of free motion, the same for all particles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drift {
    pub(crate) h: f32,
    /// The velocity becomes `v · keep + add`.
    pub(crate) keep: f32,
    pub(crate) add: [f32; 3],
    /// Time from the start of the step to the end of this sub-step.
    pub(crate) elapsed: f32,
}

/// A particle that free motion does not move: fixed, led by the hand, or a dummy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) slot: usize,
    pub(crate) velocity: [f32; 3],
    /// Displacement at the start of the step.
    pub(crate) from: [f32; 3],
}

impl<'a> Range<'a> {
    pub(crate) fn split_at(self, slot: usize) -> (Self, Self) {
        let (r, d) = (self.reference.split_at_mut(slot), self.displacement.split_at_mut(slot));
        let (v, p) = (self.velocity.split_at_mut(slot), self.predicted.split_at_mut(slot));
        let part = |(reference, displacement, velocity, predicted)| Range {
            reference,
            displacement,
            velocity,
            predicted,
        };
        (part((r.0, d.0, v.0, p.0)), part((r.1, d.1, v.1, p.1)))
    }

    /// The same range, borrowed for a shorter time.
    pub(crate) fn reborrow(&mut self) -> Range<'_> {
        Range {
            reference: self.reference,
            displacement: self.displacement,
            velocity: self.velocity,
            predicted: self.predicted,
        }
    }

    /// Gravity, drag, and the way the velocity carries. Held particles keep their own velocity.
    #[inline(always)]
    pub(crate) fn predict<S: Simd>(&mut self, s: S, drift: Drift, held: &[Held]) {
        let Drift { h, keep, add: [x, y, z], elapsed } = drift;
        let keep = four(s, [keep, keep, keep, 1.0]);
        let add = four(s, [x, y, z, 0.0]);
        let way = four(s, [h, h, h, 0.0]);
        let wide = vectors(self.velocity).zip(vectors(self.displacement));
        for ((velocity, displacement), predicted) in wide.zip(vectors(self.predicted)) {
            let v = f32x16::load_array_ref(s, velocity) * keep + add;
            let u = f32x16::load_array_ref(s, displacement) + v * way;
            v.store_array(velocity);
            u.store_array(displacement);
            u.store_array(predicted);
        }
        for &Held { slot, velocity: v, from } in held {
            let u: [f32; 3] = core::array::from_fn(|c| from[c] + v[c] * elapsed);
            self.velocity[slot] = [v[0], v[1], v[2], 0.0];
            self.displacement[slot] = [u[0], u[1], u[2], 0.0];
            self.predicted[slot] = self.displacement[slot];
        }
    }

    /// Adds to the velocities what the springs have moved.
    #[inline(always)]
    pub(crate) fn follow<S: Simd>(&mut self, s: S, h: f32) {
        let rate = four(s, [1.0 / h, 1.0 / h, 1.0 / h, 0.0]);
        let wide = vectors(self.velocity).zip(vectors(self.displacement));
        for ((velocity, displacement), predicted) in wide.zip(vectors(self.predicted)) {
            let moved =
                f32x16::load_array_ref(s, displacement) - f32x16::load_array_ref(s, predicted);
            (f32x16::load_array_ref(s, velocity) + moved * rate).store_array(velocity);
        }
    }

    /// Moves the references to where the particles are. What a reference cannot hold stays in the displacement.
    #[inline(always)]
    pub(crate) fn commit<S: Simd>(&mut self, s: S) {
        let moves = four(s, [1.0, 1.0, 1.0, 0.0]);
        for (reference, displacement) in vectors(self.reference).zip(vectors(self.displacement)) {
            let (x, u) =
                (f32x16::load_array_ref(s, reference), f32x16::load_array_ref(s, displacement));
            let there = x + u * moves;
            (u - (there - x)).store_array(displacement);
            there.store_array(reference);
        }
    }
}

#[inline(always)]
fn four<S: Simd>(s: S, record: Record) -> f32x16<S> {
    f32x16::block_splat(record.simd_into(s))
}

fn vectors(records: &mut [Record]) -> core::slice::IterMut<'_, [f32; 16]> {
    records.as_flattened_mut().as_chunks_mut::<{ 4 * PER_VECTOR }>().0.iter_mut()
}
