//! Shapes that particles of a network touch.

use pyo3::prelude::*;

type Vector = [f32; 3];

/// A shape that pushes particles out, with Coulomb friction; it moves with a velocity, m/s.
#[pyclass(frozen, module = "sprung", from_py_object)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collider(pub(crate) sprung_network::Collider);

#[pymethods]
impl Collider {
    /// Everything below a plane through a point (m) with an outward normal.
    #[staticmethod]
    #[pyo3(signature = (point, normal, *, friction=0.0, velocity=[0.0; 3]))]
    fn plane(point: Vector, normal: Vector, friction: f32, velocity: Vector) -> Self {
        Collider::of(sprung_network::Shape::Plane { point, normal }, friction, velocity)
    }

    /// A ball with a center and a radius, m.
    #[staticmethod]
    #[pyo3(signature = (center, radius, *, friction=0.0, velocity=[0.0; 3]))]
    fn sphere(center: Vector, radius: f32, friction: f32, velocity: Vector) -> Self {
        Collider::of(sprung_network::Shape::Sphere { center, radius }, friction, velocity)
    }

    /// All points within a radius of the line from a to b, m.
    #[staticmethod]
    #[pyo3(signature = (a, b, radius, *, friction=0.0, velocity=[0.0; 3]))]
    fn capsule(a: Vector, b: Vector, radius: f32, friction: f32, velocity: Vector) -> Self {
        Collider::of(sprung_network::Shape::Capsule { a, b, radius }, friction, velocity)
    }
}

impl Collider {
    fn of(shape: sprung_network::Shape, friction: f32, velocity: Vector) -> Self {
        let collider = sprung_network::Collider::new(shape);
        Collider(collider.with_friction(friction).with_velocity(velocity))
    }
}
