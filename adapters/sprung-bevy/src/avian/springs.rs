//! The names of the springs on bodies, and how they are made from bevy's types.

use bevy::math::{Quat, Vec3};
use sprung_body::{Damping, Stiffness};

use super::body_spring::BodySpring;
use crate::convert::rotation;

/// Moves a rigid body's center of mass to a position and the body to a rotation of the world, by frequency for any mass.
pub type PoseSpring = BodySpring<sprung_body::PoseSpring<f32>>;

/// Drags a point of a rigid body to a point of the world or of another body: click and drag, a lamp on an arm.
pub type DragSpring = BodySpring<sprung_body::PointSpring<f32>>;

/// Keeps two points at a distance: a rod, a rope, a bumper.
pub type DistanceSpring = BodySpring<sprung_body::DistanceSpring<f32>>;

/// Turns a rigid body to a rotation, of the world or relative to another body.
pub type OrientationSpring = BodySpring<sprung_body::OrientationSpring<f32>>;

/// Turns an axis of a rigid body to a direction of the world and leaves the turn about it free: stay upright, look at.
pub type SwingSpring = BodySpring<sprung_body::SwingSpring<f32>>;

/// Drives the velocity of a rigid body.
pub type LinearMotor = BodySpring<sprung_body::LinearMotor<f32>>;

/// Drives the angular velocity of a rigid body.
pub type AngularMotor = BodySpring<sprung_body::AngularMotor<f32>>;

/// Moves a rigid body to a distance along an axis: a lift, a slide.
pub type LinearServo = BodySpring<sprung_body::LinearServo<f32>>;

/// Turns a rigid body to an angle about an axis: a door, the joint of a robot.
pub type AngularServo = BodySpring<sprung_body::AngularServo<f32>>;

impl PoseSpring {
    /// A spring to a place and a rotation; a physical stiffness is taken in N/m for one, N·m/rad for the other.
    pub fn new(spring: impl Into<Stiffness<f32>>, goal: Vec3, turned: Quat) -> Self {
        let (goal, turned) = (goal.to_array(), rotation(turned));
        Self::from_spring(sprung_body::PoseSpring::new(spring, goal, turned))
    }
}

impl DragSpring {
    /// A spring from a point of the body (its own frame) to a point of the world, or of the other body, m.
    pub fn new(spring: impl Into<Stiffness<f32>>, point: Vec3, goal: Vec3) -> Self {
        let (point, goal) = (point.to_array(), goal.to_array());
        Self::from_spring(sprung_body::PointSpring::new(spring, point, goal))
    }
}

impl DistanceSpring {
    /// A spring from a point of the body (its own frame) to a point of the world, or of the other body, at a rest length, m.
    pub fn new(
        spring: impl Into<Stiffness<f32>>,
        [point, other]: [Vec3; 2],
        rest_length: f32,
    ) -> Self {
        let (point, other) = (point.to_array(), other.to_array());
        Self::from_spring(sprung_body::DistanceSpring::new(spring, point, other, rest_length))
    }
}

impl OrientationSpring {
    /// A spring to a rotation of the world, or relative to the other body.
    pub fn new(spring: impl Into<Stiffness<f32>>, goal: Quat) -> Self {
        Self::from_spring(sprung_body::OrientationSpring::new(spring, rotation(goal)))
    }
}

impl SwingSpring {
    /// A spring that turns `axis` (of the body) to `goal` (of the world), both of length 1.
    pub fn new(spring: impl Into<Stiffness<f32>>, axis: Vec3, goal: Vec3) -> Self {
        let (axis, goal) = (axis.to_array(), goal.to_array());
        Self::from_spring(sprung_body::SwingSpring::new(spring, axis, goal))
    }
}

impl LinearMotor {
    /// A motor to a target velocity relative to the world or the other body, m/s.
    pub fn new(damper: impl Into<Damping<f32>>, target: Vec3) -> Self {
        Self::from_spring(sprung_body::LinearMotor::new(damper, target.to_array()))
    }
}

impl AngularMotor {
    /// A motor to a target angular velocity relative to the world or the other body, rad/s, in the world frame.
    pub fn new(damper: impl Into<Damping<f32>>, target: Vec3) -> Self {
        Self::from_spring(sprung_body::AngularMotor::new(damper, target.to_array()))
    }
}

impl LinearServo {
    /// A servo along an axis of the world or of the other body (length 1) to a distance between the centers of mass, m.
    pub fn new(spring: impl Into<Stiffness<f32>>, axis: Vec3, target: f32) -> Self {
        Self::from_spring(sprung_body::LinearServo::new(spring, axis.to_array(), target))
    }
}

impl AngularServo {
    /// A servo about an axis of the world or of the other body (length 1) to an angle, rad.
    pub fn new(spring: impl Into<Stiffness<f32>>, axis: Vec3, target: f32) -> Self {
        Self::from_spring(sprung_body::AngularServo::new(spring, axis.to_array(), target))
    }
}
