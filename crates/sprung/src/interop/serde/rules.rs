//! Fields with a range, checked when read: rejected with the constructor's error.

/// Modules for `serde(with = "…")`, each of which checks one field.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $check:path,)+) => {$(
        $(#[$doc])*
        pub(crate) mod $name {
            use serde::{Deserializer, de::Error};

            use crate::interop::serde::float;
            use crate::real::Real;

            pub(crate) use float::serialize;

            pub(crate) fn deserialize<'de, R: Real, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<R, D::Error> {
                $check(float::deserialize(deserializer)?, stringify!($name)).map_err(D::Error::custom)
            }
        }
    )+};
}

rules! {
    /// A duration, s.
    duration: crate::params::zero_or_more,
    /// Length of a step, seconds.
    step: crate::params::finite_positive,
    /// A decay rate, 1/s.
    decay_rate: crate::params::zero_or_more,
    /// The greatest speed until now.
    fastest: crate::params::zero_or_more,
    /// The time of samples that were left out, s.
    missed: crate::params::zero_or_more,
    /// The speed at which a half-life is halved.
    speed: crate::params::above_zero,
    /// The rate of a damper, 1/s.
    rate: crate::params::zero_or_more,
}
