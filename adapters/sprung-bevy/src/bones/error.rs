//! Errors of spring bones on a skeleton.

use core::fmt;

use bevy::prelude::Entity;
use sprung::ParameterError;
use sprung_bones::BonesError;

/// The reason that a [`SpringBones`](super::SpringBones) does not move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SkeletonError {
    /// An entity that is named does not exist or has no `Transform`, or an ancestor of it has none. It may still come.
    Missing {
        /// The kind of entity: `joint`, `parent of joint`, `collider`, `center`.
        element: &'static str,
        /// The entity.
        entity: Entity,
    },
    /// A joint that is not a child of the joint before.
    NotAChild {
        /// The joint.
        joint: Entity,
        /// The joint before.
        before: Entity,
    },
    /// A chain of fewer than two joints.
    TooShort {
        /// The index of the chain.
        chain: usize,
    },
    /// The parameters of a joint are out of range.
    Parameter(ParameterError),
    /// What the skeleton gives is out of range.
    Bones(BonesError),
}

impl fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { element, entity } => {
                write!(f, "{element}: entity {entity} must exist and have a Transform")
            }
            Self::NotAChild { joint, before } => {
                write!(f, "joint {joint} must be a child of the joint before, {before}")
            }
            Self::TooShort { chain } => write!(f, "chain {chain}: must have at least 2 joints"),
            Self::Parameter(error) => error.fmt(f),
            Self::Bones(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SkeletonError {}

impl From<ParameterError> for SkeletonError {
    fn from(error: ParameterError) -> Self {
        SkeletonError::Parameter(error)
    }
}

impl From<BonesError> for SkeletonError {
    fn from(error: BonesError) -> Self {
        SkeletonError::Bones(error)
    }
}
