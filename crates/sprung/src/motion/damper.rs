//! The damper: a value that moves to its goal and halves the offset in each half-life.

use crate::params::Damper;
use crate::vector::Vector;

/// Moves a value towards its goal by a damper: `x ← g + 2^(−dt/halflife)·(x − g)`, the same at every frame rate.
///
/// A `dt` that is 0, negative or NaN changes nothing; an infinite one ends on the goal, unless the rate is 0.
/// One step for one value; for many values share a [`DamperStep`](crate::DamperStep).
/// Source: D. Holden, *Spring-It-On: The Game Developer's Spring-Roll-Call*.
///
/// ```
/// use sprung::{Damper, motion::damper};
///
/// let follow = Damper::from_halflife(0.1)?;
/// let once = damper(0.0f64, 1.0, &follow, 0.2);
/// let twice = damper(damper(0.0f64, 1.0, &follow, 0.1), 1.0, &follow, 0.1);
/// assert!((once - 0.75).abs() < 1e-15 && (twice - once).abs() < 1e-15);
/// # Ok::<(), sprung::ParameterError>(())
/// ```
#[doc(alias("lerp", "FInterpTo", "VInterpTo", "ExponentialSmoothingApprox", "smooth_nudge"))]
#[doc(alias("exp_decay", "exponential smoothing", "damper_exact"))]
#[inline]
#[must_use]
#[doc(alias("Mathf.Lerp", "Damper.Damp", "position_smoothing_speed"))]
pub fn damper<V: Vector>(value: V, goal: V, damper: &Damper<V::Scalar>, dt: V::Scalar) -> V {
    damper.step(dt).apply(value, goal)
}
