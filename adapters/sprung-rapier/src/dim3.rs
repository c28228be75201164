//! Bodies of rapier3d.

use rapier3d::math::Vector;
use sprung::Rotation;
use sprung_body::{Body, ExternalAcceleration, Matrix3};

crate::spring_context::adapter!(rapier3d);

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
