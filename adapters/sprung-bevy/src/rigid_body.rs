//! Springs on avian's rigid bodies: they change velocities in `FixedUpdate`, before avian moves the bodies.

use avian3d::prelude::{
    AngularVelocity, ComputedAngularInertia, ComputedCenterOfMass, ComputedMass, Gravity,
    GravityScale, LinearVelocity, Position, Rotation, SleepingDisabled, SubstepCount,
};
use bevy::ecs::query::QueryData;
use bevy::prelude::*;
use sprung_body::{Body, Discretization, ExternalAcceleration, Matrix3, PointSpring, Stiffness};

use crate::convert::rotation;

/// Moves a rigid body to a position and a rotation of the world, by frequency for any mass. The body is kept awake.
#[derive(Component, Clone, Copy, Debug)]
#[require(SleepingDisabled)]
pub struct PoseSpring {
    /// Frequency and damping ratio, or stiffness in N/m and damping in N·s/m of the movement.
    pub spring: Stiffness<f32>,
    /// The same of the turn, in N·m/rad and N·m·s/rad.
    pub turn: Stiffness<f32>,
    /// The goal of the center of mass, m.
    pub goal: Vec3,
    /// The goal rotation.
    pub rotation: Quat,
    /// The discretization; by default safe with contacts and joints.
    pub discretization: Discretization,
    /// The maximum force, N; infinite by default.
    pub max_force: f32,
}

/// Drags a point of a rigid body to a point of the world: click and drag, a lamp on an arm. The body is kept awake.
#[derive(Component, Clone, Copy, Debug)]
#[require(SleepingDisabled)]
pub struct DragSpring {
    /// Frequency and damping ratio, or stiffness in N/m and damping in N·s/m.
    pub spring: Stiffness<f32>,
    /// The point of the body, in its own frame.
    pub point: Vec3,
    /// The goal of that point, m.
    pub goal: Vec3,
    /// The discretization; by default safe with contacts and joints.
    pub discretization: Discretization,
    /// The maximum force, N; infinite by default.
    pub max_force: f32,
}

impl PoseSpring {
    /// A spring to a place and a rotation; a physical stiffness is taken in N/m for one, N·m/rad for the other.
    pub fn new(spring: impl Into<Stiffness<f32>>, goal: Vec3, rotation: Quat) -> Self {
        let (spring, max_force) = (spring.into(), f32::INFINITY);
        PoseSpring {
            spring,
            turn: spring,
            goal,
            rotation,
            discretization: Discretization::Auto,
            max_force,
        }
    }
}

impl DragSpring {
    /// A spring from a point of the body (its own frame) to a point of the world.
    pub fn new(spring: impl Into<Stiffness<f32>>, point: Vec3, goal: Vec3) -> Self {
        let spring = spring.into();
        DragSpring {
            spring,
            point,
            goal,
            discretization: Discretization::Auto,
            max_force: f32::INFINITY,
        }
    }
}

/// Applies [`PoseSpring`]s and [`DragSpring`]s in `FixedUpdate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SprungAvianPlugin;

impl Plugin for SprungAvianPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedUpdate, (hold_poses, drag_points).chain());
    }
}

/// The components of a body that a spring reads and writes.
#[derive(QueryData)]
#[query_data(mutable)]
struct BodyParts {
    position: &'static Position,
    rotation: &'static Rotation,
    linear: &'static mut LinearVelocity,
    angular: &'static mut AngularVelocity,
    mass: &'static ComputedMass,
    inertia: &'static ComputedAngularInertia,
    center: &'static ComputedCenterOfMass,
    gravity_scale: Option<&'static GravityScale>,
}

impl BodyPartsItem<'_, '_> {
    /// Lets a spring change the body's velocities, over a step in which gravity will change them as well.
    fn change(&mut self, gravity: ExternalAcceleration<f32>, spring: impl FnOnce(&mut Body<f32>)) {
        let scale = self.gravity_scale.map_or(1.0, |scale| scale.0);
        let inverse_inertia = Mat3::from(self.inertia.rotated(self.rotation.0).inverse());
        let mut body = Body {
            position: (self.position.0 + self.rotation.0 * **self.center).to_array(),
            rotation: rotation(self.rotation.0),
            velocity: self.linear.0.to_array(),
            angular_velocity: self.angular.0.to_array(),
            inverse_mass: self.mass.inverse(),
            inverse_inertia: Matrix3 { rows: inverse_inertia.to_cols_array_2d() },
            load: ExternalAcceleration {
                acceleration: gravity.acceleration.map(|g| g * scale),
                ..gravity
            },
        };
        spring(&mut body);
        self.linear.0 = Vec3::from_array(body.velocity);
        self.angular.0 = Vec3::from_array(body.angular_velocity);
    }
}

/// Gravity as avian adds it: in sub-steps.
fn load(gravity: &Gravity, substeps: &SubstepCount) -> ExternalAcceleration<f32> {
    ExternalAcceleration::new(gravity.0.to_array()).in_substeps(substeps.0 as usize)
}

fn hold_poses(
    time: Res<Time>,
    gravity: Res<Gravity>,
    substeps: Res<SubstepCount>,
    mut bodies: Query<(BodyParts, &PoseSpring)>,
) {
    let dt = time.delta_secs();
    let load = load(&gravity, &substeps);
    for (mut parts, spring) in &mut bodies {
        let mut pose = sprung_body::PoseSpring::new(
            spring.spring,
            spring.goal.to_array(),
            rotation(spring.rotation),
        );
        pose.max_force = spring.max_force;
        pose.turn.spring = spring.turn;
        parts.change(load, |body| {
            pose.prepare(body, spring.discretization, dt);
            pose.solve(body);
        });
    }
}

fn drag_points(
    time: Res<Time>,
    gravity: Res<Gravity>,
    substeps: Res<SubstepCount>,
    mut bodies: Query<(BodyParts, &DragSpring)>,
) {
    let dt = time.delta_secs();
    let load = load(&gravity, &substeps);
    for (mut parts, spring) in &mut bodies {
        // The spring counts from the center of mass, the user from the body's origin.
        let point = (spring.point - **parts.center).to_array();
        let mut drag = PointSpring::new(spring.spring, point, spring.goal.to_array());
        drag.max_force = spring.max_force;
        parts.change(load, |body| {
            let mut world = Body::fixed();
            drag.prepare(body, &world, spring.discretization, dt);
            drag.solve(body, &mut world);
        });
    }
}
