//! Shapes to start from: a network, how it is drawn, and what it hangs on.

use std::path::Path;

use anyhow::{Result, ensure};
use sprung_network::build::{bridge, cloth::Cloth, jelly, rope};
use sprung_network::{Law, Network};

use super::Pin;
use super::mesh::Mesh;

/// A network and the mesh that shows it: point i is particle i.
pub(super) struct Body {
    pub(super) net: Network,
    pub(super) mesh: Mesh,
    /// What it hangs on if nobody says otherwise.
    hook: Pin,
    corners: Vec<usize>,
    all_corners: Vec<usize>,
    edge: Vec<usize>,
}

/// How wide a pleated cloth is, over how wide it is flat. All of its springs are at rest.
const NARROWED: f32 = 0.9;

impl Body {
    pub(super) fn rope(links: usize, length: f32, end_mass: f32) -> Result<Self> {
        let mass = (links + 1) as f32;
        let mut net = rope::rope([0.0; 3], [length, 0.0, 0.0], links, mass)?;
        net.particles[links].inverse_mass = 1.0 / end_mass;
        let lines = (0..links as u32).map(|i| [i, i + 1]).collect();
        Ok(Body {
            corners: vec![0, links],
            edge: vec![0],
            ..Body::new(net, vec![], lines, Pin::Edge)
        })
    }

    pub(super) fn cloth(size: usize, side: f32) -> Result<Self> {
        let spacing = side / (size - 1) as f32;
        let cloth = Cloth::new(size, size, spacing, 1.0);
        let last = size * (size - 1);
        let [left, right] = cloth.corners();
        // Flat between two pins a cloth could not hang without stretching.
        let mut net = cloth.build()?;
        for (i, particle) in net.particles.iter_mut().enumerate() {
            particle.position[0] *= NARROWED;
            if i % size % 2 == 1 {
                particle.position[1] = spacing * (1.0 - NARROWED * NARROWED).sqrt();
            }
        }
        Ok(Body {
            corners: vec![left, right],
            all_corners: vec![left, right, last, last + right],
            edge: cloth.edge().collect(),
            ..Body::new(net, cloth.triangles(), vec![], Pin::Corners)
        })
    }

    pub(super) fn jelly(size: usize, side: f32) -> Result<Self> {
        let net = jelly::block([size; 3], side / (size - 1) as f32, 1.0)?;
        Ok(Body::new(net, skin(size), vec![], Pin::Top))
    }

    pub(super) fn bridge(cells: usize, length: f32) -> Result<Self> {
        let net = bridge::bridge(cells, length / cells as f32, 1.0)?;
        let lines = net.springs.iter().map(|s| [s.a as u32, s.b as u32]).collect();
        let ends = bridge::abutments(cells).to_vec();
        Ok(Body {
            corners: ends.clone(),
            all_corners: ends,
            ..Body::new(net, vec![], lines, Pin::Corners)
        })
    }

    pub(super) fn mesh(file: &Path) -> Result<Self> {
        let mesh = Mesh::read(file)?.welded();
        let net = mesh.network(1.0);
        ensure!(!net.springs.is_empty(), "{} has no edges", file.display());
        Ok(Body::new(net, mesh.triangles, mesh.lines, Pin::Top))
    }

    fn new(net: Network, triangles: Vec<[u32; 3]>, lines: Vec<[u32; 2]>, hook: Pin) -> Self {
        let points = net.particles.iter().map(|p| p.position).collect();
        let mesh = Mesh { points, triangles, lines };
        Body { net, mesh, hook, corners: vec![], all_corners: vec![], edge: vec![] }
    }

    /// Fixes particles: those named, or those that the shape hangs on. A shape without the corners or the edge that are
    /// asked for is fixed at its top.
    pub(super) fn pin(&mut self, pin: Option<Pin>) {
        let named = match pin.unwrap_or(self.hook) {
            Pin::None => return,
            Pin::Corners => self.corners.clone(),
            Pin::All => self.all_corners.clone(),
            Pin::Edge => self.edge.clone(),
            Pin::Top => vec![],
        };
        let pins = if named.is_empty() { self.top() } else { named };
        self.net.pin(pins);
    }

    /// Makes every spring swing at `hz`.
    pub(super) fn soften(&mut self, hz: f32, damping_ratio: f32) {
        for spring in &mut self.net.springs {
            spring.law = Law::Frequency { hz, damping_ratio };
        }
    }

    /// The particles within a thousandth of the whole height below the highest.
    fn top(&self) -> Vec<usize> {
        let heights = || self.net.particles.iter().map(|p| p.position[1]);
        let high = heights().fold(f32::NEG_INFINITY, f32::max);
        let low = heights().fold(f32::INFINITY, f32::min);
        let bar = high - 1e-3 * (high - low);
        heights().enumerate().filter(|(_, y)| *y >= bar).map(|(i, _)| i).collect()
    }
}

/// The triangles on the six sides of a lattice of `n³` particles, facing out.
fn skin(n: usize) -> Vec<[u32; 3]> {
    let at = |cell: [usize; 3]| ((cell[2] * n + cell[1]) * n + cell[0]) as u32;
    let mut triangles = Vec::new();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for end in [0, n - 1] {
            for i in 1..n {
                for j in 1..n {
                    let corner = |di: usize, dj: usize| {
                        let mut cell = [end; 3];
                        (cell[u], cell[v]) = (i - di, j - dj);
                        at(cell)
                    };
                    let (a, b, c, d) = (corner(1, 1), corner(0, 1), corner(0, 0), corner(1, 0));
                    let faces = [[a, b, c], [a, c, d]];
                    triangles.extend(faces.map(
                        |[p, q, r]| {
                            if end == 0 { [p, r, q] } else { [p, q, r] }
                        },
                    ));
                }
            }
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprung_network::Stretch;

    #[test]
    fn the_skin_of_a_jelly_is_closed_and_faces_out() {
        let body = Body::jelly(4, 3.0).unwrap();
        let point = |i: u32| body.mesh.points[i as usize];
        // Six times the volume enclosed, by the divergence theorem.
        let volume: f32 = body
            .mesh
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(point);
                a[0] * (b[1] * c[2] - b[2] * c[1])
                    + a[1] * (b[2] * c[0] - b[0] * c[2])
                    + a[2] * (b[0] * c[1] - b[1] * c[0])
            })
            .sum();
        assert!((volume / 6.0 - 27.0).abs() < 1e-3, "{volume}");
        assert_eq!(body.mesh.triangles.len(), 6 * 2 * 9);
    }

    #[test]
    fn a_pleated_cloth_is_at_rest() {
        let net = Body::cloth(7, 3.0).unwrap().net;
        let stretch = Stretch::of(&net.springs, |i| net.particles[i].position);
        assert!(stretch.max < 1e-6, "{stretch:?}");
    }

    #[test]
    fn shapes_hang_on_what_is_said() {
        let fixed = |mut body: Body, pin| {
            body.pin(pin);
            let fixed = (0..body.net.particles.len()).filter(|&i| body.net.particles[i].is_fixed());
            fixed.collect::<Vec<_>>()
        };
        let cloth = || Body::cloth(3, 1.0).unwrap();
        assert_eq!(fixed(cloth(), None), [0, 2]);
        assert_eq!(fixed(cloth(), Some(Pin::All)), [0, 2, 6, 8]);
        assert_eq!(fixed(cloth(), Some(Pin::Edge)), [0, 1, 2]);
        assert!(fixed(cloth(), Some(Pin::None)).is_empty());
        assert_eq!(fixed(Body::rope(5, 1.0, 2.0).unwrap(), None), [0]);
        assert_eq!(fixed(Body::bridge(5, 5.0).unwrap(), None), [0, 1, 10, 11]);
        assert_eq!(fixed(Body::jelly(2, 1.0).unwrap(), None), [2, 3, 6, 7]);
    }
}
