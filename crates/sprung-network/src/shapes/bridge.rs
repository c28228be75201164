//! Bridge: a truss of two chords with posts and crossed diagonals.

use crate::error::{Element, NetworkError, at_least};
use crate::network::Network;
use crate::particle::Particle;

/// A flat truss of `cells` square cells along x, `spacing` m high, `mass` kg in all, in the plane z = 0, where it stays
/// bit for bit unless a force, a collider or a [`set_kinematic_target`](crate::Solver::set_kinematic_target) has a z of its own.
///
/// Particle `2i` is on the lower chord at `(i·spacing, 0, 0)`, particle `2i + 1` above it. The four end particles of
/// both chords are [`bridge_abutments`].
///
/// # Errors
/// No cells, or a spacing or mass that is not finite and > 0.
///
/// ```
/// use sprung_network::shapes::{bridge_abutments, bridge};
/// let mut truss = bridge(10, 1.0, 100.0)?;
/// truss.fix(bridge_abutments(10));
/// assert_eq!((truss.particles.len(), truss.edges.len()), (22, 11 + 4 * 10));
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
pub fn bridge(cells: usize, spacing: f32, mass: f32) -> Result<Network, NetworkError> {
    at_least("cells", cells, 1)?;
    let element = Element { kind: "bridge", index: 0 };
    element.all_positive([("spacing", spacing), ("mass", mass)])?;
    let mut net = Network::default();
    for i in 0..=cells {
        let x = i as f32 * spacing;
        let each = mass / (2 * (cells + 1)) as f32;
        let low = net.add_particle(Particle::new([x, 0.0, 0.0], each));
        let high = net.add_particle(Particle::new([x, spacing, 0.0], each));
        net.connect(low, high);
        if i > 0 {
            net.connect(low - 2, low);
            net.connect(high - 2, high);
            net.connect(low - 2, high);
            net.connect(high - 2, low);
        }
    }
    Ok(net)
}

/// The particles at both ends of a bridge of `cells` cells.
pub fn bridge_abutments(cells: usize) -> [usize; 4] {
    [0, 1, 2 * cells, 2 * cells + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bridge_is_a_good_network() {
        assert!(bridge(7, 0.5, 3.0).expect("good").check().is_ok());
        assert!(bridge(0, 0.5, 3.0).is_err());
        assert!(bridge(7, f32::NAN, 3.0).is_err());
    }
}
