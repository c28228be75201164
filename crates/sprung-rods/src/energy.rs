//! Energy and momentum of a rod.

use sprung::Rotation;

use crate::build::strain;
use crate::joint::Joint;
use crate::rods::{Rods, get};

/// The energy of a rod, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RodEnergy {
    /// Of the motion, with that of segments about their tangents.
    pub kinetic: f64,
    /// Of bending and twist.
    pub elastic: f64,
    /// Of gravity and of forces on vertices, 0 at the origin; without vertices whose position is given.
    pub potential: f64,
}

impl RodEnergy {
    /// Returns the sum.
    pub fn total(&self) -> f64 {
        self.kinetic + self.elastic + self.potential
    }
}

impl Rods {
    /// Returns the energy of a rod. Goes through the rod.
    ///
    /// # Panics
    /// If there is no such rod.
    pub fn energy(&self, rod: usize) -> RodEnergy {
        let [group, lane] = self.places[rod];
        let group = &self.groups[group];
        let mut energy = RodEnergy::default();
        let mut before: [f32; 4] = get(&group.end_frames[0], lane);
        for (at, segment) in group.segments.iter().enumerate() {
            let constants = group.constants(at);
            let frame = get(&segment.frame, lane);
            energy.elastic += elastic(&constants.joint, lane, before, frame);
            let spin = f64::from(segment.spin[lane]);
            energy.kinetic += 0.5 * f64::from(constants.inertia[lane]) * spin * spin;
            before = frame;
        }
        let end = get(&group.end_frames[1], lane);
        energy.elastic += elastic(&group.end_joint, lane, before, end);
        let gravity = self.settings.gravity.map(f64::from);
        self.each_mass(rod, |mass, position, velocity, load| {
            for axis in 0..3 {
                let weight = mass * gravity[axis] + load[axis];
                energy.potential -= weight * position[axis];
                energy.kinetic += 0.5 * mass * velocity[axis] * velocity[axis];
            }
        });
        energy
    }

    /// Returns the momentum of a rod's vertices that are not held, kg·m/s.
    ///
    /// # Panics
    /// If there is no such rod.
    pub fn momentum(&self, rod: usize) -> [f64; 3] {
        let mut sum = [0.0; 3];
        self.each_mass(rod, |mass, _, velocity, _| {
            for axis in 0..3 {
                sum[axis] += mass * velocity[axis];
            }
        });
        sum
    }

    /// Returns the angular momentum of a rod's vertices that are not held about the origin, kg·m²/s. That of segments about
    /// their tangents is not in it.
    ///
    /// # Panics
    /// If there is no such rod.
    pub fn angular_momentum(&self, rod: usize) -> [f64; 3] {
        let mut sum = [0.0; 3];
        self.each_mass(rod, |mass, [x, y, z], [u, v, w], _| {
            let moment = [y * w - z * v, z * u - x * w, x * v - y * u];
            for axis in 0..3 {
                sum[axis] += mass * moment[axis];
            }
        });
        sum
    }

    /// Calls with mass, position, velocity and load of each vertex that is not held.
    fn each_mass(&self, rod: usize, mut call: impl FnMut(f64, [f64; 3], [f64; 3], [f64; 3])) {
        let [group, lane] = self.places[rod];
        let group = &self.groups[group];
        for (vertex, position) in self.positions(rod).enumerate() {
            let mass = group.mass(vertex)[lane];
            if mass > 0.0 {
                let load = group.loads.get(vertex).map_or([0.0; 3], |load| get(load, lane));
                let numbers = [position, get(group.velocity(vertex), lane), load];
                let [position, velocity, load] = numbers.map(|numbers| numbers.map(f64::from));
                call(f64::from(mass), position, velocity, load);
            }
        }
    }
}

fn elastic(joint: &Joint, lane: usize, a: [f32; 4], b: [f32; 4]) -> f64 {
    let [a, b] = [a, b].map(|[x, y, z, w]| [x, y, z, w].map(f64::from));
    let [a, b] = [a, b].map(Rotation::from_xyzw);
    let rest: [f32; 3] = get(&joint.rest, lane);
    let strain = strain(b.then(&a.inverse()));
    let strain: [f64; 3] = core::array::from_fn(|axis| strain[axis] - f64::from(rest[axis]));
    let square = strain.iter().map(|part| part * part).sum::<f64>();
    let bending = f64::from(joint.bending[lane]);
    let twisting = f64::from(joint.twisting[lane]);
    0.5 * (bending * square + (twisting - bending) * strain[2] * strain[2])
}
