//! Rope: particles in a line.

use crate::error::{Element, NetworkError, at_least};
use crate::network::Network;
use crate::particle::Particle;

/// A rope of `links` springs from one point to another, `mass` kg in all.
///
/// Particle 0 is at `from`, particle `links` at `to`.
///
/// # Errors
/// No links, a mass that is not finite and > 0, or a point that is not finite.
///
/// ```
/// let mut rope = sprung_network::shapes::rope([0.0; 3], [3.0, 0.0, 0.0], 60, 1.0)?;
/// rope.fix([0]);
/// assert_eq!((rope.particles.len(), rope.edges[0].rest_length), (61, 0.05));
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "verlet rope")]
#[doc(alias = "chain")]
#[doc(alias = "cable")]
pub fn rope(
    from: [f32; 3],
    to: [f32; 3],
    links: usize,
    mass: f32,
) -> Result<Network, NetworkError> {
    at_least("links", links, 1)?;
    let element = Element { kind: "rope", index: 0 };
    element.positive("mass", mass)?;
    element.finite("from", from)?;
    element.finite("to", to)?;
    let length = crate::geometry::vector::distance(from, to);
    let mut net = Network::default();
    for i in 0..=links {
        let t = i as f32 / links as f32;
        let position = [0, 1, 2].map(|c| from[c] + (to[c] - from[c]) * t);
        net.add_particle(Particle::new(position, mass / (links + 1) as f32));
        if i > 0 {
            net.add_edge(crate::Edge::new(i - 1, i, length / links as f32));
        }
    }
    Ok(net)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rope_has_its_mass_and_length() {
        let net = rope([0.0; 3], [0.0, -2.0, 0.0], 20, 3.0).expect("good");
        let mass: f32 = net.particles.iter().map(|p| 1.0 / p.inverse_mass).sum();
        let length: f32 = net.edges.iter().map(|s| s.rest_length).sum();
        assert!((mass - 3.0).abs() < 1e-4 && (length - 2.0).abs() < 1e-5);
        assert!(net.check().is_ok());
    }

    #[test]
    fn rope_without_links_is_refused() {
        let error = rope([0.0; 3], [1.0; 3], 0, 1.0).map_err(|e| e.to_string());
        assert_eq!(error, Err("links must be >= 1, got 0".to_owned()));
    }
}
