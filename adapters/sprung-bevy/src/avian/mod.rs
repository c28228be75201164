//! Springs on avian's rigid bodies: they change velocities in `FixedUpdate`, before avian moves the bodies.

mod body;
mod body_spring;
mod contact_spring;
#[cfg(feature = "network")]
mod coupled_network;
#[cfg(feature = "network")]
mod engine_shape;
mod solve_bodies;
mod springs;
mod suspension;

use avian3d::prelude::{PhysicsSchedule, PhysicsStepSystems};
use bevy::prelude::*;

pub use body_spring::BodySpring;
use body_spring::solve_all;
pub use contact_spring::ContactSpring;
#[cfg(feature = "network")]
pub use coupled_network::{BodyTie, CoupledNetwork};
pub use solve_bodies::SolveBodies;
pub use springs::{
    AngularMotor, AngularServo, DistanceSpring, DragSpring, LinearMotor, LinearServo,
    OrientationSpring, PoseSpring, SwingSpring,
};
pub use suspension::SuspensionSpring;

/// Applies springs to avian's bodies in `FixedUpdate`, [`ContactSpring`]s within the step of the engine; with
/// [`SprungNetworkPlugin`](crate::SprungNetworkPlugin), [`CoupledNetwork`]s before it, in `FixedPostUpdate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprungAvianPlugin;

impl Plugin for SprungAvianPlugin {
    fn build(&self, app: &mut App) {
        let springs = (
            solve_all::<sprung_body::PoseSpring<f32>>,
            solve_all::<sprung_body::PointSpring<f32>>,
            solve_all::<sprung_body::DistanceSpring<f32>>,
            solve_all::<sprung_body::OrientationSpring<f32>>,
            solve_all::<sprung_body::SwingSpring<f32>>,
            solve_all::<sprung_body::LinearServo<f32>>,
            solve_all::<sprung_body::AngularServo<f32>>,
            solve_all::<sprung_body::LinearMotor<f32>>,
            solve_all::<sprung_body::AngularMotor<f32>>,
            suspension::carry,
        );
        let contacts = contact_spring::push
            .after(PhysicsStepSystems::NarrowPhase)
            .before(PhysicsStepSystems::Solver);
        app.add_systems(FixedUpdate, springs.chain()).add_systems(PhysicsSchedule, contacts);
        #[cfg(feature = "network")]
        coupled_network::add_systems(app);
    }
}
