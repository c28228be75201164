//! Steps: the coefficients of a time step, made once for any number of states.

use std::mem::MaybeUninit;

use sprung::{GoalVelocityStep, LandingStep, MovingGoalStep, RestThreshold, SpringStep};

use super::spring::SprungSpringF64;
use super::state::SprungStateF64;
use crate::failure::{Nothing, SprungStatus, status, value};
use crate::memory::write;
use crate::opaque::opaque;

/// The exact motion of a spring over a time step towards a held goal; moves any number of states.
///
/// Steps are plain data: copy them, never free them. A step that was not made by its function moves nothing: the result is
/// NaN, and `sprung_last_error()` says so.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungSpringStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 6],
}

/// The exact step towards a goal that moves linearly during the step.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungMovingGoalStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 8],
}

/// The exact step towards a held goal and a velocity wanted there.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungGoalVelocityStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 8],
}

/// The exact step of a spring that is on its goal and at rest at a given time.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungLandingStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 17],
}

opaque! {
    SprungSpringStepF64: SpringStep<f64>,
    SprungMovingGoalStepF64: MovingGoalStep<f64>,
    SprungGoalVelocityStepF64: GoalVelocityStep<f64>,
    SprungLandingStepF64: LandingStep<f64>,
}

/// The matrix of a step: `x' = xx*x + xv*v`, `v' = vx*x + vv*v` for the offset `x` from the goal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungMatrixF64 {
    /// Position from position.
    pub xx: f64,
    /// Position from velocity, s.
    pub xv: f64,
    /// Velocity from position, 1/s.
    pub vx: f64,
    /// Velocity from velocity.
    pub vv: f64,
}

impl Nothing for SprungMatrixF64 {
    const NOTHING: Self =
        SprungMatrixF64 { xx: f64::NAN, xv: f64::NAN, vx: f64::NAN, vv: f64::NAN };
}

/// The distance and the speed below which a spring is at rest.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprungRestThresholdF64 {
    /// The distance from the goal.
    pub distance: f64,
    /// The speed, per second.
    pub speed: f64,
}

impl Nothing for SprungRestThresholdF64 {
    const NOTHING: Self = SprungRestThresholdF64 { distance: f64::NAN, speed: f64::NAN };
}

impl SprungRestThresholdF64 {
    fn threshold(self) -> RestThreshold<f64> {
        RestThreshold { distance: self.distance, speed: self.speed }
    }
}

/// The step of a spring over `dt` seconds; a `dt` that is 0, negative or NaN changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_f64(spring: SprungSpringF64, dt: f64) -> SprungSpringStepF64 {
    value(|| Ok(SprungSpringStepF64::of(spring.spring()?.step(dt))))
}

/// The state one step later.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_apply_f64(
    step: SprungSpringStepF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungStateF64 {
    value(|| Ok(step.load()?.apply(state.state(), goal).into()))
}

/// The state of an angle (rad) one step later, by the shorter way around.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_apply_angle_f64(
    step: SprungSpringStepF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungStateF64 {
    value(|| Ok(step.load()?.apply_angle(state.state(), goal).into()))
}

/// The state one step later of a spring that tracks an animation: the animation's state after the step, and its acceleration.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_apply_tracking_f64(
    step: SprungSpringStepF64,
    state: SprungStateF64,
    animation: SprungStateF64,
    acceleration: f64,
) -> SprungStateF64 {
    value(|| Ok(step.load()?.apply_tracking(state.state(), animation.state(), acceleration).into()))
}

/// The matrix of a step.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_matrix_f64(step: SprungSpringStepF64) -> SprungMatrixF64 {
    value(|| {
        let [[xx, xv], [vx, vv]] = step.load()?.matrix();
        Ok(SprungMatrixF64 { xx, xv, vx, vv })
    })
}

/// The duration of a step, s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_dt_f64(step: SprungSpringStepF64) -> f64 {
    value(|| Ok(step.load()?.dt()))
}

/// The least threshold that a motion of a given size reaches in steps like this one.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_step_rest_threshold_f64(
    step: SprungSpringStepF64,
    size: f64,
) -> SprungRestThresholdF64 {
    value(|| {
        let RestThreshold { distance, speed } = step.load()?.rest_threshold(size);
        Ok(SprungRestThresholdF64 { distance, speed })
    })
}

/// The goal, at rest, if the state is within the threshold, else the state.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_rest_threshold_settle_f64(
    threshold: SprungRestThresholdF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungStateF64 {
    value(|| Ok(threshold.threshold().settle(state.state(), goal).into()))
}

/// The step that follows a moving goal, damped relative to the world: it lags by `sprung_spring_lag_f64`.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_follow_step_f64(
    spring: SprungSpringF64,
    dt: f64,
) -> SprungMovingGoalStepF64 {
    value(|| Ok(SprungMovingGoalStepF64::of(spring.spring()?.follow_step(dt))))
}

/// The step that tracks a moving goal, damped relative to the goal: no lag.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_track_step_f64(
    spring: SprungSpringF64,
    dt: f64,
) -> SprungMovingGoalStepF64 {
    value(|| Ok(SprungMovingGoalStepF64::of(spring.spring()?.track_step(dt))))
}

/// The state one step later, while the goal moved steadily `from` one place `to` another.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_moving_goal_step_apply_f64(
    step: SprungMovingGoalStepF64,
    state: SprungStateF64,
    from: f64,
    to: f64,
) -> SprungStateF64 {
    value(|| Ok(step.load()?.apply(state.state(), from, to).into()))
}

/// The step towards a held goal and a velocity wanted there (Holden's goal velocity).
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_goal_velocity_step_f64(
    spring: SprungSpringF64,
    dt: f64,
) -> SprungGoalVelocityStepF64 {
    value(|| Ok(SprungGoalVelocityStepF64::of(spring.spring()?.goal_velocity_step(dt))))
}

/// The state one step later, for a held goal and the velocity wanted there.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_goal_velocity_step_apply_f64(
    step: SprungGoalVelocityStepF64,
    state: SprungStateF64,
    goal: f64,
    goal_velocity: f64,
) -> SprungStateF64 {
    value(|| Ok(step.load()?.apply(state.state(), goal, goal_velocity).into()))
}

/// The step of a spring that is on its goal and at rest after `time_left` seconds.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_landing_step_f64(
    spring: SprungSpringF64,
    time_left: f64,
    dt: f64,
) -> SprungLandingStepF64 {
    value(|| Ok(SprungLandingStepF64::of(spring.spring()?.landing_step(time_left, dt))))
}

/// The state one step later.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_landing_step_apply_f64(
    step: SprungLandingStepF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungStateF64 {
    value(|| Ok(step.load()?.apply(state.state(), goal).into()))
}

/// Makes a step and moves one state by it: what a program with a single spring needs.
///
/// A spring that is none changes nothing and is an error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_update_f64(
    spring: SprungSpringF64,
    state: *mut SprungStateF64,
    goal: f64,
    dt: f64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let step = spring.spring()?.step(dt);
        let moved = step.apply(crate::memory::read(state, "state")?.state(), goal);
        write(state, "state", moved.into())
    })
}
