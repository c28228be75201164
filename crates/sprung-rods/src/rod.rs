//! Rods as data: centerline, material, ends, rest shape.

use alloc::vec::Vec;

use sprung::Rotation;

use crate::error::{RodsError, VECTOR_RULE, check, is_near};

/// Position and rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Pose {
    /// m.
    pub position: [f32; 3],
    /// The rotation to the world.
    pub rotation: Rotation<f32>,
}

impl Pose {
    /// At the origin, not rotated.
    pub const IDENTITY: Self = Pose { position: [0.0; 3], rotation: Rotation::IDENTITY };

    /// At a position, not rotated.
    pub fn at(position: [f32; 3]) -> Self {
        Pose { position, ..Self::IDENTITY }
    }

    pub(crate) fn check(&self) -> Result<(), RodsError> {
        check("position", &self.position, is_near, VECTOR_RULE)?;
        check("rotation", &self.rotation.xyzw(), f32::is_finite, "finite")
    }
}

/// Stiffness and mass of a rod with a round cross-section.
///
/// ```text
/// B = E π r⁴/4        bending stiffness, N·m², with Young's modulus E
/// C = G π r⁴/2        twisting stiffness, N·m², with the shear modulus G
/// μ = ρ π r²          mass per meter, kg/m
/// ```
///
/// ```
/// use sprung_rods::RodMaterial;
///
/// // A steel wire of 1 mm.
/// let wire = RodMaterial::from_young_modulus(200e9, 77e9, 7850.0, 0.5e-3);
/// assert!((wire.bending_stiffness - 9.82e-3).abs() < 1e-5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RodMaterial {
    /// `B`, N·m², in 1e-12 to 1e12: a moment over the curvature that it makes.
    pub bending_stiffness: f32,
    /// `C`, N·m², in 1e-12 to 1e12: a torque over the twist per meter that it makes.
    pub twisting_stiffness: f32,
    /// `μ`, kg/m, in 1e-9 to 1e9.
    pub mass_per_meter: f32,
    /// `r`, m, in 1e-7 to 1e3. The rod's moment of inertia about its tangent is `μ r²/2` per meter.
    pub radius: f32,
}

impl RodMaterial {
    /// Stiffness as it is; see the fields.
    pub fn new(
        bending_stiffness: f32,
        twisting_stiffness: f32,
        mass_per_meter: f32,
        radius: f32,
    ) -> Self {
        RodMaterial { bending_stiffness, twisting_stiffness, mass_per_meter, radius }
    }

    /// From Young's modulus and the shear modulus in Pa, the density in kg/m³ and the radius in m.
    pub fn from_young_modulus(young: f32, shear: f32, density: f32, radius: f32) -> Self {
        let area = core::f64::consts::PI * f64::from(radius) * f64::from(radius);
        let square = f64::from(radius) * f64::from(radius);
        RodMaterial {
            bending_stiffness: (f64::from(young) * area * square / 4.0) as f32,
            twisting_stiffness: (f64::from(shear) * area * square / 2.0) as f32,
            mass_per_meter: (f64::from(density) * area) as f32,
            radius,
        }
    }

    fn check(&self) -> Result<(), RodsError> {
        let stiffness = |value: f32| (1e-12..=1e12).contains(&value);
        let rule = "in 1e-12 to 1e12 N·m²";
        check("bending_stiffness", &[self.bending_stiffness], stiffness, rule)?;
        check("twisting_stiffness", &[self.twisting_stiffness], stiffness, rule)?;
        let mass = |value: f32| (1e-9..=1e9).contains(&value);
        check("mass_per_meter", &[self.mass_per_meter], mass, "in 1e-9 to 1e9 kg/m")?;
        let radius = |value: f32| (1e-7..=1e3).contains(&value);
        check("radius", &[self.radius], radius, "in 1e-7 to 1e3 m")
    }
}

/// The support of an end of a rod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RodEnd {
    /// Nothing holds it.
    Free,
    /// Its position is given; it turns freely.
    Pinned,
    /// Its position and orientation are given.
    Clamped,
}

/// The shape of a rod without loads.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub enum RestShape {
    /// The shape in which it was given: nothing is bent or twisted at the start.
    Given,
    /// A straight line without twist.
    Straight,
    /// The same curvature and twist everywhere: a circle or a helix.
    Helix {
        /// About the first and second axis of the material frame, 1/m.
        curvature: [f32; 2],
        /// About the tangent, rad/m.
        twist: f32,
    },
}

/// An elastic rod that keeps its length: a line of segments, each with a material frame.
///
/// Its material frames have their third axis along the tangent. At the start it is given by [`normal`](Self::normal), and from
/// there on it is carried along the line without twist.
///
/// ```
/// use sprung_rods::{RestShape, Rod, RodEnd, RodMaterial};
///
/// let hair = RodMaterial::from_young_modulus(4e9, 1.5e9, 1300.0, 40e-6);
/// let curl = Rod::straight([0.0; 3], [0.0, -0.2, 0.0], 32, hair)
///     .with_rest(RestShape::Helix { curvature: [80.0, 0.0], twist: 20.0 })
///     .with_damping_ratio(0.1)
///     .with_drag_halflife(0.3);
/// assert_eq!((curl.start, curl.end), (RodEnd::Clamped, RodEnd::Free));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Rod {
    /// The vertices of the centerline from start to end, m: at least three, with 1e-6 to 1e6 m between neighbors. The rod keeps
    /// these distances.
    pub points: Vec<[f32; 3]>,
    /// At the start.
    pub material: RodMaterial,
    /// Radius at the end over radius at the start, in 0.01 to 100; the stiffness goes with its fourth power, the mass with its
    /// square.
    pub taper: f32,
    /// The support of the first vertex.
    pub start: RodEnd,
    /// The support of the last vertex.
    pub end: RodEnd,
    /// A direction near the first axis of the first material frame; if it is 0 or along the tangent, any.
    pub normal: [f32; 3],
    /// The shape without loads.
    pub rest: RestShape,
    /// Damping of bending and twist: the damping ratio of the lowest bending mode of a straight rod like it, clamped at one
    /// end. At least 0 and finite.
    pub damping_ratio: f32,
    /// Seconds in which drag takes half of the velocity relative to the air, above 0; none without drag.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "serde::Deserialize::deserialize"))]
    pub drag_halflife: Option<f32>,
    /// The distance that the centerline keeps from colliders, m, in 0 to 1e3.
    pub contact_radius: f32,
}

impl Rod {
    /// A rod along a line of vertices, clamped at its start, at rest as it is given, without damping, with the radius of its
    /// material for contacts.
    pub fn new(points: Vec<[f32; 3]>, material: RodMaterial) -> Self {
        Rod {
            points,
            material,
            taper: 1.0,
            start: RodEnd::Clamped,
            end: RodEnd::Free,
            normal: [0.0; 3],
            rest: RestShape::Given,
            damping_ratio: 0.0,
            drag_halflife: None,
            contact_radius: material.radius,
        }
    }

    /// The same in a straight line of equal segments.
    pub fn straight(
        start: [f32; 3],
        end: [f32; 3],
        segments: usize,
        material: RodMaterial,
    ) -> Self {
        let points = (0..=segments).map(|at| {
            let part = at as f32 / segments.max(1) as f32;
            core::array::from_fn(|axis| start[axis] + (end[axis] - start[axis]) * part)
        });
        Rod::new(points.collect(), material)
    }

    /// The same with other supports of its ends.
    pub fn with_ends(self, start: RodEnd, end: RodEnd) -> Self {
        Rod { start, end, ..self }
    }

    /// The same, thinner or thicker toward its end.
    pub fn with_taper(self, taper: f32) -> Self {
        Rod { taper, ..self }
    }

    /// The same with another first axis of its first material frame.
    pub fn with_normal(self, normal: [f32; 3]) -> Self {
        Rod { normal, ..self }
    }

    /// The same with another rest shape.
    pub fn with_rest(self, rest: RestShape) -> Self {
        Rod { rest, ..self }
    }

    /// The same, damped by bending and twist.
    pub fn with_damping_ratio(self, damping_ratio: f32) -> Self {
        Rod { damping_ratio, ..self }
    }

    /// The same with drag.
    pub fn with_drag_halflife(self, drag_halflife: f32) -> Self {
        Rod { drag_halflife: Some(drag_halflife), ..self }
    }

    /// The same with another radius for contacts with colliders.
    pub fn with_contact_radius(self, contact_radius: f32) -> Self {
        Rod { contact_radius, ..self }
    }

    pub(crate) fn segments(&self) -> usize {
        self.points.len().saturating_sub(1)
    }

    pub(crate) fn check(&self) -> Result<(), RodsError> {
        let enough = |count: f32| (3.0..=1e5).contains(&count);
        check("points", &[self.points.len() as f32], enough, "3 to 100000")?;
        for point in &self.points {
            check("points", point, is_near, VECTOR_RULE)?;
        }
        let is_length = |length: f32| (1e-6..=1e6).contains(&length);
        for pair in self.points.windows(2) {
            let length = length(edge(pair)) as f32;
            check("distance of points", &[length], is_length, "in 1e-6 to 1e6 m")?;
        }
        self.material.check()?;
        let is_taper = |taper: f32| (0.01..=100.0).contains(&taper);
        check("taper", &[self.taper], is_taper, "in 0.01 to 100")?;
        check("normal", &self.normal, is_near, VECTOR_RULE)?;
        if let RestShape::Helix { curvature, twist } = self.rest {
            check("curvature", &curvature, is_near, VECTOR_RULE)?;
            check("twist", &[twist], is_near, VECTOR_RULE)?;
        }
        let is_ratio = |ratio: f32| (0.0..=1e6).contains(&ratio);
        check("damping_ratio", &[self.damping_ratio], is_ratio, "in 0 to 1e6")?;
        let is_radius = |radius: f32| (0.0..=1e3).contains(&radius);
        check("contact_radius", &[self.contact_radius], is_radius, "in 0 to 1e3 m")?;
        check("drag_halflife", self.drag_halflife.as_slice(), |halflife| halflife > 0.0, "> 0")
    }
}

/// From the first to the second of two points.
pub(crate) fn edge(pair: &[[f32; 3]]) -> [f64; 3] {
    core::array::from_fn(|axis| f64::from(pair[1][axis]) - f64::from(pair[0][axis]))
}

pub(crate) fn length([x, y, z]: [f64; 3]) -> f64 {
    sprung::Real::sqrt(x * x + y * y + z * z)
}
