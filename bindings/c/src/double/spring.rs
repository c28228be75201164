//! Springs from every set of parameters, and the parameters read back.

use std::ffi::c_char;

use sprung::{ParameterError, Spring};

use crate::failure::{Result, SprungStatus, status, value};
use crate::memory::{text, write, write_text};

/// A damped spring, `x'' + 2*zeta*omega*x' + omega^2*x = 0` for the offset `x` from its goal.
///
/// Made by the functions `sprung_spring_..._f64`. Plain data: copy it, save it, send it. A function that gets one that was
/// put together by hand checks it: NaN or a negative damping ratio is an error there, never a wrong motion.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SprungSpringF64 {
    /// The undamped angular frequency omega, rad/s.
    pub angular_frequency: f64,
    /// The damping ratio zeta: below 1 it swings, at 1 it is critical, above it creeps.
    pub damping_ratio: f64,
    /// The decay rate zeta*omega, 1/s. Only of drag, where omega is 0 and zeta infinite, it is more than a product.
    pub decay_rate: f64,
}

impl SprungSpringF64 {
    pub(crate) fn spring(self) -> Result<Spring<f64>> {
        let Self { angular_frequency, damping_ratio, decay_rate } = self;
        if angular_frequency == 0.0 && damping_ratio == f64::INFINITY {
            return Ok(Spring::from_stiffness_and_damping(0.0, 2.0 * decay_rate)?);
        }
        Ok(Spring::new(angular_frequency, damping_ratio)?)
    }
}

impl From<Spring<f64>> for SprungSpringF64 {
    fn from(spring: Spring<f64>) -> Self {
        SprungSpringF64 {
            angular_frequency: spring.angular_frequency(),
            damping_ratio: spring.damping_ratio(),
            decay_rate: spring.decay_rate(),
        }
    }
}

/// Writes what a constructor makes; nothing if it refuses.
unsafe fn make(
    spring: *mut SprungSpringF64,
    made: impl FnOnce() -> Result<Spring<f64>, ParameterError>,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    status(|| unsafe { write(spring, "spring", made()?.into()) })
}

/// A spring from its undamped angular frequency (rad/s, >= 0) and damping ratio (>= 0); both may be infinite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_new_f64(
    angular_frequency: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::new(angular_frequency, damping_ratio)) }
}

/// A critically damped spring from its angular frequency, rad/s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_critical_f64(
    angular_frequency: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::critical(angular_frequency)) }
}

/// A spring from its undamped frequency (Hz) and damping ratio.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_frequency_f64(
    frequency: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_frequency(frequency, damping_ratio)) }
}

/// A spring from its half-life (s): half of the offset is left after it, at any damping ratio.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_halflife_f64(
    halflife: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_halflife(halflife, damping_ratio)) }
}

/// A spring from its lag behind a steady goal (s), which is the smooth time of Unity, and damping ratio (> 0).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_lag_f64(
    lag: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_lag(lag, damping_ratio)) }
}

/// A spring from its duration (s) and bounce (-1 to 1), as in SwiftUI.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_duration_and_bounce_f64(
    duration: f64,
    bounce: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_duration_and_bounce(duration, bounce)) }
}

/// A spring from stiffness (1/s^2) and damping (1/s) per unit of mass; stiffness 0 is drag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_stiffness_and_damping_f64(
    stiffness: f64,
    damping: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_stiffness_and_damping(stiffness, damping)) }
}

/// A spring from mass, stiffness and damping, such as kg, N/m and N*s/m.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_mass_stiffness_and_damping_f64(
    mass: f64,
    stiffness: f64,
    damping: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_mass_stiffness_and_damping(mass, stiffness, damping)) }
}

/// A spring from its settling time (s), damping ratio and tolerance (a part of the way).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_settling_time_f64(
    settling_time: f64,
    damping_ratio: f64,
    tolerance: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_settling_time(settling_time, damping_ratio, tolerance)) }
}

/// A spring from its settling time (s), overshoot (a part of the way) and tolerance.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_settling_time_and_overshoot_f64(
    settling_time: f64,
    overshoot: f64,
    tolerance: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe {
        make(spring, || {
            Spring::from_settling_time_and_overshoot(settling_time, overshoot, tolerance)
        })
    }
}

/// A spring from the time of its first peak (s) and the overshoot there (a part of the way).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_peak_time_and_overshoot_f64(
    peak_time: f64,
    overshoot: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_peak_time_and_overshoot(peak_time, overshoot)) }
}

/// A spring from its rise time (s) and damping ratio.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_rise_time_f64(
    rise_time: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_rise_time(rise_time, damping_ratio)) }
}

/// A spring from its bandwidth (Hz) and damping ratio.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_bandwidth_f64(
    bandwidth: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_bandwidth(bandwidth, damping_ratio)) }
}

/// The spring that covers a distance from rest without ever exceeding an acceleration.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_max_acceleration_f64(
    acceleration: f64,
    distance: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_max_acceleration(acceleration, distance, damping_ratio)) }
}

/// The spring that covers a distance from rest without ever exceeding a speed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_from_max_speed_f64(
    speed: f64,
    distance: f64,
    damping_ratio: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::from_max_speed(speed, distance, damping_ratio)) }
}

/// The spring of two points of a measured step response: the parts of the way covered at two times (s).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_fit_step_response_f64(
    first_time: f64,
    first_value: f64,
    second_time: f64,
    second_value: f64,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    let (first, second) = ((first_time, first_value), (second_time, second_value));
    // SAFETY: the pointer is as the header describes it.
    unsafe { make(spring, || Spring::fit_step_response(first, second)) }
}

/// A spring from a text: `halflife=0.2`, `frequency=2,damping_ratio=0.5`, `stiffness=170,damping=26,mass=1`,
/// `duration=0.5,bounce=0.3`, or another library's parameters: `unity:smooth_time=0.3`, `react-spring:tension=170,friction=26`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_parse_f64(
    spec: *const c_char,
    spring: *mut SprungSpringF64,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe {
        let parsed: Spring<f64> = text(spec, "spec")?.parse()?;
        write(spring, "spring", parsed.into())
    })
}

/// Writes the text of a spring, which parses back to it bit for bit, and a 0.
///
/// The length without the 0 is written to `length` unless that is NULL, also if the buffer is too small; 256 bytes always do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sprung_spring_to_text_f64(
    spring: SprungSpringF64,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> SprungStatus {
    // SAFETY: the pointers are as the header describes them.
    status(|| unsafe { write_text(&spring.spring()?.to_string(), buffer, size, length) })
}

/// The default spring: duration 0.5 s without bounce, as in SwiftUI.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_default_f64() -> SprungSpringF64 {
    Spring::default().into()
}

/// The nearest spring to any two numbers: negative ones and NaN count as 0. For literals and sliders.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_clamped_f64(
    angular_frequency: f64,
    damping_ratio: f64,
) -> SprungSpringF64 {
    Spring::clamped(angular_frequency, damping_ratio).into()
}

/// The damping ratio of a spring that overshoots by this part of the way.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_damping_ratio_from_overshoot_f64(overshoot: f64) -> f64 {
    value(|| Ok(Spring::damping_ratio_from_overshoot(overshoot)?))
}

/// The undamped frequency, Hz.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_frequency_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.frequency()))
}

/// The angular frequency of the swings, rad/s; 0 without swings.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_damped_angular_frequency_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.damped_angular_frequency()))
}

/// The stiffness per unit of mass, 1/s^2.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_stiffness_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.stiffness()))
}

/// The damping per unit of mass, 1/s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_damping_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.damping()))
}

/// The lag behind a goal of constant velocity, s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_lag_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.lag()))
}

/// The overshoot of a step response, a part of the way.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_overshoot_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.overshoot()))
}

/// SwiftUI's duration, s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_duration_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.duration()))
}

/// SwiftUI's bounce, -1 to 1.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_bounce_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.bounce()))
}

/// The half-life, s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_halflife_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.halflife()))
}

/// The time of the first peak of a step response, s; infinite without one.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_peak_time_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.peak_time()))
}

/// The time from 10 % to 90 % of the way, s.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_rise_time_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.rise_time()))
}

/// The bandwidth of following a goal, Hz.
#[unsafe(no_mangle)]
pub extern "C" fn sprung_spring_bandwidth_f64(spring: SprungSpringF64) -> f64 {
    value(|| Ok(spring.spring()?.bandwidth()))
}
