//! Gauss–Seidel on the threads of sixteen triangles of one color at a time.
//!
//! A triangle is two vectors, the columns of its deformation gradient, with a mass matrix:
//!
//! ```text
//! f_u = Σ a_i x_i     f_v = Σ b_i x_i                       M⁻¹ = [Σ w a², Σ w a b; Σ w a b, Σ w b²]
//! γ = (|f_u + f_v| − |f_u − f_v|)/√2                        gradients g_u = (n₊ − n₋)/√2,  g_v = (n₊ + n₋)/√2
//! λ = −γ / (M⁻¹_uu g_u² + M⁻¹_vv g_v² + α)                  n± along f_u ± f_v, so that g_u·g_v = 0
//! λ = −(|f_u| − 1) / (M⁻¹_uu + α), or less far              then the same with f_v
//! ```
//!
//! Each of the three adds impulses to the columns and moves them, in this order; the sums go to the particles:
//! `x_i ← x_i + w_i (a_i P_u + b_i P_v)`. Limits clamp the length to which a thread goes. The sweep over velocities goes
//! the same way with the rates.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{
    LANES, Record, Stored, Turn, Wide, keep, numbers, of, set_numbers, turns, write,
};
use crate::lanes::slots::{Slots, store_first};

/// The smallest square of a column: shorter ones have no direction. Inverse masses of columns below it move nothing.
const LEAST: f32 = 1e-30;

/// The coefficients of a triangle in a sub-step, for warp, weft and shear.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    /// The coefficients of the second and the third corner in `f_u` and in `f_v`, 1/m.
    pub(crate) columns: [[f32; 2]; 2],
    /// α = 1/(k A h²), infinite for none.
    pub(crate) compliance: [f32; 3],
    /// The fraction of the rate to remove.
    pub(crate) damping: [f32; 3],
    /// The least and the greatest length of warp and of weft.
    pub(crate) limits: [[f32; 2]; 2],
}

/// Sixteen triangles no two of which share a particle. Lanes that are not needed are off.
#[derive(Clone, Debug)]
pub(crate) struct Threads {
    corners: [Slots; 3],
    count: usize,
    /// All of them sleep: sweeps leave them out.
    pub(crate) is_asleep: bool,
    columns: [[Stored; 2]; 2],
    compliance: [Stored; 3],
    damping: [Stored; 3],
    limits: [[Stored; 2]; 2],
    /// From the first corner to the others at the start of a step.
    sides: [[Stored; 3]; 2],
    /// From the sweep over positions, for that over velocities: the directions of warp and weft, the gradients of the
    /// shear, and the fractions of the rates by the inverse masses; 0 where there is none.
    directions: [[Stored; 3]; 2],
    shear: [[Stored; 3]; 2],
    rates: [Stored; 3],
}

/// The columns of a turn, or their rates; their inverse masses; and what they have got.
struct Columns<V> {
    f: [[V; 3]; 2],
    inverse: [V; 3],
    impulses: [[V; 3]; 2],
}

impl<V: crate::geometry::vector::Number> Columns<V> {
    /// Gives impulses to both.
    #[inline(always)]
    fn push(&mut self, [u, v]: [[V; 3]; 2]) {
        let [uu, uv, vv] = self.inverse;
        self.f[0] = add(self.f[0], add(scale(u, uu), scale(v, uv)));
        self.f[1] = add(self.f[1], add(scale(u, uv), scale(v, vv)));
        self.impulses = [add(self.impulses[0], u), add(self.impulses[1], v)];
    }
}

impl Threads {
    /// Triangles that are off, between particles of no place.
    pub(crate) fn new() -> Self {
        let zero = [0.0; LANES];
        Self {
            corners: [[0; LANES]; 3].map(Slots::new),
            count: 0,
            is_asleep: false,
            columns: [[zero; 2]; 2],
            compliance: [[f32::INFINITY; LANES]; 3],
            damping: [zero; 3],
            limits: [[zero, [f32::INFINITY; LANES]]; 2],
            sides: [[zero; 3]; 2],
            directions: [[zero; 3]; 2],
            shear: [[zero; 3]; 2],
            rates: [zero; 3],
        }
    }

    /// Sets the slots of the corners of the first `count` lanes.
    pub(crate) fn set_slots(&mut self, corners: [[u32; LANES]; 3], count: usize) {
        self.corners = corners.map(Slots::new);
        self.count = count;
    }

    /// Sets what a lane does; none for a triangle that is off.
    pub(crate) fn set_lane(&mut self, lane: usize, weights: Option<Weights>) {
        let off = Weights {
            columns: [[0.0; 2]; 2],
            compliance: [f32::INFINITY; 3],
            damping: [0.0; 3],
            limits: [[0.0, f32::INFINITY]; 2],
        };
        let Weights { columns, compliance, damping, limits } = weights.unwrap_or(off);
        for (row, (column, limit)) in columns.into_iter().zip(limits).enumerate() {
            for i in 0..2 {
                self.columns[row][i][lane] = column[i];
                self.limits[row][i][lane] = limit[i];
            }
        }
        for row in 0..3 {
            self.compliance[row][lane] = compliance[row];
            self.damping[row][lane] = damping[row];
        }
    }

    /// Measures the sides.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        for at in turns::<S, Turn<S>, LANES>() {
            let [a, b, c]: [Wide<Turn<S>>; 3] = self.load(s, reference, at);
            keep(&mut self.sides[0], at, sub(b.xyz, a.xyz));
            keep(&mut self.sides[1], at, sub(c.xyz, a.xyz));
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S, from: &[Record], at: usize) -> [Wide<Turn<S>>; 3] {
        let [a, b, c] = &self.corners;
        [a.load(s, from, at), b.load(s, from, at), c.load(s, from, at)]
    }

    /// The columns of what two sides are, and the coefficients of the corners in them.
    #[inline(always)]
    fn columns<S: Simd>(
        &self,
        s: S,
        at: usize,
        corners: &[Wide<Turn<S>>; 3],
        sides: [[Turn<S>; 3]; 2],
    ) -> (Columns<Turn<S>>, [[Turn<S>; 3]; 2]) {
        let zero = Turn::splat(s, 0.0);
        let a1: Turn<S> = numbers(s, &self.columns[0][0], at);
        let a2: Turn<S> = numbers(s, &self.columns[0][1], at);
        let b1: Turn<S> = numbers(s, &self.columns[1][0], at);
        let b2: Turn<S> = numbers(s, &self.columns[1][1], at);
        let (a0, b0) = (zero - (a1 + a2), zero - (b1 + b2));
        let [w0, w1, w2] = [corners[0].w, corners[1].w, corners[2].w];
        let uu = w0 * a0 * a0 + w1 * a1 * a1 + w2 * a2 * a2;
        let uv = w0 * a0 * b0 + w1 * a1 * b1 + w2 * a2 * b2;
        let vv = w0 * b0 * b0 + w1 * b1 * b1 + w2 * b2 * b2;
        let [to_b, to_c] = sides;
        let f = [add(scale(to_b, a1), scale(to_c, a2)), add(scale(to_b, b1), scale(to_c, b2))];
        let impulses = [[zero; 3]; 2];
        (Columns { f, inverse: [uu, uv, vv], impulses }, [[a0, a1, a2], [b0, b1, b2]])
    }

    /// Moves every triangle toward its rest.
    #[inline(always)]
    pub(crate) fn project<S: Simd>(&mut self, s: S, displacement: &mut [Record]) {
        let mut moved = [[[0.0; 4]; LANES]; 3];
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
        moved: &mut [[Record; LANES]; 3],
    ) {
        let [zero, one] = [0.0, 1.0].map(|number| Turn::splat(s, number));
        let corners = self.load(s, displacement, at);
        let sides = [
            add(of(s, &self.sides[0], at), sub(corners[1].xyz, corners[0].xyz)),
            add(of(s, &self.sides[1], at), sub(corners[2].xyz, corners[0].xyz)),
        ];
        let (mut columns, coefficients) = self.columns(s, at, &corners, sides);
        let shear_rate = self.project_shear(s, at, &mut columns);
        let warp_rate = self.project_thread(s, at, 0, &mut columns);
        let weft_rate = self.project_thread(s, at, 1, &mut columns);
        // Not where something overflows.
        let [u, v] = &columns.impulses;
        let sum = u[0] + u[1] + u[2] + v[0] + v[1] + v[2] + warp_rate + weft_rate + shear_rate;
        let is_on = (sum * zero).simd_eq(zero);
        for (rate, value) in self.rates.iter_mut().zip([warp_rate, weft_rate, shear_rate]) {
            set_numbers(rate, at, is_on.select(value, zero));
        }
        let on = is_on.select(one, zero);
        push_corners(s, at, &corners, &coefficients, &columns.impulses, on, moved);
    }

    /// Moves the columns toward a right angle. Returns the fraction of the rate by the inverse mass.
    #[inline(always)]
    fn project_shear<S: Simd>(
        &mut self,
        s: S,
        at: usize,
        columns: &mut Columns<Turn<S>>,
    ) -> Turn<S> {
        let [zero, one] = [0.0, 1.0].map(|number| Turn::splat(s, number));
        let root = Turn::splat(s, core::f32::consts::FRAC_1_SQRT_2);
        let least = Turn::splat(s, LEAST);
        let [u, v] = columns.f;
        let (long, length) = direction(s, add(u, v));
        let (across, width) = direction(s, sub(u, v));
        let gradients = [scale(sub(long, across), root), scale(add(long, across), root)];
        let [uu, _, vv] = columns.inverse;
        let weight = uu * dot(gradients[0], gradients[0]) + vv * dot(gradients[1], gradients[1]);
        let shear = (length - width) * root;
        let compliance: Turn<S> = numbers(s, &self.compliance[2], at);
        let is_on = weight.simd_gt(least);
        let impulse = is_on.select(zero - shear / (weight + compliance), zero);
        columns.push([scale(gradients[0], impulse), scale(gradients[1], impulse)]);
        keep(&mut self.shear[0], at, gradients[0]);
        keep(&mut self.shear[1], at, gradients[1]);
        is_on.select(numbers::<S, Turn<S>>(s, &self.damping[2], at) * (one / weight), zero)
    }

    /// Moves one column toward its length, and to its limits. Returns the fraction of the rate by the inverse mass.
    #[inline(always)]
    fn project_thread<S: Simd>(
        &mut self,
        s: S,
        at: usize,
        row: usize,
        columns: &mut Columns<Turn<S>>,
    ) -> Turn<S> {
        let [zero, one] = [0.0, 1.0].map(|number| Turn::splat(s, number));
        let (along, length) = direction(s, columns.f[row]);
        let weight = columns.inverse[2 * row];
        let is_on = weight.simd_gt(Turn::splat(s, LEAST));
        let compliance: Turn<S> = numbers(s, &self.compliance[row], at);
        let min: Turn<S> = numbers(s, &self.limits[row][0], at);
        let max: Turn<S> = numbers(s, &self.limits[row][1], at);
        // Not by the length that is wanted: small strains would round.
        let soft = (one - length) * (weight / (weight + compliance));
        let is_short = (length + soft).simd_lt(min);
        let is_long = (length + soft).simd_gt(max);
        let change = is_long.select(max - length, is_short.select(min - length, soft));
        let per_mass = is_on.select(one / weight, zero);
        let pushed = scale(along, change * per_mass);
        let nothing = [zero; 3];
        columns.push(if row == 0 { [pushed, nothing] } else { [nothing, pushed] });
        keep(&mut self.directions[row], at, along);
        let damping: Turn<S> = numbers(s, &self.damping[row], at);
        is_long.select(one, is_short.select(one, damping)) * per_mass
    }

    /// Removes a fraction of the rates of every triangle.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn relax<S: Simd>(&self, s: S, velocity: &mut [Record]) {
        let mut slowed = [[[0.0; 4]; LANES]; 3];
        for at in turns::<S, Turn<S>, LANES>() {
            let zero = Turn::splat(s, 0.0);
            let corners = self.load(s, velocity, at);
            let sides = [sub(corners[1].xyz, corners[0].xyz), sub(corners[2].xyz, corners[0].xyz)];
            let (mut columns, coefficients) = self.columns(s, at, &corners, sides);
            let gradients: [[Turn<S>; 3]; 2] =
                [of(s, &self.shear[0], at), of(s, &self.shear[1], at)];
            let rate = dot(gradients[0], columns.f[0]) + dot(gradients[1], columns.f[1]);
            let impulse = zero - rate * numbers::<S, Turn<S>>(s, &self.rates[2], at);
            columns.push([scale(gradients[0], impulse), scale(gradients[1], impulse)]);
            let nothing = [zero; 3];
            let warp = of(s, &self.directions[0], at);
            let rate = dot(warp, columns.f[0]);
            let impulse = zero - rate * numbers::<S, Turn<S>>(s, &self.rates[0], at);
            columns.push([scale(warp, impulse), nothing]);
            let weft = of(s, &self.directions[1], at);
            let rate = dot(weft, columns.f[1]);
            let impulse = zero - rate * numbers::<S, Turn<S>>(s, &self.rates[1], at);
            columns.push([nothing, scale(weft, impulse)]);
            let one = Turn::splat(s, 1.0);
            push_corners(s, at, &corners, &coefficients, &columns.impulses, one, &mut slowed);
        }
        store_first(&self.corners, self.count, velocity, &slowed);
    }
}

/// Adds to each corner its part of the impulses on the columns, times `on`; nothing where that is not finite.
#[inline(always)]
fn push_corners<S: Simd>(
    s: S,
    at: usize,
    corners: &[Wide<Turn<S>>; 3],
    coefficients: &[[Turn<S>; 3]; 2],
    &[u, v]: &[[Turn<S>; 3]; 2],
    on: Turn<S>,
    to: &mut [[Record; LANES]; 3],
) {
    for (i, corner) in corners.iter().enumerate() {
        let by = add(scale(u, coefficients[0][i]), scale(v, coefficients[1][i]));
        let by = scale(by, corner.w * on);
        let by = [clean(s, by[0]), clean(s, by[1]), clean(s, by[2])];
        write(&mut to[i][at..], Wide { xyz: add(corner.xyz, by), w: corner.w });
    }
}

/// A number, or 0 for one that is not finite.
#[inline(always)]
fn clean<S: Simd>(s: S, number: Turn<S>) -> Turn<S> {
    let zero = Turn::splat(s, 0.0);
    (number * zero).simd_eq(zero).select(number, zero)
}

/// The direction of a vector, 0 of one that is too short, and its length.
#[inline(always)]
fn direction<S: Simd>(s: S, vector: [Turn<S>; 3]) -> ([Turn<S>; 3], Turn<S>) {
    let [zero, one] = [0.0, 1.0].map(|number| Turn::splat(s, number));
    let square = dot(vector, vector);
    let length = square.sqrt();
    let per_length = square.simd_gt(Turn::splat(s, LEAST)).select(one / length, zero);
    (scale(vector, per_length), length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::membrane::Membrane;
    use crate::geometry::vector::cross;
    use crate::solver::tests::levels::levels;
    use fearless_simd::dispatch;

    /// Momentum and angular momentum of what was added at the places, by the sum of the amounts.
    fn balance(places: &[[f64; 3]], before: &[Record], after: &[Record]) -> f64 {
        let (mut sum, mut moment, mut size) = ([0.0; 3], [0.0; 3], 0.0);
        for ((place, before), after) in places.iter().zip(before).zip(after) {
            let m = 1.0 / f64::from(before[3]);
            let by = [0, 1, 2].map(|c| m * (f64::from(after[c]) - f64::from(before[c])));
            sum = add(sum, by);
            moment = add(moment, cross(*place, by));
            size += dot(by, by).sqrt();
        }
        assert!(size > 0.0, "something has moved");
        (dot(sum, sum) + dot(moment, moment)).sqrt() / size
    }

    #[test]
    fn each_correction_keeps_momentum_and_angular_momentum() {
        let mut random = testkit::random::Random::new(9);
        for round in 0..40 {
            let mut threads = Threads::new();
            let slots: [[u32; LANES]; 3] =
                [0, 1, 2].map(|i| core::array::from_fn(|lane| (3 * lane + i) as u32));
            threads.set_slots(slots, LANES);
            let mut reference = Vec::new();
            for lane in 0..LANES {
                let flat = loop {
                    let flat = [[0; 2]; 3].map(|m| m.map(|_| random.uniform(-1.0, 1.0) as f32));
                    if Membrane::of(flat).is_some_and(|membrane| membrane.area > 0.1) {
                        break flat;
                    }
                };
                let membrane = Membrane::of(flat).expect("it has an area");
                let columns = [membrane.a, membrane.b].map(|[_, x, y]| [x as f32, y as f32]);
                // One of the three at a time: each by itself, for the next one is at other places.
                let row = round % 3;
                let compliance = [0, 1, 2].map(|i| if i == row { 0.1 } else { f32::INFINITY });
                let damping = [0, 1, 2].map(|i| if i == row { 0.7 } else { 0.0 });
                let limits = [[0.0, f32::INFINITY]; 2];
                let weights = Weights { columns, compliance, damping, limits };
                threads.set_lane(lane, Some(weights));
                for [u, v] in flat {
                    let mut off = || random.uniform(-0.4, 0.4) as f32;
                    reference.push([u + off(), v + off(), off(), 0.0]);
                }
            }
            let masses: Vec<f32> =
                reference.iter().map(|_| random.uniform(0.1, 3.0) as f32).collect();
            let places: Vec<[f64; 3]> =
                reference.iter().map(|[x, y, z, _]| [*x, *y, *z].map(f64::from)).collect();
            let still: Vec<Record> = masses.iter().map(|&w| [0.0, 0.0, 0.0, w]).collect();
            let moving: Vec<Record> = masses
                .iter()
                .map(|&w| {
                    [0, 1, 2, 3].map(|c| if c == 3 { w } else { random.uniform(-1.0, 1.0) as f32 })
                })
                .collect();
            for level in levels() {
                let (mut displacement, mut velocity) = (still.clone(), moving.clone());
                dispatch!(level, s => threads.measure(s, &reference));
                dispatch!(level, s => threads.project(s, &mut displacement));
                dispatch!(level, s => threads.relax(s, &mut velocity));
                let off = balance(&places, &still, &displacement);
                assert!(off < 2e-6, "positions: {off}");
                let off = balance(&places, &moving, &velocity);
                assert!(off < 2e-6, "velocities: {off}");
            }
        }
    }
}
