//! Springs that keep a distance.

use std::mem::MaybeUninit;

use sprung_body::{DampedMotion, DistanceSpring};

use super::body::SprungBodyF64;
use super::state::SprungVector3F64;
use super::stiffness::{SprungStiffnessF64, between, body_or_world};
use crate::choices::{discretization, mode};
use crate::failure::{Result, SprungStatus, status};
use crate::memory::{read, write};
use crate::opaque::opaque;

/// A spring that keeps two points at a distance: a rod, a rope, a bumper.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungDistanceSpringF64 {
    /// The strength.
    pub spring: SprungStiffnessF64,
    /// The point in the frame of A, m.
    pub point_a: SprungVector3F64,
    /// The point in the frame of B, m; of the world in the world.
    pub point_b: SprungVector3F64,
    /// The distance that it keeps, m.
    pub rest_length: f64,
    /// The direction in which it acts, one of SPRUNG_MODE_...
    pub mode: u32,
    /// Not 0: it damps motion across its line too.
    pub damps_across: u32,
    /// The greatest force, N.
    pub max_force: f64,
    /// The impulse along the line in this step, N*s.
    pub impulse: f64,
    /// Private.
    pub memory: SprungDistanceSpringMemoryF64,
}

/// The state of a spring between steps.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungDistanceSpringMemoryF64 {
    /// Tells a spring from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 128],
}

opaque! { SprungDistanceSpringMemoryF64: DistanceSpring<f64> }

impl SprungDistanceSpringF64 {
    /// The spring with the fields as they are now.
    fn load(&self) -> Result<DistanceSpring<f64>> {
        let mut spring = self.memory.load()?;
        spring.spring = self.spring.stiffness()?;
        spring.point_a = self.point_a.into();
        spring.point_b = self.point_b.into();
        spring.rest_length = self.rest_length;
        spring.mode = mode(self.mode)?;
        spring.damped =
            if self.damps_across != 0 { DampedMotion::All } else { DampedMotion::Along };
        spring.max_force = self.max_force;
        Ok(spring)
    }

    /// Keeps what a call changed.
    fn keep(&mut self, spring: DistanceSpring<f64>) {
        self.impulse = spring.impulse;
        self.memory = SprungDistanceSpringMemoryF64::of(spring);
    }
}

/// Makes a distance spring; the other fields are as in the documentation, and may be set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_distance_spring_new_f64(
    stiffness: SprungStiffnessF64,
    point_a: SprungVector3F64,
    point_b: SprungVector3F64,
    rest_length: f64,
    spring: *mut SprungDistanceSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let made = DistanceSpring::new(
            stiffness.stiffness()?,
            point_a.into(),
            point_b.into(),
            rest_length,
        );
        let made = SprungDistanceSpringF64 {
            spring: stiffness,
            point_a,
            point_b,
            rest_length,
            mode: 0,
            damps_across: 0,
            max_force: made.max_force,
            impulse: made.impulse,
            memory: SprungDistanceSpringMemoryF64::of(made),
        };
        write(spring, "spring", made)
    })
}

/// Reads the bodies for a step of `dt` seconds, the solver being one of SPRUNG_DISCRETIZATION_...; NULL is the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_distance_spring_prepare_f64(
    spring: *mut SprungDistanceSpringF64,
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
pub unsafe extern "C" fn sprung_distance_spring_warm_start_f64(
    spring: *mut SprungDistanceSpringF64,
    a: *mut SprungBodyF64,
    b: *mut SprungBodyF64,
    impulse: f64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let mut kept = read(spring, "spring")?;
        let mut loaded = kept.load()?;
        between(a, b, |a, b| {
            loaded.warm_start(a, b, impulse);
            Ok(())
        })?;
        kept.keep(loaded);
        write(spring, "spring", kept)
    })
}

/// Changes the velocities of the bodies by the impulse of the spring; NULL is the world.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_distance_spring_solve_f64(
    spring: *mut SprungDistanceSpringF64,
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
