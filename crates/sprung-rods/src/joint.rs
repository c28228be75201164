//! Bending and twist between two frames: energy, torque and stiffness.
//!
//! Between neighboring frames `a` and `b`, with the relative rotation `p = conj(a) b`, the strain is
//!
//! ```text
//! κ = ⅔ (4 − Re p) Im p − κ̄
//! ```
//!
//! which for a relative rotation by `φ` is `φ` about its axis, but for `φ⁵/480`. It has no singularity; that of Kugelstadt and
//! Schömer (2016), `2 Im p`, is less by `φ³/24`. The energy over the length `l` between the frames is
//! `V = (B (κ₁² + κ₂²) + C κ₃²) / 2l`. The matrix of a Newton step is that of Gauss and Newton at small relative angles, which
//! is positive definite.

use fearless_simd::{Simd, prelude::*};

use crate::lanes::{
    Quaternion, Stored, Vector, Wide, ZERO, add, add_scaled, cross, dot, load, number, relative,
    rotate, scale, sub,
};

/// Stiffness and rest strain between two frames of each lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Joint {
    /// `B/l` and `C/l`, N·m.
    pub(crate) bending: Stored,
    pub(crate) twisting: Stored,
    /// `κ̄` in the frame of `a`.
    pub(crate) rest: [Stored; 3],
}

/// The strain between two frames, in coordinates of the first.
#[derive(Clone, Copy)]
pub(crate) struct Strain<S: Simd> {
    /// The relative rotation.
    vector: Vector<S>,
    scalar: Wide<S>,
    /// `⅓ (4 − scalar)`.
    half: Wide<S>,
    /// `K κ / l`.
    moment: Vector<S>,
    /// Twice the energy.
    pub(crate) twice_energy: Wide<S>,
}

impl Joint {
    /// Without stiffness.
    pub(crate) const NONE: Self = Joint { bending: ZERO, twisting: ZERO, rest: [ZERO; 3] };

    /// The strain between two frames.
    #[inline(always)]
    pub(crate) fn strain<S: Simd>(&self, s: S, a: Quaternion<S>, b: Quaternion<S>) -> Strain<S> {
        let [x, y, z, scalar] = relative(a, b);
        let vector = [x, y, z];
        let half = (Wide::splat(s, 4.0) - scalar) * (1.0 / 3.0);
        let strain = sub(scale(vector, half + half), load(s, &self.rest));
        let (bending, twisting) = (number(s, &self.bending), number(s, &self.twisting));
        let moment = [strain[0] * bending, strain[1] * bending, strain[2] * twisting];
        Strain { vector, scalar, half, moment, twice_energy: dot(moment, strain) }
    }

    /// The stiffness against relative rotations, where `axis` is twice the third axis between the frames: what multiplies the
    /// identity and the dyad of `axis`.
    #[inline(always)]
    pub(crate) fn stiffness<S: Simd>(&self, s: S, factor: Wide<S>) -> [Wide<S>; 2] {
        let (bending, twisting) = (number(s, &self.bending), number(s, &self.twisting));
        [bending * factor, (twisting - bending) * (factor * 0.25)]
    }
}

impl<S: Simd> Strain<S> {
    /// The gradient of the energy with respect to a rotation of `b`, and minus that of `a`, in world coordinates.
    #[inline(always)]
    pub(crate) fn torque(&self, a: Quaternion<S>) -> Vector<S> {
        let turned = add(scale(self.moment, self.scalar), cross(self.vector, self.moment));
        let along = dot(self.vector, self.moment) * (1.0 / 3.0);
        rotate(a, add_scaled(scale(turned, self.half), self.vector, along))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LANES;
    use fearless_simd::{Level, dispatch};
    use sprung::Rotation;
    use testkit::random::Random;

    /// Energy and torque of a joint in `f64`, by the formula of the module and central differences.
    fn expected(a: Rotation<f64>, b: Rotation<f64>, joint: [f64; 5]) -> (f64, [f64; 3]) {
        let [bending, twisting, rest @ ..] = joint;
        let energy = |b: Rotation<f64>| {
            let strain = crate::build::strain(b.then(&a.inverse()));
            let [x, y, z]: [f64; 3] = core::array::from_fn(|axis| strain[axis] - rest[axis]);
            0.5 * (bending * (x * x + y * y) + twisting * z * z)
        };
        let torque = core::array::from_fn(|axis| {
            let turned = |h: f64| {
                let mut vector = [0.0; 3];
                vector[axis] = h;
                energy(b.then(&Rotation::from_rotation_vector(vector)))
            };
            (turned(1e-5) - turned(-1e-5)) / 2e-5
        });
        (energy(b), torque)
    }

    #[test]
    fn the_torque_is_the_gradient_of_the_energy() {
        let mut random = Random::new(5);
        for _ in 0..200 {
            let mut vector = |size: f64| [0; 3].map(|_| random.uniform(-size, size));
            let (turn, bend, rest) = (vector(2.0), vector(1.5), vector(0.5));
            let [bending, twisting, _] = vector(1.0).map(f64::abs);
            let a = Rotation::from_rotation_vector(turn);
            let b = Rotation::from_rotation_vector(bend).then(&a);
            let [x, y, z] = rest;
            let (energy, torque) = expected(a, b, [bending, twisting, x, y, z]);
            let spread = |number: f64| [number as f32; LANES];
            let joint = Joint {
                bending: spread(bending),
                twisting: spread(twisting),
                rest: rest.map(spread),
            };
            let (a, b) = (a.xyzw().map(spread), b.xyzw().map(spread));
            let (mut found, mut gradient) = (ZERO, [ZERO; 3]);
            dispatch!(Level::baseline(), s => {
                let a = load(s, &a);
                let strain = joint.strain(s, a, load(s, &b));
                (strain.twice_energy * 0.5).store_array(&mut found);
                crate::lanes::store(strain.torque(a), &mut gradient);
            });
            assert!((f64::from(found[1]) - energy).abs() < 1e-5, "{found:?} {energy}");
            for axis in 0..3 {
                let gradient = f64::from(gradient[axis][2]);
                assert!((gradient - torque[axis]).abs() < 1e-5, "{gradient} {torque:?}");
            }
        }
    }

    #[test]
    fn the_strain_is_the_angle_to_fifth_order() {
        for angle in [0.01, 0.1, 0.5, 1.0] {
            let [x, _, _] = crate::build::strain(Rotation::from_rotation_vector([angle, 0.0, 0.0]));
            let bound = 1.1 * f64::powi(angle, 5) / 480.0 + 1e-15;
            assert!((x - angle).abs() < bound, "{angle} {x}");
        }
    }
}
