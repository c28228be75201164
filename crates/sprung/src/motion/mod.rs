//! Springs by the word a practitioner looks for, one file each.
//!
//! Nothing here is transcendental: each motion takes coefficients and moves state. The exceptions are rotations, whose
//! logarithm and exponential come from `math`.

mod critical_spring;
mod damper;
mod decay_spring;
mod spring;

pub use critical_spring::{critical_spring, simple_spring};
pub use damper::damper;
pub use decay_spring::decay_spring;
pub use spring::spring;
