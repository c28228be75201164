//! Sums over the contacts of a rigid body with particles, eight contacts at a time.
//!
//! Contact `i` has the normal `n`, the arm `r` from the center of mass and the inverse mass `w` of its particle. A motion of
//! the body is a translation and a rotation vector, `ξ = (m, t)`, which moves the point by `m + t × r`, and by
//! `a·ξ` along the normal, `a = (n, r × n)`.

use fearless_simd::{Simd, SimdBase, f64x8, mask64x8, prelude::*};

use crate::error::MAX_COORDINATE;
use crate::geometry::vector::{add, cross, dot, scale, sub};
use crate::lanes::record::{Record, Wide, records};
use crate::lanes::slots::gather_eight;

use super::body_candidates::{Places, lanes_of};

/// Contacts that are summed at a time.
pub(crate) const LANES: usize = 8;

/// One number of each contact.
pub(crate) type Lane = [f64; LANES];

/// A translation and a rotation vector, or a linear and an angular impulse.
pub(crate) type Six = [f64; 6];

/// The lower triangle of a symmetric matrix, row by row.
pub(crate) type Triangle = [f64; 21];

/// Up to eight contacts of one body. In lanes that are not used all numbers but the slot are 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eight {
    /// A bit for each lane that is used.
    pub(crate) used: u32,
    pub(crate) slots: [u32; LANES],
    /// Outward from the body.
    pub(crate) normal: [Lane; 3],
    /// From the center of mass of the body to the particle, m.
    pub(crate) arm: [Lane; 3],
    /// Of the particle, kg.
    pub(crate) mass: Lane,
    pub(crate) friction: Lane,
    pub(crate) restitution: Lane,
    /// Before anything is pushed, m.
    pub(crate) depth: Lane,
    /// The displacement of the particle, and of the point of the body, when the contact was found.
    pub(crate) displacement: [Lane; 3],
    pub(crate) body_moved: [Lane; 3],
    /// The path of the particle relative to the body in this sub-step, until the contact was found.
    pub(crate) path: [Lane; 3],
    /// The velocity of the particle relative to the body along the normal, before the sub-step, m/s.
    pub(crate) approach: Lane,
    /// The displacement of the particle relative to the body since the contact was found.
    pub(crate) parted: [Lane; 3],
    /// Pushed so far along the normal, kg·m.
    pub(crate) pushed: Lane,
    /// To be given to the particle, kg·m.
    pub(crate) push: [Lane; 3],
    /// Given to the particle so far in this sub-step, kg·m.
    pub(crate) total: [Lane; 3],
}

impl Eight {
    pub(crate) const EMPTY: Self = {
        let (zero, zeros) = ([0.0; LANES], [[0.0; LANES]; 3]);
        Self {
            used: 0,
            slots: [0; LANES],
            normal: zeros,
            arm: zeros,
            mass: zero,
            friction: zero,
            restitution: zero,
            depth: zero,
            displacement: zeros,
            body_moved: zeros,
            path: zeros,
            approach: zero,
            parted: zeros,
            pushed: zero,
            push: zeros,
            total: zeros,
        }
    };
}

/// The contributions of contacts to the function to minimize, and to its derivatives.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    /// The nonnegative part of the function, kg·m².
    pub(crate) energy: f64,
    /// The rest of the function, kg·m².
    pub(crate) work: f64,
    pub(crate) gradient: Six,
    pub(crate) hessian: Triangle,
}

/// The sums of the pushes along the normals, `p ← max(0, p + (depth + a·ξ)/w)`: of `w p²/2` with the pushes after the motion
/// and of `−a·ξ p` with those before it. The second derivatives are left out, as 0, if they are not wanted.
#[inline(always)]
pub(crate) fn normal_sums<S: Simd, const SECOND: bool>(
    s: S,
    contacts: &[Eight],
    motion: Six,
) -> Sums {
    let zero = f64x8::splat(s, 0.0);
    let half = f64x8::splat(s, 0.5);
    let mut energy = zero;
    let mut work = zero;
    let mut gradient = [zero; 6];
    let mut hessian = [zero; 21];
    for contact in contacts {
        let Row { along, turning, moved, push: before, mass } = row(s, contact, motion);
        let wanted = before + mass * (left(s, contact) + moved);
        let is_active = wanted.simd_gt(zero);
        let push = is_active.select(wanted, zero);
        // w p² = p · (p/m), and p is 0 where the mass is.
        let depth = is_active.select(push / mass, zero);
        energy += half * push * depth;
        work -= before * moved;
        let a = [along[0], along[1], along[2], turning[0], turning[1], turning[2]];
        let change = push - before;
        for (sum, a) in gradient.iter_mut().zip(a) {
            *sum += a * change;
        }
        if SECOND {
            add_products(&mut hessian, a, is_active.select(mass, zero));
        }
    }
    Sums {
        energy: total(energy),
        work: total(work),
        gradient: totals(gradient),
        hessian: if SECOND { totals(hessian) } else { [0.0; 21] },
    }
}

/// Takes the push along the normals after the motion.
#[inline(always)]
pub(crate) fn set_normal_push<S: Simd>(s: S, contact: &mut Eight, motion: Six) {
    let zero = f64x8::splat(s, 0.0);
    let Row { along, moved, push: before, mass, .. } = row(s, contact, motion);
    let push = (before + mass * (left(s, contact) + moved)).max(zero);
    push.store_array(&mut contact.pushed);
    store(&mut contact.push, scale(along, push - before));
}

/// The sums of friction. A contact resists the path `t` along its surface that the motion leaves by `c t`, where `c` is the
/// mass of the particle, or less where that were more than Coulomb's law allows: `c = min(1/w, μ p/|t|)`. The function is
/// `t²/2w`, and `μ p (|t| − w μ p/2)` where it slides.
#[inline(always)]
pub(crate) fn friction_sums<S: Simd, const SECOND: bool>(
    s: S,
    contacts: &[Eight],
    motion: Six,
) -> Sums {
    let zero = f64x8::splat(s, 0.0);
    let half = f64x8::splat(s, 0.5);
    let mut energy = zero;
    let mut gradient = [zero; 6];
    let mut hessian = [zero; 21];
    for contact in contacts {
        let Slide { left, squared, mass, resistance, is_sliding } = slide(s, contact, motion);
        let (n, r) = (load(s, &contact.normal), load(s, &contact.arm));
        let held = half * mass * squared;
        let slides = is_sliding.any_true();
        energy += if slides {
            // c t² is μ p |t|, and (μ p)²/2m is half of that times c/m.
            let slid = resistance * squared * (f64x8::splat(s, 1.0) - half * resistance / mass);
            is_sliding.select(slid, held)
        } else {
            held
        };
        let turn = cross(r, left);
        let along = [left[0], left[1], left[2], turn[0], turn[1], turn[2]];
        for (sum, a) in gradient.iter_mut().zip(along) {
            *sum -= a * resistance;
        }
        if !SECOND {
            continue;
        }
        add_point(&mut hessian, r, resistance);
        let turning = cross(r, n);
        let a = [n[0], n[1], n[2], turning[0], turning[1], turning[2]];
        add_products(&mut hessian, a, zero - resistance);
        if slides {
            let by = is_sliding.select(zero - resistance / squared, zero);
            add_products(&mut hessian, along, by);
        }
    }
    let hessian = if SECOND { totals(hessian) } else { [0.0; 21] };
    Sums { energy: total(energy), work: 0.0, gradient: totals(gradient), hessian }
}

/// Takes the push of friction after the motion.
#[inline(always)]
pub(crate) fn set_friction_push<S: Simd>(s: S, contact: &mut Eight, motion: Six) {
    let zero = f64x8::splat(s, 0.0);
    let Slide { left, resistance, .. } = slide(s, contact, motion);
    store(&mut contact.push, scale(left, zero - resistance));
}

/// Takes the displacements of the particles relative to the body since the contacts were found; the body has moved by
/// `motion` in this sub-step.
#[inline(always)]
pub(crate) fn part<S: Simd>(s: S, contacts: &mut [Eight], displacement: &[Record], motion: Six) {
    let zero = f64x8::splat(s, 0.0);
    let [translation, rotation] = halves(s, motion);
    for contact in contacts {
        let [u, _] = gather_eight(s, displacement, displacement, &contact.slots);
        let moved = sub(u.xyz, load(s, &contact.displacement));
        let body = add(translation, cross(rotation, load(s, &contact.arm)));
        let body = sub(body, load(s, &contact.body_moved));
        let [x, y, z] = sub(moved, body);
        let is_used = f64x8::load_array_ref(s, &contact.mass).simd_gt(zero);
        let on = |lanes: f64x8<S>| is_used.select(lanes, zero);
        store(&mut contact.parted, [on(x), on(y), on(z)]);
    }
}

/// Moves the particles by the pushes, which `set` takes, and takes as a push what rounding has left of it. Returns the
/// impulse and, about the center of mass, the angular impulse of all.
#[inline(always)]
pub(crate) fn exchange<S: Simd>(
    s: S,
    contacts: &mut [Eight],
    displacement: &mut [Record],
    set: impl Fn(&mut Eight),
) -> Six {
    let zero = f64x8::splat(s, 0.0);
    let largest = f64x8::splat(s, f64::from(MAX_COORDINATE));
    let least = zero - largest;
    let mut sums = [zero; 6];
    for contact in contacts {
        set(contact);
        let [u, _] = gather_eight(s, displacement, displacement, &contact.slots);
        let mass = f64x8::load_array_ref(s, &contact.mass);
        let is_used = mass.simd_gt(zero);
        let wanted = load(s, &contact.push);
        let [x, y, z] = u.xyz;
        let after = |u: f64x8<S>, push: f64x8<S>| {
            let there = u + is_used.select(push / mass, zero);
            let below = there.simd_gt(largest).select(largest, there);
            let within = below.simd_lt(least).select(least, below);
            s.narrow_f64x8(within, within)
        };
        let [x, y, z] = [after(x, wanted[0]), after(y, wanted[1]), after(z, wanted[2])];
        let moved = records(Wide { xyz: [x, y, z], w: s.narrow_f64x8(u.w, u.w) });
        let ((x, _), (y, _), (z, _)) = (s.widen_f32x16(x), s.widen_f32x16(y), s.widen_f32x16(z));
        let [x, y, z] = scale(sub([x, y, z], u.xyz), mass);
        // What is not a number in lanes that are not used does not reach the sums.
        let given = |push: f64x8<S>| is_used.select(push, zero);
        let push = [given(x), given(y), given(z)];
        store(&mut contact.push, push);
        let given = add(load(s, &contact.total), push);
        store(&mut contact.total, given);
        let turn = cross(load(s, &contact.arm), push);
        for (sum, a) in sums.iter_mut().zip(push.into_iter().chain(turn)) {
            *sum += a;
        }
        let mut buffer = [[0.0; 2 * LANES]; 2];
        moved[0].store_array(&mut buffer[0]);
        moved[1].store_array(&mut buffer[1]);
        // Whole records are written, so that they can be read at once.
        core::hint::black_box(&mut buffer);
        let moved = buffer.as_flattened().as_chunks::<4>().0;
        for lane in lanes_of(contact.used) {
            displacement[contact.slots[lane] as usize] = moved[lane];
        }
    }
    totals(sums)
}

/// The work of contacts on their particles in a sub-step of `h` seconds, J.
#[inline(always)]
pub(crate) fn works<S: Simd>(s: S, contact: &Eight, places: Places<'_>, h: f64) -> Lane {
    let [u, predicted] = gather_eight(s, places.displacement, places.predicted, &contact.slots);
    let [velocity, _] = gather_eight(s, places.velocity, places.velocity, &contact.slots);
    let path = add(sub(u.xyz, predicted.xyz), scale(velocity.xyz, f64x8::splat(s, h)));
    let work = dot(load(s, &contact.total), path) * f64x8::splat(s, 1.0 / (h * h));
    let mut all = [0.0; LANES];
    work.store_array(&mut all);
    all
}

/// The translation and the rotation vector of a motion, in all lanes.
#[inline(always)]
fn halves<S: Simd>(s: S, [x, y, z, u, v, w]: Six) -> [[f64x8<S>; 3]; 2] {
    let splat = |c| f64x8::splat(s, c);
    [[splat(x), splat(y), splat(z)], [splat(u), splat(v), splat(w)]]
}

struct Row<V> {
    along: [V; 3],
    turning: [V; 3],
    /// `a·ξ`
    moved: V,
    push: V,
    mass: V,
}

#[inline(always)]
fn row<S: Simd>(s: S, contact: &Eight, motion: Six) -> Row<f64x8<S>> {
    let along = load(s, &contact.normal);
    let turning = cross(load(s, &contact.arm), along);
    let [translation, rotation] = halves(s, motion);
    let moved = dot(along, translation) + dot(turning, rotation);
    let push = f64x8::load_array_ref(s, &contact.pushed);
    let mass = f64x8::load_array_ref(s, &contact.mass);
    Row { along, turning, moved, push, mass }
}

/// The remaining depth.
#[inline(always)]
fn left<S: Simd>(s: S, contact: &Eight) -> f64x8<S> {
    let parted = load(s, &contact.parted);
    f64x8::load_array_ref(s, &contact.depth) - dot(load(s, &contact.normal), parted)
}

struct Slide<V, M> {
    /// The path along the surface that the motion leaves, and its square.
    left: [V; 3],
    squared: V,
    /// 0 where there is no friction.
    mass: V,
    resistance: V,
    is_sliding: M,
}

#[inline(always)]
fn slide<S: Simd>(s: S, contact: &Eight, motion: Six) -> Slide<f64x8<S>, mask64x8<S>> {
    let zero = f64x8::splat(s, 0.0);
    let [translation, rotation] = halves(s, motion);
    let (n, r) = (load(s, &contact.normal), load(s, &contact.arm));
    let path = add(load(s, &contact.path), load(s, &contact.parted));
    let path = sub(path, add(translation, cross(rotation, r)));
    let left = sub(path, scale(n, dot(path, n)));
    let squared = dot(left, left);
    let limit =
        f64x8::load_array_ref(s, &contact.friction) * f64x8::load_array_ref(s, &contact.pushed);
    let rubs = limit.simd_gt(zero);
    let mass = rubs.select(f64x8::load_array_ref(s, &contact.mass), zero);
    let is_sliding = (mass * mass * squared).simd_gt(limit * limit);
    let resistance =
        if is_sliding.any_true() { is_sliding.select(limit / squared.sqrt(), mass) } else { mass };
    Slide { left, squared, mass, resistance, is_sliding }
}

/// Adds `c JᵀJ` of the point at `r`, `J = (1, −[r]×)`.
#[inline(always)]
fn add_point<S: Simd>(sums: &mut [f64x8<S>; 21], [x, y, z]: [f64x8<S>; 3], c: f64x8<S>) {
    let [cx, cy, cz] = scale([x, y, z], c);
    for i in [0, 2, 5] {
        sums[i] += c;
    }
    sums[7] -= cz;
    sums[8] += cy;
    sums[10] += cz;
    sums[12] -= cx;
    sums[15] -= cy;
    sums[16] += cx;
    sums[9] += cy * y + cz * z;
    sums[13] -= cx * y;
    sums[14] += cz * z + cx * x;
    sums[18] -= cx * z;
    sums[19] -= cy * z;
    sums[20] += cx * x + cy * y;
}

/// Adds `c a aᵀ`.
#[inline(always)]
fn add_products<S: Simd>(sums: &mut [f64x8<S>; 21], a: [f64x8<S>; 6], c: f64x8<S>) {
    let mut at = 0;
    for i in 0..6 {
        let of_row = a[i] * c;
        for of_column in &a[..=i] {
            sums[at] += of_row * *of_column;
            at += 1;
        }
    }
}

#[inline(always)]
pub(crate) fn load<S: Simd>(s: S, from: &[Lane; 3]) -> [f64x8<S>; 3] {
    let of = |c: usize| f64x8::load_array_ref(s, &from[c]);
    [of(0), of(1), of(2)]
}

#[inline(always)]
pub(crate) fn store<S: Simd>(to: &mut [Lane; 3], from: [f64x8<S>; 3]) {
    for (to, from) in to.iter_mut().zip(from) {
        from.store_array(to);
    }
}

/// The sum of the lanes, in one order at every level.
#[inline(always)]
fn total<S: Simd>(lanes: f64x8<S>) -> f64 {
    let [a, b, c, d, e, f, g, h] = *lanes;
    ((a + e) + (c + g)) + ((b + f) + (d + h))
}

#[inline(always)]
fn totals<S: Simd, const N: usize>(sums: [f64x8<S>; N]) -> [f64; N] {
    let mut all = [0.0; N];
    for (all, sum) in all.iter_mut().zip(sums) {
        *all = total(sum);
    }
    all
}
