//! Plain data as saved: checked again when it is read.
//!
//! Unknown and missing fields are refused, and so is an element that no network takes, or a network that
//! [`Network::check`] refuses. Numbers that may be infinite are the text `"inf"` in human-readable formats.

use core::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sprung::{SoftCoefficients, Spring, SpringMode, saved_float as float};

use crate::collider::Collider;
use crate::edge::Edge;
use crate::environment::Environment;
use crate::error::{Element, NetworkError};
use crate::geometry::shape::Shape;
use crate::measure::Stretch;
use crate::network::Network;
use crate::particle::Particle;
use crate::reference::{CoefficientLimit, Formulation, Variant};
use crate::shapes::Cloth;
use crate::solver::Settings;
use crate::stiffness::Stiffness;
use crate::tether::Tether;

/// The error of one element without its index, which its reader does not know; the format names the place.
struct Unplaced(NetworkError);

impl fmt::Display for Unplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            NetworkError::Value { field, value, rule, .. } => {
                write!(f, "{field} must be {rule}, got {value}")
            }
            NetworkError::SelfLoop { particle, .. } => {
                write!(f, "must join two different particles, got {particle} twice")
            }
            error => error.fmt(f),
        }
    }
}

/// The two traits of a type by its form, with a check of what was read.
macro_rules! saved {
    ($type:ident as $form:ident $(, |$value:ident| $check:expr)?) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $form::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let read = $form::deserialize(deserializer)?;
                $(
                    let $value = &read;
                    $check.map_err(D::Error::custom)?;
                )?
                Ok(read)
            }
        }
    };
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Network", rename = "Network", deny_unknown_fields)]
struct NetworkForm {
    particles: Vec<Particle>,
    edges: Vec<Edge>,
    tethers: Vec<Tether>,
    rest_shape: Vec<[f32; 3]>,
}
saved!(Network as NetworkForm, |network| network.check());

#[derive(Serialize, Deserialize)]
#[serde(remote = "Particle", rename = "Particle", deny_unknown_fields)]
struct ParticleForm {
    position: [f32; 3],
    velocity: [f32; 3],
    inverse_mass: f32,
}
saved!(Particle as ParticleForm, |particle| particle.check(0).map_err(Unplaced));

#[derive(Serialize, Deserialize)]
#[serde(remote = "Edge", rename = "Edge", deny_unknown_fields)]
struct EdgeForm {
    a: usize,
    b: usize,
    rest_length: f32,
    stiffness: Stiffness,
    mode: SpringMode,
    #[serde(with = "float")]
    tear_strain: f32,
}
saved!(Edge as EdgeForm, |edge| edge.check(0, usize::MAX).map_err(Unplaced));

#[derive(Serialize, Deserialize)]
#[serde(remote = "Tether", rename = "Tether", deny_unknown_fields)]
struct TetherForm {
    anchor: usize,
    particle: usize,
    length: f32,
}
saved!(Tether as TetherForm, |tether| tether.check(0, usize::MAX).map_err(Unplaced));

#[derive(Serialize, Deserialize)]
#[serde(remote = "Stiffness", rename = "Stiffness", deny_unknown_fields)]
enum StiffnessForm {
    PerStep(SoftCoefficients<f32>),
    Spring(Spring<f32>),
    Physical { stiffness: f32, damping: f32 },
    Compliance { compliance: f32, damping: f32 },
}
saved!(Stiffness as StiffnessForm, |stiffness| {
    stiffness.check(Element { kind: "stiffness", index: 0 }).map_err(Unplaced)
});

#[derive(Serialize, Deserialize)]
#[serde(remote = "Stretch", rename = "Stretch", deny_unknown_fields)]
struct StretchForm {
    #[serde(with = "float")]
    max: f64,
    #[serde(with = "float")]
    mean: f64,
}
saved!(Stretch as StretchForm);

#[derive(Serialize, Deserialize)]
#[serde(remote = "CoefficientLimit", rename = "CoefficientLimit")]
enum CapForm {
    Off,
    Article,
    NoOvershoot,
    MassSplitting,
}
saved!(CoefficientLimit as CapForm);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Formulation", rename = "Formulation")]
enum FormForm {
    Force,
    Impulse,
}
saved!(Formulation as FormForm);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Variant", rename = "Variant")]
enum SchemeForm {
    Published,
    Passive,
}
saved!(Variant as SchemeForm);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Environment", rename = "Environment", deny_unknown_fields)]
struct EnvironmentForm {
    gravity: [f32; 3],
    drag: f32,
    wind: [f32; 3],
}
saved!(Environment as EnvironmentForm, |environment| environment.check().map_err(Unplaced));

#[derive(Serialize, Deserialize)]
#[serde(remote = "Settings", rename = "Settings", deny_unknown_fields)]
struct SettingsForm {
    substeps: usize,
    line_solver: bool,
    environment: Environment,
    sleep_speed: f32,
}
saved!(Settings as SettingsForm, |settings| settings.check().map_err(Unplaced));

#[derive(Serialize, Deserialize)]
#[serde(remote = "Shape", rename = "Shape", deny_unknown_fields)]
enum ShapeForm {
    Plane { point: [f32; 3], normal: [f32; 3] },
    Sphere { center: [f32; 3], radius: f32 },
    Capsule { a: [f32; 3], b: [f32; 3], radius: f32 },
}
saved!(Shape as ShapeForm, |shape| {
    shape.check(Element { kind: "shape", index: 0 }).map_err(Unplaced)
});

#[derive(Serialize, Deserialize)]
#[serde(remote = "Collider", rename = "Collider", deny_unknown_fields)]
struct ColliderForm {
    shape: Shape,
    friction: f32,
    velocity: [f32; 3],
    angular_velocity: [f32; 3],
    pivot: [f32; 3],
}
saved!(Collider as ColliderForm, |collider| collider.check(0).map_err(Unplaced));

#[derive(Serialize, Deserialize)]
#[serde(remote = "Cloth", rename = "Cloth", deny_unknown_fields)]
struct ClothForm {
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
}
saved!(Cloth as ClothForm, |cloth| cloth.check().map_err(Unplaced));
