//! Answers about a motion without simulating it.

use sprung::analysis::{Extremum, FreeResponse};
use sprung::{Regime, Spring};

use super::spring::SprungSpringF64;
use super::state::{SprungExtremumF64, SprungStateF64};
use crate::failure::{Result, value};

fn response(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
) -> Result<FreeResponse<f64>> {
    Ok(spring.spring()?.free_response(state.state(), goal))
}

impl From<Extremum<f64>> for SprungExtremumF64 {
    fn from(extremum: Extremum<f64>) -> Self {
        SprungExtremumF64 { time: extremum.time, value: extremum.value }
    }
}

/// The kind of motion: 0 undamped, 1 under-damped, 2 critical, 3 over-damped, 4 drag without stiffness.
///
/// Of a spring that is none 0, and a message.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_regime_f64(spring: SprungSpringF64) -> u32 {
    value(|| {
        Ok(match spring.spring()?.regime() {
            Regime::UnderDamped => 1,
            Regime::Critical => 2,
            Regime::OverDamped => 3,
            Regime::NoStiffness => 4,
            _ => 0,
        })
    })
}

/// The time (s) after which a step response stays within a tolerance (a part of the way) of its goal.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_settling_time_f64(spring: SprungSpringF64, tolerance: f64) -> f64 {
    value(|| Ok(spring.spring()?.settling_time(tolerance)))
}

/// The tolerance of the settling time where none is asked for.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_default_settling_tolerance_f64() -> f64 {
    Spring::default_settling_tolerance()
}

/// The time (s) at which a step response first has this part of the way left; infinite for what is never left.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_crossing_time_f64(spring: SprungSpringF64, left: f64) -> f64 {
    value(|| Ok(spring.spring()?.crossing_time(left)))
}

/// The energy of a state per unit of mass: half of the squared velocity and of stiffness times squared offset.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_energy_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
) -> f64 {
    value(|| Ok(spring.spring()?.energy(state.state(), goal)))
}

/// The time (s) after which the motion from a state stays within a distance of its goal.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_response_settling_time_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
    distance: f64,
) -> f64 {
    value(|| Ok(response(spring, state, goal)?.settling_time(distance)))
}

/// The time (s) at which the motion from a state first has an offset from its goal; infinite for one that it never has.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_response_crossing_time_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
    offset: f64,
) -> f64 {
    value(|| Ok(response(spring, state, goal)?.crossing_time(offset)))
}

/// The first offset beyond the goal and its time; without one an infinite time and an offset of 0.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_response_overshoot_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungExtremumF64 {
    value(|| {
        let none = SprungExtremumF64 { time: f64::INFINITY, value: 0.0 };
        Ok(response(spring, state, goal)?.overshoot().map_or(none, Into::into))
    })
}

/// The greatest distance from the goal of the motion from a state, and its time.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_response_max_offset_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungExtremumF64 {
    value(|| Ok(response(spring, state, goal)?.max_offset().into()))
}

/// The greatest speed (per second) of the motion from a state, and its time.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_response_max_speed_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungExtremumF64 {
    value(|| Ok(response(spring, state, goal)?.max_speed().into()))
}

/// The greatest acceleration (per second squared) of the motion from a state, and its time.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_response_max_acceleration_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
) -> SprungExtremumF64 {
    value(|| Ok(response(spring, state, goal)?.max_acceleration().into()))
}

/// The length of the way that the motion from a state covers until it rests.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_response_path_length_f64(
    spring: SprungSpringF64,
    state: SprungStateF64,
    goal: f64,
) -> f64 {
    value(|| Ok(response(spring, state, goal)?.path_length()))
}

/// The part of the amplitude of a goal that swings with a frequency (Hz) which a spring passes on if it follows it.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_follow_gain_f64(spring: SprungSpringF64, frequency: f64) -> f64 {
    value(|| Ok(spring.spring()?.follow_response().gain(frequency)))
}

/// The angle (rad) by which a spring is ahead of a goal that swings with a frequency (Hz) if it follows it.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_follow_phase_f64(spring: SprungSpringF64, frequency: f64) -> f64 {
    value(|| Ok(spring.spring()?.follow_response().phase(frequency)))
}

/// The part of the amplitude of a goal that swings with a frequency (Hz) which a spring passes on if it tracks it.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_track_gain_f64(spring: SprungSpringF64, frequency: f64) -> f64 {
    value(|| Ok(spring.spring()?.track_response().gain(frequency)))
}

/// The angle (rad) by which a spring is ahead of a goal that swings with a frequency (Hz) if it tracks it.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_track_phase_f64(spring: SprungSpringF64, frequency: f64) -> f64 {
    value(|| Ok(spring.spring()?.track_response().phase(frequency)))
}
