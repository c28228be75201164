//! Particles joined by springs: rope, cloth, jelly that never explode.

pub mod build;
mod environment;
mod error;
mod law;
mod limits;
pub mod measure;
mod network;
mod nissen;
mod particle;
mod solver;
mod spring;
mod vector;

pub use environment::Environment;
pub use error::NetworkError;
pub use law::{Fraction, Law};
pub use limits::{Cap, article_limit, mass_splitting, no_overshoot_limit, stable_limit};
pub use measure::Stretch;
pub use network::Network;
pub use nissen::{Form, Nissen};
pub use particle::Particle;
pub use solver::{Settings, Solver};
pub use spring::{Action, Spring, Tether};
