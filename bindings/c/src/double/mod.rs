//! The functions in double precision. Those in single precision are this text with the other type.

pub mod analysis;
pub mod batch;
pub mod body;
pub mod damper;
pub mod distance_spring;
pub mod motion;
pub mod orientation_spring;
pub mod point_spring;
pub mod rotation;
pub mod spring;
pub mod state;
pub mod step;
pub mod stiffness;
pub mod suspension;
pub mod swing_spring;
