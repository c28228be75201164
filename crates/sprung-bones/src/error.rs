//! Errors of spring bones: element, field, value and rule.

use core::fmt;

/// The error of bones that cannot be simulated, or of a step that is refused.
///
/// ```
/// use sprung_bones::{Bone, BoneChain, Pose, SpringBones};
///
/// let chain = BoneChain::new(2, vec![Bone::new([0.0, -0.1, 0.0])]);
/// let error = SpringBones::new(&[chain], &[], &[Pose::IDENTITY]).err().expect("refused");
/// assert_eq!(error.to_string(), "chain 0: node must be below the number of nodes, 1, got 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BonesError {
    /// A number is out of range.
    Value {
        /// The kind of element: `bone`, `collider`, `node`, `step`.
        element: &'static str,
        /// Its index in the list it was given in; bones are counted through all chains.
        index: usize,
        /// The field.
        field: &'static str,
        /// The value that was given.
        value: f32,
        /// The rule that it breaks.
        rule: &'static str,
    },
    /// An element names another that does not exist.
    Missing {
        /// The kind of element: `chain`, `collider`.
        element: &'static str,
        /// Its index.
        index: usize,
        /// The field: `node`, `center`, `colliders`.
        field: &'static str,
        /// The index that it names.
        named: usize,
        /// The number of elements that there are.
        count: usize,
        /// The kind of these elements: `nodes`, `colliders`.
        what: &'static str,
    },
    /// A step with another number of nodes.
    NodeCount {
        /// The number that was given.
        given: usize,
        /// The number at the start.
        expected: usize,
    },
}

impl fmt::Display for BonesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            BonesError::Value { element: "step", field, value, rule, .. } => {
                write!(f, "{field} must be {rule}, got {value}")
            }
            BonesError::Value { element, index, field, value, rule } => {
                write!(f, "{element} {index}: {field} must be {rule}, got {value}")
            }
            BonesError::Missing { element, index, field, named, count, what } => write!(
                f,
                "{element} {index}: {field} must be below the number of {what}, {count}, got {named}"
            ),
            BonesError::NodeCount { given, expected } => {
                write!(f, "nodes must be as many as at the start, {expected}, got {given}")
            }
        }
    }
}

impl core::error::Error for BonesError {}

/// Checks the numbers of one element.
#[derive(Clone, Copy)]
pub(crate) struct Checked {
    pub(crate) element: &'static str,
    pub(crate) index: usize,
}

impl Checked {
    /// Returns an error unless each of the numbers keeps a rule.
    pub(crate) fn all(
        self,
        field: &'static str,
        values: &[f32],
        keeps: impl Fn(f32) -> bool,
        rule: &'static str,
    ) -> Result<(), BonesError> {
        let Checked { element, index } = self;
        match values.iter().find(|value| !keeps(**value)) {
            Some(&value) => Err(BonesError::Value { element, index, field, value, rule }),
            None => Ok(()),
        }
    }

    /// Returns an error unless `named` is one of `count`.
    pub(crate) fn exists(
        self,
        field: &'static str,
        named: usize,
        count: usize,
        what: &'static str,
    ) -> Result<(), BonesError> {
        let Checked { element, index } = self;
        if named < count {
            return Ok(());
        }
        Err(BonesError::Missing { element, index, field, named, count, what })
    }
}

/// Coordinates are at most this far from 0, so that their squares are finite.
const FAR: f32 = 1e15;

/// Returns an error unless a vector is finite and within range.
pub(crate) fn check_vector(
    checked: Checked,
    field: &'static str,
    vector: [f32; 3],
) -> Result<(), BonesError> {
    checked.all(field, &vector, |value| value.abs() <= FAR, "finite and at most 1e15 in size")
}
