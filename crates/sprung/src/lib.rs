//! Springs for anything that moves: exact, the same at every frame rate, unconditionally stable.
//!
//! ```
//! use sprung::{Spring, State};
//!
//! // Half of the offset is left after 0.2 s; no overshoot.
//! let spring = Spring::from_halflife(0.2, 1.0)?;
//! let mut camera = State::at_rest([0.0f32, 2.0, -5.0]);
//! let target = [3.0, 2.0, 1.0];
//! for _frame in 0..240 {
//!     camera = spring.step(1.0 / 60.0).apply(camera, target);
//! }
//! assert!((camera.position[0] - 3.0).abs() < 1e-3);
//! # Ok::<(), sprung::ParameterError>(())
//! ```
//!
//! Data flows in one direction, and so do the modules: user-facing **parameters** ([`Spring`], [`Damper`]) become
//! **coefficients** for a time step ([`SpringStep`], [`MovingGoalStep`], [`DamperStep`], …), which advance plain
//! **state** ([`State`]) towards a goal. Parameters are checked once; a step cannot fail.
//!
//! Features, none on by default, none changes a number: `glam-030`, `glam-032`, `glam-033`, `glam-034`, `mint`, `nalgebra-033`,
//! `num-complex` and `palette` make their types [vectors](Vector); `serde` saves and reads the plain data. A
//! [`Duration`](core::time::Duration) becomes a `dt` by [`seconds`], a struct of yours a vector by [`impl_vector!`].
#![no_std]

#[cfg(test)]
extern crate std;

mod error;
mod real;
mod vector;

mod coefficients;
mod math;
mod params;
mod rotation;
mod state;

pub mod analysis;
/// The articles' functions by name.
///
/// No code is here; each name is also an alias in the search of these pages.
pub mod articles {
    #![doc = include_str!("articles.md")]
    #![allow(unused_imports, reason = "the links of the text above")]
    use crate::{Damper, SoftCoefficients, Spring, SpringStep, convert, integrate, motion};
}
pub mod convert;
pub mod integrate;
pub mod motion;

mod interop;
pub mod text;

pub use coefficients::{
    CharacterStep, DamperStep, DoubleStep, GoalVelocityStep, IntegralStep, MovingGoalDamperStep,
    MovingGoalStep, RestThreshold, SoftCoefficients, SpringStep,
};
pub use error::{ParameterError, ParameterValue};
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use interop::serde::float as saved_float;
pub use params::{Damper, Regime, Spec, Spring, SpringMode};
pub use real::{Real, seconds};
pub use rotation::Rotation;
pub use state::State;
pub use text::{SpecError, SpecErrorKind};
pub use vector::Vector;

/// The README's examples, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
