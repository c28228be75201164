//! Bodies of rapier2d: they turn about z, and their z is 0.

use rapier2d::math::{AngVector as Angular, Pose, Vector};
use sprung::Rotation;
use sprung_body::{Body, ExternalAcceleration, Matrix3};

crate::spring_context::adapter!(rapier2d);
crate::coupled_network::network!(rapier2d);

const NO_TURN: Angular = 0.0;

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

/// The place of a collider from the center of mass of its body, and its rotation.
fn frame(pose: &Pose, center: Vector) -> ([f32; 3], Rotation<f32>) {
    let turn = Rotation::from_rotation_vector(spread_angular(pose.rotation.angle()));
    (spread(pose.translation - center), turn)
}

/// A point of the surface, which reaches endlessly along z.
fn spread_onto(surface: Vector, [_, _, z]: [f32; 3]) -> [f32; 3] {
    [surface.x, surface.y, z]
}

/// Boxes of the plane are projected on by the engine.
fn cuboid(_: &SharedShape) -> Option<sprung_network::Cuboid> {
    None
}
