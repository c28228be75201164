//! Particles pushed out of colliders: a first test of sixteen at a time, then one by one.

use fearless_simd::{Simd, prelude::*};

use crate::geometry::shape::Bound;
use crate::geometry::vector::{add, dot, scale, sub};
use crate::lanes::record::{LANES, Turn, read, turns};
use crate::solver::contacts::Contact;

use super::particles::Range;

/// The sum of the coordinates, without signs.
fn size(v: [f32; 3]) -> f32 {
    v.iter().map(|c| c.abs()).sum()
}

/// The same place in all lanes.
#[inline(always)]
fn splat<S: Simd>(s: S, [x, y, z]: [f32; 3]) -> [Turn<S>; 3] {
    [Turn::splat(s, x), Turn::splat(s, y), Turn::splat(s, z)]
}

impl Range<'_> {
    /// Pushes dynamic particles out of colliders. A particle that was inside at the start of the sub-step comes out without
    /// any speed but that of the surface.
    #[cfg_attr(any(target_arch = "x86_64", target_arch = "aarch64"), inline(always))]
    #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), inline(never))]
    pub(crate) fn push_out<S: Simd>(&mut self, s: S, contacts: &[Contact], h: f32) {
        let count = self.reference.len();
        let wide = count - count % LANES;
        for first in (0..wide).step_by(LANES) {
            if self.may_touch(s, first, contacts, h) {
                (first..first + LANES).for_each(|slot| self.push_one_out(slot, contacts, h));
            }
        }
        (wide..count).for_each(|slot| self.push_one_out(slot, contacts, h));
    }

    /// False if none of sixteen particles from a slot on can have touched a collider in this sub-step: all of them are
    /// further away than their path is long.
    #[inline(always)]
    fn may_touch<S: Simd>(&self, s: S, first: usize, contacts: &[Contact], h: f32) -> bool {
        // Loops: closures would not be compiled for the SIMD level.
        for turn in turns::<S, Turn<S>, LANES>() {
            let at = first + turn..first + turn + Turn::<S>::LEN;
            let x = read::<S, Turn<S>>(s, &self.reference[at.clone()]).xyz;
            let u = read::<S, Turn<S>>(s, &self.displacement[at.clone()]).xyz;
            let v = read::<S, Turn<S>>(s, &self.velocity[at.clone()]).xyz;
            let p = read::<S, Turn<S>>(s, &self.predicted[at]).xyz;
            let before = add(x, sub(p, scale(v, Turn::splat(s, h))));
            let place = add(x, u);
            let path = sub(place, before);
            let path = dot(path, path).sqrt();
            // What rounding makes of a place.
            let loose = (place[0].abs() + place[1].abs() + place[2].abs()) * 1e-6;
            for contact in contacts {
                let outside = match contact.bound() {
                    None => return true,
                    Some(Bound::Half { point, normal }) => {
                        let height = dot(splat(s, normal), sub(place, splat(s, point)));
                        height.simd_gt(loose + size(point) * 1e-6)
                    }
                    Some(Bound::Ball { center, radius }) => {
                        let d = sub(place, splat(s, center));
                        let reach = (path + radius) * 1.001 + (loose + size(center) * 1e-6);
                        dot(d, d).simd_gt(reach * reach)
                    }
                };
                // What is not a number may touch.
                if !outside.all_true() {
                    return true;
                }
            }
        }
        false
    }

    fn push_one_out(&mut self, slot: usize, contacts: &[Contact], h: f32) {
        if self.reference[slot][3] == 0.0 {
            return;
        }
        let (x, u) = (self.reference[slot], self.displacement[slot]);
        let (v, p) = (self.velocity[slot], self.predicted[slot]);
        let before: [f32; 3] = core::array::from_fn(|c| x[c] + (p[c] - h * v[c]));
        let mut at: [f32; 3] = core::array::from_fn(|c| x[c] + u[c]);
        for contact in contacts {
            let Some(out) = contact.resolve(before, at) else { continue };
            if let Some((depth, [x, y, z])) = contact.depth_before(before) {
                let [px, py, pz, w] = self.predicted[slot];
                self.predicted[slot] = [px + depth * x, py + depth * y, pz + depth * z, w];
            }
            at = out;
            self.touched[slot] = true;
            let [a, b, c] = sub(at, [x[0], x[1], x[2]]);
            self.displacement[slot] = [a, b, c, u[3]];
        }
    }

    /// Moves a particle out of colliders where they are at the end of the sub-step, without speed.
    pub(crate) fn put_outside(&mut self, slot: usize, contacts: &[Contact]) {
        let (x, u) = (self.reference[slot], self.displacement[slot]);
        let mut at: [f32; 3] = core::array::from_fn(|c| x[c] + u[c]);
        let outs = contacts.iter().filter(|contact| match contact.outside(at) {
            Some(out) => {
                at = out;
                true
            }
            None => false,
        });
        if outs.count() > 0 {
            let [a, b, c] = sub(at, [x[0], x[1], x[2]]);
            self.displacement[slot] = [a, b, c, u[3]];
        }
    }
}
