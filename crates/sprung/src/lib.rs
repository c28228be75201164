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
//! # Choosing
//!
//! | you want | use |
//! |---|---|
//! | a value that closes in on its goal | [`Damper`], [`motion::damper`] |
//! | a value that is pulled and keeps its velocity | [`Spring`], [`motion::spring`], [`motion::simple_spring`] |
//! | a value that owns its goal, sleeps and is interrupted | [`motion::SpringValue`] |
//! | to hand a drag over to a spring; a motion whose frame of reference changes | [`motion::PointerTracker`], [`motion::ReferenceFrame`] |
//! | to land on a pixel; less motion for those who ask | [`motion::nearest_on_grid`], [`motion::ReducedMotion`] |
//! | a motion as data, to scrub, rewind, sequence and save | [`motion::Timeline`] |
//! | no lag behind a goal that moves | [`Spring::track_step`]; with a known lag: [`Spring::follow_step`] |
//! | a soft start as well as a soft end | [`motion::DoubleSpring`] |
//! | to arrive at a given time, or travel at a given speed | [`motion::TimedSpring`], [`motion::VelocitySpring`] |
//! | rotations, angles, scales | [`motion::rotation_spring`], [`motion::angle_spring`], [`motion::scale_spring`] |
//! | rotations towards a goal that turns; soft starts, times and speeds of rotations | [`MovingGoalStep::apply_rotation`], [`motion::RotationVectorMotion`] |
//! | a character with a predicted path | [`motion::Character`] |
//! | a third-person camera; a fixed one that turns to track | [`motion::CameraRig`], [`motion::FixedCamera`] |
//! | to switch animations without a pop | [`motion::Inertialization`], [`motion::TimedOffset`], [`motion::DeadBlend`], [`motion::tracking_spring`] |
//! | to follow within limits of velocity, acceleration and jerk | [`motion::LimitedTracker`] |
//! | speed and position limits; a spring that arrives and stops | [`motion::limit_speed`], [`motion::clamp_overshoot`], [`motion::bounce_within`], [`motion::is_settled`], [`RestThreshold`] |
//! | chunks of motion played as one | [`motion::Stitcher`], [`motion::RotationStitcher`] |
//! | a noisy pointer without jitter and without lag | [`motion::AdaptiveSmoothing`] |
//! | a joint that swings and twists within limits | [`motion::JointSpring`], [`motion::JointLimits`] |
//! | a smooth curve along points | [`motion::SpringSpline`] |
//! | settling time, overshoot, frequency response | [`analysis`] |
//! | gradients, for fitting and learning | [`StepDerivatives`], [`motion::MotionDerivatives`] |
//! | another library's spring, or a spring as text | [`convert`], [`text`] |
//! | the functions of the articles and engines by name | [`articles`] |
//! | a million springs | the crate `sprung-batch` |
//! | rope, cloth, hair, jelly | the crate `sprung-network` |
//! | rigid bodies dragged, held, driven, kept upright | the crate `sprung-body` |
//! | recordings smoothed, resonances found | the crate `sprung-signal` |
//!
//! Worked examples are in [`guide`]: a camera that follows, a user interface that is interrupted.
//!
//! # When not to use it
//!
//! - A motion of a fixed duration along a given curve is an easing: evaluate the curve. [`convert::css`] exports a spring as one.
//! - Bodies that collide, stack or are jointed belong in a physics engine; `sprung-body` adds springs to one.
//! - A spring with a nonlinear force has no closed form: integrate it with [`integrate::runge_kutta_4`].
//! - Measurements with known noise are estimated better by a Kalman filter.
//!
//! # Features
//!
//! `convert` is on by default; none changes a number.
//!
//! | feature | adds |
//! |---|---|
//! | `convert` | [`convert`], [`text`] with [`Spec`] and `FromStr`: a third of the code, of no use to most microcontrollers |
//! | `glam-030`, `glam-032`, `glam-033`, `glam-034` | [`Vector`] for glam's vectors, conversions of [`Rotation`] |
//! | `mint` | the same for mint's types |
//! | `nalgebra-033`, `num-complex`, `palette` | [`Vector`] for their vectors, complex numbers and colors |
//! | `serde` | saving and reading the plain data |
//!
//! A [`Duration`](core::time::Duration) becomes a `dt` by [`seconds`], a struct of yours a vector by [`impl_vector!`].
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
#[cfg(feature = "convert")]
/// The articles' functions by name.
///
/// No code is here; each name is also an alias in the search of these pages.
pub mod articles {
    #![doc = include_str!("articles.md")]
    #![allow(unused_imports, reason = "the links of the text above")]
    use crate::{
        Damper, Real, Rotation, SoftCoefficients, Spring, SpringStep, convert, integrate, motion,
    };
}
#[cfg(feature = "convert")]
pub mod convert;
/// Worked chapters, one task each; no code is here.
pub mod guide {
    pub mod camera {
        #![doc = include_str!("../guide/camera.md")]
        #![allow(unused_imports, reason = "the links of the text above")]
        use crate::motion::CameraRig;
    }

    pub mod interface {
        #![doc = include_str!("../guide/interface.md")]
        #![allow(unused_imports, reason = "the links of the text above")]
        use crate::{Spring, motion::SpringValue};
    }
}
pub mod integrate;
pub mod motion;

mod interop;
#[cfg(feature = "convert")]
pub mod text;

pub use coefficients::{
    CharacterStep, DamperStep, DoubleStep, GoalVelocityStep, IntegralStep, LandingStep,
    LimitedStep, MovingGoalDamperStep, MovingGoalStep, RestThreshold, SoftCoefficients, SpringStep,
    StepDerivatives, StepGradient,
};
pub use error::{ParameterError, ParameterValue};
/// Functions that the other crates of the workspace share; no part of the public interface.
#[doc(hidden)]
pub mod shared {
    pub use crate::error::require;
    pub use crate::math::double_word::{two_product, two_sum};
    pub use crate::math::rotation::INVERSE_JACOBIAN_SERIES;
    pub use crate::real::decayed::{Decayed, decayed_within};
    pub use crate::real::polynomials::polynomial;
    pub use crate::rotation::unit_rotation;
}
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use interop::serde::float as saved_float;
#[cfg(feature = "convert")]
pub use params::Spec;
pub use params::{AdaptiveDamper, AdaptiveStep, Damper, MotionLimits, Regime, Spring, SpringMode};
pub use real::{Real, seconds};
pub use rotation::Rotation;
pub use state::State;
#[cfg(feature = "convert")]
pub use text::{SpecError, SpecErrorKind};
pub use vector::Vector;

/// The README's examples, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
