//! Free rods keep their angular momentum.
//!
//! Rotations of a step that are not small leave a rest of angular momentum, and a spectral radius below 1 damps rotation. A rod
//! that nothing holds gets it back as the motion of a rigid body, which is the smallest change that does so. Where there is
//! less energy than before, only the motion relative to it is slowed down.

use fearless_simd::{Simd, prelude::*};

use crate::base::Base;
use crate::group::{Group, Work};
use crate::lanes::{
    Symmetric, Vector, Wide, add, add_scaled, choose, cross, dot, load, number, scale, splat,
    store, sub, third_axis,
};

/// Moments about the center of mass.
#[derive(Clone, Copy)]
pub(crate) struct Moments<S: Simd> {
    /// Angular momentum, and the moment of loads.
    angular: Vector<S>,
    torque: Vector<S>,
    inertia: Symmetric<S>,
    /// The center of mass from the start.
    center: Vector<S>,
}

impl Group {
    /// Moments of the rods as they are, or in a trial.
    #[inline(always)]
    pub(crate) fn moments<S: Simd>(&self, s: S, trial: Option<&[Work]>) -> Moments<S> {
        let zero = Wide::splat(s, 0.0);
        let none = splat(s, [0.0; 3]);
        let [mut place, mut moment, mut momentum, mut angular, mut torque, mut force] = [none; 6];
        let mut spread = [zero; 6];
        for at in 0..=self.segments.len() {
            if at > 0 {
                let frame = match trial {
                    Some(work) => load(s, &work[at - 1].frame),
                    None => load(s, &self.segments[at - 1].frame),
                };
                let length = number(s, &self.constants(at - 1).length);
                place = add_scaled(place, third_axis(frame), length);
            }
            // In a trial relative to the base, which changes no angular momentum about the center of mass.
            let velocity = match trial {
                Some(work) => load(s, &work[at].velocity),
                None => load(s, self.velocity(at)),
            };
            let mass = number(s, self.mass(at));
            let weighted = scale(place, mass);
            moment = add(moment, weighted);
            momentum = add_scaled(momentum, velocity, mass);
            angular = add(angular, cross(weighted, velocity));
            if let Some(load) = self.load(s, at) {
                torque = add(torque, cross(place, load));
                force = add(force, load);
            }
            spread = add_dyad(spread, weighted, place);
        }
        let inverse = Wide::splat(s, 1.0) / number(s, &self.mass);
        let center = scale(moment, inverse);
        let [xx, yx, yy, zx, zy, zz] = add_dyad(spread, scale(moment, -inverse), moment);
        Moments {
            angular: sub(angular, cross(center, momentum)),
            torque: sub(torque, cross(center, force)),
            inertia: [yy + zz, -yx, xx + zz, -zx, -zy, xx + yy],
            center,
        }
    }

    /// The least kinetic energy with which free rods in a trial have their angular momentum; of others 0.
    #[inline(always)]
    pub(crate) fn rigid_energy<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        before: &Moments<S>,
        work: &[Work],
    ) -> Wide<S> {
        let zero = Wide::splat(s, 0.0);
        let after = self.moments(s, Some(work));
        let goal = goal(s, base, before, &after);
        let energy = dot(goal, solve(s, after.inertia, goal)) * 0.5;
        let held = number(s, &self.is_fixed[0]) + number(s, &self.is_fixed[1]);
        let is_left = held.simd_gt(zero) | !energy.simd_lt(1e30);
        is_left.select(zero, energy)
    }

    /// Gives free rods in a trial the angular momentum that they should have, with at most the energy that is `left`. Returns
    /// their kinetic energy then.
    #[inline(always)]
    pub(crate) fn keep_momentum<S: Simd>(
        &self,
        s: S,
        base: &Base<S>,
        before: &Moments<S>,
        kinetic: Wide<S>,
        left: Wide<S>,
        work: &mut [Work],
    ) -> Wide<S> {
        let zero = Wide::splat(s, 0.0);
        let one = Wide::splat(s, 1.0);
        let after = self.moments(s, Some(work));
        let goal = goal(s, base, before, &after);
        let rigid = solve(s, after.inertia, goal);
        let missing = solve(s, after.inertia, sub(goal, after.angular));
        let whole = kinetic + dot(missing, add(after.angular, goal)) * 0.5;
        let turning = dot(goal, rigid) * 0.5;
        let free = whole - turning;
        let is_enough = whole.simd_le(left);
        let above = left - turning;
        let is_some = above.simd_gt(zero);
        let slower = is_some.select((above / free).sqrt(), zero);
        let slower = is_enough.select(one, slower);
        let rest = is_enough | is_some;
        let turn_part = rest.select(one, (left / turning).sqrt());
        let is_held = (number(s, &self.is_fixed[0]) + number(s, &self.is_fixed[1])).simd_gt(zero);
        // A number that is not finite leaves the rod as it is.
        let size = dot(rigid, rigid) + dot(missing, missing) + slower + turn_part;
        let is_left = is_held | !size.simd_lt(1e30);
        let mut place = scale(after.center, -one);
        for at in 0..=self.segments.len() {
            if at > 0 {
                let work = &mut work[at - 1];
                let length = number(s, &self.constants(at - 1).length);
                place = add_scaled(place, third_axis(load(s, &work.frame)), length);
                let spin = number(s, &work.spin);
                is_left.select(spin, spin * slower).store_array(&mut work.spin);
            }
            let velocity = load(s, &work[at].velocity);
            let turning = cross(rigid, place);
            let relative = sub(add(velocity, cross(missing, place)), turning);
            let kept = add_scaled(scale(turning, turn_part), relative, slower);
            store(choose(is_left, velocity, kept), &mut work[at].velocity);
        }
        let now = turn_part * turn_part * turning + slower * slower * free;
        is_left.select(kinetic, now)
    }
}

/// The angular momentum after a step.
#[inline(always)]
fn goal<S: Simd>(s: S, base: &Base<S>, before: &Moments<S>, after: &Moments<S>) -> Vector<S> {
    let one = Wide::splat(s, 1.0);
    let drag = base.drag * base.dt;
    let turned = scale(add(before.torque, after.torque), base.dt * 0.5);
    let goal = add_scaled(turned, before.angular, one - drag * (one - base.theta));
    scale(goal, one / (drag * base.theta + 1.0))
}

#[inline(always)]
fn add_dyad<S: Simd>(mut sum: Symmetric<S>, a: Vector<S>, b: Vector<S>) -> Symmetric<S> {
    sum[0] += a[0] * b[0];
    sum[1] += a[1] * b[0];
    sum[2] += a[1] * b[1];
    sum[3] += a[2] * b[0];
    sum[4] += a[2] * b[1];
    sum[5] += a[2] * b[2];
    sum
}

/// Solves for an angular velocity. A straight rod, which has no inertia about its line, does not turn about it.
#[inline(always)]
fn solve<S: Simd>(s: S, inertia: Symmetric<S>, angular: Vector<S>) -> Vector<S> {
    let [xx, yx, yy, zx, zy, zz] = inertia;
    let more = (xx + yy + zz) * 1e-6;
    let one = Wide::splat(s, 1.0);
    let i0 = one / (xx + more);
    let (l10, l20) = (yx * i0, zx * i0);
    let i1 = one / (yy + more - yx * l10);
    let u21 = zy - zx * l10;
    let l21 = u21 * i1;
    let i2 = one / (zz + more - zx * l20 - u21 * l21);
    let y = angular[1] - l10 * angular[0];
    let z = (angular[2] - l20 * angular[0] - l21 * y) * i2;
    let y = y * i1 - l21 * z;
    let x = angular[0] * i0 - l10 * y - l20 * z;
    [x, y, z]
}
