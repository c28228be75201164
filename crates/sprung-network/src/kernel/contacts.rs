//! Gauss–Seidel on contacts of a network with itself, up to sixteen at a time, no two of which share a particle.
//!
//! ```text
//! depth = −(room + n · Σ c u)      m = 1 / Σ c² w
//! u_i ← u_i + c_i w_i m (depth n − f)      f: Coulomb friction, no longer than μ depth and than the slip
//! ```

use alloc::vec;
use alloc::vec::Vec;

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{Vector, add, dot, scale, sub};
use crate::lanes::record::{LANES, Record, Stored, Turn, Wide, numbers, set_numbers, turns, write};
use crate::lanes::slots::Anywhere;

/// The part of a missing distance that is given back in one step, without velocity.
const RECOVERY: f32 = 0.05;

/// `normal · Σ weights u + room >= 0` for the displacements `u` of four particles since the start of the step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contact {
    pub(crate) slots: [u32; 4],
    pub(crate) weights: [f32; 4],
    pub(crate) normal: Vector,
    /// What the two may come closer, m.
    pub(crate) room: f32,
    /// What they are too close at the start of the step, m.
    pub(crate) missing: f32,
    /// `1 / Σ weights² w`, kg.
    pub(crate) effective_mass: f32,
}

/// Contacts in groups of up to sixteen: the numbers of a group lie next to each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contacts {
    /// The first contact of each group, and their number.
    groups: Vec<[u32; 2]>,
    group_count: usize,
    pub(crate) slots: [Vec<u32>; 4],
    weights: [Vec<f32>; 4],
    normal: [Vec<f32>; 3],
    room: Vec<f32>,
    missing: Vec<f32>,
    effective_mass: Vec<f32>,
    /// The contact has pushed in this step.
    pushed: Vec<bool>,
    /// The number of contacts.
    len: usize,
}

impl Contacts {
    /// Memory for `n` contacts.
    pub(crate) fn with_capacity(n: usize) -> Self {
        let padded = n + LANES;
        let zeros = || vec![0.0; padded];
        Self {
            groups: vec![[0; 2]; n],
            group_count: 0,
            slots: core::array::from_fn(|_| vec![0; padded]),
            weights: core::array::from_fn(|_| zeros()),
            normal: core::array::from_fn(|_| zeros()),
            room: zeros(),
            missing: zeros(),
            effective_mass: zeros(),
            pushed: vec![false; padded],
            len: 0,
        }
    }

    pub(crate) fn clear(&mut self) {
        (self.group_count, self.len) = (0, 0);
    }

    /// Adds a group of up to sixteen contacts without a common particle that is not fixed. There must be memory for it.
    pub(crate) fn add_group<'a>(&mut self, contacts: impl Iterator<Item = &'a Contact>) {
        let first = self.len;
        for contact in contacts {
            let i = self.len;
            for k in 0..4 {
                self.slots[k][i] = contact.slots[k];
                self.weights[k][i] = contact.weights[k];
            }
            for k in 0..3 {
                self.normal[k][i] = contact.normal[k];
            }
            self.room[i] = contact.room;
            self.missing[i] = contact.missing;
            self.effective_mass[i] = contact.effective_mass;
            self.pushed[i] = false;
            self.len += 1;
        }
        self.groups[self.group_count] = [first as u32, (self.len - first) as u32];
        self.group_count += 1;
        // What is read behind the last contact is in memory.
        for slots in &mut self.slots {
            slots[self.len..][..LANES].fill(0);
        }
    }

    /// The first contact of each group, and their number.
    pub(crate) fn groups(&self) -> &[[u32; 2]] {
        &self.groups[..self.group_count]
    }

    /// The slots of each four particles that have been pushed in this step.
    pub(crate) fn pushed(&self) -> impl Iterator<Item = [u32; 4]> + '_ {
        (0..self.len).filter(|&i| self.pushed[i]).map(|i| self.slots_of(i))
    }

    /// The slots, weights and normals of the contacts that have pushed in this step, or have been too close at its start.
    pub(crate) fn touching(&self) -> impl Iterator<Item = ([u32; 4], [f32; 4], Vector)> + '_ {
        let touching = (0..self.len).filter(|&i| self.pushed[i] || self.missing[i] > 0.0);
        touching.map(|i| {
            let weights = [0, 1, 2, 3].map(|k| self.weights[k][i]);
            (self.slots_of(i), weights, [0, 1, 2].map(|k| self.normal[k][i]))
        })
    }

    fn slots_of(&self, i: usize) -> [u32; 4] {
        [0, 1, 2, 3].map(|k| self.slots[k][i])
    }

    /// Pushes apart what has come too close in this sub-step of `h` seconds, and takes sliding from it by Coulomb's law.
    /// The impulses of a contact are equal and opposite.
    #[inline(always)]
    pub(crate) fn project<S: Simd>(
        &mut self,
        s: S,
        displacement: &mut [Record],
        velocity: &[Record],
        friction_and_step: [f32; 2],
    ) {
        for group in 0..self.group_count {
            let [first, count] = self.groups[group].map(|i| i as usize);
            for at in turns::<S, Turn<S>, LANES>().filter(|&at| at < count) {
                let count = (count - at).min(Turn::<S>::LEN);
                self.project_turn(
                    s,
                    [first + at, count],
                    displacement,
                    velocity,
                    friction_and_step,
                );
            }
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn project_turn<S: Simd>(
        &mut self,
        s: S,
        [at, count]: [usize; 2],
        displacement: &mut [Record],
        velocity: &[Record],
        [friction, h]: [f32; 2],
    ) {
        let zero = Turn::splat(s, 0.0);
        let (weights, normal) = (self.weights(s, at), self.normal(s, at));
        let corners = self.load(s, at, displacement);
        let moved = dot(normal, sum(&weights, &corners));
        let room: Turn<S> = numbers(s, &self.room[at..], 0);
        let depth = zero - (room + moved);
        let is_on = depth.simd_gt(zero) & (depth * zero).simd_eq(zero);
        if !is_on.any_true() {
            return;
        }
        let mut push = scale(normal, depth);
        if friction > 0.0 {
            let slip = scale(sum(&weights, &self.load(s, at, velocity)), Turn::splat(s, h));
            let slip = sub(slip, scale(normal, dot(slip, normal)));
            let length = dot(slip, slip).sqrt();
            let most = depth * Turn::splat(s, friction);
            let stuck = most.simd_lt(length).select(most, length);
            let slides = stuck.simd_gt(zero) & (length * zero).simd_eq(zero);
            let part = slides.select(stuck / length, zero);
            push = sub(push, scale(slip, part));
        }
        // Lanes after these belong to another group.
        let mut on: Stored = [0.0; LANES];
        set_numbers(&mut on, 0, is_on.select(Turn::splat(s, 1.0), zero));
        for (pushed, on) in self.pushed[at..at + count].iter_mut().zip(on) {
            *pushed |= on != 0.0;
        }
        self.push(
            s,
            [at, count],
            (corners, weights),
            [is_on.select(push[0], zero), is_on.select(push[1], zero), is_on.select(push[2], zero)],
            displacement,
        );
    }

    /// Gives back a part of what is too close, at the end of a step, to positions alone. Returns true if it does.
    #[inline(always)]
    pub(crate) fn recover<S: Simd>(&self, s: S, displacement: &mut [Record]) -> bool {
        let mut any = false;
        for &group in self.groups() {
            let [first, count] = group.map(|i| i as usize);
            for at in turns::<S, Turn<S>, LANES>().filter(|&at| at < count) {
                let count = (count - at).min(Turn::<S>::LEN);
                any |= self.recover_turn(s, [first + at, count], displacement);
            }
        }
        any
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn recover_turn<S: Simd>(
        &self,
        s: S,
        [at, count]: [usize; 2],
        displacement: &mut [Record],
    ) -> bool {
        let zero = Turn::splat(s, 0.0);
        let missing: Turn<S> = numbers(s, &self.missing[at..], 0);
        // Lanes after these belong to another group.
        if self.missing[at..at + count].iter().all(|&missing| missing <= 0.0) {
            return false;
        }
        let (weights, normal) = (self.weights(s, at), self.normal(s, at));
        let corners = self.load(s, at, displacement);
        let moved = dot(normal, sum(&weights, &corners));
        let room: Turn<S> = numbers(s, &self.room[at..], 0);
        let back = (missing - room - moved) * Turn::splat(s, RECOVERY);
        let is_on = missing.simd_gt(zero) & back.simd_gt(zero);
        if !is_on.any_true() {
            return false;
        }
        let push = scale(normal, is_on.select(back, zero));
        self.push(s, [at, count], (corners, weights), push, displacement);
        true
    }

    /// Moves the closest points apart by vectors.
    #[inline(always)]
    fn push<S: Simd>(
        &self,
        s: S,
        [at, count]: [usize; 2],
        (corners, weights): ([Wide<Turn<S>>; 4], [Turn<S>; 4]),
        by: [Turn<S>; 3],
        displacement: &mut [Record],
    ) {
        let by = scale(by, numbers(s, &self.effective_mass[at..], 0));
        let mut moved = [[0.0; 4]; LANES];
        // A lone particle is both ends of its segment, the second of weight 0: the first is written last.
        for k in (0..4).rev() {
            let Wide { xyz, w } = corners[k];
            let xyz = add(xyz, scale(by, weights[k] * w));
            write(&mut moved, Wide { xyz, w });
            core::hint::black_box(&mut moved);
            for (&slot, record) in self.slots[k][at..at + count].iter().zip(&moved) {
                displacement[slot as usize] = *record;
            }
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S, at: usize, from: &[Record]) -> [Wide<Turn<S>>; 4] {
        let [a, b, c, d] = &self.slots;
        [
            Turn::gather(s, from, &a[at..]),
            Turn::gather(s, from, &b[at..]),
            Turn::gather(s, from, &c[at..]),
            Turn::gather(s, from, &d[at..]),
        ]
    }

    #[inline(always)]
    fn weights<S: Simd>(&self, s: S, at: usize) -> [Turn<S>; 4] {
        let [a, b, c, d] = &self.weights;
        [
            numbers(s, &a[at..], 0),
            numbers(s, &b[at..], 0),
            numbers(s, &c[at..], 0),
            numbers(s, &d[at..], 0),
        ]
    }

    #[inline(always)]
    fn normal<S: Simd>(&self, s: S, at: usize) -> [Turn<S>; 3] {
        let [x, y, z] = &self.normal;
        [numbers(s, &x[at..], 0), numbers(s, &y[at..], 0), numbers(s, &z[at..], 0)]
    }
}

/// `Σ weights x`
#[inline(always)]
fn sum<S: Simd>(weights: &[Turn<S>; 4], of: &[Wide<Turn<S>>; 4]) -> [Turn<S>; 3] {
    let [a, b, c, d] = of;
    add(
        add(scale(a.xyz, weights[0]), scale(b.xyz, weights[1])),
        add(scale(c.xyz, weights[2]), scale(d.xyz, weights[3])),
    )
}
