//! Springs between points of bodies: dragged, held, hung.

use std::mem::MaybeUninit;

use sprung_body::PointSpring;

use super::body::SprungBodyF64;
use super::state::SprungVector3F64;
use super::stiffness::{SprungStiffnessF64, between, body_or_world};
use crate::choices::discretization;
use crate::failure::{Result, SprungStatus, status};
use crate::memory::{read, write};
use crate::opaque::opaque;

/// A spring that pulls a point of one body to a point of another, or of the world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungPointSpringF64 {
    /// The strength.
    pub spring: SprungStiffnessF64,
    /// The point in the frame of A, m.
    pub point_a: SprungVector3F64,
    /// The point in the frame of B, m; of the world in the world.
    pub point_b: SprungVector3F64,
    /// The wanted velocity of A relative to B, m/s.
    pub goal_velocity: SprungVector3F64,
    /// The greatest force, N.
    pub max_force: f64,
    /// The impulse on A in this step, N*s: to show, to keep, to break at.
    pub impulse: SprungVector3F64,
    /// Private.
    pub memory: SprungPointSpringMemoryF64,
}

/// The state of a spring between steps.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungPointSpringMemoryF64 {
    /// Tells a spring from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 128],
}

opaque! { SprungPointSpringMemoryF64: PointSpring<f64> }

impl SprungPointSpringF64 {
    /// The spring with the fields as they are now.
    fn load(&self) -> Result<PointSpring<f64>> {
        let mut spring = self.memory.load()?;
        spring.spring = self.spring.stiffness()?;
        spring.point_a = self.point_a.into();
        spring.point_b = self.point_b.into();
        spring.goal_velocity = self.goal_velocity.into();
        spring.max_force = self.max_force;
        Ok(spring)
    }

    /// Keeps what a call changed.
    fn keep(&mut self, spring: PointSpring<f64>) {
        self.impulse = spring.impulse.into();
        self.memory = SprungPointSpringMemoryF64::of(spring);
    }
}

/// Makes a point spring; the other fields are as in the documentation, and may be set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_point_spring_new_f64(
    stiffness: SprungStiffnessF64,
    point_a: SprungVector3F64,
    point_b: SprungVector3F64,
    spring: *mut SprungPointSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let made = PointSpring::new(stiffness.stiffness()?, point_a.into(), point_b.into());
        let made = SprungPointSpringF64 {
            spring: stiffness,
            point_a,
            point_b,
            goal_velocity: made.goal_velocity.into(),
            max_force: made.max_force,
            impulse: made.impulse.into(),
            memory: SprungPointSpringMemoryF64::of(made),
        };
        write(spring, "spring", made)
    })
}

/// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_point_spring_prepare_f64(
    spring: *mut SprungPointSpringF64,
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
pub unsafe extern "C" fn sprung_point_spring_warm_start_f64(
    spring: *mut SprungPointSpringF64,
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
pub unsafe extern "C" fn sprung_point_spring_solve_f64(
    spring: *mut SprungPointSpringF64,
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
