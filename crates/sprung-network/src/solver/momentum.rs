//! Momentum of the free components: those that no edge or tether joins to a fixed particle.
//!
//! Edges push both their ends alike, so a part that touches nothing keeps its momentum `P` and, about its center of
//! mass, its angular momentum `L`, but for gravity and drag, which act on all its particles alike. The sweeps keep them
//! only nearly: they correct positions along directions that have turned since the sub-step began (`L` falls by the part
//! `Ω²h` per second), and they round. Once per step what is missing is given back by the motion of the part as a rigid
//! body,
//!
//! ```text
//! v += ΔP/M + ω × (x − c)      ω = I⁻¹ ΔL
//! ```
//!
//! the smallest change, measured by kinetic energy, that does it. Sums are in f64 and in the order of slots.

use alloc::vec::Vec;

use sprung::Real;

use crate::error::MAX_COORDINATE;
use crate::geometry::vector::{add, cross, dot, products, sub};
use crate::graph::components::{Component, Components};

use super::layout::particles::Range;

type V3 = [f64; 3];

const MAX: f64 = MAX_COORDINATE as f64;

/// Collinear components have no inertia about their axis: moments count as at least this fraction of their sum.
const MIN_MOMENT: f64 = 1e-6;

/// The greatest part of the energy about the center that a turn may add: only a collapsed component asks for more.
const MAX_GAIN: f64 = 0.25;

/// The motions of the free components of a network at the start of a step.
#[derive(Clone, Debug, Default)]
pub(crate) struct FreeComponents {
    /// (component, motion) of those of two particles and more.
    parts: Vec<(u32, Motion)>,
    /// Of each part, if there is air: the velocity and spin that gravity, drag and air leave it.
    after: Vec<Option<[V3; 2]>>,
}

/// The motion of a component as a rigid body.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Motion {
    /// The place of the first particle of the part.
    pub(super) origin: V3,
    /// From there to the center of mass.
    pub(super) center: V3,
    pub(super) velocity: V3,
    /// About the center.
    pub(super) spin: V3,
    /// About the center: xx, yy, zz, yz, zx, xy.
    pub(super) inertia: [f64; 6],
    /// Kinetic energy of the motion about the center, J.
    pub(super) inner: f64,
    pub(super) mass: f64,
}

impl FreeComponents {
    /// Room for a network, so that [`find`](Self::find) allocates nothing.
    pub(crate) fn with_capacity(particles: usize) -> Self {
        let parts = particles / 2;
        Self { parts: Vec::with_capacity(parts), after: Vec::with_capacity(parts) }
    }

    /// Room for a network that has grown.
    pub(crate) fn reserve(&mut self, particles: usize) {
        self.parts.reserve((particles / 2).saturating_sub(self.parts.len()));
        self.after.reserve((particles / 2).saturating_sub(self.after.len()));
    }

    /// Picks the free components.
    pub(crate) fn find(&mut self, components: &Components) {
        let of_one = |c: &Component| c.members.len() == 1;
        let free = components.all.iter().enumerate().filter(|(_, c)| c.is_free && !of_one(c));
        self.parts.clear();
        self.parts.extend(free.map(|(component, _)| (component as u32, Motion::default())));
        self.after.clear();
        self.after.resize(self.parts.len(), None);
    }

    /// The place of a component among the free ones.
    pub(super) fn part_of(&self, component: u32) -> Option<usize> {
        self.parts.binary_search_by_key(&component, |part| part.0).ok()
    }

    /// The motion of a free component at the start of the step.
    pub(super) fn motion(&self, part: usize) -> &Motion {
        &self.parts[part].1
    }

    /// Sets the velocity and spin that all forces from outside leave a free component at the end of the step, instead of those
    /// that gravity and drag leave.
    pub(super) fn set_after(&mut self, part: usize, velocity: V3, spin: V3) {
        self.after[part] = Some([velocity, spin]);
    }

    /// Records the momentum of every free component.
    pub(crate) fn begin(&mut self, components: &Components, particles: Range<'_>) {
        for (component, before) in &mut self.parts {
            if !components.all[*component as usize].is_asleep() {
                *before = Motion::of(components.members(*component as usize), &particles);
            }
        }
    }

    /// Gives every free component that has touched nothing the momentum that `substeps` times `v · keep + add` leave it.
    pub(crate) fn restore(
        &self,
        components: &Components,
        mut particles: Range<'_>,
        (keep, fall): (f64, V3),
        substeps: usize,
    ) {
        for ((component, before), after) in self.parts.iter().zip(&self.after) {
            let members = components.members(*component as usize);
            let is_asleep = components.all[*component as usize].is_asleep();
            if is_asleep || members.iter().any(|&(_, slot)| particles.touched[slot as usize]) {
                continue;
            }
            let now = Motion::of(members, &particles);
            let (mut velocity, mut spin, mut inner) = (before.velocity, before.spin, before.inner);
            for _ in 0..substeps {
                velocity = add(velocity.map(|v| v * keep), fall);
                spin = spin.map(|l| l * keep);
                inner *= keep * keep;
            }
            if let Some(after) = after {
                [velocity, spin] = *after;
            }
            let push = sub(velocity, now.velocity);
            let missing = sub(spin, now.spin);
            let turn = now.turn_for(missing);
            let part = now.part_of_turn(turn, missing, inner);
            let turn = turn.map(|c| part * c);
            if push.into_iter().chain(turn).all(f64::is_finite) {
                now.move_on(members, &mut particles, push, turn);
            }
        }
    }
}

impl Motion {
    fn of(members: &[(u32, u32)], particles: &Range<'_>) -> Self {
        let origin = particles.place(members[0].1);
        let (mut mass, mut weighed, mut momentum, mut spin) = (0.0, [0.0; 3], [0.0; 3], [0.0; 3]);
        let (mut squares, mut doubled) = ([0.0; 6], 0.0);
        for &(_, slot) in members {
            let [vx, vy, vz, w] = particles.velocity[slot as usize].map(f64::from);
            let (m, r) = (1.0 / w, sub(particles.place(slot), origin));
            let (mr, mv) = (r.map(|c| m * c), [m * vx, m * vy, m * vz]);
            mass += m;
            weighed = add(weighed, mr);
            momentum = add(momentum, mv);
            spin = add(spin, cross(r, mv));
            doubled += dot(mv, [vx, vy, vz]);
            let products = products(mr, r);
            squares = core::array::from_fn(|i| squares[i] + products[i]);
        }
        // From the first particle to the center of mass.
        let center = weighed.map(|c| c / mass);
        let of_center = products(weighed, center);
        let [xx, yy, zz, yz, zx, xy] = core::array::from_fn(|i| squares[i] - of_center[i]);
        Self {
            origin,
            center,
            velocity: momentum.map(|c| c / mass),
            spin: sub(spin, cross(center, momentum)),
            inertia: [yy + zz, zz + xx, xx + yy, -yz, -zx, -xy],
            inner: (0.5 * (doubled - dot(momentum, momentum) / mass)).max(0.0),
            mass,
        }
    }

    /// The angular velocity that gives the part an angular momentum: I⁻¹ l, by cofactors.
    pub(super) fn turn_for(&self, l: V3) -> V3 {
        let [xx, yy, zz, yz, zx, xy] = self.inertia;
        let least = MIN_MOMENT * (xx + yy + zz);
        let (xx, yy, zz) = (xx + least, yy + least, zz + least);
        let rows = [[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]];
        let cofactors = [0, 1, 2].map(|i| cross(rows[(i + 1) % 3], rows[(i + 2) % 3]));
        let determinant = dot(rows[0], cofactors[0]);
        if determinant > 0.0 { cofactors.map(|row| dot(row, l) / determinant) } else { [0.0; 3] }
    }

    /// The part of a turn to take, where the motion about the center had the energy `before` without edges.
    ///
    /// All of a turn that adds less than [`MAX_GAIN`] of that; of any other what does not exceed it.
    pub(super) fn part_of_turn(&self, turn: V3, missing: V3, before: f64) -> f64 {
        // Of the part s of a turn: the energy s·a + s²·b.
        let (a, b) = (dot(turn, self.spin), 0.5 * dot(turn, missing));
        if a + b <= MAX_GAIN * before {
            return 1.0;
        }
        let room = (before - self.inner).max(0.0);
        let root = Real::sqrt(a * a + 4.0 * b * room);
        // The positive root of b s² + a s = room, without a difference of what is nearly equal.
        let part = if a > 0.0 { 2.0 * room / (a + root) } else { (root - a) / (2.0 * b) };
        if part.is_finite() { part.min(1.0) } else { 0.0 }
    }

    /// Adds a rigid motion to the velocities.
    fn move_on(&self, members: &[(u32, u32)], particles: &mut Range<'_>, push: V3, turn: V3) {
        for &(_, slot) in members {
            let r = sub(sub(particles.place(slot), self.origin), self.center);
            let change = add(push, cross(turn, r));
            for (v, change) in particles.velocity[slot as usize].iter_mut().zip(change) {
                *v = (f64::from(*v) + change).clamp(-MAX, MAX) as f32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body with moments of inertia of 2, 3 and 4 kg·m² that turns about its second axis.
    fn body(inner: f64, spin: f64) -> Motion {
        Motion {
            origin: [0.0; 3],
            center: [0.0; 3],
            velocity: [0.0; 3],
            spin: [0.0, spin, 0.0],
            inertia: [2.0, 3.0, 4.0, 0.0, 0.0, 0.0],
            inner,
            mass: 1.0,
        }
    }

    #[test]
    fn the_turn_for_an_angular_momentum_is_that_by_the_inertia() {
        let turn = body(0.0, 0.0).turn_for([2.0, -6.0, 1.0]);
        for (got, want) in turn.into_iter().zip([1.0, -2.0, 0.25]) {
            assert!((got - want).abs() < 1e-5, "{turn:?}");
        }
        let tilted = Motion { inertia: [3.0, 3.0, 4.0, 0.5, -0.25, 1.0], ..body(0.0, 0.0) };
        let [a, b, c] = tilted.turn_for([1.0, 2.0, 3.0]);
        for (row, want) in
            [[3.0, 1.0, -0.25], [1.0, 3.0, 0.5], [-0.25, 0.5, 4.0]].iter().zip([1.0, 2.0, 3.0])
        {
            assert!((row[0] * a + row[1] * b + row[2] * c - want).abs() < 1e-4);
        }
        assert_eq!(Motion { inertia: [0.0; 6], ..body(0.0, 0.0) }.turn_for([1.0; 3]), [0.0; 3]);
    }

    /// The energy that a part of a turn adds to `½ (l + s Δl)² / I`.
    #[test]
    fn a_turn_adds_no_more_energy_than_there_was_before() {
        for (spin, missing) in [(0.0, 3.0), (1.0, 3.0), (-1.0, 4.5), (-2.0, 7.5), (3.0, 0.3)] {
            let adds = |part: f64| ((spin + part * missing).powi(2) - spin * spin) / 6.0;
            let turn = [0.0, missing / 3.0, 0.0];
            for room in [0.0, 0.1, 0.5, 1.0, 20.0] {
                let before = spin * spin / 6.0 + room;
                let body = body(spin * spin / 6.0, spin);
                let part = body.part_of_turn(turn, [0.0, missing, 0.0], before);
                if adds(1.0) <= MAX_GAIN * before || adds(1.0) <= room {
                    assert_eq!(part, 1.0, "{spin} {missing} {room}");
                } else {
                    assert!((adds(part) - room).abs() < 1e-12, "{spin} {missing} {room}: {part}");
                    assert!((0.0..1.0).contains(&part), "{spin} {missing} {room}: {part}");
                    // The later of the two.
                    assert!(spin + part * missing >= 0.0);
                }
            }
        }
        // Without a difference of what is nearly equal.
        let part = body(0.0, 1.0).part_of_turn([0.0, 1.0, 0.0], [0.0, 3.0, 0.0], 1e-12);
        assert!((part / 1e-12 - 1.0).abs() < 1e-9, "{part}");
        assert_eq!(body(1.0, 0.0).part_of_turn([0.0, f64::NAN, 0.0], [0.0, 1.0, 0.0], 1.0), 0.0);
    }
}
