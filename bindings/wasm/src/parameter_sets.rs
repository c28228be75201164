//! Parameter sets that are solved for.

use sprung::{Damper, ParameterError, Spec, Spring};

use crate::exchange::{numbers, status};
use crate::parameters::{damper, spec_pair, spring};

fn solve(kind: u32, [a, b, c, d]: [f64; 4]) -> Result<Spec<f64>, ParameterError> {
    Ok(match kind {
        0 => Spring::from_settling_time(a, b, c)?.into(),
        1 => Spring::from_settling_time_and_overshoot(a, b, c)?.into(),
        2 => Spring::from_peak_time_and_overshoot(a, b)?.into(),
        3 => Spring::from_rise_time(a, b)?.into(),
        4 => Spring::from_bandwidth(a, b)?.into(),
        5 => Spring::from_max_acceleration(a, b, c)?.into(),
        6 => Spring::from_max_speed(a, b, c)?.into(),
        7 => Spring::fit_step_response((a, b), (c, d))?.into(),
        8 => Damper::from_smoothing_factor(a, b)?.into(),
        _ => Damper::from_damping(a, b)?.into(),
    })
}

/// Solves for the spring or damper of the parameter set `kind`, from the first four numbers; leaves its two numbers.
#[unsafe(no_mangle)]
extern "C" fn parameters_solve(kind: u32) -> u32 {
    let [a, b, c, d, ..] = *numbers();
    status(solve(kind, [a, b, c, d]), |spec| numbers()[..2].copy_from_slice(&spec_pair(&spec)))
}

/// A property of the step response of a spring that is solved for.
#[unsafe(no_mangle)]
extern "C" fn parameters_measure(kind: u32, w: f64, z: f64) -> f64 {
    let spring = spring(w, z);
    match kind {
        0 => spring.overshoot(),
        1 => spring.peak_time(),
        2 => spring.rise_time(),
        _ => spring.bandwidth(),
    }
}

/// The smoothing factor of a damper at a reference step, s.
#[unsafe(no_mangle)]
extern "C" fn damper_factor(rate: f64, reference_step: f64) -> f64 {
    damper(rate).smoothing_factor(reference_step)
}
