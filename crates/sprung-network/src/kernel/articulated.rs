//! Elimination of a particle with its subtree, seen from its parent: a mass that differs by direction.
//!
//! This is what Featherstone calls an articulated body (*Robot Dynamics Algorithms*, 1987), of particles. A link of normal
//! `n` from parent to child asks `n·(x_c − x_p) + κ λ = r` of the moves `x` and its impulse λ, with `r` the rest length
//! minus the length and `κ = (1 − p)/p · (w_c + w_p)` the compliance of a link that removes only the fraction `p` of its
//! error. A link under tension also turns with its ends: its impulse `−T n` follows the new normal, as if an edge
//! `t = T/length` held its ends together sideways. Without this second-order part a light particle between heavy ones is
//! flung sideways. With mass `M` and impulse `b` of a child, split along `n` and across it, and `h = M_tn/M_nn`,
//! `S = M_tt − M_nn h hᵀ`, `Q = (S + t)⁻¹`, `b' = b_t − h b_n`:
//!
//! ```text
//! g = 1/(1/M_nn + h·Qh + κ),  o = g (r − b_n/M_nn + h·Qb'),  s = n + t Q h             leaves first
//! the parent gains mass g s sᵀ + t Q S and impulse t Q b' − o s
//! λ = o + g s·x_p,  x_t = Q (b' + t x_p − h λ),  x_n = (b_n + λ)/M_nn − h·x_t         root first
//! ```
//!
//! Nothing here subtracts what is large and nearly equal, so that masses may differ by thousands. Rows are multiplied by
//! their `p`, so that a link that is off is just `λ = 0`.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::vector::{Number, add, dot, scale, sub};
use crate::lanes::record::{Floats, greater, keep};

/// Normals are of length 1, or 0 for links that are off; between them are those of particles at one place.
const HAS_DIRECTION: f32 = 0.5;
/// The state between elimination and back substitution of a particle: `n` and two directions across it; `Q`; its move if the link did
/// nothing; `o`, `g`, `t`; `s` across `n`, `1/M_nn`; `h`, and fraction over length.
pub(super) type Eliminated<V> = [[V; 3]; 8];

/// One row of the system.
pub(super) struct Row<V> {
    pub(super) normal: [V; 3],
    pub(super) fraction: V,
    /// Of both ends.
    pub(super) inverse_masses: V,
    /// Right side, multiplied by the fraction.
    pub(super) error: V,
    /// The edge that holds the link sideways, kg.
    pub(super) sideways: V,
    /// Fraction over length.
    pub(super) per_length: V,
}

/// The subtree of a particle.
pub(super) struct Subtree<V> {
    pub(super) mass: Symmetric<V>,
    pub(super) impulse: [V; 3],
}

/// A symmetric matrix: xx, xy, xz, yy, yz, zz.
pub(super) struct Symmetric<V>(pub(super) [V; 6]);

impl<V: Number> Symmetric<V> {
    #[inline(always)]
    fn apply(&self, [x, y, z]: [V; 3]) -> [V; 3] {
        let [xx, xy, xz, yy, yz, zz] = self.0;
        [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z]
    }
}

impl<V> Row<V> {
    /// Eliminates particles of inverse mass `w` and their links, whose compliance is at least this part of the inverse masses
    /// of their ends. Returns what they add to the subtrees of their parents.
    #[inline(always)]
    pub(super) fn eliminate<S: Simd, const W: usize>(
        self,
        s: S,
        w: V,
        min_compliance: f32,
        subtree: Subtree<V>,
        left: &mut Eliminated<[f32; W]>,
    ) -> Subtree<V>
    where
        V: Floats<S>,
    {
        let (zero, one) = (V::splat(s, 0.0), V::splat(s, 1.0));
        let Self { normal, fraction, inverse_masses, error, sideways: t, per_length } = self;
        let has = dot(normal, normal).simd_gt(V::splat(s, HAS_DIRECTION));
        let n =
            [has.select(normal[0], zero), has.select(normal[1], zero), has.select(normal[2], one)];
        let [u, v] = tangents(s, n);
        // M in units of the particle's own mass. No pivot of such a matrix is below 1: rounding may not take it there.
        let (mn, mu, mv) = (subtree.mass.apply(n), subtree.mass.apply(u), subtree.mass.apply(v));
        let inverse = one / greater(one + w * dot(n, mn), one);
        let (nu, nv) = (w * dot(u, mn), w * dot(v, mn));
        let (hu, hv) = (nu * inverse, nv * inverse);
        let suu = greater(one + w * dot(u, mu) - nu * hu, one);
        let suv = w * dot(u, mv) - nu * hv;
        let svv = greater(one + w * dot(v, mv) - nv * hv, one);
        let determinant = greater(suu * svv - suv * suv, one);
        let tw = t * w;
        let per_whole = one / (determinant + tw * (suu + svv) + tw * tw);
        let wq = w * per_whole;
        let (quu, quv, qvv) = ((svv + tw) * wq, zero - suv * wq, (suu + tw) * wq);

        let bn = dot(n, subtree.impulse);
        let (bu, bv) = (dot(u, subtree.impulse) - hu * bn, dot(v, subtree.impulse) - hv * bn);
        let along = w * inverse;
        let free = [bn * along, quu * bu + quv * bv, quv * bu + qvv * bv];
        let (qhu, qhv) = (quu * hu + quv * hv, quv * hu + qvv * hv);
        let soft = inverse_masses * greater(one - fraction, V::splat(s, min_compliance));
        let compliance = fraction * (along + hu * qhu + hv * qhv) + soft;
        let inverse = one / greater(compliance, V::splat(s, f32::MIN_POSITIVE));
        let g = fraction * inverse;
        let o = (error - fraction * (free[0] - hu * free[1] - hv * free[2])) * inverse;
        let (su, sv) = (t * qhu, t * qhv);
        // One by one: a loop over them would take them through memory.
        let [a, b, c, d, e, f, i, j] = left;
        keep(a, 0, n);
        keep(b, 0, u);
        keep(c, 0, v);
        keep(d, 0, [quu, quv, qvv]);
        keep(e, 0, free);
        keep(f, 0, [o, g, t]);
        keep(i, 0, [su, sv, along]);
        keep(j, 0, [hu, hv, per_length]);

        let seen = add(n, add(scale(u, su), scale(v, sv)));
        let tq = t * per_whole;
        let (ruu, ruv, rvv) =
            (tq * (tw * suu + determinant), tq * tw * suv, tq * (tw * svv + determinant));
        let ru = add(scale(u, ruu), scale(v, ruv));
        let rv = add(scale(u, ruv), scale(v, rvv));
        let heavy = scale(seen, g);
        let entry = |i: usize, j: usize| heavy[i] * seen[j] + (u[i] * ru[j] + v[i] * rv[j]);
        let mass = [entry(0, 0), entry(0, 1), entry(0, 2), entry(1, 1), entry(1, 2), entry(2, 2)];
        let aside = add(scale(u, t * free[1]), scale(v, t * free[2]));
        Subtree { mass: Symmetric(mass), impulse: sub(aside, scale(seen, o)) }
    }
}

/// Back-substitutes: the move of a particle from that of its parent, the impulse of its link, and fraction over length.
#[inline(always)]
pub(super) fn substitute<V: Number>(left: Eliminated<V>, parent: [V; 3]) -> ([V; 3], V, V) {
    let [n, u, v, [quu, quv, qvv], free, [o, g, t], [su, sv, along], [hu, hv, per_length]] = left;
    let [free_n, free_u, free_v] = free;
    let p = [dot(n, parent), dot(u, parent), dot(v, parent)];
    let impulse = o + g * (p[0] + su * p[1] + sv * p[2]);
    let (du, dv) = (t * p[1] - hu * impulse, t * p[2] - hv * impulse);
    let x_u = free_u + quu * du + quv * dv;
    let x_v = free_v + quv * du + qvv * dv;
    let x_n = free_n + along * impulse - hu * x_u - hv * x_v;
    let xyz = add(scale(n, x_n), add(scale(u, x_u), scale(v, x_v)));
    (xyz, impulse, per_length)
}

/// Returns two unit vectors across a unit vector and each other. In the plane `z = 0` the second one is upright, so that a
/// tree in the plane stays there bit for bit.
#[inline(always)]
fn tangents<S: Simd, V: Floats<S>>(s: S, [x, y, z]: [V; 3]) -> [[V; 3]; 2] {
    let zero = V::splat(s, 0.0);
    let steep = z.abs().simd_gt(V::splat(s, 0.7));
    let (a, b) = (steep.select(z, y), steep.select(y, x));
    let per_length = V::splat(s, 1.0) / (a * a + b * b).sqrt();
    let (a, b) = (zero - a * per_length, b * per_length);
    let u = [steep.select(zero, a), steep.select(a, b), steep.select(b, zero)];
    [u, [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]]]
}

/// The fraction, or 0 for particles at one place.
#[inline(always)]
pub(super) fn with_direction<S: Simd, V: Floats<S>>(s: S, normal: [V; 3], fraction: V) -> V {
    let has = dot(normal, normal).simd_gt(V::splat(s, HAS_DIRECTION));
    has.select(fraction, V::splat(s, 0.0))
}
