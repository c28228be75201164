//! Particles joined by springs: rope, cloth, jelly that never explode.
//!
//! A [`Network`] is data: particles, springs, tethers; [`build`] makes the usual shapes. Three things move it:
//!
//! - [`Solver`], for everything that has to be stiff, fast and robust. Ropes, hair and trees are solved whole in
//!   one pass per round, woven cloth line by line, all else spring by spring in small steps; sixteen at a time with SIMD,
//!   large networks on all threads, with the same bits on every machine, at every SIMD level and for any number of threads.
//! - [`JacobiSolver`], the article's scheme as written: the readable reference, one pass over all springs at once.
//! - [`SequentialImpulses`], the iterations of its follow-up: started from the step before, and proven to gain no energy.
//!
//! The strength of a spring is a [`Stiffness`]: the fraction of its error that a step removes, a frequency and a damping
//! ratio, a stiffness or a compliance. They are one pair of numbers, and each keeps something else when the time step,
//! the masses or the resolution change.
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
//! What is not here: particles do not collide with each other, and friction is that of particles against
//! [`Collider`]s.
//!
//! # Features
//! - `parallel` (default): networks of 8192 particles and more use the threads of the current rayon pool, unless they are
//!   solved [by lines](Settings::lines). It never changes a number.
//! - `serde`: saves and reads the plain data (networks and their elements, settings, colliders). What a check refuses is
//!   not read. A [`Solver`] is not saved.

mod collider;
mod edge;
mod environment;
mod error;
mod geometry;
mod graph;
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
mod solver;
mod stiffness;
mod tether;

pub use collider::Collider;
pub use edge::Edge;
pub use environment::Environment;
pub use error::NetworkError;
pub use geometry::shape::Shape;
pub use measure::Stretch;
pub use mesh::skin::Skin;
pub use network::Network;
pub use particle::Particle;
pub use solver::{Settings, Solver};
pub use sprung::SpringMode;
pub use stiffness::Stiffness;
pub use tether::Tether;

/// The README's example, compiled and run with the others.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct Readme;
