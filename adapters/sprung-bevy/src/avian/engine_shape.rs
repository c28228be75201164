//! The shapes of avian's colliders, as contacts of particles see them.

use avian3d::parry::shape::SharedShape;
use bevy::math::Vec3;
use sprung_network::{ContactShape, Cuboid, Shape};

/// A collider's shape. `Engine` is one that parry projects points on.
#[derive(Clone)]
pub(super) enum EngineShape {
    /// A box.
    Cuboid(Cuboid),
    /// A ball or a capsule.
    Round(Shape),
    /// Any other.
    Engine(SharedShape),
}

impl From<&SharedShape> for EngineShape {
    fn from(shape: &SharedShape) -> Self {
        if let Some(ball) = shape.as_ball() {
            return Self::Round(Shape::Sphere { center: [0.0; 3], radius: ball.radius });
        }
        if let Some(capsule) = shape.as_capsule() {
            let [a, b] = [capsule.segment.a, capsule.segment.b].map(|end| end.to_array());
            return Self::Round(Shape::Capsule { a, b, radius: capsule.radius });
        }
        if let Some(cuboid) = shape.as_cuboid() {
            return Self::Cuboid(Cuboid { half_extents: cuboid.half_extents.to_array() });
        }
        Self::Engine(shape.clone())
    }
}

impl ContactShape for EngineShape {
    fn project(&self, point: [f32; 3]) -> (f32, [f32; 3]) {
        match self {
            Self::Cuboid(shape) => shape.project(point),
            Self::Round(shape) => shape.project(point),
            Self::Engine(shape) => {
                let point = Vec3::from_array(point);
                let on = shape.project_local_point(point, false);
                let away = point - on.point;
                // On the surface, outward is taken to be away from the origin of the shape.
                let outward = away.try_normalize().or(point.try_normalize()).unwrap_or(Vec3::Y);
                let sign = if on.is_inside && away != Vec3::ZERO { -1.0 } else { 1.0 };
                (sign * away.length(), (sign * outward).to_array())
            }
        }
    }

    fn bounding_radius(&self) -> f32 {
        match self {
            Self::Cuboid(shape) => shape.bounding_radius(),
            Self::Round(shape) => shape.bounding_radius(),
            Self::Engine(shape) => {
                let ball = shape.compute_local_bounding_sphere();
                ball.center().length() + ball.radius()
            }
        }
    }

    fn inner_radius(&self) -> f32 {
        match self {
            Self::Cuboid(shape) => shape.inner_radius(),
            Self::Round(shape) => shape.inner_radius(),
            Self::Engine(_) => 0.0,
        }
    }
}
