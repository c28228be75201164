//! The strength of springs on bodies, and the bodies at their ends.

use sprung_body::{Body, Stiffness};

use super::body::SprungBodyF64;
use super::spring::SprungSpringF64;
use crate::failure::{Failure, Result, SprungStatus};
use crate::memory::{read, write};

/// The strength of a spring on bodies; made by `sprung_stiffness_of_spring_f64` or `sprung_stiffness_physical_f64`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungStiffnessF64 {
    /// 0: frequency and damping ratio, the same for every mass; 1: stiffness and damping.
    pub kind: u32,
    /// The spring of kind 0.
    pub spring: SprungSpringF64,
    /// The stiffness of kind 1, N/m or N*m/rad.
    pub stiffness: f64,
    /// The damping of kind 1, N*s/m or N*m*s/rad.
    pub damping: f64,
}

impl SprungStiffnessF64 {
    pub(crate) fn stiffness(self) -> Result<Stiffness<f64>> {
        match self.kind {
            0 => Ok(Stiffness::Frequency(self.spring.spring()?)),
            1 => Ok(Stiffness::physical(self.stiffness, self.damping)?),
            kind => Err(Failure::new(
                SprungStatus::InvalidParameter,
                format!("kind of the stiffness must be 0 or 1, got {kind}"),
            )),
        }
    }
}

/// The strength of a spring that keeps its frequency and damping ratio for every mass.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_stiffness_of_spring_f64(spring: SprungSpringF64) -> SprungStiffnessF64 {
    SprungStiffnessF64 { kind: 0, spring, stiffness: 0.0, damping: 0.0 }
}

/// The strength of a spring in newtons: stiffness (N/m or N*m/rad) and damping (N*s/m or N*m*s/rad).
#[unsafe(no_mangle)]
pub extern "C" fn sprung_stiffness_physical_f64(
    stiffness: f64,
    damping: f64,
) -> SprungStiffnessF64 {
    SprungStiffnessF64 { kind: 1, spring: SprungSpringF64::default(), stiffness, damping }
}

/// The body behind a pointer; NULL is the world, which is fixed.
///
/// # Safety
/// A pointer that is neither NULL nor misaligned can be read.
pub(super) unsafe fn body_or_world(body: *const SprungBodyF64, name: &str) -> Result<Body<f64>> {
    if body.is_null() {
        return Ok(Body::fixed());
    }
    // SAFETY: as promised by the caller.
    Ok(unsafe { read(body, name) }?.body())
}

/// Writes the velocities back; not those of the world.
///
/// # Safety
/// A pointer that is neither NULL nor misaligned can be read and written.
pub(super) unsafe fn write_velocities(
    body: *mut SprungBodyF64,
    name: &str,
    changed: &Body<f64>,
) -> Result<()> {
    if body.is_null() {
        return Ok(());
    }
    // SAFETY: as promised by the caller.
    unsafe {
        let velocity = changed.velocity.into();
        let angular_velocity = changed.angular_velocity.into();
        let before = read(body, name)?;
        write(body, name, SprungBodyF64 { velocity, angular_velocity, ..before })
    }
}

/// Reads two bodies, lets a spring change them, and writes both back.
///
/// # Safety
/// Pointers that are neither NULL nor misaligned can be read and written.
pub(super) unsafe fn between(
    a: *mut SprungBodyF64,
    b: *mut SprungBodyF64,
    change: impl FnOnce(&mut Body<f64>, &mut Body<f64>) -> Result<()>,
) -> Result<()> {
    if !a.is_null() && a == b {
        let message = "a and b must be different bodies";
        return Err(Failure::new(SprungStatus::InvalidPointer, message));
    }
    // SAFETY: as promised by the caller.
    unsafe {
        let (mut first, mut second) = (body_or_world(a, "a")?, body_or_world(b, "b")?);
        change(&mut first, &mut second)?;
        write_velocities(a, "a", &first)?;
        write_velocities(b, "b", &second)
    }
}
