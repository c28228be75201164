//! Cells: tetrahedra of a solid that keep their volume.

use crate::error::{Checked, Element};
use crate::geometry::vector::{Number, cross, dot, sub};
use crate::stiffness::Stiffness;

/// The smallest ratio of a height of a tetrahedron to its longest side: f32 cannot tell the volume of flatter ones.
const FLATTEST: f64 = 1e-5;

/// A tetrahedron that keeps its volume: jelly, rubber, flesh.
///
/// ```text
/// J = V/V₀      V = (x₁ − x₀)·((x₂ − x₀) × (x₃ − x₀))/6      E = ½ k V₀ (J − 1)²
/// ```
///
/// The [`Stiffness`] is that of an edge with `J` for the length: of [`Physical`](Stiffness::Physical) and
/// [`Compliance`](Stiffness::Compliance), `k` is the bulk modulus, Pa, the same at every resolution, and damping the pressure
/// by the rate of `J`, Pa·s. A frequency is that of the cell alone, in the rest shape with the masses of its corners.
///
/// After the edges, each sub-step takes one backward Euler step of every cell along the gradient of its volume, then that of
/// its damper. Momentum and angular momentum are kept, and the energy is part of the account of
/// [`Solver::step`](crate::Solver::step). A cell that is turned inside out has a negative volume, and is moved on until it has
/// come back. The shape is left to the edges: a cell alone resists no shear.
///
/// Edges are not required. A cell with a side along an edge that has torn or was removed is gone.
///
/// ```
/// use sprung_network::{Environment, Settings, Solver, Stiffness, shapes::lattice_with_cells};
/// // A cube of soft jelly that starts pressed flat.
/// let mut net = lattice_with_cells([4, 4, 4], 0.1, 1.0)?;
/// let soft = Stiffness::from_frequency(4.0, 0.3)?;
/// net.edges.iter_mut().for_each(|edge| edge.stiffness = soft);
/// net.particles.iter_mut().for_each(|particle| particle.position[1] = 0.0);
/// let settings = Settings { environment: Environment::ZERO_G, ..Settings::default() };
/// let mut solver = Solver::new(&net, settings)?;
/// for _ in 0..300 {
///     solver.step(1.0 / 60.0);
/// }
/// assert!((solver.cell_volume_ratio(30) - 1.0).abs() < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "tetrahedron")]
#[doc(alias = "tet")]
#[doc(alias = "volume constraint")]
#[doc(alias = "bulk modulus")]
pub struct Cell {
    /// The four particles `x₀` to `x₃`.
    pub corners: [u32; 4],
    /// `V₀`, m³, within 1e-30 and 1e30.
    pub rest_volume: f32,
    /// Stiffness and damping.
    pub stiffness: Stiffness,
}

impl Cell {
    /// The four particles.
    pub(crate) fn particles(&self) -> [usize; 4] {
        self.corners.map(|p| p as usize)
    }

    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "cell", index };
        let [a, b, c, d] = self.particles();
        for ends in [[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]] {
            element.ends(ends, particles)?;
        }
        check_volume(element, self.rest_volume)?;
        self.stiffness.check(element)
    }

    /// The volume in the rest shape, m³; 0 where it is flat.
    pub(crate) fn volume_at_rest(&self, rest_position: impl Fn(usize) -> [f32; 3]) -> f32 {
        let places = self.particles().map(|p| rest_position(p).map(f64::from));
        let (six, gradients) = product(places);
        let largest = |of: [[f64; 3]; 3]| of.map(|v| dot(v, v)).into_iter().fold(0.0, f64::max);
        let sides = [1, 2, 3].map(|i| sub(places[i], places[0]));
        let least = FLATTEST * FLATTEST * largest(sides) * largest(gradients);
        if six * six > least { (six / 6.0) as f32 } else { 0.0 }
    }

    /// Checks the volume in the rest shape.
    pub(crate) fn check_at_rest(
        &self,
        index: usize,
        rest_position: impl Fn(usize) -> [f32; 3],
    ) -> Checked {
        let volume = self.volume_at_rest(rest_position);
        Element { kind: "cell", index }.positive("volume in the rest shape", volume)
    }
}

pub(crate) fn check_volume(element: Element, volume: f32) -> Checked {
    let holds = (1e-30..=1e30).contains(&volume);
    element.require(holds, "rest_volume", volume, "within 1e-30 and 1e30")
}

/// Six times the volume of a tetrahedron, and its gradient by the last three of its corners.
pub(crate) fn product<N: Number>([a, b, c, d]: [[N; 3]; 4]) -> (N, [[N; 3]; 3]) {
    let [b, c, d] = [b, c, d].map(|corner| sub(corner, a));
    let gradients = [cross(c, d), cross(d, b), cross(b, c)];
    (dot(b, gradients[0]), gradients)
}
