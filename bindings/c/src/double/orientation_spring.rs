//! Springs that turn a body to a rotation.

use std::mem::MaybeUninit;

use sprung_body::OrientationSpring;

use super::body::SprungBodyF64;
use super::rotation::SprungRotationF64;
use super::state::SprungVector3F64;
use super::stiffness::{SprungStiffnessF64, between, body_or_world};
use crate::choices::discretization;
use crate::failure::{Result, SprungStatus, status};
use crate::memory::{read, write};
use crate::opaque::opaque;

/// A spring that turns a body to a rotation, in the world or relative to another body.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungOrientationSpringF64 {
    /// The strength.
    pub spring: SprungStiffnessF64,
    /// The rotation of A in the frame of B.
    pub goal: SprungRotationF64,
    /// The wanted angular velocity of A relative to B, rad/s.
    pub goal_velocity: SprungVector3F64,
    /// The greatest torque, N*m.
    pub max_torque: f64,
    /// The angular impulse on A in this step, N*m*s.
    pub impulse: SprungVector3F64,
    /// Private.
    pub memory: SprungOrientationSpringMemoryF64,
}

/// The state of a spring between steps.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungOrientationSpringMemoryF64 {
    /// Tells a spring from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 128],
}

opaque! { SprungOrientationSpringMemoryF64: OrientationSpring<f64> }

impl SprungOrientationSpringF64 {
    /// The spring with the fields as they are now.
    fn load(&self) -> Result<OrientationSpring<f64>> {
        let mut spring = self.memory.load()?;
        spring.spring = self.spring.stiffness()?;
        spring.goal = self.goal.rotation();
        spring.goal_velocity = self.goal_velocity.into();
        spring.max_torque = self.max_torque;
        Ok(spring)
    }

    /// Keeps what a call changed.
    fn keep(&mut self, spring: OrientationSpring<f64>) {
        self.impulse = spring.impulse.into();
        self.memory = SprungOrientationSpringMemoryF64::of(spring);
    }
}

/// Makes an orientation spring; the other fields are as in the documentation, and may be set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_orientation_spring_new_f64(
    stiffness: SprungStiffnessF64,
    goal: SprungRotationF64,
    spring: *mut SprungOrientationSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let made = OrientationSpring::new(stiffness.stiffness()?, goal.rotation());
        let made = SprungOrientationSpringF64 {
            spring: stiffness,
            goal,
            goal_velocity: made.goal_velocity.into(),
            max_torque: made.max_torque,
            impulse: made.impulse.into(),
            memory: SprungOrientationSpringMemoryF64::of(made),
        };
        write(spring, "spring", made)
    })
}

/// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_orientation_spring_prepare_f64(
    spring: *mut SprungOrientationSpringF64,
    a: *const SprungBodyF64,
    b: *const SprungBodyF64,
    solver: u32,
    dt: f64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        let (a, b) = (body_or_world(a, "a")?, body_or_world(b, "b")?);
        loaded.prepare(&a, &b, discretization(solver)?, dt);
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}

/// Begins a step with an impulse, such as the one of the step before: for several springs in few passes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_orientation_spring_warm_start_f64(
    spring: *mut SprungOrientationSpringF64,
    a: *mut SprungBodyF64,
    b: *mut SprungBodyF64,
    impulse: SprungVector3F64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        between(a, b, |a, b| {
            loaded.warm_start(a, b, impulse.into());
            Ok(())
        })?;
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}

/// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_orientation_spring_solve_f64(
    spring: *mut SprungOrientationSpringF64,
    a: *mut SprungBodyF64,
    b: *mut SprungBodyF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        between(a, b, |a, b| {
            loaded.solve(a, b);
            Ok(())
        })?;
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}
