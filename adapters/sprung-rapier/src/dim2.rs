//! Bodies of rapier2d: they turn about z, and their z is 0.

use rapier2d::math::Vector;
use sprung::Rotation;
use sprung_body::{Body, ExternalAcceleration, Matrix3};

crate::spring_context::adapter!(rapier2d);

fn spread(vector: Vector) -> [f32; 3] {
    [vector.x, vector.y, 0.0]
}

fn gathered([x, y, _]: [f32; 3]) -> Vector {
    Vector::new(x, y)
}

fn spread_angular(about_z: f32) -> [f32; 3] {
    [0.0, 0.0, about_z]
}

fn gathered_angular([_, _, z]: [f32; 3]) -> f32 {
    z
}

fn rotation(body: &RigidBody) -> Rotation<f32> {
    Rotation::from_rotation_vector(spread_angular(body.rotation().angle()))
}

fn inverse_inertia(body: &RigidBody) -> Matrix3<f32> {
    Matrix3::diagonal(spread_angular(body.mass_properties().effective_world_inv_inertia))
}
