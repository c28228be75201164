//! Gauss–Seidel on sixteen tetrahedral cells of one color at a time.
//!
//! In units of the length `L = ∛(6 V₀)`, with the sides `e_i = (x_i − x₀)/L`:
//!
//! ```text
//! J = e₁·(e₂ × e₃)            g₁ = e₂ × e₃,  g₂ = e₃ × e₁,  g₃ = e₁ × e₂,  g₀ = −g₁ − g₂ − g₃
//! λ = (1 − J − min(J, 0)) / (W + α)       W = Σ w_i |g_i|²,  α = L²/(k V₀ h²),  |λ| ≤ 4/√(W W₀)  with W₀ = W at rest
//! x_i ← x_i + L w_i g_i λ     then v_i ← v_i − w_i g_i q (Σ g·v) / W
//! ```
//!
//! The gradients add up to zero and have no moment. In its own metric, `√(Σ m |Δx|²)`, a correction goes at most as far as a
//! change of the volume by `4 V₀` takes a cell of the rest shape: where a cell is thin, its gradient is small, and the volume
//! is not linear over the way that the quotient asks for. A cell that is inside out is to become its mirror image and grow
//! to its volume: without this part, its neighbors, which want as much, hold some of them as they are.
//!
//! A cell whose corners lie on a line or at a point has no gradient. It gets one from sides that are moved apart by a
//! twentieth of `L`, along the axes, until the next step.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::lanes::record::{
    LANES, Record, Stored, Turn, Wide, keep, numbers, of, set_numbers, turns, write,
};
use crate::lanes::slots::{Slots, store_first};

/// The sum of the squares of three gradients, below which a cell has none.
const LEAST: f32 = 1e-6;

/// By this part of its length the sides of a cell without gradients are moved apart.
const APART: f32 = 0.05;

/// The coefficients of a cell in a sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellGains {
    /// `L`, m.
    pub(crate) length: f32,
    /// α.
    pub(crate) compliance: f32,
    /// The fraction of the rate to remove.
    pub(crate) damping: f32,
    /// `4/√W₀`, √kg.
    pub(crate) reach: f32,
}

/// Sixteen cells no two of which share a particle. Lanes that are not needed are off.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    corners: [Slots; 4],
    count: usize,
    /// All of them sleep: sweeps leave them out.
    pub(crate) is_asleep: bool,
    /// 0 where a cell is off, and so is 1 by it.
    length: Stored,
    per_length: Stored,
    compliance: Stored,
    damping: Stored,
    reach: Stored,
    /// From the first corner to the others at the start of a step, by the length.
    sides: [[Stored; 3]; 3],
    /// The gradients that the sweep over positions leaves to that over velocities, and 1/W; 0 where there is none.
    gradients: [[Stored; 3]; 3],
    inertia: Stored,
}

impl Cells {
    /// Cells that are off, between particles of no place.
    pub(crate) fn new() -> Self {
        let zero = [0.0; LANES];
        Self {
            corners: [[0; LANES]; 4].map(Slots::new),
            count: 0,
            is_asleep: false,
            length: zero,
            per_length: zero,
            compliance: zero,
            damping: zero,
            reach: zero,
            sides: [[zero; 3]; 3],
            gradients: [[zero; 3]; 3],
            inertia: zero,
        }
    }

    /// Sets the slots of the corners of the first `count` lanes.
    pub(crate) fn set_slots(&mut self, corners: [[u32; LANES]; 4], count: usize) {
        self.corners = corners.map(Slots::new);
        self.count = count;
    }

    /// Sets the coefficients of a lane; none for a cell that is off.
    pub(crate) fn set_lane(&mut self, lane: usize, gains: Option<CellGains>) {
        let per_length = gains.map_or(0.0, |gains| 1.0 / gains.length);
        let off = CellGains { length: 0.0, compliance: 0.0, damping: 0.0, reach: 0.0 };
        let CellGains { length, compliance, damping, reach } = gains.unwrap_or(off);
        (self.length[lane], self.per_length[lane]) = (length, per_length);
        (self.compliance[lane], self.damping[lane]) = (compliance, damping);
        self.reach[lane] = reach;
    }

    /// Measures the sides.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        for at in turns::<S, Turn<S>, LANES>() {
            let [zero, apart] = [0.0, APART].map(|number| Turn::splat(s, number));
            let [a, ends @ ..] = self.load(s, reference, at);
            let per_length: Turn<S> = numbers(s, &self.per_length, at);
            let sides = ends.map(|end| scale(sub(end.xyz, a.xyz), per_length));
            let gradients = gradients(sides);
            let size = gradients.iter().fold(zero, |sum, &g| sum + dot(g, g));
            let by = size.simd_lt(Turn::splat(s, LEAST)).select(apart, zero);
            for (axis, (mut side, to)) in sides.into_iter().zip(&mut self.sides).enumerate() {
                side[axis] += by;
                keep(to, at, side);
            }
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S, from: &[Record], at: usize) -> [Wide<Turn<S>>; 4] {
        let [a, b, c, d] = &self.corners;
        [a.load(s, from, at), b.load(s, from, at), c.load(s, from, at), d.load(s, from, at)]
    }

    /// Moves every cell toward its volume.
    #[inline(always)]
    pub(crate) fn project<S: Simd>(&mut self, s: S, displacement: &mut [Record]) {
        let mut moved = [[[0.0; 4]; LANES]; 4];
        for at in turns::<S, Turn<S>, LANES>() {
            self.project_turn(s, at, displacement, &mut moved);
        }
        store_first(&self.corners, self.count, displacement, &moved);
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn project_turn<S: Simd>(
        &mut self,
        s: S,
        at: usize,
        displacement: &[Record],
        moved: &mut [[Record; LANES]; 4],
    ) {
        let [zero, one] = [0.0, 1.0].map(|number| Turn::splat(s, number));
        let corners = self.load(s, displacement, at);
        let length: Turn<S> = numbers(s, &self.length, at);
        let per_length: Turn<S> = numbers(s, &self.per_length, at);
        let side = |i: usize| {
            let since = sub(corners[i + 1].xyz, corners[0].xyz);
            add(of(s, &self.sides[i], at), scale(since, per_length))
        };
        let sides = [side(0), side(1), side(2)];
        let three = gradients(sides);
        let gradients = of_corners(s, three);
        let ratio = dot(sides[0], three[0]);
        let mut weight = zero;
        for (corner, gradient) in corners.iter().zip(&gradients) {
            weight += corner.w * dot(*gradient, *gradient);
        }
        let most = numbers::<S, Turn<S>>(s, &self.reach, at) / weight.sqrt();
        let compliance: Turn<S> = numbers(s, &self.compliance, at);
        let inverted = ratio.simd_lt(zero).select(ratio, zero);
        let wanted = (one - ratio - inverted) / (weight + compliance);
        let less = wanted.simd_gt(most).select(most, wanted);
        let impulse = less.simd_lt(zero - most).select(zero - most, less);
        // Not where something overflows, or nothing moves.
        let inertia = one / weight;
        let sum = impulse + inertia;
        let is_on = (sum * zero).simd_eq(zero);
        let impulse = is_on.select(impulse * length, zero);
        set_numbers(&mut self.inertia, at, is_on.select(inertia, zero));
        for (to, gradient) in self.gradients.iter_mut().zip(three) {
            keep(to, at, gradient.map(|g| is_on.select(g, zero)));
        }
        for (i, (corner, gradient)) in corners.iter().zip(gradients).enumerate() {
            let by = scale(gradient, corner.w * impulse).map(|by| is_on.select(by, zero));
            write(&mut moved[i][at..], Wide { xyz: add(corner.xyz, by), w: corner.w });
        }
    }

    /// Removes a fraction of the rate of every volume.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn relax<S: Simd>(&self, s: S, velocity: &mut [Record]) {
        let mut slowed = [[[0.0; 4]; LANES]; 4];
        for at in turns::<S, Turn<S>, LANES>() {
            let corners = self.load(s, velocity, at);
            let [b, c, d] = &self.gradients;
            let gradients = of_corners(s, [of(s, b, at), of(s, c, at), of(s, d, at)]);
            let mut rate = Turn::splat(s, 0.0);
            for (corner, gradient) in corners.iter().zip(&gradients) {
                rate += dot(corner.xyz, *gradient);
            }
            let part: Turn<S> = numbers(s, &self.damping, at);
            let impulse = part * rate * numbers::<S, Turn<S>>(s, &self.inertia, at);
            for (i, (corner, gradient)) in corners.iter().zip(gradients).enumerate() {
                let xyz = sub(corner.xyz, scale(gradient, corner.w * impulse));
                write(&mut slowed[i][at..], Wide { xyz, w: corner.w });
            }
        }
        store_first(&self.corners, self.count, velocity, &slowed);
    }
}

/// The gradients of the product of three sides by each of them.
#[inline(always)]
fn gradients<V: crate::geometry::vector::Number>([a, b, c]: [[V; 3]; 3]) -> [[V; 3]; 3] {
    [cross(b, c), cross(c, a), cross(a, b)]
}

/// The gradients of all corners, from those of the last three.
#[inline(always)]
fn of_corners<S: Simd>(s: S, [b, c, d]: [[Turn<S>; 3]; 3]) -> [[Turn<S>; 3]; 4] {
    let zero = [Turn::splat(s, 0.0); 3];
    [sub(zero, add(add(b, c), d)), b, c, d]
}
