//! Colliders: spheres, capsules and half-spaces that rods do not enter.

use fearless_simd::{Simd, prelude::*};
use sprung::Rotation;

use crate::error::{RodsError, VECTOR_RULE, check, is_near};
use crate::lanes::{Vector, Wide, add, choose, dot, scale, splat, sub};
use crate::rod::Pose;

/// The shape of a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum RodColliderShape {
    /// All points within a radius of the line from one point to another. A sphere if the points are one.
    Capsule {
        /// The ends of the line, m.
        ends: [[f32; 3]; 2],
        /// m, in 0 to 1e6.
        radius: f32,
    },
    /// All points behind a plane.
    Plane {
        /// A point of the plane, m.
        point: [f32; 3],
        /// Its normal, of any length above 0, which points to the side of the rods.
        normal: [f32; 3],
    },
}

/// A body that no vertex of a rod enters, with Coulomb friction.
///
/// ```
/// use sprung_rods::{Pose, Rod, RodCollider, RodMaterial, RodSettings, Rods};
///
/// // A hair that falls over a head, which nods.
/// let hair = RodMaterial::from_young_modulus(4e9, 1.5e9, 1300.0, 50e-6);
/// let rod = Rod::straight([0.0, 0.1, 0.0], [0.0, 0.13, 0.3], 32, hair).with_damping_ratio(0.2);
/// let mut rods = Rods::new(&[rod], RodSettings::default())?;
/// rods.set_colliders(&[RodCollider::sphere([0.0; 3], 0.1).with_friction(0.3)])?;
/// for frame in 0..120 {
///     let nod = 0.3 * (0.1 * frame as f32).sin();
///     let rotation = sprung::Rotation::from_rotation_vector([nod, 0.0, 0.0]);
///     let pose = Pose { rotation, ..Pose::IDENTITY };
///     rods.set_starts(pose)?;
///     rods.set_collider(0, pose)?;
///     rods.step(1.0 / 60.0)?;
/// }
/// for [x, y, z] in rods.positions(0).skip(1) {
///     assert!((x * x + y * y + z * z).sqrt() > 0.0999);
/// }
/// # Ok::<(), sprung_rods::RodsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RodCollider {
    /// Its shape at the pose [`Pose::IDENTITY`].
    pub shape: RodColliderShape,
    /// The coefficient `μ` of Coulomb friction, at rest and in motion, in 0 to 1e3.
    pub friction: f32,
}

impl RodCollider {
    /// A sphere without friction.
    pub fn sphere(center: [f32; 3], radius: f32) -> Self {
        Self::capsule([center; 2], radius)
    }

    /// A capsule between two points, without friction.
    pub fn capsule(ends: [[f32; 3]; 2], radius: f32) -> Self {
        RodCollider { shape: RodColliderShape::Capsule { ends, radius }, friction: 0.0 }
    }

    /// The half-space behind a plane through a point, without friction. The normal points to the side of the rods.
    pub fn plane(point: [f32; 3], normal: [f32; 3]) -> Self {
        RodCollider { shape: RodColliderShape::Plane { point, normal }, friction: 0.0 }
    }

    /// The same with a coefficient of friction.
    pub fn with_friction(self, friction: f32) -> Self {
        RodCollider { friction, ..self }
    }

    pub(crate) fn check(&self) -> Result<(), RodsError> {
        match &self.shape {
            RodColliderShape::Capsule { ends, radius } => {
                check("ends", ends.as_flattened(), is_near, VECTOR_RULE)?;
                let is_radius = |radius: f32| (0.0..=1e6).contains(&radius);
                check("radius", &[*radius], is_radius, "in 0 to 1e6 m")?;
            }
            RodColliderShape::Plane { point, normal } => {
                check("point", point, is_near, VECTOR_RULE)?;
                check("normal", normal, is_near, VECTOR_RULE)?;
                let length = crate::rod::length(normal.map(f64::from)) as f32;
                check("length of normal", &[length], |length| length > 0.0, "> 0")?;
            }
        }
        let is_friction = |friction: f32| (0.0..=1e3).contains(&friction);
        check("friction", &[self.friction], is_friction, "in 0 to 1e3")
    }
}

/// A collider with its pose, and that at the end of the next step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    pub(crate) collider: RodCollider,
    pub(crate) pose: Pose,
    pub(crate) target: Pose,
}

/// A collider in a sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    pub(crate) shape: Shape,
    pub(crate) friction: f32,
    /// The origin of its frame after the sub-step, and what that has moved.
    pub(crate) origin: [f32; 3],
    pub(crate) moved: [f32; 3],
    /// Rows of the matrix that makes of a place relative to the origin what it has moved by rotation.
    pub(crate) turned: [[f32; 3]; 3],
}

/// The shape after the sub-step.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Capsule {
        end: [f32; 3],
        /// To the other end, and over the square of its length.
        line: [f32; 3],
        over_square: [f32; 3],
        radius: f32,
    },
    Plane {
        point: [f32; 3],
        normal: [f32; 3],
    },
}

/// The pose at a part of the step, exactly the target at 1.
pub(crate) fn between(placed: &Placed, part: f64) -> ([f64; 3], Rotation<f64>) {
    let [from, to] = [placed.pose.position, placed.target.position].map(|p| p.map(f64::from));
    let position = core::array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) * part);
    let [a, b] = [placed.pose.rotation, placed.target.rotation].map(|r| r.xyzw().map(f64::from));
    let cosine: f64 = (0..4).map(|at| a[at] * b[at]).sum();
    let sign = if cosine < 0.0 { -1.0 } else { 1.0 };
    let sum = core::array::from_fn(|at| a[at] + (b[at] * sign - a[at]) * part);
    (position, Rotation::from_xyzw(sum).normalized())
}

impl Moving {
    pub(crate) fn resting(placed: &Placed) -> Self {
        let pose = between(placed, 0.0);
        Moving::new(&placed.collider, pose, pose)
    }

    pub(crate) fn new(
        collider: &RodCollider,
        (from, turned_from): ([f64; 3], Rotation<f64>),
        (origin, turned_to): ([f64; 3], Rotation<f64>),
    ) -> Self {
        let place = |point: [f32; 3]| -> [f64; 3] {
            let turned = turned_to.rotate(point.map(f64::from));
            core::array::from_fn(|axis| origin[axis] + turned[axis])
        };
        let single = |vector: [f64; 3]| vector.map(|part| part as f32);
        let shape = match collider.shape {
            RodColliderShape::Capsule { ends, radius } => {
                let [end, other] = ends.map(place);
                let line: [f64; 3] = core::array::from_fn(|axis| other[axis] - end[axis]);
                let square: f64 = line.iter().map(|part| part * part).sum();
                let over = if square > 1e-30 { 1.0 / square } else { 0.0 };
                let over_square = single(line.map(|part| part * over));
                Shape::Capsule { end: single(end), line: single(line), over_square, radius }
            }
            RodColliderShape::Plane { point, normal } => {
                let normal = normal.map(f64::from);
                let length = crate::rod::length(normal);
                let normal = turned_to.rotate(normal.map(|part| part / length));
                Shape::Plane { point: single(place(point)), normal: single(normal) }
            }
        };
        // A place moves by itself less what it was.
        let back = turned_from.relative_to(&turned_to);
        let mut turned = [[0.0; 3]; 3];
        for column in 0..3 {
            let mut axis = [0.0; 3];
            axis[column] = 1.0;
            let was = back.rotate(axis);
            for row in 0..3 {
                turned[row][column] = (axis[row] - was[row]) as f32;
            }
        }
        let moved = core::array::from_fn(|axis| (origin[axis] - from[axis]) as f32);
        Moving { shape, friction: collider.friction, origin: single(origin), moved, turned }
    }
}

/// The collider in which a place is deepest.
#[derive(Clone, Copy)]
pub(crate) struct Nearest<S: Simd> {
    /// m, negative inside.
    pub(crate) gap: Wide<S>,
    pub(crate) normal: Vector<S>,
    pub(crate) surface: Vector<S>,
    pub(crate) friction: Wide<S>,
}

#[inline(always)]
pub(crate) fn nearest<S: Simd>(
    s: S,
    colliders: &[Moving],
    place: Vector<S>,
    radius: Wide<S>,
) -> Nearest<S> {
    let zero = Wide::splat(s, 0.0);
    let one = Wide::splat(s, 1.0);
    let mut found = Nearest {
        gap: Wide::splat(s, f32::INFINITY),
        normal: [zero; 3],
        surface: [zero; 3],
        friction: zero,
    };
    for collider in colliders {
        let (gap, normal) = match collider.shape {
            Shape::Capsule { end, line, over_square, radius: around } => {
                let from = sub(place, splat(s, end));
                let part = dot(from, splat(s, over_square));
                let part = part.simd_gt(0.0).select(part, zero);
                let part = part.simd_lt(1.0).select(part, one);
                let out = sub(from, scale(splat(s, line), part));
                let distance = dot(out, out).sqrt();
                let is_out = distance.simd_gt(1e-18);
                let normal = scale(out, one / distance);
                let up = [zero, one, zero];
                (distance - radius - around, choose(is_out, normal, up))
            }
            Shape::Plane { point, normal } => {
                let normal = splat(s, normal);
                (dot(sub(place, splat(s, point)), normal) - radius, normal)
            }
        };
        let is_nearer = gap.simd_lt(found.gap);
        let from = sub(sub(place, scale(normal, gap)), splat(s, collider.origin));
        let turned = [
            dot(splat(s, collider.turned[0]), from),
            dot(splat(s, collider.turned[1]), from),
            dot(splat(s, collider.turned[2]), from),
        ];
        let surface = add(turned, splat(s, collider.moved));
        found = Nearest {
            gap: is_nearer.select(gap, found.gap),
            normal: choose(is_nearer, normal, found.normal),
            surface: choose(is_nearer, surface, found.surface),
            friction: is_nearer.select(Wide::splat(s, collider.friction), found.friction),
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_on_a_collider_moves_with_it() {
        let turn = |vector: [f64; 3]| Rotation::from_rotation_vector(vector);
        let (from, to) =
            (([0.1, -0.2, 0.3], turn([0.4, 0.1, -0.3])), ([0.5, 0.0, 0.2], turn([0.1, 0.9, 0.2])));
        let moving = Moving::new(&RodCollider::sphere([0.0; 3], 1.0), from, to);
        let place = [0.3, -0.7, 0.2];
        let at = |(position, rotation): ([f64; 3], Rotation<f64>)| -> [f64; 3] {
            let turned = rotation.rotate(place);
            core::array::from_fn(|axis| position[axis] + turned[axis])
        };
        let (before, after) = (at(from), at(to));
        for axis in 0..3 {
            let turned: f64 = (0..3)
                .map(|c| {
                    f64::from(moving.turned[axis][c]) * (after[c] - f64::from(moving.origin[c]))
                })
                .sum();
            let moved = f64::from(moving.moved[axis]) + turned;
            assert!((moved - (after[axis] - before[axis])).abs() < 1e-6, "{moved}");
        }
    }
}
