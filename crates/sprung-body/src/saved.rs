//! Serialization of plain data: bodies, grounds and the settings of springs.
//!
//! Unknown and missing fields are refused, and so is a body that [`Body::validate`] refuses. Of a spring the public fields
//! are saved, with the impulse for a warm start; what `prepare` makes of the bodies is not: prepare it before it is solved.
//! A limit of force that is infinite is the text `"inf"` in human-readable formats.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sprung::{Damper, ParameterError, Real, Rotation, Spring, saved_float as float};

use crate::account::Account;
use crate::body::{Body, Impulse, require};
use crate::contact::Contact;
use crate::contact_material::ContactMaterial;
use sprung::SpringMode;

use crate::distance_spring::{DampedMotion, DistanceSpring};
use crate::external_acceleration::ExternalAcceleration;
use crate::matrix::Matrix3;
use crate::motor::{AngularMotor, LinearMotor};
use crate::orientation_spring::OrientationSpring;
use crate::point_spring::PointSpring;
use crate::pose_spring::PoseSpring;
use crate::servo::{AngularServo, LinearServo};
use crate::stiffness::{Damping, Stiffness};
use crate::suspension::Suspension;
use crate::swing_spring::SwingSpring;

/// The two traits of a type from its public fields and the function that makes it of them.
macro_rules! saved {
    (
        $type:ident $name:literal { $($(#[$attribute:meta])* $field:ident: $of:ty,)* },
        |$fields:ident| $made:expr
    ) => {
        const _: () = {
            #[derive(Serialize, Deserialize)]
            #[serde(
                rename = $name,
                deny_unknown_fields,
                bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>")
            )]
            struct Fields<R> {
                $($(#[$attribute])* $field: $of,)*
            }

            impl<R: Real + Serialize> Serialize for $type<R> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    Fields { $($field: self.$field,)* }.serialize(serializer)
                }
            }

            impl<'de, R: Real + Deserialize<'de>> Deserialize<'de> for $type<R> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let $fields = Fields::<R>::deserialize(deserializer)?;
                    let made: Result<Self, ParameterError> = $made;
                    #[allow(unused_mut)]
                    let mut made = made.map_err(D::Error::custom)?;
                    $(made.$field = $fields.$field;)*
                    Ok(made)
                }
            }
        };
    };
}

saved!(Matrix3 "Matrix3" {
    rows: [[R; 3]; 3],
}, |fields| Ok(Matrix3 { rows: fields.rows }));

saved!(ExternalAcceleration "Load" {
    acceleration: [R; 3],
    angular_acceleration: [R; 3],
    #[serde(with = "float")]
    pending_fraction: R,
}, |fields| Ok(ExternalAcceleration::NONE));

saved!(Impulse "Impulse" {
    linear: [R; 3],
    angular: [R; 3],
}, |fields| Ok(Impulse { linear: fields.linear, angular: fields.angular }));

saved!(ContactMaterial "Ground" {
    spring: Spring<R>,
}, |fields| Ok(ContactMaterial { spring: fields.spring }));

saved!(Body "Body" {
    position: [R; 3],
    rotation: Rotation<R>,
    velocity: [R; 3],
    angular_velocity: [R; 3],
    #[serde(with = "float")]
    inverse_mass: R,
    inverse_inertia: Matrix3<R>,
    load: ExternalAcceleration<R>,
}, |fields| {
    Body {
        position: fields.position,
        rotation: fields.rotation,
        velocity: fields.velocity,
        angular_velocity: fields.angular_velocity,
        inverse_mass: fields.inverse_mass,
        inverse_inertia: fields.inverse_inertia,
        load: fields.load,
    }
    .validate()
});

saved!(PointSpring "PointSpring" {
    spring: Stiffness<R>,
    point_a: [R; 3],
    point_b: [R; 3],
    goal_velocity: [R; 3],
    #[serde(with = "float")]
    max_force: R,
    impulse: [R; 3],
    last: [[R; 3]; 2],
    account: Account<R>,
}, |fields| Ok(PointSpring::new(fields.spring, fields.point_a, fields.point_b)));

saved!(DistanceSpring "Distance" {
    spring: Stiffness<R>,
    point_a: [R; 3],
    point_b: [R; 3],
    #[serde(with = "float")]
    rest_length: R,
    mode: SpringMode,
    damped: DampedMotion,
    #[serde(with = "float")]
    max_force: R,
    #[serde(with = "float")]
    impulse: R,
    impulse_across: [R; 3],
    last: ([[R; 3]; 2], R),
    account: Account<R>,
}, |fields| Ok(DistanceSpring::new(fields.spring, fields.point_a, fields.point_b, fields.rest_length)));

saved!(Suspension "Suspension" {
    spring: Stiffness<R>,
    point: [R; 3],
    #[serde(with = "float")]
    rest_length: R,
    #[serde(with = "float")]
    max_force: R,
    #[serde(with = "float")]
    impulse: R,
    #[serde(with = "float")]
    last_length: R,
    #[serde(with = "float")]
    last_rest: R,
    account: Account<R>,
}, |fields| Ok(Suspension::new(fields.spring, fields.point, fields.rest_length)));

saved!(OrientationSpring "Orientation" {
    spring: Stiffness<R>,
    goal: Rotation<R>,
    goal_velocity: [R; 3],
    #[serde(with = "float")]
    max_torque: R,
    impulse: [R; 3],
    last: Rotation<R>,
    account: Account<R>,
}, |fields| Ok(OrientationSpring::new(fields.spring, fields.goal)));

saved!(SwingSpring "Swing" {
    spring: Stiffness<R>,
    axis: [R; 3],
    goal: [R; 3],
    #[serde(with = "float")]
    max_torque: R,
    impulse: [R; 2],
    last: [[R; 3]; 2],
    account: Account<R>,
}, |fields| Ok(SwingSpring::new(fields.spring, fields.axis, fields.goal)));

saved!(LinearMotor "LinearMotor" {
    damper: Damping<R>,
    target: [R; 3],
    // Without a separate function a missing option would be read as `None`.
    #[serde(deserialize_with = "Deserialize::deserialize")]
    axis: Option<[R; 3]>,
    #[serde(with = "float")]
    max_force: R,
    impulse: [R; 3],
    account: Account<R>,
}, |fields| Ok(LinearMotor::new(fields.damper, fields.target)));

saved!(AngularMotor "AngularMotor" {
    damper: Damping<R>,
    target: [R; 3],
    // Without a separate function a missing option would be read as `None`.
    #[serde(deserialize_with = "Deserialize::deserialize")]
    axis: Option<[R; 3]>,
    #[serde(with = "float")]
    max_torque: R,
    impulse: [R; 3],
    account: Account<R>,
}, |fields| Ok(AngularMotor::new(fields.damper, fields.target)));

saved!(LinearServo "LinearServo" {
    spring: Stiffness<R>,
    axis: [R; 3],
    #[serde(with = "float")]
    target: R,
    #[serde(with = "float")]
    target_velocity: R,
    #[serde(with = "float")]
    max_force: R,
    #[serde(with = "float")]
    impulse: R,
    last: ([R; 3], R),
    account: Account<R>,
}, |fields| Ok(LinearServo::new(fields.spring, fields.axis, fields.target)));

saved!(AngularServo "AngularServo" {
    spring: Stiffness<R>,
    axis: [R; 3],
    #[serde(with = "float")]
    target: R,
    #[serde(with = "float")]
    target_velocity: R,
    #[serde(with = "float")]
    max_torque: R,
    #[serde(with = "float")]
    impulse: R,
    last: ([R; 3], R),
    account: Account<R>,
}, |fields| Ok(AngularServo::new(fields.spring, fields.axis, fields.target)));

saved!(PoseSpring "Pose" {
    spring: Stiffness<R>,
    goal: [R; 3],
    goal_velocity: [R; 3],
    #[serde(with = "float")]
    max_force: R,
    turn: OrientationSpring<R>,
    last: [R; 3],
    account: Account<R>,
}, |fields| Ok(PoseSpring::new(fields.spring, fields.goal, fields.turn.goal)));

saved!(Contact "Contact" {
    ground: ContactMaterial<R>,
    #[serde(with = "float")]
    impulse: R,
}, |fields| Ok(Contact::new(fields.ground)));

/// A [`Stiffness`], unchecked.
#[derive(Deserialize)]
#[serde(
    rename = "Stiffness",
    deny_unknown_fields,
    bound(deserialize = "R: Real + Deserialize<'de>")
)]
pub(crate) enum Strength<R> {
    Frequency(Spring<R>),
    Physical {
        #[serde(with = "float")]
        stiffness: R,
        #[serde(with = "float")]
        damping: R,
    },
}

impl<R: Real> TryFrom<Strength<R>> for Stiffness<R> {
    type Error = ParameterError;

    fn try_from(strength: Strength<R>) -> Result<Self, ParameterError> {
        match strength {
            Strength::Frequency(spring) => Ok(Stiffness::Frequency(spring)),
            Strength::Physical { stiffness, damping } => Stiffness::physical(stiffness, damping),
        }
    }
}

/// A [`Damping`], unchecked.
#[derive(Deserialize)]
#[serde(rename = "Damping", bound(deserialize = "R: Real + Deserialize<'de>"))]
pub(crate) enum Drag<R> {
    Rate(Damper<R>),
    Physical(#[serde(with = "float")] R),
}

impl<R: Real> TryFrom<Drag<R>> for Damping<R> {
    type Error = ParameterError;

    fn try_from(drag: Drag<R>) -> Result<Self, ParameterError> {
        match drag {
            Drag::Rate(damper) => Ok(Damping::Rate(damper)),
            Drag::Physical(value) => {
                let holds = value >= R::ZERO && value.is_finite();
                require(holds, "damping", value, "finite and >= 0")?;
                Ok(Damping::Physical(value))
            }
        }
    }
}
