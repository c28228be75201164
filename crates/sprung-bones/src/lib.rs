//! Spring bones: hair, tails, ears and skirts that follow a skeleton, the same at every frame rate.
//!
//! A [`BoneChain`] hangs on a node of a skeleton. Each of its [`Bone`]s is a rod whose tail swings on a spring about its rest
//! direction, under gravity, outside of [`BoneCollider`]s. [`SpringBones::step`] takes the poses of the nodes in a frame and
//! gives each bone a rotation. [`Bone::with_vrm`] reads the parameters of VRM 1.0 and Godot.
//!
//! ```
//! use sprung::Spring;
//! use sprung_bones::{Bone, BoneChain, BoneCollider, Pose, SpringBones};
//!
//! let bone = Bone::new([0.0, -0.08, 0.0])
//!     .with_spring(Spring::from_frequency(2.5, 0.6)?)
//!     .with_acceleration([0.0, -9.81, 0.0])
//!     .with_radius(0.02);
//! let bones = vec![bone, bone.with_head(bone.tail), bone.with_head(bone.tail)];
//! let back = BoneCollider::capsule(0, [[0.0, 0.0, -0.1], [0.0, -0.4, -0.1]], 0.1);
//! let hair = BoneChain::new(0, bones).with_colliders(vec![0]);
//! let mut hair = SpringBones::new(&[hair], &[back], &[Pose::IDENTITY])?;
//! hair.step(1.0 / 60.0, &[Pose { position: [0.02, 0.0, 0.0], ..Pose::IDENTITY }])?;
//! let rotations = (0..hair.len()).map(|bone| hair.rotation(bone));
//! assert_eq!(rotations.count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The feature `serde` saves and reads bones, chains, colliders and poses, and [`SpringBones`] in motion.

#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod bone;
mod error;
mod group;
mod lanes;
mod path;
mod response;
#[cfg(feature = "serde")]
mod saved;
mod source;
mod spring_bones;

pub use bone::{Bone, BoneChain, BoneCollider, Pose};
pub use error::BonesError;
pub use spring_bones::SpringBones;

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
