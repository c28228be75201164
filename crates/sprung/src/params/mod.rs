//! What people say: the parameters of a spring and of a damper, and how they read back.

mod damper;
mod perceptual;
mod physical;
mod spec;
mod spring;

pub use damper::Damper;
pub(crate) use perceptual::require_damped;
pub use spec::Spec;
pub use spring::{Regime, Spring};
