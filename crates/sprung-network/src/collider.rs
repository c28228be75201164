//! Shapes that particles do not enter, at rest or moving.

use sprung::Real;

use crate::error::{Checked, Element};
use crate::geometry::contact_shape::inside_along;
use crate::geometry::rigid_motion::RigidMotion;
use crate::geometry::shape::Shape;
use crate::geometry::vector::{add_scaled, dot, sub};

/// A shape that pushes particles out, with Coulomb friction; it moves with a constant velocity and is not moved by
/// what it pushes.
///
/// A particle that it pushes takes on the velocity of the surface along the normal (restitution 0) and keeps it when
/// it is let go. Friction acts against the velocity of the surface where the particle touches it: per step of the
/// solver it changes the relative sliding velocity by at most `friction` times the change along the normal.
///
/// ```
/// use sprung_network::{Collider, Shape};
/// let plane = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
/// let belt = Collider::new(plane).with_friction(0.4).with_velocity([2.0, 0.0, 0.0]);
/// assert_eq!((belt.friction, belt.velocity), (0.4, [2.0, 0.0, 0.0]));
/// let turntable = Collider::new(plane).with_angular_velocity([0.0, 3.0, 0.0], [1.0, 0.0, 0.0]);
/// assert_eq!(turntable.pivot, [1.0, 0.0, 0.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collider {
    /// The shape at the time when the collider is given to a solver.
    pub shape: Shape,
    /// Coulomb friction coefficient, finite and >= 0.
    pub friction: f32,
    /// Velocity of the pivot, m/s, at most 1e15 in size.
    pub velocity: [f32; 3],
    /// Angular velocity about the pivot, rad/s, along the axis (right-handed), at most 1e15 in size.
    pub angular_velocity: [f32; 3],
    /// The point that the collider turns about, m; it moves with `velocity`.
    pub pivot: [f32; 3],
}

impl Collider {
    /// A frictionless collider at rest.
    pub fn new(shape: Shape) -> Self {
        let rest = [0.0; 3];
        Self { shape, friction: 0.0, velocity: rest, angular_velocity: rest, pivot: rest }
    }

    /// The same with friction.
    pub fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }

    /// The same, moving with a velocity in m/s.
    pub fn with_velocity(self, velocity: [f32; 3]) -> Self {
        Self { velocity, ..self }
    }

    /// The same, turning about a point with an angular velocity in rad/s.
    pub fn with_angular_velocity(self, angular_velocity: [f32; 3], pivot: [f32; 3]) -> Self {
        Self { angular_velocity, pivot, ..self }
    }

    /// Checks the numbers of collider `index`.
    pub(crate) fn check(&self, index: usize) -> Checked {
        let element = Element { kind: "collider", index };
        element.not_negative("friction", self.friction)?;
        element.bounded("velocity", self.velocity)?;
        element.bounded("angular_velocity", self.angular_velocity)?;
        element.bounded("pivot", self.pivot)?;
        self.shape.check(element)
    }

    pub(crate) fn motion(&self) -> RigidMotion {
        RigidMotion {
            velocity: self.velocity.map(f64::from),
            angular_velocity: self.angular_velocity.map(f64::from),
            pivot: self.pivot.map(f64::from),
        }
    }

    /// The depth of a point inside [`shape`](Self::shape), m, and the unit vector out of it; `None` outside.
    ///
    /// A point on the very middle of a ball or capsule is pushed up along y.
    pub fn depth(&self, at: [f32; 3]) -> Option<(f32, [f32; 3])> {
        self.shape.depth(at)
    }
}

/// The push of a collider on a particle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Push {
    /// The place of the particle next to the surface.
    pub(crate) out: [f32; 3],
    /// The displacement from inside the collider to its surface, m, of a particle that started inside. It adds no velocity.
    pub(crate) from_inside: Option<[f32; 3]>,
}

/// The push of a shape at rest on a particle that came from `before` and is now at `at`: outside, its path along the surface
/// shortened by friction. `None` if it does not touch.
pub(crate) fn resolve(
    shape: &Shape,
    friction: f32,
    before: [f32; 3],
    at: [f32; 3],
) -> Option<Push> {
    let (depth, n) = shape.contact(before, at)?;
    let out = add_scaled(at, depth, n);
    let path = sub(out, before);
    let along = dot(path, n);
    let slide = add_scaled(path, -along, n);
    let length = Real::sqrt(dot(slide, slide));
    let stuck = (friction * depth).min(length);
    let inside = shape.depth(before).map(|before| inside_along(before, n, along));
    let from_inside = inside.map(|inside| n.map(|c| c * inside));
    let out = if stuck > 0.0 { add_scaled(out, -stuck / length, slide) } else { out };
    Some(Push { out, from_inside })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn friction_holds_what_slides_less_than_it_is_pushed() {
        let floor = Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] };
        let out = |before, at| resolve(&floor, 0.5, before, at).map(|push| push.out);
        assert_eq!(out([0.0; 3], [0.25, -1.0, 0.0]), Some([0.0; 3]));
        assert_eq!(out([0.0; 3], [2.0, -1.0, 0.0]), Some([1.5, 0.0, 0.0]));
    }

    #[test]
    fn bad_shapes_are_refused() {
        let flat = Collider::new(Shape::Plane { point: [0.0; 3], normal: [0.0; 3] });
        assert!(flat.check(2).is_err());
        let error = Collider::new(Shape::Sphere { center: [0.0; 3], radius: -1.0 }).check(2);
        assert_eq!(
            error.map_err(|e| e.to_string()),
            Err("collider 2: radius must be finite and > 0, got -1".to_owned())
        );
    }
}
