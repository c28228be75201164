//! Fields with a range, checked when read: rejected with the constructor's error.

/// A module for `serde(with = "…")` that checks one field.
macro_rules! rule {
    ($(#[$doc:meta])* $name:ident, $check:path) => {
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
    };
}

rule!(
    /// A duration, s.
    duration, crate::params::zero_or_more
);
rule!(
    /// Length of a step, seconds.
    step, crate::params::finite_positive
);
rule!(
    /// A decay rate, 1/s.
    decay_rate, crate::params::zero_or_more
);
rule!(
    /// The rate of a damper, 1/s.
    rate, crate::params::zero_or_more
);
