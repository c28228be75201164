//! All systems by their names.

use crate::picture::{Entry, Picture};
use crate::{bodies, bowles, fiedler, holden, holden_applications, juckett, nissen, recording};
#[cfg(feature = "networks")]
use crate::{networks, particles};

fn systems() -> impl Iterator<Item = &'static Entry> {
    [
        holden::SYSTEMS,
        holden_applications::SYSTEMS,
        juckett::SYSTEMS,
        bowles::SYSTEMS,
        nissen::SYSTEMS,
        #[cfg(feature = "networks")]
        networks::SYSTEMS,
        #[cfg(feature = "networks")]
        particles::SYSTEMS,
        fiedler::SYSTEMS,
        bodies::SYSTEMS,
        recording::SYSTEMS,
    ]
    .into_iter()
    .flatten()
}

/// Draws the system of this name with these values of its sliders.
///
/// # Errors
/// An unknown name, too few sliders, or a value that the library refuses: in words.
pub fn draw(name: &str, sliders: &[f64]) -> core::result::Result<Picture, String> {
    let (_, drawing) =
        systems().find(|entry| entry.0 == name).ok_or_else(|| format!("no system {name}"))?;
    drawing(sliders).map_err(|error| error.to_string())
}

/// Returns the names of all systems.
pub fn names() -> impl Iterator<Item = &'static str> {
    systems().map(|entry| entry.0)
}
