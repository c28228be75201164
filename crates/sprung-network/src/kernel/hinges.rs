//! Gauss–Seidel on sixteen hinges of one color at a time.
//!
//! ```text
//! λ = −(θ − θ₀) / (W + α)      W = Σ w_i |g_i|²,  g_i = ∂θ/∂x_i,  α = 1/(k h²)
//! x_i ← x_i + w_i g_i λ        then v_i ← v_i − w_i g_i q (Σ g·v) / W
//! ```

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::lanes::record::{
    LANES, Record, Stored, Turn, Wide, keep, numbers, of, set_numbers, turns, write,
};
use crate::lanes::slots::{Slots, store_first};

/// The largest turn in a sub-step, rad.
const MAX_TURN: f32 = 0.5;

/// The smallest square of twice an area, m⁴: smaller triangles have no angle.
const LEAST: f32 = 1e-30;

/// Sixteen hinges no two of which share a particle. Lanes that are not needed are off.
#[derive(Clone, Debug)]
pub(crate) struct Hinges {
    corners: [Slots; 4],
    count: usize,
    /// All of them sleep: sweeps leave them out.
    pub(crate) is_asleep: bool,
    rest: Stored,
    /// α; and the fraction of the rate to remove. Both are negative where a hinge is off.
    compliance: Stored,
    damping: Stored,
    /// The angle at the last sweep, and the full turns in it, rad: it goes on past a full fold.
    angle: Stored,
    turns: Stored,
    /// From the first corner to the others at the start of a step.
    sides: [[Stored; 3]; 3],
    /// The gradients that the sweep over positions leaves to that over velocities, and 1/W; 0 where there is none.
    gradients: [[Stored; 3]; 4],
    inertia: Stored,
}

/// The sines and cosines of the hinges of a turn, not to scale, and their gradients.
struct Bend<V> {
    angle: V,
    gradients: [[V; 3]; 4],
}

impl Hinges {
    /// Hinges that are off, between particles of no place.
    pub(crate) fn new() -> Self {
        let zero = [0.0; LANES];
        Self {
            corners: [[0; LANES]; 4].map(Slots::new),
            count: 0,
            is_asleep: false,
            rest: zero,
            compliance: [-1.0; LANES],
            damping: zero,
            angle: zero,
            turns: zero,
            sides: [[zero; 3]; 3],
            gradients: [[zero; 3]; 4],
            inertia: zero,
        }
    }

    /// Sets the slots of the corners of the first `count` lanes.
    pub(crate) fn set_slots(&mut self, corners: [[u32; LANES]; 4], count: usize) {
        self.corners = corners.map(Slots::new);
        self.count = count;
    }

    /// Sets the rest angle, `α` and `q` of a lane; none for a hinge that is off.
    pub(crate) fn set_lane(&mut self, lane: usize, rest: f32, gains: Option<(f32, f32)>) {
        let (compliance, damping) = gains.unwrap_or((-1.0, 0.0));
        self.rest[lane] = rest;
        (self.compliance[lane], self.damping[lane]) = (compliance, damping);
    }

    /// The angle of a lane at the last sweep, and the full turns in it, rad.
    pub(crate) fn angle(&self, lane: usize) -> [f32; 2] {
        [self.angle[lane], self.turns[lane]]
    }

    /// Sets the angle of a lane at the last sweep, and the full turns in it.
    pub(crate) fn set_angle(&mut self, lane: usize, [angle, turns]: [f32; 2]) {
        (self.angle[lane], self.turns[lane]) = (angle, turns);
    }

    /// Measures the sides.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn measure<S: Simd>(&mut self, s: S, reference: &[Record]) {
        for at in turns::<S, Turn<S>, LANES>() {
            let [a, b, c, d]: [Wide<Turn<S>>; 4] = self.load(s, reference, at);
            for (side, end) in self.sides.iter_mut().zip([b, c, d]) {
                keep(side, at, sub(end.xyz, a.xyz));
            }
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S, from: &[Record], at: usize) -> [Wide<Turn<S>>; 4] {
        let [a, b, c, d] = &self.corners;
        [a.load(s, from, at), b.load(s, from, at), c.load(s, from, at), d.load(s, from, at)]
    }

    /// Turns every hinge toward its rest angle.
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
        let Bend { angle, gradients } = self.bend(s, at, &corners);
        let mut weight = zero;
        for (corner, gradient) in corners.iter().zip(&gradients) {
            weight += corner.w * dot(*gradient, *gradient);
        }
        let compliance: Turn<S> = numbers(s, &self.compliance, at);
        let [half, whole] =
            [core::f32::consts::PI, core::f32::consts::TAU].map(|turn| Turn::splat(s, turn));
        let last: Turn<S> = numbers(s, &self.angle, at);
        let turns: Turn<S> = numbers(s, &self.turns, at);
        let since = angle + turns - last;
        let fewer = since.simd_gt(half).select(turns - whole, turns);
        let turns = since.simd_lt(zero - half).select(turns + whole, fewer);
        let angle = angle + turns;
        let knows = (angle * zero).simd_eq(zero);
        set_numbers(&mut self.angle, at, knows.select(angle, last));
        set_numbers(&mut self.turns, at, turns);
        let error = angle - numbers::<S, Turn<S>>(s, &self.rest, at);
        let most = Turn::splat(s, MAX_TURN) / weight;
        let wanted = zero - error / (weight + compliance);
        let less = wanted.simd_gt(most).select(most, wanted);
        let impulse = less.simd_lt(zero - most).select(zero - most, less);
        // Not where something overflows, or nothing moves.
        let inertia = one / weight;
        let sum = impulse + inertia;
        let is_on = (sum * zero).simd_eq(zero);
        let is_on = compliance.simd_lt(zero).select(zero, is_on.select(one, zero)).simd_gt(zero);
        let impulse = is_on.select(impulse, zero);
        set_numbers(&mut self.inertia, at, is_on.select(inertia, zero));
        for (i, (corner, gradient)) in corners.iter().zip(gradients).enumerate() {
            let clean = |g: Turn<S>| is_on.select(g, zero);
            let gradient = [clean(gradient[0]), clean(gradient[1]), clean(gradient[2])];
            keep(&mut self.gradients[i], at, gradient);
            let xyz = add(corner.xyz, scale(gradient, corner.w * impulse));
            write(&mut moved[i][at..], Wide { xyz, w: corner.w });
        }
    }

    /// The angles and gradients as in [`Dihedral`](crate::geometry::dihedral::Dihedral).
    #[inline(always)]
    fn bend<S: Simd>(&self, s: S, at: usize, corners: &[Wide<Turn<S>>; 4]) -> Bend<Turn<S>> {
        let [a, b, c, d] = corners;
        let from = |side: usize, end: &Wide<Turn<S>>| {
            add(of(s, &self.sides[side], at), sub(end.xyz, a.xyz))
        };
        let [e, to_c, to_d] = [from(0, b), from(1, c), from(2, d)];
        let (m, n) = (cross(e, to_c), cross(to_d, e));
        let [ee, mm, nn] = [dot(e, e), dot(m, m), dot(n, n)];
        let least = Turn::splat(s, LEAST);
        let one = Turn::splat(s, 1.0);
        let length = ee.sqrt();
        let angle = atan2(s, dot(cross(m, n), e) / length, dot(m, n));
        // What is too small divides by 0, which the caller notices.
        let seen = mm.simd_gt(least).select(nn, mm).simd_gt(least).select(one, Turn::splat(s, 0.0));
        let of_c = scale(m, (Turn::splat(s, 0.0) - length) / (mm * seen));
        let of_d = scale(n, (Turn::splat(s, 0.0) - length) / (nn * seen));
        let per_square = one / ee;
        let [part_c, part_d] = [dot(to_c, e) * per_square, dot(to_d, e) * per_square];
        let lever_b = add(scale(of_c, part_c), scale(of_d, part_d));
        let lever_a = sub(add(of_c, of_d), lever_b);
        let zero = Turn::splat(s, 0.0);
        let minus = |v: [Turn<S>; 3]| [zero - v[0], zero - v[1], zero - v[2]];
        Bend { angle, gradients: [minus(lever_a), minus(lever_b), of_c, of_d] }
    }

    /// Removes a fraction of the rate of every hinge.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn relax<S: Simd>(&self, s: S, velocity: &mut [Record]) {
        let mut slowed = [[[0.0; 4]; LANES]; 4];
        for at in turns::<S, Turn<S>, LANES>() {
            let corners = self.load(s, velocity, at);
            let mut rate = Turn::splat(s, 0.0);
            for (corner, gradient) in corners.iter().zip(&self.gradients) {
                rate += dot(corner.xyz, of(s, gradient, at));
            }
            let part: Turn<S> = numbers(s, &self.damping, at);
            let inertia: Turn<S> = numbers(s, &self.inertia, at);
            let impulse = part * rate * inertia;
            for (i, corner) in corners.iter().enumerate() {
                let gradient = of(s, &self.gradients[i], at);
                let xyz = sub(corner.xyz, scale(gradient, corner.w * impulse));
                write(&mut slowed[i][at..], Wide { xyz, w: corner.w });
            }
        }
        store_first(&self.corners, self.count, velocity, &slowed);
    }
}

/// The angle of a vector, to 3e-7 rad: Abramowitz and Stegun, *Handbook of Mathematical Functions*, 4.4.49.
#[inline(always)]
fn atan2<S: Simd>(s: S, y: Turn<S>, x: Turn<S>) -> Turn<S> {
    const SERIES: [f32; 9] = [
        0.002_866_225_7,
        -0.016_165_737,
        0.042_909_61,
        -0.075_289_64,
        0.106_562_64,
        -0.142_088_99,
        0.199_935_51,
        -0.333_331_45,
        1.0,
    ];
    let zero = Turn::splat(s, 0.0);
    let [up, across] = [y.simd_lt(zero).select(zero - y, y), x.simd_lt(zero).select(zero - x, x)];
    let is_steep = up.simd_gt(across);
    let [less, more] = [is_steep.select(across, up), is_steep.select(up, across)];
    let t = less / more;
    let square = t * t;
    let mut sum = zero;
    for term in SERIES {
        sum = sum * square + Turn::splat(s, term);
    }
    let part = sum * t;
    let from_axis = is_steep.select(Turn::splat(s, core::f32::consts::FRAC_PI_2) - part, part);
    let upper =
        x.simd_lt(zero).select(Turn::splat(s, core::f32::consts::PI) - from_axis, from_axis);
    y.simd_lt(zero).select(zero - upper, upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::levels::levels;
    use fearless_simd::dispatch;

    #[inline(always)]
    fn angles<S: Simd>(s: S, y: &Stored, x: &Stored, to: &mut Stored) {
        for at in turns::<S, Turn<S>, LANES>() {
            set_numbers(to, at, atan2(s, numbers(s, y, at), numbers(s, x, at)));
        }
    }

    #[test]
    fn a_lane_has_the_angle_that_it_was_given() {
        let mut hinges = Hinges::new();
        hinges.set_angle(3, [0.5, 6.25]);
        assert_eq!([2, 3].map(|lane| hinges.angle(lane)), [[0.0; 2], [0.5, 6.25]]);
    }

    #[test]
    fn the_angle_of_a_vector_is_that_of_libm() {
        for level in levels() {
            for turn in 0..1000 {
                let angle = |lane: usize| {
                    (turn * LANES + lane) as f64 / 16_000.0 * core::f64::consts::TAU
                        - core::f64::consts::PI
                };
                let size = |lane: usize| 10.0_f64.powi(lane as i32 % 20 - 10);
                let y = core::array::from_fn(|l| (size(l) * libm::sin(angle(l))) as f32);
                let x = core::array::from_fn(|l| (size(l) * libm::cos(angle(l))) as f32);
                let mut found = [0.0; LANES];
                dispatch!(level, s => angles(s, &y, &x, &mut found));
                for lane in 0..LANES {
                    let exact = libm::atan2(f64::from(y[lane]), f64::from(x[lane]));
                    assert!((f64::from(found[lane]) - exact).abs() < 4e-7, "{exact}");
                }
            }
        }
    }
}
