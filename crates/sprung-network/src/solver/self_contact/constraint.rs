//! One contact in a step: a plane that two primitives do not pass, as an inequality that is linear in the particles.

use sprung::Real;

use crate::geometry::vector::{Vector, add_scaled, dot, scale};
use crate::lanes::record::Record;

use super::pairs::Pair;

/// The part of a missing distance that is given back in one step, without velocity.
const RECOVERY: f32 = 0.05;
/// The greatest distance given back in one step, of the thickness.
const MAX_RECOVERY: f32 = 0.01;

/// What they may come closer without a push, of the thickness: rounding is not pushed.
const SLOP: f32 = 1e-4;

/// `normal · Σ weights u + room >= 0` for the displacements `u` of four particles since the start of the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Constraint {
    pub(super) slots: [u32; 4],
    weights: [f32; 4],
    normal: Vector,
    /// What the two may come closer, m.
    room: f32,
    /// What they are too close at the start of the step, m.
    missing: f32,
    thickness: f32,
    /// 1 over the effective mass, `Σ weights²/m`, of which the reciprocal is taken.
    effective_mass: f32,
    /// It has pushed in this step.
    pub(super) has_pushed: bool,
}

impl Constraint {
    /// The constraint of a pair; `None` if no particle of it can be moved.
    pub(super) fn new(pair: &Pair, slots: [u32; 4], inverse_masses: [f32; 4]) -> Option<Self> {
        let Pair { weights, normal, thickness, gap, .. } = *pair;
        let terms: [f32; 4] = core::array::from_fn(|i| weights[i] * weights[i] * inverse_masses[i]);
        let effective_mass = 1.0 / (terms[0] + terms[1] + (terms[2] + terms[3]));
        let least = gap.min(thickness);
        let (room, missing) = (gap - least + SLOP * thickness, thickness - least);
        let constraint = Self {
            slots,
            weights,
            normal,
            room,
            missing,
            thickness,
            effective_mass,
            has_pushed: false,
        };
        (effective_mass > 0.0 && effective_mass.is_finite()).then_some(constraint)
    }

    /// Pushes the two apart if they have come too close in this sub-step of `h` seconds, and takes sliding from them by
    /// Coulomb's law. Their impulses are equal and opposite.
    #[inline]
    pub(super) fn project(
        &mut self,
        displacement: &mut [Record],
        velocity: &[Record],
        friction_and_step: [f32; 2],
    ) {
        let depth = -(self.room + dot(self.normal, self.sum(displacement)));
        if depth <= 0.0 || !depth.is_finite() {
            return;
        }
        self.has_pushed = true;
        let mut push = scale(self.normal, depth);
        let [friction, h] = friction_and_step;
        if friction > 0.0 {
            let slip = scale(self.sum(velocity), h);
            let slip = add_scaled(slip, -dot(slip, self.normal), self.normal);
            let length = Real::sqrt(dot(slip, slip));
            let stuck = (friction * depth).min(length);
            if stuck > 0.0 && length.is_finite() {
                push = add_scaled(push, -stuck / length, slip);
            }
        }
        self.push(displacement, push);
    }

    /// Gives back a part of what the two are too close, at the end of a step, to positions alone. Returns true if it does.
    pub(super) fn recover(&self, displacement: &mut [Record]) -> bool {
        if self.missing <= 0.0 {
            return false;
        }
        let missing = self.missing - self.room - dot(self.normal, self.sum(displacement));
        // `min` below would return its other argument.
        if missing.is_nan() {
            return false;
        }
        let back = (RECOVERY * missing).min(MAX_RECOVERY * self.thickness);
        if back > 0.0 {
            self.push(displacement, scale(self.normal, back));
        }
        back > 0.0
    }

    /// `Σ weights x`
    #[inline]
    fn sum(&self, of: &[Record]) -> Vector {
        let mut sum = [0.0; 4];
        for (&slot, &weight) in self.slots.iter().zip(&self.weights) {
            let record = of[slot as usize];
            for (sum, x) in sum.iter_mut().zip(record) {
                *sum += weight * x;
            }
        }
        [sum[0], sum[1], sum[2]]
    }

    /// Moves the closest points apart by a vector.
    #[inline]
    fn push(&self, displacement: &mut [Record], by: Vector) {
        let by = scale(by, self.effective_mass);
        for (&slot, &weight) in self.slots.iter().zip(&self.weights) {
            let [x, y, z, w] = displacement[slot as usize];
            let [a, b, c] = add_scaled([x, y, z], weight * w, by);
            displacement[slot as usize] = [a, b, c, w];
        }
    }
}
