//! Every system of the five articles as a function of its sliders: numbers in, curves out.
//!
//! [`draw`] takes the name of a system; [`boundary`] is the same for JavaScript, by two columns in the module's memory.

mod bodies;
pub mod boundary;
mod bowles;
mod fiedler;
mod holden;
mod holden_applications;
mod juckett;
#[cfg(feature = "networks")]
mod networks;
mod nissen;
#[cfg(feature = "networks")]
mod particles;
mod picture;
mod recording;
mod sampling;
mod systems;

pub use picture::{Picture, Result};
pub use systems::{draw, names};
