//! Colliders of networks.

use sprung_network::{Collider, Shape};

use crate::choices::refused;
use crate::failure::Result;
use crate::single::state::SprungVector3F32;

/// A half space: `a` is a point of its surface, `b` the normal.
pub const SPRUNG_SHAPE_PLANE: u32 = 0;
/// A ball: `a` is the center.
pub const SPRUNG_SHAPE_SPHERE: u32 = 1;
/// A capsule: `a` and `b` are the centers of its ends.
pub const SPRUNG_SHAPE_CAPSULE: u32 = 2;

/// A shape that particles stay out of; made by `sprung_collider_plane` and the others.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungCollider {
    /// One of SPRUNG_SHAPE_...
    pub shape: u32,
    /// A point, m.
    pub a: SprungVector3F32,
    /// Another point (m), or a direction.
    pub b: SprungVector3F32,
    /// The radius, m.
    pub radius: f32,
    /// The friction.
    pub friction: f32,
    /// The velocity, m/s.
    pub velocity: SprungVector3F32,
    /// The angular velocity, rad/s.
    pub angular_velocity: SprungVector3F32,
    /// The point that it turns about, m.
    pub pivot: SprungVector3F32,
}

impl SprungCollider {
    pub(crate) fn collider(&self) -> Result<Collider> {
        let (a, b, radius) = (self.a.into(), self.b.into(), self.radius);
        let shape = match self.shape {
            SPRUNG_SHAPE_PLANE => Shape::Plane { point: a, normal: b },
            SPRUNG_SHAPE_SPHERE => Shape::Sphere { center: a, radius },
            SPRUNG_SHAPE_CAPSULE => Shape::Capsule { a, b, radius },
            other => return refused("shape", SPRUNG_SHAPE_CAPSULE, other),
        };
        Ok(Collider {
            shape,
            friction: self.friction,
            velocity: self.velocity.into(),
            angular_velocity: self.angular_velocity.into(),
            pivot: self.pivot.into(),
        })
    }
}

/// A floor or a wall: a point of its surface and its normal.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_collider_plane(
    point: SprungVector3F32,
    normal: SprungVector3F32,
) -> SprungCollider {
    SprungCollider { shape: SPRUNG_SHAPE_PLANE, a: point, b: normal, ..SprungCollider::default() }
}

/// A ball.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_collider_sphere(center: SprungVector3F32, radius: f32) -> SprungCollider {
    SprungCollider { shape: SPRUNG_SHAPE_SPHERE, a: center, radius, ..SprungCollider::default() }
}

/// A capsule between two points.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_collider_capsule(
    a: SprungVector3F32,
    b: SprungVector3F32,
    radius: f32,
) -> SprungCollider {
    SprungCollider { shape: SPRUNG_SHAPE_CAPSULE, a, b, radius, ..SprungCollider::default() }
}
