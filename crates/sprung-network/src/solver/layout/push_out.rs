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
            let Some(push) = contact.resolve(before, at) else { continue };
            if let Some([x, y, z]) = push.from_inside {
                let [px, py, pz, w] = self.predicted[slot];
                self.predicted[slot] = [px + x, py + y, pz + z, w];
            }
            at = push.out;
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

#[cfg(test)]
mod tests {
    use crate::collider::Collider;
    use crate::geometry::shape::Shape;
    use crate::solver::contacts::Contacts;
    use crate::solver::layout::particles::Particles;
    use fearless_simd::{Level, dispatch};
    use testkit::random::Random;

    /// The first test leaves out no particle that the exact one would move: near and far, fast and slow, at any scale.
    #[test]
    fn sixteen_at_a_time_are_pushed_as_one_by_one() {
        let level = Level::try_detect().unwrap_or(Level::baseline());
        let mut pushed = 0;
        for seed in 0..4000 {
            let random = &mut Random::new(seed);
            let size = 10f64.powf(12.0 * random.unit() - 4.0);
            let center = if random.index(3) == 0 { 100.0 * size } else { 0.0 };
            let mut number = |size: f64| (center + size * (2.0 * random.unit() - 1.0)) as f32;
            let mut place = |size: f64| [number(size), number(size), number(size)];
            let (a, b) = (place(size), place(size));
            let normal = place(1.0);
            let radius = (0.4 * size) as f32;
            let shapes = [
                Shape::Sphere { center: a, radius },
                Shape::Capsule { a, b, radius },
                Shape::Plane { point: a, normal },
            ];
            let mut particles = Particles::default();
            let h = 0.01;
            for slot in 0..35 {
                let inverse_mass = if slot % 7 == 3 { 0.0 } else { 1.0 };
                particles.push(place(3.0 * size), [0.0; 3], inverse_mass);
                let path = if slot % 2 == 0 { 2.0 * size } else { 0.01 * size };
                let [from, to] = [place(path), place(path)].map(|v| v.map(|c| c - center as f32));
                for c in 0..3 {
                    particles.displacement[slot][c] = to[c];
                    particles.predicted[slot][c] = to[c];
                    particles.velocity[slot][c] = (to[c] - from[c]) / h;
                }
            }
            let mut contacts = Contacts::default();
            let count = 1 + seed as usize % 3;
            let first = seed as usize / 3 % 3;
            let chosen = (0..count).map(|i| shapes[(first + i) % 3]);
            let chosen: Vec<_> = chosen.map(|s| Collider::new(s).with_friction(0.3)).collect();
            contacts.set(&chosen);
            contacts.begin(h);
            let mut singly = particles.clone();
            let mut range = singly.all();
            (0..35).for_each(|slot| range.push_one_out(slot, contacts.all(), h));
            dispatch!(level, s => particles.all().push_out(s, contacts.all(), h));
            assert_eq!(particles.displacement, singly.displacement, "{seed} {chosen:?}");
            assert_eq!(particles.predicted, singly.predicted, "{seed} {chosen:?}");
            assert_eq!(particles.touched, singly.touched, "{seed} {chosen:?}");
            pushed += particles.touched.iter().filter(|&&touched| touched).count();
        }
        assert!(pushed > 10_000, "{pushed}");
    }
}
