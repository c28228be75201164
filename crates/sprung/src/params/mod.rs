//! Parameters of a spring and of a damper: constructors from every common set, and reading them back.

use crate::error::{Result, require};
use crate::real::Real;

mod adaptive_damper;
mod clamped;
mod damper;
mod motion_limits;
mod perceptual;
mod physical;
#[cfg(feature = "convert")]
mod spec;
mod spring;
mod spring_mode;

pub use adaptive_damper::{AdaptiveDamper, AdaptiveStep};
pub(crate) use clamped::CRITICAL_HALF_PHASE;
pub use damper::Damper;
pub use motion_limits::MotionLimits;
#[cfg(feature = "convert")]
pub use spec::Spec;
pub use spring::{Regime, Spring};
pub use spring_mode::SpringMode;

/// Returns a parameter that may be 0 or more, −0 as 0: `1/−0` would be negative.
pub(crate) fn zero_or_more<R: Real>(value: R, field: &'static str) -> Result<R> {
    require(value >= R::ZERO, field, value, ">= 0")?;
    Ok(value + R::ZERO)
}

/// Returns a parameter that is finite and 0 or more, −0 as 0.
pub(crate) fn finite_zero_or_more<R: Real>(value: R, field: &'static str) -> Result<R> {
    require(value >= R::ZERO && value.is_finite(), field, value, "finite and >= 0")?;
    Ok(value + R::ZERO)
}

/// Returns a parameter that is above 0, finite or not.
pub(crate) fn above_zero<R: Real>(value: R, field: &'static str) -> Result<R> {
    require(value > R::ZERO, field, value, "> 0")?;
    Ok(value)
}

/// Returns a parameter that is finite and above 0.
pub(crate) fn finite_positive<R: Real>(value: R, field: &'static str) -> Result<R> {
    require(value > R::ZERO && value.is_finite(), field, value, "finite and > 0")?;
    Ok(value)
}

/// Returns an error for the first of these times that is not finite or before the one before it.
pub(crate) fn require_order<R: Real>(
    times: impl IntoIterator<Item = R>,
    field: &'static str,
    rule: &'static str,
) -> Result<()> {
    let mut last = -R::INFINITY;
    for time in times {
        require(time.is_finite() && time >= last, field, time, rule)?;
        last = time;
    }
    Ok(())
}
