//! Bodies of rapier3d.

use rapier3d::math::{AngVector as Angular, Pose, Vector};
use sprung::Rotation;
use sprung_body::{Body, ExternalAcceleration, Matrix3};

crate::spring_context::adapter!(rapier3d);
crate::coupled_network::network!(rapier3d);

const NO_TURN: Angular = Angular::ZERO;

fn spread(vector: Vector) -> [f32; 3] {
    vector.to_array()
}

fn gathered(vector: [f32; 3]) -> Vector {
    vector.into()
}

use gathered as gathered_angular;
use spread as spread_angular;

fn rotation(body: &RigidBody) -> Rotation<f32> {
    Rotation::from_xyzw(body.rotation().to_array())
}

fn inverse_inertia(body: &RigidBody) -> Matrix3<f32> {
    let i = body.mass_properties().effective_world_inv_inertia;
    Matrix3 { rows: [[i.m11, i.m12, i.m13], [i.m12, i.m22, i.m23], [i.m13, i.m23, i.m33]] }
}

/// The place of a collider from the center of mass of its body, and its rotation.
fn frame(pose: &Pose, center: Vector) -> ([f32; 3], Rotation<f32>) {
    (spread(pose.translation - center), Rotation::from_xyzw(pose.rotation.to_array()))
}

/// A point of the surface.
fn spread_onto(surface: Vector, _: [f32; 3]) -> [f32; 3] {
    spread(surface)
}

fn cuboid(shape: &SharedShape) -> Option<sprung_network::Cuboid> {
    let half_extents = spread(shape.as_cuboid()?.half_extents);
    Some(sprung_network::Cuboid { half_extents })
}
