//! Networks of particles and springs: rope, cloth, jelly.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use sprung::SpringMode;
use sprung_network::{Edge, NetworkError, Particle, Stiffness, shapes};

use crate::arrays::matrix;
use crate::collider::Collider;
use crate::errors::OrRaise;
use crate::spring::{Spring, SpringLike};

type Vector = [f32; 3];

/// Particles joined by springs, as data; a Solver moves it. Meters, seconds, kilograms.
///
/// >>> rope = Network.rope([0, 0, 0], [2, 0, 0], links=20, mass=1.0)
/// >>> rope.fix([0])
/// >>> solver = Solver(rope)
/// >>> solver.step(1 / 60, count=120)
/// >>> solver.positions().shape
/// (21, 3)
#[pyclass(module = "sprung", from_py_object)]
#[derive(Clone, Debug, Default)]
pub(crate) struct Network(pub(crate) sprung_network::Network);

#[pymethods]
impl Network {
    /// An empty network.
    #[new]
    fn new() -> Self {
        Network::default()
    }

    /// A straight rope of links + 1 particles between two points (m); mass in kg.
    #[staticmethod]
    fn rope(py: Python<'_>, start: Vector, end: Vector, links: usize, mass: f32) -> PyResult<Self> {
        shapes::rope(start, end, links, mass).or_raise(py).map(Network)
    }

    /// A woven sheet in the plane y = 0, columns × rows particles at a spacing (m); mass in kg. Springs (or their text)
    /// along the threads, across the cells, and over every second particle; None is rigid along the threads, and
    /// absent elsewhere.
    #[staticmethod]
    #[pyo3(signature = (columns, rows, spacing, mass, *, structure: "Spring | str | None"=None, shear: "Spring | str | None"=None, bend: "Spring | str | None"=None))]
    #[allow(clippy::too_many_arguments, reason = "all are keywords")]
    fn cloth(
        py: Python<'_>,
        columns: usize,
        rows: usize,
        spacing: f32,
        mass: f32,
        structure: Option<SpringLike>,
        shear: Option<SpringLike>,
        bend: Option<SpringLike>,
    ) -> PyResult<Self> {
        let mut cloth = shapes::Cloth::new(columns, rows, spacing, mass);
        if let Some(spring) = structure {
            cloth = cloth.with_structure(single(py, &spring)?);
        }
        if let Some(spring) = shear {
            cloth = cloth.with_shear(single(py, &spring)?);
        }
        if let Some(spring) = bend {
            cloth = cloth.with_bend(single(py, &spring)?);
        }
        cloth.build().or_raise(py).map(Network)
    }

    /// A block of size (x, y, z) particles at a spacing (m), each joined to its neighbors; mass in kg.
    #[staticmethod]
    fn lattice(py: Python<'_>, size: [usize; 3], spacing: f32, mass: f32) -> PyResult<Self> {
        shapes::lattice(size, spacing, mass).or_raise(py).map(Network)
    }

    /// A lattice that fills a closed mesh: points of shape (n, 3) in m, triangles of shape (m, 3).
    #[staticmethod]
    #[pyo3(signature = (points: "Series", triangles: "Series", spacing, mass))]
    fn volume_lattice(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
        spacing: f32,
        mass: f32,
    ) -> PyResult<Self> {
        let points = vectors(points, "points")?;
        let mut faces = Vec::new();
        for [a, b, c] in matrix::<3>(triangles, "triangles")? {
            let index = |value: f64| {
                let whole = value as u32;
                let message = format!("triangles must be whole numbers from 0, got {value}");
                (f64::from(whole) == value)
                    .then_some(whole)
                    .ok_or_else(|| PyValueError::new_err(message))
            };
            faces.push([index(a)?, index(b)?, index(c)?]);
        }
        shapes::volume_lattice(&points, &faces, spacing, mass).or_raise(py).map(Network)
    }

    /// A ring of links about the origin in the plane z = 0, radius in m, mass in kg.
    #[staticmethod]
    fn ring(py: Python<'_>, radius: f32, links: usize, mass: f32) -> PyResult<Self> {
        shapes::ring(radius, links, mass).or_raise(py).map(Network)
    }

    /// A ring with a spoke from each particle to a hub.
    #[staticmethod]
    fn wheel(py: Python<'_>, radius: f32, links: usize, mass: f32) -> PyResult<Self> {
        shapes::wheel(radius, links, mass).or_raise(py).map(Network)
    }

    /// A truss bridge of cells with a spacing (m) in the plane z = 0; mass in kg.
    #[staticmethod]
    fn bridge(py: Python<'_>, cells: usize, spacing: f32, mass: f32) -> PyResult<Self> {
        shapes::bridge(cells, spacing, mass).or_raise(py).map(Network)
    }

    /// A tree of points of shape (n, 3) in m, each joined to its parent (itself for a root); mass of each in kg.
    #[staticmethod]
    #[pyo3(signature = (points: "Series", parents, mass))]
    fn tree(
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        parents: Vec<usize>,
        mass: f32,
    ) -> PyResult<Self> {
        let points = vectors(points, "points")?;
        shapes::tree(&points, &parents, mass).or_raise(py).map(Network)
    }

    /// Adds a particle with a mass in kg (infinite: fixed) at a position (m) with a velocity (m/s); returns its index.
    #[pyo3(signature = (position, mass, velocity=[0.0; 3]))]
    fn add_particle(&mut self, position: Vector, mass: f32, velocity: Vector) -> usize {
        let mut particle = Particle::new(position, mass);
        particle.velocity = velocity;
        self.0.add_particle(particle)
    }

    /// Adds an edge between two particles with a rest length in m; returns its index.
    ///
    /// stiffness is a Spring or its text; None is rigid. mode is 'two_way', 'tension_only' or 'compression_only'. It
    /// breaks at the strain tear_strain.
    #[pyo3(signature = (a, b, rest_length, *, stiffness: "Spring | str | None"=None, mode="two_way", tear_strain=f32::INFINITY))]
    #[allow(clippy::too_many_arguments, reason = "all but three are keywords")]
    fn add_edge(
        &mut self,
        py: Python<'_>,
        a: usize,
        b: usize,
        rest_length: f32,
        stiffness: Option<SpringLike>,
        mode: &str,
        tear_strain: f32,
    ) -> PyResult<usize> {
        let mode = match mode {
            "two_way" => SpringMode::TwoWay,
            "tension_only" => SpringMode::TensionOnly,
            "compression_only" => SpringMode::CompressionOnly,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "mode must be 'two_way', 'tension_only' or 'compression_only', got {mode:?}"
                )));
            }
        };
        let mut edge = Edge::new(a, b, rest_length).with_mode(mode).with_tear_strain(tear_strain);
        if let Some(spring) = stiffness {
            edge = edge.with_stiffness(single(py, &spring)?);
        }
        Ok(self.0.add_edge(edge))
    }

    /// Adds a rigid edge whose rest length is the distance of its particles now; returns its index.
    fn connect(&mut self, a: usize, b: usize) -> PyResult<usize> {
        self.require([a, b])?;
        Ok(self.0.connect(a, b))
    }

    /// Fixes particles at their positions.
    fn fix(&mut self, particles: Vec<usize>) -> PyResult<()> {
        self.require(particles.iter().copied())?;
        self.0.fix(particles);
        Ok(())
    }

    /// Makes all edges springs (or their text); None makes them rigid.
    #[pyo3(signature = (stiffness: "Spring | str | None"))]
    fn set_stiffness(&mut self, py: Python<'_>, stiffness: Option<SpringLike>) -> PyResult<()> {
        let stiffness = match stiffness {
            Some(spring) => Stiffness::from(single(py, &spring)?),
            None => Stiffness::RIGID,
        };
        self.0.edges.iter_mut().for_each(|edge| edge.stiffness = stiffness);
        Ok(())
    }

    /// Ties every dynamic particle to the four nearest fixed ones, by tethers as long as the shortest paths over the surface.
    fn add_long_range_attachments(&mut self) {
        self.0.add_long_range_attachments();
    }

    /// Makes particles near fixed ones heavier, for large sheets that hang by a corner; adds a part (0 to 1) of the mass.
    fn scale_masses(&mut self, py: Python<'_>, part: f32) -> PyResult<()> {
        self.0.scale_masses(part).or_raise(py)
    }

    /// Adds another network; returns the index that its first particle has now.
    #[pyo3(signature = (other: "Network"))]
    fn append(slf: &Bound<'_, Self>, other: &Bound<'_, Network>) -> PyResult<usize> {
        // It may be the same network.
        let other = other.try_borrow()?.0.clone();
        Ok(slf.try_borrow_mut()?.0.append(&other))
    }

    /// Raises NetworkError for the first element that cannot be simulated.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.0.check().or_raise(py)
    }

    /// The positions of the particles, m, shape (n, 3).
    #[pyo3(signature = () -> "npt.NDArray[np.float32]")]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, self.0.particles.iter().map(|particle| particle.position))
    }

    /// The particles that each edge joins, shape (m, 2).
    #[pyo3(signature = () -> "npt.NDArray[np.int64]")]
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ends = self.0.edges.iter().flat_map(|edge| [edge.a as i64, edge.b as i64]);
        PyArray1::from_iter(py, ends).reshape([self.0.edges.len(), 2])
    }

    fn __len__(&self) -> usize {
        self.0.particles.len()
    }

    fn __repr__(&self) -> String {
        let net = &self.0;
        format!("<Network of {} particles, {} edges>", net.particles.len(), net.edges.len())
    }
}

impl Network {
    fn require(&self, particles: impl IntoIterator<Item = usize>) -> PyResult<()> {
        require(particles, self.0.particles.len())
    }
}

/// Moves a network in small steps: stiff, fast and robust.
///
/// gravity in m/s², drag in 1/s against wind in m/s. A connected part of which no particle has been faster than
/// sleep_speed (m/s) for half a second sleeps: it rests until something acts on it. More substeps are stiffer; line_solver
/// solves straight lines of edges directly.
#[pyclass(module = "sprung")]
#[derive(Clone, Debug)]
pub(crate) struct Solver(sprung_network::Solver);

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (network: "Network", *, substeps=8, line_solver=true, gravity=[0.0, -9.81, 0.0], drag=0.0, wind=[0.0; 3], sleep_speed=0.0))]
    #[allow(clippy::too_many_arguments, reason = "all but one are keywords")]
    fn new(
        py: Python<'_>,
        network: &Bound<'_, Network>,
        substeps: usize,
        line_solver: bool,
        gravity: Vector,
        drag: f32,
        wind: Vector,
        sleep_speed: f32,
    ) -> PyResult<Self> {
        let environment = sprung_network::Environment { gravity, drag, wind };
        let settings = sprung_network::Settings { substeps, line_solver, environment, sleep_speed };
        Solver::made(py, network, |network| sprung_network::Solver::new(network, settings))
    }

    /// A solver that keeps rigid edges within max_stretch, a part of their lengths: 0.01 is 1 %.
    ///
    /// It chooses the number of substeps, at most those given, and adds long-range attachments and mass where the shape of
    /// the network asks for them.
    #[staticmethod]
    #[pyo3(signature = (network: "Network", max_stretch=0.01, *, substeps=128, line_solver=true, gravity=[0.0, -9.81, 0.0], drag=0.0, wind=[0.0; 3], sleep_speed=0.0))]
    #[allow(clippy::too_many_arguments, reason = "all but two are keywords")]
    fn within_stretch(
        py: Python<'_>,
        network: &Bound<'_, Network>,
        max_stretch: f32,
        substeps: usize,
        line_solver: bool,
        gravity: Vector,
        drag: f32,
        wind: Vector,
        sleep_speed: f32,
    ) -> PyResult<Self> {
        let environment = sprung_network::Environment { gravity, drag, wind };
        let settings = sprung_network::Settings { substeps, line_solver, environment, sleep_speed };
        Solver::made(py, network, |network| {
            sprung_network::Solver::within_stretch(network, max_stretch, settings)
        })
    }

    /// The number of substeps of the next step.
    #[getter]
    fn substeps(&self) -> usize {
        self.0.substeps()
    }

    /// Advances by count steps of dt seconds.
    #[pyo3(signature = (dt, count=1))]
    fn step(&mut self, py: Python<'_>, dt: f32, count: usize) {
        py.detach(|| (0..count).for_each(|_| self.0.step(dt)));
    }

    /// The positions of the particles, m, shape (n, 3).
    #[pyo3(signature = () -> "npt.NDArray[np.float32]")]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, self.0.particles().map(|particle| particle.position))
    }

    /// The velocities of the particles, m/s, shape (n, 3).
    #[pyo3(signature = () -> "npt.NDArray[np.float32]")]
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        rows(py, self.0.particles().map(|particle| particle.velocity))
    }

    /// Moves a fixed particle to a position (m) that it reaches at the end of the next step.
    fn set_kinematic_target(&mut self, particle: usize, goal: Vector) -> PyResult<()> {
        require([particle], self.0.len())?;
        let is_fixed = self.0.particles().nth(particle).is_some_and(|it| it.is_fixed());
        if !is_fixed {
            return Err(PyValueError::new_err(format!(
                "particle {particle} is dynamic: only fixed ones have kinematic targets"
            )));
        }
        self.0.set_kinematic_target(particle, goal);
        Ok(())
    }

    /// Applies an impulse to a particle, N·s.
    fn apply_impulse(&mut self, particle: usize, impulse: Vector) -> PyResult<()> {
        require([particle], self.0.len())?;
        self.0.apply_impulse(particle, impulse);
        Ok(())
    }

    /// Changes gravity (m/s²), drag (1/s) and wind (m/s) from the next step on.
    #[pyo3(signature = (*, gravity=[0.0, -9.81, 0.0], drag=0.0, wind=[0.0; 3]))]
    fn set_environment(
        &mut self,
        py: Python<'_>,
        gravity: Vector,
        drag: f32,
        wind: Vector,
    ) -> PyResult<()> {
        self.0.set_environment(sprung_network::Environment { gravity, drag, wind }).or_raise(py)
    }

    /// Replaces all colliders.
    fn set_colliders(&mut self, py: Python<'_>, colliders: Vec<Collider>) -> PyResult<()> {
        let colliders: Vec<_> = colliders.iter().map(|collider| collider.0).collect();
        self.0.set_colliders(&colliders).or_raise(py)
    }

    /// True if an edge has torn.
    fn is_torn(&self, edge: usize) -> PyResult<bool> {
        let edges = self.0.edges().len();
        if edge >= edges {
            return Err(PyIndexError::new_err(format!("edge {edge} of {edges}")));
        }
        Ok(self.0.is_torn(edge))
    }

    /// The particles of connected parts in which a number has overflowed in the last step, ascending. They were put back to
    /// where that step began, with the velocity 0; all others have moved on.
    #[pyo3(signature = () -> "npt.NDArray[np.int64]")]
    fn quarantined<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.0.quarantined().map(|particle| particle as i64))
    }

    /// True if nothing has moved for half a second.
    #[getter]
    fn is_asleep(&self) -> bool {
        self.0.is_asleep()
    }

    /// The largest and the mean of |length / rest length − 1| over the edges.
    fn stretch(&self) -> (f64, f64) {
        let stretch = self.0.stretch();
        (stretch.max, stretch.mean)
    }

    /// The network as it is now, without the edges that have torn.
    fn network(&self) -> Network {
        Network(self.0.network())
    }

    /// A solver in the same state.
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

impl Solver {
    /// Makes a solver while other threads of Python go on.
    fn made(
        py: Python<'_>,
        network: &Bound<'_, Network>,
        make: impl FnOnce(&sprung_network::Network) -> Result<sprung_network::Solver, NetworkError>
        + Send,
    ) -> PyResult<Self> {
        let network = network.try_borrow()?.0.clone();
        py.detach(|| make(&network)).or_raise(py).map(Solver)
    }
}

/// The spring of an edge.
fn single(py: Python<'_>, spring: &SpringLike) -> PyResult<sprung::Spring<f32>> {
    Ok(Spring(spring.get(py)?).single())
}

fn require(particles: impl IntoIterator<Item = usize>, count: usize) -> PyResult<()> {
    match particles.into_iter().find(|&particle| particle >= count) {
        Some(particle) => Err(PyIndexError::new_err(format!("particle {particle} of {count}"))),
        None => Ok(()),
    }
}

/// Vectors as an array of shape (n, 3).
fn rows<'py>(
    py: Python<'py>,
    vectors: impl Iterator<Item = Vector>,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let all: Vec<f32> = vectors.flatten().collect();
    let count = all.len() / 3;
    PyArray1::from_vec(py, all).reshape([count, 3])
}

fn vectors(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Vector>> {
    Ok(matrix::<3>(value, name)?.into_iter().map(|vector| vector.map(|c| c as f32)).collect())
}
