//! Motions by their common names, one file each.
//!
//! Nothing here is transcendental: each motion takes coefficients and moves state. The exceptions are rotations, whose
//! logarithm and exponential come from `math`.

mod adaptive_smoothing;
mod angle_spring;
mod animatable;
mod camera;
mod camera_step;
mod character;
mod critical_spring;
mod damper;
mod dead_blend;
pub(crate) mod double_spring;
mod facing;
mod fixed_camera;
mod grid;
mod inertialize;
mod limited_tracker;
mod limits;
mod motion_derivatives;
mod motion_trait;
mod piecewise_interpolation;
mod piecewise_linear;
mod pointer;
mod pointer_filter;
mod pose;
mod reduced_motion;
mod reference_frame;
mod rotation_damper;
mod rotation_inertialize;
mod rotation_joint;
mod rotation_limits;
mod rotation_moving_goal;
mod rotation_spring;
mod rotation_state;
mod rotation_stitcher;
mod rotation_unwrapped;
mod rotation_vector_motion;
mod scale_inertialize;
mod scale_spring;
mod spline;
mod spline_length;
mod spline_samples;
mod spring;
mod spring_value;
mod stitcher;
mod timed_spring;
mod timeline;
mod tracking_spring;
mod velocity_spring;

pub use adaptive_smoothing::AdaptiveSmoothing;
pub use angle_spring::{angle_spring, unwrap_angle, wrap_angle};
pub use animatable::Animatable;
pub use camera::CameraRig;
pub use camera_step::{CameraGoal, CameraSprings, CameraStep, Orbit};
pub use character::{Character, dead_zone};
pub use critical_spring::{critical_spring, decay_spring, simple_spring};
pub use damper::damper;
pub use dead_blend::DeadBlend;
pub use double_spring::DoubleSpring;
pub use facing::facing;
pub use fixed_camera::FixedCamera;
pub use grid::nearest_on_grid;
pub use inertialize::{FadeCurve, Inertialization, TimedOffset};
pub use limited_tracker::LimitedTracker;
pub use limits::{
    bounce_within, clamp_overshoot, is_settled, limit_acceleration, limit_speed, teleport,
};
pub use motion_derivatives::MotionDerivatives;
pub use motion_trait::Motion;
pub use piecewise_interpolation::{piecewise_interpolation, piecewise_spring};
pub use piecewise_linear::{GoalSegment, PiecewiseLinear, Segments};
pub use pointer::PointerTracker;
pub use pose::{Pose, PoseInertialization, PoseMut};
pub use reduced_motion::ReducedMotion;
pub use reference_frame::ReferenceFrame;
pub use rotation_damper::rotation_damper;
pub use rotation_inertialize::RotationInertialization;
pub use rotation_joint::JointSpring;
pub use rotation_limits::JointLimits;
pub use rotation_spring::{rotation_spring, rotation_spring_along};
pub use rotation_state::{RotationPath, RotationState};
pub use rotation_stitcher::RotationStitcher;
pub use rotation_unwrapped::UnwrappedRotation;
pub use rotation_vector_motion::{
    DoubleRotationSpring, RotationVectorMotion, RotationVectors, TimedRotationSpring,
    VelocityRotationSpring,
};
pub use scale_inertialize::ScaleInertialization;
pub use scale_spring::{ScaleSpring, scale_spring};
pub use spline::SpringSpline;
pub use spline_samples::SplineSamples;
pub use spring::spring;
pub use spring_value::SpringValue;
pub use stitcher::Stitcher;
pub use timed_spring::{TimedGoal, TimedSpring, TimedStep};
pub use timeline::{Timeline, TimelineKey};
pub use tracking_spring::{TrackingGains, tracking_spring};
pub use velocity_spring::{VelocitySpring, VelocityStep};
