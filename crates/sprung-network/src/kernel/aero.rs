//! The force of air on sixteen triangles at a time, as an implicit step.
//!
//! With the velocity `u` of the center relative to the air, `c = u·n`, `s = |u|` and `Q = ½ ρ A h`, the impulse of a sub-step
//! is, one after the other, each with the `u` that the one before has left,
//!
//! ```text
//! pressure    −Q P s c n / (1 + w Q P s)                      P = min(C_drag, C_lift)
//! lift        a rotation of u away from n, by C_lift − P
//! drag        −Q (D c²/s + C_friction s) u / (1 + w Q (…))    D = C_drag − P
//! ```
//!
//! each of which leaves `|u|` as it is or makes it smaller. `w = Σ k_i w_i/9` is the inverse mass of the center, where `k_i`
//! triangles share the particle `i`: each triangle has its own part of the mass (mass splitting), so that triangles that
//! are pushed at the same time gain no energy together.

use fearless_simd::{Simd, f32x4, prelude::*};

use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::lanes::record::{
    LANES, Record, Stored, Turn, Wide, keep, numbers, of, set_numbers, turns, write,
};
use crate::lanes::slots::Slots;

/// The square of twice the area of the smallest triangle that feels air, m⁴.
const LEAST: f32 = 1e-30;

/// Impulse, angular impulse about an origin, and work of the air, as stored for each lane.
pub(crate) type Sums = [Stored; 7];

/// The numbers that all triangles of a surface share in a sub-step.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Breeze {
    /// The velocity of the air, m/s.
    pub(crate) wind: [f32; 3],
    /// `Q` of a triangle of area 1/2 m², kg·s/m; the coefficients P, of lift beyond it, D, and of friction.
    pub(crate) quarter: f32,
    pub(crate) pressure: f32,
    pub(crate) lift: f32,
    pub(crate) drag: f32,
    pub(crate) friction: f32,
}

/// Sixteen triangles.
#[derive(Clone, Debug)]
pub(crate) struct Triangles {
    corners: [Slots; 3],
    /// All of them sleep: passes leave them out.
    pub(crate) is_asleep: bool,
    /// `k/9` of each corner; 1 for a triangle that there is, else 0; the wind there, m/s.
    shares: [Stored; 3],
    is_on: Stored,
    wind: [Stored; 3],
    /// At the start of a step: the two sides from the first corner, and that corner from the origin.
    sides: [[Stored; 3]; 2],
    first: [Stored; 3],
}

impl Triangles {
    /// Triangles that there are not yet.
    pub(crate) fn new() -> Self {
        let zero = [0.0; LANES];
        Self {
            corners: [[0; LANES]; 3].map(Slots::new),
            is_asleep: false,
            shares: [zero; 3],
            is_on: zero,
            wind: [zero; 3],
            sides: [[zero; 3]; 2],
            first: [zero; 3],
        }
    }

    /// Sets the slots of the corners of all lanes.
    pub(crate) fn set_slots(&mut self, corners: [[u32; LANES]; 3]) {
        self.corners = corners.map(Slots::new);
    }

    /// Sets the numbers of triangles at the corners of a lane; none for a triangle that is not there.
    pub(crate) fn set_lane(&mut self, lane: usize, counts: Option<[f32; 3]>) {
        self.is_on[lane] = if counts.is_some() { 1.0 } else { 0.0 };
        for (share, count) in self.shares.iter_mut().zip(counts.unwrap_or_default()) {
            share[lane] = count / 9.0;
        }
    }

    /// Sets the wind of a lane, m/s.
    pub(crate) fn set_wind(&mut self, lane: usize, wind: [f32; 3]) {
        for (stored, wind) in self.wind.iter_mut().zip(wind) {
            stored[lane] = wind;
        }
    }

    /// The wind of a lane, m/s.
    pub(crate) fn wind(&self, lane: usize) -> [f32; 3] {
        self.wind.map(|wind| wind[lane])
    }

    /// Measures the sides, and the first corner of each lane from its origin.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record], origin: &[Stored; 3]) {
        for at in turns::<S, Turn<S>, LANES>() {
            let [a, b, c]: [Wide<Turn<S>>; 3] = self.load(s, reference, at);
            keep(&mut self.sides[0], at, sub(b.xyz, a.xyz));
            keep(&mut self.sides[1], at, sub(c.xyz, a.xyz));
            keep(&mut self.first, at, sub(a.xyz, of(s, origin, at)));
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S, from: &[Record], at: usize) -> [Wide<Turn<S>>; 3] {
        let [a, b, c] = &self.corners;
        [a.load(s, from, at), b.load(s, from, at), c.load(s, from, at)]
    }

    /// Pushes the corners, and adds to the sums.
    #[inline(always)]
    pub(crate) fn push<S: Simd>(
        &self,
        s: S,
        breeze: &Breeze,
        displacement: &[Record],
        velocity: &mut [Record],
        sums: &mut Sums,
    ) {
        let mut thirds = [[0.0; 4]; LANES];
        for at in turns::<S, Turn<S>, LANES>() {
            let impulse = self.push_turn(s, at, breeze, displacement, velocity, sums);
            let [third, zero] = [1.0 / 3.0, 0.0].map(|number| Turn::splat(s, number));
            write(&mut thirds[at..], Wide { xyz: scale(impulse, third), w: zero });
        }
        // Corners that triangles share take one impulse after another.
        for corner in &self.corners {
            for (third, &slot) in thirds.iter().zip(corner.all()) {
                let record = f32x4::load_array(s, velocity[slot as usize]);
                let w = f32x4::splat(s, velocity[slot as usize][3]);
                (record + w * f32x4::load_array(s, *third))
                    .store_array(&mut velocity[slot as usize]);
            }
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn push_turn<S: Simd>(
        &self,
        s: S,
        at: usize,
        breeze: &Breeze,
        displacement: &[Record],
        velocity: &[Record],
        sums: &mut Sums,
    ) -> [Turn<S>; 3] {
        let [zero, one, third] = [0.0, 1.0, 1.0 / 3.0].map(|number| Turn::splat(s, number));
        let [a, b, c] = self.load(s, displacement, at);
        let [va, vb, vc] = self.load(s, velocity, at);
        let ab = add(of(s, &self.sides[0], at), sub(b.xyz, a.xyz));
        let ac = add(of(s, &self.sides[1], at), sub(c.xyz, a.xyz));
        let doubled = cross(ab, ac);
        let square = dot(doubled, doubled);
        let is_seen = square.simd_gt(Turn::splat(s, LEAST));
        let twice_area = is_seen.select(square, one).sqrt();
        let normal = scale(doubled, one / twice_area);
        let on = is_seen.select(numbers(s, &self.is_on, at), zero);
        let q = twice_area * on * Turn::splat(s, breeze.quarter);
        let shares: [Turn<S>; 3] = of(s, &self.shares, at);
        let w = dot(shares, [va.w, vb.w, vc.w]);

        let center = scale(add(add(va.xyz, vb.xyz), vc.xyz), third);
        let [x, y, z] = breeze.wind.map(|c| Turn::splat(s, c));
        let u = sub(center, add([x, y, z], of(s, &self.wind, at)));
        let along = dot(u, normal);
        let pressure = q * dot(u, u).sqrt() * Turn::splat(s, breeze.pressure);
        let mut lost = pressure * along / (one + w * pressure);
        let mut u = sub(u, scale(normal, w * lost));
        let mut impulse = scale(normal, zero - lost);
        let along = along - w * lost;
        let speed = dot(u, u).sqrt();
        if breeze.lift > 0.0 {
            // The direction after some more pressure, with the length before it.
            let lift = q * speed * Turn::splat(s, breeze.lift);
            lost = lift * along / (one + w * lift);
            let turned = sub(u, scale(normal, w * lost));
            let longer = lost * (along + along - w * lost) / dot(turned, turned);
            let factor = (one + w * longer).sqrt();
            let added = longer / (factor + one);
            impulse = add(impulse, sub(scale(u, added), scale(normal, factor * lost)));
            u = scale(turned, factor);
        }
        let faced = along * along / speed.simd_gt(zero).select(speed, one);
        let faced = faced * Turn::splat(s, breeze.drag);
        let drag = q * (faced + speed * Turn::splat(s, breeze.friction));
        impulse = sub(impulse, scale(u, drag / (one + w * drag)));

        // What overflows pushes nothing.
        let rest = dot(impulse, impulse);
        let is_finite = (rest * zero).simd_eq(zero);
        let impulse = [
            is_finite.select(impulse[0], zero),
            is_finite.select(impulse[1], zero),
            is_finite.select(impulse[2], zero),
        ];
        let place = add(of(s, &self.first, at), add(a.xyz, scale(add(ab, ac), third)));
        let turn = cross(place, impulse);
        let work = dot(impulse, center) + w * dot(impulse, impulse) * Turn::splat(s, 0.5);
        let ([jx, jy, jz], [lx, ly, lz]) = (impulse, turn);
        for (sum, term) in sums.iter_mut().zip([jx, jy, jz, lx, ly, lz, work]) {
            let sum_of_lane: Turn<S> = numbers(s, sum, at);
            set_numbers(sum, at, sum_of_lane + term);
        }
        impulse
    }
}
