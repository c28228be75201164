//! Where points and triangles, and segments, are closest: up to sixteen pairs at a time.
//!
//! The same formulas as in [`closest`](crate::geometry::closest), with selections for its branches.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{LANES, Record, Stored, Turn, Wide, keep, set_numbers, turns};
use crate::lanes::slots::Anywhere;

/// Where sixteen pairs of four particles are closest.
#[derive(Clone, Debug)]
pub(crate) struct Closest {
    /// The signed weights of the particles.
    pub(crate) weights: [Stored; 4],
    /// From the second to the first; 0 where they touch.
    pub(crate) normal: [Stored; 3],
    pub(crate) distance: Stored,
    /// The sum of the radii with these weights.
    pub(crate) thickness: Stored,
}

impl Closest {
    pub(crate) const NONE: Self = Self {
        weights: [[0.0; LANES]; 4],
        normal: [[0.0; LANES]; 3],
        distance: [0.0; LANES],
        thickness: [0.0; LANES],
    };

    /// Finds where the first `count` pairs of particles in these slots are closest: two segments, or else a point and a
    /// triangle. The last component of a record is the radius.
    #[inline(always)]
    pub(crate) fn find<S: Simd>(
        &mut self,
        s: S,
        segments: bool,
        places: &[Record],
        slots: &[[u32; LANES]; 4],
        count: usize,
    ) {
        for at in turns::<S, Turn<S>, LANES>().filter(|&at| at < count) {
            if segments {
                self.find_turn::<S, true>(s, at, places, slots);
            } else {
                self.find_turn::<S, false>(s, at, places, slots);
            }
        }
    }

    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    fn find_turn<S: Simd, const SEGMENTS: bool>(
        &mut self,
        s: S,
        at: usize,
        places: &[Record],
        [a, b, c, d]: &[[u32; LANES]; 4],
    ) {
        let (zero, one) = (Turn::splat(s, 0.0), Turn::splat(s, 1.0));
        let a: Wide<Turn<S>> = Turn::gather(s, places, &a[at..]);
        let b: Wide<Turn<S>> = Turn::gather(s, places, &b[at..]);
        let c: Wide<Turn<S>> = Turn::gather(s, places, &c[at..]);
        let d: Wide<Turn<S>> = Turn::gather(s, places, &d[at..]);
        // Along the sides, so that the rounding of the weights does not change the distance.
        let (weights, apart) = if SEGMENTS {
            let [p, q] = of_segments(s, [a.xyz, b.xyz], [c.xyz, d.xyz]);
            let along = sub(scale(sub(b.xyz, a.xyz), p), scale(sub(d.xyz, c.xyz), q));
            ([one - p, p, q - one, zero - q], add(sub(a.xyz, c.xyz), along))
        } else {
            let [u, v, w] = on_triangle(s, a.xyz, [b.xyz, c.xyz, d.xyz]);
            let along = add(scale(sub(c.xyz, b.xyz), v), scale(sub(d.xyz, b.xyz), w));
            ([one, zero - u, zero - v, zero - w], sub(sub(a.xyz, b.xyz), along))
        };
        let distance = dot(apart, apart).sqrt();
        let normal = scale(apart, one / distance);
        // 0 and not 0/0, also where a number has overflowed.
        let is_unit = (dot(normal, normal) * zero).simd_eq(zero) & distance.simd_gt(zero);
        let normal = [
            is_unit.select(normal[0], zero),
            is_unit.select(normal[1], zero),
            is_unit.select(normal[2], zero),
        ];
        let first = a.w * weights[0].abs() + b.w * weights[1].abs();
        let thickness = first + (c.w * weights[2].abs() + d.w * weights[3].abs());
        for (stored, weights) in self.weights.iter_mut().zip(weights) {
            set_numbers(stored, at, weights);
        }
        keep(&mut self.normal, at, normal);
        set_numbers(&mut self.distance, at, distance);
        set_numbers(&mut self.thickness, at, thickness);
    }
}

#[inline(always)]
fn on_triangle<S: Simd>(s: S, p: [Turn<S>; 3], [a, b, c]: [[Turn<S>; 3]; 3]) -> [Turn<S>; 3] {
    let (zero, one) = (Turn::splat(s, 0.0), Turn::splat(s, 1.0));
    let (ab, ac) = (sub(b, a), sub(c, a));
    let (ap, bp, cp) = (sub(p, a), sub(p, b), sub(p, c));
    let (d1, d2) = (dot(ab, ap), dot(ac, ap));
    let (d3, d4) = (dot(ab, bp), dot(ac, bp));
    let (d5, d6) = (dot(ab, cp), dot(ac, cp));
    let (va, vb, vc) = (d3 * d6 - d5 * d4, d5 * d2 - d1 * d6, d1 * d4 - d3 * d2);
    let sum = va + vb + vc;
    let (mut v, mut w) = (part(s, vb, sum), part(s, vc, sum));
    let mut u = one - v - w;
    u = u.simd_gt(zero).select(u, zero);

    let (x, y) = (d4 - d3, d5 - d6);
    let on_bc = va.simd_le(zero) & x.simd_ge(zero) & y.simd_ge(zero);
    let t = part(s, x, x + y);
    (u, v, w) = (on_bc.select(zero, u), on_bc.select(one - t, v), on_bc.select(t, w));

    let on_ac = vb.simd_le(zero) & d2.simd_ge(zero) & d6.simd_le(zero);
    let t = part(s, d2, d2 - d6);
    (u, v, w) = (on_ac.select(one - t, u), on_ac.select(zero, v), on_ac.select(t, w));

    let at_c = d6.simd_ge(zero) & d5.simd_le(d6);
    (u, v, w) = (at_c.select(zero, u), at_c.select(zero, v), at_c.select(one, w));

    let on_ab = vc.simd_le(zero) & d1.simd_ge(zero) & d3.simd_le(zero);
    let t = part(s, d1, d1 - d3);
    (u, v, w) = (on_ab.select(one - t, u), on_ab.select(t, v), on_ab.select(zero, w));

    let at_b = d3.simd_ge(zero) & d4.simd_le(d3);
    (u, v, w) = (at_b.select(zero, u), at_b.select(one, v), at_b.select(zero, w));

    let at_a = d1.simd_le(zero) & d2.simd_le(zero);
    [at_a.select(one, u), at_a.select(zero, v), at_a.select(zero, w)]
}

#[inline(always)]
fn of_segments<S: Simd>(
    s: S,
    [a, b]: [[Turn<S>; 3]; 2],
    [c, d]: [[Turn<S>; 3]; 2],
) -> [Turn<S>; 2] {
    let (zero, one) = (Turn::splat(s, 0.0), Turn::splat(s, 1.0));
    let (u, v, r) = (sub(b, a), sub(d, c), sub(a, c));
    let (uu, vv, uv) = (dot(u, u), dot(v, v), dot(u, v));
    let (ur, vr) = (dot(u, r), dot(v, r));
    let area = uu * vv - uv * uv;
    let from_start = part(s, zero - ur, uu);
    let crosses = area.simd_gt(Turn::splat(s, 1e-6) * uu * vv);
    let p = crosses.select(part(s, uv * vr - ur * vv, area), from_start);
    let q = (uv * p + vr) / vv;
    let p = q.simd_lt(zero).select(from_start, p);
    let p = q.simd_gt(one).select(part(s, uv - ur, uu), p);
    [p, part(s, q, one)]
}

/// `a/b` within 0 and 1; 0 if it is no number.
#[inline(always)]
fn part<S: Simd>(s: S, a: Turn<S>, b: Turn<S>) -> Turn<S> {
    let (zero, one, part) = (Turn::splat(s, 0.0), Turn::splat(s, 1.0), a / b);
    let most = part.simd_lt(one).select(part, one);
    part.simd_gt(zero).select(most, zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::closest;
    use crate::solver::tests::levels::levels;
    use crate::solver::tests::noise::noise;
    use fearless_simd::dispatch;

    /// Pairs of which some share coordinates, are points, parallel, without area, huge or no number.
    fn pair(seed: &mut u64, i: usize) -> [[f32; 3]; 4] {
        let mut at: [[f32; 3]; 4] = [[0.0; 3]; 4].map(|x| x.map(|_| noise(seed)));
        match i % 9 {
            0 => at[1] = at[0],
            1 => at[3] = at[2],
            2 => at[3] = [0, 1, 2].map(|c| at[2][c] + at[1][c] - at[0][c]),
            3 => at[2] = at[1],
            4 => at[0] = at[2],
            5 => at = at.map(|x| x.map(|c| (4.0 * c).round())),
            6 if i % 27 == 6 => at[2][0] = f32::NAN,
            6 => at = at.map(|x| x.map(|c| 1e25 * c)),
            _ => {}
        }
        at
    }

    #[test]
    fn lanes_find_what_the_scalar_formulas_find_at_every_level() {
        for level in levels() {
            let mut seed = 5;
            for round in 0..400 {
                let pairs: [_; LANES] = core::array::from_fn(|i| pair(&mut seed, 7 * round + i));
                let flat = pairs.as_flattened();
                let places: Vec<Record> = flat.iter().map(|&[x, y, z]| [x, y, z, 0.5]).collect();
                let slots = [0, 1, 2, 3].map(|k| core::array::from_fn(|i| (4 * i + k) as u32));
                for segments in [false, true] {
                    let mut found = Closest::NONE;
                    dispatch!(level, s => found.find(s, segments, &places, &slots, LANES));
                    for (lane, &[a, b, c, d]) in pairs.iter().enumerate() {
                        let expected = if segments {
                            let [p, q] = closest::of_segments([a, b], [c, d]);
                            [1.0 - p, p, q - 1.0, -q]
                        } else {
                            let [u, v, w] = closest::on_triangle(a, [b, c, d]);
                            [1.0, -u, -v, -w]
                        };
                        let weights = found.weights.map(|of| of[lane]);
                        assert_eq!(weights, expected, "{segments} {a:?} {b:?} {c:?} {d:?}");
                        let normal = found.normal.map(|of| of[lane]);
                        let length = dot(normal, normal);
                        assert!(length == 0.0 || (length - 1.0).abs() < 1e-5, "{normal:?}");
                    }
                }
            }
        }
    }
}
