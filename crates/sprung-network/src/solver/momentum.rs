//! Momentum of the parts that hang on nothing.
//!
//! Springs push both their ends alike, so a part that touches nothing keeps its momentum `P` and, about its centre of
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

use crate::sets::Sets;
use crate::vector::{add, cross, dot, sub};

use super::particles::Range;

type V3 = [f64; 3];

/// A part as thin as a thread has no inertia about it: moments count as at least this fraction of their sum.
const THIN: f64 = 1e-6;

/// The free parts of a network: particles joined by springs that reach no fixed particle.
#[derive(Clone, Debug, Default)]
pub(crate) struct FreeParts {
    /// Their particles' slots, part by part, and with each the part.
    members: Vec<(u32, u32)>,
    /// Of each part its members and its motion at the start of the step.
    parts: Vec<(core::ops::Range<usize>, Motion)>,
    /// Particles that hang together, the world as the last of them.
    sets: Sets,
}

/// What a part does as a whole.
#[derive(Clone, Copy, Debug, Default)]
struct Motion {
    /// The place of the first particle of the part.
    origin: V3,
    /// From there to the centre of mass.
    center: V3,
    velocity: V3,
    /// About the centre.
    spin: V3,
    /// About the centre: xx, yy, zz, yz, zx, xy.
    inertia: [f64; 6],
}

impl FreeParts {
    /// Room for a network, so that [`find`](Self::find) needs none.
    pub(crate) fn with_room_for(particles: usize) -> Self {
        Self {
            members: Vec::with_capacity(particles),
            parts: Vec::with_capacity(particles / 2),
            sets: Sets::with_room_for(particles + 1),
        }
    }

    /// Finds the parts of what is left of a network: `ties` are pairs of particles that hold each other.
    pub(crate) fn find(
        &mut self,
        inverse_mass: &[f32],
        slot: &[usize],
        ties: impl Iterator<Item = [usize; 2]>,
    ) {
        let world = inverse_mass.len();
        self.sets.part(world + 1);
        for ends in ties {
            let [a, b] = ends.map(|p| if inverse_mass[p] > 0.0 { p } else { world });
            self.sets.join(a, b);
        }
        self.members.clear();
        for (particle, &slot) in slot.iter().enumerate() {
            let name = self.sets.name(particle);
            // The world is the largest index: what hangs on it has its name.
            if name != world && inverse_mass[particle] > 0.0 {
                self.members.push((name as u32, slot as u32));
            }
        }
        self.members.sort_unstable();
        self.parts.clear();
        let mut first = 0;
        for part in self.members.chunk_by(|a, b| a.0 == b.0) {
            let all = first..first + part.len();
            first = all.end;
            if part.len() > 1 {
                self.parts.push((all, Motion::default()));
            }
        }
    }

    /// Takes note of the momentum of every part.
    pub(crate) fn begin(&mut self, particles: Range<'_>) {
        if self.parts.is_empty() {
            return;
        }
        particles.touched.fill(false);
        for (members, before) in &mut self.parts {
            *before = Motion::of(&self.members[members.clone()], &particles);
        }
    }

    /// Gives every part that has touched nothing the momentum that `substeps` times `v · keep + add` leave it.
    pub(crate) fn restore(
        &self,
        mut particles: Range<'_>,
        (keep, fall): (f64, V3),
        substeps: usize,
    ) {
        for (members, before) in &self.parts {
            let members = &self.members[members.clone()];
            if members.iter().any(|&(_, slot)| particles.touched[slot as usize]) {
                continue;
            }
            let now = Motion::of(members, &particles);
            let (mut velocity, mut spin) = (before.velocity, before.spin);
            for _ in 0..substeps {
                velocity = add(velocity.map(|v| v * keep), fall);
                spin = spin.map(|l| l * keep);
            }
            let push = sub(velocity, now.velocity);
            let turn = now.turn_for(sub(spin, now.spin));
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
        let mut squares = [0.0; 6];
        for &(_, slot) in members {
            let [vx, vy, vz, w] = particles.velocity[slot as usize].map(f64::from);
            let (m, r) = (1.0 / w, sub(particles.place(slot), origin));
            let (mr, mv) = (r.map(|c| m * c), [m * vx, m * vy, m * vz]);
            mass += m;
            weighed = add(weighed, mr);
            momentum = add(momentum, mv);
            spin = add(spin, cross(r, mv));
            let products = products(mr, r);
            squares = core::array::from_fn(|i| squares[i] + products[i]);
        }
        // From the first particle to the centre of mass.
        let center = weighed.map(|c| c / mass);
        let of_center = products(weighed, center);
        let [xx, yy, zz, yz, zx, xy] = core::array::from_fn(|i| squares[i] - of_center[i]);
        Self {
            origin,
            center,
            velocity: momentum.map(|c| c / mass),
            spin: sub(spin, cross(center, momentum)),
            inertia: [yy + zz, zz + xx, xx + yy, -yz, -zx, -xy],
        }
    }

    /// The angular velocity that gives the part an angular momentum: I⁻¹ l, by cofactors.
    fn turn_for(&self, l: V3) -> V3 {
        let [xx, yy, zz, yz, zx, xy] = self.inertia;
        let least = THIN * (xx + yy + zz);
        let (xx, yy, zz) = (xx + least, yy + least, zz + least);
        let rows = [[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]];
        let cofactors = [0, 1, 2].map(|i| cross(rows[(i + 1) % 3], rows[(i + 2) % 3]));
        let determinant = dot(rows[0], cofactors[0]);
        if determinant > 0.0 { cofactors.map(|row| dot(row, l) / determinant) } else { [0.0; 3] }
    }

    /// Adds a rigid motion to the velocities.
    fn move_on(&self, members: &[(u32, u32)], particles: &mut Range<'_>, push: V3, turn: V3) {
        for &(_, slot) in members {
            let r = sub(sub(particles.place(slot), self.origin), self.center);
            let change = add(push, cross(turn, r));
            for (v, change) in particles.velocity[slot as usize].iter_mut().zip(change) {
                *v = (f64::from(*v) + change) as f32;
            }
        }
    }
}

/// xx, yy, zz, yz, zx, xy of a vector and a multiple of it.
fn products([ax, ay, az]: V3, [x, y, z]: V3) -> [f64; 6] {
    [ax * x, ay * y, az * z, ay * z, az * x, ax * y]
}
