//! One edge per lane as a link of a chain or tree: its direction, its length error, its gains.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, dot, scale};
use crate::lanes::record::{Floats, greater, numbers, of};

use super::gains::Gains;

/// Below this squared length (m²) an edge has no direction.
pub(crate) const COINCIDENT: f32 = 1e-20;
/// Rounds of Newton's method end where all links are off by less than this part of the longest.
pub(crate) const TOLERANCE: f32 = 1e-6;

/// One edge in every lane; sixteen lanes fill a cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Link<const W: usize> {
    pub(crate) rest: [f32; W],
    /// Fractions of length error and of length rate to remove.
    pub(crate) position: [f32; W],
    pub(crate) velocity: [f32; W],
    /// +1 only pulls, −1 only pushes, 0 both.
    pub(crate) sense: [f32; W],
    /// `X_b − X_a`, measured at the start of a step.
    pub(crate) offset: [[f32; W]; 3],
}

/// A link as it is now.
pub(crate) struct Seen<V, M> {
    /// Unit vector from a to b; 0 if the link is off.
    pub(crate) normal: [V; 3],
    /// Rest length minus length; 0 if the link is off.
    pub(crate) short: V,
    /// False for a slack rope, a loose strut, coincident ends, and where a number has overflowed.
    pub(crate) acts: M,
}

impl<const W: usize> Default for Link<W> {
    /// No edges in any lane.
    fn default() -> Self {
        let zero = [0.0; W];
        Self { rest: zero, position: zero, velocity: zero, sense: zero, offset: [zero; 3] }
    }
}

impl<const W: usize> Link<W> {
    /// Gives every lane the gains of its edge; `u32::MAX` has none.
    pub(crate) fn set_gains(&mut self, edges: &[u32; W], gains: &[Gains]) {
        for (lane, &edge) in edges.iter().enumerate() {
            let gain = gains.get(edge as usize).copied().unwrap_or_default();
            self.position[lane] = gain.position;
            self.velocity[lane] = gain.velocity;
        }
    }

    /// The links as they are, whose ends have been displaced from each other.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn see<S: Simd, V: Floats<S>>(&self, s: S, displaced: [V; 3]) -> Seen<V, V::Mask> {
        let zero = V::splat(s, 0.0);
        let d = add(of(s, &self.offset, 0), displaced);
        let squared = dot(d, d);
        let inverse_length = V::splat(s, 1.0) / greater(squared, V::splat(s, COINCIDENT)).sqrt();
        let short = numbers::<S, V>(s, &self.rest, 0) - squared * inverse_length;
        let has_direction = squared.simd_gt(V::splat(s, COINCIDENT));
        let acts = (numbers::<S, V>(s, &self.sense, 0) * short).simd_le(zero) & has_direction;
        // Zero if the link is off: NaN and infinity must not pass from one end to the other.
        let normal = scale(d, inverse_length).map(|c| acts.select(c, zero));
        Seen { normal, short: acts.select(short, zero), acts }
    }

    /// Of a link whose ends part with a velocity: its direction, the fraction of its length rate to remove, and the rate at
    /// which it closes. `welds` says that there may be links of rest length 0.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn rate<S: Simd, V: Floats<S>>(
        &self,
        s: S,
        normal: [V; 3],
        parting: [V; 3],
        welds: bool,
    ) -> ([V; 3], V, V) {
        let zero = V::splat(s, 0.0);
        let normal = if welds { self.weld(s, normal, parting) } else { normal };
        let closing = zero - dot(normal, parting);
        let acts = (numbers::<S, V>(s, &self.sense, 0) * closing).simd_le(zero);
        let fraction = acts.select(numbers(s, &self.velocity, 0), zero);
        (normal, fraction, acts.select(closing, zero))
    }

    /// The direction of the length rate of a link of rest length 0, if it is rigid or its ends coincide: these part
    /// whichever way they move, so that it is that of the velocity.
    #[inline(always)]
    fn weld<S: Simd, V: Floats<S>>(&self, s: S, normal: [V; 3], parting: [V; 3]) -> [V; 3] {
        let zero = V::splat(s, 0.0);
        let squared = dot(parting, parting);
        let inverse_speed = V::splat(s, 1.0) / greater(squared, V::splat(s, COINCIDENT)).sqrt();
        let is_weld = numbers::<S, V>(s, &self.rest, 0).simd_le(zero);
        let along = is_weld.select(inverse_speed, zero);
        let is_rigid = numbers::<S, V>(s, &self.position, 0).simd_ge(V::splat(s, 1.0));
        let aside = scale(parting, along);
        let kept = normal.map(|c| is_weld.select(is_rigid.select(zero, c), c));
        let has_none = dot(kept, kept).simd_le(zero) & squared.simd_lt(V::splat(s, f32::INFINITY));
        core::array::from_fn(|c| has_none.select(aside[c], kept[c]))
    }
}
