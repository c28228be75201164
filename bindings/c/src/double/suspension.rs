//! Springs along a ray: wheels, hovering.

use std::mem::MaybeUninit;

use sprung_body::Suspension;

use super::body::SprungBodyF64;
use super::state::SprungVector3F64;
use super::stiffness::{SprungStiffnessF64, between, body_or_world};
use crate::choices::discretization;
use crate::failure::{Result, SprungStatus, status};
use crate::memory::{read, write};
use crate::opaque::opaque;

/// A spring that pushes a body away from the ground along a ray: wheels, hovering.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungSuspensionF64 {
    /// The strength.
    pub spring: SprungStiffnessF64,
    /// The start of the ray in the frame of the body, m.
    pub point: SprungVector3F64,
    /// The length of the unloaded spring, m.
    pub rest_length: f64,
    /// The greatest force, N.
    pub max_force: f64,
    /// The impulse along the ray in this step, N*s.
    pub impulse: f64,
    /// Private.
    pub memory: SprungSuspensionMemoryF64,
}

/// The state of a spring between steps.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungSuspensionMemoryF64 {
    /// Tells a spring from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 128],
}

opaque! { SprungSuspensionMemoryF64: Suspension<f64> }

impl SprungSuspensionF64 {
    /// The spring with the fields as they are now.
    fn load(&self) -> Result<Suspension<f64>> {
        let mut spring = self.memory.load()?;
        spring.spring = self.spring.stiffness()?;
        spring.point = self.point.into();
        spring.rest_length = self.rest_length;
        spring.max_force = self.max_force;
        Ok(spring)
    }

    /// Keeps what a call changed.
    fn keep(&mut self, spring: Suspension<f64>) {
        self.impulse = spring.impulse;
        self.memory = SprungSuspensionMemoryF64::of(spring);
    }
}

/// Makes a suspension; the other fields are as in the documentation, and may be set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_suspension_new_f64(
    stiffness: SprungStiffnessF64,
    point: SprungVector3F64,
    rest_length: f64,
    spring: *mut SprungSuspensionF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let made = Suspension::new(stiffness.stiffness()?, point.into(), rest_length);
        let made = SprungSuspensionF64 {
            spring: stiffness,
            point,
            rest_length,
            max_force: made.max_force,
            impulse: made.impulse,
            memory: SprungSuspensionMemoryF64::of(made),
        };
        write(spring, "spring", made)
    })
}

/// Reads the bodies for a step of `dt` seconds: the direction of the ray in the world (of length 1) and the distance (m) at which
/// it met the ground, which is infinite or NaN if it met none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_suspension_prepare_f64(
    spring: *mut SprungSuspensionF64,
    body: *const SprungBodyF64,
    ground: *const SprungBodyF64,
    direction: SprungVector3F64,
    length: f64,
    solver: u32,
    dt: f64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        let (body, ground) = (body_or_world(body, "body")?, body_or_world(ground, "ground")?);
        let length = length.is_finite().then_some(length);
        loaded.prepare(&body, &ground, direction.into(), length, discretization(solver)?, dt);
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}

/// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_suspension_solve_f64(
    spring: *mut SprungSuspensionF64,
    body: *mut SprungBodyF64,
    ground: *mut SprungBodyF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        between(body, ground, |body, ground| {
            loaded.solve(body, ground);
            Ok(())
        })?;
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}
