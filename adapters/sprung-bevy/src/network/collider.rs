//! Colliders of networks, as components.

use bevy::math::Affine3A;
use bevy::prelude::*;
use sprung_network::{Collider, Shape};

/// A shape that the particles of all networks do not enter, which moves with its entity's `Transform`.
///
/// It pushes particles at the speed at which the entity has moved since the last fixed step, and is not pushed. A scale
/// that is not uniform scales radii by its largest component.
///
/// ```
/// use bevy::prelude::*;
/// use sprung_bevy::NetworkCollider;
/// let ground = (NetworkCollider::plane().with_friction(0.5), Transform::from_xyz(0.0, -1.0, 0.0));
/// let head = (NetworkCollider::sphere(0.12), Transform::from_xyz(0.0, 1.6, 0.0));
/// # let _ = (ground, head);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Transform)]
pub struct NetworkCollider {
    /// The shape in the entity's frame.
    pub shape: Shape,
    /// Coulomb friction coefficient, finite and >= 0.
    pub friction: f32,
}

impl NetworkCollider {
    /// A shape in the entity's frame, without friction.
    pub fn new(shape: Shape) -> Self {
        NetworkCollider { shape, friction: 0.0 }
    }

    /// Everything below the entity's x-z plane.
    pub fn plane() -> Self {
        Self::new(Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] })
    }

    /// A ball around the entity's origin; radius in m.
    pub fn sphere(radius: f32) -> Self {
        Self::new(Shape::Sphere { center: [0.0; 3], radius })
    }

    /// A capsule along the entity's y axis, as bevy's `Capsule3d`: the radius, and the length without the caps, m.
    pub fn capsule(radius: f32, length: f32) -> Self {
        let half = 0.5 * length;
        Self::new(Shape::Capsule { a: [0.0, -half, 0.0], b: [0.0, half, 0.0], radius })
    }

    /// The same with friction.
    pub fn with_friction(self, friction: f32) -> Self {
        NetworkCollider { friction, ..self }
    }

    /// Returns the collider at rest in the world.
    pub(crate) fn in_world(&self, place: &Affine3A) -> Collider {
        let at = |point: [f32; 3]| place.transform_point3(Vec3::from_array(point)).to_array();
        let columns = [place.matrix3.x_axis, place.matrix3.y_axis, place.matrix3.z_axis];
        let scale = columns.map(|c| c.length()).into_iter().fold(0.0, f32::max);
        let shape = match self.shape {
            Shape::Plane { point, normal } => {
                // Normals go by the inverse transpose.
                let turned = place.matrix3.inverse().transpose() * Vec3::from_array(normal);
                Shape::Plane { point: at(point), normal: turned.to_array() }
            }
            Shape::Sphere { center, radius } => {
                Shape::Sphere { center: at(center), radius: radius * scale }
            }
            Shape::Capsule { a, b, radius } => {
                Shape::Capsule { a: at(a), b: at(b), radius: radius * scale }
            }
        };
        Collider::new(shape).with_friction(self.friction)
    }
}
