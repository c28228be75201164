//! A reference world: semi-implicit steps, nothing but the bodies and the springs of a test.

// Each test file takes the part of this world that it needs.
#![allow(dead_code)]

use sprung::{Rotation, Vector};
use sprung_body::Body;

pub(crate) type V3 = [f64; 3];

/// Moves a body by its velocities, as an engine does after its solver. Principal moments follow the rotation.
pub(crate) fn advance(body: &mut Body<f64>, principal: V3, dt: f64) {
    body.position = body.position.plus(body.velocity.times(dt));
    let turn = Rotation::from_rotation_vector(body.angular_velocity.times(dt));
    body.rotation = Rotation::from_xyzw(body.rotation.then(&turn).xyzw());
    *body = body.with_inertia(principal);
}

/// The angular momentum of a body about the origin, from its principal moments.
pub(crate) fn angular_momentum(body: &Body<f64>, mass: f64, principal: V3) -> V3 {
    let local = body.rotation.inverse().rotate(body.angular_velocity);
    let spin = body.rotation.rotate([0, 1, 2].map(|i| local[i] * principal[i]));
    cross(body.position, body.velocity.times(mass)).plus(spin)
}

pub(crate) fn cross(a: V3, b: V3) -> V3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
