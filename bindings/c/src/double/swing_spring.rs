//! Springs that turn an axis of a body.

use std::mem::MaybeUninit;

use sprung_body::SwingSpring;

use super::body::SprungBodyF64;
use super::state::SprungVector3F64;
use super::stiffness::{SprungStiffnessF64, between};
use crate::choices::discretization;
use crate::failure::{Result, SprungStatus, status};
use crate::memory::{read, write};
use crate::opaque::opaque;

/// A spring that turns one axis of a body to a direction: stay upright, look at a point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungSwingSpringF64 {
    /// The strength.
    pub spring: SprungStiffnessF64,
    /// The axis in the frame of the body, of length 1.
    pub axis: SprungVector3F64,
    /// The direction in the world, of length 1.
    pub goal: SprungVector3F64,
    /// The greatest torque, N*m.
    pub max_torque: f64,
    /// Private.
    pub memory: SprungSwingSpringMemoryF64,
}

/// The state of a spring between steps.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungSwingSpringMemoryF64 {
    /// Tells a spring from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 128],
}

opaque! { SprungSwingSpringMemoryF64: SwingSpring<f64> }

impl SprungSwingSpringF64 {
    /// The spring with the fields as they are now.
    fn load(&self) -> Result<SwingSpring<f64>> {
        let mut spring = self.memory.load()?;
        spring.spring = self.spring.stiffness()?;
        spring.axis = self.axis.into();
        spring.goal = self.goal.into();
        spring.max_torque = self.max_torque;
        Ok(spring)
    }

    /// Keeps what a call changed.
    fn keep(&mut self, spring: SwingSpring<f64>) {
        self.memory = SprungSwingSpringMemoryF64::of(spring);
    }
}

/// Makes a swing spring; the other fields are as in the documentation, and may be set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_swing_spring_new_f64(
    stiffness: SprungStiffnessF64,
    axis: SprungVector3F64,
    goal: SprungVector3F64,
    spring: *mut SprungSwingSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let made = SwingSpring::new(stiffness.stiffness()?, axis.into(), goal.into());
        let made = SprungSwingSpringF64 {
            spring: stiffness,
            axis,
            goal,
            max_torque: made.max_torque,
            memory: SprungSwingSpringMemoryF64::of(made),
        };
        write(spring, "spring", made)
    })
}

/// Reads the body for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_swing_spring_prepare_f64(
    spring: *mut SprungSwingSpringF64,
    body: *const SprungBodyF64,
    solver: u32,
    dt: f64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        loaded.prepare(&read(body, "body")?.body(), discretization(solver)?, dt);
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}

/// Changes the angular velocity of the body.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_swing_spring_solve_f64(
    spring: *mut SprungSwingSpringF64,
    body: *mut SprungBodyF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        between(body, std::ptr::null_mut(), |body, _| {
            loaded.solve(body);
            Ok(())
        })?;
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}
