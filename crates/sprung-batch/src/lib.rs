//! Many springs at once over slices: structure of arrays, SIMD chosen at run time, the same bits everywhere.
//!
//! ```
//! use sprung_batch::{Batch, SpringParams};
//!
//! // A thousand springs, each with its own frequency and damping ratio.
//! let angular_frequency: Vec<f32> = (0..1000).map(|i| 5.0 + 0.01 * i as f32).collect();
//! let damping_ratio: Vec<f32> = (0..1000).map(|i| 0.002 * i as f32).collect();
//! let (mut position, mut velocity) = (vec![0.0; 1000], vec![0.0; 1000]);
//! for _frame in 0..240 {
//!     let (angular_frequency, damping_ratio) = (&angular_frequency, &damping_ratio);
//!     let springs = SpringParams { angular_frequency, damping_ratio, dt: 1.0 / 60.0 };
//!     Batch::new().springs(springs, &mut position, &mut velocity, 1.0);
//! }
//! assert!((position[500] - 1.0).abs() < 1e-6);
//! ```
//!
//! | springs share | method |
//! |---|---|
//! | all but the state | [`Batch::spring`], [`Batch::spring_moving_goal`], [`Batch::spring_goal_velocity`]; [`Batch::damper`], [`Batch::damper_moving_goal`] |
//! | nothing | [`Batch::springs`]; critically damped by half-life: [`Batch::critical_springs`]; [`Batch::dampers`] |
//! | (crowds, poses, rotations) | [`Batch::characters`], [`Batch::inertialize`], [`Batch::rotation_springs`] |
//!
//! Features: `std` (default) finds the SIMD level at run time and takes `&Vec` as a column; without it the level is what
//! every processor of the target has. `parallel` adds `Batch::parallel`, `serde` saves and reads a [`RestThreshold`]. None changes
//! a number. No step allocates.
//!
//! Single springs are in the crate `sprung`, rigid bodies in `sprung-body`, rope and cloth in `sprung-network`, recordings in
//! `sprung-signal`.
#![no_std]

#[cfg(any(feature = "std", test))]
extern crate std;

mod batch;
mod characters;
mod dampers;
mod float;
mod inertialize;
mod math;
mod param;
mod rest;
mod rotations;
mod simd_level;
mod spring;
mod springs;
mod sweep;

pub use batch::Batch;
pub use float::Float;
pub use param::{Param, ParamData, SpringParams};
pub use simd_level::SimdLevel;
pub use sprung::RestThreshold;

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
