//! Hubs: light particles with many edges, which need a symmetric Gauss–Seidel sweep.
//!
//! If several edges pull at one particle, a sweep hands the error of each to the next. Written as `S c` for the errors it
//! leaves of errors `c`, a sub-step with its velocity sweep `H` is `c' = S (c + r)`, `r' = H (c' − c)`. If `S` is
//! symmetric (in the norm of `(J W Jᵀ)⁻¹`, in which every projection is), it is `(1 + K)⁻¹` of some stiffness `K ≥ 0`, and
//! that is the implicit Euler step of an edge: no energy is gained, whatever the masses and the order. A sweep forwards
//! alone is not symmetric, and a light hub with many edges spins its error up: a star of 16 equal arms by 1.07 per
//! sub-step. A sweep forwards and then backwards is. So the edges of hubs are solved forward and backward, the others forward only.
//!
//! A particle is a hub by the sum over its edges of the squares of the part `w/(w + w_other)` of each correction that it
//! makes itself, along the direction that has most of it: 0.5 in a woven net, 0.75 in a mesh of triangles, 1 in cloth with
//! diagonals, 2.2 in jelly, n/8 in a wheel of n spokes; up to four times as much for a particle that is light. In the
//! linear model the smallest sum found unstable is 1.87.

use alloc::vec;
use alloc::vec::Vec;

use crate::geometry::vector::{dot, products, sub};
use crate::network::Network;

/// A particle is a hub above this sum.
const MAX_SUM: f64 = 1.75;

/// For each particle whether it is one.
pub(crate) fn hubs(net: &Network) -> Vec<bool> {
    let mut sums = vec![[0.0_f64; 6]; net.particles.len()];
    for s in &net.edges {
        let [wa, wb] = [s.a, s.b].map(|p| f64::from(net.particles[p].inverse_mass));
        let [a, b] = [s.a, s.b].map(|p| net.rest_position(p).map(f64::from));
        let d = sub(b, a);
        let squared = dot(d, d);
        // Ends at one place may part in any direction.
        let direction = if squared > 0.0 {
            products(d, d).map(|c| c / squared)
        } else {
            [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
        };
        for (end, w) in [(s.a, wa), (s.b, wb)] {
            let part = if w > 0.0 { w / (wa + wb) } else { 0.0 };
            for (sum, c) in sums[end].iter_mut().zip(direction) {
                *sum += part * part * c;
            }
        }
    }
    sums.into_iter().map(exceeds).collect()
}

/// True if a symmetric matrix (xx, yy, zz, yz, zx, xy) has an eigenvalue above [`MAX_SUM`]: then what is left to it is not
/// positive definite, by the signs of the leading minors.
fn exceeds([xx, yy, zz, yz, zx, xy]: [f64; 6]) -> bool {
    let (x, y, z) = (MAX_SUM - xx, MAX_SUM - yy, MAX_SUM - zz);
    let minor = x * y - xy * xy;
    let determinant = x * (y * z - yz * yz) - xy * (xy * z + yz * zx) - zx * (xy * yz + y * zx);
    !(x > 0.0 && minor > 0.0 && determinant > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::{Cloth, lattice, wheel};
    use crate::{Edge, Particle, Stiffness};

    #[test]
    fn wheels_and_jelly_have_hubs_and_woven_nets_have_none() {
        let count = |net: Network| hubs(&net).into_iter().filter(|&hub| hub).count();
        assert_eq!(count(wheel(1.0, 8, 1.0).expect("good")), 0);
        assert_eq!(count(wheel(1.0, 16, 1.0).expect("good")), 1);
        assert_eq!(count(lattice([4; 3], 0.1, 1.0).expect("good")), 8);
        let cloth = Cloth::new(9, 9, 0.1, 1.0);
        assert_eq!(count(cloth.build().expect("good")), 0);
        assert_eq!(count(cloth.with_shear(Stiffness::RIGID).build().expect("good")), 0);
    }

    #[test]
    fn an_edge_without_a_length_makes_no_hub() {
        let mut net = Network::default();
        for _ in 0..2 {
            net.add_particle(Particle::new([1.0; 3], 0.5));
        }
        net.add_edge(Edge::new(0, 1, 0.0));
        assert_eq!(hubs(&net), [false; 2]);
    }

    #[test]
    fn an_eigenvalue_is_found_in_any_direction() {
        // n nᵀ of a unit vector has the eigenvalue 1.
        let n = [0.48_f64, 0.6, 0.64];
        let along = |size: f64| {
            [n[0] * n[0], n[1] * n[1], n[2] * n[2], n[1] * n[2], n[2] * n[0], n[0] * n[1]]
                .map(|c| size * c)
        };
        assert!(!exceeds(along(MAX_SUM - 1e-9)));
        assert!(exceeds(along(MAX_SUM + 1e-9)));
        assert!(exceeds([3.0, 3.0, 0.0, 0.0, 0.0, 0.0]));
    }
}
