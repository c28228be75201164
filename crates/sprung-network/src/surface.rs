//! The surface of a network: what of it touches itself and other networks.

use alloc::vec::Vec;

use crate::error::{Checked, Element, NetworkError};

/// The largest radius of a particle, m.
const MAX_RADIUS: f32 = 1e6;

/// Radii and triangles by which the particles of a network touch each other. The default has no radii: nothing touches.
/// Without the feature `self-contact` networks are made without triangles, and radii are refused.
///
/// A particle of radius `r > 0` is a ball. A triangle whose three corners have radii is a slab of their thickness, an
/// edge of the network with an end that has no triangle a capsule (rope, hair), a side of a triangle too. Each keeps its
/// distance to those with which it shares no particle: the sum of the radii there, or half the distance that the
/// two have in the rest shape, where that is less, so that a rest shape exerts no forces.
///
/// ```
/// use sprung_network::shapes::Cloth;
/// let mut net = Cloth::new(16, 16, 0.05, 0.2).build()?;
/// assert_eq!(net.surface.triangles.len(), 2 * 15 * 15);
/// net.set_thickness(0.01)?;
/// net.surface.friction = 0.4;
/// assert!(net.surface.radii.iter().all(|&radius| radius == 0.005));
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "self-collision")]
#[doc(alias = "thickness")]
#[doc(alias = "contact")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactSurface {
    /// The radius of each particle, half the thickness there, m, within 0 and 1e6; 0, or none at the end of the list: the
    /// particle touches nothing.
    pub radii: Vec<f32>,
    /// Triangles by their three particles. Their order and winding have no meaning. One of which a side tears is gone.
    pub triangles: Vec<[u32; 3]>,
    /// Coulomb friction coefficient of the contacts, finite and >= 0.
    pub friction: f32,
}

impl ContactSurface {
    /// The radius of a particle, m.
    #[cfg(feature = "self-contact")]
    pub(crate) fn radius(&self, particle: usize) -> f32 {
        self.radii.get(particle).copied().unwrap_or(0.0)
    }

    /// The first radius that is not 0, m; `None`: nothing touches.
    pub(crate) fn first_radius(&self) -> Option<f32> {
        self.radii.iter().copied().find(|&radius| radius != 0.0)
    }

    /// Adds the surface of a network whose particles follow the first `first`.
    pub(crate) fn append(&mut self, other: &Self, first: usize) {
        if !cfg!(feature = "self-contact") {
            return;
        }
        if !other.radii.is_empty() {
            self.radii.resize(first, 0.0);
            self.radii.extend_from_slice(&other.radii);
        }
        let shifted = other.triangles.iter().map(|corners| corners.map(|p| p + first as u32));
        self.triangles.extend(shifted);
    }

    pub(crate) fn check(&self, particles: usize) -> Checked {
        if !cfg!(feature = "self-contact") {
            let radius = self.first_radius().unwrap_or(0.0);
            let element = Element { kind: "surface", index: 0 };
            let rule = "0 without the feature `self-contact`";
            return element.require(radius == 0.0, "radius", radius, rule);
        }
        for (index, &radius) in self.radii.iter().enumerate() {
            let element = Element { kind: "particle", index };
            element.require(
                (0.0..=MAX_RADIUS).contains(&radius),
                "radius",
                radius,
                "within 0 and 1e6",
            )?;
        }
        if self.radii.len() > particles {
            let (element, index) = ("radius", particles);
            return Err(NetworkError::MissingParticle {
                element,
                index,
                particle: index,
                particles,
            });
        }
        for (index, &corners) in self.triangles.iter().enumerate() {
            Element { kind: "triangle", index }.corners(corners, particles)?;
        }
        Element { kind: "surface", index: 0 }.not_negative("friction", self.friction)
    }
}
