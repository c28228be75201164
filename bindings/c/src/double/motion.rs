//! Motions of more than one state: soft starts, times of arrival, inertialization, timelines.

use std::mem::MaybeUninit;

use sprung::motion::{
    DoubleSpring, Inertialization, TimedGoal, TimedSpring, TimedStep, Timeline, TimelineKey,
    VelocitySpring, VelocityStep,
};
use sprung::{DoubleStep, SpringStep};

use super::spring::SprungSpringF64;
use super::state::SprungStateF64;
use super::step::SprungSpringStepF64;
use crate::failure::{Result, SprungStatus, status, value};
use crate::memory::{array, read, write};
use crate::opaque::opaque;

/// A spring that starts softly: it follows an intermediate goal, which is a spring itself.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungDoubleSpringF64 {
    /// The state that is shown.
    pub state: SprungStateF64,
    /// The intermediate goal.
    pub intermediate: SprungStateF64,
}

/// The exact step of a double spring.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungDoubleStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 10],
}

/// A spring that arrives at a given time, or that moves with a given speed.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungTimedSpringF64 {
    /// The state that is shown.
    pub state: SprungStateF64,
    /// The point on the straight line to the goal that it follows.
    pub intermediate: f64,
}

/// The step of a timed spring.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungTimedStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 20],
}

/// The step of a spring that moves with a given speed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SprungVelocityStepF64 {
    /// Tells a step from memory that was never written.
    pub tag: u64,
    /// Private.
    pub words: [MaybeUninit<u64>; 21],
}

opaque! {
    SprungDoubleStepF64: DoubleStep<f64>,
    SprungTimedStepF64: TimedStep<f64>,
    SprungVelocityStepF64: VelocityStep<f64>,
}

/// A key of a timeline: from its time on, a spring moves a state to a goal.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungTimelineKeyF64 {
    /// The time of the key, s.
    pub time: f64,
    /// The state at that time.
    pub state: SprungStateF64,
    /// The goal from then on.
    pub goal: f64,
    /// The spring from then on.
    pub spring: SprungSpringF64,
}

impl SprungTimelineKeyF64 {
    fn key(&self) -> Result<TimelineKey<f64>> {
        Ok(TimelineKey::new(self.time, self.state.state(), self.goal, self.spring.spring()?))
    }
}

/// The step of a double spring from its half-life (s) over `dt` seconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_double_step_from_halflife_f64(
    halflife: f64,
    dt: f64,
    step: *mut SprungDoubleStepF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let made = DoubleStep::from_halflife(halflife, dt)?;
        write(step, "step", SprungDoubleStepF64::of(made))
    })
}

/// Moves a double spring by a step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_double_spring_update_f64(
    spring: *mut SprungDoubleSpringF64,
    goal: f64,
    step: SprungDoubleStepF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let SprungDoubleSpringF64 { state, intermediate } = read(spring, "spring")?;
        let mut moved = DoubleSpring { state: state.state(), intermediate: intermediate.state() };
        moved.update(goal, &step.load()?);
        let DoubleSpring { state, intermediate } = moved;
        let moved =
            SprungDoubleSpringF64 { state: state.into(), intermediate: intermediate.into() };
        write(spring, "spring", moved)
    })
}

/// The lookahead (s) with which a timed spring arrives on time, to half of what is left.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_default_lookahead_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.default_lookahead()))
}

/// The step of a timed spring over `dt` seconds, which aims `lookahead` seconds ahead on the straight line to its goal.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_timed_step_f64(
    spring: SprungSpringF64,
    lookahead: f64,
    dt: f64,
) -> SprungTimedStepF64 {
    value(|| Ok(SprungTimedStepF64::of(spring.spring()?.timed_step(lookahead, dt))))
}

/// The step of a timed spring that is on its goal and at rest at the goal's time.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_arrival_step_f64(
    spring: SprungSpringF64,
    dt: f64,
) -> SprungTimedStepF64 {
    value(|| Ok(SprungTimedStepF64::of(spring.spring()?.arrival_step(dt))))
}

/// Moves a timed spring towards a goal where it is to be `time_left` seconds after the begin of the step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_timed_spring_update_f64(
    spring: *mut SprungTimedSpringF64,
    goal: f64,
    time_left: f64,
    step: SprungTimedStepF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let SprungTimedSpringF64 { state, intermediate } = read(spring, "spring")?;
        let mut moved = TimedSpring { state: state.state(), intermediate };
        moved.update(TimedGoal { position: goal, time_left }, &step.load()?);
        let TimedSpring { state, intermediate } = moved;
        write(spring, "spring", SprungTimedSpringF64 { state: state.into(), intermediate })
    })
}

/// The step of a spring that moves with a given speed (per second).
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_velocity_step_f64(
    spring: SprungSpringF64,
    speed: f64,
    lookahead: f64,
    dt: f64,
) -> SprungVelocityStepF64 {
    value(|| Ok(SprungVelocityStepF64::of(spring.spring()?.velocity_step(speed, lookahead, dt))))
}

/// Moves a spring with the speed of the step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_velocity_spring_update_f64(
    spring: *mut SprungTimedSpringF64,
    goal: f64,
    step: SprungVelocityStepF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let SprungTimedSpringF64 { state, intermediate } = read(spring, "spring")?;
        let mut moved = VelocitySpring { state: state.state(), intermediate };
        moved.update(goal, &step.load()?);
        let VelocitySpring { state, intermediate } = moved;
        write(spring, "spring", SprungTimedSpringF64 { state: state.into(), intermediate })
    })
}

/// Switches from one animation to another without a jump: adds the difference to the offset that is shown.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_inertialization_transition_f64(
    offset: *mut SprungStateF64,
    from: SprungStateF64,
    to: SprungStateF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let mut inertialization = Inertialization { offset: read(offset, "offset")?.state() };
        inertialization.transition(from.state(), to.state());
        write(offset, "offset", inertialization.offset.into())
    })
}

/// Decays the offset by a step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_inertialization_update_f64(
    offset: *mut SprungStateF64,
    step: SprungSpringStepF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let step: SpringStep<f64> = step.load()?;
        let mut inertialization = Inertialization { offset: read(offset, "offset")?.state() };
        inertialization.update(&step);
        write(offset, "offset", inertialization.offset.into())
    })
}

/// The state that is shown for a state of the animation: with the offset.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_inertialization_apply_f64(
    offset: SprungStateF64,
    animation: SprungStateF64,
) -> SprungStateF64 {
    value(|| Ok(Inertialization { offset: offset.state() }.apply(animation.state()).into()))
}

/// Checks the keys of a timeline once: at least one, finite ascending times, springs that are springs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_timeline_check_f64(
    keys: *const SprungTimelineKeyF64,
    count: usize,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let keys = array(keys, "keys", count)?.iter();
        let keys = keys.map(SprungTimelineKeyF64::key).collect::<Result<Vec<_>>>()?;
        Timeline::new(&keys)?;
        Ok(())
    })
}

/// The state of a timeline at any time: one step from the key before it, however many keys there are.
///
/// The keys are those that `sprung_timeline_check_f64` accepts. Before the first key it is at rest there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_timeline_state_at_f64(
    keys: *const SprungTimelineKeyF64,
    count: usize,
    time: f64,
    state: *mut SprungStateF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let keys = array(keys, "keys", count)?;
        let after = keys.partition_point(|key| key.time <= time);
        let before = keys.get(after.saturating_sub(1)).or(keys.first());
        let before = before.map(SprungTimelineKeyF64::key).transpose()?;
        let at = Timeline::new(before.as_slice())?.state_at(time);
        write(state, "state", at.into())
    })
}

/// The key that continues a timeline at any time: set its goal or its spring to interrupt the motion there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_timeline_key_at_f64(
    key: SprungTimelineKeyF64,
    time: f64,
    continued: *mut SprungTimelineKeyF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe {
        let next = key.key()?.key_at(time);
        let next = SprungTimelineKeyF64 { time: next.time(), state: next.state().into(), ..key };
        write(continued, "continued", next)
    })
}
