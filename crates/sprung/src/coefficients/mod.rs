//! Step coefficients: computed from parameters and a time step, applied to any number of states.
//!
//! Everything transcendental happens here, once per step and spring; applying only adds and multiplies.

mod character_step;
mod critical_step;
mod damper_step;
mod double_step;
mod goal_velocity;
mod integral;
mod landing_step;
mod likelihood;
pub(crate) mod limited_profile;
mod limited_step;
mod moving_goal;
mod rest_threshold;
mod soft_coefficients;
mod spring_step;
mod step_derivatives;

pub use character_step::CharacterStep;
pub use damper_step::{DamperStep, MovingGoalDamperStep};
pub use double_step::DoubleStep;
pub use goal_velocity::GoalVelocityStep;
pub use integral::IntegralStep;
pub use landing_step::LandingStep;
pub(crate) use likelihood::Likelihood;
pub use limited_step::LimitedStep;
pub use moving_goal::MovingGoalStep;
pub use rest_threshold::RestThreshold;
pub use soft_coefficients::SoftCoefficients;
pub use spring_step::SpringStep;
pub use step_derivatives::{StepDerivatives, StepGradient};
