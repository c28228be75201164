//! Springs on avian's rigid bodies: they change velocities in `FixedUpdate`, before avian moves the bodies.

mod body;
mod body_spring;
mod contact_spring;
#[cfg(feature = "network")]
mod coupled_network;
#[cfg(feature = "network")]
mod engine_shape;
mod island;
mod solve_bodies;
mod springs;
mod suspension;

use avian3d::prelude::{PhysicsSchedule, PhysicsStepSystems};
use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;

pub use body_spring::BodySpring;
pub use contact_spring::ContactSpring;
#[cfg(feature = "gizmos")]
pub(crate) use coupled_network::draw;
#[cfg(feature = "network")]
pub use coupled_network::{BodyTie, CoupledNetwork};
use island::{Island, SolveSprings};
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
        let prepare = (
            suspension::prepare,
            body_spring::prepare::<sprung_body::PoseSpring<f32>>,
            body_spring::prepare::<sprung_body::PointSpring<f32>>,
            body_spring::prepare::<sprung_body::DistanceSpring<f32>>,
            body_spring::prepare::<sprung_body::OrientationSpring<f32>>,
            body_spring::prepare::<sprung_body::SwingSpring<f32>>,
            body_spring::prepare::<sprung_body::LinearServo<f32>>,
            body_spring::prepare::<sprung_body::AngularServo<f32>>,
            body_spring::prepare::<sprung_body::LinearMotor<f32>>,
            body_spring::prepare::<sprung_body::AngularMotor<f32>>,
        );
        let solve = (
            suspension::solve,
            body_spring::solve::<sprung_body::PoseSpring<f32>>,
            body_spring::solve::<sprung_body::PointSpring<f32>>,
            body_spring::solve::<sprung_body::DistanceSpring<f32>>,
            body_spring::solve::<sprung_body::OrientationSpring<f32>>,
            body_spring::solve::<sprung_body::SwingSpring<f32>>,
            body_spring::solve::<sprung_body::LinearServo<f32>>,
            body_spring::solve::<sprung_body::AngularServo<f32>>,
            body_spring::solve::<sprung_body::LinearMotor<f32>>,
            body_spring::solve::<sprung_body::AngularMotor<f32>>,
        );
        let step = (island::begin, prepare.chain(), island::solve, island::write);
        let contacts = contact_spring::push
            .after(PhysicsStepSystems::NarrowPhase)
            .before(PhysicsStepSystems::Solver);
        app.init_resource::<Island>()
            .edit_schedule(SolveSprings, |schedule| {
                schedule.set_executor(SingleThreadedExecutor::new());
            })
            .add_systems(SolveSprings, solve.chain())
            .add_systems(FixedUpdate, step.chain())
            .add_systems(PhysicsSchedule, contacts);
        #[cfg(feature = "network")]
        coupled_network::add_systems(app);
    }
}
