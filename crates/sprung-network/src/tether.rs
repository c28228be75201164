//! Tethers: long-range attachments of dynamic particles to fixed ones.

use crate::error::{Element, NetworkError};

/// A rope of no weight from a fixed particle: it pulls only when longer than `length`, and rigidly.
///
/// Tethers carry the load of a large sheet straight to its pins, so that few sub-steps hold it (Kim, Chentanez and
/// Müller, *Long Range Attachments*, 2012).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tether {
    /// A fixed particle.
    pub anchor: usize,
    /// The particle it holds.
    pub particle: usize,
    /// The longest distance between the two, m.
    pub length: f32,
}

impl Tether {
    pub(crate) fn check(&self, index: usize, particles: usize) -> Result<(), NetworkError> {
        let element = Element { kind: "tether", index };
        element.ends([self.anchor, self.particle], particles)?;
        element.not_negative("length", self.length)
    }
}
