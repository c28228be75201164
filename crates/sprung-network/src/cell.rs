//! Cells: tetrahedra of a solid that keep their volume.

use crate::error::{Checked, Element};
use crate::geometry::vector::{Number, cross, dot, sub};
use crate::stiffness::Stiffness;

/// The smallest ratio of a height of a tetrahedron to its longest side: f32 cannot tell the volume of flatter ones.
const FLATTEST: f64 = 1e-5;

/// A tetrahedron that keeps its volume: the solid parts of jelly, rubber, flesh.
///
/// ```text
/// J = V/V₀      V = (x₁ − x₀)·((x₂ − x₀) × (x₃ − x₀))/6      E = ½ k V₀ (J − 1)²
/// ```
///
/// A cell that is turned inside out has a negative volume and comes back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The four particles `x₀` to `x₃`.
    pub corners: [u32; 4],
    /// `V₀`, m³, > 0.
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
