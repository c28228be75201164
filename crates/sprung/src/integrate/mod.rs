//! Numerical integrators: for comparison with the exact step, and for forces that are not a spring.
//!
//! Each has a limit beyond which it explodes, [`Method::stability_limit`]; the exact [`SpringStep`](crate::SpringStep)
//! has none. Use these where a force is nonlinear, and sub-step them; use the exact step for a spring.
//!
//! Source: H. Bowles, *Spring dynamics for production*; G. Fiedler, *Spring Physics*; D. Holden, *Spring-It-On*.

mod euler_damper;
mod explicit;
mod fixed_steps;
mod implicit;
mod method;
mod substep;

pub use euler_damper::{euler_damper, euler_damper_limit};
pub use explicit::{explicit_euler, runge_kutta_4, semi_implicit_euler};
pub use fixed_steps::FixedTimestep;
pub use implicit::{backward_euler, stable_pd};
pub use method::Method;
pub use substep::{SubstepResult, substep_capped, substep_uniform};
