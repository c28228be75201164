//! Fabrics: triangles of cloth with different stiffness along warp and weft and in shear, and limits of their stretch.

use alloc::vec::Vec;

use crate::error::{Checked, Element};
use crate::geometry::membrane::Membrane;
use crate::stiffness::Stiffness;

/// Triangles of cloth that resist stretch along the warp, along the weft, and shear between them, each with its own
/// stiffness: woven and knitted cloth, sails, leather.
///
/// ```text
/// F = [x₁ − x₀, x₂ − x₀] [m₁ − m₀, m₂ − m₀]⁻¹ = [f_u, f_v]        e_u = |f_u| − 1      e_v = |f_v| − 1
/// γ = (|f_u + f_v| − |f_u − f_v|)/√2                              E = ½ A (k_u e_u² + k_v e_v² + k_s γ²)
/// ```
///
/// with the positions `x` of the corners, their material coordinates `m` and the area `A` of the triangle in them. `e_u` and
/// `e_v` are the strains of warp and weft threads; `γ` is `2 sin(φ/2)` where both are equally long and the angle between
/// them is π/2 − φ: the shear angle. Poisson's ratio is 0. For small strains this is the orthotropic
/// membrane of the textbooks: under a tension at an angle θ to the warp its modulus is
/// `1/E = cos⁴θ/k_u + sin⁴θ/k_v + sin²θ cos²θ/k_s`.
///
/// A fabric needs no edges. Where edges join particles along the sides of a triangle they act beside it, and a triangle with
/// a side that has torn or was removed is gone.
///
/// Each sub-step takes the backward Euler step of the three springs of every triangle, one triangle after the other; then
/// that of their dampers. Momentum and angular momentum are kept, and the energy is part of the account of
/// [`Solver::step`](crate::Solver::step). One sweep resolves `k h² A W` up to about 0.1, where `W` is the sum of the inverse masses
/// by the squared gradients of a strain; stiffer cloth stretches more than its stiffness says, as rigid edges do.
///
/// ```
/// use sprung_network::{Settings, Solver, Weave, shapes::Cloth};
/// // Cloth that is soft in shear, with threads that are limited to a twentieth more than their length.
/// let sheet = Cloth::new(9, 9, 0.05, 0.05);
/// let mut net = sheet.build()?;
/// net.edges.clear();
/// let [warp, shear] = [40.0, 1.0].map(|stiffness| Weave::membrane(stiffness, 1e-2));
/// let weave = Weave::new(warp, warp, shear).with_limits(0.9, 1.05);
/// let fabric = net.add_fabric(&sheet.triangles(), [1.0, 0.0, 0.0], weave)?;
/// net.fix(sheet.edge());
/// let mut solver = Solver::new(&net, Settings::default())?;
/// for _ in 0..120 {
///     solver.step(1.0 / 60.0);
/// }
/// let [_, weft, _] = solver.fabric_strain(fabric, 0);
/// assert!(weft > 0.0 && weft < 0.06, "{weft}");
/// # Ok::<(), sprung_network::NetworkError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "membrane")]
#[doc(alias = "triangle")]
#[doc(alias = "orthotropic")]
#[doc(alias = "strain limiting")]
#[doc(alias = "Baraff-Witkin")]
pub struct Fabric {
    /// Triangles by their three particles.
    pub triangles: Vec<[u32; 3]>,
    /// The places of the corners of each triangle in the flat cloth at rest, m: along the warp and along the weft.
    pub coordinates: Vec<[[f32; 2]; 3]>,
    /// Stiffness, damping and limits.
    pub weave: Weave,
}

/// The stiffness and the limits of a [`Fabric`].
///
/// A [`Stiffness`] is that of an edge with a strain for the length: of [`Physical`](Stiffness::Physical) and
/// [`Compliance`](Stiffness::Compliance), `k` is the force per width and strain, N/m (of a sheet of thickness `t` and modulus `E`,
/// `E t`), the same at every resolution, and damping the force per width and strain rate, N·s/m. A frequency is that of one
/// triangle alone with the masses of its corners.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "warp")]
#[doc(alias = "weft")]
#[doc(alias = "bias")]
pub struct Weave {
    /// Stiffness of stretch along the warp.
    pub warp: Stiffness,
    /// Stiffness of stretch along the weft.
    pub weft: Stiffness,
    /// Stiffness of shear between them.
    pub shear: Stiffness,
    /// Limits of the stretch along the warp.
    pub warp_limits: StretchLimits,
    /// Limits of the stretch along the weft.
    pub weft_limits: StretchLimits,
}

/// The least and the greatest length of threads, as multiples of their length at rest.
///
/// Within them they do nothing; at one of them they act as a rigid edge does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "strain limit")]
pub struct StretchLimits {
    /// Within 0 and 1; 0 for none.
    pub min: f32,
    /// At least 1; infinite for none.
    pub max: f32,
}

impl StretchLimits {
    /// Threads of any length.
    pub const NONE: Self = Self { min: 0.0, max: f32::INFINITY };

    pub(crate) fn check(self, element: Element, [min, max]: [&'static str; 2]) -> Checked {
        element.fraction(min, self.min)?;
        element.require(self.max >= 1.0, max, self.max, ">= 1")
    }
}

impl Weave {
    /// A weave without limits.
    pub fn new(
        warp: impl Into<Stiffness>,
        weft: impl Into<Stiffness>,
        shear: impl Into<Stiffness>,
    ) -> Self {
        let [warp, weft, shear] = [warp.into(), weft.into(), shear.into()];
        let limits = StretchLimits::NONE;
        Self { warp, weft, shear, warp_limits: limits, weft_limits: limits }
    }

    /// The [`Physical`](Stiffness::Physical) stiffness of a membrane: force per width and strain, N/m, and the time constant of
    /// its damping, s, by which the damping is the stiffness multiplied (Kelvin–Voigt).
    pub const fn membrane(stiffness: f32, damping_time: f32) -> Stiffness {
        Stiffness::Physical { stiffness, damping: stiffness * damping_time }
    }

    /// Returns the weave with the same limits along warp and weft, as multiples of the lengths at rest: `min` within 0 and 1, `max`
    /// at least 1.
    pub const fn with_limits(self, min: f32, max: f32) -> Self {
        let limits = StretchLimits { min, max };
        Self { warp_limits: limits, weft_limits: limits, ..self }
    }

    pub(crate) fn check(self, index: usize) -> Checked {
        for (kind, stiffness) in [
            ("warp of fabric", self.warp),
            ("weft of fabric", self.weft),
            ("shear of fabric", self.shear),
        ] {
            stiffness.check(Element { kind, index })?;
        }
        let element = Element { kind: "fabric", index };
        self.warp_limits.check(element, ["warp_limits.min", "warp_limits.max"])?;
        self.weft_limits.check(element, ["weft_limits.min", "weft_limits.max"])
    }
}

impl Fabric {
    pub(crate) fn check(&self, index: usize, particles: usize) -> Checked {
        let element = Element { kind: "fabric", index };
        for &corners in &self.triangles {
            element.corners(corners, particles)?;
        }
        let count = self.coordinates.len();
        let is_complete = count == self.triangles.len();
        element.require(is_complete, "coordinates", count as f32, "one for each triangle")?;
        for (index, coordinates) in self.coordinates.iter().enumerate() {
            let element = Element { kind: "fabric triangle", index };
            for &[u, v] in coordinates {
                element.bounded("coordinates", [u, v, 0.0])?;
            }
            let area = Membrane::of(*coordinates).map_or(0.0, |membrane| membrane.area as f32);
            element.positive("area of the coordinates", area)?;
        }
        self.weave.check(index)
    }
}
