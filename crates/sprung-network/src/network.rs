//! Networks: particles, edges, tethers.

use alloc::vec;
use alloc::vec::Vec;

use sprung::SpringMode;

use crate::aero::AeroSurface;
use crate::cell::Cell;
use crate::edge::Edge;
use crate::error::{Element, NetworkError};
use crate::fabric::Fabric;
use crate::geometry::vector::distance;
use crate::graph::adjacency::Adjacency;
use crate::graph::geodesic::Geodesics;
use crate::graph::mass_scaling;
use crate::graph::union_find::UnionFind;
use crate::hinge::Hinge;
use crate::particle::{MIN_INVERSE_MASS, Particle};
use crate::skin_constraint::SkinConstraint;
use crate::surface::ContactSurface;
use crate::tether::Tether;
use crate::volume::Volume;

/// The number of fixed particles that a particle is tied to.
const NEAREST: usize = 4;
/// The part by which tethers are longer than the paths: one that is too short pulls at all times.
const ROUNDED_UP: f64 = 1e-6;

/// Particles joined by springs, as data. It does nothing by itself: [`Solver`](crate::Solver) and
/// [`JacobiSolver`](crate::reference::JacobiSolver) are made from it and check it.
///
/// Loose particles fall freely, edges between two fixed particles do nothing: both are allowed.
///
/// ```
/// use sprung_network::{Edge, Network, Particle};
/// let mut pendulum = Network::default();
/// let pivot = pendulum.add_particle(Particle::fixed([0.0; 3]));
/// let bob = pendulum.add_particle(Particle::new([1.0, 0.0, 0.0], 1.0));
/// pendulum.add_edge(Edge::new(pivot, bob, 1.0));
/// assert!(pendulum.check().is_ok());
/// pendulum.add_edge(Edge::new(bob, 2, 1.0));
/// assert_eq!(
///     pendulum.check().unwrap_err().to_string(),
///     "edge 1: particle must be < 2, the number of particles, got 2"
/// );
/// ```
#[doc(alias = "mass-spring system")]
#[doc(alias = "soft body")]
#[doc(alias = "verlet")]
#[doc(alias = "softbody")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    /// The particles; springs name them by index.
    pub particles: Vec<Particle>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// The tethers.
    pub tethers: Vec<Tether>,
    /// The position of each particle in the shape that the network was built in, m; where there is none, the position
    /// of the particle. [`Solver`](crate::Solver) finds straight lines of edges in it, so that they do not depend on
    /// where the particles are now.
    pub rest_shape: Vec<[f32; 3]>,
    /// The surface by which particles touch each other; by default they do not.
    pub surface: ContactSurface,
    /// Closed surfaces that keep what they enclose.
    pub volumes: Vec<Volume>,
    /// Triangles on which air presses.
    pub aero_surfaces: Vec<AeroSurface>,
    /// Springs on the angles between triangles.
    pub hinges: Vec<Hinge>,
    /// Triangles of cloth that resist stretch and shear.
    pub fabrics: Vec<Fabric>,
    /// Tetrahedra that keep their volume.
    pub cells: Vec<Cell>,
    /// Particles that follow the skin of a character.
    pub skin_constraints: Vec<SkinConstraint>,
}

impl Network {
    /// Adds a particle and returns its index. Its position now is that of the rest shape.
    pub fn add_particle(&mut self, particle: Particle) -> usize {
        self.complete_rest_shape();
        self.rest_shape.push(particle.position);
        self.particles.push(particle);
        self.particles.len() - 1
    }

    /// Adds an edge and returns its index.
    pub fn add_edge(&mut self, edge: Edge) -> usize {
        self.edges.push(edge);
        self.edges.len() - 1
    }

    /// Adds a rigid edge whose rest length is the distance of its particles now, and returns its index.
    ///
    /// # Panics
    /// If a particle does not exist.
    pub fn connect(&mut self, a: usize, b: usize) -> usize {
        let rest_length = distance(self.particles[a].position, self.particles[b].position);
        self.add_edge(Edge::new(a, b, rest_length))
    }

    /// Fixes particles at their positions.
    ///
    /// # Panics
    /// If a particle does not exist.
    #[doc(alias = "pin")]
    #[doc(alias = "anchor")]
    #[doc(alias = "attach")]
    pub fn fix(&mut self, particles: impl IntoIterator<Item = usize>) {
        for i in particles {
            self.particles[i].inverse_mass = 0.0;
            self.particles[i].velocity = [0.0; 3];
        }
    }

    /// Ties every dynamic particle to the four fixed ones that are nearest to it, by tethers as long as the shortest
    /// paths: straight over triangles of edges, along edges where there are none. Edges that only push are no path.
    ///
    /// A large sheet then needs few sub-steps: its load goes straight to the fixed particles. Lengths are exact and
    /// rounded up by 1e-6. Takes about 0.2 s for one fixed particle in a sheet of 16 384, and time in proportion to the
    /// power 3/2 of the number of particles, once. Call it after [`fix`](Network::fix); rest lengths count, not positions.
    ///
    /// When an edge tears, a solver removes the tethers whose paths may have crossed it, as far as distances in the rest
    /// shape tell. If edges do not have their rest lengths in the rest shape, it removes all tethers.
    #[doc(alias = "LRA")]
    #[doc(alias = "tether")]
    #[doc(alias = "geodesic")]
    pub fn add_long_range_attachments(&mut self) {
        let adjacency = self.adjacency();
        let holds =
            |edge: &&Edge| edge.mode != SpringMode::CompressionOnly && edge.rest_length >= 0.0;
        let length =
            |edge| Some(edge).filter(holds).map_or(f64::INFINITY, |e| f64::from(e.rest_length));
        let paths = Geodesics::new(&adjacency, self.edges.iter().map(length).collect());
        let fixed: Vec<usize> =
            (0..self.particles.len()).filter(|&p| self.particles[p].is_fixed()).collect();
        let mut tied = vec![Vec::new(); fixed.len()];
        for (particle, nearest) in paths.nearest(&fixed, NEAREST).into_iter().enumerate() {
            for (anchor, path) in nearest {
                if !self.particles[particle].is_fixed() {
                    tied[anchor].push((particle, path));
                }
            }
        }
        for (anchor, tied) in fixed.into_iter().zip(tied) {
            let radius = tied.iter().fold(0.0, |most: f64, &(_, path)| most.max(path));
            let lengths = paths.from(anchor, radius);
            self.tethers.extend(tied.into_iter().map(|(particle, _)| Tether {
                anchor,
                particle,
                length: rounded_up(lengths[particle]),
            }));
        }
    }

    /// Gives particles the radius `thickness / 2`, m, so that they [touch](ContactSurface): of a body with triangles their
    /// corners, of any other (rope, hair, loose particles) all particles; 0 switches contacts off.
    ///
    /// Thicker than half of the shortest edge, cloth cannot be folded sharply.
    ///
    /// ```
    /// use sprung_network::{Particle, Settings, Solver, shapes::Cloth};
    /// // A ball falls on a sheet that is held at its four corners.
    /// let mut net = Cloth::new(17, 17, 0.06, 0.5).build()?;
    /// net.fix([0, 16, 272, 288]);
    /// let ball = net.add_particle(Particle::new([0.5, 0.2, 0.5], 0.1));
    /// net.set_thickness(0.02)?;
    /// net.surface.friction = 0.4;
    /// let mut solver = Solver::new(&net, Settings::default())?;
    /// for _ in 0..60 {
    ///     solver.step(1.0 / 60.0);
    /// }
    /// assert!(solver.position(ball)[1] > -1.0, "it lies on the sheet");
    /// # Ok::<(), sprung_network::NetworkError>(())
    /// ```
    ///
    /// # Errors
    /// If the thickness is not within 0 and 2e6, or an edge or triangle names a missing particle.
    #[doc(alias = "self-collision")]
    pub fn set_thickness(&mut self, thickness: f32) -> Result<(), NetworkError> {
        let n = self.particles.len();
        let element = Element { kind: "network", index: 0 };
        element.require(
            (0.0..=2e6).contains(&thickness),
            "thickness",
            thickness,
            "within 0 and 2e6",
        )?;
        for (index, edge) in self.edges.iter().enumerate() {
            Element { kind: "edge", index }.ends([edge.a, edge.b], n)?;
        }
        self.surface.radii.truncate(n);
        self.surface.check(n)?;
        let mut bodies = UnionFind::with_capacity(n);
        bodies.reset(n);
        self.edges.iter().for_each(|edge| bodies.union(edge.a, edge.b));
        let mut is_corner = vec![false; n];
        let mut has_triangles = vec![false; n];
        for &p in self.surface.triangles.as_flattened() {
            is_corner[p as usize] = true;
            has_triangles[bodies.find(p as usize)] = true;
        }
        let radius = 0.5 * thickness;
        let touches = |p: usize| is_corner[p] || !has_triangles[bodies.find(p)];
        self.surface.radii =
            (0..n).map(touches).map(|touches| if touches { radius } else { 0.0 }).collect();
        Ok(())
    }

    /// Makes the particles near fixed ones heavier, where few edges carry the load of many, so that those stretch less at
    /// the same number of sub-steps (mass scaling). In each connected component with a fixed particle this adds
    /// `part` of its mass, within 0 and 1.
    ///
    /// For large sheets that hang by one corner. The particles made heavier are those that move least.
    /// No mass exceeds 1e30 kg. Masses stay as they are when particles are fixed later: call it after [`fix`](Network::fix).
    ///
    /// # Errors
    /// If `part` is not within 0 and 1, or an element of the network is bad: [`check`](Self::check).
    pub fn scale_masses(&mut self, part: f32) -> Result<(), NetworkError> {
        Element { kind: "mass scaling", index: 0 }.fraction("part", part)?;
        self.check()?;
        let mass = |p: &Particle| if p.is_fixed() { 0.0 } else { 1.0 / f64::from(p.inverse_mass) };
        let masses: Vec<f64> = self.particles.iter().map(mass).collect();
        let scaled = mass_scaling::scaled(&self.adjacency(), &masses, f64::from(part));
        for ((particle, scaled), mass) in self.particles.iter_mut().zip(scaled).zip(masses) {
            if scaled > mass {
                particle.inverse_mass = ((1.0 / scaled) as f32).max(MIN_INVERSE_MASS);
            }
        }
        Ok(())
    }

    /// Adds another network to this one; returns the index its first particle has now.
    pub fn append(&mut self, other: &Network) -> usize {
        let first = self.particles.len();
        self.complete_rest_shape();
        self.rest_shape.extend((0..other.particles.len()).map(|i| other.rest_position(i)));
        self.particles.extend_from_slice(&other.particles);
        let edges = other.edges.iter();
        self.edges.extend(edges.map(|s| Edge { a: s.a + first, b: s.b + first, ..*s }));
        for &Tether { anchor, particle, length } in &other.tethers {
            self.tethers.push(Tether {
                anchor: anchor + first,
                particle: particle + first,
                length,
            });
        }
        self.surface.append(&other.surface, first);
        for Volume { triangles, content } in &other.volumes {
            let triangles = triangles.iter().map(|corners| corners.map(|p| p + first as u32));
            self.volumes.push(Volume { triangles: triangles.collect(), content: *content });
        }
        for AeroSurface { triangles, coefficients } in &other.aero_surfaces {
            let triangles = triangles.iter().map(|corners| corners.map(|p| p + first as u32));
            let (triangles, coefficients) = (triangles.collect(), *coefficients);
            self.aero_surfaces.push(AeroSurface { triangles, coefficients });
        }
        for hinge in &other.hinges {
            let [edge, opposite] = [hinge.edge, hinge.opposite].map(|ends| ends.map(|p| p + first));
            self.hinges.push(Hinge { edge, opposite, ..*hinge });
        }
        for Fabric { triangles, coordinates, weave } in &other.fabrics {
            let triangles = triangles.iter().map(|corners| corners.map(|p| p + first as u32));
            let (triangles, coordinates) = (triangles.collect(), coordinates.clone());
            self.fabrics.push(Fabric { triangles, coordinates, weave: *weave });
        }
        for cell in &other.cells {
            let corners = cell.corners.map(|p| p + first as u32);
            self.cells.push(Cell { corners, ..*cell });
        }
        let skin = other.skin_constraints.iter();
        self.skin_constraints
            .extend(skin.map(|s| SkinConstraint { particle: s.particle + first, ..*s }));
        first
    }

    /// Returns the reduced mass of the two ends of an edge, `1/(1/m_a + 1/m_b)`, kg; 0 between fixed particles.
    ///
    /// # Panics
    /// If there is no such edge, or an end of it does not exist.
    #[doc(alias = "ReducedMass")]
    #[doc(alias = "effective mass")]
    #[doc(alias = "m_reduced")]
    pub fn reduced_mass(&self, spring: usize) -> f32 {
        let Edge { a, b, .. } = self.edges[spring];
        let w = self.particles[a].inverse_mass + self.particles[b].inverse_mass;
        if w > 0.0 { 1.0 / w } else { 0.0 }
    }

    /// The position of a particle in the rest shape.
    pub(crate) fn rest_position(&self, particle: usize) -> [f32; 3] {
        let given = self.rest_shape.get(particle).copied();
        given.unwrap_or(self.particles[particle].position)
    }

    /// Gives every particle a place in the rest shape.
    fn complete_rest_shape(&mut self) {
        self.rest_shape.truncate(self.particles.len());
        let missing = &self.particles[self.rest_shape.len()..];
        self.rest_shape.extend(missing.iter().map(|p| p.position));
    }

    /// Returns the adjacency lists of all springs.
    pub(crate) fn adjacency(&self) -> Adjacency {
        adjacency(self.particles.len(), &self.edges)
    }

    /// Returns both ends of a spring.
    pub(crate) fn ends(&self, spring: u32) -> [usize; 2] {
        let Edge { a, b, .. } = self.edges[spring as usize];
        [a, b]
    }

    /// Returns those of the particles that are not fixed.
    pub(crate) fn dynamic(&self, particles: &[usize]) -> Vec<usize> {
        particles.iter().copied().filter(|&p| !self.particles[p].is_fixed()).collect()
    }

    /// Returns the end of a spring that is not `end`.
    pub(crate) fn other_end(&self, spring: u32, end: usize) -> usize {
        let [a, b] = self.ends(spring);
        if a == end { b } else { a }
    }
}

pub(crate) fn adjacency(particles: usize, edges: &[Edge]) -> Adjacency {
    let ends = edges.iter().enumerate().map(|(i, s)| (i as u32, [s.a, s.b]));
    Adjacency::new(particles, ends)
}

/// The length of a tether over a path.
fn rounded_up(path: f64) -> f32 {
    (path * (1.0 + ROUNDED_UP)) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle() -> Network {
        let mut net = Network::default();
        for x in [[0.0; 3], [3.0, 0.0, 0.0], [0.0, 4.0, 0.0]] {
            net.add_particle(Particle::new(x, 1.0));
        }
        net.connect(0, 1);
        net.connect(1, 2);
        net
    }

    fn message(net: &Network) -> String {
        net.check().expect_err("the network is bad").to_string()
    }

    #[test]
    fn a_path_does_not_take_an_edge_of_negative_length() {
        let mut net = triangle();
        net.fix([0]);
        net.connect(0, 1);
        net.add_edge(Edge::new(1, 2, -1e-38));
        net.add_long_range_attachments();
        let lengths: Vec<f32> = net.tethers.iter().map(|tether| tether.length).collect();
        assert_eq!(lengths, [rounded_up(3.0), rounded_up(8.0)]);
    }

    #[test]
    fn joined_particles_rest_where_they_are() {
        assert_eq!(triangle().edges[1].rest_length, 5.0);
    }

    #[test]
    fn bad_elements_are_named() {
        let mut net = triangle();
        net.add_edge(Edge::new(2, 2, 1.0));
        assert_eq!(message(&net), "edge 2: must join two different particles, got 2 twice");
        net.edges[2] = Edge::new(2, 1, 1.0);
        assert_eq!(message(&net), "edge 2: joins the same particles as edge 1");
        net.edges[2] = Edge::new(2, 0, f32::NAN);
        assert_eq!(message(&net), "edge 2: rest_length must be finite and >= 0, got NaN");
        net.edges[2] = Edge::new(2, 0, 1.0).with_tear_strain(0.0);
        assert_eq!(message(&net), "edge 2: tear_strain must be > 0, got 0");
        net.edges.pop();
        net.particles[1].velocity[2] = f32::INFINITY;
        assert_eq!(message(&net), "particle 1: velocity must be finite, got inf");
    }

    #[test]
    fn tethers_follow_the_springs_not_the_straight_line() {
        let mut net = triangle();
        net.fix([0]);
        net.add_long_range_attachments();
        assert_eq!(net.tethers[1], Tether { anchor: 0, particle: 2, length: rounded_up(8.0) });
        assert!(net.check().is_ok());
        net.tethers[1].anchor = 1;
        assert_eq!(message(&net), "tether 1: inverse mass of the anchor must be 0, got 1");
    }

    #[test]
    fn appended_network_keeps_its_shape() {
        let mut net = triangle();
        assert_eq!(net.append(&triangle()), 3);
        assert_eq!((net.edges[3].a, net.edges[3].b), (4, 5));
        assert!(net.check().is_ok());
    }
}
