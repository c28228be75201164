//! Dampers: values that approach their goal without velocity.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use sprung::{Damper, DamperStep, MovingGoalDamperStep, ParameterError};

use crate::failure::{Result, SprungStatus, status, value};
use crate::memory::{text, write};
use crate::opaque::opaque;

/// A damper, `x' = -rate*x` for the offset `x` from its goal.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungDamperF64 {
    /// The rate, 1/s.
    pub rate: f64,
}

/// The exact motion of a damper over a time step; moves any number of values.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungDamperStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 2],
}

/// The exact motion of a damper while its goal moves linearly during the step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungMovingGoalDamperStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 3],
}

opaque! {
    SprungDamperStepF64: DamperStep<f64>,
    SprungMovingGoalDamperStepF64: MovingGoalDamperStep<f64>,
}

impl SprungDamperF64 {
    fn damper(self) -> Result<Damper<f64>> {
        Ok(Damper::from_rate(self.rate)?)
    }
}

/// Writes what a constructor makes; nothing if it refuses.
unsafe fn make(
    damper: *mut SprungDamperF64,
    made: impl FnOnce() -> Result<Damper<f64>, ParameterError>,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe { write(damper, "damper", SprungDamperF64 { rate: made()?.rate() }) })
}

/// A damper from its rate, 1/s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_damper_from_rate_f64(
    rate: f64,
    damper: *mut SprungDamperF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(damper, || Damper::from_rate(rate)) }
}

/// A damper from its half-life, s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_damper_from_halflife_f64(
    halflife: f64,
    damper: *mut SprungDamperF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(damper, || Damper::from_halflife(halflife)) }
}

/// A damper from its time constant, s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_damper_from_time_constant_f64(
    time_constant: f64,
    damper: *mut SprungDamperF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(damper, || Damper::from_time_constant(time_constant)) }
}

/// A damper from the factor of `x = lerp(x, goal, factor)` at a frame of `reference_step` seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_damper_from_smoothing_factor_f64(
    factor: f64,
    reference_step: f64,
    damper: *mut SprungDamperF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(damper, || Damper::from_smoothing_factor(factor, reference_step)) }
}

/// A damper from a text such as `rate=5` or `cinemachine:damping=0.5`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_damper_parse_f64(
    spec: *const c_char,
    damper: *mut SprungDamperF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let parsed: Damper<f64> = text(spec, "spec")?.parse()?;
        write(damper, "damper", SprungDamperF64 { rate: parsed.rate() })
    })
}

/// The half-life, s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_damper_halflife_f64(damper: SprungDamperF64) -> f64 {
    value(|| Ok(damper.damper()?.halflife()))
}

/// The time constant, s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_damper_time_constant_f64(damper: SprungDamperF64) -> f64 {
    value(|| Ok(damper.damper()?.time_constant()))
}

/// The step of a damper over `dt` seconds; a `dt` that is 0, negative or NaN changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_damper_step_f64(damper: SprungDamperF64, dt: f64) -> SprungDamperStepF64 {
    value(|| Ok(SprungDamperStepF64::of(damper.damper()?.step(dt))))
}

/// The value one step later.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_damper_step_apply_f64(
    step: SprungDamperStepF64,
    value_before: f64,
    goal: f64,
) -> f64 {
    value(|| Ok(step.load()?.apply(value_before, goal)))
}

/// The step of a damper that follows a moving goal: it lags by the time constant.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_damper_follow_step_f64(
    damper: SprungDamperF64,
    dt: f64,
) -> SprungMovingGoalDamperStepF64 {
    value(|| Ok(SprungMovingGoalDamperStepF64::of(damper.damper()?.follow_step(dt))))
}

/// The value one step later, while the goal moved steadily `from` one place `to` another.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_moving_goal_damper_step_apply_f64(
    step: SprungMovingGoalDamperStepF64,
    value_before: f64,
    from: f64,
    to: f64,
) -> f64 {
    value(|| Ok(step.load()?.apply(value_before, from, to)))
}
