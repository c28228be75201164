//! Bodies of rapier2d.

use rapier2d::dynamics::{RigidBody, RigidBodyHandle, RigidBodySet};
use rapier2d::math::Vector;
use sprung::Rotation;
use sprung_body::{Body, Matrix3};

/// A body of the plane as springs see it: centre of mass, rotation, velocities, inverse mass and inertia; z is 0.
///
/// The inverse mass of a body with a locked translation is that of its free axis.
pub fn read(body: &RigidBody) -> Body<f32> {
    let mass = body.mass_properties();
    let (centre, velocity) = (body.center_of_mass(), body.linvel());
    let inertia = mass.effective_world_inv_inertia;
    Body {
        position: [centre.x, centre.y, 0.0],
        rotation: Rotation::from_rotation_vector([0.0, 0.0, body.rotation().angle()]),
        velocity: [velocity.x, velocity.y, 0.0],
        angular_velocity: [0.0, 0.0, body.angvel()],
        inverse_mass: mass.effective_inv_mass.max_element(),
        inverse_inertia: Matrix3::diagonal([0.0, 0.0, inertia]),
    }
}

/// Takes over the velocities, except along locked axes; wakes the body if they differ from its own.
pub fn write(from: &Body<f32>, to: &mut RigidBody) {
    let [x, y, _] = from.velocity;
    let turning = from.angular_velocity[2];
    let free = to.mass_properties().effective_inv_mass.cmpgt(Vector::ZERO);
    let velocity = Vector::select(free, Vector::new(x, y), to.linvel());
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
