//! Trees and hair: every particle has one parent.

use crate::error::{Element, NetworkError, at_least};
use crate::network::Network;
use crate::particle::Particle;

/// A tree from a list of points and the parent of each; a root is its own parent. Every particle has `mass` kg.
///
/// # Errors
/// No points, lists of different length, a parent that does not exist, a point that is not finite, a bad mass, or
/// parents in a circle.
///
/// ```
/// use sprung_network::shapes::tree;
/// let points = [[0.0; 3], [0.0, 1.0, 0.0], [0.5, 2.0, 0.0], [-0.5, 2.0, 0.0]];
/// let mut shrub = tree(&points, &[0, 0, 1, 1], 0.1)?;
/// shrub.fix([0]);
/// assert_eq!(shrub.edges.len(), 3);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
pub fn tree(points: &[[f32; 3]], parents: &[usize], mass: f32) -> Result<Network, NetworkError> {
    at_least("points", points.len(), 1)?;
    at_least("parents", parents.len(), points.len())?;
    Element { kind: "tree", index: 0 }.positive("mass", mass)?;
    let mut net = Network::default();
    for (i, &point) in points.iter().enumerate() {
        Element { kind: "particle", index: i }.finite("position", point)?;
        net.add_particle(Particle::new(point, mass));
    }
    for (i, &parent) in parents[..points.len()].iter().enumerate() {
        if parent != i {
            Element { kind: "tree", index: i }.ends([parent, i], points.len())?;
            if circles(parents, i) {
                return Err(NetworkError::SelfLoop { element: "tree", index: i, particle: i });
            }
            net.connect(parent, i);
        }
    }
    Ok(net)
}

/// Hairs that stand on a surface: from each root `links` springs along its normal, `length` m long, `mass` kg each
/// hair. The roots are pinned; hair `k` has the particles `k·(links+1) ..= k·(links+1) + links`, root first.
///
/// # Errors
/// No hairs or links, or a number that is not finite, or a length or mass that is not > 0.
pub fn hair(
    roots_and_normals: &[([f32; 3], [f32; 3])],
    links: usize,
    length: f32,
    mass: f32,
) -> Result<Network, NetworkError> {
    at_least("roots_and_normals", roots_and_normals.len(), 1)?;
    Element { kind: "hair", index: 0 }.positive("length", length)?;
    let mut net = Network::default();
    for (i, &(root, normal)) in roots_and_normals.iter().enumerate() {
        let element = Element { kind: "hair", index: i };
        element.finite("normal", normal)?;
        let size = crate::geometry::vector::distance([0.0; 3], normal);
        element.positive("length of the normal", size)?;
        let tip = [0, 1, 2].map(|c| root[c] + normal[c] / size * length);
        let first = net.append(&super::rope::rope(root, tip, links, mass)?);
        net.fix([first]);
    }
    Ok(net)
}

/// True if the path from `from` to its root never ends.
fn circles(parents: &[usize], from: usize) -> bool {
    let mut at = from;
    for _ in 0..parents.len() {
        match parents.get(at) {
            Some(&parent) if parent != at => at = parent,
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_in_a_circle_are_refused() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
        assert!(tree(&points, &[1, 2, 0], 1.0).is_err());
        assert!(tree(&points, &[0, 2, 1], 1.0).is_err());
        assert!(tree(&points, &[0, 9, 1], 1.0).is_err());
    }

    #[test]
    fn hair_stands_on_its_roots() {
        let roots = [([0.0; 3], [0.0, 2.0, 0.0]), ([1.0, 0.0, 0.0], [1.0, 0.0, 0.0])];
        let net = hair(&roots, 8, 0.4, 1e-3).expect("good");
        assert_eq!(net.particles.len(), 18);
        assert!(net.particles[0].is_fixed() && net.particles[9].is_fixed());
        assert!((net.particles[8].position[1] - 0.4).abs() < 1e-6);
        assert!(net.check().is_ok());
    }
}
