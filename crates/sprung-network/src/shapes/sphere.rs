//! Sphere: a hollow ball of triangles, which keeps its volume.

use core::f64::consts::PI;

use alloc::vec::Vec;

use crate::error::{Element, NetworkError, at_least};
use crate::network::Network;
use crate::particle::Particle;

/// A hollow sphere about the origin: a particle at either pole, and between them `rings − 1` rings of `2·rings` particles,
/// joined by the sides of triangles; `mass` kg in all. Its [`Volume`](crate::Volume) is what the triangles enclose.
///
/// Particle 0 is at the top (y = `radius`), the last one at the bottom. All edges are rigid, and so is the whole; softer
/// edges make a ball of jelly, a gas as [content](crate::VolumeContent) a balloon.
///
/// # Errors
/// Fewer than 2 rings, or a radius or mass that is not finite and > 0, or so small that the volume is 0.
///
/// ```
/// use sprung_network::{Stiffness, VolumeContent, shapes::sphere};
/// let mut ball = sphere(0.2, 32, 0.5)?;
/// assert_eq!(ball.particles.len(), 1986);
/// // A balloon at twice the pressure of the air outside.
/// ball.edges.iter_mut().for_each(|edge| edge.stiffness = Stiffness::per_step(0.2, 0.1));
/// ball.volumes[0].content = VolumeContent::gas(0.0333, 2e5, 1e5);
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[doc(alias = "ball")]
#[doc(alias = "balloon")]
pub fn sphere(radius: f32, rings: usize, mass: f32) -> Result<Network, NetworkError> {
    at_least("rings", rings, 2)?;
    let element = Element { kind: "sphere", index: 0 };
    element.all_positive([("radius", radius), ("mass", mass)])?;
    let around = 2 * rings;
    let count = around * (rings - 1) + 2;
    let mut net = Network::default();
    let mut add = |polar: f64, turn: f64| {
        let ((sin, cos), (z, x)) = (libm::sincos(polar), libm::sincos(turn));
        let unit = [sin * x, cos, sin * z];
        net.add_particle(Particle::new(unit.map(|c| radius * c as f32), mass / count as f32));
    };
    let step = PI / rings as f64;
    add(0.0, 0.0);
    for ring in 1..rings {
        // Each ring is turned by half of a side against the one above.
        (0..around).for_each(|i| add(step * ring as f64, step * (i as f64 + 0.5 * ring as f64)));
    }
    add(PI, 0.0);
    let triangles = triangles(rings, around, count);
    let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    // Every side is in two triangles, once in each direction.
    for [a, b] in sides.filter(|[a, b]| a < b) {
        net.connect(a as usize, b as usize);
    }
    net.add_volume(&triangles)?;
    if cfg!(feature = "self-contact") {
        net.surface.triangles = triangles;
    }
    Ok(net)
}

/// The triangles, counterclockwise as seen from outside.
fn triangles(rings: usize, around: usize, count: usize) -> Vec<[u32; 3]> {
    let of = |ring: usize, i: usize| (1 + (ring - 1) * around + i % around) as u32;
    let bottom = count as u32 - 1;
    let mut triangles = Vec::with_capacity(2 * around * (rings - 1));
    for i in 0..around {
        triangles.push([0, of(1, i + 1), of(1, i)]);
    }
    for ring in 1..rings - 1 {
        for i in 0..around {
            triangles.push([of(ring, i), of(ring, i + 1), of(ring + 1, i)]);
            triangles.push([of(ring, i + 1), of(ring + 1, i + 1), of(ring + 1, i)]);
        }
    }
    for i in 0..around {
        triangles.push([bottom, of(rings - 1, i), of(rings - 1, i + 1)]);
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::volume::VolumeContent;

    #[test]
    fn particles_lie_on_the_sphere_and_triangles_enclose_it() {
        for rings in [2, 3, 17, 40] {
            let net = sphere(0.5, rings, 3.0).unwrap();
            // Euler: corners − sides + faces = 2.
            let faces = net.volumes[0].triangles.len();
            assert_eq!(net.particles.len() + faces, net.edges.len() + 2, "{rings}");
            for particle in &net.particles {
                let square: f32 = particle.position.iter().map(|c| c * c).sum();
                assert!((square - 0.25).abs() < 1e-6, "{rings} {particle:?}");
            }
            let mass: f32 = net.particles.iter().map(|p| 1.0 / p.inverse_mass).sum();
            assert!((mass - 3.0).abs() < 1e-4);
            let VolumeContent::Incompressible { volume } = net.volumes[0].content else {
                unreachable!()
            };
            let whole = 4.0 / 3.0 * core::f32::consts::PI * 0.125;
            let missing = 1.0 - volume / whole;
            let bound = 4.0 / (rings * rings) as f32;
            assert!(missing > 0.0 && missing < bound, "{rings}: {missing}");
            assert!(net.check().is_ok());
        }
        assert!(sphere(0.5, 1, 1.0).is_err() && sphere(f32::NAN, 4, 1.0).is_err());
        assert!(sphere(1e-20, 4, 1.0).is_err() && sphere(1.0, 4, 0.0).is_err());
    }
}
