//! The numbers that stand for one of several choices.

use sprung::SpringMode;
use sprung_body::Discretization;

use crate::failure::{Failure, Result, SprungStatus};

/// A spring that pulls and pushes.
pub const SPRUNG_MODE_TWO_WAY: u32 = 0;
/// A spring that only pulls, as a rope.
pub const SPRUNG_MODE_TENSION_ONLY: u32 = 1;
/// A spring that only pushes, as a bumper.
pub const SPRUNG_MODE_COMPRESSION_ONLY: u32 = 2;

/// Exact where that is safe beside other springs, else backward Euler: the default.
pub const SPRUNG_DISCRETIZATION_AUTO: u32 = 0;
/// Exact, for a spring that alone holds a body.
pub const SPRUNG_DISCRETIZATION_EXACT: u32 = 1;
/// Backward Euler, which damps more than was set.
pub const SPRUNG_DISCRETIZATION_BACKWARD_EULER: u32 = 2;

/// The error of a number that stands for nothing.
pub(crate) fn refused<T>(name: &str, last: u32, got: u32) -> Result<T> {
    let message = format!("{name} must be at most {last}, got {got}");
    Err(Failure::new(SprungStatus::InvalidParameter, message))
}

pub(crate) fn mode(number: u32) -> Result<SpringMode> {
    match number {
        SPRUNG_MODE_TWO_WAY => Ok(SpringMode::TwoWay),
        SPRUNG_MODE_TENSION_ONLY => Ok(SpringMode::TensionOnly),
        SPRUNG_MODE_COMPRESSION_ONLY => Ok(SpringMode::CompressionOnly),
        _ => refused("mode", SPRUNG_MODE_COMPRESSION_ONLY, number),
    }
}

pub(crate) fn mode_number(mode: SpringMode) -> u32 {
    match mode {
        SpringMode::TwoWay => SPRUNG_MODE_TWO_WAY,
        SpringMode::TensionOnly => SPRUNG_MODE_TENSION_ONLY,
        SpringMode::CompressionOnly => SPRUNG_MODE_COMPRESSION_ONLY,
    }
}

pub(crate) fn discretization(number: u32) -> Result<Discretization> {
    match number {
        SPRUNG_DISCRETIZATION_AUTO => Ok(Discretization::Auto),
        SPRUNG_DISCRETIZATION_EXACT => Ok(Discretization::Exact),
        SPRUNG_DISCRETIZATION_BACKWARD_EULER => Ok(Discretization::BackwardEuler),
        _ => refused("solver", SPRUNG_DISCRETIZATION_BACKWARD_EULER, number),
    }
}
