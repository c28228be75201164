//! Particles joined by springs: rope, cloth, jelly that never explode.

pub mod build;
mod environment;
mod error;
mod law;
mod limits;
mod network;
mod nissen;
mod particle;
mod spring;

pub use environment::Environment;
pub use error::NetworkError;
pub use law::{Fraction, Law};
pub use limits::{Cap, article_limit, mass_splitting, no_overshoot_limit, stable_limit};
pub use network::Network;
pub use nissen::{Form, Nissen};
pub use particle::Particle;
pub use spring::{Action, Spring, Tether};
