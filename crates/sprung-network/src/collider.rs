//! Shapes that particles do not enter.

use crate::error::{Element, NetworkError};
use crate::vector::{add_scaled, dot, sub};

/// The shape of a [`Collider`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// Everything below a plane: the points `x` with `normal · (x − point) < 0`.
    Plane {
        /// A point of the plane.
        point: [f32; 3],
        /// The way out, of any length but 0.
        normal: [f32; 3],
    },
    /// A ball.
    Sphere {
        /// Its centre.
        center: [f32; 3],
        /// Its radius, m, > 0.
        radius: f32,
    },
    /// All points within `radius` of the line from `a` to `b`.
    Capsule {
        /// One end of the line.
        a: [f32; 3],
        /// The other end.
        b: [f32; 3],
        /// Radius, m, > 0.
        radius: f32,
    },
}

/// A shape at rest that pushes particles out, with Coulomb friction.
///
/// ```
/// use sprung_network::{Collider, Shape};
/// let floor = Collider::new(Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] }).with_friction(0.4);
/// assert_eq!(floor.friction, 0.4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collider {
    /// What it looks like.
    pub shape: Shape,
    /// Friction coefficient, finite and >= 0: what slides is slowed by this part of the push.
    pub friction: f32,
}

impl Collider {
    /// A frictionless collider.
    pub fn new(shape: Shape) -> Self {
        Self { shape, friction: 0.0 }
    }

    /// The same with friction.
    pub fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }

    /// Checks the numbers of collider `index`.
    pub(crate) fn check(&self, index: usize) -> Result<(), NetworkError> {
        let element = Element { kind: "collider", index };
        element.not_negative("friction", self.friction)?;
        match self.shape {
            Shape::Plane { point, normal } => {
                element.finite("point", point)?;
                element.finite("normal", normal)?;
                element.positive("squared length of the normal", dot(normal, normal))
            }
            Shape::Sphere { center, radius } => {
                element.finite("center", center)?;
                element.positive("radius", radius)
            }
            Shape::Capsule { a, b, radius } => {
                element.finite("a", a)?;
                element.finite("b", b)?;
                element.positive("radius", radius)
            }
        }
    }

    /// How deep a point is inside, and the unit vector out of there; `None` outside.
    ///
    /// A point on the very middle of a ball or capsule is pushed up along y.
    pub fn depth(&self, at: [f32; 3]) -> Option<(f32, [f32; 3])> {
        match self.shape {
            Shape::Plane { point, normal } => {
                let n = normal.map(|c| c / dot(normal, normal).sqrt());
                let depth = -dot(n, sub(at, point));
                (depth > 0.0).then_some((depth, n))
            }
            Shape::Sphere { center, radius } => out_of_ball(at, center, radius),
            Shape::Capsule { a, b, radius } => {
                let axis = sub(b, a);
                let along = dot(sub(at, a), axis) / dot(axis, axis).max(f32::MIN_POSITIVE);
                out_of_ball(at, add_scaled(a, along.clamp(0.0, 1.0), axis), radius)
            }
        }
    }

    /// Where a particle that came from `before` and is now at `at` ends up: outside, its way along the surface
    /// shortened by friction. `None` if it does not touch.
    pub(crate) fn resolve(&self, before: [f32; 3], at: [f32; 3]) -> Option<[f32; 3]> {
        let (depth, n) = self.depth(at)?;
        let out = add_scaled(at, depth, n);
        let way = sub(out, before);
        let slide = add_scaled(way, -dot(way, n), n);
        let length = dot(slide, slide).sqrt();
        let held = (self.friction * depth).min(length);
        Some(if held > 0.0 { add_scaled(out, -held / length, slide) } else { out })
    }
}

fn out_of_ball(at: [f32; 3], center: [f32; 3], radius: f32) -> Option<(f32, [f32; 3])> {
    let d = sub(at, center);
    let distance = dot(d, d).sqrt();
    let n = if distance > 0.0 { d.map(|c| c / distance) } else { [0.0, 1.0, 0.0] };
    (distance < radius).then_some((radius - distance, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_the_way_to_the_surface() {
        let plane = Collider::new(Shape::Plane { point: [0.0, 1.0, 0.0], normal: [0.0, 9.0, 0.0] });
        assert_eq!(plane.depth([5.0, 0.25, 0.0]), Some((0.75, [0.0, 1.0, 0.0])));
        assert_eq!(plane.depth([5.0, 1.25, 0.0]), None);
        let ball = Collider::new(Shape::Sphere { center: [0.0; 3], radius: 2.0 });
        assert_eq!(ball.depth([-0.5, 0.0, 0.0]), Some((1.5, [-1.0, 0.0, 0.0])));
        let (a, b) = ([0.0; 3], [4.0, 0.0, 0.0]);
        let pill = Collider::new(Shape::Capsule { a, b, radius: 1.0 });
        assert_eq!(pill.depth([3.0, 0.0, 0.5]), Some((0.5, [0.0, 0.0, 1.0])));
        assert_eq!(pill.depth([4.75, 0.0, 0.0]), Some((0.25, [1.0, 0.0, 0.0])));
        assert_eq!(pill.depth([5.25, 0.0, 0.0]), None);
    }

    #[test]
    fn friction_holds_what_slides_less_than_it_is_pushed() {
        let floor = Collider::new(Shape::Plane { point: [0.0; 3], normal: [0.0, 1.0, 0.0] })
            .with_friction(0.5);
        assert_eq!(floor.resolve([0.0; 3], [0.25, -1.0, 0.0]), Some([0.0; 3]));
        assert_eq!(floor.resolve([0.0; 3], [2.0, -1.0, 0.0]), Some([1.5, 0.0, 0.0]));
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
