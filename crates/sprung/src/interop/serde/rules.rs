//! Fields with a range, checked when read: rejected with the constructor's error.

/// A module for `serde(with = "…")` that checks one field.
macro_rules! rule {
    ($(#[$doc:meta])* $name:ident, $rule:literal, |$value:ident| $holds:expr) => {
        $(#[$doc])*
        pub(crate) mod $name {
            use serde::{Deserialize, Deserializer};

            use crate::error::require;
            use crate::interop::serde::float;
            use crate::real::Real;

            pub(crate) use float::serialize;

            pub(crate) fn deserialize<'de, R: Real + Deserialize<'de>, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<R, D::Error> {
                let $value: R = float::deserialize(deserializer)?;
                require($holds, stringify!($name), $value, $rule).map_err(serde::de::Error::custom)?;
                Ok($value)
            }
        }
    };
}

rule!(
    /// A duration, s.
    duration, ">= 0", |value| value >= R::ZERO
);
rule!(
    /// Length of a step, seconds.
    step, "finite and > 0", |value| value > R::ZERO && value.is_finite()
);
rule!(
    /// A decay rate, 1/s.
    decay_rate, ">= 0", |value| value >= R::ZERO
);
