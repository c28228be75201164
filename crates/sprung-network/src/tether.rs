//! Tethers: long-range attachments of dynamic particles to fixed ones.

use crate::error::{Checked, Element};

/// A massless, inextensible rope from a fixed particle to a dynamic one: it pulls only when longer than `length`.
///
/// Tethers carry the load of a large sheet straight to its fixed particles, so that few sub-steps hold it (Kim, Chentanez
/// and Müller, *Long Range Attachments*, 2012).
///
/// ```
/// use sprung_network::{Network, Particle, Tether};
///
/// let mut net = Network::default();
/// let anchor = net.add_particle(Particle::fixed([0.0; 3]));
/// let particle = net.add_particle(Particle::new([1.0, 0.0, 0.0], 0.2));
/// net.tethers.push(Tether { anchor, particle, length: 1.0 });
/// assert!(net.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "long-range attachment")]
pub struct Tether {
    /// The index of the fixed particle.
    pub anchor: usize,
    /// The index of the dynamic particle.
    pub particle: usize,
    /// The greatest distance between the two, m, finite and >= 0.
    pub length: f32,
}

impl Tether {
    /// True if it leads from a fixed particle to a dynamic one, else it pauses, and has not been let go of: an infinite
    /// length.
    pub(crate) fn acts(&self, inverse_mass: &[f32]) -> bool {
        let holds = inverse_mass[self.anchor] == 0.0 && inverse_mass[self.particle] > 0.0;
        holds && self.length < f32::INFINITY
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "tether", index };
        element.ends([self.anchor, self.particle], particles)?;
        element.not_negative("length", self.length)
    }

    /// Checks that it leads from a fixed particle to a dynamic one.
    pub(crate) fn check_ends(&self, index: usize, inverse_mass: impl Fn(usize) -> f32) -> Checked {
        let element = Element { kind: "tether", index };
        let [anchor, particle] = [self.anchor, self.particle].map(inverse_mass);
        element.require(anchor == 0.0, "inverse mass of the anchor", anchor, "0")?;
        element.require(particle > 0.0, "inverse mass of the particle", particle, "> 0")
    }
}
