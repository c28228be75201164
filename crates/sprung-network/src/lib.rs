//! Particles joined by springs: rope, cloth, jelly that never explode.
//!
//! A [`Network`] is data: [`Particle`]s, [`Edge`]s, [`Tether`]s; [`shapes`] makes the usual ones. A [`Solver`] moves it,
//! stiff, fast and robust: ropes, hair and trees are solved directly, woven cloth line by line, all else edge by edge in
//! small steps; sixteen at a time with SIMD, large networks on all threads, with the same bits on every machine, at every
//! SIMD level and for any number of threads. [`mod@reference`] has the published schemes, for comparison.
//!
//! The [`Stiffness`] of an edge is a pair of coefficients per step, a [`sprung::Spring`], a stiffness in N/m, or a
//! compliance. Each keeps something else when the time step, the masses or the resolution change.
//!
//! ```
//! use sprung_network::{Settings, Solver, shapes::Cloth};
//! let sheet = Cloth::new(32, 32, 0.05, 0.3);
//! let mut net = sheet.build()?;
//! net.fix(sheet.corners());
//! let mut solver = Solver::new(&net, Settings::default())?;
//! for _ in 0..60 {
//!     solver.step(1.0 / 60.0);
//! }
//! assert!(solver.position(sheet.at(16, 31))[1] < -1.0, "it hangs");
//! # Ok::<(), sprung_network::NetworkError>(())
//! ```
//!
//! Lengths are meters, times seconds, masses kilograms. A network in the plane is one with `z = 0` everywhere: it stays
//! there, bit for bit.
//!
//! Particles touch [`Collider`]s, and each other where the network has a [thickness](Network::set_thickness). A
//! [`BodyCoupling`] ties a network to the rigid bodies of a physics engine, which it pulls, bears and is dragged by.
//!
//! A closed surface keeps its [`Volume`], or holds a gas: a ball of jelly, a balloon.
//!
//! Air presses on the triangles of an [`AeroSurface`]: flags, sails, leaves, in a wind that is a field ([`Turbulence`]).
//! A [`Hinge`] is a spring on the angle between two triangles: paper, creases. A [`Fabric`] has its own stiffness along warp and
//! weft and in shear, and limits of its stretch. A [`Cell`] is a tetrahedron that keeps its volume, and comes back when it is
//! turned inside out.
//!
//! A running solver can be changed: particles fixed, released, moved, made heavier, edges made stiffer, added and removed,
//! without a new layout ([`Solver::pin`], [`Solver::release`], [`Solver::add_edge`]); [`Forces`] has the force in every
//! edge and the reaction at every fixed particle; [`Drag`] pulls a particle by a spring.
//!
//! [`guide`] has a worked chapter: a rope in a game. Single springs are in the crate `sprung`, many of them at once in
//! `sprung-batch`, rigid bodies in `sprung-body`, recordings in `sprung-signal`.
//!
//! # Features
//! - `parallel` (default): networks of 8192 particles and more use the threads of the current rayon pool, unless they are
//!   solved [by lines](Settings::line_solver). It never changes a number.
//! - `std` (with `parallel`): finds the processor's SIMD level at run time. Without it the crate needs `alloc` alone. It never
//!   changes a number.
//! - `serde`: saves and reads the plain data (networks and their elements, settings, colliders) and running [`Solver`]s,
//!   which go on bit for bit, on other targets too. What a check refuses is not read.

#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;

mod aero;
mod cell;
mod check;
mod collider;
mod contact_point;
mod edge;
mod environment;
mod error;
mod fabric;
mod geometry;
mod graph;
/// Worked chapters, one task each; no code is here.
pub mod guide {
    pub mod rope {
        #![doc = include_str!("../guide/rope.md")]
        #![allow(unused_imports, reason = "the links of the text above")]
        use crate::{Collider, Edge, Forces, Network, Solver, shapes};
    }
}
mod hinge;
mod kernel;
mod lanes;
pub mod measure;
mod mesh;
mod network;
mod particle;
pub mod reference;
#[cfg(feature = "serde")]
mod saved;
pub mod shapes;
mod skin_constraint;
mod solver;
mod stiffness;
mod surface;
mod tether;
mod tetrahedra;
mod triangles;
mod turbulence;
mod volume;

pub use aero::{AeroCoefficients, AeroSurface};
pub use cell::Cell;
pub use collider::Collider;
pub use contact_point::ContactPoint;
pub use edge::Edge;
pub use environment::Environment;
pub use error::NetworkError;
pub use fabric::{Fabric, StretchLimits, Weave};
pub use geometry::contact_shape::{ContactShape, Cuboid};
pub use geometry::shape::Shape;
pub use hinge::Hinge;
pub use measure::Stretch;
pub use mesh::skin::Skin;
pub use mesh::split::SplitMesh;
pub use network::Network;
pub use particle::Particle;
pub use skin_constraint::{Backstop, SkinConstraint, SkinTarget};
pub use solver::{
    Attachment, BodyCollider, BodyCoupling, ClosestPoint, Drag, Forces, Settings, Solver,
};
pub use sprung::SpringMode;
pub use sprung_body::{Body, Impulse};
pub use stiffness::Stiffness;
pub use surface::ContactSurface;
pub use tether::Tether;
pub use turbulence::Turbulence;
pub use volume::{Volume, VolumeContent};

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
