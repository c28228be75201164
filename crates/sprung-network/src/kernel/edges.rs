//! Gauss–Seidel on sixteen edges of one color at a time.
//!
//! Positions are kept as a reference `X`, fixed during a step, and a displacement `u` from it; an edge sees
//! `d = (X_b − X_a) + (u_b − u_a)`. Displacements in one step are small, so corrections to them round far below the
//! last digit of a position: momentum stays, and nothing jitters far from the origin.

use fearless_simd::{Simd, prelude::*};
use sprung::Real;

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{LANES, Record, Stored, Turn, Wide, greater, keep, numbers, of, turns};
use crate::lanes::slots::Slots;

use super::compensation::{Compensation, Rates};
use super::gains::Gains;
use super::link::COINCIDENT;

/// Sixteen edges no two of which share a dynamic particle. Slots count from the start of the block that owns them. Every row
/// of numbers is one cache line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Bundle {
    /// The rest length, less what makes up for a lasting load.
    rest: Stored,
    /// Fraction of the length error to remove, times the reduced mass.
    position_gain: Stored,
    /// Fraction of the length rate to remove, times the reduced mass.
    velocity_gain: Stored,
    /// +1 only pulls, −1 only pushes; read for edges that act one way.
    sense: Stored,
    /// `X_b − X_a`, measured at the start of a step.
    offset: [Stored; 3],
    /// Unit vectors from a to b that the position sweep leaves for the velocity sweep; 0 for an edge that is off.
    normal: [Stored; 3],
    a: Slots,
    b: Slots,
    /// They are solved forward and backward.
    pub(crate) symmetric: bool,
    /// An end is fixed: what overflows in another lane, or on another edge of it, must not reach it.
    has_fixed: bool,
}

impl Bundle {
    /// Sixteen edges between the particles of two sets of slots, off until they are given their gains.
    pub(crate) fn new(
        ends: [[u32; LANES]; 2],
        rest: Stored,
        sense: Stored,
        symmetric: bool,
    ) -> Self {
        let ([a, b], zero) = (ends.map(Slots::new), [0.0; LANES]);
        let [position_gain, velocity_gain] = [zero; 2];
        let [offset, normal] = [[zero; 3]; 2];
        Self {
            rest,
            position_gain,
            velocity_gain,
            sense,
            offset,
            normal,
            a,
            b,
            symmetric,
            has_fixed: false,
        }
    }

    /// Gives every lane the gains of its edge; `u32::MAX` has none.
    pub(crate) fn set_gains(&mut self, edges: &[u32; LANES], gains: &[Gains]) {
        for (lane, &edge) in edges.iter().enumerate() {
            let gain = gains.get(edge as usize).copied().unwrap_or_default();
            self.position_gain[lane] = gain.position * gain.reduced_mass;
            self.velocity_gain[lane] = gain.velocity * gain.reduced_mass;
        }
    }

    /// Gives one lane its gains.
    pub(crate) fn set_gain(&mut self, lane: usize, gain: Gains) {
        self.position_gain[lane] = gain.position * gain.reduced_mass;
        self.velocity_gain[lane] = gain.velocity * gain.reduced_mass;
    }

    /// Measures `X_b − X_a`.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        self.has_fixed = false;
        for at in turns::<S, Turn<S>, LANES>() {
            let a: Wide<Turn<S>> = self.a.load(s, reference, at);
            let b = self.b.load(s, reference, at);
            keep(&mut self.offset, at, sub(b.xyz, a.xyz));
            self.has_fixed |= a.w.min(b.w).simd_le(Turn::splat(s, 0.0)).any_true();
        }
    }

    /// Sets the lengths that the sweeps of a step aim at.
    #[inline(always)]
    pub(crate) fn compensate<S: Simd>(&mut self, s: S, own: &mut Compensation, rates: Rates) {
        own.update(s, &self.offset, &mut self.rest, rates);
    }

    /// Moves both ends of every edge toward its rest length. Leaves directions for [`relax`](Self::relax) only if it
    /// `relaxes`: they are a quarter of what the sweep takes through the caches.
    #[inline(always)]
    pub(crate) fn project<S: Simd>(
        &mut self,
        s: S,
        displacement: &mut [Record],
        one_way: bool,
        relaxes: bool,
    ) {
        for at in turns::<S, Turn<S>, LANES>() {
            self.project_turn(s, at, displacement, one_way, relaxes);
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn project_turn<S: Simd>(
        &mut self,
        s: S,
        at: usize,
        displacement: &mut [Record],
        one_way: bool,
        relaxes: bool,
    ) {
        let a: Wide<Turn<S>> = self.a.load(s, displacement, at);
        let b = self.b.load(s, displacement, at);
        let (one, zero) = (Turn::splat(s, 1.0), Turn::splat(s, 0.0));
        let d = add(of(s, &self.offset, at), sub(b.xyz, a.xyz));
        let squared = dot(d, d);
        // NaN and infinity must not pass from one end of a torn edge to the other.
        let is_finite = squared.simd_lt(Turn::splat(s, f32::INFINITY));
        let d = d.map(|c| is_finite.select(c, zero));
        let inverse_length = 1.0 / greater(squared, Turn::splat(s, COINCIDENT)).sqrt();
        // The error as a fraction of the length: 1 − rest/length.
        let mut error = one - numbers::<S, Turn<S>>(s, &self.rest, at) * inverse_length;
        let mut along = inverse_length;
        if one_way {
            let acts = (numbers::<S, Turn<S>>(s, &self.sense, at) * error).simd_gt(zero);
            error = acts.select(error, zero);
            along = acts.select(along, zero);
        }
        let gain = error * numbers::<S, Turn<S>>(s, &self.position_gain, at);
        let (gain_a, gain_b) = (gain * a.w, gain * b.w);
        // On narrow lanes always: the code is shorter.
        if relaxes || cfg!(not(any(target_arch = "x86_64", target_arch = "aarch64"))) {
            keep(&mut self.normal, at, scale(d, along));
        }
        let moved_a = core::array::from_fn(|c| a.xyz[c] + gain_a * d[c]);
        let moved_b = core::array::from_fn(|c| b.xyz[c] - gain_b * d[c]);
        self.store(s, at, displacement, [a, b], [moved_a, moved_b]);
    }

    /// Stores the ends where they are now; fixed ones where they were, whatever the product with 0 is.
    #[inline(always)]
    fn store<S: Simd>(
        &self,
        s: S,
        at: usize,
        to: &mut [Record],
        [a, b]: [Wide<Turn<S>>; 2],
        [mut moved_a, mut moved_b]: [[Turn<S>; 3]; 2],
    ) {
        if self.has_fixed {
            let zero = Turn::splat(s, 0.0);
            let [moves_a, moves_b] = [a.w.simd_gt(zero), b.w.simd_gt(zero)];
            for c in 0..3 {
                moved_a[c] = moves_a.select(moved_a[c], a.xyz[c]);
                moved_b[c] = moves_b.select(moved_b[c], b.xyz[c]);
            }
        }
        self.a.store(s, to, at, Wide { xyz: moved_a, w: a.w });
        self.b.store(s, to, at, Wide { xyz: moved_b, w: b.w });
    }

    /// What [`project`](Self::project) would pull the ends together by, kg·m, and along which directions.
    pub(crate) fn pulls(&self, displacement: &[Record]) -> (Stored, [Stored; 3]) {
        let ends = self.a.all().iter().zip(self.b.all());
        let (mut pulls, mut directions) = ([0.0; LANES], [[0.0; LANES]; 3]);
        for (lane, (pull, (&a, &b))) in pulls.iter_mut().zip(ends).enumerate() {
            let (a, b) = (displacement[a as usize], displacement[b as usize]);
            let d = [0, 1, 2].map(|c| self.offset[c][lane] + (b[c] - a[c]));
            let squared = dot(d, d);
            let length = Real::sqrt(squared.max(COINCIDENT));
            let stretch = length - self.rest[lane];
            // Coincident ends have no direction: they are not moved.
            let acts = self.sense[lane] * stretch >= 0.0 && squared > COINCIDENT;
            *pull = if acts { stretch * self.position_gain[lane] } else { 0.0 };
            for (direction, c) in directions.iter_mut().zip(d) {
                direction[lane] = c / length;
            }
        }
        (pulls, directions)
    }

    /// What [`relax`](Self::relax) would pull the ends together by, N·s.
    pub(crate) fn pulls_of_rates(&self, velocity: &[Record]) -> (Stored, &[Stored; 3]) {
        let ends = self.a.all().iter().zip(self.b.all());
        let mut pulls = [0.0; LANES];
        for (lane, (pull, (&a, &b))) in pulls.iter_mut().zip(ends).enumerate() {
            let (a, b) = (velocity[a as usize], velocity[b as usize]);
            let n = self.normal.map(|of_lanes| of_lanes[lane]);
            let rate = dot(n, [b[0] - a[0], b[1] - a[1], b[2] - a[2]]);
            let acts = self.sense[lane] * rate >= 0.0;
            *pull = if acts { rate * self.velocity_gain[lane] } else { 0.0 };
        }
        (pulls, &self.normal)
    }

    /// Takes the length rate out of the velocities of both ends, along the directions of [`project`](Self::project).
    #[inline(always)]
    pub(crate) fn relax<S: Simd>(&self, s: S, velocity: &mut [Record], one_way: bool) {
        for at in turns::<S, Turn<S>, LANES>() {
            self.relax_turn(s, at, velocity, one_way);
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn relax_turn<S: Simd>(&self, s: S, at: usize, velocity: &mut [Record], one_way: bool) {
        let a: Wide<Turn<S>> = self.a.load(s, velocity, at);
        let b = self.b.load(s, velocity, at);
        let n = of(s, &self.normal, at);
        let zero = Turn::splat(s, 0.0);
        let rate = dot(n, sub(b.xyz, a.xyz));
        let is_finite = rate.abs().simd_lt(Turn::splat(s, f32::INFINITY));
        let mut rate = is_finite.select(rate, zero);
        if one_way {
            rate =
                (numbers::<S, Turn<S>>(s, &self.sense, at) * rate).simd_gt(zero).select(rate, zero);
        }
        let gain = rate * numbers::<S, Turn<S>>(s, &self.velocity_gain, at);
        let (gain_a, gain_b) = (gain * a.w, gain * b.w);
        let moved_a = core::array::from_fn(|c| a.xyz[c] + gain_a * n[c]);
        let moved_b = core::array::from_fn(|c| b.xyz[c] - gain_b * n[c]);
        self.store(s, at, velocity, [a, b], [moved_a, moved_b]);
    }
}
