//! Bodies of avian as springs see them.

use avian3d::prelude::{
    AngularVelocity, ComputedAngularInertia, ComputedCenterOfMass, ComputedMass, Gravity,
    GravityScale, LinearVelocity, Position, RigidBody, Rotation, SubstepCount,
};
use bevy::ecs::query::QueryData;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use sprung_body::{Body, ExternalAcceleration, Matrix3};

use crate::convert::rotation;

/// The components of a body that a spring reads and writes.
#[derive(QueryData)]
#[query_data(mutable)]
pub(super) struct BodyParts {
    kind: &'static RigidBody,
    position: &'static Position,
    rotation: &'static Rotation,
    linear: &'static mut LinearVelocity,
    angular: &'static mut AngularVelocity,
    mass: &'static ComputedMass,
    inertia: &'static ComputedAngularInertia,
    center: &'static ComputedCenterOfMass,
    gravity_scale: Option<&'static GravityScale>,
}

/// All bodies, and the gravity of the step to come.
#[derive(SystemParam)]
pub(super) struct Bodies<'w, 's> {
    gravity: Res<'w, Gravity>,
    substeps: Res<'w, SubstepCount>,
    bodies: Query<'w, 's, BodyParts>,
}

impl Bodies<'_, '_> {
    /// Returns a body as springs see it, with gravity as its load. One that is not dynamic counts as fixed, but keeps its
    /// velocities. `None` if there is no such body.
    pub(super) fn read(&self, entity: Entity) -> Option<Body<f32>> {
        let parts = self.bodies.get(entity).ok()?;
        let mut body = Body {
            position: (parts.position.0 + parts.rotation.0 * **parts.center).to_array(),
            rotation: rotation(parts.rotation.0),
            velocity: parts.linear.0.to_array(),
            angular_velocity: parts.angular.0.to_array(),
            ..Body::fixed()
        };
        if parts.kind.is_dynamic() {
            let inverse_inertia = Mat3::from(parts.inertia.rotated(parts.rotation.0).inverse());
            let scale = parts.gravity_scale.map_or(1.0, |scale| scale.0);
            body.inverse_mass = parts.mass.inverse();
            body.inverse_inertia = Matrix3 { rows: inverse_inertia.to_cols_array_2d() };
            body.load = ExternalAcceleration::new((self.gravity.0 * scale).to_array())
                .in_substeps(self.substeps.0 as usize);
        }
        Some(body)
    }

    /// Takes over the velocities of a dynamic body.
    pub(super) fn write(&mut self, entity: Entity, body: &Body<f32>) {
        let Ok(mut parts) = self.bodies.get_mut(entity) else { return };
        if parts.kind.is_dynamic() {
            let velocities = [body.velocity, body.angular_velocity].map(Vec3::from_array);
            parts.linear.set_if_neq(LinearVelocity(velocities[0]));
            parts.angular.set_if_neq(AngularVelocity(velocities[1]));
        }
    }

    /// True for a body that has the mass which avian computes in its first step, or needs none.
    #[cfg(feature = "network")]
    pub(super) fn is_ready(&self, entity: Entity) -> bool {
        let parts = self.bodies.get(entity);
        parts.is_ok_and(|parts| !parts.kind.is_dynamic() || parts.mass.inverse() > 0.0)
    }

    /// Returns the center of mass of a body in its own frame, m; zero if there is no such body.
    pub(super) fn center(&self, entity: Entity) -> Vec3 {
        self.bodies.get(entity).map_or(Vec3::ZERO, |parts| **parts.center)
    }
}
