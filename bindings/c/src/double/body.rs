//! Rigid bodies: mass, inertia and velocity as the physics engine has them.

use sprung_body::{Body, ExternalAcceleration, Impulse, Matrix3};

use super::rotation::SprungRotationF64;
use super::state::SprungVector3F64;
use crate::failure::{SprungStatus, status, value};
use crate::memory::{read, write};

/// A symmetric matrix by rows.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungMatrix3F64 {
    /// The first row.
    pub row_x: SprungVector3F64,
    /// The second row.
    pub row_y: SprungVector3F64,
    /// The third row.
    pub row_z: SprungVector3F64,
}

/// A rigid body: copy it in from the physics engine, and its velocities back.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungBodyF64 {
    /// The center of mass, m.
    pub position: SprungVector3F64,
    /// The rotation from body to world.
    pub rotation: SprungRotationF64,
    /// The velocity of the center of mass, m/s.
    pub velocity: SprungVector3F64,
    /// The angular velocity in the world frame, rad/s.
    pub angular_velocity: SprungVector3F64,
    /// The inverse mass, 1/kg; 0 is a fixed body.
    pub inverse_mass: f64,
    /// The inverse inertia in the world frame, 1/(kg*m^2).
    pub inverse_inertia: SprungMatrix3F64,
    /// The acceleration that the engine applies in the next step, such as gravity, m/s^2.
    pub acceleration: SprungVector3F64,
    /// The angular acceleration that the engine applies in the next step, rad/s^2.
    pub angular_acceleration: SprungVector3F64,
    /// The part of these that is not in the velocities yet: 1 before the engine's step.
    pub pending_fraction: f64,
}

impl SprungBodyF64 {
    pub(crate) fn body(self) -> Body<f64> {
        let SprungMatrix3F64 { row_x, row_y, row_z } = self.inverse_inertia;
        Body {
            position: self.position.into(),
            rotation: self.rotation.rotation(),
            velocity: self.velocity.into(),
            angular_velocity: self.angular_velocity.into(),
            inverse_mass: self.inverse_mass,
            inverse_inertia: Matrix3 { rows: [row_x.into(), row_y.into(), row_z.into()] },
            load: ExternalAcceleration {
                acceleration: self.acceleration.into(),
                angular_acceleration: self.angular_acceleration.into(),
                pending_fraction: self.pending_fraction,
            },
        }
    }
}

impl From<Body<f64>> for SprungBodyF64 {
    fn from(body: Body<f64>) -> Self {
        let [row_x, row_y, row_z] = body.inverse_inertia.rows.map(Into::into);
        SprungBodyF64 {
            position: body.position.into(),
            rotation: body.rotation.into(),
            velocity: body.velocity.into(),
            angular_velocity: body.angular_velocity.into(),
            inverse_mass: body.inverse_mass,
            inverse_inertia: SprungMatrix3F64 { row_x, row_y, row_z },
            acceleration: body.load.acceleration.into(),
            angular_acceleration: body.load.angular_acceleration.into(),
            pending_fraction: body.load.pending_fraction,
        }
    }
}

/// A body at the origin from its mass (kg) and principal moments of inertia (kg*m^2); infinite ones do not move.
///
/// Values that are not above 0 count as infinite; `sprung_body_validate_f64` refuses what cannot be simulated.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_body_new_f64(mass: f64, inertia: SprungVector3F64) -> SprungBodyF64 {
    Body::new(mass, inertia.into()).into()
}

/// A body of the plane `z = 0` from its mass (kg) and its moment of inertia about z (kg*m^2).
#[unsafe(no_mangle)]
pub extern "C" fn sprung_body_planar_f64(mass: f64, inertia: f64) -> SprungBodyF64 {
    Body::planar(mass, inertia).into()
}

/// A fixed body: the world.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_body_fixed_f64() -> SprungBodyF64 {
    Body::fixed().into()
}

/// Checks that a body can be simulated: a finite state, an inverse mass and inertia that are finite and not negative.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_body_validate_f64(body: *const SprungBodyF64) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        read(body, "body")?.body().validate()?;
        Ok(())
    })
}

/// Sets the world inertia from principal moments (kg*m^2) along the body's own axes and its rotation now.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_body_set_inertia_f64(
    body: *mut SprungBodyF64,
    inertia: SprungVector3F64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let changed = read(body, "body")?.body().with_inertia(inertia.into());
        write(body, "body", changed.into())
    })
}

/// The world position (m) of a point given in the body's frame.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_body_point_f64(
    body: *const SprungBodyF64,
    local: SprungVector3F64,
) -> SprungVector3F64 {
    // SAFETY: the pointer is as the header describes it.
    value(|| unsafe { Ok(read(body, "body")?.body().point(local.into()).into()) })
}

/// The velocity (m/s) of a point of the world as if it belonged to the body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_body_velocity_at_f64(
    body: *const SprungBodyF64,
    point: SprungVector3F64,
) -> SprungVector3F64 {
    // SAFETY: the pointer is as the header describes it.
    value(|| unsafe { Ok(read(body, "body")?.body().velocity_at(point.into()).into()) })
}

/// Changes the velocities by an impulse (N*s) at the center of mass and an angular impulse (N*m*s).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_body_apply_f64(
    body: *mut SprungBodyF64,
    linear: SprungVector3F64,
    angular: SprungVector3F64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let mut changed = read(body, "body")?.body();
        changed.apply(Impulse { linear: linear.into(), angular: angular.into() });
        write(body, "body", changed.into())
    })
}

/// Changes the velocities by an impulse (N*s) at a point of the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_body_apply_at_f64(
    body: *mut SprungBodyF64,
    point: SprungVector3F64,
    impulse: SprungVector3F64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let mut changed = read(body, "body")?.body();
        changed.apply_at(point.into(), impulse.into());
        write(body, "body", changed.into())
    })
}
