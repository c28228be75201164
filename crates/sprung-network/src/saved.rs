//! Plain data as saved: checked again when it is read.
//!
//! Unknown and missing fields are refused, and so is an element that no network takes, or a network that
//! [`Network::check`] refuses. Numbers that may be infinite are the text `"inf"` in human-readable formats.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sprung::{SoftCoefficients, Spring, SpringMode, saved_float as float};

use crate::error::{Element, NetworkError};
use crate::reference::{CoefficientLimit, Formulation, Variant};
use crate::shapes::Cloth;
use crate::{
    AeroCoefficients, AeroSurface, Backstop, Cell, Collider, ContactSurface, Drag, Edge,
    Environment, Fabric, Hinge, Network, Particle, Settings, Shape, SkinConstraint, SkinTarget,
    Stiffness, Stretch, StretchLimits, Tether, Volume, VolumeContent, Weave,
};

/// The two traits of a type by its fields or variants, and the check of what was read.
macro_rules! saved {
    (
        $kind:ident $type:ident $name:literal { $($content:tt)* }
        $(, |$value:ident| $check:expr)?
    ) => {
        const _: () = {
            #[derive(Serialize, Deserialize)]
            #[serde(remote = $name, rename = $name, deny_unknown_fields)]
            $kind Form { $($content)* }

            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    Form::serialize(self, serializer)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let read = Form::deserialize(deserializer)?;
                    $(
                        let $value = &read;
                        $check.map_err(D::Error::custom)?;
                    )?
                    Ok(read)
                }
            }
        };
    };
}

/// The text of an error of one element without the index in front, which its reader does not know; the format names the
/// place.
fn without_index(error: NetworkError) -> String {
    let text = error.to_string();
    match text.split_once(": ") {
        Some((_, rule)) => rule.to_string(),
        None => text,
    }
}

saved!(struct Network "Network" {
    particles: Vec<Particle>,
    edges: Vec<Edge>,
    tethers: Vec<Tether>,
    rest_shape: Vec<[f32; 3]>,
    surface: ContactSurface,
    volumes: Vec<Volume>,
    aero_surfaces: Vec<AeroSurface>,
    hinges: Vec<Hinge>,
    fabrics: Vec<Fabric>,
    cells: Vec<Cell>,
    skin_constraints: Vec<SkinConstraint>,
}, |network| network.check());

saved!(struct ContactSurface "ContactSurface" {
    radii: Vec<f32>,
    triangles: Vec<[u32; 3]>,
    friction: f32,
}, |surface| surface.check(usize::MAX).map_err(without_index));

saved!(struct Volume "Volume" {
    triangles: Vec<[u32; 3]>,
    content: VolumeContent,
}, |volume| volume.check(0, usize::MAX).map_err(without_index));

saved!(struct Hinge "Hinge" {
    edge: [usize; 2],
    opposite: [usize; 2],
    rest_angle: f32,
    stiffness: Stiffness,
}, |hinge| hinge.check(0, usize::MAX).map_err(without_index));

saved!(struct Cell "Cell" {
    corners: [u32; 4],
    rest_volume: f32,
    stiffness: Stiffness,
}, |cell| cell.check(0, usize::MAX).map_err(without_index));

saved!(struct Fabric "Fabric" {
    triangles: Vec<[u32; 3]>,
    coordinates: Vec<[[f32; 2]; 3]>,
    weave: Weave,
}, |fabric| fabric.check(0, usize::MAX).map_err(without_index));

saved!(struct SkinConstraint "SkinConstraint" {
    particle: usize,
    #[serde(with = "float")]
    max_distance: f32,
    #[serde(deserialize_with = "Deserialize::deserialize")]
    backstop: Option<Backstop>,
}, |constraint| constraint.check(0, usize::MAX).map_err(without_index));

saved!(struct Backstop "Backstop" {
    distance: f32,
    radius: f32,
}, |backstop| backstop.check(0).map_err(without_index));

saved!(struct SkinTarget "SkinTarget" {
    position: [f32; 3],
    normal: [f32; 3],
}, |target| target.check(0).map_err(without_index));

saved!(struct Weave "Weave" {
    warp: Stiffness,
    weft: Stiffness,
    shear: Stiffness,
    warp_limits: StretchLimits,
    weft_limits: StretchLimits,
}, |weave| weave.check(0).map_err(without_index));

saved!(struct StretchLimits "StretchLimits" {
    min: f32,
    #[serde(with = "float")]
    max: f32,
}, |limits| limits.check(Element { kind: "limits", index: 0 }, ["min", "max"]).map_err(without_index));

saved!(struct AeroSurface "AeroSurface" {
    triangles: Vec<[u32; 3]>,
    coefficients: AeroCoefficients,
}, |surface| surface.check(0, usize::MAX).map_err(without_index));

saved!(struct AeroCoefficients "AeroCoefficients" {
    density: f32,
    drag: f32,
    lift: f32,
    skin_friction: f32,
}, |coefficients| coefficients.check(0).map_err(without_index));

saved!(enum VolumeContent "VolumeContent" {
    Incompressible { volume: f32 },
    Gas { energy: f32, outside: f32 },
}, |content| content.check(0).map_err(without_index));

saved!(struct Particle "Particle" {
    position: [f32; 3],
    velocity: [f32; 3],
    inverse_mass: f32,
}, |particle| particle.check(0).map_err(without_index));

saved!(struct Edge "Edge" {
    a: usize,
    b: usize,
    rest_length: f32,
    stiffness: Stiffness,
    mode: SpringMode,
    #[serde(with = "float")]
    tear_strain: f32,
}, |edge| edge.check(0, usize::MAX).map_err(without_index));

saved!(struct Tether "Tether" {
    anchor: usize,
    particle: usize,
    length: f32,
}, |tether| tether.check(0, usize::MAX).map_err(without_index));

saved!(enum Stiffness "Stiffness" {
    PerStep(SoftCoefficients<f32>),
    Spring(Spring<f32>),
    Physical { stiffness: f32, damping: f32 },
    Compliance { compliance: f32, damping: f32 },
}, |stiffness| {
    stiffness.check(Element { kind: "stiffness", index: 0 }).map_err(without_index)
});

saved!(struct Stretch "Stretch" {
    #[serde(with = "float")]
    max: f64,
    #[serde(with = "float")]
    mean: f64,
});

saved!(enum CoefficientLimit "CoefficientLimit" { Off, Article, NoOvershoot, MassSplitting });

saved!(enum Formulation "Formulation" { Force, Impulse });

saved!(enum Variant "Variant" { Published, Passive });

saved!(struct Environment "Environment" {
    gravity: [f32; 3],
    drag: f32,
    wind: [f32; 3],
}, |environment| environment.check().map_err(without_index));

saved!(struct Drag "Drag" {
    particle: usize,
    goal: [f32; 3],
    spring: Spring<f32>,
    mass: f32,
}, |drag| drag.check(0, usize::MAX).map_err(without_index));

saved!(struct Settings "Settings" {
    substeps: usize,
    line_solver: bool,
    environment: Environment,
    sleep_speed: f32,
}, |settings| settings.check().map_err(without_index));

saved!(enum Shape "Shape" {
    Plane { point: [f32; 3], normal: [f32; 3] },
    Sphere { center: [f32; 3], radius: f32 },
    Capsule { a: [f32; 3], b: [f32; 3], radius: f32 },
}, |shape| shape.check(Element { kind: "shape", index: 0 }).map_err(without_index));

saved!(struct Collider "Collider" {
    shape: Shape,
    friction: f32,
    velocity: [f32; 3],
    angular_velocity: [f32; 3],
    pivot: [f32; 3],
}, |collider| collider.check(0).map_err(without_index));

saved!(struct Cloth "Cloth" {
    columns: usize,
    rows: usize,
    spacing: f32,
    mass: f32,
    structural: Stiffness,
    // Without a function of its own a missing option would be read as none.
    #[serde(deserialize_with = "Deserialize::deserialize")]
    shear: Option<Stiffness>,
    #[serde(deserialize_with = "Deserialize::deserialize")]
    bend: Option<Stiffness>,
}, |cloth| cloth.check().map_err(without_index));
