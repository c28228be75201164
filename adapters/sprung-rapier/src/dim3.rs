//! Bodies of rapier3d.

use rapier3d::dynamics::{RigidBody, RigidBodyHandle, RigidBodySet};
use rapier3d::math::Vector;
use sprung::Rotation;
use sprung_body::{Body, Matrix3};

/// A body as springs see it: centre of mass, rotation, velocities, inverse mass and inertia.
///
/// The inverse mass of a body with locked translations is that of its free axes.
pub fn read(body: &RigidBody) -> Body<f32> {
    let mass = body.mass_properties();
    let i = mass.effective_world_inv_inertia;
    Body {
        position: body.center_of_mass().to_array(),
        rotation: Rotation::from_xyzw(body.rotation().to_array()),
        velocity: body.linvel().to_array(),
        angular_velocity: body.angvel().to_array(),
        inverse_mass: mass.effective_inv_mass.max_element(),
        inverse_inertia: Matrix3 {
            rows: [[i.m11, i.m12, i.m13], [i.m12, i.m22, i.m23], [i.m13, i.m23, i.m33]],
        },
    }
}

/// Takes over the velocities, except along locked axes; wakes the body if they differ from its own.
pub fn write(from: &Body<f32>, to: &mut RigidBody) {
    let (velocity, turning) = (Vector::from(from.velocity), Vector::from(from.angular_velocity));
    let free = to.mass_properties().effective_inv_mass.cmpgt(Vector::ZERO);
    let velocity = Vector::select(free, velocity, to.linvel());
    if velocity != to.linvel() {
        to.set_linvel(velocity, true);
    }
    if turning != to.angvel() {
        to.set_angvel(turning, true);
    }
}

/// Lets springs change the velocities of one body; a handle that is not in the set is left alone.
pub fn with_body(
    bodies: &mut RigidBodySet,
    handle: RigidBodyHandle,
    springs: impl FnOnce(&mut Body<f32>),
) {
    let Some(body) = bodies.get(handle) else { return };
    let mut seen = read(body);
    springs(&mut seen);
    if let Some(body) = bodies.get_mut(handle) {
        write(&seen, body);
    }
}

/// Lets springs change the velocities of two bodies; without a second one, of a body and the world.
///
/// Handles that are not in the set, or twice the same, are left alone.
pub fn with_pair(
    bodies: &mut RigidBodySet,
    a: RigidBodyHandle,
    b: Option<RigidBodyHandle>,
    springs: impl FnOnce(&mut Body<f32>, &mut Body<f32>),
) {
    let Some(b) = b else {
        return with_body(bodies, a, |body| springs(body, &mut Body::fixed()));
    };
    let (Some(body), true) = (bodies.get(b), a != b) else { return };
    let mut other = read(body);
    with_body(bodies, a, |body| springs(body, &mut other));
    if let Some(body) = bodies.get_mut(b) {
        write(&other, body);
    }
}
