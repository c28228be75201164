//! Elastic rods with bending and twist: hair with curls, cables, blades of grass, poles.
//!
//! A [`Rod`] is a line of segments that keeps its length. It resists bending and twist by a [`RodMaterial`], has a
//! [`RestShape`], and ends that are free, pinned or clamped. [`Rods`] advances many of them, sixteen at a time, by an implicit
//! step that is one direct solve. [`RodCollider`]s are spheres, capsules and planes that they do not enter.
//!
//! ```
//! use sprung_rods::{Pose, Rod, RodMaterial, RodSettings, Rods};
//!
//! // A fishing rod of 2 m, held at its thick end.
//! let material = RodMaterial::new(20.0, 15.0, 0.2, 0.006);
//! let rod = Rod::straight([0.0; 3], [2.0, 0.0, 0.0], 32, material).with_taper(0.4);
//! let mut rods = Rods::new(&[rod.with_damping_ratio(0.1)], RodSettings::default())?;
//! for frame in 0..60 {
//!     rods.set_start(0, Pose::at([0.0, 0.01 * frame as f32, 0.0]))?;
//!     rods.step(1.0 / 60.0)?;
//! }
//! assert!(rods.position(0, 32)[1] < rods.position(0, 0)[1], "the tip hangs");
//! # Ok::<(), sprung_rods::RodsError>(())
//! ```
//!
//! The feature `serde` saves and reads rods, materials, settings and poses.

#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod base;
mod build;
mod collider;
mod collisions;
mod contact;
mod energy;
mod error;
mod factor;
mod group;
mod joint;
mod lanes;
mod momentum;
mod rod;
mod rods;
mod settle;
mod step;
mod touch;
mod trial;

pub use collider::{RodCollider, RodColliderShape};
pub use energy::RodEnergy;
pub use error::RodsError;
pub use rod::{Pose, RestShape, Rod, RodEnd, RodMaterial};
pub use rods::{RodSettings, Rods};

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
