//! Ring: a rope whose ends meet.

use core::f64::consts::TAU;

use crate::error::{Element, NetworkError, at_least};
use crate::network::Network;
use crate::particle::Particle;

/// A circle of `links` particles and as many springs in the plane z = 0 round the origin, `mass` kg in all.
///
/// It stays in the plane bit for bit unless a force, a collider or a [`set_kinematic_target`](crate::Solver::set_kinematic_target) has a z of its
/// own.
///
/// # Errors
/// Fewer than 3 links, or a radius or mass that is not finite and > 0.
///
/// ```
/// let hoop = sprung_network::shapes::ring(1.0, 24, 2.0)?;
/// assert_eq!((hoop.particles.len(), hoop.edges.len()), (24, 24));
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
pub fn ring(radius: f32, links: usize, mass: f32) -> Result<Network, NetworkError> {
    at_least("links", links, 3)?;
    let element = Element { kind: "ring", index: 0 };
    element.all_positive([("radius", radius), ("mass", mass)])?;
    let mut net = Network::default();
    for i in 0..links {
        let (sin, cos) = libm::sincos(TAU * i as f64 / links as f64);
        let position = [radius * cos as f32, radius * sin as f32, 0.0];
        net.add_particle(Particle::new(position, mass / links as f32));
    }
    for i in 0..links {
        net.connect(i, (i + 1) % links);
    }
    Ok(net)
}

/// A wheel: a ring with a hub of the same mass as one rim particle, joined to every one of them. The hub is last. It
/// stays in the plane as a [`ring`] does.
///
/// # Errors
/// As [`ring`].
pub fn wheel(radius: f32, links: usize, mass: f32) -> Result<Network, NetworkError> {
    let mut net = ring(radius, links, mass)?;
    let hub = net.add_particle(Particle::new([0.0; 3], mass / links as f32));
    for i in 0..links {
        net.connect(hub, i);
    }
    Ok(net)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ring_closes_with_equal_links() {
        let net = ring(2.0, 7, 1.0).expect("good");
        let side = 4.0 * libm::sinf(core::f32::consts::PI / 7.0);
        assert!(net.edges.iter().all(|s| (s.rest_length - side).abs() < 1e-5));
        assert!(net.check().is_ok());
    }

    #[test]
    fn wheel_has_a_spoke_to_every_rim_particle() {
        let net = wheel(2.0, 7, 1.0).expect("good");
        assert_eq!(net.edges.len(), 14);
        assert!(net.check().is_ok());
    }
}
