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

use fearless_simd::Simd;

use crate::lanes::{
    Quaternion, Stored, Symmetric, Vector, Wide, ZERO, add, add_scaled, cross, dot, dyad, load,
    number, product, rotate, scale, sub,
};

/// Stiffness and rest strain between two frames of each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    /// `B/l` and `(C − B)/l`, N·m.
    pub(crate) bending: Stored,
    pub(crate) twisting: Stored,
    /// `κ̄` in the frame of `a`.
    pub(crate) rest: [Stored; 3],
}

/// The strain in world coordinates.
#[derive(Clone, Copy)]
pub(crate) struct Strain<S: Simd> {
    /// The relative rotation, of which `vector` is in world coordinates.
    vector: Vector<S>,
    scalar: Wide<S>,
    /// `⅓ (4 − scalar)`.
    half: Wide<S>,
    /// `K κ / l`.
    moment: Vector<S>,
    pub(crate) energy: Wide<S>,
}

impl Joint {
    /// Without stiffness.
    pub(crate) const NONE: Self = Joint { bending: ZERO, twisting: ZERO, rest: [ZERO; 3] };

    /// The strain between two frames, with the third axis of the first.
    #[inline(always)]
    pub(crate) fn strain<S: Simd>(
        &self,
        s: S,
        a: Quaternion<S>,
        axis: Vector<S>,
        b: Quaternion<S>,
    ) -> Strain<S> {
        let [x, y, z, scalar] = product(b, [-a[0], -a[1], -a[2], a[3]]);
        let vector = [x, y, z];
        let half = (-scalar + 4.0) * (1.0 / 3.0);
        let strain = sub(scale(vector, half + half), rotate(a, load(s, &self.rest)));
        let (bending, twisting) = (number(s, &self.bending), number(s, &self.twisting));
        let moment = add_scaled(scale(strain, bending), axis, dot(strain, axis) * twisting);
        let energy = dot(moment, strain) * 0.5;
        Strain { vector, scalar, half, moment, energy }
    }

    /// The stiffness against relative rotations, where `axis` is twice the third axis between the frames.
    #[inline(always)]
    pub(crate) fn stiffness<S: Simd>(
        &self,
        s: S,
        axis: Vector<S>,
        factor: Wide<S>,
    ) -> Symmetric<S> {
        let (bending, twisting) = (number(s, &self.bending), number(s, &self.twisting));
        dyad(bending * factor, twisting * factor * 0.25, axis)
    }
}

impl<S: Simd> Strain<S> {
    /// The gradient of the energy with respect to a rotation of `b`, and minus that of `a`.
    #[inline(always)]
    pub(crate) fn torque(&self) -> Vector<S> {
        let turned = add(scale(self.moment, self.scalar), cross(self.vector, self.moment));
        let along = dot(self.vector, self.moment) * (1.0 / 3.0);
        add_scaled(scale(turned, self.half), self.vector, along)
    }
}
