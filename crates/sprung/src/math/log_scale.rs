//! Scales as logarithms, where doubling and halving are equally far.

use crate::real::Real;

/// The logarithm of a scale above 0; NaN otherwise, so that a bad scale cannot pass for a small one.
#[inline]
pub(crate) fn to_log<R: Real>(scale: R) -> R {
    scale.ln()
}

/// The scale of a logarithm.
#[inline]
pub(crate) fn from_log<R: Real>(logarithm: R) -> R {
    logarithm.exp()
}
