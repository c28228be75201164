//! Errors of rods: rod, field, value and rule.

use core::fmt;

/// The error of a rod that cannot be simulated, or of a call that is refused.
///
/// ```
/// use sprung_rods::{Rod, RodMaterial, RodSettings, Rods};
///
/// let material = RodMaterial::new(0.1, 0.08, -0.2, 0.005);
/// let rod = Rod::straight([0.0; 3], [1.0, 0.0, 0.0], 32, material);
/// let error = Rods::new(&[rod], RodSettings::default()).err().expect("refused");
/// assert_eq!(error.to_string(), "rod 0: mass_per_meter must be in 1e-9 to 1e9 kg/m, got -0.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RodsError {
    /// A number of a rod is out of range.
    Rod {
        /// The index of the rod.
        rod: usize,
        /// The field.
        field: &'static str,
        /// The value that was given.
        value: f32,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// A number of a collider is out of range.
    Collider {
        /// The index of the collider.
        collider: usize,
        /// The field.
        field: &'static str,
        /// The value that was given.
        value: f32,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// A number of the settings or of a call is out of range.
    Value {
        /// The field or argument.
        field: &'static str,
        /// The value that was given.
        value: f32,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// A rod, vertex or collider that does not exist is named.
    Missing {
        /// The argument: `rod`, `vertex`, `collider`.
        field: &'static str,
        /// The index that was given.
        named: usize,
        /// The number of elements that there are.
        count: usize,
    },
}

impl fmt::Display for RodsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RodsError::Rod { rod, field, value, rule } => {
                write!(f, "rod {rod}: {field} must be {rule}, got {value}")
            }
            RodsError::Collider { collider, field, value, rule } => {
                write!(f, "collider {collider}: {field} must be {rule}, got {value}")
            }
            RodsError::Value { field, value, rule } => {
                write!(f, "{field} must be {rule}, got {value}")
            }
            RodsError::Missing { field, named, count } => {
                write!(f, "{field} must be below {count}, got {named}")
            }
        }
    }
}

impl core::error::Error for RodsError {}

/// Coordinates are at most this far from 0, so that their squares are finite.
const FAR: f32 = 1e15;

pub(crate) const VECTOR_RULE: &str = "finite and at most 1e15 in size";

pub(crate) fn is_near(value: f32) -> bool {
    value.abs() <= FAR
}

/// Returns an error unless each of the numbers keeps a rule.
pub(crate) fn check(
    field: &'static str,
    values: &[f32],
    keeps: impl Fn(f32) -> bool,
    rule: &'static str,
) -> Result<(), RodsError> {
    match values.iter().find(|value| !keeps(**value)) {
        Some(&value) => Err(RodsError::Value { field, value, rule }),
        None => Ok(()),
    }
}

impl RodsError {
    /// The same of a collider.
    pub(crate) fn of_collider(self, collider: usize) -> Self {
        match self {
            RodsError::Value { field, value, rule } => {
                RodsError::Collider { collider, field, value, rule }
            }
            other => other,
        }
    }

    /// The same of a rod.
    pub(crate) fn of(self, rod: usize) -> Self {
        match self {
            RodsError::Value { field, value, rule } => RodsError::Rod { rod, field, value, rule },
            other => other,
        }
    }
}
