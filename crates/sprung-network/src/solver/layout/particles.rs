//! The moving particles, and the passes that touch each of them alone.

use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};

use crate::error::MAX_COORDINATE;
use crate::geometry::vector::sub;
use crate::lanes::record::{Record, TURN, Turn};

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
    pub(crate) predicted: Vec<Record>,
    /// It has touched a collider in this step.
    pub(crate) touched: Vec<bool>,
}

/// A contiguous range of [`Particles`].
pub(crate) struct Range<'a> {
    pub(crate) reference: &'a mut [Record],
    pub(crate) displacement: &'a mut [Record],
    pub(crate) velocity: &'a mut [Record],
    pub(super) predicted: &'a mut [Record],
    pub(crate) touched: &'a mut [bool],
}

impl Particles {
    pub(crate) fn push(&mut self, position: [f32; 3], velocity: [f32; 3], inverse_mass: f32) {
        let record = |[x, y, z]: [f32; 3]| [x, y, z, inverse_mass];
        self.reference.push(record(position));
        self.displacement.push(record([0.0; 3]));
        self.velocity.push(record(velocity));
        self.predicted.push(record([0.0; 3]));
        self.touched.push(false);
    }

    /// Changes the inverse mass of the particle in a slot.
    pub(crate) fn set_inverse_mass(&mut self, slot: usize, inverse_mass: f32) {
        for records in [&mut self.reference, &mut self.displacement] {
            records[slot][3] = inverse_mass;
        }
        for records in [&mut self.velocity, &mut self.predicted] {
            records[slot][3] = inverse_mass;
        }
    }

    /// Puts the particle in a slot to a position.
    pub(crate) fn put(&mut self, slot: usize, [x, y, z]: [f32; 3]) {
        let w = self.reference[slot][3];
        self.reference[slot] = [x, y, z, w];
        self.displacement[slot] = [0.0, 0.0, 0.0, w];
    }

    /// Puts the particle in a slot to rest. Its displacement is less than its position is known to.
    pub(crate) fn rest(&mut self, slot: usize) {
        for records in [&mut self.displacement, &mut self.velocity] {
            records[slot][..3].fill(0.0);
        }
    }

    /// Removes the fraction `p` of the offset of a particle from a goal.
    pub(crate) fn pull(&mut self, slot: usize, goal: [f32; 3], p: f32) {
        for (c, goal) in goal.into_iter().enumerate() {
            let u = &mut self.displacement[slot][c];
            let moved = p * ((goal - self.reference[slot][c]) - *u);
            *u = (*u + moved).clamp(-MAX_COORDINATE, MAX_COORDINATE);
        }
        self.touched[slot] = true;
    }

    /// Removes the fraction `q` of the velocity of a particle relative to another; if its update is pending, with what is
    /// pending from a sub-step of that many seconds.
    pub(crate) fn damp(
        &mut self,
        slot: usize,
        velocity: [f32; 3],
        q: f32,
        pending_for: Option<f32>,
    ) {
        for (c, velocity) in velocity.into_iter().enumerate() {
            let moved = self.displacement[slot][c] - self.predicted[slot][c];
            let pending = pending_for.map_or(0.0, |h| moved / h);
            let v = &mut self.velocity[slot][c];
            let change = q * (velocity - (*v + pending));
            *v = (*v + change).clamp(-MAX_COORDINATE, MAX_COORDINATE);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.reference.len()
    }

    pub(crate) fn all(&mut self) -> Range<'_> {
        let Self { reference, displacement, velocity, predicted, touched } = self;
        Range { reference, displacement, velocity, predicted, touched }
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
    /// Part of the step that has passed at the end of this sub-step.
    pub(crate) passed: f32,
    /// 1 / the whole step.
    pub(crate) per_step: f32,
    /// The velocities have yet to take what the edges have moved in the last sub-step.
    pub(crate) update_is_pending: bool,
}

/// A particle that is not dynamic: fixed, kinematic or a dummy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kinematic {
    /// Counted from the start of its block.
    pub(crate) slot: usize,
    /// The particle of the network; `u32::MAX` for a dummy.
    pub(crate) particle: u32,
    /// The position at the end of the step, if it is moved, m.
    pub(crate) goal: Option<[f32; 3]>,
    /// Displacement at the start and at the end of the step.
    from: [f32; 3],
    to: [f32; 3],
}

impl Kinematic {
    /// A particle at rest; none is a dummy.
    pub(crate) fn new(slot: usize, particle: Option<usize>) -> Self {
        let particle = particle.map_or(u32::MAX, |particle| particle as u32);
        Self { slot, particle, goal: None, from: [0.0; 3], to: [0.0; 3] }
    }

    /// True if it is a particle of the network, not a dummy.
    pub(crate) fn is_particle(&self) -> bool {
        self.particle != u32::MAX
    }

    /// The displacement at the end of the step, as a record.
    pub(crate) fn end(&self) -> Record {
        let [x, y, z] = self.to;
        [x, y, z, 0.0]
    }

    /// Starts the path of the step at the current position.
    pub(crate) fn begin(&mut self, particles: &Range<'_>) {
        let [x, y, z, _] = particles.displacement[self.slot];
        self.from = [x, y, z];
        self.to = match self.goal.take() {
            Some(goal) => {
                let [x, y, z, _] = particles.reference[self.slot];
                sub(goal, [x, y, z])
            }
            None => self.from,
        };
    }
}

impl<'a> Range<'a> {
    pub(crate) fn split_at(self, slot: usize) -> (Self, Self) {
        let (reference, x) = self.reference.split_at_mut(slot);
        let (displacement, u) = self.displacement.split_at_mut(slot);
        let (velocity, v) = self.velocity.split_at_mut(slot);
        let (predicted, p) = self.predicted.split_at_mut(slot);
        let (touched, t) = self.touched.split_at_mut(slot);
        let after = Range { reference: x, displacement: u, velocity: v, predicted: p, touched: t };
        (Range { reference, displacement, velocity, predicted, touched }, after)
    }

    /// The particles of some slots out of those that start at slot `first`.
    pub(crate) fn of(self, slots: &core::ops::Range<usize>, first: usize) -> Self {
        self.split_at(slots.start - first).1.split_at(slots.len()).0
    }

    /// The same range, borrowed for a shorter time.
    pub(crate) fn reborrow(&mut self) -> Range<'_> {
        let Self { reference, displacement, velocity, predicted, touched } = self;
        Range { reference, displacement, velocity, predicted, touched }
    }

    /// Returns the position of a particle, m.
    #[inline]
    pub(crate) fn place(&self, slot: u32) -> [f64; 3] {
        let (x, u) = (self.reference[slot as usize], self.displacement[slot as usize]);
        [0, 1, 2].map(|c| f64::from(x[c]) + f64::from(u[c]))
    }

    /// Free motion: gravity, drag and displacement; velocities first take what is pending. Particles that are not dynamic
    /// keep their path.
    #[inline(always)]
    pub(crate) fn predict<S: Simd>(
        &mut self,
        s: S,
        drift: Drift,
        moving: &core::ops::Range<usize>,
        kinematic: &[Kinematic],
    ) {
        let mut free = self.reborrow().of(moving, 0);
        if drift.update_is_pending {
            free.drift::<S, true>(s, drift);
        } else {
            free.drift::<S, false>(s, drift);
        }
        let Drift { passed, per_step, .. } = drift;
        for &Kinematic { slot, from, to, .. } in kinematic {
            let path: [f32; 3] = core::array::from_fn(|c| to[c] - from[c]);
            let at = |c: usize| if passed < 1.0 { from[c] + path[c] * passed } else { to[c] };
            let [x, y, z] = path.map(|c| (c * per_step).clamp(-MAX_COORDINATE, MAX_COORDINATE));
            self.velocity[slot] = [x, y, z, 0.0];
            self.displacement[slot] = [at(0), at(1), at(2), 0.0];
            self.predicted[slot] = self.displacement[slot];
        }
    }

    /// Puts particles back to where they are at rest at the start of the step.
    pub(crate) fn rest(&mut self, slots: &[u32]) {
        for &slot in slots {
            for records in [&mut *self.displacement, self.velocity, self.predicted] {
                records[slot as usize][..3].fill(0.0);
            }
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn drift<S: Simd, const UPDATE: bool>(&mut self, s: S, drift: Drift) {
        let Drift { h, keep, add: [x, y, z], .. } = drift;
        let rate = four(s, [1.0 / h, 1.0 / h, 1.0 / h, 0.0]);
        let keep = four(s, [keep, keep, keep, 1.0]);
        let add = four(s, [x, y, z, 0.0]);
        let way = four(s, [h, h, h, 0.0]);
        let largest = four(s, [MAX_COORDINATE, MAX_COORDINATE, MAX_COORDINATE, f32::INFINITY]);
        let wide = vectors(self.velocity).zip(vectors(self.displacement));
        for ((velocity, displacement), predicted) in wide.zip(vectors(self.predicted)) {
            let mut u = Turn::load_array_ref(s, displacement);
            let mut v = Turn::load_array_ref(s, velocity);
            if UPDATE {
                v += (u - Turn::load_array_ref(s, predicted)) * rate;
            }
            v = within(s, v * keep + add, largest);
            u = within(s, u + v * way, largest);
            v.store_array(velocity);
            u.store_array(displacement);
            u.store_array(predicted);
        }
    }

    /// Adds to the velocities what the edges have moved.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn update_velocities<S: Simd>(&mut self, s: S, h: f32) {
        let rate = four(s, [1.0 / h, 1.0 / h, 1.0 / h, 0.0]);
        let wide = vectors(self.velocity).zip(vectors(self.displacement));
        for ((velocity, displacement), predicted) in wide.zip(vectors(self.predicted)) {
            let moved = Turn::load_array_ref(s, displacement) - Turn::load_array_ref(s, predicted);
            (Turn::load_array_ref(s, velocity) + moved * rate).store_array(velocity);
        }
    }

    /// Moves the references to where the particles are. What a reference cannot hold stays in the displacement.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn commit<S: Simd>(&mut self, s: S) {
        let moves = four(s, [1.0, 1.0, 1.0, 0.0]);
        let largest = four(s, [MAX_COORDINATE, MAX_COORDINATE, MAX_COORDINATE, f32::INFINITY]);
        for (reference, displacement) in vectors(self.reference).zip(vectors(self.displacement)) {
            let (x, u) =
                (Turn::load_array_ref(s, reference), Turn::load_array_ref(s, displacement));
            let there = within(s, x + u * moves, largest);
            // Knuth's sum of two numbers, exact also where the displacement is the larger one.
            let moved = there - x;
            ((x - (there - moved)) + (u - moved)).store_array(displacement);
            there.store_array(reference);
        }
    }
}

/// Clamps numbers to a size, since overflow would spread as NaN. NaN stays.
#[inline(always)]
fn within<S: Simd>(s: S, numbers: Turn<S>, largest: Turn<S>) -> Turn<S> {
    let least = Turn::splat(s, 0.0) - largest;
    let below = numbers.simd_gt(largest).select(largest, numbers);
    below.simd_lt(least).select(least, below)
}

#[inline(always)]
fn four<S: Simd>(s: S, record: Record) -> Turn<S> {
    Turn::block_splat(record.simd_into(s))
}

fn vectors(records: &mut [Record]) -> core::slice::IterMut<'_, [f32; TURN]> {
    records.as_flattened_mut().as_chunks_mut().0.iter_mut()
}
