//! Serialization of plain data: bodies, contact materials and the settings of springs.
//!
//! Unknown and missing fields are refused, and so is a body that [`Body::validate`](crate::Body::validate) refuses. Of a spring the public fields
//! are saved, with the impulse for a warm start; what `prepare` makes of the bodies is not: prepare it before it is solved.
//! A limit of force that is infinite is the text `"inf"` in human-readable formats.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sprung::{Damper, Real, Rotation, Spring, SpringMode, Vector, saved_float as float};

use crate::account::Account;
use crate::body::require;
use crate::effective_mass::Mobility;
use crate::row::Row;
use crate::{DampedMotion, Damping, Matrix3, Stiffness};

/// The two traits of a type from its saved fields, a value to set them in, and a check of the result.
macro_rules! saved {
    (
        $type:ident { $($(#[$attribute:meta])* $field:ident: $of:ty,)* },
        |$fields:ident| $made:expr $(, $check:path)?
    ) => {
        const _: () = {
            /// The saved fields, under the name of the type.
            #[derive(Serialize, Deserialize)]
            #[serde(
                deny_unknown_fields,
                bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>")
            )]
            struct $type<R> {
                $($(#[$attribute])* $field: $of,)*
            }

            impl<R: Real + Serialize> Serialize for crate::$type<R> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    $type { $($field: self.$field,)* }.serialize(serializer)
                }
            }

            impl<'de, R: Real + Deserialize<'de>> Deserialize<'de> for crate::$type<R> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let $fields = $type::<R>::deserialize(deserializer)?;
                    let mut made: Self = $made;
                    $(made.$field = $fields.$field;)*
                    $(let made = $check(made).map_err(D::Error::custom)?;)?
                    Ok(made)
                }
            }
        };
    };
}

/// The two traits of an enum from its variants, and a check of what is read.
macro_rules! saved_enum {
    ($type:ident $path:literal { $($variants:tt)* }, |$read:ident| $checked:expr) => {
        const _: () = {
            #[derive(Serialize, Deserialize)]
            #[serde(
                remote = $path,
                deny_unknown_fields,
                bound(serialize = "R: Real + Serialize", deserialize = "R: Real + Deserialize<'de>")
            )]
            enum $type<R> { $($variants)* }

            impl<R: Real + Serialize> Serialize for crate::$type<R> {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    $type::serialize(self, serializer)
                }
            }

            impl<'de, R: Real + Deserialize<'de>> Deserialize<'de> for crate::$type<R> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let $read = $type::deserialize(deserializer)?;
                    $checked.map_err(D::Error::custom)
                }
            }
        };
    };
}

/// Of a row the account is saved; the rest is prepared anew.
impl<R: Real + Serialize, V, M> Serialize for Row<R, V, M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.account.serialize(serializer)
    }
}

impl<'de, R: Real + Deserialize<'de>, V: Vector<Scalar = R>, M: Mobility<V>> Deserialize<'de>
    for Row<R, V, M>
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Account::deserialize(deserializer).map(|account| Row { account, ..Row::NONE })
    }
}

saved! { Matrix3 { rows: [[R; 3]; 3], }, |fields| Self::ZERO }

saved! { ExternalAcceleration {
    acceleration: [R; 3],
    angular_acceleration: [R; 3],
    #[serde(with = "float")] pending_fraction: R,
}, |fields| Self::NONE }

saved! { Impulse {
    linear: [R; 3],
    angular: [R; 3],
}, |fields| Self { linear: fields.linear, angular: fields.angular } }

saved! { ContactMaterial {
    spring: Spring<R>,
}, |fields| Self { spring: fields.spring } }

saved! { Body {
    position: [R; 3],
    rotation: Rotation<R>,
    velocity: [R; 3],
    angular_velocity: [R; 3],
    #[serde(with = "float")] inverse_mass: R,
    inverse_inertia: Matrix3<R>,
    load: crate::ExternalAcceleration<R>,
}, |fields| Self::fixed(), Self::validate }

saved! { PointSpring {
    spring: Stiffness<R>,
    point_a: [R; 3],
    point_b: [R; 3],
    goal_velocity: [R; 3],
    #[serde(with = "float")] max_force: R,
    impulse: [R; 3],
    last: [[R; 3]; 2],
    #[serde(rename = "account")] row: Row<R, [R; 3], Matrix3<R>>,
}, |fields| Self::new(fields.spring, fields.point_a, fields.point_b) }

saved! { DistanceSpring {
    spring: Stiffness<R>,
    point_a: [R; 3],
    point_b: [R; 3],
    #[serde(with = "float")] rest_length: R,
    mode: SpringMode,
    damped: DampedMotion,
    #[serde(with = "float")] max_force: R,
    #[serde(with = "float")] impulse: R,
    impulse_across: [R; 3],
    last: ([[R; 3]; 2], R),
    #[serde(rename = "account")] row: Row<R, R, R>,
}, |fields| Self::new(fields.spring, fields.point_a, fields.point_b, fields.rest_length) }

saved! { Suspension {
    spring: Stiffness<R>,
    point: [R; 3],
    #[serde(with = "float")] rest_length: R,
    #[serde(with = "float")] max_force: R,
    #[serde(with = "float")] impulse: R,
    #[serde(with = "float")] last_length: R,
    #[serde(with = "float")] last_rest: R,
    #[serde(rename = "account")] row: Row<R, R, R>,
}, |fields| Self::new(fields.spring, fields.point, fields.rest_length) }

saved! { OrientationSpring {
    spring: Stiffness<R>,
    goal: Rotation<R>,
    goal_velocity: [R; 3],
    #[serde(with = "float")] max_torque: R,
    impulse: [R; 3],
    last: Rotation<R>,
    #[serde(rename = "account")] row: Row<R, [R; 3], Matrix3<R>>,
}, |fields| Self::new(fields.spring, fields.goal) }

saved! { SwingSpring {
    spring: Stiffness<R>,
    axis: [R; 3],
    goal: [R; 3],
    #[serde(with = "float")] max_torque: R,
    impulse: [R; 2],
    last: [[R; 3]; 2],
    #[serde(rename = "account")] row: Row<R, [R; 2], [[R; 2]; 2]>,
}, |fields| Self::new(fields.spring, fields.axis, fields.goal) }

saved! { LinearMotor {
    damper: Damping<R>,
    target: [R; 3],
    // Without a separate function a missing option would be read as `None`.
    #[serde(deserialize_with = "Deserialize::deserialize")]
    axis: Option<[R; 3]>,
    #[serde(with = "float")] max_force: R,
    impulse: [R; 3],
    #[serde(rename = "account")] row: Row<R, [R; 3], Matrix3<R>>,
}, |fields| Self::new(fields.damper, fields.target) }

saved! { AngularMotor {
    damper: Damping<R>,
    target: [R; 3],
    // Without a separate function a missing option would be read as `None`.
    #[serde(deserialize_with = "Deserialize::deserialize")]
    axis: Option<[R; 3]>,
    #[serde(with = "float")] max_torque: R,
    impulse: [R; 3],
    #[serde(rename = "account")] row: Row<R, [R; 3], Matrix3<R>>,
}, |fields| Self::new(fields.damper, fields.target) }

saved! { LinearServo {
    spring: Stiffness<R>,
    axis: [R; 3],
    #[serde(with = "float")] target: R,
    #[serde(with = "float")] target_velocity: R,
    #[serde(with = "float")] max_force: R,
    #[serde(with = "float")] impulse: R,
    last: ([R; 3], R),
    #[serde(rename = "account")] row: Row<R, R, R>,
}, |fields| Self::new(fields.spring, fields.axis, fields.target) }

saved! { AngularServo {
    spring: Stiffness<R>,
    axis: [R; 3],
    #[serde(with = "float")] target: R,
    #[serde(with = "float")] target_velocity: R,
    #[serde(with = "float")] max_torque: R,
    #[serde(with = "float")] impulse: R,
    last: ([R; 3], R),
    #[serde(rename = "account")] row: Row<R, R, R>,
}, |fields| Self::new(fields.spring, fields.axis, fields.target) }

saved! { PoseSpring {
    spring: Stiffness<R>,
    goal: [R; 3],
    goal_velocity: [R; 3],
    #[serde(with = "float")] max_force: R,
    turn: crate::OrientationSpring<R>,
    last: [R; 3],
    #[serde(rename = "account")] row: Row<R, [R; 3], Matrix3<R>>,
}, |fields| Self::new(fields.spring, fields.goal, fields.turn.goal) }

saved! { Contact {
    ground: crate::ContactMaterial<R>,
    #[serde(with = "float")] impulse: R,
    #[serde(rename = "account")] row: Row<R, R, R>,
}, |fields| Self::new(fields.ground) }

saved_enum! { Stiffness "crate::Stiffness" {
    Frequency(Spring<R>),
    Physical {
        #[serde(with = "float")]
        stiffness: R,
        #[serde(with = "float")]
        damping: R,
    },
}, |read| match read {
    Self::Frequency(_) => Ok(read),
    Self::Physical { stiffness, damping } => Self::physical(stiffness, damping),
} }

saved_enum! { Damping "crate::Damping" {
    Rate(Damper<R>),
    Physical(#[serde(with = "float")] R),
}, |read| match read {
    Self::Rate(_) => Ok(read),
    Self::Physical(value) => {
        let holds = value >= R::ZERO && value.is_finite();
        require(holds, "damping", value, "finite and >= 0").map(|()| read)
    }
} }
